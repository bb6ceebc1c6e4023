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

/* The number of this value, which is new if the value is; numbers are given in
 * order of arrival.  A value that has no number below the limit gets none:
 * NODE_TOO_LARGE.  NO_NODE when it is new and there is no memory for it.
 */
uint32_t nodes_intern(struct nodes *nodes, struct budget *budget,
                      uint64_t value, uint32_t limit);

static inline uint64_t nodes_value(const struct nodes *nodes, uint32_t node) {
  return node == 0 ? 0 : ((const uint64_t *)nodes->values.base)[node];
}

#endif
