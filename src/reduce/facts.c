/* Facts about places, by walking the automata.
 *
 * A transition of the model may be a whole `atomic` or `d_step`: its footprint
 * is that of all statements inside.
 *
 * The future of a place is what its process, and those it may start, can ever
 * do from there on: the least solution of future(l) = later(l) joined with
 * future(l') for every l' that follows l.
 *
 * Handshakes: an `else` beside a send, an `unless` or an `atomic` with one in
 * it notices whether there is a receiver.  So a step by which a process comes
 * to a receive on such a channel counts as one that writes the channel.
 *
 * Sticky places: a set that every cycle of the proctype's automaton meets.  In
 * a cycle of states some process goes round such a cycle, so it leaves a sticky
 * place; states in which a process at a sticky place would be part of a reduced
 * expansion are expanded fully.  So every cycle of states has one that is: what
 * is put off is not put off for ever, whatever the order of the search.  Places
 * that are never part of a reduced expansion break cycles at no cost; after
 * those, places that depend on other processes anyway are taken.  (Kurshan,
 * Levin, Minea, Peled, Yenigün: Static Partial Order Reduction, TACAS 1998.)
 * They are chosen one after the other; in a model with so many cycles that this
 * takes too long, the rest is broken at once, at more places than need be.
 *
 * Cost: that of one pass through the strong components of the automata, in
 * which what is known of places is joined; of sticky places, one pass for each
 * that is chosen.
 */
#include "reduce/facts.h"

#include "base/vec.h"
#include "model/flow.h"
#include "model/outside_view.h"
#include "model/quiet.h"
#include "reduce/numbers.h"

#include <stddef.h>
#include <string.h>

/* About a second's worth. */
static const uint64_t MOST_EFFORT = UINT64_C(1) << 27;

/* ---- hindrances ---- */

struct hindrance {
  const char *reason;
};

static void look_at_atom(void *context, struct expr *expr) {
  struct hindrance *found = context;
  switch (expr->kind) {
  case EXPR_LAST:
    found->reason = "the property reads _last";
    break;
  case EXPR_ENABLED:
    found->reason = "the property reads enabled()";
    break;
  case EXPR_PC_VALUE:
    found->reason = "the property reads pc_value()";
    break;
  case EXPR_NR_PR:
    found->reason = "the property reads _nr_pr";
    break;
  case EXPR_GET_PRIORITY:
  case EXPR_PRIORITY:
    found->reason = "the property reads priorities";
    break;
  case EXPR_TIMEOUT:
    found->reason = "the property reads timeout";
    break;
  default:
    if (expr_is_event(expr))
      found->reason = "the property is about steps";
    break;
  }
}

const char *facts_hindrance(const struct model *model,
                            const struct watched *watched) {
  struct hindrance found = {NULL};
  const struct features *features = &model->features;
  if (features->priority)
    return "the model has priorities";
  if (features->provided)
    return "the model has provided clauses";
  if (features->last)
    return "the model reads _last";
  for (uint32_t i = 0; i < model->proctype_count; i++)
    if (model->proctypes[i]->deterministic)
      return "the model has a D_proctype";
  for (uint32_t i = 0; i < watched->atom_count; i++)
    expr_walk(model->atoms[watched->atoms[i]], look_at_atom, &found);
  if (!found.reason && (features->enabled || features->pc_value))
    return "the model reads enabled() or pc_value()";
  return found.reason;
}

/* ---- what the property looks at ---- */

struct watch {
  const struct universe *universe;
  struct hands *const *hands;
  enum order_effect effect;
  struct footprint objects;
  struct outside_view seen; /* of processes */
  bool accept, progress;
};

static void watch_expr(void *context, struct expr *expr) {
  struct watch *watch = context;
  watch->accept |= expr->kind == EXPR_ACCEPTING;
  watch->progress |= expr->kind == EXPR_NP;
  outside_view_add(&watch->seen, expr);
}

static void watch_init(struct watch *watch, const struct facts *facts,
                       const struct universe *universe,
                       const struct watched *watched,
                       enum order_effect effect) {
  *watch = (struct watch){.universe = universe,
                          .hands = facts->hands,
                          .effect = effect,
                          .seen = {.arena = universe->arena}};
  for (uint32_t i = 0; i < watched->atom_count; i++) {
    struct expr *atom = universe->model->atoms[watched->atoms[i]];
    footprint_add_expr(universe, &watch->objects, atom, MOMENT_LATER);
    expr_walk(atom, watch_expr, watch);
  }
}

static void watch_clear(struct watch *watch) {
  outside_view_clear(&watch->seen);
}

static bool writes_local(const struct watch *watch, const struct ref *ref) {
  return ref && outside_view_has(&watch->seen, ref->var);
}

/* Does the statement change a variable of its process that is looked at? */
static bool changes_local(const struct watch *watch,
                          const struct action *action) {
  const struct ref declared = {.var = action->var};
  bool found =
      action->kind == ACTION_ASSIGN && writes_local(watch, action->ref);
  found |= action->kind == ACTION_INIT && writes_local(watch, &declared);
  for (uint32_t i = 0; i < action->pattern_count; i++)
    found |= action->patterns[i].kind == PATTERN_BIND &&
             writes_local(watch, action->patterns[i].ref);
  return found;
}

