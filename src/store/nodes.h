/* Pairs of 32-bit values, each stored once and named by a number.
 *
 * The left value of a pair is its low half.
 */
#ifndef LARIAT_STORE_NODES_H
#define LARIAT_STORE_NODES_H

#include "store/budget.h"

#include <stdbool.h>
#include <stdint.h>

enum { NODE_BITS = 29 }; /* numbers are below 2^29 */

#define NO_NODE UINT32_MAX

/* Zeroed, it holds the pair of zeros only, under number 0. */
struct nodes {
  struct region pairs; /* by number, from 1 on */
  struct region index;
  uint32_t count; /* pairs, without the pair of zeros */
  uint32_t room;  /* pairs that may be there before the index must grow */
  uint32_t size;  /* of the index, in places */
};

void nodes_release(struct nodes *nodes, struct budget *budget);

/* The number of this pair, which is new if the pair is; NO_NODE when the pair
 * is new and there is no room for it.
 */
uint32_t nodes_intern(struct nodes *nodes, struct budget *budget, uint32_t left,
                      uint32_t right);

static inline uint64_t nodes_pair(const struct nodes *nodes, uint32_t node) {
  return node == 0 ? 0 : ((const uint64_t *)nodes->pairs.base)[node];
}

#endif
