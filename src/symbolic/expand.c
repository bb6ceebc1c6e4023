/* The edges and hazards of a control state.
 *
 * The interpreter gives the single steps of the abstract model.  For each, the
 * condition on symbolic variables and the effect on them are computed; steps
 * inside an atomic are followed and composed until control is seen again, or a
 * loop inside the atomic meets.
 *
 * Two things depend on what a process cannot do.  `else`, and the order of
 * choices in a d_step: conditions of earlier siblings are subtracted. Blocking:
 * where none of the owner's statements can be executed, atomicity is lost (in a
 * d_step that is an error); where nobody's can, the run ends.
 */
#include "symbolic/expand.h"

#include "symbolic/effect.h"

#include <assert.h>
#include <string.h>

enum { LONGEST_ATOMIC = 200, MOST_EDGES = 300 };

/* A move of the claim, and the vectors with which it makes it. */
struct claim_label {
  uint32_t to;
  struct pvset *where;
};

struct outlook {
  struct places *places;
  uint32_t number; /* of the place */
  VEC(struct claim_label) labels;
  step_list steps; /* from the place to the state at hand */
  uint32_t depth;
};

/* All single steps of one state. */
struct hops {
  struct outlook *outlook;
  struct situation *at;
  VEC(struct hop) items;
};

/* ---- collecting the steps ---- */

static const struct origin *origin_of(const struct hops *hops, int32_t pid,
                                      uint32_t from, uint32_t transition) {
  return control_origin(hops->at->control, hops->at->places[pid] >> 16, from,
                        transition);
}

static struct hop keep_step(const struct hops *hops, const struct step *step) {
  struct arena *arena = hops->outlook->places->arena;
  struct hop hop = {.step = *step};
  int32_t *values = ARENA_ARRAY(arena, int32_t, step->value_count + 1);
  for (uint32_t i = 0; i < step->value_count; i++)
    values[i] = step->values[i];
  hop.values = step->channel ? values : NULL;
  hop.origin = origin_of(hops, step->pid, step->from, step->transition);
  if (step->partner != NO_PROCESS)
    hop.partner = origin_of(hops, step->partner, step->partner_from,
                            step->partner_transition);
  return hop;
}

static bool collect_successor(void *context,
                              const struct successor *successor) {
  struct hops *hops = context;
  assert(successor->step_count == 1);
  struct hop hop = keep_step(hops, successor->steps);
  hop.state = (const uint8_t *)arena_copy(hops->outlook->places->arena,
                                          (const char *)successor->state,
                                          successor->length);
  hop.length = successor->length;
  hop.owner = successor->owner;
  vec_push(&hops->items, hop);
  return true;
}

static bool collect_violation(void *context, const struct violation *violation,
                              const struct step *steps, size_t step_count) {
  struct hops *hops = context;
  if (step_count == 0)
    return true; /* an end state: symbolic conditions decide */
  struct hop hop = keep_step(hops, steps);
  hop.is_violation = true;
  hop.violation = *violation;
  hop.violation.message =
      arena_copy(hops->outlook->places->arena, violation->message,
                 strlen(violation->message));
  vec_push(&hops->items, hop);
  return true;
}

static void hops_clear(struct hops *hops) {
  for (size_t i = 0; i < hops->items.count; i++) {
    pvset_free(hops->items.items[i].possible);
    pvset_free(hops->items.items[i].failed);
    pvset_free(hops->items.items[i].overflow);
  }
  vec_free(&hops->items);
}

/* ---- conditions ---- */

static void evaluate_hop(const struct situation *at, struct hop *hop) {
  struct evaluation evaluation;
  evaluation_init(&evaluation, at, hop->step.pid);
  hop->possible =
      hop->origin->is_symbolic
          ? evaluate_condition(&evaluation, hop->origin->action->value, false)
          : pvset_copy(evaluation.context);
  hop->failed = pvset_copy(evaluation.failed);
  hop->overflow = pvset_copy(evaluation.overflow);
  hop->cuts_overflow = at->integers == INTEGERS_CHECKED;
  evaluation_clear(&evaluation);
}

/* Where it is not certain that the step cannot be executed. */
static struct pvset *perhaps(const struct hop *hop) {
  struct pvset *set = pvset_or(hop->possible, hop->failed);
  if (hop->cuts_overflow)
    pvset_add(&set, hop->overflow);
  return set;
}

static void subtract(struct pvset **set, const struct pvset *other) {
  struct pvset *rest = pvset_minus(*set, other);
  pvset_free(*set);
  *set = rest;
}

