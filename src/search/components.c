/* Tarjan's algorithm (Depth-First Search and Linear Graph Algorithms, SIAM J.
 * Comput. 1972), without recursion and on one part at a time.
 *
 * The number of a node is its place on the stack of nodes whose component is
 * not complete; low[v] is the least number known to be in reach of v.  A
 * component is complete when the search leaves a node v with stack[low[v]] ==
 * v.  Its nodes move from the stack to the other end of the same array, which
 * has room for both, and in the end the array is the new order of the part.
 *
 * Invariant: between splits all nodes are DONE, so the search from a part never
 * leaves it.  A split takes time in proportion to the nodes and edges of the
 * part; all of it takes 16 bytes a node and 8 more for each on the path.
 */
#include "search/components.h"

#include <string.h>

#define UNSEEN UINT32_MAX
#define DONE (UINT32_MAX - 1)

enum { ARRAYS = 4 };

bool components_open(struct components *self, const struct product_graph *graph,
                     struct run *run) {
  const uint32_t count = graph->node_count;
  *self = (struct components){.graph = graph, .run = run, .count = count};
  words_init(&self->frames, &run->budget);
  words_init(&self->found, &run->budget);
  self->order =
      budget_alloc(&run->budget, ARRAYS * (size_t)count * sizeof *self->order);
  if (!self->order) {
    run_stop(run, SEARCH_MEMORY);
    return false;
  }
  self->parts = self->order + count; /* all zero: one part */
  self->low = self->parts + count;
  self->stack = self->low + count;
  for (uint32_t i = 0; i < count; i++) {
    self->order[i] = i;
    self->low[i] = DONE;
  }
  return true;
}

void components_close(struct components *self) {
  words_clear(&self->frames);
  words_clear(&self->found);
  budget_free(&self->run->budget, self->order,
              ARRAYS * (size_t)self->count * sizeof *self->order);
}

static uint64_t join(uint32_t high, uint32_t low) {
  return (uint64_t)high << 32 | low;
}

static void push(struct components *self, struct words *words, uint64_t word) {
  if (!words_push(words, word))
    run_stop(self->run, SEARCH_MEMORY);
}

/* ---- one component ---- */

static bool has_cycle(const struct components *self, uint32_t node,
                      uint32_t size) {
  const uint32_t end = product_graph_edge_end(self->graph, node);
  bool found = size > 1;
  for (uint32_t e = self->graph->nodes[node].first_edge; e < end && !found; e++)
    found = self->graph->edges[e].target == node;
  return found;
}

/* The nodes on the stack from this one on are a component. */
static void emit(struct components *self, struct part part, uint32_t root) {
  const uint32_t bottom = self->low[root];
  const uint32_t size = self->stacked - bottom;
  const uint32_t end = part.begin + self->emitted, begin = end - size;
  while (self->stacked > bottom) {
    const uint32_t node = self->stack[--self->stacked];
    self->stack[--self->emitted] = node;
    self->low[node] = DONE;
    self->parts[node] = begin;
  }
  if (has_cycle(self, root, size))
    push(self, &self->found, join(begin, end));
}

/* ---- the search ---- */

static void enter(struct components *self, uint32_t node) {
  self->low[node] = self->stacked;
  self->stack[self->stacked++] = node;
  push(self, &self->frames, join(node, self->graph->nodes[node].first_edge));
  run_tick(self->run);
}

static void lower(struct components *self, uint32_t node, uint32_t low) {
  if (low < self->low[node])
    self->low[node] = low;
}

/* What is DONE, here or in an earlier split, is higher than any number. */
static void follow(struct components *self, uint32_t node, uint32_t edge) {
  const uint32_t target = self->graph->edges[edge].target;
  if (self->low[target] == UNSEEN)
    enter(self, target);
  else
    lower(self, node, self->low[target]);
}

static void leave(struct components *self, struct part part, uint32_t node) {
  (void)words_pop(&self->frames);
  if (self->stack[self->low[node]] == node)
    emit(self, part, node);
  else
    lower(self,
          (uint32_t)(*words_at(&self->frames, self->frames.count - 1) >> 32),
          self->low[node]);
}

static void search_from(struct components *self, struct part part,
                        uint32_t start) {
  enter(self, start);
  while (!self->run->stopped && self->frames.count > 0) {
    uint64_t *frame = words_at(&self->frames, self->frames.count - 1);
    const uint32_t node = (uint32_t)(*frame >> 32), edge = (uint32_t)*frame;
    if (edge == product_graph_edge_end(self->graph, node)) {
      leave(self, part, node);
    } else {
      ++*frame;
      follow(self, node, edge);
    }
  }
}

bool components_split(struct components *self, struct part part) {
  const uint32_t size = part.end - part.begin;
  uint32_t *order = self->order + part.begin;
  self->stacked = 0;
  self->emitted = size;
  for (uint32_t i = 0; i < size; i++)
    self->low[order[i]] = UNSEEN;
  for (uint32_t i = 0; i < size && !self->run->stopped; i++)
    if (self->low[order[i]] == UNSEEN)
      search_from(self, part, order[i]);
  if (!self->run->stopped)
    memcpy(order, self->stack, size * sizeof *order);
  return !self->run->stopped;
}

/* ---- what is found ---- */

bool components_take(struct components *self, struct part *component) {
  if (self->found.count == 0)
    return false;
  const uint64_t word = words_pop(&self->found);
  *component = (struct part){(uint32_t)(word >> 32), (uint32_t)word};
  return true;
}

struct part components_without(struct components *self, struct part part,
                               const struct process_set *enabled) {
  uint32_t kept = part.begin;
  for (uint32_t i = part.begin; i < part.end; i++) {
    const uint32_t node = self->order[i];
    if (process_sets_meet(product_graph_enabled(self->graph, node), enabled))
      self->parts[node] = NO_PART;
    else
      self->order[kept++] = node;
  }
  return (struct part){part.begin, kept};
}
