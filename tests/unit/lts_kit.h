/* Small random graphs, and what is true of them by definition.
 *
 * Relations are computed here as the books define them: everything is related
 * at first, and pairs that break the definition are struck out until none does.
 * That is slow and plain, so that it can judge what is fast.
 */
#ifndef LARIAT_TESTS_LTS_KIT_H
#define LARIAT_TESTS_LTS_KIT_H

#include "base/rng.h"
#include "base/vec.h"
#include "lts/compare.h"
#include "lts/transform.h"

#include <stdio.h>
#include <string.h>

enum { KIT_MOST = 64 }; /* states of a graph the oracles can judge */

static const struct lts_limits kit_no_limits;

/* ---- graphs ---- */

static inline struct lts_builder *kit_builder(void) {
  struct lts_builder *builder = lts_builder_open();
  (void)lts_builder_label(builder, "i", 1);
  (void)lts_builder_label(builder, "a", 1);
  (void)lts_builder_label(builder, "b", 1);
  return builder;
}

static inline struct lts *kit_finish(struct lts_builder *builder,
                                     uint32_t states, uint32_t initial) {
  struct lts *lts = lts_builder_finish(builder, states, initial);
  lts_builder_close(builder);
  return lts;
}

static inline struct lts *kit_random(struct rng *rng, uint32_t states,
                                     uint32_t edges, uint32_t labels) {
  struct lts_builder *builder = kit_builder();
  for (uint32_t i = 0; i < edges; i++)
    (void)lts_builder_edge(builder, (uint32_t)rng_below(rng, states),
                           (uint32_t)rng_below(rng, labels),
                           (uint32_t)rng_below(rng, states));
  return kit_finish(builder, states, 0);
}

/* One successor at most with each label. */
static inline struct lts *kit_random_deterministic(struct rng *rng,
                                                   uint32_t states) {
  struct lts_builder *builder = kit_builder();
  for (uint32_t s = 0; s < states; s++)
    for (uint32_t label = 0; label < 3; label++)
      if (rng_below(rng, 3) > 0)
        (void)lts_builder_edge(builder, s, label,
                               (uint32_t)rng_below(rng, states));
  return kit_finish(builder, states, 0);
}

/* Each state becomes one or two; each edge of each leads to one or both of the
 * target's: strongly bisimilar to the graph it is made of.
 */
static inline struct lts *kit_split(struct rng *rng, const struct lts *lts) {
  struct lts_builder *builder = kit_builder();
  const uint32_t count = lts->state_count;
  uint32_t next = count, *twin = memory_alloc(count * sizeof *twin);
  for (uint32_t s = 0; s < count; s++)
    twin[s] = rng_below(rng, 2) ? next++ : s;
  for (uint32_t s = 0; s < count; s++)
    for (uint32_t copy = 0; copy < (twin[s] == s ? 1u : 2u); copy++)
      for (uint32_t e = lts->first_edge[s]; e < lts->first_edge[s + 1]; e++) {
        const uint32_t target = lts->targets[e], which = rng_below(rng, 3) + 1;
        if (which & 1)
          (void)lts_builder_edge(builder, copy ? twin[s] : s, lts->labels[e],
                                 target);
        if (which & 2)
          (void)lts_builder_edge(builder, copy ? twin[s] : s, lts->labels[e],
                                 twin[target]);
      }
  struct lts *split = kit_finish(builder, next, twin[0]);
  memory_free(twin);
  return split;
}

/* Marks what hidden steps lead to from the marked states. */
static inline void kit_mark_hidden(const struct lts *lts, uint8_t *marks) {
  const uint32_t hidden = lts_hidden_label(lts);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t s = 0; s < lts->state_count; s++)
      for (uint32_t e = lts->first_edge[s]; e < lts->first_edge[s + 1]; e++)
        if (marks[s] && lts->labels[e] == hidden && !marks[lts->targets[e]])
          marks[lts->targets[e]] = changed = true;
  }
}

/* The edges with one label, with hidden steps before and after them. */
static inline void kit_saturate_label(struct lts_builder *builder,
                                      const struct lts *lts, uint32_t from,
                                      const uint8_t *before, uint32_t label) {
  uint8_t *after = memory_alloc(lts->state_count + 1);
  for (uint32_t s = 0; s < lts->state_count; s++) {
    if (label == lts_hidden_label(lts))
      after[s] = before[s];
    for (uint32_t e = lts->first_edge[s]; e < lts->first_edge[s + 1]; e++)
      if (before[s] && lts->labels[e] == label)
        after[lts->targets[e]] = 1;
  }
  kit_mark_hidden(lts, after);
  for (uint32_t s = 0; s < lts->state_count; s++)
    if (after[s])
      (void)lts_builder_edge(builder, from, label, s);
  memory_free(after);
}

