/* See product.h.  Successors of the head are collected first: which processes
 * are enabled is known only when all of them are there.
 */
#include "search/product.h"

#include "base/memory.h"
#include "search/finite_claim.h"

#include <stdio.h>
#include <string.h>

enum { TAIL_BYTES = 4, BATCH = 32 };

uint32_t product_tails(const struct claim *claim, uint32_t processes,
                       bool classic) {
  return classic ? 1 : claim->state_count * (processes + 1);
}

/* The next state of an automaton that reads statement by statement. */
static uint64_t read_letter(void *context, uint64_t before, uint64_t letter) {
  const struct product *product = context;
  return finite_next(product->claim->finite->automaton, (uint32_t)before,
                     product->values | letter);
}

static void watch_events(struct product *product) {
  const struct claim *claim = product->claim;
  for (uint32_t i = 0; i < claim->atom_count; i++)
    if (engine_is_event(product->engine, claim->atoms[i]))
      product->event_atoms |= UINT64_C(1) << i;
  if (product->event_atoms == 0)
    return;
  product->watch =
      (struct engine_watch){.atoms = claim->atoms,
                            .atom_count = claim->atom_count,
                            .read = claim->finite ? read_letter : NULL,
                            .context = product};
  (void)engine_watch(product->engine, &product->watch);
}

void product_open(struct product *product, struct engine *engine,
                  struct store *store, const struct claim *claim,
                  enum fairness fairness, uint32_t processes, bool classic,
                  struct budget *budget) {
  *product = (struct product){.engine = engine,
                              .store = store,
                              .claim = claim,
                              .fairness = fairness,
                              .processes = processes,
                              .classic = classic,
                              .budget = budget,
                              .violating_step = NO_STEP};
  watch_events(product);
  product->nameless = processes == 0 && product->event_atoms == 0;
}

void product_close(struct product *product) {
  product->budget->used -= product->kept;
  if (product->event_atoms != 0)
    (void)engine_watch(product->engine, NULL);
  memory_free(product->state);
  vec_free(&product->bytes);
  vec_free(&product->steps);
  vec_free(&product->origins);
}

/* At once, for the limit is asked for in the midst of an expansion. */
static void count_memory(struct product *product) {
  const size_t kept =
      product->room + product->bytes.capacity +
      product->steps.capacity * sizeof *product->steps.items +
      product->origins.capacity * sizeof *product->origins.items;
  product->budget->used += kept - product->kept;
  product->kept = kept;
}

/* ---- tails ---- */

static uint32_t claim_state_of(const struct product *product, uint32_t tail) {
  return tail % product->claim->state_count;
}

static uint32_t copy_of(const struct product *product, uint32_t tail) {
  return tail / product->claim->state_count;
}

static uint32_t make_tail(const struct product *product, uint32_t state,
                          uint32_t copy) {
  return copy * product->claim->state_count + state;
}

bool product_accepts(const struct product *product, struct pair pair) {
  return copy_of(product, pair.tail) == 0 &&
         product->claim->states[claim_state_of(product, pair.tail)].accepting;
}

static uint32_t stored_tail(const struct product *product, struct pair pair) {
  return product->classic ? 0 : pair.tail;
}

unsigned product_colour(const struct product *product, struct pair pair) {
  return store_colour(product->store, pair.head, stored_tail(product, pair));
}

void product_paint(const struct product *product, struct pair pair,
                   unsigned colour) {
  store_paint(product->store, pair.head, stored_tail(product, pair), colour);
}

/* ---- heads ---- */

static void make_room(struct product *product) {
  const size_t longest = store_longest(product->store) + TAIL_BYTES;
  if (longest <= product->room)
    return;
  product->state = memory_resize(product->state, longest);
  product->room = longest;
}

size_t product_load(struct product *product, struct pair pair) {
  make_room(product);
  const size_t length = store_load(product->store, pair.head, product->state);
  product->length = length - (product->classic ? TAIL_BYTES : 0);
  return product->length;
}

