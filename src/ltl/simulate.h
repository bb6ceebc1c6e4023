/* Reduction of a graph by direct and reverse simulation. */
#ifndef LARIAT_LTL_SIMULATE_H
#define LARIAT_LTL_SIMULATE_H

#include "ltl/graph.h"

/* Merges states and drops edges until neither simulation finds anything more.
 * The language stays the same, and marks on states stay on states.  With as
 * many marks as possible (saturate) more states are found to be alike, but the
 * result may be harder to degeneralise.
 */
void graph_reduce(struct graph *graph, bool saturate);

#endif
