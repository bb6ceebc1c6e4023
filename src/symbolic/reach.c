/* Exploration with sets of vectors.
 *
 * Every place has the set of vectors known there.  The log of nodes says how
 * each part was found: from which node, by which edge or meta-transition; runs
 * are rebuilt from it.  Nodes are processed in the order of arrival, so no
 * control state is favoured for ever, but meta-transitions go first.  A plain
 * edge is always kept beside the meta-transitions made of it.
 *
 * Invariant: at the end of a complete search the image of every place's set
 * under every edge lies in the set of the edge's target.  A node is left out of
 * the queue only when a later one contains it.
 */
#include "symbolic/reach.h"
#include "base/seconds.h"
#include "symbolic/backward.h"
#include "symbolic/lasso.h"

#include <string.h>

enum {
  MOST_COALESCED = 24, /* pieces: coalescing costs their square */
};

/* ---- a new set ---- */

static struct reached *reached_at(struct reach *reach, uint32_t place) {
  while (reach->reached.count <= place)
    vec_push(&reach->reached, ((struct reached){0}));
  return &reach->reached.items[place];
}

/* Nodes that lie inside a later one need not be looked at any more. */
static void drop_covered(struct reach *reach, struct reached *at,
                         const struct pvset *set) {
  size_t kept = 0;
  for (size_t i = 0; i < at->nodes.count; i++) {
    struct node *node = &reach->nodes.items[at->nodes.items[i]];
    if (pvset_is_subset(node->set, set))
      node->covered = true;
    else
      at->nodes.items[kept++] = at->nodes.items[i];
  }
  at->nodes.count = kept;
}

static void check_hazards(struct reach *reach, uint32_t number);

void reach_add(struct reach *reach, uint32_t place, struct pvset *image,
               uint32_t parent, struct element by) {
  struct reached *at = reached_at(reach, place);
  struct pvset *set =
      at->set ? pvset_new_pieces(image, at->set) : pvset_copy(image);
  pvset_free(image);
  if (pvset_is_empty(set)) {
    pvset_free(set);
    return;
  }
  drop_covered(reach, at, set);
  struct pvset *simple = pvset_simplify(set, MOST_COALESCED);
  pvset_free(set);
  const struct node node = {
      .place = place, .parent = parent, .by = by, .set = simple};
  struct pvset *sum = at->set ? pvset_or(at->set, simple) : pvset_copy(simple);
  pvset_free(at->set);
  at->set = pvset_simplify(sum, MOST_COALESCED);
  pvset_free(sum);
  const uint32_t number = (uint32_t)reach->nodes.count;
  vec_push(&reach->nodes, node);
  vec_push(&at->nodes, number);
  reach->figures.sets++;
  places_expand(&reach->places, place);
  (void)reached_at(reach, (uint32_t)reach->places.items.count - 1);
  check_hazards(reach, number);
  cycles_on_path(reach, number);
}

/* ---- what is wrong there ---- */

static bool is_same_violation(const struct violation *a,
                              const struct violation *b) {
  return a->kind == b->kind && a->where.source == b->where.source &&
         a->where.offset == b->where.offset &&
         (a->kind != VIOLATION_RUNTIME || strcmp(a->message, b->message) == 0);
}

static bool is_found(const struct reach *reach,
                     const struct violation *violation) {
  for (size_t i = 0; i < reach->runs.count; i++)
    if (is_same_violation(&reach->runs.items[i].violation, violation))
      return true;
  return false;
}

bool reach_found(struct reach *reach, uint32_t node, const struct pvset *bad,
                 const struct violation *violation, const struct step *steps,
                 size_t step_count) {
  struct symbolic_run run = {0};
  if (is_found(reach, violation))
    return true;
  if (!unroll(reach, node, bad, violation, steps, step_count, &run))
    return false;
  vec_push(&reach->runs, run);
  reach->enough = reach->config->max_errors > 0 &&
                  reach->runs.count >= reach->config->max_errors;
  return true;
}

static void found(struct reach *reach, uint32_t node, const struct pvset *bad,
                  const struct violation *violation, const struct step *steps,
                  size_t step_count) {
  if (!reach_found(reach, node, bad, violation, steps, step_count))
    reach->too_long = true;
}

bool reach_minds(const struct reach *reach, const struct hazard *hazard) {
  return hazard->is_overflow ? !reach->overflow
                             : hazard->is_claim || reach->config->safety;
}

static void check_hazard(struct reach *reach, uint32_t number,
                         const struct hazard *hazard) {
  if (!reach_minds(reach, hazard))
    return;
  struct pvset *bad = pvset_and(reach->nodes.items[number].set, hazard->where);
  if (pvset_is_empty(bad)) {
    pvset_free(bad);
    return;
  }
  if (hazard->is_overflow) {
    reach->overflow_hazard = hazard;
    reach->overflow = true;
  } else {
    found(reach, number, bad, &hazard->violation, hazard->steps,
          hazard->step_count);
  }
  pvset_free(bad);
}

