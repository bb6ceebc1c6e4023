/* Which states have a formula: see hml.h.
 *
 * Each part is decided for a state when it is first asked for, by looking at
 * the edges as the definition says, and then remembered.  A weak step is looked
 * for state by state of those that hidden steps lead to, and what is found out
 * about one of them serves all that lead to it: so a part costs no more than
 * once all edges, as a rule.  Nothing here knows how the formula came about: it
 * is the judge of those who make formulas.
 */
#include "lts/hml.h"

#include "lts/transform.h"

enum { NO = 1, YES = 2 };
enum { DEEPEST = 4000 }; /* parts within parts: functions nest as deep */

void hml_checker_init(struct hml_checker *checker, const struct hml *hml,
                      const struct lts_view *view, uint64_t patience) {
  *checker =
      (struct hml_checker){.hml = hml, .view = *view, .patience = patience};
}

void hml_checker_clear(struct hml_checker *checker) {
  map_free(&checker->known);
}

bool hml_checker_gave_up(const struct hml_checker *checker) {
  return checker->patience == 0;
}

static void *as_pointer(uint64_t number) {
  /* NOLINTNEXTLINE(performance-no-int-to-ptr) */
  return (void *)(uintptr_t)number;
}

static hml_ref operand(const struct hml_checker *c, hml_ref part,
                       uint32_t index) {
  return c->hml->operands.items[c->hml->parts.items[part.index].first + index];
}

/* ---- steps ---- */

/* States to be visited once each. */
struct tour {
  VEC(uint32_t) states;
  struct map seen;
};

static void tour_add(struct tour *tour, uint32_t state) {
  if (map_get(&tour->seen, as_pointer(state + UINT64_C(1))))
    return;
  map_put(&tour->seen, as_pointer(state + UINT64_C(1)), tour);
  vec_push(&tour->states, state);
}

static void tour_clear(struct tour *tour) {
  vec_free(&tour->states);
  map_free(&tour->seen);
}

static void give_up(struct hml_checker *c) {
  c->patience = 0;
}

/* Adds what edges with this label lead to. */
static void add_targets(struct hml_checker *c, struct tour *tour,
                        uint32_t state, uint32_t label) {
  struct lts_edges edges;
  if (hml_checker_gave_up(c))
    return;
  if (!c->view.edges(c->view.context, state, &edges) ||
      edges.count >= c->patience) {
    give_up(c);
    return;
  }
  c->patience -= edges.count;
  for (uint32_t i = 0; i < edges.count; i++)
    if (edges.labels[i] == label)
      tour_add(tour, edges.targets[i]);
}

/* Adds what hidden steps from the states of the tour lead to. */
static void add_hidden(struct hml_checker *c, struct tour *tour) {
  for (size_t i = 0; i < tour->states.count; i++)
    add_targets(c, tour, tour->states.items[i], c->view.hidden);
}

static bool any_holds(struct hml_checker *c, const struct tour *tour,
                      hml_ref after) {
  for (size_t i = 0; i < tour->states.count; i++)
    if (hml_holds(c, after, tour->states.items[i]))
      return true;
  return false;
}

static bool is_hidden(const struct hml_checker *c, uint32_t label) {
  return label == c->view.hidden || label == LTS_NO_LABEL;
}

static bool can_strongly(struct hml_checker *c, hml_ref part, uint32_t state) {
  struct tour after = {0};
  add_targets(c, &after, state, c->hml->parts.items[part.index].label);
  const bool can = any_holds(c, &after, operand(c, part, 0));
  tour_clear(&after);
  return can;
}

/* ---- weak steps ---- */

/* What is asked of a state, besides whether it has a part: can hidden steps, or
 * none, lead from it to what the part wants after its step?
 */
enum question { HAS_PART, COMES_AFTER };

static const void *key_of(enum question question, hml_ref part,
                          uint32_t state) {
  /* no part but `true` has the number 0, so no key is NULL */
  return as_pointer((uint64_t)question << 63 | (uint64_t)part.index << 32 |
                    state);
}

/* NO, YES, or 0 when it has not been found out. */
static uintptr_t known_answer(const struct hml_checker *c,
                              enum question question, hml_ref part,
                              uint32_t state) {
  return (uintptr_t)map_get(&c->known, key_of(question, part, state));
}

static void remember(struct hml_checker *c, enum question question,
                     hml_ref part, uint32_t state, bool yes) {
  map_put(&c->known, key_of(question, part, state), as_pointer(yes ? YES : NO));
}

static bool after_hidden(struct hml_checker *c, enum question question,
                         hml_ref part, uint32_t state);

/* The answer for a state without hidden steps of its own. */
static bool at_once(struct hml_checker *c, enum question question, hml_ref part,
                    uint32_t state) {
  const uint32_t label = c->hml->parts.items[part.index].label;
  if (question == COMES_AFTER || is_hidden(c, label))
    return hml_holds(c, operand(c, part, 0), state);
  struct tour after = {0};
  bool found = false;
  add_targets(c, &after, state, label);
  for (size_t i = 0; i < after.states.count && !found; i++)
    found = after_hidden(c, COMES_AFTER, part, after.states.items[i]);
  tour_clear(&after);
  return found;
}

/* The tour and, for each state of it, the place of the one it was met from. */
struct search {
  struct tour tour;
  VEC(size_t) from;
};

static void search_on(struct hml_checker *c, struct search *search,
                      size_t place) {
  add_targets(c, &search->tour, search->tour.states.items[place],
              c->view.hidden);
  while (search->from.count < search->tour.states.count)
    vec_push(&search->from, place);
}

