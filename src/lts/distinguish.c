/* Formulas that tell states apart: see distinguish.h.
 *
 * The rounds of lts/rounds.c, or for weak bisimilarity of lts/weak_refine.c,
 * are run, and their blocks kept, until the two states part.  If they part in
 * round k, one of them, say x, can do a step with label a to some x', and no
 * state y' that y can come to with a is in the block of x' after round k - 1.
 * So x' and y' parted earlier, a formula for each y' that x' has and y' has not
 * is found in the same way, and x has
 *
 *     <a> (all of them)
 *
 * while y has not (Cleaveland: On automatically explaining bisimulation
 * inequivalence, 1990).  In branching bisimilarity the step may come after
 * hidden steps inside the block (Korver: Computing distinguishing formulas for
 * branching bisimulation, 1991).  Let u be the states that y can come to when
 * it leaves the block by hidden steps; then x has
 *
 *     <(for each u: what the states on the path of x have and u has not) a>
 *     (for each y' that y can come to with a: what x' has and y' has not)
 *
 * A y' that fails what is there already adds nothing.  The formula is correct
 * by construction; who asked for it checks it all the same.
 */
#include "lts/distinguish.h"

#include "lts/rounds.h"
#include "lts/transform.h"
#include "lts/weak_refine.h"

#include <stdlib.h>
#include <string.h>

enum {
  MOST_ROUNDS = 2000, /* formulas nest so deep, and functions with them */
  MOST_PARTS = 10000, /* of a formula */
};
#define MOST_LEVEL_BYTES ((size_t)1 << 30)
#define PATIENCE (UINT64_C(1) << 26)

struct finder {
  const struct lts *lts;
  uint32_t hidden;
  VEC(uint32_t *) levels; /* the blocks after each round, first all one */
  struct hml *hml;
  struct hml_checker checker;
  struct map found;     /* by pair of states: the part that tells them apart */
  struct set_pool sets; /* of states, or pairs of a label and a state */
  struct set_pool answers; /* to one state: pairs of a label and a block */
  uint32_t *steps;      /* of each state: the set of its steps plus one, or 0 */
  uint32_t *mark, turn; /* visited in this turn */
  bool failed;
};

/* ---- rounds ---- */

static uint32_t *new_level(struct finder *f) {
  uint32_t *level = memory_alloc(f->lts->state_count * sizeof *level);
  vec_push(&f->levels, level);
  return level;
}

/* Is there room for one more round, and need of it? */
static bool goes_on(const struct finder *f, uint32_t left, uint32_t right) {
  const uint32_t *blocks = *vec_last(&f->levels);
  return blocks[left] == blocks[right] && f->levels.count <= MOST_ROUNDS &&
         (f->levels.count + 1) * f->lts->state_count * sizeof *blocks <=
             MOST_LEVEL_BYTES;
}

/* These are 0 after a limit. */
static uint32_t run_weak_rounds(struct finder *f, uint32_t left, uint32_t right,
                                const struct lts_limits *limits) {
  struct weak_refinement refinement;
  uint32_t before = 0, now = 1;
  weak_refine_init(&refinement, f->lts, f->hidden);
  while (now > before && goes_on(f, left, right)) {
    before = now;
    now = weak_refine_round(&refinement, limits);
    memcpy(new_level(f), refinement.blocks.block_of,
           f->lts->state_count * sizeof(uint32_t));
  }
  weak_refine_clear(&refinement);
  return now;
}

static uint32_t run_other_rounds(struct finder *f, uint32_t left,
                                 uint32_t right,
                                 const struct lts_limits *limits) {
  struct rounds rounds;
  uint32_t before = 0, now = 1;
  rounds_init(&rounds, f->lts,
              f->hml->mode == HML_STRONG ? ROUND_STRONG : ROUND_BRANCHING);
  while (now > before && goes_on(f, left, right)) {
    const uint32_t *blocks = *vec_last(&f->levels);
    before = now;
    now = rounds_next(&rounds, limits, blocks, new_level(f));
  }
  rounds_clear(&rounds);
  return now;
}

