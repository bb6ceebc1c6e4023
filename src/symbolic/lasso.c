/* See lasso.h.
 *
 * A run on which the claim accepts again and again comes to some accepting
 * place again and again.  For each such place p the relation "leads from p back
 * to p" is computed, by the same exploration as that of the reachable sets, but
 * with maps for sets: what is kept of a place is which vectors at p lead to
 * which ones there.
 *
 * Where the relation takes a vector to itself there is a lasso.  Where it does
 * so nowhere and is well-founded, p is visited finitely often, so it is left
 * out of the search for the next one.  Otherwise the answer is not known: a
 * counter may grow for ever, for instance.
 *
 * A d_step that never ends is found in the same way: there p is a place inside
 * it, and only what leads from p to p inside of it is looked at.  So is an
 * atomic that never ends, among the places from which it may not be left any
 * more: a run that comes there stops, as far as others can see, and the claim
 * has no step that tells of it, so it is not known then whether the formula
 * holds.
 */
#include "symbolic/lasso.h"

#include "symbolic/backward.h"
#include "symbolic/inside.h"

enum {
  MOST_RETURNS = 600,
  MOST_PIECES = 24,
  MOST_LOOPED = 24, /* places at which loops are looked for */
  LOOP_LENGTH = 4,
};

/* What is known of a place as seen from p: one entry of the log. */
struct way_back {
  uint32_t place, parent;
  struct element by;
  struct pvmap *map;
};

enum scope { EVERYWHERE, IN_D_STEPS, IN_ATOMICS };

struct hunt {
  struct reach *reach;
  enum scope scope; /* where p is, and what leads back to it */
  uint32_t start;   /* p */
  bool *is_near;    /* of each place: between p and p */
  bool *is_done;    /* of each place: visited finitely often, or no matter */
  struct pvmap **known;
  size_t place_count;
  VEC(struct way_back) log;
  bool found, failed;
};

/* ---- which places matter ---- */

static bool is_start(const struct hunt *hunt, uint32_t place) {
  const struct reach *reach = hunt->reach;
  const struct place *at = reach->places.items.items[place];
  if (!reach->reached.items[place].set || hunt->is_done[place])
    return false;
  if (hunt->scope == IN_ATOMICS)
    return at->owner != NO_PROCESS;
  if (hunt->scope == IN_D_STEPS)
    return inside_returns(&reach->places, place);
  return at->owner == NO_PROCESS && reach->config->claim->accepting[at->claim];
}

static bool stays_in_atomic(const struct places *places,
                            const struct edge *edge) {
  return places->items.items[edge->from]->owner != NO_PROCESS &&
         places->items.items[edge->to]->owner != NO_PROCESS;
}

static bool is_usable(const struct hunt *hunt, const struct edge *edge) {
  const struct places *places = &hunt->reach->places;
  if (!edge->is_taken)
    return false;
  if (hunt->scope == IN_ATOMICS)
    return stays_in_atomic(places, edge);
  return hunt->scope == EVERYWHERE || edge_is_inside(places, edge);
}

static bool is_usable_loop(const struct hunt *hunt, const struct meta *meta) {
  for (size_t i = 0; i < meta->element_count && hunt->scope != EVERYWHERE;
       i++) {
    const struct element *element = &meta->elements[i];
    if (element->edge ? !is_usable(hunt, element->edge)
                      : !is_usable_loop(hunt, element->meta))
      return false;
  }
  return true;
}

/* Marks what can be reached from the marked places, or reaches them. */
static void spread(const struct hunt *hunt, bool *marked, bool backwards) {
  const struct places *places = &hunt->reach->places;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < hunt->place_count; i++)
      for (size_t k = 0; k < places->items.items[i]->edges.count; k++) {
        const struct edge *edge = &places->items.items[i]->edges.items[k];
        const uint32_t from = backwards ? edge->to : edge->from;
        const uint32_t to = backwards ? edge->from : edge->to;
        if (!is_usable(hunt, edge) || !marked[from] || marked[to] ||
            hunt->is_done[to])
          continue;
        marked[to] = true;
        changed = true;
      }
  }
}

static void find_near(struct hunt *hunt) {
  bool *before = memory_alloc(hunt->place_count * sizeof *before);
  for (size_t i = 0; i < hunt->place_count; i++)
    hunt->is_near[i] = before[i] = i == hunt->start;
  spread(hunt, hunt->is_near, false);
  spread(hunt, before, true);
  for (size_t i = 0; i < hunt->place_count; i++)
    hunt->is_near[i] = hunt->is_near[i] && before[i];
  memory_free(before);
}

/* ---- a lasso ---- */

