/* Graphs: order, components, restriction.
 *
 * Everything here is linear in the graph but for the sorting of edges.
 */
#include "ltl/graph.h"

#include "base/memory.h"
#include "base/strong.h"

#include <stdlib.h>

void graph_clear(struct graph *graph) {
  vec_free(&graph->edges);
  vec_free(&graph->first);
  vec_free(&graph->initial);
  *graph = (struct graph){0};
}

void graph_copy(const struct graph *graph, struct graph *out) {
  *out = (struct graph){
      .bdd = graph->bdd,
      .state_count = graph->state_count,
      .set_count = graph->set_count,
      .marks_on_states = graph->marks_on_states,
  };
  for (size_t i = 0; i < graph->edges.count; i++)
    vec_push(&out->edges, graph->edges.items[i]);
  for (size_t i = 0; i < graph->initial.count; i++)
    vec_push(&out->initial, graph->initial.items[i]);
  graph_settle(out);
}

/* ---- order ---- */

#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

static int compare_edges(const void *a, const void *b) {
  const struct graph_edge *x = a, *y = b;
  int order = COMPARE(x->from, y->from);
  if (order == 0)
    order = COMPARE(x->to, y->to);
  return order == 0 ? COMPARE(x->marks, y->marks) : order;
}

static int compare_numbers(const void *a, const void *b) {
  return COMPARE(*(const uint32_t *)a, *(const uint32_t *)b);
}

static void join_edges(struct graph *graph) {
  size_t kept = 0;
  for (size_t i = 0; i < graph->edges.count; i++) {
    struct graph_edge *edge = &graph->edges.items[i];
    if (edge->guard == BDD_FALSE)
      continue;
    struct graph_edge *last = kept > 0 ? &graph->edges.items[kept - 1] : NULL;
    if (last && compare_edges(last, edge) == 0)
      last->guard = bdd_or(graph->bdd, last->guard, edge->guard);
    else
      graph->edges.items[kept++] = *edge;
  }
  graph->edges.count = kept;
}

static void index_edges(struct graph *graph) {
  graph->first.count = 0;
  vec_reserve(&graph->first, graph->state_count + 1);
  uint32_t edge = 0;
  for (uint32_t state = 0; state <= graph->state_count; state++) {
    while (edge < graph->edges.count && graph->edges.items[edge].from < state)
      edge++;
    vec_push(&graph->first, edge);
  }
}

void graph_settle(struct graph *graph) {
  bdd_count_steps(graph->bdd, graph->edges.count + graph->state_count);
  if (graph->edges.count > 1)
    qsort(graph->edges.items, graph->edges.count, sizeof(struct graph_edge),
          compare_edges);
  join_edges(graph);
  index_edges(graph);
  if (graph->initial.count > 1)
    qsort(graph->initial.items, graph->initial.count, sizeof(uint32_t),
          compare_numbers);
  size_t kept = 0;
  for (size_t i = 0; i < graph->initial.count; i++)
    if (kept == 0 || graph->initial.items[kept - 1] != graph->initial.items[i])
      graph->initial.items[kept++] = graph->initial.items[i];
  graph->initial.count = kept;
}

/* ---- components ---- */

uint32_t graph_components(const struct graph *graph, uint64_t without,
                          uint32_t *component) {
  struct links links = {0};
  struct strong strong;
  for (uint32_t state = 0; state < graph->state_count; state++) {
    for (uint32_t i = graph->first.items[state];
         i < graph->first.items[state + 1]; i++)
      if (!(graph->edges.items[i].marks & without))
        links_add(&links, graph->edges.items[i].to);
    links_close_node(&links);
  }
  strong_find(&links, &strong);
  for (uint32_t state = 0; state < graph->state_count; state++)
    component[state] = strong.component[state];
  const uint32_t count = strong.count;
  strong_free(&strong);
  links_free(&links);
  return count;
}

void components_init(struct components *components, const struct graph *graph) {
  components->of = memory_alloc((graph->state_count + 1) * sizeof(uint32_t));
  components->count = graph_components(graph, 0, components->of);
  components->kinds = memory_alloc(components->count + 1);
  uint64_t *seen = memory_alloc((components->count + 1) * sizeof *seen);
  for (size_t i = 0; i < graph->edges.count; i++) {
    const struct graph_edge *edge = &graph->edges.items[i];
    uint32_t here = components->of[edge->from];
    if (here != components->of[edge->to])
      continue;
    seen[here] |= edge->marks;
    components->kinds[here] = COMPONENT_REJECTING;
  }
  for (uint32_t i = 0; i < components->count; i++)
    if (components->kinds[i] == COMPONENT_REJECTING &&
        seen[i] == graph_all_marks(graph))
      components->kinds[i] = COMPONENT_ACCEPTING;
  memory_free(seen);
}

void components_clear(struct components *components) {
  memory_free(components->of);
  memory_free(components->kinds);
  *components = (struct components){0};
}

/* ---- restriction ---- */

static void mark_reachable(const struct graph *graph, const bool *keep,
                           bool *reached) {
  VEC(uint32_t) todo = {0};
  for (size_t i = 0; i < graph->initial.count; i++) {
    uint32_t state = graph->initial.items[i];
    if (!keep[state] || reached[state])
      continue;
    reached[state] = true;
    vec_push(&todo, state);
  }
  while (todo.count > 0) {
    uint32_t state = vec_pop(&todo);
    for (uint32_t e = graph->first.items[state];
         e < graph->first.items[state + 1]; e++) {
      uint32_t to = graph->edges.items[e].to;
      if (!keep[to] || reached[to])
        continue;
      reached[to] = true;
      vec_push(&todo, to);
    }
  }
  vec_free(&todo);
}

void graph_restrict(struct graph *graph, const bool *keep) {
  bool *reached = memory_alloc(graph->state_count + 1);
  uint32_t *number = memory_alloc((graph->state_count + 1) * sizeof *number);
  mark_reachable(graph, keep, reached);
  uint32_t count = 0;
  for (uint32_t state = 0; state < graph->state_count; state++)
    if (reached[state])
      number[state] = count++;
  size_t kept = 0;
  for (size_t i = 0; i < graph->edges.count; i++) {
    struct graph_edge edge = graph->edges.items[i];
    if (!reached[edge.from] || !reached[edge.to])
      continue;
    edge.from = number[edge.from];
    edge.to = number[edge.to];
    graph->edges.items[kept++] = edge;
  }
  graph->edges.count = kept;
  kept = 0;
  for (size_t i = 0; i < graph->initial.count; i++)
    if (reached[graph->initial.items[i]])
      graph->initial.items[kept++] = number[graph->initial.items[i]];
  graph->initial.count = kept;
  graph->state_count = count;
  memory_free(reached);
  memory_free(number);
  graph_settle(graph);
}

bool graph_is_empty(const struct graph *graph) {
  struct components components;
  components_init(&components, graph);
  bool *keep = memory_alloc(graph->state_count + 1);
  bool *reached = memory_alloc(graph->state_count + 1);
  for (uint32_t i = 0; i < graph->state_count; i++)
    keep[i] = true;
  mark_reachable(graph, keep, reached);
  bool empty = true;
  for (uint32_t i = 0; i < graph->state_count; i++)
    if (reached[i] && components.kinds[components.of[i]] == COMPONENT_ACCEPTING)
      empty = false;
  memory_free(keep);
  memory_free(reached);
  components_clear(&components);
  return empty;
}