/* Do the two states part at last? */
static bool run_rounds(struct finder *f, uint32_t left, uint32_t right,
                       const struct lts_limits *limits) {
  (void)new_level(f);
  const uint32_t blocks = f->hml->mode == HML_WEAK
                              ? run_weak_rounds(f, left, right, limits)
                              : run_other_rounds(f, left, right, limits);
  const uint32_t *last = *vec_last(&f->levels);
  return blocks > 0 && last[left] != last[right];
}

/* The first round after which two states are in different blocks. */
static size_t parting(const struct finder *f, uint32_t x, uint32_t y) {
  size_t same = 0, parted = f->levels.count - 1;
  while (parted - same > 1) {
    const size_t middle = (same + parted) / 2;
    if (f->levels.items[middle][x] == f->levels.items[middle][y])
      same = middle;
    else
      parted = middle;
  }
  return parted;
}

/* ---- steps ---- */

static uint32_t edge_begin(const struct finder *f, uint32_t state) {
  return f->lts->first_edge[state];
}

static uint32_t edge_end(const struct finder *f, uint32_t state) {
  return f->lts->first_edge[state + 1];
}

typedef VEC(uint32_t) state_list;

static void visit(struct finder *f, state_list *list, uint32_t state) {
  if (f->mark[state] == f->turn)
    return;
  f->mark[state] = f->turn;
  vec_push(list, state);
}

/* Adds all that hidden steps lead to from the states of the list; with
 * `inside` not NULL, by states of one block.
 */
static void add_hidden_reach(struct finder *f, const uint32_t *inside,
                             state_list *list) {
  for (size_t i = 0; i < list->count; i++) {
    const uint32_t at = list->items[i];
    for (uint32_t e = edge_begin(f, at); e < edge_end(f, at); e++) {
      const uint32_t target = f->lts->targets[e];
      if (f->lts->labels[e] == f->hidden &&
          (!inside || inside[target] == inside[at]))
        visit(f, list, target);
    }
  }
}

/* The same from one state. */
static void hidden_reach(struct finder *f, uint32_t state,
                         const uint32_t *inside, state_list *list) {
  f->turn++;
  list->count = 0;
  visit(f, list, state);
  add_hidden_reach(f, inside, list);
}

static uint64_t step_to(uint32_t label, uint32_t target) {
  return (uint64_t)label << 32 | target;
}

/* The visible steps of the states, sorted by label; the name of their set. */
static uint32_t visible_steps(struct finder *f, const state_list *states) {
  for (size_t i = 0; i < states->count; i++) {
    const uint32_t at = states->items[i];
    for (uint32_t e = edge_begin(f, at); e < edge_end(f, at); e++)
      if (f->lts->labels[e] != f->hidden)
        set_pool_add(&f->sets, step_to(f->lts->labels[e], f->lts->targets[e]));
  }
  return set_pool_finish(&f->sets);
}

/* Each state that hidden steps lead to is found once for each label. */
static void add_weak_steps(struct finder *f, uint32_t state) {
  state_list before = {0}, after = {0};
  hidden_reach(f, state, NULL, &before);
  const uint32_t visible = visible_steps(f, &before);
  const size_t count = set_pool_size(&f->sets, visible);
  for (size_t i = 0; i < before.count; i++)
    set_pool_add(&f->sets, step_to(f->hidden, before.items[i]));
  for (size_t i = 0; i < count;) {
    const uint64_t *steps = set_pool_items(&f->sets, visible);
    const uint64_t label = steps[i] >> 32;
    f->turn++;
    after.count = 0;
    for (; i < count && steps[i] >> 32 == label; i++)
      visit(f, &after, (uint32_t)steps[i]);
    add_hidden_reach(f, NULL, &after);
    for (size_t j = 0; j < after.count; j++)
      set_pool_add(&f->sets, step_to((uint32_t)label, after.items[j]));
  }
  vec_free(&before);
  vec_free(&after);
}