/* The elements from p to the end of a way back, forwards. */
static void list_elements(const struct hunt *hunt, uint32_t last,
                          path_list *out) {
  for (uint32_t at = last; at != NO_NODE; at = hunt->log.items[at].parent)
    vec_push(out, hunt->log.items[at].by);
  for (size_t i = 0; i < out->count / 2; i++) {
    const struct element other = out->items[i];
    out->items[i] = out->items[out->count - 1 - i];
    out->items[out->count - 1 - i] = other;
  }
}

/* The last step of the model's own that has begun, or NULL. */
static const struct step *last_step(const struct element *elements,
                                    size_t count) {
  const struct step *last = NULL;
  for (size_t i = count; i-- > 0 && !last;) {
    const struct edge *edge = elements[i].edge;
    if (!edge)
      last = last_step(elements[i].meta->elements,
                       elements[i].meta->element_count);
    else if (edge->step_count > 0)
      last = &edge->steps[edge->step_count - 1];
  }
  return last;
}

/* The d_step that has begun on the way to the node never ends. */
static struct violation endless(const struct reach *reach, uint32_t node) {
  const struct step *step = NULL;
  for (uint32_t at = node; at != NO_NODE && !step;
       at = reach->nodes.items[at].parent)
    if (reach->nodes.items[at].parent != NO_NODE)
      step = last_step(&reach->nodes.items[at].by, 1);
  struct violation violation = {.kind = VIOLATION_RUNTIME,
                                .message = "this d_step never ends",
                                .pid = NO_PROCESS};
  if (step) {
    const struct location *from =
        &step->action->proctype->locations[step->from];
    violation.where = from->transitions[step->transition].action->where;
    violation.pid = step->pid;
  }
  return violation;
}

/* The run to a point from which the loop leads back to it; false: it could not
 * be made.
 */
static bool add_run(struct hunt *hunt, uint32_t node, const struct pvset *start,
                    const path_list *loop) {
  struct symbolic_run run = {0};
  if (hunt->scope == IN_D_STEPS) {
    const struct violation violation = endless(hunt->reach, node);
    return reach_found(hunt->reach, node, start, &violation, NULL, 0);
  }
  if (!unroll_lasso(hunt->reach, node, start, loop->items, loop->count, &run))
    return false;
  vec_push(&hunt->reach->runs, run);
  return true;
}

/* Vectors that come back to themselves; a node that has some of them. */
static void report(struct hunt *hunt, uint32_t last,
                   const struct pvset *fixed) {
  struct reach *reach = hunt->reach;
  path_list loop = {0};
  if (hunt->scope == IN_ATOMICS) {
    hunt->found = true;
    return;
  }
  list_elements(hunt, last, &loop);
  for (uint32_t i = 0; i < reach->nodes.count && !hunt->found; i++) {
    if (reach->nodes.items[i].place != hunt->start)
      continue;
    struct pvset *start = pvset_and(reach->nodes.items[i].set, fixed);
    if (!pvset_is_empty(start) && !pv_gave_up(reach->places.pv)) {
      const bool good = add_run(hunt, i, start, &loop);
      hunt->found = good || !pv_gave_up(reach->places.pv);
      reach->too_long |= hunt->found && !good;
    }
    pvset_free(start);
  }
  vec_free(&loop);
}

/* ---- the relation ---- */

static void add(struct hunt *hunt, uint32_t place, struct pvmap *map,
                uint32_t parent, struct element by) {
  struct pvmap *known = hunt->known[place];
  struct pvmap *news = known ? pvmap_new_pieces(map, known) : pvmap_copy(map);
  pvmap_free(map);
  if (pvmap_is_empty(news)) {
    pvmap_free(news);
    return;
  }
  struct pvmap *simple = pvmap_simplify(news, MOST_PIECES);
  struct pvmap *sum = known ? pvmap_or(known, simple) : pvmap_copy(simple);
  hunt->known[place] = pvmap_simplify(sum, MOST_PIECES);
  pvmap_free(known);
  pvmap_free(sum);
  pvmap_free(news);
  vec_push(&hunt->log, ((struct way_back){place, parent, by, simple}));
  if (place != hunt->start)
    return;
  struct pvset *fixed = pvmap_fixed(simple);
  if (!pvset_is_empty(fixed) && !pv_gave_up(hunt->reach->places.pv))
    report(hunt, (uint32_t)hunt->log.count - 1, fixed);
  pvset_free(fixed);
}

/* One element more after a way. */
static void follow(struct hunt *hunt, const struct pvmap *map, uint32_t parent,
                   struct element by) {
  const uint32_t target = element_target(&by);
  if (hunt->found || !hunt->is_near[target])
    return;
  add(hunt, target, pvmap_then(map, element_map(&by)), parent, by);
}

