/* Traces by the construction of subsets: see trace.h.
 *
 * A subset is all the states that a graph can be in after a sequence of visible
 * labels.  Subsets are kept once and expanded once, when first asked for, so a
 * comparison that finds a difference early builds little.  Pairs of subsets are
 * visited breadth first: the first one whose labels differ ends a shortest
 * trace that only one of the two has.  There may be 2^n subsets of n states,
 * which the limits cut.
 */
#include "lts/trace.h"

#include "base/map.h"
#include "lts/set_pool.h"
#include "lts/transform.h"

#include <string.h>

#define NOT_YET UINT32_MAX
enum { STOP_EVERY = 1 << 8 }; /* subsets */

struct subsets {
  const struct lts *lts;
  uint32_t hidden;
  struct set_pool sets;  /* of states: the subsets */
  struct set_pool steps; /* of one subset, pairs of a label and a state */
  VEC(uint32_t) first;   /* of each subset: its edges, or NOT_YET */
  VEC(uint32_t) count;
  VEC(uint32_t) labels, targets;
  uint32_t *mark, turn;
  VEC(uint32_t) reached;
};

static void subsets_init(struct subsets *s, const struct lts *lts) {
  *s = (struct subsets){.lts = lts, .hidden = lts_hidden_label(lts)};
  s->mark = memory_alloc(lts->state_count * sizeof *s->mark);
}

static void subsets_clear(struct subsets *s) {
  set_pool_clear(&s->sets);
  set_pool_clear(&s->steps);
  vec_free(&s->first);
  vec_free(&s->count);
  vec_free(&s->labels);
  vec_free(&s->targets);
  vec_free(&s->reached);
  memory_free(s->mark);
}

/* ---- subsets ---- */

static void reach(struct subsets *s, uint32_t state) {
  if (s->mark[state] == s->turn)
    return;
  s->mark[state] = s->turn;
  vec_push(&s->reached, state);
}

static void begin_subset(struct subsets *s) {
  s->turn++;
  s->reached.count = 0;
}

/* Adds what hidden steps lead to; gives the number of the subset. */
static uint32_t end_subset(struct subsets *s) {
  const struct lts *lts = s->lts;
  for (size_t i = 0; i < s->reached.count; i++) {
    const uint32_t state = s->reached.items[i];
    set_pool_add(&s->sets, state);
    for (uint32_t e = lts->first_edge[state]; e < lts->first_edge[state + 1];
         e++)
      if (lts->labels[e] == s->hidden)
        reach(s, lts->targets[e]);
  }
  const uint32_t set = set_pool_finish(&s->sets);
  if (set == s->first.count) {
    vec_push(&s->first, NOT_YET);
    vec_push(&s->count, 0);
  }
  return set;
}

static uint32_t subset_of(struct subsets *s, uint32_t state) {
  begin_subset(s);
  reach(s, state);
  return end_subset(s);
}

/* The visible steps of all states of a subset, as one set. */
static uint32_t gather_steps(struct subsets *s, uint32_t set) {
  const struct lts *lts = s->lts;
  set_pool_empty(&s->steps);
  for (size_t i = 0; i < set_pool_size(&s->sets, set); i++) {
    const uint64_t state = set_pool_items(&s->sets, set)[i];
    for (uint32_t e = lts->first_edge[state]; e < lts->first_edge[state + 1];
         e++)
      if (lts->labels[e] != s->hidden)
        set_pool_add(&s->steps,
                     (uint64_t)lts->labels[e] << 32 | lts->targets[e]);
  }
  return set_pool_finish(&s->steps);
}

/* Finds the edges of a subset, in ascending order of labels. */
static void expand(struct subsets *s, uint32_t set) {
  if (s->first.items[set] != NOT_YET)
    return;
  const uint32_t first = (uint32_t)s->labels.count;
  const uint32_t steps = gather_steps(s, set);
  const uint64_t *items = set_pool_items(&s->steps, steps);
  const size_t count = set_pool_size(&s->steps, steps);
  for (size_t i = 0; i < count;) {
    const uint64_t label = items[i] >> 32;
    begin_subset(s);
    for (; i < count && items[i] >> 32 == label; i++)
      reach(s, (uint32_t)items[i]);
    const uint32_t target = end_subset(s);
    vec_push(&s->labels, (uint32_t)label);
    vec_push(&s->targets, target);
  }
  s->first.items[set] = first;
  s->count.items[set] = (uint32_t)s->labels.count - first;
}

static bool is_too_large(const struct subsets *s,
                         const struct lts_limits *limits) {
  return limits->max_bytes > 0 &&
         set_pool_bytes(&s->sets) + 8 * s->labels.capacity > limits->max_bytes;
}

/* ---- pairs of subsets ---- */

struct trace_pair {
  uint32_t left, right;
  uint32_t parent, label; /* how it was found */
};

