/* A shortest way with certain labels: see way.h.
 *
 * Breadth-first search over pairs of a state and the number of labels that have
 * been met; each is visited once.
 */
#include "lts/way.h"

#include "base/map.h"

struct place {
  struct duel_step step; /* that led here */
  uint32_t state;
  uint32_t met;  /* so many labels */
  uint32_t from; /* the place before; the first has its own number */
};

struct search {
  const struct way_query *query;
  VEC(struct place) places;
  struct map seen;
};

static void visit(struct search *s, const struct place *place) {
  const uint64_t number =
      ((uint64_t)place->met << 32 | place->state) + UINT64_C(1);
  /* NOLINTNEXTLINE(performance-no-int-to-ptr) */
  const void *key = (const void *)(uintptr_t)number;
  if (map_get(&s->seen, key))
    return;
  map_put(&s->seen, key, s);
  vec_push(&s->places, *place);
}

static bool may_end(const struct way_query *query, const struct place *place) {
  return place->met == query->label_count &&
         (!query->may_end || query->may_end(query->context, place->state));
}

static bool may_pass(const struct way_query *query, const struct place *place) {
  return !query->may_pass || query->may_pass(query->context, place->state);
}

/* Goes on from a place; false when the view is at its limit. */
static bool go_on(struct search *s, uint32_t number, uint64_t *patience) {
  const struct way_query *query = s->query;
  const struct place here = s->places.items[number];
  const bool is_last = here.met == query->label_count;
  const bool hidden = is_last ? query->hidden_after : query->hidden_before;
  struct lts_edges edges;
  if (!query->view->edges(query->view->context, here.state, &edges) ||
      edges.count >= *patience)
    return false;
  *patience -= edges.count;
  for (uint32_t i = 0; i < edges.count; i++) {
    struct place next = {
        .step = {here.state, edges.targets[i], i, edges.labels[i]},
        .state = edges.targets[i],
        .met = here.met,
        .from = number};
    if (hidden && edges.labels[i] == query->view->hidden)
      visit(s, &next);
    if (is_last || edges.labels[i] != query->labels[here.met])
      continue;
    next.met++;
    visit(s, &next);
  }
  return true;
}

static void take_way(const struct search *s, uint32_t last,
                     struct duel_run *run) {
  size_t length = 0;
  for (uint32_t at = last; at > 0; at = s->places.items[at].from)
    length++;
  run->steps.count += length;
  vec_reserve(&run->steps, run->steps.count);
  struct duel_step *step = run->steps.items + run->steps.count;
  for (uint32_t at = last; at > 0; at = s->places.items[at].from)
    *--step = s->places.items[at].step;
}

enum way_answer way_find(const struct way_query *query, uint64_t *patience,
                         struct duel_run *run) {
  struct search s = {.query = query};
  enum way_answer answer = WAY_NONE;
  uint32_t best = 0;
  visit(&s, &(struct place){.state = query->from});
  for (uint32_t i = 0; i < s.places.count && answer == WAY_NONE; i++) {
    if (s.places.items[i].met > s.places.items[best].met)
      best = i;
    if (may_end(query, &s.places.items[i])) {
      answer = WAY_FOUND;
      best = i;
    } else if (may_pass(query, &s.places.items[i]) && !go_on(&s, i, patience)) {
      answer = WAY_GAVE_UP;
    }
  }
  if (answer != WAY_GAVE_UP)
    take_way(&s, best, run);
  vec_free(&s.places);
  map_free(&s.seen);
  return answer;
}
