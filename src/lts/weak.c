/* Weak bisimilarity: see partition.h.
 *
 * Branching bisimilar states are weakly bisimilar, so the graph is reduced by
 * branching bisimilarity first, which also leaves no cycles of hidden steps;
 * lts/weak_refine.c goes over what is left.
 */
#include "lts/partition.h"

#include "lts/transform.h"
#include "lts/weak_refine.h"

bool partition_weak(const struct lts *lts, const struct lts_limits *limits,
                    struct partition *out) {
  const uint32_t hidden = lts_hidden_label(lts);
  if (!partition_branching(lts, limits, out) || hidden == LTS_NO_LABEL)
    return out->block_of != NULL;
  struct weak_refinement refinement;
  struct lts *small = partition_quotient(lts, out, hidden);
  weak_refine_init(&refinement, small, lts_hidden_label(small));
  const bool done = weak_refine_all(&refinement, limits);
  for (uint32_t s = 0; s < lts->state_count; s++)
    out->block_of[s] = refinement.blocks.block_of[out->block_of[s]];
  out->count = (uint32_t)refinement.blocks.items.count;
  weak_refine_clear(&refinement);
  lts_close(small);
  if (!done)
    partition_clear(out);
  return done;
}
