/* Refinement in rounds: see rounds.h.
 *
 * Signatures are those of Blom and Orzan.  Strong: the pairs (label, block) of
 * the edges.  Branching: those of the state and of all that it leads to by
 * hidden steps inside its block.  As hidden steps lead to smaller numbers, one
 * pass in ascending order finds the sets of all the states that they lead to
 * before they are needed.  Sets are kept once, so states with equal sets share
 * them.
 */
#include "lts/rounds.h"

#include "lts/transform.h"

enum { STOP_EVERY = 1 << 12 }; /* states */

void rounds_init(struct rounds *rounds, const struct lts *lts,
                 enum round_kind kind) {
  const size_t bytes = lts->state_count * sizeof(uint32_t);
  *rounds = (struct rounds){
      .lts = lts,
      .hidden = kind == ROUND_STRONG ? LTS_NO_LABEL : lts_hidden_label(lts),
      .seen = memory_alloc(bytes)};
}

void rounds_clear(struct rounds *rounds) {
  set_pool_clear(&rounds->sets);
  set_pool_clear(&rounds->keys);
  memory_free(rounds->seen);
}

static uint64_t pair(uint32_t label, uint32_t block) {
  return (uint64_t)label << 32 | block;
}

/* What the state can do, hidden steps inside its block not counted. */
static void find_steps(struct rounds *r, const uint32_t *blocks,
                       uint32_t state) {
  const struct lts *lts = r->lts;
  for (uint32_t e = lts->first_edge[state]; e < lts->first_edge[state + 1];
       e++) {
    const uint32_t target = lts->targets[e];
    if (lts->labels[e] == r->hidden && blocks[target] == blocks[state])
      set_pool_add_set(&r->sets, r->seen[target]);
    else
      set_pool_add(&r->sets, pair(lts->labels[e], blocks[target]));
  }
  r->seen[state] = set_pool_finish(&r->sets);
}

static bool may_go_on(const struct rounds *r, const struct lts_limits *limits,
                      uint32_t state) {
  return (limits->max_bytes == 0 ||
          set_pool_bytes(&r->sets) <= limits->max_bytes) &&
         (state % STOP_EVERY != 0 || !lts_must_stop(limits));
}

static bool find_signatures(struct rounds *r, const struct lts_limits *limits,
                            const uint32_t *blocks) {
  set_pool_empty(&r->sets);
  for (uint32_t s = 0; s < r->lts->state_count; s++) {
    if (!may_go_on(r, limits, s))
      return false;
    find_steps(r, blocks, s);
  }
  return true;
}

/* Numbers the combinations of old block and signature. */
static uint32_t number_blocks(struct rounds *r, const uint32_t *blocks,
                              uint32_t *next) {
  enum { PARTS = 2, PART_BITS = 1 }; /* the place of each part in the set */
  set_pool_empty(&r->keys);
  for (uint32_t s = 0; s < r->lts->state_count; s++) {
    const uint32_t parts[PARTS] = {blocks[s], r->seen[s]};
    for (uint64_t i = 0; i < PARTS; i++)
      set_pool_add(&r->keys, (uint64_t)parts[i] << PART_BITS | i);
    next[s] = set_pool_finish(&r->keys);
  }
  return set_pool_count(&r->keys);
}

uint32_t rounds_next(struct rounds *rounds, const struct lts_limits *limits,
                     const uint32_t *blocks, uint32_t *next) {
  return find_signatures(rounds, limits, blocks)
             ? number_blocks(rounds, blocks, next)
             : 0;
}