/* Stores a head; state has room for the tail behind it. */
static bool store_pair(struct product *product, uint8_t *state, size_t length,
                       uint32_t tail, pair_list *out) {
  struct pair pair = {.tail = tail};
  if (product->classic) {
    memcpy(state + length, &tail, TAIL_BYTES);
    length += TAIL_BYTES;
  }
  if (store_insert(product->store, state, length, &pair.head) == STORE_FULL)
    return false;
  vec_push(out, pair);
  return true;
}

/* ---- processes ---- */

static void add_process(struct process_set *set, int32_t pid) {
  if (pid >= 0)
    set->words[pid / 64] |= UINT64_C(1) << (pid % 64);
}

static bool has_process(const struct process_set *set, uint32_t pid) {
  return set->words[pid / 64] >> (pid % 64) & 1;
}

static bool has_ended(const struct location *location) {
  return location->transition_count > 0 &&
         location->transitions[0].action->kind == ACTION_END;
}

/* Under fairness by labels: who has accept labels and is at none? */
static void find_elsewhere(struct product *product) {
  product->elsewhere = (struct process_set){{0}};
  if (product->fairness != FAIRNESS_LABELS)
    return;
  const uint32_t count =
      engine_process_count(product->engine, product->state, product->length);
  for (uint32_t pid = 0; pid < count; pid++) {
    uint32_t number;
    const struct proctype *proctype = engine_process(
        product->engine, product->state, product->length, pid, &number);
    const struct location *location = &proctype->locations[number];
    if (proctype->has_accept && !location->is_accept && !has_ended(location))
      add_process(&product->elsewhere, (int32_t)pid);
  }
}

/* Does a transition belong to the set of a process? */
static bool is_served(const struct product *product,
                      const struct process_set *movers, uint32_t pid) {
  if (product->fairness == FAIRNESS_LABELS)
    return !has_process(&product->elsewhere, pid);
  return has_process(movers, pid) || !has_process(&product->enabled, pid);
}

/* The copy after a transition: onwards past every set it belongs to. */
static uint32_t next_copy(const struct product *product, uint32_t tail,
                          const struct process_set *movers) {
  if (product->processes == 0)
    return 0;
  uint32_t copy = copy_of(product, tail);
  if (copy == 0) {
    const uint32_t state = claim_state_of(product, tail);
    if (!product->claim->states[state].accepting)
      return 0;
    copy = 1;
  }
  while (copy <= product->processes && is_served(product, movers, copy - 1))
    copy++;
  return copy > product->processes ? 0 : copy;
}

/* ---- the steps of the model ---- */

static bool take_successor(void *context, const struct successor *successor) {
  struct product *product = context;
  struct product_step step = {.offset = product->bytes.count,
                              .length = successor->length,
                              .changed = successor->changed,
                              .events = successor->heard};
  const size_t end = step.offset + step.length + TAIL_BYTES;
  vec_reserve(&product->bytes, end);
  memcpy(product->bytes.items + step.offset, successor->state, step.length);
  product->bytes.count = end;
  for (size_t i = 0; i < successor->step_count; i++) {
    add_process(&step.movers, successor->steps[i].pid);
    add_process(&step.movers, successor->steps[i].partner);
  }
  if (successor->step_count > 0) {
    add_process(&product->enabled, successor->steps[0].pid);
    add_process(&product->enabled, successor->steps[0].partner);
  }
  vec_push(&product->steps, step);
  count_memory(product);
  return true;
}

static bool take_violation(void *context, const struct violation *violation,
                           const struct step *steps, size_t step_count) {
  struct product *product = context;
  (void)steps;
  product->broken |= violation->kind == VIOLATION_RUNTIME && step_count > 0;
  return true;
}

/* A run that stops goes on in its last state. */
static void stutter(struct product *product) {
  const struct successor same = {
      .state = product->state, .length = product->length, .owner = NO_PROCESS};
  (void)take_successor(product, &same);
  product->stuttered = true;
}

static void collect_steps(struct product *product) {
  const struct engine_visitor visitor = {.context = product,
                                         .successor = take_successor,
                                         .violation = take_violation};
  const unsigned options =
      product->nameless ? ENGINE_NO_STEPS : ENGINE_NO_MESSAGES;
  product->bytes.count = 0;
  product->steps.count = 0;
  product->enabled = (struct process_set){{0}};
  find_elsewhere(product);
  product->broken = false;
  product->stuttered = false;
  product->broken |=
      !engine_expand(product->engine, product->state, product->length,
                     NO_PROCESS, options, &visitor);
  if (product->steps.count == 0 && !product->broken && product->claim->stutters)
    stutter(product);
}

