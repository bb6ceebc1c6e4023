/* The smallest deterministic automaton of an obligation property. */
#ifndef LARIAT_LTL_WDBA_H
#define LARIAT_LTL_WDBA_H

#include "ltl/graph.h"

/* If the graph's language is that of a weak deterministic Büchi automaton,
 * writes the smallest one, with marks on states and without the state that
 * rejects everything; *out is the caller's to clear.  The other graph must
 * accept the complement.  False, and *out empty, when the language is another
 * one or the subsets of the states are too many.
 */
bool graph_minimize_weak(const struct graph *graph,
                         const struct graph *complement, uint32_t most_states,
                         struct graph *out);

#endif