struct pvset *reach_violating(struct reach *reach, uint32_t place,
                              struct pvset **overflow) {
  const struct formula *formula = reach->config->invariant;
  if (!formula || reach->places.items.items[place]->owner != NO_PROCESS)
    return NULL;
  struct situation at;
  struct evaluation evaluation;
  places_stand(&reach->places, place, &at);
  evaluation_init(&evaluation, &at, NO_PROCESS);
  struct pvset *bad = evaluate_formula(&evaluation, formula, true);
  *overflow = pvset_copy(evaluation.overflow);
  evaluation_clear(&evaluation);
  return bad;
}

static void check_invariant(struct reach *reach, uint32_t number) {
  struct pvset *overflow = NULL;
  struct pvset *bad =
      reach_violating(reach, reach->nodes.items[number].place, &overflow);
  if (!bad)
    return;
  pvset_cut(&bad, reach->nodes.items[number].set);
  pvset_cut(&overflow, reach->nodes.items[number].set);
  reach->overflow |= !pvset_is_empty(overflow);
  pvset_free(overflow);
  const struct violation violation = {.kind = VIOLATION_CLAIM,
                                      .message =
                                          "a run that violates the formula",
                                      .where = reach->config->invariant->where,
                                      .pid = NO_PROCESS};
  if (!pvset_is_empty(bad))
    found(reach, number, bad, &violation, NULL, 0);
  pvset_free(bad);
}

static void check_hazards(struct reach *reach, uint32_t number) {
  const struct place *place =
      reach->places.items.items[reach->nodes.items[number].place];
  for (size_t i = 0; i < place->hazards.count && !reach->enough; i++)
    check_hazard(reach, number, &place->hazards.items[i]);
  if (!reach->enough)
    check_invariant(reach, number);
}

/* ---- exploring ---- */

static void apply(struct reach *reach, uint32_t number, struct element by) {
  reach->figures.steps++;
  struct pvset *image =
      pvmap_image(element_map(&by), reach->nodes.items[number].set);
  reach_add(reach, element_target(&by), image, number, by);
}

static void apply_edge(struct reach *reach, uint32_t number,
                       struct edge *edge) {
  reach->figures.steps++;
  struct pvset *image = pvmap_image(edge->map, reach->nodes.items[number].set);
  edge->is_taken = edge->is_taken || !pvset_is_empty(image);
  reach_add(reach, edge->to, image, number, (struct element){.edge = edge});
}

static void expand_node(struct reach *reach, uint32_t number) {
  struct node *node = &reach->nodes.items[number];
  const uint32_t place = node->place;
  if (node->covered)
    return;
  node->done = true;
  for (size_t i = 0; i < reach->reached.items[place].metas.count; i++)
    apply(reach, number,
          (struct element){.meta = reach->reached.items[place].metas.items[i]});
  const struct place *from = reach->places.items.items[place];
  for (size_t i = 0; i < from->edges.count && !reach->enough; i++)
    apply_edge(reach, number, &from->edges.items[i]);
}

/* A meta-transition that came after the node; false: there is none. */
static bool do_task(struct reach *reach) {
  if (reach->next_task == reach->tasks.count)
    return false;
  const struct task task = reach->tasks.items[reach->next_task++];
  if (!reach->nodes.items[task.node].covered)
    apply(reach, task.node, (struct element){.meta = task.meta});
  return true;
}

static bool do_node(struct reach *reach) {
  if (reach->next == reach->nodes.count)
    return false;
  expand_node(reach, (uint32_t)reach->next++);
  return true;
}

/* Meta-transitions go first, but must not keep the rest waiting for ever: of
 * each there is one piece of work in turn.  False: there is none.
 */
static bool work(struct reach *reach) {
  const bool did_task = do_task(reach);
  return (!reach->enough && do_node(reach)) || did_task;
}

/* The longer it lasts, the longer loops are looked for: after so many nodes
 * those of so many edges, or, 0, those that combine known ones.
 */
static void look_for_loops(struct reach *reach) {
  static const struct {
    size_t nodes;
    uint32_t length;
  } plan[] = {{60, 0},  {160, 2},  {200, 0},  {300, 3}, {450, 0},
              {700, 4}, {1000, 0}, {1500, 5}, {3000, 6}};
  const uint32_t number = reach->lookouts;
  if (number == sizeof plan / sizeof *plan || reach->next <= plan[number].nodes)
    return;
  reach->lookouts++;
  if (plan[number].length > 0)
    cycles_enumerate(reach, plan[number].length);
  else
    cycles_combine(reach);
}