/* Does the earlier statement go before this one? */
static bool goes_before(const struct hop *earlier, const struct hop *hop) {
  if (earlier->step.pid != hop->step.pid ||
      earlier->step.transition >= hop->step.transition)
    return false;
  return hop->origin->is_else || hop->origin->role == ORIGIN_INSIDE ||
         (hop->origin->role == ORIGIN_FIRST &&
          earlier->step.transition >= hop->origin->first_sibling);
}

/* Where the step is the one that is taken, as a new set. */
static struct pvset *taken(const struct hops *hops, const struct hop *hop) {
  struct pvset *set = pvset_copy(hop->possible);
  subtract(&set, hop->failed);
  if (hop->cuts_overflow)
    subtract(&set, hop->overflow);
  for (size_t i = 0; i < hops->items.count; i++)
    if (goes_before(&hops->items.items[i], hop)) {
      struct pvset *earlier = perhaps(&hops->items.items[i]);
      subtract(&set, earlier);
      pvset_free(earlier);
    }
  return set;
}

/* Where none of the steps (of process pid, or of all) can be executed. */
static struct pvset *blocked(const struct hops *hops) {
  struct pvset *set = pvset_all(hops->at->pv, hops->at->dims);
  for (size_t i = 0; i < hops->items.count; i++) {
    struct pvset *some = perhaps(&hops->items.items[i]);
    subtract(&set, some);
    pvset_free(some);
  }
  return set;
}

/* ---- reduction ---- */

/* Where the process can perhaps move, as a new set. */
static struct pvset *where_moves(const struct hops *hops, int32_t pid) {
  struct pvset *set = pvset_none(hops->at->pv, hops->at->dims);
  for (size_t i = 0; i < hops->items.count; i++)
    if (hops->items.items[i].step.pid == pid) {
      struct pvset *some = perhaps(&hops->items.items[i]);
      pvset_add(&set, some);
      pvset_free(some);
    }
  return set;
}

/* Where a quiet process can move, the others need not. */
static void leave_out(struct places *places, struct hops *hops) {
  const int32_t pid =
      quiet_process(places->quiet, hops->at->places, hops->at->processes);
  if (pid == NO_PROCESS)
    return;
  struct pvset *enough = where_moves(hops, pid);
  for (size_t i = 0; i < hops->items.count; i++) {
    struct hop *hop = &hops->items.items[i];
    if (hop->step.pid == pid)
      continue;
    subtract(&hop->possible, enough);
    subtract(&hop->failed, enough);
    subtract(&hop->overflow, enough);
    places->has_left_out = true;
  }
  pvset_free(enough);
}

/* ---- results ---- */

/* The steps so far, and one more; they are the arena's. */
static struct step *copy_steps(struct outlook *outlook, size_t *count) {
  *count = outlook->steps.count;
  struct step *steps =
      ARENA_ARRAY(outlook->places->arena, struct step, *count + 1);
  if (*count > 0)
    memcpy(steps, outlook->steps.items, *count * sizeof *steps);
  return steps;
}

/* A step as the model has it; those inside a d_step are none of their own. */
static bool push_step(struct outlook *outlook, const struct hop *hop) {
  if (hop->origin->role == ORIGIN_INSIDE)
    return false;
  struct step step = {.pid = hop->step.pid,
                      .from = hop->origin->from,
                      .transition = hop->origin->transition,
                      .action = hop->origin->action,
                      .partner = hop->step.partner};
  if (hop->partner) {
    step.partner_from = hop->partner->from;
    step.partner_transition = hop->partner->transition;
    step.partner_action = hop->partner->action;
  }
  vec_push(&outlook->steps, step);
  return true;
}

static void add_hazard(struct outlook *outlook, const struct pvmap *way,
                       const struct pvset *where, bool is_overflow,
                       const struct violation *violation) {
  struct pvset *start = pvmap_preimage(way, where);
  if (pvset_is_empty(start)) {
    pvset_free(start);
    return;
  }
  struct hazard hazard = {.where = start, .is_overflow = is_overflow};
  if (violation)
    hazard.violation = *violation;
  hazard.steps = copy_steps(outlook, &hazard.step_count);
  vec_push(&outlook->places->items.items[outlook->number]->hazards, hazard);
}

/* A violation of a statement by vectors of the state at hand. */
static void
add_statement_hazard(struct outlook *outlook, const struct pvmap *way,
                     const struct pvset *where, const struct hop *hop,
                     enum violation_kind kind, const char *message) {
  const struct violation violation = {.kind = kind,
                                      .message = message,
                                      .where = hop->origin->action->where,
                                      .pid = hop->step.pid};
  add_hazard(outlook, way, where, false, &violation);
}

