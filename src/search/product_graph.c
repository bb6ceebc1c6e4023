/* See product_graph.h.  A node costs 24 bytes and, in the table that finds it,
 * 5 to 11 more; an edge costs 8.  The edges of a node lie together, those of
 * all nodes in the order of the nodes.
 *
 * Invariant of the table: its size is a power of two, at most three quarters of
 * it are in use, and between the home of a pair and its slot none is free.
 */
#include "search/product_graph.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

enum { FIRST_SLOTS = 1 << 10 };

/* Numbers of nodes and edges have 32 bits. */
static const uint32_t MOST = UINT32_MAX - 1;

void product_graph_open(struct product_graph *graph, struct budget *budget) {
  *graph = (struct product_graph){.budget = budget, .set_bytes = intern_open()};
}

void product_graph_close(struct product_graph *graph) {
  region_release(&graph->node_region, graph->budget);
  region_release(&graph->edge_region, graph->budget);
  budget_free(graph->budget, graph->slots,
              graph->slot_count * sizeof *graph->slots);
  vec_free(&graph->sets);
  intern_close(graph->set_bytes);
  map_free(&graph->set_numbers);
}

/* ---- sets of processes ---- */

static uint32_t set_number(struct product_graph *graph,
                           const struct process_set *set) {
  const char *bytes =
      intern_text(graph->set_bytes, (const char *)set, sizeof *set);
  const uintptr_t known = (uintptr_t)map_get(&graph->set_numbers, bytes);
  if (known > 0)
    return (uint32_t)(known - 1);
  vec_push(&graph->sets, *set);
  /* NOLINTNEXTLINE(performance-no-int-to-ptr) */
  map_put(&graph->set_numbers, bytes, (void *)(uintptr_t)graph->sets.count);
  return (uint32_t)(graph->sets.count - 1);
}

/* ---- nodes ---- */

static size_t home_of(const struct product_graph *graph, struct pair pair) {
  uint64_t hash = (pair.head.index ^ (uint64_t)pair.tail << 40) *
                  UINT64_C(0x9e3779b97f4a7c15);
  hash ^= hash >> 29;
  return hash * UINT64_C(0xbf58476d1ce4e5b9) >> 20 & (graph->slot_count - 1);
}

/* The slot that has the pair, or the free one where it belongs. */
static uint32_t *find_slot(const struct product_graph *graph,
                           struct pair pair) {
  size_t slot = home_of(graph, pair);
  for (; graph->slots[slot] != NO_NODE;
       slot = (slot + 1) & (graph->slot_count - 1)) {
    const struct graph_node *node = &graph->nodes[graph->slots[slot]];
    if (node->head.index == pair.head.index && node->tail == pair.tail)
      break;
  }
  return &graph->slots[slot];
}

static bool grow_table(struct product_graph *graph) {
  const size_t count =
      graph->slot_count > 0 ? 2 * graph->slot_count : FIRST_SLOTS;
  uint32_t *slots = budget_alloc(graph->budget, count * sizeof *slots);
  if (!slots)
    return false;
  memset(slots, 0xff, count * sizeof *slots); /* NO_NODE */
  budget_free(graph->budget, graph->slots,
              graph->slot_count * sizeof *graph->slots);
  graph->slots = slots;
  graph->slot_count = count;
  for (uint32_t i = 0; i < graph->node_count; i++)
    *find_slot(graph, product_graph_pair(graph, i)) = i;
  return true;
}

/* Bytes to ask for when there are `count` items: in ever longer stretches. */
static size_t wanted_bytes(uint32_t count, size_t item_bytes) {
  return ((size_t)count + 1 + count / 8) * item_bytes;
}

static bool has_room(struct region *region, struct budget *budget,
                     uint32_t count, size_t item_bytes) {
  const size_t needed = ((size_t)count + 1) * item_bytes;
  return count < MOST &&
         (needed <= region->bytes ||
          region_grow(region, budget, wanted_bytes(count, item_bytes)) ||
          region_grow(region, budget, needed));
}

uint32_t product_graph_add(struct product_graph *graph, struct pair pair,
                           uint32_t parent) {
  if (graph->node_count >= graph->slot_count / 4 * 3 && !grow_table(graph))
    return NO_NODE;
  uint32_t *slot = find_slot(graph, pair);
  if (*slot != NO_NODE)
    return *slot;
  if (!has_room(&graph->node_region, graph->budget, graph->node_count,
                sizeof *graph->nodes))
    return NO_NODE;
  graph->nodes = (struct graph_node *)(void *)graph->node_region.base;
  graph->nodes[graph->node_count] = (struct graph_node){
      .head = pair.head, .tail = pair.tail, .parent = parent};
  *slot = graph->node_count++;
  return *slot;
}

/* ---- edges ---- */

void product_graph_expand(struct product_graph *graph,
                          const struct process_set *enabled) {
  assert(graph->expanded < graph->node_count);
  struct graph_node *node = &graph->nodes[graph->expanded++];
  node->first_edge = graph->edge_count;
  node->enabled = set_number(graph, enabled);
}

bool product_graph_connect(struct product_graph *graph, uint32_t target,
                           const struct process_set *movers) {
  if (!has_room(&graph->edge_region, graph->budget, graph->edge_count,
                sizeof *graph->edges))
    return false;
  graph->edges = (struct graph_edge *)(void *)graph->edge_region.base;
  graph->edges[graph->edge_count++] =
      (struct graph_edge){target, set_number(graph, movers)};
  return true;
}

uint32_t product_graph_source(const struct product_graph *graph,
                              uint32_t edge) {
  uint32_t first = 0, count = graph->expanded;
  while (count > 1) { /* the last node that starts at the edge or before */
    const uint32_t half = count / 2;
    if (graph->nodes[first + half].first_edge <= edge) {
      first += half;
      count -= half;
    } else {
      count = half;
    }
  }
  assert(edge < product_graph_edge_end(graph, first));
  return first;
}
