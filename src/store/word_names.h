/* Short names for words of 64 bits: two bytes where there would be eight.
 *
 * Included inside src/store/ only.
 */
#ifndef LARIAT_STORE_WORD_NAMES_H
#define LARIAT_STORE_WORD_NAMES_H

#include "store/budget.h"

#include <stdint.h>

/* Word 0 has the name 0.  When there are too many words, or no memory for them,
 * the rest of them share a name, and are taken for all ones.
 */
struct word_names {
  struct budget *budget;
  uint64_t *words; /* by name */
  uint16_t *slots; /* by hash, names; 0: free */
  uint32_t count, room;
};

/* The budget must live as long. */
void word_names_init(struct word_names *names, struct budget *budget);
void word_names_clear(struct word_names *names);

uint16_t word_names_give(struct word_names *names, uint64_t word);
uint64_t word_names_read(const struct word_names *names, uint16_t name);

#endif
