/* A map from pointers to pointers: open addressing with linear probing.
 *
 * The home of a key is the top bits of its address times 2^64 over the golden
 * ratio (Knuth, TAOCP 3, section 6.4, multiplicative hashing), which spreads
 * addresses that differ in a few middle bits only, as those of one arena do.
 *
 * Invariant: the capacity is zero or a power of two, at most half of it is in
 * use, and no free slot lies between the home of a key and its slot.  Keys are
 * never removed.
 */
#include "base/map.h"
#include "base/memory.h"

#include <assert.h>
#include <stdint.h>

enum { FIRST_CAPACITY = 16 };

static size_t home_of(const void *key, size_t capacity) {
  uint64_t spread = (uint64_t)(uintptr_t)key * UINT64_C(0x9E3779B97F4A7C15);
  return (size_t)(spread >> 32) & (capacity - 1);
}

/* The slot that holds the key, or the free one where it belongs. */
static size_t slot_of(const struct map *map, const void *key) {
  size_t i = home_of(key, map->capacity);
  while (map->keys[i] && map->keys[i] != key)
    i = (i + 1) & (map->capacity - 1);
  return i;
}

static void grow(struct map *map) {
  struct map old = *map;
  map->capacity = old.capacity ? old.capacity * 2 : FIRST_CAPACITY;
  map->keys = memory_alloc(map->capacity * sizeof *map->keys);
  map->values = memory_alloc(map->capacity * sizeof *map->values);
  for (size_t i = 0; i < old.capacity; i++) {
    if (!old.keys[i])
      continue;
    size_t slot = slot_of(map, old.keys[i]);
    map->keys[slot] = old.keys[i];
    map->values[slot] = old.values[i];
  }
  memory_free(old.keys);
  memory_free(old.values);
}

void map_put(struct map *map, const void *key, void *value) {
  assert(key);
  if (map->count >= map->capacity / 2)
    grow(map);
  size_t slot = slot_of(map, key);
  map->count += !map->keys[slot];
  map->keys[slot] = key;
  map->values[slot] = value;
}

void *map_get(const struct map *map, const void *key) {
  if (map->count == 0 || !key)
    return NULL;
  return map->values[slot_of(map, key)];
}

void map_free(struct map *map) {
  memory_free(map->keys);
  memory_free(map->values);
  *map = (struct map){0};
}
