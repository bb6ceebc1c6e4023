/* Deterministic automata on finite words while they are built.
 *
 * The transitions of a state are a decision diagram over the atoms: an inner
 * node asks for an atom, a leaf is the next state.  Diagrams are stored once,
 * so equal ones have equal numbers, and no operation looks at single letters.
 */
#ifndef LARIAT_LTL_DFA_H
#define LARIAT_LTL_DFA_H

#include "base/limit.h"
#include "ltl/triples.h"

#include <stdbool.h>

#define DIAGRAM_LEAF UINT32_MAX

struct dfa {
  /* Node i: (atom, next node without it, next node with it), or (DIAGRAM_LEAF,
   * state, 0).  Atoms ascend along each path.
   */
  struct triples nodes;
  VEC(uint32_t) roots; /* of each state; state 0 is the initial one */
  VEC(bool) accepting;
};

void dfa_clear(struct dfa *dfa);

static inline const struct triple *dfa_node(const struct dfa *dfa,
                                            uint32_t node) {
  return &dfa->nodes.items.items[node];
}

uint32_t dfa_leaf(struct dfa *dfa, uint32_t state);
uint32_t dfa_choice(struct dfa *dfa, uint32_t atom, uint32_t low,
                    uint32_t high);

enum { DFA_MOST_STATES = 1 << 14, DFA_MOST_NODES = 1 << 20 };
bool dfa_is_large(const struct dfa *dfa);

/* Both run, and verdict[accepting of a][accepting of b] is the verdict.  False
 * when it would be too large, or at a limit.  The caller clears *out in any
 * case.
 */
bool dfa_product(const struct dfa *a, const struct dfa *b,
                 const bool verdict[2][2], struct effort *effort,
                 struct dfa *out);

/* The smallest automaton of the same language.  All states must be reachable.
 * False at a limit.  The caller clears *out in any case.
 */
bool dfa_minimize(const struct dfa *dfa, struct effort *effort,
                  struct dfa *out);

#endif