/* Is being at this location something the property can tell? */
static bool is_noticed(const struct watch *watch,
                       const struct proctype *proctype, uint32_t location) {
  const struct location *at = &proctype->locations[location];
  return outside_view_has_location(&watch->seen, proctype, location) ||
         (watch->accept && at->is_accept) ||
         (watch->progress && at->is_progress);
}

/* ---- what can happen in one transition ---- */

/* How statements of a location can belong to a transition; a loop may lead from
 * the first ones back to them.  After a test that no other process and no
 * property can notice, the next statement still counts as a first one: the
 * transition may get that far and no further, but then it makes no difference
 * whether the test comes early or late.
 */
enum { COMES_FIRST = 1, COMES_LATER = 2 };

struct region_place {
  uint32_t location;
  uint8_t how;
};

/* The locations whose statements belong to a transition from one of them. */
struct region {
  const struct proctype *proctype;
  const struct watch *watch; /* NULL: only the very first ones come first */
  VEC(struct region_place) places;
  uint8_t *known; /* how each location belongs to it */
};

static void region_add(struct region *region, uint32_t location, uint8_t how) {
  if (location == 0 || (region->known[location] & how))
    return;
  region->known[location] |= how;
  vec_push(&region->places, ((struct region_place){location, how}));
}

static bool touches_nothing(const struct footprint *footprint) {
  return !footprint->everything && footprint->access_count == 0 &&
         !objects_meet(&footprint->reads, &footprint->reads) &&
         !objects_meet(&footprint->writes, &footprint->writes);
}

/* Is the transition a test of the process's own variables?  (In a d_step it is
 * an error if one gets that far and no further; where the process no longer
 * receives, a sender may notice.)
 */
static bool is_private_test(const struct region *region, uint32_t location,
                            const struct transition *transition) {
  const struct location *at = &region->proctype->locations[location];
  const struct universe *universe = region->watch->universe;
  const struct action *action = transition->action;
  struct footprint footprint = {0};
  if (at->in_d_step ||
      (action->kind != ACTION_TEST && action->kind != ACTION_GOTO) ||
      is_noticed(region->watch, region->proctype, transition->target) ||
      region->watch->hands[region->proctype->index][location].may_shake)
    return false;
  footprint_add_action(universe, &footprint, region->proctype, action,
                       MOMENT_INSIDE);
  return touches_nothing(&footprint);
}

static void region_follow_one(struct region *region, struct region_place place,
                              const struct transition *transition) {
  const struct location *at = &region->proctype->locations[place.location];
  const bool goes_on =
      transition->atomic ||
      (at->in_d_step &&
       region->proctype->locations[transition->target].in_d_step);
  const bool still_first = place.how == COMES_FIRST && region->watch &&
                           is_private_test(region, place.location, transition);
  if (goes_on)
    region_add(region, transition->target,
               still_first ? COMES_FIRST : COMES_LATER);
  if (transition->action->kind == ACTION_D_STEP)
    region_add(region, transition->action->enter, place.how);
}

/* Adds what follows the places in it. */
static void region_spread(struct region *region) {
  for (size_t i = 0; i < region->places.count; i++) {
    const struct region_place place = region->places.items[i];
    const struct location *at = &region->proctype->locations[place.location];
    for (uint32_t t = 0; t < at->transition_count; t++)
      region_follow_one(region, place, &at->transitions[t]);
  }
}

/* Of one statement of the location, whose own place does not count; then it is
 * ready for another one.
 */
static void region_find_after(struct region *region, uint32_t location,
                              const struct transition *transition) {
  region->places.count = 0;
  region_follow_one(region, (struct region_place){location, COMES_FIRST},
                    transition);
  region_spread(region);
  for (size_t i = 0; i < region->places.count; i++)
    region->known[region->places.items[i].location] = 0;
}

/* The regions of all locations in one. */
static void region_find_all(struct region *region) {
  for (uint32_t l = 1; l < region->proctype->location_count; l++)
    region_add(region, l, COMES_FIRST);
  region_spread(region);
}

static void region_init(struct region *region, const struct proctype *proctype,
                        const struct watch *watch) {
  const bool as_good = watch && watch->effect == ORDERS_ARE_AS_GOOD;
  *region = (struct region){.proctype = proctype,
                            .watch = as_good ? watch : NULL,
                            .known = memory_alloc(proctype->location_count)};
}

static void region_clear(struct region *region) {
  memory_free(region->known);
  vec_free(&region->places);
}

static void find_timeout(void *context, struct expr *expr) {
  bool *found = context;
  *found |= expr->kind == EXPR_TIMEOUT;
}

static bool reads_timeout(const struct action *action) {
  bool found = false;
  action_walk(action, find_timeout, &found);
  return found;
}

