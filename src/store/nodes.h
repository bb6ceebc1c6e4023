/* 64-bit values, each stored once and named by a number.
 *
 * The inner nodes of trees (frame.c), and the words and groups of packed states
 * (packed.c).
 */
#ifndef LARIAT_STORE_NODES_H
#define LARIAT_STORE_NODES_H

#include "store/budget.h"

#include <stdbool.h>
#include <stdint.h>

enum { NODE_BITS = 29, MOST_NODES = 1 << NODE_BITS }; /* numbers are below */

/* In place of a number. */
#define NO_NODE UINT32_MAX              /* there is no memory */
#define NODE_TOO_LARGE (UINT32_MAX - 1) /* it would not be below the limit */

/* Zeroed, it holds the value 0 only, under number 0. */
struct nodes {
  struct region values; /* by number, from 1 on */
  struct region index;
  uint32_t count; /* values other than 0 */
  uint32_t room;  /* values that may be there before the index must grow */
  uint32_t size;  /* of the index, in places */
};

void nodes_release(struct nodes *nodes, struct budget *budget);

/* ---- private to nodes_intern ---- */

#define NODE_MASK ((UINT32_C(1) << NODE_BITS) - 1)

static inline uint64_t *nodes_values(const struct nodes *nodes) {
  return (uint64_t *)(void *)nodes->values.base;
}

static inline uint32_t *nodes_places(const struct nodes *nodes) {
  return (uint32_t *)(void *)nodes->index.base;
}

/* A product of 128 bits, folded: faster than mix64, and what is hashed next
 * waits for the result.
 */
static inline uint64_t nodes_hash(uint64_t value) {
  const unsigned __int128 product =
      (unsigned __int128)(value ^ UINT64_C(0x9e3779b97f4a7c15)) *
      UINT64_C(0xd6e8feb86659fd93);
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* The low bits of the hash, which hardly bear on the home. */
static inline uint32_t nodes_tag(uint64_t hash) {
  return (uint32_t)hash << NODE_BITS;
}

/* The place of the value: where it is, or the free one where it belongs. */
static inline uint32_t *nodes_place(const struct nodes *nodes, uint64_t value,
                                    uint64_t hash) {
  const uint64_t *values = nodes_values(nodes);
  uint32_t *places = nodes_places(nodes);
  uint32_t i = (uint32_t)(((hash >> 32) * nodes->size) >> 32);
  for (; places[i] != 0; i = i + 1 == nodes->size ? 0 : i + 1)
    if ((places[i] & ~NODE_MASK) == nodes_tag(hash) &&
        values[places[i] & NODE_MASK] == value)
      break;
  return &places[i];
}

uint32_t nodes_intern_new(struct nodes *nodes, struct budget *budget,
                          uint64_t value, uint32_t limit);

/* ---- public ---- */

/* The number of this value, which is new if the value is; numbers are given in
 * order of arrival.  A value that has no number below the limit gets none:
 * NODE_TOO_LARGE.  NO_NODE when it is new and there is no memory for it.
 */
static inline uint32_t nodes_intern(struct nodes *nodes, struct budget *budget,
                                    uint64_t value, uint32_t limit) {
  if (value == 0)
    return 0;
  if (nodes->size > 0) {
    const uint32_t number =
        *nodes_place(nodes, value, nodes_hash(value)) & NODE_MASK;
    if (number != 0)
      return number < limit ? number : NODE_TOO_LARGE;
  }
  return nodes_intern_new(nodes, budget, value, limit);
}

static inline uint64_t nodes_value(const struct nodes *nodes, uint32_t node) {
  return node == 0 ? 0 : ((const uint64_t *)nodes->values.base)[node];
}

#endif