/* ---- the steps of the claim ---- */

/* Keeps the first reason why an atom has no value. */
static void note_unknown(struct product *product, uint32_t number,
                         const struct violation *error) {
  if (product->unknown == 0) {
    (void)snprintf(product->problem, sizeof product->problem,
                   "a condition has no value: %s", error->message);
    product->problem_at = error->where;
  }
  product->unknown |= UINT64_C(1) << number;
}

static bool read_fallible(struct product *product, uint32_t number) {
  int32_t value = 0;
  struct violation error;
  if (engine_evaluate(product->engine, product->state, product->length,
                      NO_PROCESS, product->claim->atoms[number], &value,
                      &error))
    return value != 0;
  note_unknown(product, number, &error);
  return false;
}

static bool read_atom(struct product *product, uint32_t number) {
  if (product->event_atoms >> number & 1)
    return false;
  return product->claim->fallible >> number & 1
             ? read_fallible(product, number)
             : engine_holds(product->engine, product->state, product->length,
                            product->claim->atoms[number]);
}

static uint64_t read_atoms(struct product *product) {
  uint64_t values = 0;
  product->unknown = 0;
  for (uint32_t i = 0; i < product->claim->atom_count; i++)
    values |= (uint64_t)read_atom(product, i) << i;
  return values;
}

/* Can the edge be taken when the atoms of `is` are true, and no others than
 * those of `may_be`?
 */
static bool edge_fits(const struct claim_edge *edge, uint64_t is,
                      uint64_t may_be) {
  for (uint32_t i = 0; i < edge->cube_count; i++)
    if ((edge->cubes[i].yes & ~may_be) == 0 && (edge->cubes[i].no & is) == 0)
      return true;
  return false;
}

static bool edge_holds(const struct claim_edge *edge, uint64_t values) {
  return edge_fits(edge, values, values);
}

static enum product_answer violate(struct product *product, size_t step) {
  product->violating_step = step;
  return PRODUCT_VIOLATED;
}

/* Does taking the edge violate something by itself? */
static bool edge_violates(struct product *product,
                          const struct claim_edge *edge, uint64_t values) {
  product->violation =
      (struct violation){.where = edge->where, .pid = NO_PROCESS};
  if (edge->assertion >= 0 && !(values >> edge->assertion & 1)) {
    product->violation.kind = VIOLATION_CLAIM;
    product->violation.message = "assertion in the claim violated";
    return true;
  }
  product->violation.kind = VIOLATION_CLAIM;
  product->violation.message = "the claim reaches its end";
  return product->claim->states[edge->target].final;
}

/* Stores the heads of all steps: announced first, so that the store's memory is
 * on its way when they are settled.
 */
static bool store_heads(struct product *product) {
  struct store_ticket tickets[BATCH];
  for (size_t first = 0; first < product->steps.count; first += BATCH) {
    const size_t left = product->steps.count - first;
    const size_t count = left < BATCH ? left : BATCH;
    struct product_step *steps = &product->steps.items[first];
    for (size_t i = 0; i < count; i++)
      store_announce(product->store, product->bytes.items + steps[i].offset,
                     steps[i].length, steps[i].changed, &tickets[i]);
    bool full = false;
    for (size_t i = 0; i < count; i++) {
      full |= store_settle(product->store, &tickets[i]) == STORE_FULL;
      steps[i].head = tickets[i].ref;
    }
    if (full)
      return false;
  }
  return true;
}

/* The claim goes from a tail to a state when the model takes a step. */
static bool add_pair(struct product *product, uint32_t tail, uint32_t target,
                     size_t number, pair_list *out) {
  const struct product_step *step = &product->steps.items[number];
  const uint32_t next =
      make_tail(product, target, next_copy(product, tail, &step->movers));
  vec_push(&product->origins, (uint32_t)number);
  if (product->classic)
    return store_pair(product, product->bytes.items + step->offset,
                      step->length, next, out);
  vec_push(out, ((struct pair){.head = step->head, .tail = next}));
  return true;
}