/* The receives of a location, on channels where that is noticed. */
static void offer_handshakes(struct place_facts *place,
                             const struct watch *watch,
                             const struct proctype *proctype,
                             uint32_t location) {
  const struct objects *offered =
      watch->hands[proctype->index][location].offered;
  if (!offered)
    return;
  (void)objects_join(&place->now.writes, offered);
  (void)objects_join(&place->later.writes, offered);
}

/* Processes that a statement brings into being. */
struct starts {
  const struct watch *watch;
  struct place_facts *place;
};

static void find_start(void *context, struct expr *expr) {
  struct starts *starts = context;
  if (expr->kind != EXPR_RUN)
    return;
  const struct proctype *child = expr->proctype;
  starts->place->visible |= is_noticed(starts->watch, child, child->initial);
  offer_handshakes(starts->place, starts->watch, child, child->initial);
}

/* Does one statement's being possible rule others out here? */
static bool is_exclusive(const struct proctype *proctype,
                         const struct location *at) {
  bool found = at->has_else;
  for (uint32_t t = 0; t < at->transition_count; t++) {
    const struct action *action = at->transitions[t].action;
    found |= at->transitions[t].escape > 0 ||
             (action->kind == ACTION_D_STEP &&
              proctype->locations[action->enter].has_else);
  }
  return found;
}

static void add_transition(struct place_facts *place, const struct watch *watch,
                           const struct proctype *proctype,
                           const struct transition *transition, bool is_first,
                           bool exclusive) {
  const struct universe *universe = watch->universe;
  const struct action *action = transition->action;
  const struct objects shakes = handshakes_of(universe, action);
  struct starts starts = {watch, place};
  footprint_add_action(universe, &place->now, proctype, action,
                       is_first ? MOMENT_NOW : MOMENT_INSIDE);
  footprint_add_action(universe, &place->later, proctype, action,
                       is_first && !exclusive ? MOMENT_LATER : MOMENT_INSIDE);
  if (transition->target > 0)
    offer_handshakes(place, watch, proctype, transition->target);
  action_walk(action, find_start, &starts);
  place->visible |= changes_local(watch, action) ||
                    is_noticed(watch, proctype, transition->target);
  /* The receiver of a second handshake may be at a place it has just come to.
   */
  place->ends |= action->kind == ACTION_END;
  place->apart |= (action->kind == ACTION_END && !is_first) ||
                  reads_timeout(action) ||
                  (!is_first && action->kind == ACTION_SEND &&
                   objects_meet(&shakes, &shakes));
}

static void add_place(struct place_facts *place, const struct watch *watch,
                      const struct proctype *proctype,
                      struct region_place part) {
  const struct location *at = &proctype->locations[part.location];
  const bool exclusive = is_exclusive(proctype, at);
  place->visible |= is_noticed(watch, proctype, part.location);
  for (uint32_t t = 0; t < at->transition_count; t++)
    add_transition(place, watch, proctype, &at->transitions[t],
                   part.how == COMES_FIRST, exclusive);
}

static void add_region(struct place_facts *place, const struct watch *watch,
                       const struct region *region) {
  for (size_t i = 0; i < region->places.count; i++)
    add_place(place, watch, region->proctype, region->places.items[i]);
}

/* ---- handshakes ---- */

/* May the process be the receiver of one here? */
static bool may_shake_hands(const struct universe *universe,
                            const struct proctype *proctype,
                            uint32_t location) {
  const struct location *at = &proctype->locations[location];
  for (uint32_t t = 0; t < at->transition_count; t++) {
    const struct action *action = at->transitions[t].action;
    const struct objects shakes = handshakes_of(universe, action);
    if ((action->kind == ACTION_RECEIVE && objects_meet(&shakes, &shakes)) ||
        (action->kind == ACTION_D_STEP &&
         may_shake_hands(universe, proctype, action->enter)))
      return true;
  }
  return false;
}

static void add_offers(const struct universe *universe,
                       const struct proctype *proctype, uint32_t location,
                       struct objects *offers) {
  const struct location *at = &proctype->locations[location];
  for (uint32_t t = 0; t < at->transition_count; t++) {
    const struct action *action = at->transitions[t].action;
    if (action->kind == ACTION_D_STEP)
      add_offers(universe, proctype, action->enter, offers);
    if (action->kind != ACTION_RECEIVE)
      continue;
    struct objects noticed = handshakes_of(universe, action);
    objects_keep(&noticed, &universe->noticed);
    (void)objects_join(offers, &noticed);
  }
}

static void find_shaking(struct facts *facts, const struct proctype *proctype) {
  for (uint32_t l = 1; l < proctype->location_count; l++)
    facts->hands[proctype->index][l].may_shake =
        may_shake_hands(&facts->universe, proctype, l);
}

static void find_offers(struct facts *facts, const struct proctype *proctype) {
  for (uint32_t l = 1; l < proctype->location_count; l++) {
    struct objects offers = {{0}};
    add_offers(&facts->universe, proctype, l, &offers);
    if (!objects_meet(&offers, &offers))
      continue;
    struct objects *kept = ARENA_NEW(facts->universe.arena, struct objects);
    *kept = offers;
    facts->hands[proctype->index][l].offered = kept;
  }
}