/* The set of the steps of a state, strong or weak. */
static uint32_t steps_of(struct finder *f, uint32_t state) {
  if (f->steps[state] > 0)
    return f->steps[state] - 1;
  if (f->hml->mode == HML_WEAK)
    add_weak_steps(f, state);
  else
    for (uint32_t e = edge_begin(f, state); e < edge_end(f, state); e++)
      set_pool_add(&f->sets, step_to(f->lts->labels[e], f->lts->targets[e]));
  f->steps[state] = set_pool_finish(&f->sets) + 1;
  return f->steps[state] - 1;
}

/* ---- what one has and all of some others have not ---- */

typedef VEC(hml_ref) part_list;

static hml_ref tell_apart(struct finder *f, uint32_t x, uint32_t y);

/* Adds to a conjunction that x has something that y has not. */
static void exclude(struct finder *f, part_list *parts, uint32_t x,
                    uint32_t y) {
  for (size_t i = 0; i < parts->count; i++)
    if (!hml_holds(&f->checker, parts->items[i], y))
      return;
  const hml_ref part = tell_apart(f, x, y);
  vec_push(parts, part);
}

static hml_ref conjunction(struct finder *f, part_list *parts) {
  const hml_ref all = hml_and(f->hml, parts->items, parts->count);
  vec_free(parts);
  return all;
}

/* ---- strong and weak ---- */

/* The steps of a set, with blocks in the place of states. */
static uint32_t to_blocks(struct finder *f, uint32_t steps,
                          const uint32_t *blocks) {
  set_pool_empty(&f->answers);
  for (size_t i = 0; i < set_pool_size(&f->sets, steps); i++) {
    const uint64_t step = set_pool_items(&f->sets, steps)[i];
    set_pool_add(&f->answers,
                 step_to((uint32_t)(step >> 32), blocks[(uint32_t)step]));
  }
  return set_pool_finish(&f->answers);
}

static int compare_descending(const void *left, const void *right) {
  const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
  return (a < b) - (a > b);
}

/* What is told from the state last comes first: what excludes that is likely to
 * exclude the others, too, so that the formula is small.
 */
static hml_ref after_step(struct finder *f, uint64_t step, uint32_t answers) {
  const uint32_t after = (uint32_t)step;
  part_list parts = {0};
  VEC(uint64_t) others = {0};
  for (size_t i = 0; i < set_pool_size(&f->sets, answers); i++) {
    const uint64_t answer = set_pool_items(&f->sets, answers)[i];
    if (answer >> 32 == step >> 32)
      vec_push(&others, (uint64_t)parting(f, after, (uint32_t)answer) << 32 |
                            (uint32_t)answer);
  }
  if (others.count > 1)
    qsort(others.items, others.count, sizeof *others.items, compare_descending);
  for (size_t i = 0; i < others.count; i++)
    exclude(f, &parts, after, (uint32_t)others.items[i]);
  vec_free(&others);
  const hml_ref holds_after = conjunction(f, &parts);
  return hml_can(f->hml, (uint32_t)(step >> 32), hml_true(), holds_after);
}

/* A step of x that y cannot answer; false if there is none. */
static bool step_apart(struct finder *f, uint32_t x, uint32_t y, size_t round,
                       hml_ref *out) {
  const uint32_t *blocks = f->levels.items[round - 1];
  const uint32_t steps = steps_of(f, x), answers = steps_of(f, y);
  const uint32_t can_answer = to_blocks(f, answers, blocks);
  for (size_t i = 0; i < set_pool_size(&f->sets, steps); i++) {
    const uint64_t step = set_pool_items(&f->sets, steps)[i];
    if (set_pool_has(&f->answers, can_answer,
                     step_to((uint32_t)(step >> 32), blocks[(uint32_t)step])))
      continue;
    *out = after_step(f, step, answers);
    return true;
  }
  return false;
}

/* ---- branching ---- */

/* A path of hidden steps inside a block, and a step out of it or visible. */
struct way {
  state_list path;
  uint32_t label, target;
};

