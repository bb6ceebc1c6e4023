/* Which states of a graph are equivalent. */
#ifndef LARIAT_LTS_PARTITION_H
#define LARIAT_LTS_PARTITION_H

#include "lts/limits.h"
#include "lts/lts.h"

/* The blocks of states, numbered from 0. */
struct partition {
  uint32_t *block_of; /* each state */
  uint32_t count;
};
void partition_clear(struct partition *partition);

/* Strong bisimilarity.  These are false, and *out is empty, after a limit. */
bool partition_strong(const struct lts *lts, const struct lts_limits *limits,
                      struct partition *out);

/* Branching bisimilarity (van Glabbeek and Weijland 1996), with `i` as the
 * hidden step; cycles of hidden steps do not count.
 */
bool partition_branching(const struct lts *lts, const struct lts_limits *limits,
                         struct partition *out);

/* Weak bisimilarity (Milner 1989), in the same way. */
bool partition_weak(const struct lts *lts, const struct lts_limits *limits,
                    struct partition *out);

/* The graph whose states are the blocks, with the edges that lead from some
 * state of one to some state of another.  A `hidden` step inside a block is
 * left out; LTS_NO_LABEL: none is.  Block b is state b.
 */
struct lts *partition_quotient(const struct lts *lts,
                               const struct partition *partition,
                               uint32_t hidden);

#endif