/* Sends for which it counts whether there is a receiver. */
static void find_noticed(struct universe *universe, const struct watch *watch,
                         const struct proctype *proctype) {
  struct region region;
  region_init(&region, proctype, watch);
  region_find_all(&region);
  for (size_t i = 0; i < region.places.count; i++) {
    const struct region_place *part = &region.places.items[i];
    const struct location *at = &proctype->locations[part->location];
    if (part->how == COMES_FIRST && !is_exclusive(proctype, at))
      continue;
    for (uint32_t t = 0; t < at->transition_count; t++) {
      const struct action *action = at->transitions[t].action;
      const struct objects shakes = handshakes_of(universe, action);
      if (action->kind == ACTION_SEND)
        (void)objects_join(&universe->noticed, &shakes);
    }
  }
  region_clear(&region);
}

/* Also fills what is known of receives: `noticed` depends on may_shake, and the
 * offers on that.
 */
static void find_hands(struct facts *facts, const struct watch *watch) {
  const struct model *model = facts->universe.model;
  for (uint32_t i = 0; i < model->proctype_count; i++)
    find_shaking(facts, model->proctypes[i]);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    find_noticed(&facts->universe, watch, model->proctypes[i]);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    find_offers(facts, model->proctypes[i]);
}

/* ---- all regions of a proctype ---- */

/* How places of regions follow each other.  A region is all that can be reached
 * from a place that comes first, so what is known of regions is found by one
 * pass through the strong components.
 */
struct regions {
  struct region all;
  struct links links;
  struct strong strong;
};

static uint32_t node_of(uint32_t location, uint8_t how) {
  return 2 * location + (how == COMES_LATER);
}

static struct region_place place_of(uint32_t node) {
  return (struct region_place){node / 2, node % 2 ? COMES_LATER : COMES_FIRST};
}

/* Does the place belong to any region? */
static bool is_part(const struct regions *regions, struct region_place place) {
  return regions->all.known[place.location] & place.how;
}

static void add_links(struct regions *regions, struct region *step,
                      struct region_place place) {
  const struct location *at = &step->proctype->locations[place.location];
  step->places.count = 0;
  for (uint32_t t = 0; t < at->transition_count; t++)
    region_follow_one(step, place, &at->transitions[t]);
  for (size_t i = 0; i < step->places.count; i++) {
    const struct region_place next = step->places.items[i];
    links_add(&regions->links, node_of(next.location, next.how));
    step->known[next.location] = 0;
  }
}

static void regions_open(struct regions *regions,
                         const struct proctype *proctype,
                         const struct watch *watch) {
  struct region step;
  *regions = (struct regions){0};
  region_init(&regions->all, proctype, watch);
  region_init(&step, proctype, watch);
  region_find_all(&regions->all);
  for (uint32_t node = 0; node < 2 * proctype->location_count; node++) {
    if (node >= 2 && is_part(regions, place_of(node)))
      add_links(regions, &step, place_of(node));
    links_close_node(&regions->links);
  }
  strong_find(&regions->links, &regions->strong);
  region_clear(&step);
}

static void regions_close(struct regions *regions) {
  strong_free(&regions->strong);
  links_free(&regions->links);
  region_clear(&regions->all);
}

/* ---- facts about places ---- */

static void join_places(const struct universe *universe,
                        struct place_facts *into,
                        const struct place_facts *from) {
  footprint_join(universe, &into->now, &from->now);
  footprint_join(universe, &into->later, &from->later);
  into->visible |= from->visible;
  into->apart |= from->apart;
  into->ends |= from->ends;
}

/* Adds what the components that a component leads to do. */
static void join_what_follows(const struct regions *regions, uint32_t component,
                              const struct universe *universe,
                              struct place_facts *known) {
  const struct strong *strong = &regions->strong;
  for (uint32_t i = strong->starts[component];
       i < strong->starts[component + 1]; i++) {
    const uint32_t node = strong->nodes[i];
    const uint32_t end = links_end(&regions->links, node);
    for (uint32_t e = links_begin(&regions->links, node); e < end; e++) {
      const uint32_t next = strong->component[regions->links.targets.items[e]];
      if (next != component)
        join_places(universe, &known[component], &known[next]);
    }
  }
}

/* What is done in the regions of each component. */
static struct place_facts *find_regions(const struct regions *regions,
                                        const struct watch *watch) {
  const struct strong *strong = &regions->strong;
  struct place_facts *known = memory_alloc((strong->count + 1) * sizeof *known);
  for (uint32_t c = 0; c < strong->count; c++) {
    join_what_follows(regions, c, watch->universe, known);
    for (uint32_t i = strong->starts[c]; i < strong->starts[c + 1]; i++) {
      const struct region_place place = place_of(strong->nodes[i]);
      if (is_part(regions, place))
        add_place(&known[c], watch, regions->all.proctype, place);
    }
  }
  return known;
}

