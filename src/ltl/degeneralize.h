/* From generalised acceptance on edges to one set of marks on states. */
#ifndef LARIAT_LTL_DEGENERALIZE_H
#define LARIAT_LTL_DEGENERALIZE_H

#include "ltl/graph.h"

struct degeneralize_options {
  /* Count a mark that all edges of a state have when the state is entered. */
  bool look_ahead;
};

/* The graph must be trimmed and its marks simplified; *out is the caller's to
 * clear.
 */
void graph_degeneralize(const struct graph *graph,
                        const struct degeneralize_options *options,
                        struct graph *out);

#endif
