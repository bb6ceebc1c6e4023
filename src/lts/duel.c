/* Two runs that show what a formula says: see duel.h.
 *
 * Invariant: of the states at the ends of the runs one, that of `has`, has the
 * part of the formula at hand, and the other has not.  A step <a>F of the one
 * is taken to a state with F, and whatever answer the other has leads to a
 * state without F; if it has none the duel is over.  `not` changes sides.  Of a
 * conjunction a member is taken that the other has not.  With <(G i)* a>F an
 * answer may lead to a state with F if it passes one without G: then that one
 * is where the duel goes on, with G.
 *
 * If the formula is a run, whose length has no bound, its labels are followed
 * without looking at the formula again.
 */
#include "lts/duel.h"

#include "lts/transform.h"
#include "lts/way.h"

struct duelist {
  const struct lts_view *view;
  struct hml_checker checker;
  uint32_t at;
};

struct game {
  const struct hml *hml;
  struct duelist sides[2];
  struct duel *out;
  uint64_t patience;
  int has;
  hml_ref part;
  bool is_over, gave_up;
};

void duel_clear(struct duel *duel) {
  vec_free(&duel->runs[0].steps);
  vec_free(&duel->runs[1].steps);
}

/* ---- formulas ---- */

static const struct hml_part *part_of(const struct game *g) {
  return &g->hml->parts.items[g->part.index];
}

static hml_ref operand(const struct game *g, uint32_t index) {
  return g->hml->operands.items[part_of(g)->first + index];
}

static bool holds(struct game *g, int side, hml_ref part, uint32_t state) {
  return hml_holds(&g->sides[side].checker, part, state);
}

/* Takes the first operand that the side has, or has not. */
static void choose_operand(struct game *g, int side, bool value) {
  for (uint32_t i = 0; i < part_of(g)->count; i++)
    if (holds(g, side, operand(g, i), g->sides[side].at) == value) {
      g->part = operand(g, i);
      return;
    }
  g->gave_up = true;
}

/* ---- steps ---- */

/* What a way must have to be a step of the formula. */
struct demand {
  struct game *game;
  int side;
  hml_ref along, after;
};

static bool has_along(void *context, uint32_t state) {
  const struct demand *demand = context;
  return holds(demand->game, demand->side, demand->along, state);
}

static bool has_after(void *context, uint32_t state) {
  const struct demand *demand = context;
  return holds(demand->game, demand->side, demand->after, state);
}

static bool is_hidden(const struct game *g) {
  const uint32_t label = part_of(g)->label;
  return g->hml->mode != HML_STRONG &&
         (label == g->sides[0].view->hidden || label == LTS_NO_LABEL);
}

/* The steps of the kind that the part at hand is about. */
static struct way_query steps_of(const struct game *g, int side,
                                 const uint32_t *label) {
  const enum hml_mode mode = g->hml->mode;
  return (struct way_query){.view = g->sides[side].view,
                            .from = g->sides[side].at,
                            .labels = label,
                            .label_count = is_hidden(g) ? 0 : 1,
                            .hidden_before = mode != HML_STRONG,
                            .hidden_after = mode == HML_WEAK || is_hidden(g)};
}

static void look(struct game *g, const struct way_query *query,
                 struct duel_run *run, bool *found) {
  const enum way_answer answer = way_find(query, &g->patience, run);
  g->gave_up = g->gave_up || answer == WAY_GAVE_UP;
  *found = answer == WAY_FOUND;
}

static void append(struct game *g, int side, const struct duel_run *run,
                   size_t count) {
  for (size_t i = 0; i < count; i++) {
    vec_push(&g->out->runs[side].steps, run->steps.items[i]);
    g->sides[side].at = run->steps.items[i].target;
  }
}

/* The step of the one who has the formula. */
static bool find_attack(struct game *g, struct duel_run *run) {
  const uint32_t label = part_of(g)->label;
  struct demand demand = {g, g->has, operand(g, 1), operand(g, 0)};
  struct way_query query = steps_of(g, g->has, &label);
  bool found;
  query.context = &demand;
  query.may_end = has_after;
  query.may_pass = g->hml->mode == HML_UNTIL ? has_along : NULL;
  look(g, &query, run, &found);
  return found;
}

/* The first state on the way of the other one, before its visible step, that
 * has not what those on the way of the first all have: the number of steps to
 * it, or that of all steps.
 */
static size_t steps_to_failure(struct game *g, const struct duel_run *answer) {
  const int other = 1 - g->has;
  const hml_ref along = operand(g, 1);
  size_t i = 0;
  while (i < answer->steps.count &&
         holds(g, other, along, answer->steps.items[i].state))
    i++;
  return i;
}