static void complete_place(struct place_facts *place, const struct watch *watch,
                           const struct tracks *seen,
                           const struct location *at) {
  const struct tracks does = footprint_of_any(watch->universe, &place->later);
  place->single = at->transition_count == 1;
  place->visible |= objects_meet(&does.writes, &seen->reads);
  place->apart |= place->visible || place->later.everything || at->in_d_step ||
                  at->transition_count == 0;
}

static void find_places(struct facts *facts, const struct watch *watch,
                        const struct proctype *proctype) {
  struct place_facts *places = facts->places[proctype->index];
  const struct tracks seen = footprint_of_any(watch->universe, &watch->objects);
  struct regions regions;
  regions_open(&regions, proctype, watch);
  struct place_facts *known = find_regions(&regions, watch);
  places[0].apart = true; /* nobody is there */
  for (uint32_t l = 1; l < proctype->location_count; l++) {
    places[l] = known[regions.strong.component[node_of(l, COMES_FIRST)]];
    complete_place(&places[l], watch, &seen, &proctype->locations[l]);
  }
  memory_free(known);
  regions_close(&regions);
}

/* ---- futures ---- */

static bool footprints_differ(const struct footprint *a,
                              const struct footprint *b) {
  return a->everything != b->everything || a->flat != b->flat ||
         a->access_count != b->access_count ||
         memcmp(&a->reads, &b->reads, sizeof a->reads) != 0 ||
         memcmp(&a->writes, &b->writes, sizeof a->writes) != 0;
}

struct starting {
  const struct facts *facts;
  struct footprint *future;
};

/* A process that is started goes on under a number of its own. */
static void add_started(void *context, struct expr *expr) {
  const struct starting *self = context;
  if (expr->kind != EXPR_RUN)
    return;
  const struct universe *universe = &self->facts->universe;
  const struct proctype *child = expr->proctype;
  const struct footprint *future =
      &self->facts->places[child->index][child->initial].future;
  const struct tracks tracks = footprint_of_any(universe, future);
  const struct footprint added = {.reads = tracks.reads,
                                  .writes = tracks.writes,
                                  .everything = future->everything};
  footprint_join(universe, self->future, &added);
}

void facts_add_started(const struct facts *facts, const struct action *action,
                       struct footprint *footprint) {
  struct starting starting = {facts, footprint};
  action_walk(action, add_started, &starting);
}

/* Adds what is done from a location on; it leads to other components that are
 * known already.
 */
static void add_future(const struct facts *facts,
                       const struct proctype *proctype, uint32_t location,
                       const struct strong *strong, struct footprint *future) {
  const struct universe *universe = &facts->universe;
  const struct place_facts *places = facts->places[proctype->index];
  const struct location *at = &proctype->locations[location];
  for (uint32_t t = 0; t < at->transition_count; t++) {
    const struct transition *transition = &at->transitions[t];
    const uint32_t target = transition->target,
                   own = strong->component[location];
    if (target > 0 && strong->component[target] != own)
      footprint_join(universe, future, &places[target].future);
    if (transition->action->kind == ACTION_D_STEP &&
        strong->component[transition->action->enter] != own)
      footprint_join(universe, future,
                     &places[transition->action->enter].future);
    facts_add_started(facts, transition->action, future);
  }
  footprint_join(universe, future, &places[location].later);
}

/* Those that lead to each other have the same future. */
static bool extend_futures(struct facts *facts, const struct proctype *proctype,
                           const struct strong *strong) {
  struct place_facts *places = facts->places[proctype->index];
  bool differs = false;
  for (uint32_t c = 0; c < strong->count; c++) {
    struct footprint future = {.everything = false};
    for (uint32_t i = strong->starts[c]; i < strong->starts[c + 1]; i++)
      add_future(facts, proctype, strong->nodes[i], strong, &future);
    for (uint32_t i = strong->starts[c]; i < strong->starts[c + 1]; i++) {
      struct footprint *known = &places[strong->nodes[i]].future;
      differs |= footprints_differ(&future, known);
      *known = future;
    }
  }
  return differs;
}

/* Who starts a process does what it does, so it is done again where one is
 * started.
 */
static void find_futures(struct facts *facts) {
  const struct model *model = facts->universe.model;
  struct strong *strong =
      memory_alloc((model->proctype_count + 1) * sizeof *strong);
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    struct links links = flow_links(model->proctypes[i]);
    strong_find(&links, &strong[i]);
    links_free(&links);
  }
  bool changed = true;
  while (changed) {
    changed = false;
    for (uint32_t i = 0; i < model->proctype_count; i++)
      changed |= extend_futures(facts, model->proctypes[i], &strong[i]);
    changed &= model->features.run;
  }
  for (uint32_t i = 0; i < model->proctype_count; i++)
    strong_free(&strong[i]);
  memory_free(strong);
}

/* ---- sticky places ---- */

/* How gladly a place is made sticky.  Steps may pass by those that are quiet
 * (model/quiet.h), so one of them never stands for a cycle that has others.
 */
enum { PASSED_BY, INSIDE, INDEPENDENT, DEPENDS_ANYWAY };

