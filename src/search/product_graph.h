/* The product of a model and a claim as a graph in memory, for what cannot be
 * decided on the fly.
 *
 * Nodes are numbered as they are added; they are expanded in this order, so the
 * graph is explored breadth-first and the parents of a node are a shortest way
 * to it.  A node knows who is enabled in it, an edge who moves along it; sets
 * of processes are kept once each.
 */
#ifndef LARIAT_SEARCH_PRODUCT_GRAPH_H
#define LARIAT_SEARCH_PRODUCT_GRAPH_H

#include "base/intern.h"
#include "base/map.h"
#include "search/product.h"
#include "store/budget.h"

#define NO_NODE UINT32_MAX

struct graph_node {
  state_ref head;
  uint32_t tail;
  uint32_t parent;  /* NO_NODE: initial */
  uint32_t enabled; /* a set, by number */
  uint32_t first_edge;
};

struct graph_edge {
  uint32_t target;
  uint32_t movers; /* a set, by number */
};

struct product_graph {
  struct budget *budget;
  struct region node_region, edge_region;
  struct graph_node *nodes;
  struct graph_edge *edges;
  uint32_t node_count, edge_count;
  uint32_t expanded; /* the first so many nodes have their edges */

  uint32_t *slots; /* numbers of nodes by pair, NO_NODE: free */
  size_t slot_count;

  VEC(struct process_set) sets;
  struct intern *set_bytes;
  struct map set_numbers; /* plus one, by interned bytes */
};

void product_graph_open(struct product_graph *graph, struct budget *budget);
void product_graph_close(struct product_graph *graph);

/* The number of a pair's node, which is added if there is none; NO_NODE when
 * there is no memory for it.
 */
uint32_t product_graph_add(struct product_graph *graph, struct pair pair,
                           uint32_t parent);

/* Starts the edges of the next node to be expanded, then adds one by one; false
 * when there is no memory for it.
 */
void product_graph_expand(struct product_graph *graph,
                          const struct process_set *enabled);
bool product_graph_connect(struct product_graph *graph, uint32_t target,
                           const struct process_set *movers);

/* The node an edge leaves. */
uint32_t product_graph_source(const struct product_graph *graph, uint32_t edge);

/* The index after a node's last edge. */
static inline uint32_t product_graph_edge_end(const struct product_graph *graph,
                                              uint32_t node) {
  if (node >= graph->expanded)
    return graph->nodes[node].first_edge;
  return node + 1 < graph->expanded ? graph->nodes[node + 1].first_edge
                                    : graph->edge_count;
}

static inline struct pair product_graph_pair(const struct product_graph *graph,
                                             uint32_t node) {
  return (struct pair){graph->nodes[node].head, graph->nodes[node].tail};
}

static inline const struct process_set *
product_graph_enabled(const struct product_graph *graph, uint32_t node) {
  return &graph->sets.items[graph->nodes[node].enabled];
}

static inline const struct process_set *
product_graph_movers(const struct product_graph *graph, uint32_t edge) {
  return &graph->sets.items[graph->edges[edge].movers];
}

#endif
