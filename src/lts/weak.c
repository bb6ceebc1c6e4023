/* Weak bisimilarity: see partition.h.
 *
 * Branching bisimilar states are weakly bisimilar, so the graph is reduced by
 * branching bisimilarity first; the rounds of lts/rounds.c go over what is
 * left.  No transition is ever added: the sets of blocks that hidden steps lead
 * to take the place of their closure.  A round takes time in proportion to the
 * sizes of these sets, n^2 in the worst case, and there may be n rounds.
 */
#include "lts/partition.h"

#include "base/memory.h"
#include "lts/rounds.h"
#include "lts/transform.h"

#include <string.h>

/* Rounds until nothing changes; false after a limit. */
static bool refine_in_rounds(const struct lts *lts, uint32_t *blocks,
                             uint32_t *count, const struct lts_limits *limits) {
  const size_t bytes = lts->state_count * sizeof *blocks;
  uint32_t *next = memory_alloc(bytes);
  struct rounds rounds;
  uint32_t before = 0, now = lts->state_count > 0;
  rounds_init(&rounds, lts, ROUND_WEAK);
  while (now > before) {
    before = now;
    now = rounds_next(&rounds, limits, blocks, next);
    if (now > 0)
      memcpy(blocks, next, bytes);
  }
  rounds_clear(&rounds);
  memory_free(next);
  *count = now;
  return now == before;
}

bool partition_weak(const struct lts *lts, const struct lts_limits *limits,
                    struct partition *out) {
  const uint32_t hidden = lts_hidden_label(lts);
  if (!partition_branching(lts, limits, out) || hidden == LTS_NO_LABEL)
    return out->block_of != NULL;
  uint32_t *map, count;
  struct lts *small = partition_quotient(lts, out, hidden);
  struct lts *ordered = lts_collapse(small, hidden, &map);
  uint32_t *blocks = memory_alloc(ordered->state_count * sizeof *blocks);
  const bool done = refine_in_rounds(ordered, blocks, &count, limits);
  for (uint32_t s = 0; s < lts->state_count; s++)
    out->block_of[s] = blocks[map[out->block_of[s]]];
  out->count = count;
  memory_free(blocks);
  memory_free(map);
  lts_close(ordered);
  lts_close(small);
  if (!done)
    partition_clear(out);
  return done;
}
