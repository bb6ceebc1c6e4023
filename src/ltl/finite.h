/* Formulas over finite words, and their automata.
 *
 * A word is a sequence of letters, each a set of atoms.  X is the weak next: it
 * holds at the last letter whatever follows it; X[!] is the strong one and
 * fails there.  [] and W look no further than the last letter, <> and U must be
 * fulfilled by then.
 *
 * The automaton is deterministic and complete, and the smallest such.  Whether
 * its initial state accepts says whether the empty word satisfies the formula:
 * by convention, on the empty word no atom holds and it counts as a last
 * position (Jard and Jéron 1989).
 */
#ifndef LARIAT_LTL_FINITE_H
#define LARIAT_LTL_FINITE_H

#include "ltl/automaton.h"

/* A question for one atom; what follows without and with it.  A number below
 * state_count is a state, others are state_count more than that of a node.
 */
struct finite_node {
  uint32_t atom;
  uint32_t low, high;
};

struct finite {
  uint32_t state_count; /* state 0 is the initial one */
  const bool *accepting;
  const uint32_t *roots; /* of each state: a state or a node, as above */
  const struct finite_node *nodes;
  uint32_t node_count;
  uint32_t atom_count;
  const uint32_t *atoms; /* bit i of a letter is atoms[i] of the formula */
  struct arena *arena;   /* holds all of it */
};

/* The automaton of a formula; how it may fail is said at
 * automaton_from_formula().  The limit may be NULL.  The caller closes *out.
 */
enum status finite_from_formula(const struct formula *formula,
                                const struct limit *limit, struct diag *diag,
                                struct finite **out);
void finite_close(struct finite *finite); /* accepts NULL */

/* The state after one more letter. */
static inline uint32_t finite_next(const struct finite *finite, uint32_t state,
                                   uint64_t letter) {
  uint32_t at = finite->roots[state];
  while (at >= finite->state_count) {
    const struct finite_node *node = &finite->nodes[at - finite->state_count];
    at = letter >> node->atom & 1 ? node->high : node->low;
  }
  return at;
}

/* The word does not matter any more: all of its continuations are rejected, or
 * all are accepted.  In a smallest automaton such a state leads to itself only.
 */
static inline bool finite_is_dead(const struct finite *finite, uint32_t state) {
  return !finite->accepting[state] && finite->roots[state] == state;
}

static inline bool finite_is_sure(const struct finite *finite, uint32_t state) {
  return finite->accepting[state] && finite->roots[state] == state;
}

/* The same states with guards on edges, to be printed: set 0 are the accepting
 * states.  NULL when that is too large, or at the limit, which may be NULL. The
 * caller closes it.
 */
struct automaton *finite_to_automaton(const struct finite *finite,
                                      const struct limit *limit);

#endif
