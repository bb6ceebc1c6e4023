/* Simulation between the states of a graph.
 *
 * State q simulates p when q can answer every step of p, letter by letter, with
 * at least the same marks, to a state that simulates the one p moved to.  The
 * relation is the greatest such one, found by starting with all pairs and
 * removing those that fail.  Then
 *
 *   - states that simulate each other are one state, with the edges of either;
 *   - an edge is left out for those letters for which another edge of the same
 *     state with at least the same marks leads to a greater state.
 *
 * The reverse simulation is the same on reversed edges, where q must be initial
 * if p is.  Both quotients and both prunings keep the language (Etessami,
 * Wilke and Schuller 2005; Clemente and Mayr 2013).  Edges between components
 * may carry any marks; since the choice decides what is found, both are tried
 * in turn.
 *
 * Cost: pairs of states times pairs of edges for each round.  Large graphs are
 * only reduced by bisimulation (see bisimulate.c), which comes first anyway.
 */
#include "ltl/simulate.h"

#include "base/memory.h"
#include "ltl/bisimulate.h"
#include "ltl/marks.h"

#include <stdlib.h>
#include <string.h>

enum {
  MOST_STATES = 300,
  MOST_EDGES = 3000,
  MOST_ARCS = 256, /* of a state whose edges are pruned */
};

struct simulation {
  struct graph *graph;
  bool reverse;
  uint32_t count;
  bool *below;      /* below[p * count + q]: q simulates p */
  bool *is_initial; /* of each state */
  uint32_t *arcs;   /* edge numbers, grouped by the state they start from */
  uint32_t *first;
};

static uint32_t near_end(const struct simulation *s,
                         const struct graph_edge *edge) {
  return s->reverse ? edge->to : edge->from;
}

static uint32_t far_end(const struct simulation *s,
                        const struct graph_edge *edge) {
  return s->reverse ? edge->from : edge->to;
}

static const struct graph_edge *arc(const struct simulation *s, uint32_t i) {
  return &s->graph->edges.items[s->arcs[i]];
}

static bool is_below(const struct simulation *s, uint32_t p, uint32_t q) {
  return s->below[(size_t)p * s->count + q];
}

static uint64_t state_marks(const struct graph *graph, uint32_t state) {
  uint32_t first = graph->first.items[state];
  return first < graph->first.items[state + 1] ? graph->edges.items[first].marks
                                               : 0;
}

static void index_arcs(struct simulation *s) {
  const struct graph *graph = s->graph;
  for (size_t i = 0; i < graph->edges.count; i++)
    s->first[near_end(s, &graph->edges.items[i]) + 1]++;
  for (uint32_t p = 0; p < s->count; p++)
    s->first[p + 1] += s->first[p];
  uint32_t *next = memory_alloc((s->count + 1) * sizeof *next);
  memcpy(next, s->first, s->count * sizeof *next);
  for (uint32_t i = 0; i < graph->edges.count; i++)
    s->arcs[next[near_end(s, &graph->edges.items[i])]++] = i;
  memory_free(next);
}

static bool may_be_below(const struct simulation *s, uint32_t p, uint32_t q) {
  if (!s->reverse)
    return true;
  if (s->is_initial[p] && !s->is_initial[q])
    return false;
  return !s->graph->marks_on_states ||
         !(state_marks(s->graph, p) & ~state_marks(s->graph, q));
}

static void simulation_init(struct simulation *s, struct graph *graph,
                            bool reverse) {
  uint32_t count = graph->state_count;
  *s = (struct simulation){.graph = graph, .reverse = reverse, .count = count};
  s->below = memory_alloc((size_t)count * count + 1);
  s->is_initial = memory_alloc(count + 1);
  s->arcs = memory_alloc((graph->edges.count + 1) * sizeof *s->arcs);
  s->first = memory_alloc((count + 2) * sizeof *s->first);
  for (size_t i = 0; i < graph->initial.count; i++)
    s->is_initial[graph->initial.items[i]] = true;
  index_arcs(s);
  for (uint32_t p = 0; p < count; p++)
    for (uint32_t q = 0; q < count; q++)
      s->below[(size_t)p * count + q] = may_be_below(s, p, q);
}

static void simulation_clear(struct simulation *s) {
  memory_free(s->below);
  memory_free(s->is_initial);
  memory_free(s->arcs);
  memory_free(s->first);
}

/* The letters of p's arc that q cannot answer. */
static bool answers(const struct simulation *s, const struct graph_edge *edge,
                    uint32_t q) {
  bdd_node open = edge->guard;
  for (uint32_t i = s->first[q]; i < s->first[q + 1] && open != BDD_FALSE;
       i++) {
    const struct graph_edge *answer = arc(s, i);
    if (edge->marks & ~answer->marks)
      continue;
    if (is_below(s, far_end(s, edge), far_end(s, answer)))
      open = bdd_minus(s->graph->bdd, open, answer->guard);
  }
  return open == BDD_FALSE;
}

static bool simulates(const struct simulation *s, uint32_t p, uint32_t q) {
  bdd_count_steps(s->graph->bdd, s->first[p + 1] - s->first[p] + 1);
  for (uint32_t i = s->first[p]; i < s->first[p + 1]; i++)
    if (!answers(s, arc(s, i), q))
      return false;
  return true;
}

static bool reaches_marked(const struct simulation *s, uint32_t p,
                           const bool *marked) {
  for (uint32_t i = s->first[p]; i < s->first[p + 1]; i++)
    if (marked[far_end(s, arc(s, i))])
      return true;
  return false;
}