/* All on the way to a state that says yes say yes; if none does, all say no. */
static void remember_search(struct hml_checker *c, enum question question,
                            hml_ref part, const struct search *search,
                            size_t place) {
  const uint32_t *states = search->tour.states.items;
  const size_t count = search->tour.states.count;
  if (place < count) {
    for (; place > 0; place = search->from.items[place])
      remember(c, question, part, states[place], true);
    remember(c, question, part, states[0], true);
    return;
  }
  for (size_t i = 0; i < count; i++)
    remember(c, question, part, states[i], false);
}

/* Does some state that hidden steps, or none, lead to say yes at once? */
static bool after_hidden(struct hml_checker *c, enum question question,
                         hml_ref part, uint32_t state) {
  struct search search = {0};
  size_t place = 0;
  bool found = false;
  tour_add(&search.tour, state);
  vec_push(&search.from, 0);
  for (; place < search.tour.states.count; place++) {
    const uint32_t at = search.tour.states.items[place];
    const uintptr_t known = known_answer(c, question, part, at);
    found = known == YES || (!known && at_once(c, question, part, at));
    if (found)
      break;
    if (!known)
      search_on(c, &search, place);
  }
  if (!hml_checker_gave_up(c))
    remember_search(c, question, part, &search, place);
  tour_clear(&search.tour);
  vec_free(&search.from);
  return found;
}

/* ---- steps after what holds along ---- */

static bool can_until(struct hml_checker *c, hml_ref part, uint32_t state) {
  const uint32_t label = c->hml->parts.items[part.index].label;
  struct tour before = {0}, after = {0};
  tour_add(&before, state);
  for (size_t i = 0; i < before.states.count; i++) {
    const uint32_t at = before.states.items[i];
    if (!hml_holds(c, operand(c, part, 1), at))
      continue;
    add_targets(c, &before, at, c->view.hidden);
    add_targets(c, &after, at, is_hidden(c, label) ? c->view.hidden : label);
    if (is_hidden(c, label))
      tour_add(&after, at);
  }
  const bool can = any_holds(c, &after, operand(c, part, 0));
  tour_clear(&before);
  tour_clear(&after);
  return can;
}

static bool can(struct hml_checker *c, hml_ref part, uint32_t state) {
  switch (c->hml->mode) {
  case HML_STRONG:
    return can_strongly(c, part, state);
  case HML_WEAK:
    return after_hidden(c, HAS_PART, part, state);
  case HML_UNTIL:
    return can_until(c, part, state);
  }
  return false;
}

/* ---- the rest ---- */

/* Does some operand have this value? */
static bool any_operand(struct hml_checker *c, hml_ref part, uint32_t state,
                        bool value) {
  for (uint32_t i = 0; i < c->hml->parts.items[part.index].count; i++)
    if (hml_holds(c, operand(c, part, i), state) == value)
      return true;
  return false;
}

static bool decide(struct hml_checker *c, hml_ref part, uint32_t state) {
  switch (c->hml->parts.items[part.index].kind) {
  case HML_TRUE:
    return true;
  case HML_NOT:
    return !hml_holds(c, operand(c, part, 0), state);
  case HML_AND:
    return !any_operand(c, part, state, false);
  case HML_OR:
    return any_operand(c, part, state, true);
  case HML_CAN:
    return can(c, part, state);
  }
  return false;
}

bool hml_holds(struct hml_checker *checker, hml_ref part, uint32_t state) {
  if (part.index == hml_true().index)
    return true;
  if (hml_checker_gave_up(checker))
    return false;
  if (checker->depth == DEEPEST) {
    give_up(checker);
    return false;
  }
  const uintptr_t known = known_answer(checker, HAS_PART, part, state);
  if (known)
    return known == YES;
  checker->depth++;
  const bool holds = decide(checker, part, state);
  checker->depth--;
  remember(checker, HAS_PART, part, state, holds);
  return holds;
}

/* ---- the whole ---- */

/* Takes one step of a run from all the states where one can be. */
static void follow(struct hml_checker *c, struct tour *here, uint32_t label) {
  struct tour next = {0};
  if (c->hml->mode != HML_STRONG)
    add_hidden(c, here);
  if (c->hml->mode != HML_STRONG && is_hidden(c, label))
    return; /* the hidden steps, or none, have been taken */
  for (size_t i = 0; i < here->states.count; i++)
    add_targets(c, &next, here->states.items[i], label);
  tour_clear(here);
  *here = next;
}

static bool follow_run(struct hml_checker *c, const uint32_t *labels,
                       size_t length) {
  struct tour here = {0};
  tour_add(&here, c->view.initial);
  for (size_t i = 0; i < length && here.states.count > 0; i++)
    follow(c, &here, labels[i]);
  const bool possible = here.states.count > 0;
  tour_clear(&here);
  return possible;
}

bool hml_decide(const struct hml *hml, const struct lts_view *view,
                uint64_t patience, bool *answer) {
  struct hml_checker checker;
  size_t length;
  uint32_t *labels = hml_run(hml, &length);
  hml_checker_init(&checker, hml, view, patience);
  *answer = labels ? follow_run(&checker, labels, length)
                   : hml_holds(&checker, hml->root, view->initial);
  memory_free(labels);
  const bool decided = !hml_checker_gave_up(&checker);
  hml_checker_clear(&checker);
  return decided;
}
