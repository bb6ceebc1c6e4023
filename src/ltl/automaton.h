/* Büchi automata over numbered atoms.
 *
 * A word is accepted when some run over it meets every set infinitely often;
 * with no sets every infinite run accepts.
 */
#ifndef LARIAT_LTL_AUTOMATON_H
#define LARIAT_LTL_AUTOMATON_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/limit.h"
#include "base/status.h"
#include "base/vec.h"
#include "ltl/formula.h"

/* What must hold and what must not: bit i is atom i. */
struct cube {
  uint64_t positive, negative;
};

struct automaton_edge {
  uint32_t from, to;
  uint32_t first_cube, cube_count; /* its guard: one of the cubes holds */
  uint64_t marks;                  /* bit i: belongs to set i */
};

enum automaton_property {
  /* At most one initial state, and one edge for each letter. */
  AUTOMATON_DETERMINISTIC = 1,
  /* In each state an edge for each letter, and an initial state. */
  AUTOMATON_COMPLETE = 2,
  /* All cycles of a component accept, or none does: a search may stop at the
   * first accepting cycle of any kind, without nesting.
   */
  AUTOMATON_WEAK = 4,
  /* Weak, and from accepting components every word is accepted: reaching one is
   * enough.
   */
  AUTOMATON_TERMINAL = 8,
  /* Every infinite run accepts: a violation of its complement is a cycle of any
   * kind, and a word is refused after finitely many letters.
   */
  AUTOMATON_SAFETY = 16,
  /* Repeating a letter does not change what is accepted (no X in the formula).
   */
  AUTOMATON_STUTTER_INVARIANT = 32,
  /* Of those that automaton_watch() makes: the last state refuses. */
  AUTOMATON_REFUSES = 64,
};

struct automaton {
  uint32_t state_count;
  uint32_t initial_count;
  const uint32_t *initial;
  uint32_t edge_count;
  const struct automaton_edge *edges; /* ascending by from */
  const uint32_t *first_edge;         /* of each state, and edge_count */
  const struct cube *cubes;
  uint32_t set_count;
  const uint64_t *state_marks; /* of each state if marks are on states: then
                                  all edges of a state have them; else NULL */
  uint32_t atom_count;
  const uint32_t *atoms; /* atom i of the cubes is atoms[i] of the formula */
  unsigned properties;   /* of enum automaton_property */
  struct arena *arena;   /* holds all of it */
};

struct automaton_options {
  bool negated;       /* the automaton of the negation */
  bool generalized;   /* several sets, on edges; otherwise one, on states */
  bool deterministic; /* without choices if one such is found, even if larger */
  const struct limit *limit; /* asked now and then, or NULL */
  uint64_t most_steps;       /* a limit, too; 0: none */
};

/* The automaton of a formula, with one initial state.  After STATUS_BAD_INPUT
 * (more than 64 atoms) and STATUS_TOO_LARGE the diag has the reason; it points
 * at the formula.  STATUS_STOPPED, with no error, at a limit.  The caller
 * closes *out.
 */
enum status automaton_from_formula(const struct formula *formula,
                                   const struct automaton_options *options,
                                   struct diag *diag, struct automaton **out);

/* A small automaton for the language of any other.  options->negated is not
 * looked at.  NULL when it would be too large, or at a limit.
 */
struct automaton *automaton_reduce(const struct automaton *automaton,
                                   const struct automaton_options *options);

/* Has the formula so few different atoms that it can have an automaton? */
bool automaton_has_room(const struct formula *formula);

/* Why there is no automaton of it, but for a limit. */
const char *automaton_refusal(const struct formula *formula);

/* How its translation ended that was cut short; tells when it was not stopped.
 */
enum status automaton_failure(const struct formula *formula, bool stopped,
                              struct diag *diag);

/* The different atoms of a formula in order of appearance; false, with an
 * error, when there are more than 64.  The caller frees them.
 */
typedef VEC(uint32_t) atom_list;
bool automaton_atoms(const struct formula *formula, struct diag *diag,
                     atom_list *atoms);

void automaton_close(struct automaton *automaton); /* accepts NULL */

/* Is the edge enabled under this letter? */
static inline bool automaton_enabled(const struct automaton *automaton,
                                     const struct automaton_edge *edge,
                                     uint64_t letter) {
  const struct cube *cube = &automaton->cubes[edge->first_cube];
  for (uint32_t i = 0; i < edge->cube_count; i++)
    if (!(cube[i].positive & ~letter) && !(cube[i].negative & letter))
      return true;
  return false;
}

#endif