/* Why the search must end now; SYMBOLIC_COMPLETE: it need not. */
static enum symbolic_end limit_reached(const struct reach *reach) {
  if (reach->enough)
    return SYMBOLIC_ENOUGH;
  if (reach->config->interrupt && *reach->config->interrupt)
    return SYMBOLIC_INTERRUPTED;
  if (reach->config->max_seconds > 0 &&
      reach->figures.seconds > reach->config->max_seconds)
    return SYMBOLIC_TIME;
  if (reach->gave_up)
    return SYMBOLIC_TOO_HARD;
  if (reach->too_long)
    return SYMBOLIC_TOO_LONG;
  return SYMBOLIC_COMPLETE;
}

/* A search that lasts is worth a try from the other end: a short one, then a
 * longer one.
 */
static bool is_proved(struct reach *reach) {
  static const struct {
    size_t nodes;
    double seconds;
    uint64_t work;
  } tries[] = {{100, 0.3, 1500000}, {800, 3, 12000000}};
  const uint32_t number = reach->proofs_tried;
  if (reach->config->whole_set || number == sizeof tries / sizeof *tries ||
      (reach->next <= tries[number].nodes &&
       reach->figures.seconds <= tries[number].seconds))
    return false;
  reach->proofs_tried++;
  return backward_proves(reach, tries[number].work);
}

/* Is the claim about what happens again and again? */
static bool has_accepting(const struct reach *reach) {
  const struct symbolic_claim *claim = reach->config->claim;
  for (uint32_t i = 0; claim && i < claim->state_count; i++)
    if (claim->accepting[i])
      return true;
  return false;
}

/* What is left once the sets are known: does anything go on for ever?  A limit
 * that was reached is told before what it has spoilt.
 */
static enum symbolic_end search_endless(struct reach *reach, double start) {
  enum symbolic_end end = SYMBOLIC_COMPLETE;
  if (has_accepting(reach))
    end = lasso_search(reach);
  else if (reach->config->safety)
    end = endless_search(reach);
  reach->figures.seconds = seconds_on(CLOCK_MONOTONIC) - start;
  const enum symbolic_end limit = limit_reached(reach);
  const bool is_open = end != SYMBOLIC_COMPLETE && end != SYMBOLIC_ENOUGH;
  return is_open && limit != SYMBOLIC_COMPLETE ? limit : end;
}

static enum symbolic_end explore(struct reach *reach, double start) {
  for (;;) {
    pv_allow(reach->places.pv, STEP_WORK);
    const bool more = !reach->enough && work(reach);
    reach->gave_up |= pv_gave_up(reach->places.pv);
    reach->figures.seconds = seconds_on(CLOCK_MONOTONIC) - start;
    const enum symbolic_end end = limit_reached(reach);
    if (end != SYMBOLIC_COMPLETE)
      return end;
    if (!more)
      return search_endless(reach, start);
    look_for_loops(reach);
    if (!has_accepting(reach) && is_proved(reach))
      return SYMBOLIC_PROVED;
  }
}

enum symbolic_end reach_run(struct reach *reach) {
  const double start = seconds_on(CLOCK_MONOTONIC);
  const double limit = reach->config->max_seconds;
  pv_watch(reach->places.pv, limit > 0 ? start + limit : 0,
           reach->config->interrupt);
  const enum symbolic_end end = explore(reach, start);
  pv_unwatch(reach->places.pv);
  reach->figures.places = reach->places.items.count;
  reach->figures.seconds = seconds_on(CLOCK_MONOTONIC) - start;
  return end;
}

/* ---- beginning and end ---- */

/* low <= dimension <= high */
static void bound(struct reach *reach, struct pvset **set, uint32_t dim,
                  int64_t low, int64_t high) {
  struct pv *pv = reach->places.pv;
  const uint32_t dims = pvset_dims(*set);
  struct pvterm *term = pvterm_variable(pv, dims, dim);
  struct pvterm *least = pvterm_constant(pv, dims, low);
  struct pvterm *most = pvterm_constant(pv, dims, high);
  struct pvset *above = pvset_compare(least, PV_LE, term);
  struct pvset *below = pvset_compare(term, PV_LE, most);
  pvset_cut(set, above);
  pvset_cut(set, below);
  pvset_free(above);
  pvset_free(below);
  pvterm_free(term);
  pvterm_free(least);
  pvterm_free(most);
}