/* The cycles of an automaton, found by its strong components. */
struct cycles {
  const struct proctype *proctype;
  struct place_facts *places;
  const uint8_t *gladness;
  uint8_t *gone;        /* no cycle is looked for through it */
  struct strong strong; /* without those */
  uint64_t edges;
  uint64_t *effort; /* that may still be made */
};

static bool loops_to_itself(const struct cycles *self, uint32_t location) {
  const struct location *at = &self->proctype->locations[location];
  for (uint32_t t = 0; t < at->transition_count; t++)
    if (at->transitions[t].target == location)
      return true;
  return false;
}

static void cycles_add_links(const struct cycles *self, uint32_t location,
                             struct links *links) {
  const struct location *at = &self->proctype->locations[location];
  for (uint32_t t = 0; t < at->transition_count; t++) {
    const uint32_t target = at->transitions[t].target;
    if (target > 0 && !self->gone[target])
      links_add(links, target);
  }
}

static void cycles_find_components(struct cycles *self) {
  struct links links = {0};
  links_close_node(&links); /* nobody is at location 0 */
  for (uint32_t l = 1; l < self->proctype->location_count; l++) {
    if (!self->gone[l])
      cycles_add_links(self, l, &links);
    links_close_node(&links);
  }
  strong_free(&self->strong);
  strong_find(&links, &self->strong);
  links_free(&links);
}

/* Makes one place of a component sticky if it has a cycle. */
static bool cycles_break_one(struct cycles *self, uint32_t component) {
  const struct strong *strong = &self->strong;
  const uint32_t start = strong->starts[component],
                 last = strong->starts[component + 1] - 1;
  uint32_t best = strong->nodes[last];
  if (start == last &&
      (best == 0 || self->gone[best] || !loops_to_itself(self, best)))
    return false;
  for (uint32_t i = start; i < last; i++)
    if (self->gladness[strong->nodes[i]] > self->gladness[best])
      best = strong->nodes[i];
  self->places[best].sticky = true;
  self->gone[best] = 1;
  return true;
}

/* One round: in every component with a cycle one place is made sticky. */
static bool cycles_break(struct cycles *self) {
  bool found = false;
  cycles_find_components(self);
  for (uint32_t c = 0; c < self->strong.count; c++)
    found |= cycles_break_one(self, c);
  const uint64_t spent = self->edges + self->proctype->location_count;
  *self->effort -= *self->effort < spent ? *self->effort : spent;
  return found;
}

/* On a cycle some step leads back to the same or an earlier place; one with
 * places that are passed by and others has a step from these to those.
 */
static void cycles_break_step(struct cycles *self, uint32_t from, uint32_t to) {
  const bool passed = self->gladness[from] == PASSED_BY;
  const bool passes = self->gladness[to] == PASSED_BY;
  if (to > 0 && !self->gone[to] &&
      self->strong.component[from] == self->strong.component[to] &&
      (passed == passes ? to <= from : passed))
    self->places[to].sticky = true;
}

/* Breaks all that are left at once, and so at more places than need be. */
static void cycles_break_rest(struct cycles *self) {
  for (uint32_t l = 1; l < self->proctype->location_count; l++) {
    const struct location *at = &self->proctype->locations[l];
    for (uint32_t t = 0; !self->gone[l] && t < at->transition_count; t++)
      cycles_break_step(self, l, at->transitions[t].target);
  }
}

static void cycles_break_all(struct cycles *self) {
  bool found = true;
  for (uint32_t l = 1; l < self->proctype->location_count; l++)
    self->edges += self->proctype->locations[l].transition_count;
  do
    found = cycles_break(self);
  while (found && *self->effort > 0);
  if (found)
    cycles_break_rest(self);
}

struct sticking {
  struct facts *facts;
  const struct tracks *others; /* what processes may ever do, by type */
  uint64_t effort;             /* that may still be made: steps along edges */
};

/* What the processes of each type may ever do. */
static struct tracks *tracks_of_all(const struct facts *facts) {
  const struct model *model = facts->universe.model;
  struct tracks *all = memory_alloc((model->proctype_count + 1) * sizeof *all);
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    const struct proctype *proctype = model->proctypes[i];
    if (proctype->kind == PROC_PLAIN || proctype->kind == PROC_INIT)
      all[i] = footprint_of_any(&facts->universe,
                                &facts->places[i][proctype->initial].future);
  }
  return all;
}

/* Does the place depend on what other processes may do at all? */
static bool depends(const struct facts *facts, const struct tracks *others,
                    const struct place_facts *place) {
  const struct tracks here = footprint_of_any(&facts->universe, &place->now);
  for (uint32_t i = 0; i < facts->universe.model->proctype_count; i++)
    if (tracks_conflict(&here, &others[i]))
      return true;
  return false;
}