static bool leaves(const struct finder *f, const uint32_t *blocks,
                   uint32_t state, uint32_t edge) {
  return f->lts->labels[edge] != f->hidden ||
         blocks[f->lts->targets[edge]] != blocks[state];
}

/* Can one of the states do the step, to the same block? */
static bool can_follow(const struct finder *f, const state_list *states,
                       uint32_t label, uint32_t block, const uint32_t *blocks) {
  for (size_t i = 0; i < states->count; i++)
    for (uint32_t e = edge_begin(f, states->items[i]);
         e < edge_end(f, states->items[i]); e++)
      if (f->lts->labels[e] == label && blocks[f->lts->targets[e]] == block)
        return true;
  return false;
}

/* A shortest path of hidden steps inside the block, its last state first. */
static void find_path(struct finder *f, uint32_t x, uint32_t last,
                      const uint32_t *blocks, state_list *path) {
  state_list reached = {0}, from = {0};
  f->turn++;
  visit(f, &reached, x);
  vec_push(&from, x);
  for (size_t i = 0; i < reached.count && reached.items[i] != last; i++) {
    const uint32_t at = reached.items[i];
    for (uint32_t e = edge_begin(f, at); e < edge_end(f, at); e++) {
      const size_t before = reached.count;
      if (!leaves(f, blocks, at, e))
        visit(f, &reached, f->lts->targets[e]);
      if (reached.count > before)
        vec_push(&from, (uint32_t)i);
    }
  }
  size_t i = 0;
  while (i + 1 < reached.count && reached.items[i] != last)
    i++;
  for (; i > 0; i = from.items[i])
    vec_push(path, reached.items[i]);
  vec_push(path, x);
  vec_free(&reached);
  vec_free(&from);
}

/* A way of x that the states `others` cannot follow; false if there is none. */
static bool find_way(struct finder *f, uint32_t x, const state_list *others,
                     const uint32_t *blocks, struct way *way) {
  state_list mine = {0};
  bool found = false;
  hidden_reach(f, x, blocks, &mine);
  for (size_t i = 0; i < mine.count && !found; i++)
    for (uint32_t e = edge_begin(f, mine.items[i]);
         e < edge_end(f, mine.items[i]) && !found; e++) {
      way->label = f->lts->labels[e];
      way->target = f->lts->targets[e];
      found = leaves(f, blocks, mine.items[i], e) &&
              !can_follow(f, others, way->label, blocks[way->target], blocks);
      if (found)
        find_path(f, x, mine.items[i], blocks, &way->path);
    }
  vec_free(&mine);
  return found;
}

/* What all the states of the path have and u has not. */
static hml_ref path_apart(struct finder *f, const state_list *path,
                          uint32_t u) {
  part_list parts = {0};
  for (size_t i = 0; i < path->count; i++) {
    bool known = false;
    for (size_t j = 0; j < parts.count && !known; j++)
      known = hml_holds(&f->checker, parts.items[j], path->items[i]);
    if (known)
      continue;
    const hml_ref part = tell_apart(f, path->items[i], u);
    vec_push(&parts, part);
  }
  const hml_ref any = hml_or(f->hml, parts.items, parts.count);
  vec_free(&parts);
  return any;
}

static void exclude_exit(struct finder *f, part_list *parts,
                         const struct way *way, uint32_t u) {
  for (size_t i = 0; i < parts->count; i++)
    if (!hml_holds(&f->checker, parts->items[i], u))
      return;
  const hml_ref part = path_apart(f, &way->path, u);
  vec_push(parts, part);
}

/* The formula of a way that none of the others, which hidden steps of y lead to
 * inside the block, can follow.
 */
