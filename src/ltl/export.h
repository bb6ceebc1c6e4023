/* Between graphs and automata. */
#ifndef LARIAT_LTL_EXPORT_H
#define LARIAT_LTL_EXPORT_H

#include "ltl/automaton.h"
#include "ltl/graph.h"

/* An automaton with the same states; atoms[i] for each of its atoms.  A graph
 * without states becomes one state without edges.  NULL when the diagrams are
 * exhausted, before or by this.
 */
struct automaton *automaton_of_graph(const struct graph *graph,
                                     const uint32_t *atoms,
                                     uint32_t atom_count);

/* The caller clears *out. */
void graph_of_automaton(const struct automaton *automaton, struct bdd *bdd,
                        struct graph *out);

#endif