/* Where numbers wrap around: an error if the user asked for that. */
static void add_overflow(struct outlook *outlook, const struct pvmap *way,
                         const struct pvset *where, const struct hop *hop) {
  if (pvset_is_empty(where))
    return;
  if (outlook->places->config->check_overflow)
    add_statement_hazard(outlook, way, where, hop, VIOLATION_RUNTIME,
                         "the result does not fit into an int");
  else
    add_hazard(outlook, way, where, true, NULL);
}

struct edge_pieces {
  struct outlook *outlook;
  uint32_t to;
  const struct affine *affine;
  struct step *steps;
  size_t step_count;
};

static void add_piece(void *context, struct pvmap *piece) {
  const struct edge_pieces *pieces = context;
  struct outlook *outlook = pieces->outlook;
  struct edge edge = {.from = outlook->number,
                      .to = pieces->to,
                      .guard = pvmap_domain(piece),
                      .map = piece,
                      .steps = pieces->steps,
                      .step_count = pieces->step_count};
  edge.affine =
      pieces->affine ? affine_copy(pieces->affine) : pvmap_affine(piece);
  vec_push(&outlook->places->items.items[outlook->number]->edges, edge);
}

/* An edge for each move of the claim. */
static void add_edge(struct outlook *outlook, const struct pvmap *way,
                     const struct affine *affine, const uint8_t *state,
                     size_t length, int32_t owner) {
  struct edge_pieces pieces = {.outlook = outlook, .affine = affine};
  pieces.steps = copy_steps(outlook, &pieces.step_count);
  for (size_t i = 0; i < outlook->labels.count; i++) {
    const struct claim_label *label = &outlook->labels.items[i];
    struct pvmap *labelled = pvmap_from(way, label->where);
    if (!pvmap_is_empty(labelled)) {
      pieces.to = places_add(outlook->places, state, length, owner, label->to);
      pvmap_each_piece(labelled, add_piece, &pieces);
    }
    pvmap_free(labelled);
  }
}

/* ---- going on ---- */

static void follow(struct outlook *outlook, const uint8_t *state, size_t length,
                   int32_t owner, const struct pvmap *way,
                   const struct affine *affine);

static bool is_at_cut(const struct situation *at, int32_t owner) {
  const uint32_t place = at->places[owner];
  return at->control->cuts[place >> 16][place & 0xffff];
}

/* After a step: an edge, or more of the same atomic. */
static void go_on(struct outlook *outlook, const struct hop *hop,
                  const struct situation *after, const struct pvmap *way,
                  const struct affine *affine) {
  const struct place *place = outlook->places->items.items[outlook->number];
  if (hop->owner == NO_PROCESS || is_at_cut(after, hop->owner) ||
      outlook->depth >= LONGEST_ATOMIC || place->edges.count >= MOST_EDGES)
    add_edge(outlook, way, affine, hop->state, hop->length, hop->owner);
  else
    follow(outlook, hop->state, hop->length, hop->owner, way, affine);
}

/* The function of a variant's terms, or NULL. */
static struct affine *affine_of(const struct variant *variant,
                                uint32_t columns) {
  struct affine *affine = affine_open(variant->count, columns);
  for (uint32_t i = 0; i < variant->count; i++)
    if (!pvterm_is_affine(variant->terms[i],
                          &affine->matrix[(size_t)i * columns],
                          &affine->offset[i])) {
      affine_close(affine);
      return NULL;
    }
  return affine;
}

static void take_variant(struct outlook *outlook, const struct hop *hop,
                         const struct variant *variant,
                         const struct situation *before,
                         const struct situation *after, const struct pvmap *way,
                         const struct affine *affine) {
  struct pvmap *step =
      pvmap_of_terms(variant->domain, variant->terms, variant->count);
  struct pvmap *longer = pvmap_then(way, step);
  if (!pvmap_is_empty(longer)) {
    struct affine *last = affine_of(variant, before->dims);
    struct affine *both = affine && last ? affine_then(affine, last) : NULL;
    go_on(outlook, hop, after, longer, both);
    affine_close(last);
    affine_close(both);
  }
  pvmap_free(longer);
  pvmap_free(step);
}

