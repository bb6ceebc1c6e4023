/* The strong components of a graph of numbers: sets of nodes that lead to each
 * other.  What flows from node to node can be found by one pass through them.
 */
#ifndef LARIAT_BASE_STRONG_H
#define LARIAT_BASE_STRONG_H

#include "base/vec.h"

#include <stdint.h>

/* A graph is made by an edge at a time, node by node from 0 on; a node is
 * closed when all its edges are there.  A zeroed struct is an empty graph.
 */
struct links {
  VEC(uint32_t) targets;
  VEC(uint32_t) ends; /* of the edges of each node that is closed */
};

void links_add(struct links *links, uint32_t target);
void links_close_node(struct links *links);
void links_free(struct links *links);

static inline uint32_t links_begin(const struct links *links, uint32_t node) {
  return node == 0 ? 0 : links->ends.items[node - 1];
}

static inline uint32_t links_end(const struct links *links, uint32_t node) {
  return links->ends.items[node];
}

/* Components are numbered so that edges lead to the same or to smaller ones. */
struct strong {
  uint32_t *component; /* of each node */
  uint32_t *nodes;     /* by component */
  uint32_t *starts; /* where each begins in `nodes`, and where the last ends */
  uint32_t count;
};

void strong_find(const struct links *links, struct strong *out);
void strong_free(struct strong *strong);

#endif