/* An edge for each weak step; a hidden one may be no step at all. */
static inline struct lts *kit_saturate(const struct lts *lts) {
  struct lts_builder *builder = kit_builder();
  for (uint32_t s = 0; s < lts->state_count; s++) {
    uint8_t *before = memory_alloc(lts->state_count + 1);
    before[s] = 1;
    kit_mark_hidden(lts, before);
    for (uint32_t label = 0; label < lts->label_count; label++)
      kit_saturate_label(builder, lts, s, before, label);
    memory_free(before);
  }
  return kit_finish(builder, lts->state_count, lts->initial);
}

/* ---- relations by definition ---- */

struct kit_relation {
  bool has[KIT_MOST][KIT_MOST];
};

static inline uint64_t kit_bit(uint32_t state) {
  return UINT64_C(1) << state;
}

/* The states that edges with this label lead to. */
static inline uint64_t kit_step(const struct lts *lts, uint64_t from,
                                uint32_t label) {
  uint64_t to = 0;
  for (uint32_t s = 0; s < lts->state_count; s++)
    for (uint32_t e = lts->first_edge[s]; e < lts->first_edge[s + 1]; e++)
      if ((from & kit_bit(s)) && lts->labels[e] == label)
        to |= kit_bit(lts->targets[e]);
  return to;
}

/* Those that hidden steps, or none, lead to. */
static inline uint64_t kit_silent(const struct lts *lts, uint64_t from) {
  const uint32_t hidden = lts_hidden_label(lts);
  uint64_t before;
  do {
    before = from;
    from |= kit_step(lts, from, hidden);
  } while (from != before);
  return from;
}

static inline bool kit_any(const struct kit_relation *r, uint32_t x,
                           uint64_t set) {
  for (uint32_t y = 0; y < KIT_MOST; y++)
    if ((set & kit_bit(y)) && r->has[x][y])
      return true;
  return false;
}

/* Can t answer this step of s? */
static inline bool kit_answers(const struct lts *lts,
                               enum lts_relation relation,
                               const struct kit_relation *r, uint32_t s,
                               uint32_t label, uint32_t target, uint32_t t) {
  const bool is_hidden = label == lts_hidden_label(lts);
  if (relation == LTS_STRONG || relation == LTS_SIMULATION)
    return kit_any(r, target, kit_step(lts, kit_bit(t), label));
  const uint64_t silent = kit_silent(lts, kit_bit(t));
  if (relation == LTS_WEAK)
    return kit_any(r, target,
                   is_hidden ? silent
                             : kit_silent(lts, kit_step(lts, silent, label)));
  if (is_hidden && r->has[target][t])
    return true;
  for (uint32_t u = 0; u < lts->state_count; u++)
    if ((silent & kit_bit(u)) && r->has[s][u] &&
        kit_any(r, target, kit_step(lts, kit_bit(u), label)))
      return true;
  return false;
}

static inline bool kit_all_answered(const struct lts *lts,
                                    enum lts_relation relation,
                                    const struct kit_relation *r, uint32_t s,
                                    uint32_t t) {
  for (uint32_t e = lts->first_edge[s]; e < lts->first_edge[s + 1]; e++)
    if (!kit_answers(lts, relation, r, s, lts->labels[e], lts->targets[e], t))
      return false;
  return true;
}

/* Bisimilarities, or the preorder of simulation: has[s][t], t simulates s. */
static inline void kit_fixpoint(const struct lts *lts,
                                enum lts_relation relation,
                                struct kit_relation *r) {
  const uint32_t count = lts->state_count;
  for (uint32_t s = 0; s < KIT_MOST; s++)
    for (uint32_t t = 0; t < KIT_MOST; t++)
      r->has[s][t] = s < count && t < count;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t s = 0; s < count; s++)
      for (uint32_t t = 0; t < count; t++) {
        if (!r->has[s][t] || kit_all_answered(lts, relation, r, s, t))
          continue;
        r->has[s][t] = false;
        if (relation != LTS_SIMULATION)
          r->has[t][s] = false;
        changed = true;
      }
  }
}

/* Traces: all sequences up to a length that decides it. */
static inline bool kit_same_traces(const struct lts *lts, uint64_t left,
                                   uint64_t right, uint32_t length) {
  left = kit_silent(lts, left);
  right = kit_silent(lts, right);
  if ((left == 0) != (right == 0))
    return false;
  if (length == 0 || left == right)
    return true;
  for (uint32_t label = 0; label < lts->label_count; label++)
    if (label != lts_hidden_label(lts) &&
        !kit_same_traces(lts, kit_step(lts, left, label),
                         kit_step(lts, right, label), length - 1))
      return false;
  return true;
}

/* ---- formulas by definition ---- */

/* The states that have a part of a formula. */
static inline uint64_t kit_satisfy(const struct lts *lts, const struct hml *hml,
                                   hml_ref ref);

