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
 */
#include "reduce/facts.h"

#include "base/vec.h"
#include "model/outside_view.h"
#include "model/quiet.h"
#include "reduce/numbers.h"

#include <stddef.h>
#include <string.h>

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
  return found.reason;
}

/* ---- what the property looks at ---- */

struct watch {
  const struct universe *universe;
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

static void watch_init(struct watch *watch, const struct universe *universe,
                       const struct watched *watched,
                       enum order_effect effect) {
  *watch = (struct watch){.universe = universe,
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

/* May the process be the receiver of a handshake here? */
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
      may_shake_hands(universe, region->proctype, location))
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

/* Adds what follows the places in it, and is ready for another one. */
static void region_complete(struct region *region) {
  for (size_t i = 0; i < region->places.count; i++) {
    const struct region_place place = region->places.items[i];
    const struct location *at = &region->proctype->locations[place.location];
    for (uint32_t t = 0; t < at->transition_count; t++)
      region_follow_one(region, place, &at->transitions[t]);
  }
  for (size_t i = 0; i < region->places.count; i++)
    region->known[region->places.items[i].location] = 0;
}

static void region_find(struct region *region, uint32_t location) {
  region->places.count = 0;
  region_add(region, location, COMES_FIRST);
  region_complete(region);
}

/* Of one statement of the location, whose own place does not count. */
static void region_find_after(struct region *region, uint32_t location,
                              const struct transition *transition) {
  region->places.count = 0;
  region_follow_one(region, (struct region_place){location, COMES_FIRST},
                    transition);
  region_complete(region);
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
                             const struct universe *universe,
                             const struct proctype *proctype,
                             uint32_t location) {
  const struct location *at = &proctype->locations[location];
  for (uint32_t t = 0; t < at->transition_count; t++) {
    const struct action *action = at->transitions[t].action;
    if (action->kind == ACTION_D_STEP)
      offer_handshakes(place, universe, proctype, action->enter);
    if (action->kind != ACTION_RECEIVE)
      continue;
    struct objects noticed = handshakes_of(universe, action);
    objects_keep(&noticed, &universe->noticed);
    (void)objects_join(&place->now.writes, &noticed);
    (void)objects_join(&place->later.writes, &noticed);
  }
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
  offer_handshakes(starts->place, starts->watch->universe, child,
                   child->initial);
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
    offer_handshakes(place, universe, proctype, transition->target);
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

static void add_region(struct place_facts *place, const struct watch *watch,
                       const struct region *region) {
  const struct proctype *proctype = region->proctype;
  for (size_t i = 0; i < region->places.count; i++) {
    const struct region_place *part = &region->places.items[i];
    const struct location *at = &proctype->locations[part->location];
    const bool exclusive = is_exclusive(proctype, at);
    place->visible |= is_noticed(watch, proctype, part->location);
    for (uint32_t t = 0; t < at->transition_count; t++)
      add_transition(place, watch, proctype, &at->transitions[t],
                     part->how == COMES_FIRST, exclusive);
  }
}

static void find_place(struct place_facts *place, const struct watch *watch,
                       struct region *region, uint32_t location) {
  const struct proctype *proctype = region->proctype;
  region_find(region, location);
  add_region(place, watch, region);
  place->single = proctype->locations[location].transition_count == 1;
  const struct tracks does = footprint_of_any(watch->universe, &place->later);
  const struct tracks seen = footprint_of_any(watch->universe, &watch->objects);
  place->visible |= objects_meet(&does.writes, &seen.reads);
  place->apart |= place->visible || place->later.everything ||
                  proctype->locations[location].in_d_step ||
                  proctype->locations[location].transition_count == 0;
}

/* Sends for which it counts whether there is a receiver. */
static void find_noticed(struct universe *universe, const struct watch *watch,
                         const struct proctype *proctype) {
  struct region region;
  region_init(&region, proctype, watch);
  for (uint32_t l = 1; l < proctype->location_count; l++) {
    region_find(&region, l);
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
  }
  region_clear(&region);
}

static void find_places(struct facts *facts, const struct watch *watch,
                        const struct proctype *proctype) {
  struct place_facts *places = facts->places[proctype->index];
  struct region region;
  region_init(&region, proctype, watch);
  places[0].apart = true; /* nobody is there */
  for (uint32_t l = 1; l < proctype->location_count; l++)
    find_place(&places[l], watch, &region, l);
  region_clear(&region);
}

/* ---- futures ---- */

static bool footprints_differ(const struct footprint *a,
                              const struct footprint *b) {
  return a->everything != b->everything || a->access_count != b->access_count ||
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

static bool extend_future(struct facts *facts, const struct proctype *proctype,
                          uint32_t location) {
  const struct universe *universe = &facts->universe;
  struct place_facts *places = facts->places[proctype->index];
  const struct location *at = &proctype->locations[location];
  struct footprint future = places[location].future;
  footprint_join(universe, &future, &places[location].later);
  for (uint32_t t = 0; t < at->transition_count; t++) {
    const struct transition *transition = &at->transitions[t];
    facts_add_started(facts, transition->action, &future);
    if (transition->target > 0)
      footprint_join(universe, &future, &places[transition->target].future);
    if (transition->action->kind == ACTION_D_STEP)
      footprint_join(universe, &future,
                     &places[transition->action->enter].future);
  }
  const bool differs = footprints_differ(&future, &places[location].future);
  places[location].future = future;
  return differs;
}

static void find_futures(struct facts *facts) {
  const struct model *model = facts->universe.model;
  bool changed = true;
  while (changed) {
    changed = false;
    for (uint32_t i = 0; i < model->proctype_count; i++)
      for (uint32_t l = model->proctypes[i]->location_count; l-- > 1;)
        changed |= extend_future(facts, model->proctypes[i], l);
  }
}

/* ---- sticky places ---- */

/* How gladly a place is made sticky.  Steps may pass by those that are quiet
 * (model/quiet.h), so one of them never stands for a cycle that has others.
 */
enum { PASSED_BY, INSIDE, INDEPENDENT, DEPENDS_ANYWAY };

struct cycle_step {
  uint32_t location, next;
};

/* The cycles of an automaton, found by components (Tarjan 1972). */
struct cycles {
  const struct proctype *proctype;
  struct place_facts *places;
  const uint8_t *gladness;
  uint8_t *gone; /* no cycle is looked for through it */
  uint32_t *order, *low, *component;
  uint32_t visited;
  VEC(uint32_t) stack; /* of the component */
  VEC(struct cycle_step) path;
  bool found;
};

static void cycles_enter(struct cycles *self, uint32_t location) {
  self->order[location] = self->low[location] = ++self->visited;
  self->component[location] = 0;
  vec_push(&self->stack, location);
  vec_push(&self->path, ((struct cycle_step){location, 0}));
}

static bool loops_to_itself(const struct cycles *self, uint32_t location) {
  const struct location *at = &self->proctype->locations[location];
  for (uint32_t t = 0; t < at->transition_count; t++)
    if (at->transitions[t].target == location)
      return true;
  return false;
}

/* Takes a component off the stack; makes one place of it sticky if it has a
 * cycle.
 */
static void cycles_close(struct cycles *self, uint32_t root) {
  uint32_t best = root, count = 0, location;
  do {
    location = vec_pop(&self->stack);
    self->component[location] = root;
    if (self->gladness[location] > self->gladness[best])
      best = location;
    count++;
  } while (location != root);
  if (count == 1 && !loops_to_itself(self, root))
    return;
  self->places[best].sticky = true;
  self->gone[best] = 1;
  self->found = true;
}

static void cycles_follow(struct cycles *self, uint32_t target) {
  const uint32_t from = vec_last(&self->path)->location;
  if (target == 0 || self->gone[target])
    return;
  if (self->order[target] == 0)
    cycles_enter(self, target);
  else if (self->component[target] == 0 &&
           self->order[target] < self->low[from])
    self->low[from] = self->order[target];
}

static void cycles_leave(struct cycles *self) {
  const struct cycle_step step = vec_pop(&self->path);
  const uint32_t low = self->low[step.location];
  if (low == self->order[step.location])
    cycles_close(self, step.location);
  else if (self->path.count > 0) {
    uint32_t *above = &self->low[vec_last(&self->path)->location];
    if (low < *above)
      *above = low;
  }
}

static void cycles_search(struct cycles *self, uint32_t start) {
  cycles_enter(self, start);
  while (self->path.count > 0) {
    struct cycle_step *step = vec_last(&self->path);
    const struct location *at = &self->proctype->locations[step->location];
    if (step->next < at->transition_count)
      cycles_follow(self, at->transitions[step->next++].target);
    else
      cycles_leave(self);
  }
}

/* One round: in every component with a cycle one place is made sticky. */
static bool cycles_break(struct cycles *self) {
  const uint32_t count = self->proctype->location_count;
  self->found = false;
  self->visited = 0;
  for (uint32_t l = 0; l < count; l++)
    self->order[l] = 0;
  for (uint32_t l = 1; l < count; l++)
    if (!self->gone[l] && self->order[l] == 0)
      cycles_search(self, l);
  return self->found;
}

/* Does the place depend on what other processes may do at all? */
static bool depends(const struct facts *facts,
                    const struct place_facts *place) {
  const struct model *model = facts->universe.model;
  const struct tracks here = footprint_of_any(&facts->universe, &place->now);
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    const struct proctype *other = model->proctypes[i];
    if (other->kind != PROC_PLAIN && other->kind != PROC_INIT)
      continue;
    const struct tracks there = footprint_of_any(
        &facts->universe, &facts->places[i][other->initial].future);
    if (tracks_conflict(&here, &there))
      return true;
  }
  return false;
}

/* A transition may pass a sticky place inside an atomic. */
static void spread_sticky(const struct proctype *proctype,
                          struct place_facts *places) {
  const uint32_t count = proctype->location_count;
  uint8_t *passes = memory_alloc(count);
  struct region region;
  region_init(&region, proctype, NULL);
  for (uint32_t l = 1; l < count; l++) {
    region_find(&region, l);
    for (size_t i = 0; i < region.places.count; i++)
      passes[l] |= places[region.places.items[i].location].sticky;
  }
  for (uint32_t l = 1; l < count; l++)
    places[l].sticky = passes[l];
  region_clear(&region);
  memory_free(passes);
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

static void find_sticky(struct facts *facts, const struct proctype *proctype,
                        const uint8_t *quiet) {
  const uint32_t count = proctype->location_count;
  struct place_facts *places = facts->places[proctype->index];
  uint8_t *gladness = memory_alloc(count), *gone = memory_alloc(count);
  uint32_t *numbers = memory_alloc(3 * (size_t)count * sizeof *numbers);
  struct cycles cycles = {.proctype = proctype,
                          .places = places,
                          .gladness = gladness,
                          .gone = gone,
                          .order = numbers,
                          .low = numbers + count,
                          .component = numbers + 2 * (size_t)count};
  for (uint32_t l = 1; l < count; l++) {
    gone[l] = places[l].apart && quiet[l] == NOT_QUIET;
    gladness[l] = quiet[l] != NOT_QUIET              ? PASSED_BY
                  : proctype->locations[l].in_atomic ? INSIDE
                  : depends(facts, &places[l])       ? DEPENDS_ANYWAY
                                                     : INDEPENDENT;
  }
  while (cycles_break(&cycles)) {
  }
  stay_where_quiet(proctype, quiet, places);
  spread_sticky(proctype, places);
  vec_free(&cycles.stack);
  vec_free(&cycles.path);
  memory_free(numbers);
  memory_free(gone);
  memory_free(gladness);
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

void facts_init(struct facts *facts, const struct model *model,
                const struct watched *watched, enum order_effect effect) {
  universe_init(&facts->universe, model);
  facts->universe.numbers_matter =
      effect == ORDERS_AGREE || numbers_are_noticed(model);
  struct arena *arena = facts->universe.arena;
  facts->places =
      ARENA_ARRAY(arena, struct place_facts *, model->proctype_count);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    facts->places[i] = ARENA_ARRAY(arena, struct place_facts,
                                   model->proctypes[i]->location_count);
  struct watch watch;
  watch_init(&watch, &facts->universe, watched, effect);
  facts->universe.counts_processes |=
      objects_have(&watch.objects.reads, facts->universe.number);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    find_noticed(&facts->universe, &watch, model->proctypes[i]);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    find_places(facts, &watch, model->proctypes[i]);
  watch_clear(&watch);
  find_futures(facts);
  uint8_t **quiet = quiet_find(model, facts->universe.arena);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    find_sticky(facts, model->proctypes[i], quiet[i]);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    find_keys(facts, model->proctypes[i]);
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
  watch_init(&watch, &at_hand, &nothing, ORDERS_AGREE);
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
  watch_init(&watch, &facts->universe, &nothing, ORDERS_AGREE);
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
