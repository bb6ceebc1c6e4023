/* Refinement in rounds: every state is looked at in each.
 *
 * Round k + 1 tells two states apart when their signatures with regard to the
 * blocks of round k differ.  That is slower than lts/partition.c, but the
 * number of the round in which two states part is the depth of the formula
 * that tells them apart.
 */
#ifndef LARIAT_LTS_ROUNDS_H
#define LARIAT_LTS_ROUNDS_H

#include "lts/limits.h"
#include "lts/lts.h"
#include "lts/set_pool.h"

enum round_kind { ROUND_STRONG, ROUND_BRANCHING };

struct rounds {
  const struct lts *lts;
  uint32_t hidden; /* its steps lead to smaller numbers, but for strong */
  struct set_pool sets, keys;
  uint32_t *seen; /* names of sets, by state */
};

/* Branching rounds want a graph made by lts_collapse(). */
void rounds_init(struct rounds *rounds, const struct lts *lts,
                 enum round_kind kind);
void rounds_clear(struct rounds *rounds);

/* One round: from the blocks of all states to those of the next; gives their
 * number, or 0 after a limit.
 */
uint32_t rounds_next(struct rounds *rounds, const struct lts_limits *limits,
                     const uint32_t *blocks, uint32_t *next);

#endif
