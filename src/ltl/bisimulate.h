/* Reduction of a graph by bisimulation. */
#ifndef LARIAT_LTL_BISIMULATE_H
#define LARIAT_LTL_BISIMULATE_H

#include "ltl/graph.h"

/* Merges states that have the same steps into merged states. */
void graph_bisimulate(struct graph *graph);

#endif