static hml_ref way_apart(struct finder *f, const struct way *way,
                         const state_list *others, const uint32_t *blocks) {
  part_list along = {0}, after = {0};
  for (size_t i = 0; i < others->count; i++) {
    const uint32_t at = others->items[i];
    if (way->label == f->hidden)
      exclude(f, &after, way->target, at);
    for (uint32_t e = edge_begin(f, at); e < edge_end(f, at); e++) {
      const uint32_t target = f->lts->targets[e];
      if (f->lts->labels[e] == way->label)
        exclude(f, &after, way->target, target);
      if (f->lts->labels[e] == f->hidden && leaves(f, blocks, at, e))
        exclude_exit(f, &along, way, target);
    }
  }
  const hml_ref holds_along = conjunction(f, &along);
  const hml_ref holds_after = conjunction(f, &after);
  return hml_can(f->hml, way->label, holds_along, holds_after);
}

static bool branch_apart(struct finder *f, uint32_t x, uint32_t y, size_t round,
                         hml_ref *out) {
  const uint32_t *blocks = f->levels.items[round - 1];
  struct way way = {0};
  state_list others = {0};
  hidden_reach(f, y, blocks, &others);
  const bool found = find_way(f, x, &others, blocks, &way);
  if (found)
    *out = way_apart(f, &way, &others, blocks);
  vec_free(&others);
  vec_free(&way.path);
  return found;
}

/* ---- all ---- */

static bool apart(struct finder *f, uint32_t x, uint32_t y, size_t round,
                  hml_ref *out) {
  return f->hml->mode == HML_UNTIL ? branch_apart(f, x, y, round, out)
                                   : step_apart(f, x, y, round, out);
}

static const void *pair_key(const struct finder *f, uint32_t x, uint32_t y) {
  const uint64_t number = (uint64_t)x * f->lts->state_count + y + 1;
  /* NOLINTNEXTLINE(performance-no-int-to-ptr) */
  return (const void *)(uintptr_t)number;
}

/* The part that x has and y has not; they have parted. */
static hml_ref tell_apart(struct finder *f, uint32_t x, uint32_t y) {
  const void *key = pair_key(f, x, y);
  const uintptr_t known = (uintptr_t)map_get(&f->found, key);
  if (known)
    return (hml_ref){(uint32_t)(known - 1)};
  f->failed = f->failed || f->hml->parts.count >= MOST_PARTS ||
              hml_checker_gave_up(&f->checker);
  if (f->failed)
    return hml_true();
  const size_t round = parting(f, x, y);
  hml_ref part = hml_true();
  if (!apart(f, x, y, round, &part) && apart(f, y, x, round, &part))
    part = hml_not(f->hml, part);
  /* NOLINTNEXTLINE(performance-no-int-to-ptr) */
  map_put(&f->found, key, (void *)(uintptr_t)(part.index + UINT64_C(1)));
  return part;
}

static void release(struct finder *f) {
  for (size_t i = 0; i < f->levels.count; i++)
    memory_free(f->levels.items[i]);
  vec_free(&f->levels);
  hml_checker_clear(&f->checker);
  map_free(&f->found);
  set_pool_clear(&f->sets);
  set_pool_clear(&f->answers);
  memory_free(f->steps);
  memory_free(f->mark);
}

bool distinguish(const struct lts *lts, enum hml_mode mode, uint32_t left,
                 uint32_t right, const struct lts_limits *limits,
                 struct hml *out, bool *of_left) {
  const size_t bytes = lts->state_count * sizeof(uint32_t);
  struct finder f = {.lts = lts,
                     .hidden = mode == HML_STRONG ? LTS_NO_LABEL
                                                  : lts_hidden_label(lts),
                     .hml = out,
                     .steps = memory_alloc(bytes),
                     .mark = memory_alloc(bytes)};
  hml_init(out, mode);
  const struct lts_view view = lts_view_of(lts, left);
  hml_checker_init(&f.checker, out, &view, PATIENCE);
  if (run_rounds(&f, left, right, limits)) {
    out->root = tell_apart(&f, left, right);
    *of_left = out->parts.items[out->root.index].kind != HML_NOT;
    if (!*of_left)
      out->root = hml_not(out, out->root);
  } else {
    f.failed = true;
  }
  f.failed = f.failed || hml_checker_gave_up(&f.checker);
  release(&f);
  return !f.failed;
}
