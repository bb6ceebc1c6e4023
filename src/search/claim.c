/* Builds claims: see claim.h. */
#include "search/claim.h"

#include "base/vec.h"
#include "model/range.h"

#include <string.h>

struct claim *claim_open(uint32_t state_count) {
  struct arena *arena = arena_open();
  struct claim *claim = ARENA_NEW(arena, struct claim);
  claim->arena = arena;
  claim->state_count = state_count;
  claim->states = ARENA_ARRAY(arena, struct claim_state, state_count);
  claim->stutters = true;
  return claim;
}

void claim_close(struct claim *claim) {
  if (claim)
    arena_close(claim->arena);
}

int32_t claim_atom(struct claim *claim, uint32_t model_atom) {
  for (uint32_t i = 0; i < claim->atom_count; i++)
    if (claim->atoms[i] == model_atom)
      return (int32_t)i;
  if (claim->atom_count == CLAIM_MOST_ATOMS)
    return -1;
  claim->atoms[claim->atom_count] = model_atom;
  return (int32_t)claim->atom_count++;
}

struct claim_edge *claim_add_edge(struct claim *claim, uint32_t from,
                                  uint32_t to, const struct claim_cube *cubes,
                                  uint32_t cube_count) {
  struct claim_state *state = &claim->states[from];
  struct claim_edge *edges =
      ARENA_ARRAY(claim->arena, struct claim_edge, state->edge_count + 1);
  if (state->edge_count > 0)
    memcpy(edges, state->edges, state->edge_count * sizeof *edges);
  struct claim_cube *copy =
      ARENA_ARRAY(claim->arena, struct claim_cube, cube_count);
  memcpy(copy, cubes, cube_count * sizeof *copy);
  struct claim_edge *edge = &edges[state->edge_count++];
  *edge = (struct claim_edge){
      .target = to, .cubes = copy, .cube_count = cube_count, .assertion = -1};
  state->edges = edges;
  return edge;
}

void claim_add_initial(struct claim *claim, uint32_t state) {
  uint32_t *initial =
      ARENA_ARRAY(claim->arena, uint32_t, claim->initial_count + 1);
  if (claim->initial_count > 0)
    memcpy(initial, claim->initial, claim->initial_count * sizeof *initial);
  initial[claim->initial_count++] = state;
  claim->initial = initial;
}

static const struct claim_cube always = {0, 0};

/* ---- conditions as cubes ---- */

typedef VEC(struct claim_cube) cube_list;

enum { MOST_CUBES = 4096 };

static bool is_weaker(struct claim_cube a, struct claim_cube b) {
  return (a.yes & ~b.yes) == 0 && (a.no & ~b.no) == 0;
}

/* Adds a cube unless it is contradictory or says no more than another. */
static bool add_cube(cube_list *list, struct claim_cube cube) {
  if (cube.yes & cube.no)
    return true;
  for (size_t i = 0; i < list->count; i++)
    if (is_weaker(list->items[i], cube))
      return true;
  if (list->count == MOST_CUBES)
    return false;
  vec_push(list, cube);
  return true;
}

/* Makes a the conjunction of a and b; false when that is too large. */
static bool conjoin(cube_list *a, const cube_list *b) {
  cube_list both = {0};
  bool fits = true;
  for (size_t i = 0; i < a->count && fits; i++)
    for (size_t k = 0; k < b->count && fits; k++)
      fits =
          add_cube(&both, (struct claim_cube){a->items[i].yes | b->items[k].yes,
                                              a->items[i].no | b->items[k].no});
  vec_free(a);
  *a = both;
  return fits;
}

static bool add_literal(struct claim *claim, uint32_t atom, bool negated,
                        cube_list *out) {
  const int32_t number = claim_atom(claim, atom);
  if (number < 0)
    return false;
  const uint64_t bit = UINT64_C(1) << number;
  return add_cube(out,
                  (struct claim_cube){negated ? 0 : bit, negated ? bit : 0});
}

/* Adds the cubes of a formula without temporal operators, or of its negation;
 * false when there are too many atoms or cubes.
 */