/* Takes an edge whatever the step. */
static enum product_answer add_pairs(struct product *product, uint32_t tail,
                                     const struct claim_edge *edge,
                                     pair_list *out) {
  for (size_t i = 0; i < product->steps.count; i++)
    if (!add_pair(product, tail, edge->target, i, out))
      return PRODUCT_FULL;
  return PRODUCT_OK;
}

/* Takes an edge with the steps that it asks for. */
static enum product_answer add_fitting(struct product *product, uint32_t tail,
                                       const struct claim_edge *edge,
                                       uint64_t values, pair_list *out) {
  for (size_t i = 0; i < product->steps.count; i++) {
    if (!edge_holds(edge, values | product->steps.items[i].events))
      continue;
    if (edge_violates(product, edge, values))
      return violate(product, product->stuttered ? NO_STEP : i);
    if (!add_pair(product, tail, edge->target, i, out))
      return PRODUCT_FULL;
  }
  return PRODUCT_OK;
}

/* ---- finite words ---- */

static bool has_state_atoms(const struct product *product) {
  const uint64_t events = product->event_atoms;
  return product->claim->atom_count > (uint32_t)__builtin_popcountll(events);
}

/* Where the automaton is after a step. */
static uint32_t finite_target(const struct product *product, uint32_t from,
                              const struct product_step *step) {
  return product->event_atoms != 0
             ? (uint32_t)step->events
             : finite_next(product->claim->finite->automaton, from,
                           product->values);
}

/* Is the word accepted of a run that has come to the head under expansion? */
static bool finite_accepts(const struct product *product, uint32_t state) {
  const struct finite *automaton = product->claim->finite->automaton;
  if (has_state_atoms(product))
    state = finite_next(automaton, state, product->values);
  return automaton->accepting[state];
}

/* A run is judged where its last letter is known: with its last state if the
 * claim reads states, or else with its last step.
 */
static enum product_answer expand_finite(struct product *product, uint32_t tail,
                                         pair_list *out) {
  const struct finite_claim *finite = product->claim->finite;
  const uint32_t from = claim_state_of(product, tail);
  const bool prefix = finite->reading == FINITE_PREFIX;
  if (prefix && has_state_atoms(product) && !finite_accepts(product, from))
    return violate(product, NO_STEP);
  collect_steps(product);
  const bool has_ended = product->steps.count == 0 && !product->broken;
  if (!prefix && has_ended && !finite_accepts(product, from))
    return violate(product, NO_STEP);
  if (!product->classic && !store_heads(product))
    return PRODUCT_FULL;
  for (size_t i = 0; i < product->steps.count; i++) {
    const uint32_t to = finite_target(product, from, &product->steps.items[i]);
    if (prefix && !has_state_atoms(product) &&
        !finite->automaton->accepting[to])
      return violate(product, i);
    if (!add_pair(product, tail, to, i, out))
      return PRODUCT_FULL;
  }
  return PRODUCT_OK;
}

/* ---- successors ---- */

void product_aim(struct product *product, struct pair pair) {
  (void)product_load(product, pair);
  product->values = read_atoms(product);
  if (product->claim->finite)
    product->watch.start = claim_state_of(product, pair.tail);
}

static bool is_crowded(const struct product *product) {
  return product->processes > 0 &&
         engine_process_count(product->engine, product->state,
                              product->length) > product->processes;
}

/* Does it matter to the claim, where it is, what has no value?  With events the
 * step may decide.
 */
static bool is_unreadable(const struct product *product, struct pair pair) {
  const uint64_t values = product->values, unknown = product->unknown;
  const uint32_t number = claim_state_of(product, pair.tail);
  const struct finite_claim *finite = product->claim->finite;
  if (finite)
    return product->event_atoms == 0 &&
           finite_next(finite->automaton, number, values) !=
               finite_next(finite->automaton, number, values | unknown);
  const struct claim_state *state = &product->claim->states[number];
  const uint64_t perhaps = values | product->event_atoms;
  for (uint32_t i = 0; i < state->edge_count; i++)
    if (edge_fits(&state->edges[i], values, perhaps | unknown) &&
        !edge_fits(&state->edges[i], values | unknown, perhaps))
      return true;
  return false;
}