struct joint_search {
  struct subsets subsets;
  VEC(struct trace_pair) pairs;
  struct map seen;
};

static void meet(struct joint_search *j, uint32_t left, uint32_t right,
                 uint32_t parent, uint32_t label) {
  const uint64_t number = ((uint64_t)left << 32 | right) + 1;
  /* NOLINTNEXTLINE(performance-no-int-to-ptr) */
  const void *key = (const void *)(uintptr_t)number;
  if (left == right || map_get(&j->seen, key))
    return;
  map_put(&j->seen, key, j);
  vec_push(&j->pairs, ((struct trace_pair){left, right, parent, label}));
}

/* Goes one label further from a pair.  True when they differ: *label is one
 * that only the one has whom *of_left names.
 */
static bool differ(struct joint_search *j, uint32_t number, uint32_t *label,
                   bool *of_left) {
  struct subsets *s = &j->subsets;
  const struct trace_pair pair = j->pairs.items[number];
  expand(s, pair.left);
  expand(s, pair.right);
  uint32_t l = s->first.items[pair.left], r = s->first.items[pair.right];
  const uint32_t l_end = l + s->count.items[pair.left];
  const uint32_t r_end = r + s->count.items[pair.right];
  for (; l < l_end || r < r_end; l++, r++) {
    const uint64_t left = l < l_end ? s->labels.items[l] : UINT64_MAX;
    const uint64_t right = r < r_end ? s->labels.items[r] : UINT64_MAX;
    if (left != right) {
      *of_left = left < right;
      *label = (uint32_t)(*of_left ? left : right);
      return true;
    }
    meet(j, s->targets.items[l], s->targets.items[r], number, (uint32_t)left);
  }
  return false;
}

/* The trace to a pair, and one label more, as a formula. */
static void tell_trace(const struct joint_search *j, uint32_t number,
                       uint32_t label, struct hml *out) {
  hml_init(out, HML_WEAK);
  out->root = hml_can(out, label, hml_true(), hml_true());
  for (; number != 0; number = j->pairs.items[number].parent)
    out->root =
        hml_can(out, j->pairs.items[number].label, hml_true(), out->root);
}

static void search_pairs(struct joint_search *j,
                         const struct lts_limits *limits,
                         struct lts_comparison *out) {
  uint32_t label;
  for (uint32_t i = 0; i < j->pairs.count; i++) {
    if (is_too_large(&j->subsets, limits) || j->pairs.count >= NOT_YET ||
        (i % STOP_EVERY == 0 && lts_must_stop(limits))) {
      out->answer = LTS_UNKNOWN;
      return;
    }
    if (differ(j, i, &label, &out->of_left)) {
      out->answer = LTS_DIFFERENT;
      out->has_formula = true;
      tell_trace(j, i, label, &out->formula);
      return;
    }
  }
  out->answer = LTS_EQUIVALENT;
}

void trace_compare(const struct lts *lts, uint32_t left, uint32_t right,
                   const struct lts_limits *limits,
                   struct lts_comparison *out) {
  struct joint_search j = {0};
  *out = (struct lts_comparison){0};
  subsets_init(&j.subsets, lts);
  const uint32_t from = subset_of(&j.subsets, left);
  const uint32_t to = subset_of(&j.subsets, right);
  meet(&j, from, to, 0, 0);
  search_pairs(&j, limits, out);
  out->pairs = j.pairs.count;
  out->searches = 1;
  subsets_clear(&j.subsets);
  vec_free(&j.pairs);
  map_free(&j.seen);
}

/* ---- one deterministic graph ---- */

static struct lts *build(const struct subsets *s) {
  const struct lts *lts = s->lts;
  struct lts_builder *builder = lts_builder_open();
  for (uint32_t i = 0; i < lts->label_count; i++)
    (void)lts_builder_label(builder, lts->names[i], strlen(lts->names[i]));
  for (uint32_t set = 0; set < s->first.count; set++)
    for (uint32_t i = 0; i < s->count.items[set]; i++) {
      const uint32_t edge = s->first.items[set] + i;
      (void)lts_builder_edge(builder, set, s->labels.items[edge],
                             s->targets.items[edge]);
    }
  struct lts *out = lts_builder_finish(builder, (uint32_t)s->first.count, 0);
  lts_builder_close(builder);
  return out;
}

struct lts *trace_determinise(const struct lts *lts,
                              const struct lts_limits *limits) {
  struct subsets s;
  bool cut = false;
  subsets_init(&s, lts);
  (void)subset_of(&s, lts->initial);
  for (uint32_t set = 0; set < s.first.count && !cut; set++) {
    cut = is_too_large(&s, limits) || s.labels.count >= LTS_MOST ||
          (set % STOP_EVERY == 0 && lts_must_stop(limits));
    expand(&s, set);
  }
  struct lts *out = cut ? NULL : build(&s);
  subsets_clear(&s);
  return out;
}