static bool add_cubes(struct claim *claim, const struct formula *formula,
                      bool negated, cube_list *out) {
  switch (formula->kind) {
  case FORMULA_ATOM:
    return add_literal(claim, formula->atom, negated, out);
  case FORMULA_NOT:
    return add_cubes(claim, formula->left, !negated, out);
  case FORMULA_TRUE:
  case FORMULA_FALSE:
    return (formula->kind == FORMULA_TRUE) == negated || add_cube(out, always);
  default:
    break;
  }
  if ((formula->kind == FORMULA_AND) == negated)
    return add_cubes(claim, formula->left, negated, out) &&
           add_cubes(claim, formula->right, negated, out);
  cube_list left = {0}, right = {0};
  bool fits = add_cubes(claim, formula->left, negated, &left) &&
              add_cubes(claim, formula->right, negated, &right) &&
              conjoin(&left, &right);
  for (size_t i = 0; i < left.count && fits; i++)
    fits = add_cube(out, left.items[i]);
  vec_free(&left);
  vec_free(&right);
  return fits;
}

/* ---- never claims ---- */

static const char *const TOO_LARGE = "a condition of the claim is too large";

/* When a statement of a claim can be taken, or with `negated` when it cannot;
 * what stops this otherwise.
 */
static const char *add_guard(struct claim *claim, const struct action *action,
                             bool negated, cube_list *out) {
  bool fits = true;
  switch (action->kind) {
  case ACTION_GOTO:
  case ACTION_PRINTF:
  case ACTION_PRINTM:
  case ACTION_ASSERT:
    fits = negated || add_cube(out, always);
    break;
  case ACTION_TEST:
    fits = add_cubes(claim, action->guard, negated, out);
    break;
  default:
    return "the claim has a statement that is no condition";
  }
  return fits ? NULL : TOO_LARGE;
}

/* `else` holds when no other guard of the location does. */
static const char *add_else(struct claim *claim,
                            const struct location *location, cube_list *out) {
  const char *problem = NULL;
  (void)add_cube(out, always);
  for (uint32_t t = 0; t < location->transition_count && !problem; t++) {
    const struct action *action = location->transitions[t].action;
    if (action->kind == ACTION_ELSE)
      continue;
    cube_list other = {0};
    problem = add_guard(claim, action, true, &other);
    if (!problem && !conjoin(out, &other))
      problem = TOO_LARGE;
    vec_free(&other);
  }
  return problem;
}

/* A move of the claim that is being put together: SPIN takes all statements of
 * an atomic sequence in one state of the model.
 */
struct claim_draft {
  struct claim *claim;
  const struct proctype *never;
  uint32_t from;
};

static const char *follow(const struct claim_draft *draft, uint32_t at,
                          const cube_list *before, uint32_t statements);

static const char *add_edge(const struct claim_draft *draft,
                            const struct transition *transition,
                            const cube_list *cubes, int32_t assertion) {
  struct claim *claim = draft->claim;
  if (cubes->count == 0)
    return NULL;
  if (claim->states[draft->from].edge_count == MOST_CUBES)
    return TOO_LARGE;
  struct claim_edge *edge =
      claim_add_edge(claim, draft->from, transition->target, cubes->items,
                     (uint32_t)cubes->count);
  edge->assertion = assertion;
  edge->where = transition->action->where;
  return NULL;
}

static bool conjoin_literal(struct claim *claim, uint32_t atom, bool negated,
                            const cube_list *cubes, cube_list *out) {
  const cube_list copy = *cubes;
  return add_literal(claim, atom, negated, out) && conjoin(out, &copy);
}

/* An assertion where the sequence goes on: an edge for when it fails, and the
 * others go on when it holds.
 */
static const char *pass_assertion(const struct claim_draft *draft,
                                  const struct transition *transition,
                                  cube_list *cubes, int32_t assertion) {
  const uint32_t atom = transition->action->atom;
  cube_list fails = {0}, holds = {0};
  const char *problem =
      conjoin_literal(draft->claim, atom, true, cubes, &fails) &&
              conjoin_literal(draft->claim, atom, false, cubes, &holds)
          ? add_edge(draft, transition, &fails, assertion)
          : TOO_LARGE;
  vec_free(&fails);
  vec_free(cubes);
  *cubes = holds;
  return problem;
}

static const char *take(const struct claim_draft *draft,
                        const struct transition *transition, cube_list *cubes,
                        uint32_t statements) {
  const struct action *action = transition->action;
  const char *problem = NULL;
  int32_t assertion = -1;
  if (action->kind == ACTION_ASSERT) {
    assertion = claim_atom(draft->claim, action->atom);
    problem = assertion < 0 ? TOO_LARGE : NULL;
  }
  if (problem || !transition->atomic)
    return problem ? problem : add_edge(draft, transition, cubes, assertion);
  if (assertion >= 0)
    problem = pass_assertion(draft, transition, cubes, assertion);
  return problem || cubes->count == 0
             ? problem
             : follow(draft, transition->target, cubes, statements + 1);
}