/* A transition may pass a sticky place inside an atomic. */
static void spread_sticky(const struct proctype *proctype,
                          struct place_facts *places) {
  struct regions regions;
  regions_open(&regions, proctype, NULL);
  const struct strong *strong = &regions.strong;
  bool *passes = memory_alloc((strong->count + 1) * sizeof *passes);
  for (uint32_t i = 0; i < strong->starts[strong->count]; i++) {
    const uint32_t node = strong->nodes[i], c = strong->component[node];
    const uint32_t end = links_end(&regions.links, node);
    passes[c] |= places[node / 2].sticky;
    for (uint32_t e = links_begin(&regions.links, node); e < end; e++)
      passes[c] |= passes[strong->component[regions.links.targets.items[e]]];
  }
  for (uint32_t l = 1; l < proctype->location_count; l++)
    places[l].sticky = passes[strong->component[node_of(l, COMES_FIRST)]];
  memory_free(passes);
  regions_close(&regions);
}

/* Who goes round where all is quiet is seen somewhere there each time. */
static void stay_where_quiet(const struct proctype *proctype,
                             const uint8_t *quiet, struct place_facts *places) {
  const uint32_t count = proctype->location_count;
  bool goes_round = false;
  for (uint32_t l = 1; l < count; l++)
    goes_round |= quiet[l] == QUIET_ONCE;
  for (uint32_t l = 1; l < count; l++)
    places[l].sticky |= goes_round && quiet[l] != NOT_QUIET;
}

static void find_sticky(struct sticking *self, const struct proctype *proctype,
                        const uint8_t *quiet) {
  struct facts *facts = self->facts;
  const uint32_t count = proctype->location_count;
  struct place_facts *places = facts->places[proctype->index];
  uint8_t *gladness = memory_alloc(count), *gone = memory_alloc(count);
  struct cycles cycles = {.proctype = proctype,
                          .places = places,
                          .gladness = gladness,
                          .gone = gone,
                          .effort = &self->effort};
  for (uint32_t l = 1; l < count; l++) {
    gone[l] = places[l].apart && quiet[l] == NOT_QUIET;
    gladness[l] = quiet[l] != NOT_QUIET                      ? PASSED_BY
                  : proctype->locations[l].in_atomic         ? INSIDE
                  : depends(facts, self->others, &places[l]) ? DEPENDS_ANYWAY
                                                             : INDEPENDENT;
  }
  cycles_break_all(&cycles);
  stay_where_quiet(proctype, quiet, places);
  spread_sticky(proctype, places);
  strong_free(&cycles.strong);
  memory_free(gone);
  memory_free(gladness);
}

static void find_all_sticky(struct facts *facts, uint8_t *const *quiet,
                            uint64_t effort) {
  const struct model *model = facts->universe.model;
  struct tracks *others = tracks_of_all(facts);
  struct sticking self = {facts, others, effort};
  for (uint32_t i = 0; i < model->proctype_count; i++)
    find_sticky(&self, model->proctypes[i], quiet[i]);
  memory_free(others);
}

/* ---- keys ---- */

static bool same_key(const struct access *a, const struct access *b) {
  return a->index == b->index && a->var == b->var && a->number == b->number &&
         (a->when != 0) == (b->when != 0) &&
         (a->when == 0 || (a->first == b->first && a->count == b->count));
}

static void add_keys(struct place_facts *place,
                     const struct footprint *footprint) {
  for (uint32_t i = 0; i < footprint->access_count; i++) {
    const struct access *access = &footprint->accesses[i];
    bool known = access->index == INDEX_NUMBER && access->when == 0;
    for (uint32_t j = 0; j < place->key_count && !known; j++)
      known = same_key(place->keys[j], access);
    if (!known)
      place->keys[place->key_count++] = access;
  }
}

static void find_keys(struct facts *facts, const struct proctype *proctype) {
  for (uint32_t l = 1; l < proctype->location_count; l++) {
    struct place_facts *place = &facts->places[proctype->index][l];
    place->keys =
        ARENA_ARRAY(facts->universe.arena, const struct access *,
                    place->now.access_count + place->future.access_count + 1);
    add_keys(place, &place->now);
    add_keys(place, &place->future);
  }
}

/* ---- all ---- */

void facts_init_within(struct facts *facts, const struct model *model,
                       const struct watched *watched, enum order_effect effect,
                       uint64_t effort) {
  universe_init(&facts->universe, model);
  facts->universe.numbers_matter =
      effect == ORDERS_AGREE || numbers_are_noticed(model);
  struct arena *arena = facts->universe.arena;
  facts->places =
      ARENA_ARRAY(arena, struct place_facts *, model->proctype_count);
  facts->hands = ARENA_ARRAY(arena, struct hands *, model->proctype_count);
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    const uint32_t count = model->proctypes[i]->location_count;
    facts->places[i] = ARENA_ARRAY(arena, struct place_facts, count);
    facts->hands[i] = ARENA_ARRAY(arena, struct hands, count);
  }
  struct watch watch;
  watch_init(&watch, facts, &facts->universe, watched, effect);
  facts->universe.counts_processes |=
      objects_have(&watch.objects.reads, facts->universe.number);
  find_hands(facts, &watch);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    find_places(facts, &watch, model->proctypes[i]);
  watch_clear(&watch);
  find_futures(facts);
  uint8_t **quiet = quiet_find(model, facts->universe.arena);
  find_all_sticky(facts, quiet, effort);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    find_keys(facts, model->proctypes[i]);
}