static inline bool kit_can_until(const struct lts *lts, uint32_t state,
                                 uint32_t label, uint64_t along,
                                 uint64_t after) {
  const uint32_t hidden = lts_hidden_label(lts);
  uint64_t here = kit_bit(state) & along, before;
  do {
    before = here;
    here |= kit_step(lts, here, hidden) & along;
  } while (here != before);
  return (kit_step(lts, here, label) & after) ||
         (label == hidden && (here & after));
}

static inline bool kit_can(const struct lts *lts, const struct hml *hml,
                           uint32_t state, uint32_t label, uint64_t along,
                           uint64_t after) {
  if (hml->mode == HML_STRONG)
    return kit_step(lts, kit_bit(state), label) & after;
  if (hml->mode == HML_UNTIL)
    return kit_can_until(lts, state, label, along, after);
  const uint64_t silent = kit_silent(lts, kit_bit(state));
  if (label == lts_hidden_label(lts))
    return silent & after;
  return kit_silent(lts, kit_step(lts, silent, label)) & after;
}

static inline uint64_t kit_satisfy(const struct lts *lts, const struct hml *hml,
                                   hml_ref ref) {
  const struct hml_part *part = &hml->parts.items[ref.index];
  const hml_ref *operands = hml->operands.items + part->first;
  uint64_t set = part->kind == HML_OR || part->kind == HML_CAN ? 0 : ~0ull;
  if (part->kind == HML_NOT)
    return ~kit_satisfy(lts, hml, operands[0]);
  if (part->kind == HML_CAN) {
    const uint64_t after = kit_satisfy(lts, hml, operands[0]);
    const uint64_t along = kit_satisfy(lts, hml, operands[1]);
    for (uint32_t s = 0; s < lts->state_count; s++)
      if (kit_can(lts, hml, s, part->label, along, after))
        set |= kit_bit(s);
    return set;
  }
  for (uint32_t i = 0; i < part->count; i++) {
    const uint64_t operand = kit_satisfy(lts, hml, operands[i]);
    set = part->kind == HML_OR ? set | operand : set & operand;
  }
  return set;
}

/* Does the formula tell the two states apart, as the comparison says? */
static inline bool kit_explains(const struct lts *lts, uint32_t left,
                                uint32_t right,
                                const struct lts_comparison *comparison) {
  if (!comparison->has_formula)
    return false;
  const uint64_t set =
      kit_satisfy(lts, &comparison->formula, comparison->formula.root);
  const bool of_left = set >> left & 1, of_right = set >> right & 1;
  return of_left != of_right && of_left == comparison->of_left;
}

/* ---- runs by definition ---- */

/* Where the run of one side ends; UINT32_MAX when a step is no edge. */
static inline uint32_t kit_walk(const struct lts *lts, uint32_t from,
                                const struct duel_run *run) {
  for (size_t i = 0; i < run->steps.count; i++) {
    const struct duel_step *step = &run->steps.items[i];
    const uint32_t e = lts->first_edge[from] + step->edge;
    if (step->state != from || e >= lts->first_edge[from + 1] ||
        lts->labels[e] != step->label || lts->targets[e] != step->target)
      return UINT32_MAX;
    from = step->target;
  }
  return from;
}

/* The labels of a run that count. */
static inline size_t kit_labels(const struct lts *lts,
                                const struct duel_run *run, bool is_strong,
                                uint32_t *labels) {
  size_t count = 0;
  for (size_t i = 0; i < run->steps.count; i++)
    if (is_strong || run->steps.items[i].label != lts_hidden_label(lts))
      labels[count++] = run->steps.items[i].label;
  return count;
}

/* Do both runs exist, have the same labels but for the last of the winner, and
 * can the other one not do that?
 */
static inline bool kit_replays(const struct lts *lts, uint32_t left,
                               uint32_t right,
                               const struct lts_comparison *comparison) {
  enum { LONGEST = 4096 };
  const bool is_strong = comparison->formula.mode == HML_STRONG;
  const struct duel *duel = &comparison->duel;
  const uint32_t from[2] = {left, right};
  uint32_t labels[2][LONGEST], ends[2];
  size_t counts[2];
  if (!comparison->has_duel)
    return false;
  for (int i = 0; i < 2; i++) {
    if (duel->runs[i].steps.count > LONGEST)
      return false;
    ends[i] = kit_walk(lts, from[i], &duel->runs[i]);
    counts[i] = kit_labels(lts, &duel->runs[i], is_strong, labels[i]);
    if (ends[i] == UINT32_MAX)
      return false;
  }
  const int winner = duel->winner, loser = 1 - winner;
  const size_t common = counts[loser];
  if (counts[winner] != common + 1 ||
      memcmp(labels[0], labels[1], common * sizeof labels[0][0]) != 0)
    return false;
  uint64_t here = kit_bit(ends[loser]);
  if (!is_strong)
    here = kit_silent(lts, here);
  return kit_step(lts, here, labels[winner][common]) == 0;
}

#endif
