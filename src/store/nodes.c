/* An array of values in order of arrival, and an index into it.
 *
 * The index is open-addressed with linear probing; a place holds the number of
 * a value and, in the bits above it, a piece of its hash that spares most reads
 * of values that differ.  Zero is a free place: the value 0 has the number 0
 * and is not in the index.
 *
 * Invariant: no place between the home of a value and its own is free.
 *
 * When the index grows it is cleared and filled again from the values, so it
 * never exists twice.
 *
 * A value costs 8 bytes and its place in the index 5.3 to 8.  With places 3/4
 * full at most, a hit takes 2.5 probes and a miss 8.5 (Knuth, TAOCP 3, section
 * 6.4, Algorithm L); misses are rare, for nearly all values have been seen.  An
 * index of few values is at most half full, and all of it is in the cache.
 */
#include "store/nodes.h"

#include <string.h>

enum { FIRST_PLACES = 16, FIRST_VALUES = 8, FEW = 4096 };

/* Enough for all numbers, and half of what 32 bits can count. */
static const uint64_t MOST_PLACES = UINT64_C(1) << 31;
static const uint32_t NODE_MASK = (UINT32_C(1) << NODE_BITS) - 1;

void nodes_release(struct nodes *nodes, struct budget *budget) {
  region_release(&nodes->values, budget);
  region_release(&nodes->index, budget);
}

static uint64_t *values_of(const struct nodes *nodes) {
  return (uint64_t *)nodes->values.base;
}

static uint32_t *places_of(const struct nodes *nodes) {
  return (uint32_t *)nodes->index.base;
}

/* A product of 128 bits, folded: faster than mix64, and what is hashed next
 * waits for the result.
 */
static inline uint64_t hash_value(uint64_t value) {
  const unsigned __int128 product =
      (unsigned __int128)(value ^ UINT64_C(0x9e3779b97f4a7c15)) *
      UINT64_C(0xd6e8feb86659fd93);
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint32_t home(const struct nodes *nodes, uint64_t hash) {
  return (uint32_t)(((hash >> 32) * nodes->size) >> 32);
}

/* The low bits of the hash, which hardly bear on the home. */
static uint32_t tag(uint64_t hash) {
  return (uint32_t)hash << NODE_BITS;
}

/* The place of the value: where it is, or the free one where it belongs. */
static inline uint32_t *find(const struct nodes *nodes, uint64_t value,
                             uint64_t hash) {
  const uint64_t *values = values_of(nodes);
  uint32_t *places = places_of(nodes);
  uint32_t i = home(nodes, hash);
  for (; places[i] != 0; i = i + 1 == nodes->size ? 0 : i + 1)
    if ((places[i] & ~NODE_MASK) == tag(hash) &&
        values[places[i] & NODE_MASK] == value)
      break;
  return &places[i];
}

static void fill_index(struct nodes *nodes) {
  const uint64_t *values = values_of(nodes);
  memset(places_of(nodes), 0, nodes->size * sizeof(uint32_t));
  for (uint32_t node = 1; node <= nodes->count; node++) {
    const uint64_t hash = hash_value(values[node]);
    *find(nodes, values[node], hash) = tag(hash) | node;
  }
}

static bool grow_index(struct nodes *nodes, struct budget *budget) {
  const uint64_t wanted = nodes->size < FEW
                              ? (uint64_t)nodes->size * 2 + FIRST_PLACES
                              : (uint64_t)nodes->size * 3 / 2;
  if (wanted > MOST_PLACES ||
      !region_grow(&nodes->index, budget, wanted * sizeof(uint32_t)))
    return false;
  nodes->size = (uint32_t)(nodes->index.bytes / sizeof(uint32_t));
  nodes->room = nodes->size < FEW ? nodes->size / 2 : nodes->size / 4 * 3;
  fill_index(nodes);
  return true;
}

static bool has_free_number(struct nodes *nodes, struct budget *budget) {
  const size_t next = (size_t)nodes->count + 1;
  if (next > NODE_MASK)
    return false;
  if ((next + 1) * sizeof(uint64_t) <= nodes->values.bytes)
    return true;
  const size_t wanted = next + (next < FEW ? next : next / 8) + FIRST_VALUES;
  return region_grow(&nodes->values, budget, wanted * sizeof(uint64_t));
}

/* Enters a value that is not there. */
static uint32_t add(struct nodes *nodes, struct budget *budget, uint64_t value,
                    uint64_t hash) {
  if (nodes->count == nodes->room && !grow_index(nodes, budget))
    return NO_NODE;
  if (!has_free_number(nodes, budget))
    return NO_NODE;
  nodes->count++;
  values_of(nodes)[nodes->count] = value;
  *find(nodes, value, hash) = tag(hash) | nodes->count;
  return nodes->count;
}

uint32_t nodes_intern(struct nodes *nodes, struct budget *budget,
                      uint64_t value, uint32_t limit) {
  if (value == 0)
    return 0;
  const uint64_t hash = hash_value(value);
  if (nodes->size > 0) {
    const uint32_t number = *find(nodes, value, hash) & NODE_MASK;
    if (number != 0)
      return number < limit ? number : NODE_TOO_LARGE;
  }
  if (nodes->count + 1 >= limit)
    return NODE_TOO_LARGE;
  return add(nodes, budget, value, hash);
}
