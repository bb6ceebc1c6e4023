/* Automata while they are built and reduced.
 *
 * A word is accepted when a run over it meets every set of marks infinitely
 * often.  Guards are boolean functions (see bdd.h), marks are on the edges; in
 * a graph with marks on states all edges of a state have the same marks.
 */
#ifndef LARIAT_LTL_GRAPH_H
#define LARIAT_LTL_GRAPH_H

#include "base/vec.h"
#include "ltl/bdd.h"

struct graph_edge {
  uint32_t from, to;
  bdd_node guard;
  uint64_t marks; /* bit i: belongs to set i */
};

struct graph {
  struct bdd *bdd; /* not owned */
  uint32_t state_count;
  VEC(struct graph_edge) edges; /* ascending by from */
  VEC(uint32_t) first; /* of each state its first edge, and the edge count */
  VEC(uint32_t) initial;
  uint32_t set_count;
  bool marks_on_states;
};

void graph_clear(struct graph *graph);
void graph_copy(const struct graph *graph, struct graph *out);

/* Brings edges and initial states into order after any change: sorts, joins
 * edges that differ in the guard only, drops those that are never enabled.
 */
void graph_settle(struct graph *graph);

static inline uint64_t graph_all_marks(const struct graph *graph) {
  return graph->set_count == 64 ? UINT64_MAX
                                : (UINT64_C(1) << graph->set_count) - 1;
}

/* Writes the strongly connected component of each state, numbered from 0 so
 * that edges lead to equal or smaller numbers; returns how many there are.
 * Edges whose marks share a bit with `without` are left out.
 */
uint32_t graph_components(const struct graph *graph, uint64_t without,
                          uint32_t *component);

enum component_kind {
  COMPONENT_TRIVIAL,   /* no cycle */
  COMPONENT_REJECTING, /* no cycle is accepted */
  COMPONENT_ACCEPTING, /* some are */
};

/* Components and their kinds; the caller frees them with components_clear(). */
struct components {
  uint32_t count;
  uint32_t *of;   /* of each state */
  uint8_t *kinds; /* enum component_kind of each component */
};
void components_init(struct components *components, const struct graph *graph);
void components_clear(struct components *components);

bool graph_is_empty(const struct graph *graph);

/* Keeps the states with keep[state] only, and what is reachable. */
void graph_restrict(struct graph *graph, const bool *keep);

#endif
