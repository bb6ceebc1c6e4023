/* Sets of numbers, each kept once: equal sets have equal names. */
#ifndef LARIAT_LTS_SET_POOL_H
#define LARIAT_LTS_SET_POOL_H

#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A zeroed pool is empty. */
struct set_pool {
  VEC(uint64_t) items;   /* of all sets, back to back */
  VEC(size_t) ends;      /* of each set in items */
  VEC(uint64_t) working; /* the set being put together */
  uint32_t *table;       /* names plus one, or 0 where free */
  size_t table_size;     /* a power of two, at least twice the sets */
  size_t table_room;
};

void set_pool_clear(struct set_pool *pool); /* releases everything */

/* Forgets all sets and keeps the memory. */
void set_pool_empty(struct set_pool *pool);

/* Puts a number, or all of a set, into the set being put together. */
void set_pool_add(struct set_pool *pool, uint64_t item);
void set_pool_add_set(struct set_pool *pool, uint32_t set);

/* Is all that was put together, but for one item, in this set? */
bool set_pool_covers(const struct set_pool *pool, uint32_t set,
                     uint64_t except);
/* Forgets what was put together. */
void set_pool_drop(struct set_pool *pool);

/* The name of what was put together; the next set begins empty.  Names are
 * given from 0 on.
 */
uint32_t set_pool_finish(struct set_pool *pool);

uint32_t set_pool_count(const struct set_pool *pool);
size_t set_pool_size(const struct set_pool *pool, uint32_t set);
/* In ascending order; valid until the next set is finished. */
const uint64_t *set_pool_items(const struct set_pool *pool, uint32_t set);
bool set_pool_has(const struct set_pool *pool, uint32_t set, uint64_t item);

/* Bytes in use. */
size_t set_pool_bytes(const struct set_pool *pool);

#endif
