/* Functions that are alike in all but numbers, written once.
 *
 * Models say the same of each process with other numbers, and a compiler takes
 * its time for every line.  So a function gets the numbers in which it differs
 * from those like it as an argument.
 */
#ifndef LARIAT_ENGINE_NATIVE_ALIKE_H
#define LARIAT_ENGINE_NATIVE_ALIKE_H

#include "base/buffer.h"

#include <stdbool.h>
#include <stdint.h>

/* A function as text: from its parameters to its end. */
struct function {
  char name[32];
  struct buffer text;
  struct buffer numbers; /* of its own: elements of an array, as C */
  size_t like; /* the function called in its place: itself, or one before */
};

struct function_list {
  struct function *items;
  size_t count, capacity;
};
void functions_free(struct function_list *functions);

/* Makes one of functions that are alike; each has a parameter `numbers`. */
void functions_join(struct function_list *functions);

/* Writes them, each after a head: what comes before its name. */
void functions_put(const struct function_list *functions, const char *head,
                   struct buffer *out);

/* Appends what stands for a function in a table: it, and its numbers. */
void functions_put_entry(const struct function_list *functions, size_t index,
                         struct buffer *out);

#endif