/* Removes the pairs of p that fail.  True when there were some. */
static bool refine_state(struct simulation *s, uint32_t p) {
  bool changed = false;
  for (uint32_t q = 0; q < s->count; q++) {
    if (p == q || !is_below(s, p, q) || simulates(s, p, q))
      continue;
    s->below[(size_t)p * s->count + q] = false;
    changed = true;
  }
  return changed;
}

/* A pair may fail only after a pair of a state that p moves to has failed. */
static void refine(struct simulation *s) {
  bool *lost = memory_alloc(s->count + 1);
  bool *losing = memory_alloc(s->count + 1);
  memset(lost, true, s->count);
  for (bool changed = true, first = true;
       changed && !bdd_exhausted(s->graph->bdd); first = false) {
    changed = false;
    memset(losing, false, s->count);
    for (uint32_t p = 0; p < s->count; p++)
      if (first || reaches_marked(s, p, lost) || reaches_marked(s, p, losing))
        losing[p] = refine_state(s, p);
    for (uint32_t p = 0; p < s->count; p++)
      changed = changed || losing[p];
    memcpy(lost, losing, s->count);
  }
  memory_free(lost);
  memory_free(losing);
}

/* ---- using it ---- */

/* The first state that is equivalent to p. */
static uint32_t representative(const struct simulation *s, uint32_t p) {
  uint32_t q = 0;
  while (!is_below(s, p, q) || !is_below(s, q, p))
    q++;
  return q;
}

static void merge_states(struct simulation *s) {
  struct graph *graph = s->graph;
  uint32_t *to = memory_alloc((s->count + 1) * sizeof *to);
  for (uint32_t p = 0; p < s->count; p++)
    to[p] = representative(s, p);
  size_t kept = 0;
  for (size_t i = 0; i < graph->edges.count; i++) {
    struct graph_edge edge = graph->edges.items[i];
    if (to[near_end(s, &edge)] != near_end(s, &edge))
      continue;
    edge.from = to[edge.from];
    edge.to = to[edge.to];
    graph->edges.items[kept++] = edge;
  }
  graph->edges.count = kept;
  for (size_t i = 0; i < graph->initial.count; i++)
    graph->initial.items[i] = to[graph->initial.items[i]];
  memory_free(to);
  graph_settle(graph);
}

/* Is the second edge a better choice than the first, letter for letter? */
static bool dominates(const struct simulation *s, const struct graph_edge *a,
                      const struct graph_edge *b) {
  if (near_end(s, a) != near_end(s, b) || a->marks & ~b->marks)
    return false;
  return (far_end(s, a) != far_end(s, b) || a->marks != b->marks) &&
         is_below(s, far_end(s, a), far_end(s, b));
}

/* Removes the letters for which there is a better edge. */
static void prune_edges(struct simulation *s) {
  struct graph *graph = s->graph;
  memset(s->first, 0, (s->count + 2) * sizeof *s->first);
  index_arcs(s);
  bdd_node *guards = memory_alloc((graph->edges.count + 1) * sizeof *guards);
  for (size_t i = 0; i < graph->edges.count; i++) {
    const struct graph_edge *edge = &graph->edges.items[i];
    uint32_t p = near_end(s, edge);
    guards[i] = edge->guard;
    if (s->first[p + 1] - s->first[p] > MOST_ARCS)
      continue;
    for (uint32_t k = s->first[p]; k < s->first[p + 1]; k++)
      if (dominates(s, edge, arc(s, k)))
        guards[i] = bdd_minus(graph->bdd, guards[i], arc(s, k)->guard);
  }
  for (size_t i = 0; i < graph->edges.count; i++)
    graph->edges.items[i].guard = guards[i];
  memory_free(guards);
}

static void prune_initial(struct simulation *s) {
  struct graph *graph = s->graph;
  size_t kept = 0;
  for (size_t i = 0; i < graph->initial.count; i++) {
    uint32_t p = graph->initial.items[i];
    bool needed = true;
    for (size_t k = 0; k < graph->initial.count; k++) {
      uint32_t q = graph->initial.items[k];
      if (q != p && is_below(s, p, q))
        needed = false;
    }
    if (needed)
      graph->initial.items[kept++] = p;
  }
  graph->initial.count = kept;
}

static void reduce_once(struct graph *graph, bool reverse) {
  if (graph->state_count > MOST_STATES || graph->edges.count > MOST_EDGES)
    return;
  struct simulation s;
  simulation_init(&s, graph, reverse);
  refine(&s);
  merge_states(&s);
  prune_edges(&s);
  if (!reverse)
    prune_initial(&s);
  simulation_clear(&s);
  graph_settle(graph);
  graph_trim(graph);
}

static size_t measure(const struct graph *graph) {
  return ((size_t)graph->state_count << 32) + graph->edges.count;
}

void graph_reduce(struct graph *graph, bool saturate) {
  graph_trim(graph);
  for (size_t before = SIZE_MAX;
       measure(graph) < before && !bdd_exhausted(graph->bdd);) {
    before = measure(graph);
    for (int marked = 0; marked < 2; marked++) {
      if (saturate)
        marks_saturate(graph);
      marks_simplify(graph, marked);
      graph_bisimulate(graph);
      reduce_once(graph, false);
      reduce_once(graph, true);
    }
  }
}
