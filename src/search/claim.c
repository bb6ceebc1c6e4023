/* Builds claims: see claim.h. */
#include "search/claim.h"

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

/* ---- never claims ---- */

/* The guard of one statement of a claim; false when it cannot stand there. */
static bool guard_of(struct claim *claim, const struct action *action,
                     struct claim_cube *guard, int32_t *assertion) {
  *guard = always;
  *assertion = -1;
  int32_t bit;
  switch (action->kind) {
  case ACTION_GOTO:
  case ACTION_PRINTF:
  case ACTION_PRINTM:
    return true;
  case ACTION_TEST:
    bit = claim_atom(claim, action->atom);
    guard->yes = bit < 0 ? 0 : UINT64_C(1) << bit;
    return bit >= 0;
  case ACTION_ASSERT:
    *assertion = claim_atom(claim, action->atom);
    return *assertion >= 0;
  default:
    return false;
  }
}

/* `else` holds when no other guard of the location does. */
static struct claim_cube
else_of(struct claim *claim, const struct location *location, bool *possible) {
  struct claim_cube guard = always;
  *possible = true;
  for (uint32_t t = 0; t < location->transition_count; t++) {
    struct claim_cube other;
    int32_t assertion;
    const struct action *action = location->transitions[t].action;
    if (action->kind == ACTION_ELSE)
      continue;
    if (guard_of(claim, action, &other, &assertion)) {
      *possible = *possible && other.yes != 0;
      guard.no |= other.yes;
    }
  }
  return guard;
}

static bool add_transition(struct claim *claim, uint32_t from,
                           const struct location *location,
                           const struct transition *transition) {
  const struct action *action = transition->action;
  if (action->kind == ACTION_END)
    return true;
  struct claim_cube guard;
  int32_t assertion = -1;
  bool possible = true;
  if (action->kind == ACTION_ELSE)
    guard = else_of(claim, location, &possible);
  else if (!guard_of(claim, action, &guard, &assertion))
    return false;
  if (!possible)
    return true;
  struct claim_edge *edge =
      claim_add_edge(claim, from, transition->target, &guard, 1);
  edge->assertion = assertion;
  edge->where = action->where;
  return true;
}

struct claim *claim_from_never(const struct model *model,
                               const struct proctype *never,
                               const char **problem) {
  (void)model;
  struct claim *claim = claim_open(never->location_count);
  for (uint32_t l = 1; l < never->location_count; l++) {
    const struct location *location = &never->locations[l];
    claim->states[l].accepting = location->is_accept;
    claim->states[l].final = location->is_end;
    for (uint32_t t = 0; t < location->transition_count; t++)
      if (!add_transition(claim, l, location, &location->transitions[t])) {
        *problem = claim->atom_count == CLAIM_MOST_ATOMS
                       ? "the claim has more than 64 conditions"
                       : "the claim has a statement that is no condition";
        claim_close(claim);
        return NULL;
      }
  }
  claim_add_initial(claim, never->initial);
  return claim;
}

/* ---- standing claims ---- */

struct claim *claim_for_acceptance(const struct model *model) {
  enum { ELSEWHERE, AT_LABEL };
  struct claim *claim = claim_open(2);
  const uint64_t bit = UINT64_C(1) << claim_atom(claim, model->accepting_atom);
  const struct claim_cube yes = {bit, 0}, no = {0, bit};
  for (uint32_t state = ELSEWHERE; state <= AT_LABEL; state++) {
    claim_add_edge(claim, state, AT_LABEL, &yes, 1);
    claim_add_edge(claim, state, ELSEWHERE, &no, 1);
  }
  claim->states[AT_LABEL].accepting = true;
  claim_add_initial(claim, ELSEWHERE);
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
