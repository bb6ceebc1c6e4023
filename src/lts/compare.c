/* Are two graphs equivalent?  See compare.h.
 *
 * Bisimilarities are decided by refinement of the whole (lts/partition.c), and
 * what tells the graphs apart is looked for in the quotient, which is as good
 * and smaller.  Traces and simulation are decided on pairs of what is left when
 * bisimilar states are joined, which changes neither.
 */
#include "lts/compare.h"

#include "lts/distinguish.h"
#include "lts/partition.h"
#include "lts/simulation.h"
#include "lts/trace.h"
#include "lts/transform.h"

#define PATIENCE (UINT64_C(1) << 30)

void lts_comparison_clear(struct lts_comparison *comparison) {
  if (comparison->has_formula)
    hml_clear(&comparison->formula);
  duel_clear(&comparison->duel);
  *comparison = (struct lts_comparison){0};
}

void lts_comparison_check(struct lts_comparison *comparison,
                          const struct lts_view *left,
                          const struct lts_view *right) {
  bool of_left = false, of_right = false;
  if (!comparison->has_formula)
    return;
  const bool decided =
      hml_decide(&comparison->formula, left, PATIENCE, &of_left) &&
      hml_decide(&comparison->formula, right, PATIENCE, &of_right);
  comparison->failed = decided && (of_left != comparison->of_left ||
                                   of_right == comparison->of_left);
  if (!decided || comparison->failed) {
    hml_clear(&comparison->formula);
    comparison->has_formula = false;
    return;
  }
  const struct lts_view views[2] = {*left, *right};
  comparison->has_duel = duel_find(&comparison->formula, comparison->of_left,
                                   views, PATIENCE, &comparison->duel);
}

static bool partition_by(const struct lts *lts, enum lts_relation relation,
                         const struct lts_limits *limits,
                         struct partition *out) {
  switch (relation) {
  case LTS_STRONG:
    return partition_strong(lts, limits, out);
  case LTS_BRANCHING:
    return partition_branching(lts, limits, out);
  case LTS_WEAK:
    return partition_weak(lts, limits, out);
  case LTS_TRACE: /* a step on the way */
    return partition_branching(lts, limits, out);
  case LTS_SIMULATION:
    return partition_strong(lts, limits, out);
  }
  return false;
}

/* The hidden steps that a quotient leaves out where they lead nowhere else. */
static uint32_t idle_label(const struct lts *lts, enum lts_relation relation) {
  return relation == LTS_STRONG || relation == LTS_SIMULATION
             ? LTS_NO_LABEL
             : lts_hidden_label(lts);
}

/* ---- comparing ---- */

/* The formula for two blocks, from their quotient. */
static void explain(const struct lts *quotient, enum hml_mode mode,
                    uint32_t left, uint32_t right,
                    const struct lts_limits *limits,
                    struct lts_comparison *out) {
  uint32_t *map = NULL;
  struct lts *ordered = NULL;
  if (mode != HML_STRONG) {
    ordered = lts_collapse(quotient, lts_hidden_label(quotient), &map);
    left = map[left];
    right = map[right];
  }
  out->has_formula = distinguish(ordered ? ordered : quotient, mode, left,
                                 right, limits, &out->formula, &out->of_left);
  if (!out->has_formula)
    hml_clear(&out->formula);
  lts_close(ordered);
  memory_free(map);
}

static void compare_blocks(const struct lts *quotient, uint32_t left,
                           uint32_t right, enum lts_relation relation,
                           const struct lts_limits *limits,
                           struct lts_comparison *out) {
  static const enum hml_mode modes[] = {[LTS_STRONG] = HML_STRONG,
                                        [LTS_BRANCHING] = HML_UNTIL,
                                        [LTS_WEAK] = HML_WEAK};
  switch (relation) {
  case LTS_STRONG:
  case LTS_BRANCHING:
  case LTS_WEAK:
    *out = (struct lts_comparison){.answer = left == right ? LTS_EQUIVALENT
                                                           : LTS_DIFFERENT};
    if (left != right)
      explain(quotient, modes[relation], left, right, limits, out);
    break;
  case LTS_TRACE:
    trace_compare(quotient, left, right, limits, out);
    break;
  case LTS_SIMULATION:
    simulation_compare(quotient, left, right, limits, out);
    break;
  }
}

void lts_compare(const struct lts *joint, uint32_t left, uint32_t right,
                 enum lts_relation relation, const struct lts_limits *limits,
                 struct lts_comparison *out) {
  struct partition partition;
  if (!partition_by(joint, relation, limits, &partition)) {
    *out = (struct lts_comparison){.answer = LTS_UNKNOWN};
    return;
  }
  struct lts *quotient =
      partition_quotient(joint, &partition, idle_label(joint, relation));
  compare_blocks(quotient, partition.block_of[left], partition.block_of[right],
                 relation, limits, out);
  out->blocks = partition.count;
  lts_close(quotient);
  partition_clear(&partition);
  const struct lts_view left_view = lts_view_of(joint, left);
  const struct lts_view right_view = lts_view_of(joint, right);
  lts_comparison_check(out, &left_view, &right_view);
}

/* ---- the smallest graph ---- */

static struct lts *quotient_by(const struct lts *lts,
                               enum lts_relation relation,
                               const struct lts_limits *limits) {
  struct partition partition;
  if (!partition_by(lts, relation, limits, &partition))
    return NULL;
  struct lts *quotient =
      partition_quotient(lts, &partition, idle_label(lts, relation));
  partition_clear(&partition);
  return quotient;
}

/* What branching bisimilarity left, made deterministic and minimal. */
static struct lts *smallest_of_traces(const struct lts *lts,
                                      const struct lts_limits *limits) {
  struct lts *deterministic = trace_determinise(lts, limits);
  struct lts *smallest =
      deterministic ? quotient_by(deterministic, LTS_STRONG, limits) : NULL;
  lts_close(deterministic);
  return smallest;
}

static struct lts *quotient_by_simulation(const struct lts *lts,
                                          const struct lts_limits *limits) {
  struct partition partition;
  if (!simulation_partition(lts, limits, &partition))
    return NULL;
  struct lts *quotient = partition_quotient(lts, &partition, LTS_NO_LABEL);
  partition_clear(&partition);
  return quotient;
}

/* The same graph, or NULL, in place of one that is no longer needed. */
static struct lts *replaced(struct lts *old, struct lts *new) {
  lts_close(old);
  return new;
}

struct lts *lts_minimize(const struct lts *lts, enum lts_relation relation,
                         const struct lts_limits *limits) {
  struct lts *small = lts_tidy(lts);
  small = replaced(small, quotient_by(small, relation, limits));
  if (small && relation == LTS_TRACE)
    small = replaced(small, smallest_of_traces(small, limits));
  if (small && relation == LTS_SIMULATION)
    small = replaced(small, quotient_by_simulation(small, limits));
  return small ? replaced(small, lts_tidy(small)) : NULL;
}
