/* Sets of numbers, each kept once: see set_pool.h.
 *
 * A set is a sorted array without doubles; its name is found again by open
 * addressing over a hash of the array, and equality is decided by comparing
 * the arrays: two sets never count as one because their hashes agree.
 *
 * Invariant: at most half of the table is in use.
 */
#include "lts/set_pool.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { FIRST_TABLE = 16, SHORT_SET = 24 };

void set_pool_clear(struct set_pool *pool) {
  vec_free(&pool->items);
  vec_free(&pool->ends);
  vec_free(&pool->working);
  memory_free(pool->table);
  *pool = (struct set_pool){0};
}

static void free_slots(struct set_pool *pool, size_t size) {
  if (size > pool->table_room) {
    memory_free(pool->table);
    pool->table = memory_alloc(size * sizeof *pool->table);
    pool->table_room = size;
  } else {
    memset(pool->table, 0, size * sizeof *pool->table);
  }
  pool->table_size = size;
}

void set_pool_empty(struct set_pool *pool) {
  pool->items.count = 0;
  pool->ends.count = 0;
  pool->working.count = 0;
  free_slots(pool, FIRST_TABLE);
}

void set_pool_add(struct set_pool *pool, uint64_t item) {
  vec_push(&pool->working, item);
}

void set_pool_add_set(struct set_pool *pool, uint32_t set) {
  const size_t size = set_pool_size(pool, set), old = pool->working.count;
  if (size == 0)
    return;
  vec_reserve(&pool->working, old + size);
  memcpy(pool->working.items + old, set_pool_items(pool, set),
         size * sizeof *pool->working.items);
  pool->working.count += size;
}

/* ---- the set being put together ---- */

static int compare_items(const void *left, const void *right) {
  const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
  return (a > b) - (a < b);
}

static void insertion_sort(uint64_t *items, size_t count) {
  for (size_t i = 1; i < count; i++) {
    const uint64_t item = items[i];
    size_t j = i;
    for (; j > 0 && items[j - 1] > item; j--)
      items[j] = items[j - 1];
    items[j] = item;
  }
}

static void sort_working(struct set_pool *pool) {
  uint64_t *items = pool->working.items;
  const size_t count = pool->working.count;
  if (count <= SHORT_SET)
    insertion_sort(items, count);
  else
    qsort(items, count, sizeof *items, compare_items);
  size_t kept = 0;
  for (size_t i = 0; i < count; i++)
    if (i == 0 || items[i] != items[i - 1])
      items[kept++] = items[i];
  pool->working.count = kept;
}

/* ---- the table ---- */

static size_t start_of(const struct set_pool *pool, uint32_t set) {
  return set == 0 ? 0 : pool->ends.items[set - 1];
}

static size_t home_of(const struct set_pool *pool, const uint64_t *items,
                      size_t count) {
  return (size_t)XXH3_64bits(items, count * sizeof *items) &
         (pool->table_size - 1);
}

/* Where this set is, or belongs. */
static size_t slot_of(const struct set_pool *pool, const uint64_t *items,
                      size_t count) {
  size_t slot = home_of(pool, items, count);
  for (; pool->table[slot] != 0; slot = (slot + 1) & (pool->table_size - 1)) {
    const uint32_t set = pool->table[slot] - 1;
    if (set_pool_size(pool, set) == count &&
        (count == 0 ||
         memcmp(set_pool_items(pool, set), items, count * sizeof *items) == 0))
      break;
  }
  return slot;
}

static void grow_table(struct set_pool *pool) {
  free_slots(pool, pool->table_size ? 2 * pool->table_size : FIRST_TABLE);
  for (uint32_t set = 0; set < set_pool_count(pool); set++)
    pool->table[slot_of(pool, set_pool_items(pool, set),
                        set_pool_size(pool, set))] = set + 1;
}

uint32_t set_pool_finish(struct set_pool *pool) {
  if (2 * (set_pool_count(pool) + (size_t)1) > pool->table_size)
    grow_table(pool);
  sort_working(pool);
  const size_t count = pool->working.count;
  const size_t slot = slot_of(pool, pool->working.items, count);
  pool->working.count = 0;
  if (pool->table[slot] != 0)
    return pool->table[slot] - 1;
  vec_reserve(&pool->items, pool->items.count + count);
  if (count > 0)
    memcpy(pool->items.items + pool->items.count, pool->working.items,
           count * sizeof *pool->working.items);
  pool->items.count += count;
  vec_push(&pool->ends, pool->items.count);
  pool->table[slot] = set_pool_count(pool);
  return set_pool_count(pool) - 1;
}

/* ---- reading ---- */

uint32_t set_pool_count(const struct set_pool *pool) {
  return (uint32_t)pool->ends.count;
}

size_t set_pool_size(const struct set_pool *pool, uint32_t set) {
  return pool->ends.items[set] - start_of(pool, set);
}

const uint64_t *set_pool_items(const struct set_pool *pool, uint32_t set) {
  return pool->items.items + start_of(pool, set);
}

bool set_pool_has(const struct set_pool *pool, uint32_t set, uint64_t item) {
  const size_t size = set_pool_size(pool, set);
  return size > 0 && bsearch(&item, set_pool_items(pool, set), size,
                             sizeof item, compare_items) != NULL;
}

size_t set_pool_bytes(const struct set_pool *pool) {
  return pool->items.capacity * sizeof *pool->items.items +
         pool->ends.capacity * sizeof *pool->ends.items +
         pool->table_room * sizeof *pool->table;
}

bool set_pool_covers(const struct set_pool *pool, uint32_t set,
                     uint64_t except) {
  for (size_t i = 0; i < pool->working.count; i++)
    if (pool->working.items[i] != except &&
        !set_pool_has(pool, set, pool->working.items[i]))
      return false;
  return true;
}

void set_pool_drop(struct set_pool *pool) {
  pool->working.count = 0;
}
