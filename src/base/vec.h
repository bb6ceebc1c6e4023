/* Growing arrays of any type.
 *
 *   VEC(int) numbers = {0};
 *   vec_push(&numbers, 42);
 *   for (size_t i = 0; i < numbers.count; i++) use(numbers.items[i]);
 *   vec_free(&numbers);
 */
#ifndef LARIAT_BASE_VEC_H
#define LARIAT_BASE_VEC_H

#include "base/memory.h"

#include <stddef.h>

#define VEC(type)                                                              \
  struct {                                                                     \
    type *items;                                                               \
    size_t count, capacity;                                                    \
  }

#define vec_push(vec, item)                                                    \
  (vec_reserve((vec), (vec)->count + 1), (vec)->items[(vec)->count] = (item),  \
   (void)(vec)->count++)

#define vec_reserve(vec, wanted)                                               \
  ((void)((wanted) > (vec)->capacity                                           \
              ? ((vec)->items = vec_grow((vec)->items, &(vec)->capacity,       \
                                         (wanted), sizeof *(vec)->items),      \
                 0)                                                            \
              : 0))

#define vec_pop(vec) ((vec)->items[--(vec)->count])
#define vec_last(vec) (&(vec)->items[(vec)->count - 1])
#define vec_free(vec)                                                          \
  (memory_free((vec)->items), (vec)->items = NULL,                             \
   (void)((vec)->count = (vec)->capacity = 0))

/* The function behind vec_reserve: at least doubles the capacity. */
void *vec_grow(void *items, size_t *capacity, size_t wanted, size_t item_bytes);

#endif