static void follow_all(struct hunt *hunt, uint32_t place,
                       const struct pvmap *map, uint32_t parent) {
  struct reach *reach = hunt->reach;
  for (size_t i = 0; i < reach->reached.items[place].metas.count; i++) {
    const struct meta *meta = reach->reached.items[place].metas.items[i];
    if (is_usable_loop(hunt, meta))
      follow(hunt, map, parent, (struct element){.meta = meta});
  }
  const struct place *from = reach->places.items.items[place];
  for (size_t i = 0; i < from->edges.count; i++)
    if (is_usable(hunt, &from->edges.items[i]))
      follow(hunt, map, parent,
             (struct element){.edge = &from->edges.items[i]});
}

/* True: p is visited finitely often on any run. */
static bool is_transient(struct hunt *hunt) {
  struct reach *reach = hunt->reach;
  struct pvmap *same = pvmap_identity(reach->reached.items[hunt->start].set);
  follow_all(hunt, hunt->start, same, NO_NODE);
  pvmap_free(same);
  for (uint32_t i = 0; i < hunt->log.count && !hunt->found; i++) {
    if (i >= MOST_RETURNS || pv_gave_up(reach->places.pv))
      return false;
    pv_allow(reach->places.pv, STEP_WORK);
    struct pvmap *map = pvmap_copy(hunt->log.items[i].map);
    follow_all(hunt, hunt->log.items[i].place, map, i);
    pvmap_free(map);
  }
  const struct pvmap *back = hunt->known[hunt->start];
  return !hunt->found && !pv_gave_up(reach->places.pv) &&
         (!back || pvmap_is_well_founded(back)) &&
         !pv_gave_up(reach->places.pv);
}

static void forget(struct hunt *hunt) {
  for (size_t i = 0; i < hunt->log.count; i++)
    pvmap_free(hunt->log.items[i].map);
  for (size_t i = 0; i < hunt->place_count; i++) {
    pvmap_free(hunt->known[i]);
    hunt->known[i] = NULL;
  }
  hunt->log.count = 0;
}

/* ---- all places ---- */

/* Sets often come to an accepting place as a whole, so nobody has looked for
 * loops there.
 */
static void find_loops(struct hunt *hunt) {
  uint32_t looked = 0;
  for (uint32_t i = 0; i < hunt->place_count; i++)
    if (hunt->is_near[i] && looked++ < MOST_LOOPED)
      cycles_at(hunt->reach, i, LOOP_LENGTH);
}

static void look_at(struct hunt *hunt, uint32_t place) {
  hunt->start = place;
  find_near(hunt);
  find_loops(hunt);
  pv_allow(hunt->reach->places.pv, STEP_WORK);
  if (is_transient(hunt))
    hunt->is_done[place] = true;
  else if (!hunt->found)
    hunt->failed = true;
  forget(hunt);
}

/* At most one run is looked for, but all d_steps. */
static void look_everywhere(struct hunt *hunt) {
  hunt->place_count = hunt->reach->reached.count;
  hunt->is_near = memory_alloc(hunt->place_count * sizeof *hunt->is_near);
  hunt->is_done = memory_alloc(hunt->place_count * sizeof *hunt->is_done);
  hunt->known = memory_alloc(hunt->place_count * sizeof(struct pvmap *));
  if (hunt->scope == IN_ATOMICS)
    backward_leaves(hunt->reach, hunt->is_done);
  for (uint32_t i = 0; i < hunt->place_count && !hunt->found; i++) {
    if (is_start(hunt, i))
      look_at(hunt, i);
    hunt->found =
        hunt->found && (hunt->scope != IN_D_STEPS || hunt->reach->enough);
  }
  memory_free(hunt->is_near);
  memory_free(hunt->is_done);
  memory_free(hunt->known);
  vec_free(&hunt->log);
}

enum symbolic_end lasso_search(struct reach *reach) {
  struct hunt hunt = {.reach = reach};
  look_everywhere(&hunt);
  if (hunt.found)
    return reach->too_long ? SYMBOLIC_TOO_LONG : SYMBOLIC_ENOUGH;
  if (hunt.failed)
    return SYMBOLIC_UNDECIDED;
  struct hunt atomics = {.reach = reach, .scope = IN_ATOMICS};
  look_everywhere(&atomics);
  return atomics.found || atomics.failed ? SYMBOLIC_MAY_STAY
                                         : SYMBOLIC_COMPLETE;
}

enum symbolic_end endless_search(struct reach *reach) {
  struct hunt hunt = {.reach = reach, .scope = IN_D_STEPS};
  look_everywhere(&hunt);
  if (reach->enough)
    return SYMBOLIC_ENOUGH;
  if (reach->too_long)
    return SYMBOLIC_TOO_LONG;
  return hunt.failed ? SYMBOLIC_MAY_NOT_END : SYMBOLIC_COMPLETE;
}
