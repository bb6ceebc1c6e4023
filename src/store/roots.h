/* A set of 64-bit keys that look random (see mix.h); none of them is zero. */
#ifndef LARIAT_STORE_ROOTS_H
#define LARIAT_STORE_ROOTS_H

#include "store/budget.h"
#include "store/store.h"

/* Zeroed, it is an empty set. */
struct roots {
  struct region lines;
  uint64_t size; /* in lines */
  uint64_t used; /* keys */
  uint64_t room; /* keys, used ones included, before the table must grow */
};

void roots_release(struct roots *roots, struct budget *budget);

/* Fetches the memory that roots_insert of this key will read. */
void roots_prefetch(const struct roots *roots, uint64_t key);
/* Copies all keys, roots->used of them, to out. */
void roots_list(const struct roots *roots, uint64_t *out);
enum store_answer roots_insert(struct roots *roots, struct budget *budget,
                               uint64_t key);

#endif
