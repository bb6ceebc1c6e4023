/* Random deterministic automata, for tests of what is made of them. */
#ifndef LARIAT_TESTS_RANDOM_AUTOMATON_H
#define LARIAT_TESTS_RANDOM_AUTOMATON_H

#include "base/rng.h"
#include "ltl/automaton.h"

enum { RANDOM_ATOMS = 3, RANDOM_LETTERS = 1 << RANDOM_ATOMS };

/* One edge for a letter: its guard is that letter. */
static inline void random_edge(struct rng *rng, struct automaton *automaton,
                               struct automaton_edge *edge, uint32_t from,
                               uint64_t state_marks, uint64_t letter) {
  const uint64_t sets = (UINT64_C(1) << automaton->set_count) - 1;
  *edge = (struct automaton_edge){
      .from = from,
      .to = (uint32_t)rng_below(rng, automaton->state_count),
      .first_cube = (uint32_t)letter,
      .cube_count = 1,
      .marks = automaton->state_marks ? state_marks
                                      : rng_next(rng) & rng_next(rng) & sets};
}

/* With up to two sets of marks, on states or on edges; here and there a letter
 * has no edge.  The caller closes it.
 */
static inline struct automaton *random_deterministic(struct rng *rng) {
  struct arena *arena = arena_open();
  struct automaton *automaton = ARENA_NEW(arena, struct automaton);
  const uint32_t states = 1 + (uint32_t)rng_below(rng, 4);
  struct cube *cubes = ARENA_ARRAY(arena, struct cube, RANDOM_LETTERS);
  struct automaton_edge *edges =
      ARENA_ARRAY(arena, struct automaton_edge, states * RANDOM_LETTERS);
  uint32_t *first = ARENA_ARRAY(arena, uint32_t, states + 1);
  uint32_t *atoms = ARENA_ARRAY(arena, uint32_t, RANDOM_ATOMS);
  uint64_t *marks = ARENA_ARRAY(arena, uint64_t, states);
  for (uint64_t letter = 0; letter < RANDOM_LETTERS; letter++)
    cubes[letter] = (struct cube){letter, ~letter & (RANDOM_LETTERS - 1)};
  for (uint32_t i = 0; i < RANDOM_ATOMS; i++)
    atoms[i] = i;
  *automaton = (struct automaton){.state_count = states,
                                  .initial_count = 1,
                                  .initial = ARENA_NEW(arena, uint32_t),
                                  .edges = edges,
                                  .first_edge = first,
                                  .cubes = cubes,
                                  .set_count = (uint32_t)rng_below(rng, 3),
                                  .atom_count = RANDOM_ATOMS,
                                  .atoms = atoms,
                                  .arena = arena};
  if (rng_below(rng, 2))
    automaton->state_marks = marks;
  const uint64_t gaps = rng_below(rng, 3) == 0 ? 8 : 64;
  for (uint32_t state = 0; state < states; state++) {
    first[state] = automaton->edge_count;
    marks[state] = rng_below(rng, UINT64_C(1) << automaton->set_count);
    for (uint64_t letter = 0; letter < RANDOM_LETTERS; letter++)
      if (rng_below(rng, gaps) > 0)
        random_edge(rng, automaton, &edges[automaton->edge_count++], state,
                    marks[state], letter);
  }
  first[states] = automaton->edge_count;
  return automaton;
}

#endif
