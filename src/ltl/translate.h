/* From a term to the smallest graph that the known methods find. */
#ifndef LARIAT_LTL_TRANSLATE_H
#define LARIAT_LTL_TRANSLATE_H

#include "ltl/graph.h"
#include "ltl/term.h"

struct translate_options {
  bool generalized;   /* several sets of marks, on edges */
  bool deterministic; /* no choices, if one such is found, before few states */
};

/* The graph of the formula's term in *out, which the caller clears.  False when
 * it would be too large; *out then means nothing, but is still to be cleared.
 */
bool translate_term(struct terms *terms, struct term *t,
                    const struct translate_options *options, struct graph *out);

/* The same for a graph of any origin. */
void translate_graph(const struct graph *graph,
                     const struct translate_options *options,
                     struct graph *out);

bool graph_is_deterministic(const struct graph *graph);

#endif