static void take_successor(struct outlook *outlook,
                           const struct situation *before,
                           const struct hop *hop, const struct pvset *domain,
                           const struct pvmap *way,
                           const struct affine *affine) {
  struct situation after = *before;
  situation_set(&after, hop->state, hop->length);
  struct effect effect;
  effect_init(&effect, before, &after, hop, domain,
              outlook->places->config->check_overflow);
  if (!pvset_is_empty(effect.assertion))
    add_statement_hazard(outlook, way, effect.assertion, hop,
                         VIOLATION_ASSERTION, hop->origin->action->text);
  if (!pvset_is_empty(effect.failed))
    add_statement_hazard(outlook, way, effect.failed, hop, VIOLATION_RUNTIME,
                         "run-time error");
  add_overflow(outlook, way, effect.overflow, hop);
  for (size_t i = 0; i < effect.variants.count; i++)
    take_variant(outlook, hop, &effect.variants.items[i], before, &after, way,
                 affine);
  effect_clear(&effect);
}

static void take(struct outlook *outlook, const struct hops *hops,
                 const struct hop *hop, const struct pvmap *way,
                 const struct affine *affine) {
  const bool pushed = push_step(outlook, hop);
  if (!pvset_is_empty(hop->failed))
    add_statement_hazard(outlook, way, hop->failed, hop, VIOLATION_RUNTIME,
                         "run-time error");
  add_overflow(outlook, way, hop->overflow, hop);
  struct pvset *domain = taken(hops, hop);
  if (hop->is_violation)
    add_hazard(outlook, way, domain, false, &hop->violation);
  else if (!pvset_is_empty(domain))
    take_successor(outlook, hops->at, hop, domain, way, affine);
  pvset_free(domain);
  if (pushed)
    outlook->steps.count--;
}

/* ---- the claim ---- */

/* Where an atom is true; an error makes it false. */
static struct pvset *where_true(struct outlook *outlook,
                                const struct situation *at, uint32_t atom) {
  struct evaluation evaluation;
  evaluation_init(&evaluation, at, NO_PROCESS);
  struct pvset *set =
      evaluate_condition(&evaluation, at->control->model->atoms[atom], false);
  subtract(&set, evaluation.failed);
  if (!pvset_is_empty(evaluation.overflow)) {
    const struct hazard hazard = {.where = pvset_copy(evaluation.overflow),
                                  .is_overflow = true};
    vec_push(&outlook->places->items.items[outlook->number]->hazards, hazard);
  }
  evaluation_clear(&evaluation);
  return set;
}

/* Where the claim can make the move. */
static struct pvset *where_claim_moves(struct outlook *outlook,
                                       const struct situation *at,
                                       const struct claim_move *move) {
  const uint64_t both = move->yes | move->no;
  struct pvset *set = pvset_all(at->pv, at->dims);
  for (uint32_t i = 0; i < 64; i++) {
    if (!(both >> i & 1))
      continue;
    struct pvset *truth =
        where_true(outlook, at, outlook->places->claim->atoms[i]);
    if (move->yes >> i & 1)
      pvset_cut(&set, truth);
    else
      subtract(&set, truth);
    pvset_free(truth);
  }
  return set;
}

/* All moves of the claim from here.  It reads what everybody sees. */
static void set_labels(struct outlook *outlook) {
  const struct symbolic_claim *claim = outlook->places->claim;
  const struct place *place = outlook->places->items.items[outlook->number];
  struct situation at;
  places_stand(outlook->places, outlook->number, &at);
  if (!claim || place->owner != NO_PROCESS) {
    const struct claim_label same = {place->claim, pvset_all(at.pv, at.dims)};
    vec_push(&outlook->labels, same);
    return;
  }
  for (size_t i = 0; i < claim->move_count; i++)
    if (claim->moves[i].from == place->claim) {
      const struct claim_label label = {
          claim->moves[i].to,
          where_claim_moves(outlook, &at, &claim->moves[i])};
      vec_push(&outlook->labels, label);
    }
}

/* Moves to a state of `bad`, with a vector of `set`, are violations. */
static void add_claim_ends(struct outlook *outlook, const struct pvset *set,
                           const bool *bad) {
  struct place *place = outlook->places->items.items[outlook->number];
  for (size_t i = 0; i < outlook->labels.count && bad; i++) {
    const struct claim_label *label = &outlook->labels.items[i];
    struct hazard hazard = {.is_claim = true,
                            .violation = outlook->places->claim->prefix};
    if (!bad[label->to])
      continue;
    hazard.where = pvset_and(set, label->where);
    vec_push(&place->hazards, hazard);
  }
}

/* ---- where nothing goes on ---- */

static bool is_at_end(const struct situation *at) {
  for (uint32_t pid = 0; pid < at->processes; pid++) {
    const struct proctype *proctype =
        at->control->model->proctypes[at->places[pid] >> 16];
    if (!proctype->locations[at->places[pid] & 0xffff].is_end)
      return false;
  }
  return true;
}

