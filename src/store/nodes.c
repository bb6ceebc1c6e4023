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

void nodes_release(struct nodes *nodes, struct budget *budget) {
  region_release(&nodes->values, budget);
  region_release(&nodes->index, budget);
}

static void fill_index(struct nodes *nodes) {
  const uint64_t *values = nodes_values(nodes);
  memset(nodes_places(nodes), 0, nodes->size * sizeof(uint32_t));
  for (uint32_t node = 1; node <= nodes->count; node++) {
    const uint64_t hash = nodes_hash(values[node]);
    *nodes_place(nodes, values[node], hash) = nodes_tag(hash) | node;
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
  nodes_values(nodes)[nodes->count] = value;
  *nodes_place(nodes, value, hash) = nodes_tag(hash) | nodes->count;
  return nodes->count;
}

uint32_t nodes_intern_new(struct nodes *nodes, struct budget *budget,
                          uint64_t value, uint32_t limit) {
  if (nodes->count + 1 >= limit)
    return NODE_TOO_LARGE;
  return add(nodes, budget, value, nodes_hash(value));
}