/* Goes on from a location with what must hold on the way there. */
static const char *follow(const struct claim_draft *draft, uint32_t at,
                          const cube_list *before, uint32_t statements) {
  const struct location *location = &draft->never->locations[at];
  const char *problem = NULL;
  if (statements > draft->never->location_count)
    return "an atomic sequence of the claim goes round";
  for (uint32_t t = 0; t < location->transition_count && !problem; t++) {
    const struct transition *transition = &location->transitions[t];
    const struct action *action = transition->action;
    if (action->kind == ACTION_END)
      continue;
    cube_list cubes = {0};
    problem = action->kind == ACTION_ELSE
                  ? add_else(draft->claim, location, &cubes)
                  : add_guard(draft->claim, action, false, &cubes);
    if (!problem && !conjoin(&cubes, before))
      problem = TOO_LARGE;
    if (!problem && cubes.count > 0)
      problem = take(draft, transition, &cubes, statements);
    vec_free(&cubes);
  }
  return problem;
}

static const char *add_location(struct claim *claim,
                                const struct proctype *never, uint32_t number) {
  const struct location *location = &never->locations[number];
  const struct claim_draft draft = {claim, never, number};
  cube_list nothing = {0};
  claim->states[number].accepting = location->is_accept;
  claim->states[number].final = location->is_end;
  (void)add_cube(&nothing, always);
  const char *problem = follow(&draft, number, &nothing, 0);
  vec_free(&nothing);
  return problem;
}

struct claim *claim_from_never(const struct model *model,
                               const struct proctype *never,
                               const char **problem) {
  (void)model;
  struct claim *claim = claim_open(never->location_count);
  *problem = NULL;
  for (uint32_t l = 1; l < never->location_count && !*problem; l++)
    *problem = add_location(claim, never, l);
  if (*problem == TOO_LARGE && claim->atom_count == CLAIM_MOST_ATOMS)
    *problem = "the claim has more than 64 conditions";
  if (*problem) {
    claim_close(claim);
    return NULL;
  }
  claim_add_initial(claim, never->initial);
  return claim;
}

/* ---- standing claims ---- */

/* Runs on which the atom has this value again and again. */
static struct claim *claim_for_recurrence(uint32_t atom, bool value) {
  enum { OTHERWISE, SO };
  struct claim *claim = claim_open(2);
  const uint64_t bit = UINT64_C(1) << claim_atom(claim, atom);
  const struct claim_cube yes = {bit, 0}, no = {0, bit};
  for (uint32_t state = OTHERWISE; state <= SO; state++) {
    claim_add_edge(claim, state, SO, value ? &yes : &no, 1);
    claim_add_edge(claim, state, OTHERWISE, value ? &no : &yes, 1);
  }
  claim->states[SO].accepting = true;
  claim_add_initial(claim, OTHERWISE);
  return claim;
}

struct claim *claim_for_acceptance(const struct model *model) {
  return claim_for_recurrence(model->accepting_atom, true);
}

struct claim *claim_for_good_progress(const struct model *model) {
  struct claim *claim = claim_for_recurrence(model->np_atom, false);
  claim->stutters = false; /* a run that stops is no livelock */
  return claim;
}

struct claim *claim_for_progress(const struct model *model) {
  enum { WAITING, STALLED };
  struct claim *claim = claim_open(2);
  const uint64_t bit = UINT64_C(1) << claim_atom(claim, model->np_atom);
  const struct claim_cube stalled = {bit, 0};
  claim_add_edge(claim, WAITING, WAITING, &always, 1);
  claim_add_edge(claim, WAITING, STALLED, &stalled, 1);
  claim_add_edge(claim, STALLED, STALLED, &stalled, 1);
  claim->states[STALLED].accepting = true;
  claim->weak = true;
  claim->stutters = false; /* a run that stops is no livelock */
  claim_add_initial(claim, WAITING);
  return claim;
}

struct claim *claim_for_anything(void) {
  struct claim *claim = claim_open(1);
  claim_add_edge(claim, 0, 0, &always, 1);
  claim->states[0].accepting = true;
  claim->weak = true;
  claim_add_initial(claim, 0);
  return claim;
}

void claim_leave_out_stopping(struct claim *claim, bool prefixes_too) {
  claim->stutters = false;
  for (uint32_t i = 0; i < claim->state_count && prefixes_too; i++)
    claim->states[i].final = false;
}

void claim_find_fallible(struct claim *claim, const struct model *model,
                         bool check_overflow) {
  for (uint32_t i = 0; i < claim->atom_count; i++)
    if (range_can_fail(model->atoms[claim->atoms[i]], check_overflow))
      claim->fallible |= UINT64_C(1) << i;
}
