/* What components tell about states and marks. */
#ifndef LARIAT_LTL_MARKS_H
#define LARIAT_LTL_MARKS_H

#include "ltl/graph.h"

/* Removes the states that are unreachable or from which no word is accepted. */
void graph_trim(struct graph *graph);

/* Gives a mark to every edge that is on no cycle without that mark. */
void marks_saturate(struct graph *graph);

/* Leaves as few sets of marks as each component needs, in the same numbering
 * for all.  Edges between components belong to no cycle: they get all marks or
 * none, as the caller likes.
 */
void marks_simplify(struct graph *graph, bool mark_transient);

/* True when in each component all cycles are accepted, or none. */
bool graph_is_weak(const struct graph *graph);

#endif
