/* Bisimulation by refinement of a partition.
 *
 * The steps of a state are its edges with the class of the target instead of
 * the target, joined and sorted; two states of a class stay together when their
 * steps are equal.  Each round sorts all edges, and there are at most as many
 * rounds as classes, in practice a few.
 */
#include "ltl/bisimulate.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct row {
  uint32_t state, class;
  const struct graph_edge *steps;
  uint32_t count;
};

#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

static int compare_steps(const struct graph_edge *a,
                         const struct graph_edge *b) {
  if (a->to != b->to)
    return COMPARE(a->to, b->to);
  if (a->marks != b->marks)
    return COMPARE(a->marks, b->marks);
  return COMPARE(a->guard, b->guard);
}

static int compare_rows(const void *a, const void *b) {
  const struct row *x = a, *y = b;
  int order = COMPARE(x->class, y->class);
  if (order == 0)
    order = COMPARE(x->count, y->count);
  for (uint32_t i = 0; order == 0 && i < x->count; i++)
    order = compare_steps(&x->steps[i], &y->steps[i]);
  return order;
}

/* The graph with classes as targets. */
static void step_graph(const struct graph *graph, const uint32_t *class,
                       struct graph *out) {
  graph_copy(graph, out);
  for (size_t i = 0; i < out->edges.count; i++)
    out->edges.items[i].to = class[out->edges.items[i].to];
  graph_settle(out);
}

/* One round; returns the number of classes. */
static uint32_t split_classes(const struct graph *graph, uint32_t *class) {
  struct graph steps;
  step_graph(graph, class, &steps);
  uint32_t count = graph->state_count;
  struct row *rows = memory_alloc((count + 1) * sizeof *rows);
  for (uint32_t p = 0; p < count; p++) {
    uint32_t first = steps.first.items[p];
    rows[p] = (struct row){p, class[p], &steps.edges.items[first],
                           steps.first.items[p + 1] - first};
  }
  qsort(rows, count, sizeof *rows, compare_rows);
  uint32_t classes = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (i == 0 || compare_rows(&rows[i - 1], &rows[i]) != 0)
      classes++;
    class[rows[i].state] = classes - 1;
  }
  memory_free(rows);
  graph_clear(&steps);
  return classes;
}

/* Each class becomes its first state. */
static void merge_classes(struct graph *graph, const uint32_t *class,
                          uint32_t count) {
  uint32_t *leader = memory_alloc((count + 1) * sizeof *leader);
  for (uint32_t p = graph->state_count; p-- > 0;)
    leader[class[p]] = p;
  size_t kept = 0;
  for (size_t i = 0; i < graph->edges.count; i++) {
    struct graph_edge edge = graph->edges.items[i];
    if (leader[class[edge.from]] != edge.from)
      continue;
    edge.to = leader[class[edge.to]];
    graph->edges.items[kept++] = edge;
  }
  graph->edges.count = kept;
  for (size_t i = 0; i < graph->initial.count; i++)
    graph->initial.items[i] = leader[class[graph->initial.items[i]]];
  bool *keep = memory_alloc(graph->state_count + 1);
  for (uint32_t p = 0; p < graph->state_count; p++)
    keep[p] = leader[class[p]] == p;
  graph_settle(graph);
  graph_restrict(graph, keep);
  memory_free(keep);
  memory_free(leader);
}

void graph_bisimulate(struct graph *graph) {
  if (graph->state_count < 2)
    return;
  uint32_t *class = memory_alloc(graph->state_count * sizeof *class);
  uint32_t classes = 1;
  for (uint32_t before = 0; before < classes && !bdd_exhausted(graph->bdd);) {
    before = classes;
    classes = split_classes(graph, class);
  }
  if (classes < graph->state_count)
    merge_classes(graph, class, classes);
  memory_free(class);
}