void facts_init(struct facts *facts, const struct model *model,
                const struct watched *watched, enum order_effect effect) {
  facts_init_within(facts, model, watched, effect, MOST_EFFORT);
}

static bool needs_partner(const struct universe *universe,
                          const struct proctype *proctype,
                          const struct action *action);

/* Is there a statement here that takes a partner? */
static bool has_partners(const struct universe *universe,
                         const struct proctype *proctype, uint32_t location) {
  const struct location *at = &proctype->locations[location];
  for (uint32_t t = 0; t < at->transition_count; t++)
    if (needs_partner(universe, proctype, at->transitions[t].action))
      return true;
  return false;
}

static bool needs_partner(const struct universe *universe,
                          const struct proctype *proctype,
                          const struct action *action) {
  if (action->kind == ACTION_D_STEP)
    return has_partners(universe, proctype, action->enter);
  const struct objects shakes = handshakes_of(universe, action);
  return objects_meet(&shakes, &shakes);
}

/* The variables that a transition may write, from its first statement on. */
static struct map changes_of(const struct region *region,
                             const struct transition *first) {
  struct map changing = {0};
  footprint_add_changes(&changing, first->action);
  for (size_t i = 0; i < region->places.count; i++) {
    const struct location *at =
        &region->proctype->locations[region->places.items[i].location];
    for (uint32_t t = 0; t < at->transition_count; t++)
      footprint_add_changes(&changing, at->transitions[t].action);
  }
  return changing;
}

/* Adds a statement that does not rule others out, with what follows it. */
static void add_statement(struct place_facts *place, const struct watch *watch,
                          struct region *region, uint32_t location,
                          const struct transition *transition) {
  region_find_after(region, location, transition);
  add_region(place, watch, region);
  add_transition(place, watch, region->proctype, transition, true, false);
}

/* Only the state at hand counts, so a variable can be used throughout the
 * transition if the transition itself does not change it.
 */
void facts_of_statement(const struct facts *facts,
                        const struct proctype *proctype, uint32_t location,
                        uint32_t number, struct place_facts *out) {
  const struct location *at = &proctype->locations[location];
  const struct transition *transition = &at->transitions[number];
  const struct watched nothing = {0};
  struct watch watch;
  struct region region;
  *out = facts->places[proctype->index][location];
  if (is_exclusive(proctype, at)) {
    /* it depends on all of them, and on what lets a partner take part */
    out->apart |= has_partners(&facts->universe, proctype, location);
    return;
  }
  *out = (struct place_facts){
      .apart = at->in_d_step ||
               needs_partner(&facts->universe, proctype, transition->action)};
  region_init(&region, proctype, NULL);
  region_find_after(&region, location, transition);
  struct universe at_hand = facts->universe;
  at_hand.changing = changes_of(&region, transition);
  watch_init(&watch, facts, &at_hand, &nothing, ORDERS_AGREE);
  add_statement(out, &watch, &region, location, transition);
  out->keys = ARENA_ARRAY(facts->universe.arena, const struct access *,
                          out->now.access_count + 1);
  add_keys(out, &out->now);
  map_free(&at_hand.changing);
  region_clear(&region);
  watch_clear(&watch);
}

struct footprint facts_later_of_statement(const struct facts *facts,
                                          const struct proctype *proctype,
                                          uint32_t location, uint32_t number) {
  const struct location *at = &proctype->locations[location];
  const struct watched nothing = {0};
  struct place_facts found = {.visible = false};
  struct watch watch;
  struct region region;
  if (at->transition_count == 1 || is_exclusive(proctype, at))
    return facts->places[proctype->index][location].later;
  watch_init(&watch, facts, &facts->universe, &nothing, ORDERS_AGREE);
  region_init(&region, proctype, NULL);
  add_statement(&found, &watch, &region, location, &at->transitions[number]);
  region_clear(&region);
  watch_clear(&watch);
  return found.later;
}

bool facts_is_exclusive(const struct proctype *proctype, uint32_t location) {
  return is_exclusive(proctype, &proctype->locations[location]);
}

bool facts_takes_partner(const struct facts *facts,
                         const struct proctype *proctype,
                         const struct action *action) {
  return needs_partner(&facts->universe, proctype, action);
}

void facts_walk_transition(const struct proctype *proctype, uint32_t location,
                           uint32_t number, statement_visitor *visit,
                           void *context) {
  const struct transition *first =
      &proctype->locations[location].transitions[number];
  struct region region;
  visit(context, first);
  region_init(&region, proctype, NULL);
  region_find_after(&region, location, first);
  for (size_t i = 0; i < region.places.count; i++) {
    const struct location *at =
        &proctype->locations[region.places.items[i].location];
    for (uint32_t t = 0; t < at->transition_count; t++)
      visit(context, &at->transitions[t]);
  }
  region_clear(&region);
}

void facts_clear(struct facts *facts) {
  universe_clear(&facts->universe);
}