/* Where nobody can go on. */
static void add_end_state(struct outlook *outlook, const struct hops *hops,
                          const struct pvmap *way,
                          const struct affine *affine) {
  const struct symbolic_claim *claim = outlook->places->claim;
  if (is_at_end(hops->at) && !claim)
    return;
  const struct violation violation = {.kind = VIOLATION_END_STATE,
                                      .message = "invalid end state",
                                      .pid = NO_PROCESS};
  struct pvset *set = blocked(hops);
  if (!is_at_end(hops->at))
    add_hazard(outlook, way, set, false, &violation);
  if (claim)
    add_claim_ends(outlook, set, claim->bad_end);
  if (claim && claim->stutters) {
    struct pvmap *still = pvmap_from(way, set);
    add_edge(outlook, still, affine, hops->at->state, hops->at->length,
             NO_PROCESS);
    pvmap_free(still);
  }
  pvset_free(set);
}

/* Where the owner of an atomic cannot go on. */
static void lose_control(struct outlook *outlook, const struct hops *hops,
                         int32_t owner, const struct pvmap *way,
                         const struct affine *affine) {
  const struct situation *at = hops->at;
  const uint32_t place = at->places[owner];
  const struct location *location =
      &at->control->model->proctypes[place >> 16]->locations[place & 0xffff];
  struct pvset *set = blocked(hops);
  const struct violation violation = {.kind = VIOLATION_RUNTIME,
                                      .message =
                                          "a statement inside a d_step blocks",
                                      .where = location->where,
                                      .pid = owner};
  if (location->in_d_step) {
    add_hazard(outlook, way, set, false, &violation);
  } else if (!pvset_is_empty(set)) {
    struct pvmap *stuck = pvmap_into(way, set);
    if (!pvmap_is_empty(stuck))
      add_edge(outlook, stuck, affine, at->state, at->length, NO_PROCESS);
    pvmap_free(stuck);
  }
  pvset_free(set);
}

/* With an owner, the interpreter tries the others only when the owner cannot
 * move; those steps are not ours.
 */
static void forget_others(struct hops *hops, int32_t owner) {
  if (owner != NO_PROCESS && hops->items.count > 0 &&
      hops->items.items[0].step.pid != owner)
    hops->items.count = 0;
}

static void follow(struct outlook *outlook, const uint8_t *state, size_t length,
                   int32_t owner, const struct pvmap *way,
                   const struct affine *affine) {
  struct places *places = outlook->places;
  struct situation at = {.control = places->control,
                         .pv = places->pv,
                         .integers = places->integers};
  situation_set(&at, state, length);
  struct hops hops = {.outlook = outlook, .at = &at};
  const struct engine_visitor visitor = {.context = &hops,
                                         .successor = collect_successor,
                                         .violation = collect_violation};
  outlook->depth++;
  (void)engine_expand(places->control->engine, state, length, owner,
                      ENGINE_SINGLE_STEPS, &visitor);
  forget_others(&hops, owner);
  for (size_t i = 0; i < hops.items.count; i++)
    evaluate_hop(&at, &hops.items.items[i]);
  if (owner == NO_PROCESS && places->quiet)
    leave_out(places, &hops);
  for (size_t i = 0; i < hops.items.count; i++)
    take(outlook, &hops, &hops.items.items[i], way, affine);
  if (owner == NO_PROCESS)
    add_end_state(outlook, &hops, way, affine);
  else
    lose_control(outlook, &hops, owner, way, affine);
  hops_clear(&hops);
  outlook->depth--;
}

void expand_place(struct places *places, uint32_t number) {
  const struct place *place = places->items.items[number];
  struct outlook outlook = {.places = places, .number = number};
  struct affine *identity = affine_open(place->dims, place->dims);
  for (uint32_t i = 0; i < place->dims; i++)
    identity->matrix[i * place->dims + i] = 1;
  struct pvset *all = pvset_all(places->pv, place->dims);
  struct pvmap *way = pvmap_of_affine(all, identity);
  set_labels(&outlook);
  if (places->claim && place->owner == NO_PROCESS)
    add_claim_ends(&outlook, all, places->claim->final);
  follow(&outlook, place->state, place->length, place->owner, way, identity);
  for (size_t i = 0; i < outlook.labels.count; i++)
    pvset_free(outlook.labels.items[i].where);
  vec_free(&outlook.labels);
  pvmap_free(way);
  pvset_free(all);
  affine_close(identity);
  vec_free(&outlook.steps);
}