/* Goes on after a step and its answer, of which the latter may be empty. */
static void go_on(struct game *g, const struct duel_run *attack,
                  const struct duel_run *answer) {
  const int other = 1 - g->has;
  const hml_ref after = operand(g, 0), along = operand(g, 1);
  const uint32_t there = answer->steps.count > 0
                             ? vec_last(&answer->steps)->target
                             : g->sides[other].at;
  if (g->hml->mode != HML_UNTIL || !holds(g, other, after, there)) {
    append(g, g->has, attack, attack->steps.count);
    append(g, other, answer, answer->steps.count);
    g->part = after;
    return;
  }
  append(g, other, answer, steps_to_failure(g, answer));
  g->part = along;
}

static void take_step(struct game *g) {
  const int other = 1 - g->has;
  const uint32_t label = part_of(g)->label;
  struct duel_run attack = {0}, answer = {0};
  bool answered = is_hidden(g); /* by staying where it is */
  if (!find_attack(g, &attack))
    g->gave_up = true;
  if (!answered && !g->gave_up) {
    struct way_query query = steps_of(g, other, &label);
    query.hidden_after = false;
    look(g, &query, &answer, &answered);
  }
  if (answered && !g->gave_up) {
    go_on(g, &attack, &answer);
  } else if (!g->gave_up) {
    append(g, g->has, &attack, attack.steps.count);
    g->out->winner = g->has;
    g->is_over = true;
  }
  vec_free(&attack.steps);
  vec_free(&answer.steps);
}

static void play(struct game *g) {
  while (!g->is_over && !g->gave_up) {
    switch (part_of(g)->kind) {
    case HML_TRUE: /* nobody is without it: the formula was not true */
      g->gave_up = true;
      break;
    case HML_NOT:
      g->part = operand(g, 0);
      g->has = 1 - g->has;
      break;
    case HML_AND:
      choose_operand(g, 1 - g->has, false);
      break;
    case HML_OR:
      choose_operand(g, g->has, true);
      break;
    case HML_CAN:
      take_step(g);
      break;
    }
    for (int i = 0; i < 2; i++)
      g->gave_up = g->gave_up || hml_checker_gave_up(&g->sides[i].checker);
  }
}

/* ---- a formula that is a run ---- */

/* Hidden steps of a run are no labels of it where they do not count. */
static size_t visible_labels(const struct game *g, uint32_t *labels,
                             size_t count) {
  const uint32_t hidden = g->sides[0].view->hidden;
  size_t kept = 0;
  for (size_t i = 0; i < count; i++)
    if (g->hml->mode == HML_STRONG ||
        (labels[i] != hidden && labels[i] != LTS_NO_LABEL))
      labels[kept++] = labels[i];
  return kept;
}

/* Follows the labels on one side as far as possible; gives how far that is. */
static size_t follow_labels(struct game *g, int side, const uint32_t *labels,
                            size_t count) {
  struct duel_run *run = &g->out->runs[side];
  const struct lts_view *view = g->sides[side].view;
  const bool is_strong = g->hml->mode == HML_STRONG;
  const struct way_query query = {.view = view,
                                  .from = g->sides[side].at,
                                  .labels = labels,
                                  .label_count = count,
                                  .hidden_before = !is_strong};
  size_t met = 0;
  g->gave_up = g->gave_up || way_find(&query, &g->patience, run) == WAY_GAVE_UP;
  for (size_t i = 0; i < run->steps.count; i++)
    met += is_strong || run->steps.items[i].label != view->hidden;
  return met;
}

/* The other one first: where it must stop the first one need not go on. */
static void follow_run(struct game *g, const uint32_t *labels, size_t count) {
  const size_t common = follow_labels(g, 1 - g->has, labels, count);
  g->out->winner = g->has;
  g->gave_up = g->gave_up || common >= count ||
               follow_labels(g, g->has, labels, common + 1) != common + 1;
}

bool duel_find(const struct hml *hml, bool of_left,
               const struct lts_view views[2], uint64_t patience,
               struct duel *out) {
  struct game g = {.hml = hml,
                   .out = out,
                   .patience = patience,
                   .has = of_left ? 0 : 1,
                   .part = hml->root};
  size_t length;
  uint32_t *labels = hml_run(hml, &length);
  *out = (struct duel){0};
  for (int i = 0; i < 2; i++) {
    g.sides[i] = (struct duelist){.view = &views[i], .at = views[i].initial};
    hml_checker_init(&g.sides[i].checker, hml, &views[i], patience);
  }
  if (labels)
    follow_run(&g, labels, visible_labels(&g, labels, length));
  else
    play(&g);
  memory_free(labels);
  for (int i = 0; i < 2; i++)
    hml_checker_clear(&g.sides[i].checker);
  return !g.gave_up;
}