static enum product_answer violate_unreadable(struct product *product) {
  memcpy(product->reason, product->problem, sizeof product->reason);
  product->violation = (struct violation){.kind = VIOLATION_CLAIM,
                                          .message = product->reason,
                                          .where = product->problem_at,
                                          .pid = NO_PROCESS};
  return violate(product, NO_STEP);
}

enum product_answer product_expand(struct product *product, struct pair pair,
                                   pair_list *out) {
  product_aim(product, pair);
  if (is_crowded(product))
    return PRODUCT_CROWDED;
  const struct claim_state *state =
      &product->claim->states[claim_state_of(product, pair.tail)];
  const uint64_t values = product->values;
  const uint64_t perhaps = values | product->event_atoms;
  bool expanded = false;
  product->origins.count = 0;
  product->unreadable = product->unknown != 0 && is_unreadable(product, pair);
  if (product->unreadable)
    return violate_unreadable(product);
  if (product->claim->finite)
    return expand_finite(product, pair.tail, out);
  for (uint32_t i = 0; i < state->edge_count; i++) {
    const struct claim_edge *edge = &state->edges[i];
    if (!edge_fits(edge, values, perhaps))
      continue;
    const bool certain = edge_fits(edge, perhaps, values);
    if (certain && edge_violates(product, edge, values))
      return violate(product, NO_STEP);
    if (!expanded) {
      collect_steps(product);
      if (!product->classic && !store_heads(product))
        return PRODUCT_FULL;
    }
    expanded = true;
    const enum product_answer answer =
        certain ? add_pairs(product, pair.tail, edge, out)
                : add_fitting(product, pair.tail, edge, values, out);
    if (answer != PRODUCT_OK)
      return answer;
  }
  return PRODUCT_OK;
}

/* Can the claim go along when the model takes this step? */
static bool claim_goes_along(const struct product *product, uint32_t from,
                             uint32_t to, const struct product_step *step) {
  const struct claim_state *state =
      &product->claim->states[claim_state_of(product, from)];
  const uint64_t values = product->values | step->events;
  if (product->claim->finite)
    return finite_target(product, from, step) == to;
  for (uint32_t i = 0; i < state->edge_count; i++)
    if (state->edges[i].target == claim_state_of(product, to) &&
        edge_holds(&state->edges[i], values))
      return true;
  return false;
}

static bool is_step_to(const struct product *product,
                       const struct product_step *step, uint32_t tail,
                       const uint8_t *state, size_t length,
                       uint32_t target_tail) {
  return step->length == length &&
         memcmp(product->bytes.items + step->offset, state, length) == 0 &&
         next_copy(product, tail, &step->movers) ==
             copy_of(product, target_tail);
}

static bool moves_so(const struct product_step *step,
                     const struct process_set *movers) {
  return !movers || memcmp(&step->movers, movers, sizeof *movers) == 0;
}

bool product_find_step(struct product *product, struct pair from,
                       struct pair to, const struct process_set *movers,
                       size_t *number) {
  const size_t length = product_load(product, to);
  uint8_t *state = memory_alloc(length);
  memcpy(state, product->state, length);
  product_aim(product, from);
  collect_steps(product);
  bool found = false;
  for (size_t i = 0; i < product->steps.count && !found; i++) {
    const struct product_step *step = &product->steps.items[i];
    found = moves_so(step, movers) &&
            is_step_to(product, step, from.tail, state, length, to.tail) &&
            claim_goes_along(product, from.tail, to.tail, step);
    *number = i;
  }
  memory_free(state);
  return found;
}

enum product_answer product_initial(struct product *product, pair_list *out) {
  const uint8_t *state;
  size_t length;
  if (!engine_initial(product->engine, &state, &length, &product->violation))
    return PRODUCT_VIOLATED;
  uint8_t *copy = memory_alloc(length + TAIL_BYTES);
  memcpy(copy, state, length);
  enum product_answer answer = PRODUCT_OK;
  for (uint32_t i = 0; i < product->claim->initial_count; i++)
    if (!store_pair(product, copy, length,
                    make_tail(product, product->claim->initial[i], 0), out))
      answer = PRODUCT_FULL;
  memory_free(copy);
  return answer;
}
