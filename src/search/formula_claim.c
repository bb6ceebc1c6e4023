/* An automaton's states and edges, one to one. */
#include "search/formula_claim.h"

static bool accepts(const struct automaton *automaton, uint32_t state) {
  return automaton->set_count == 0 || (automaton->state_marks[state] & 1);
}

static void add_edges(struct claim *claim, const struct automaton *automaton,
                      uint32_t state) {
  for (uint32_t e = automaton->first_edge[state];
       e < automaton->first_edge[state + 1]; e++) {
    const struct automaton_edge *edge = &automaton->edges[e];
    struct claim_cube *cubes =
        ARENA_ARRAY(claim->arena, struct claim_cube, edge->cube_count);
    for (uint32_t i = 0; i < edge->cube_count; i++) {
      const struct cube *cube = &automaton->cubes[edge->first_cube + i];
      cubes[i] = (struct claim_cube){cube->positive, cube->negative};
    }
    claim_add_edge(claim, state, edge->to, cubes, edge->cube_count);
  }
}

struct claim *claim_from_automaton(const struct automaton *automaton) {
  if (automaton->set_count > 1 ||
      (automaton->set_count == 1 && !automaton->state_marks))
    return NULL;
  struct claim *claim = claim_open(automaton->state_count);
  for (uint32_t i = 0; i < automaton->atom_count; i++)
    (void)claim_atom(claim, automaton->atoms[i]); /* in order: bit i */
  for (uint32_t state = 0; state < automaton->state_count; state++) {
    claim->states[state].accepting = accepts(automaton, state);
    /* from there every run is accepted: no need to wait for a cycle */
    claim->states[state].final = claim->states[state].accepting &&
                                 (automaton->properties & AUTOMATON_TERMINAL);
    add_edges(claim, automaton, state);
  }
  claim->weak = (automaton->properties & AUTOMATON_WEAK) != 0;
  for (uint32_t i = 0; i < automaton->initial_count; i++)
    claim_add_initial(claim, automaton->initial[i]);
  return claim;
}

struct claim *claim_from_watch(const struct automaton *automaton) {
  struct claim *claim = claim_from_automaton(automaton);
  const bool refuses = automaton->properties & AUTOMATON_REFUSES;
  for (uint32_t i = 0; claim && i < claim->state_count; i++)
    claim->states[i].final = refuses && i + 1 == claim->state_count;
  return claim;
}