/* The first value of one element; a parameter may have any of its type. */
static void set_first(struct reach *reach, const struct situation *at,
                      const struct symbolic_var *chosen, int32_t pid,
                      uint32_t element, struct pvset **set) {
  const uint32_t dim =
      chosen->first + element + (chosen->owner ? at->base[pid] : 0);
  const bool is_free =
      reach->config->unbounded && chosen->var->type.kind == TYPE_INT;
  int64_t least, most;
  if (chosen->is_parameter) {
    type_bounds(at, chosen->var, &least, &most);
    if (chosen->var->type.kind == TYPE_INT) {
      least = INT32_MIN;
      most = INT32_MAX;
    }
    if (!is_free)
      bound(reach, set, dim, least, most);
    return;
  }
  int32_t value = 0;
  struct violation violation;
  (void)engine_evaluate(at->control->engine, at->state, at->length, pid,
                        chosen->first_atom + element, &value, &violation);
  bound(reach, set, dim, value, value);
}

/* All vectors with which the model can begin. */
static struct pvset *initial_set(struct reach *reach, uint32_t number) {
  struct situation at;
  places_stand(&reach->places, number, &at);
  struct pvset *set = pvset_all(reach->places.pv, at.dims);
  const struct variables *variables = &at.control->variables;
  for (size_t i = 0; i < variables->items.count; i++) {
    const struct symbolic_var *chosen = variables->items.items[i];
    const uint32_t holders = chosen->owner ? at.processes : 1;
    for (uint32_t pid = 0; pid < holders; pid++)
      for (uint32_t k = 0; k < chosen->var->count; k++)
        if (!chosen->owner || chosen->owner->index == at.places[pid] >> 16)
          set_first(reach, &at, chosen,
                    chosen->owner ? (int32_t)pid : NO_PROCESS, k, &set);
  }
  return set;
}

static void assume(struct reach *reach, uint32_t number, struct pvset **set) {
  struct situation at;
  places_stand(&reach->places, number, &at);
  for (size_t i = 0; i < reach->config->assumed_count; i++) {
    struct evaluation evaluation;
    evaluation_init(&evaluation, &at, NO_PROCESS);
    struct pvset *assumed =
        evaluate_formula(&evaluation, reach->config->assumed[i], false);
    pvset_cut(set, assumed);
    pvset_free(assumed);
    evaluation_clear(&evaluation);
  }
}

bool reach_start(struct reach *reach, struct violation *violation) {
  const uint8_t *state;
  size_t length;
  if (!engine_initial(reach->places.control->engine, &state, &length,
                      violation))
    return false;
  const struct symbolic_claim *claim = reach->config->claim;
  VEC(uint32_t) starts = {0}; /* adding may use the engine, and so the state */
  for (uint32_t i = 0; i < (claim ? claim->initial_count : 1); i++)
    vec_push(&starts, places_add(&reach->places, state, length, NO_PROCESS,
                                 claim ? claim->initial[i] : 0));
  for (size_t i = 0; i < starts.count; i++) {
    struct pvset *set = initial_set(reach, starts.items[i]);
    assume(reach, starts.items[i], &set);
    reach_add(reach, starts.items[i], set, NO_NODE, (struct element){0});
  }
  vec_free(&starts);
  return true;
}

void reach_init(struct reach *reach, const struct symbolic_config *config,
                struct control *control, enum integers integers) {
  *reach = (struct reach){
      .config = config, .arena = arena_open(), .tried_keys = intern_open()};
  places_init(&reach->places, control, pv_open(), &config->engine, integers);
  reach->places.claim = config->claim;
  if (config->reduce)
    reach->places.quiet =
        quiet_open(control->model, config->atoms, config->atom_count);
  /* Where numbers wrap around there are loops enough to begin with. */
  reach->lookouts = integers == INTEGERS_WRAPPED;
}

static void clear_reached(struct reached *at) {
  for (size_t i = 0; i < at->metas.count; i++) {
    pvmap_free(at->metas.items[i]->map);
    affine_close(at->metas.items[i]->affine);
  }
  pvset_free(at->set);
  vec_free(&at->nodes);
  vec_free(&at->metas);
}

void reach_clear(struct reach *reach) {
  struct pv *pv = reach->places.pv;
  for (size_t i = 0; i < reach->nodes.count; i++)
    pvset_free(reach->nodes.items[i].set);
  for (size_t i = 0; i < reach->reached.count; i++)
    clear_reached(&reach->reached.items[i]);
  for (size_t i = 0; i < reach->runs.count; i++) {
    memory_free(reach->runs.items[i].steps);
    memory_free(reach->runs.items[i].parts);
    memory_free(reach->runs.items[i].parameters);
  }
  vec_free(&reach->nodes);
  vec_free(&reach->reached);
  vec_free(&reach->tasks);
  vec_free(&reach->runs);
  map_free(&reach->tried);
  intern_close(reach->tried_keys);
  places_clear(&reach->places);
  arena_close(reach->arena);
  pv_close(pv);
}
