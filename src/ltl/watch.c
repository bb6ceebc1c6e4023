/* See watch.h.
 *
 * States from which no word is accepted go first: what leads there cannot be
 * followed any more, so that a violation is seen with the letter that makes it
 * certain.  Edges into states from which every word is accepted go last: behind
 * them nothing is left to watch.  Such a state is one that reaches no cycle
 * without a mark, the cycle of the refusing state included.
 */
#include "ltl/watch.h"

#include "base/memory.h"
#include "ltl/degeneralize.h"
#include "ltl/export.h"
#include "ltl/marks.h"
#include "ltl/simulate.h"
#include "ltl/translate.h"

enum { MARK = 1 };

/* Keeps the smaller graph in *best, if it is deterministic; clears the other.
 */
static void keep_smaller(struct graph *best, struct graph *candidate) {
  if (candidate->state_count < best->state_count &&
      graph_is_deterministic(candidate)) {
    const struct graph larger = *best;
    *best = *candidate;
    *candidate = larger;
  }
  graph_clear(candidate);
}

static void reduce(struct graph *graph) {
  struct graph candidate;
  graph_copy(graph, &candidate);
  graph_reduce(&candidate, false);
  keep_smaller(graph, &candidate);
}

/* One set of marks, on states. */
static void settle_marks(struct graph *graph) {
  marks_simplify(graph, false);
  if (graph->set_count == 1 && graph->marks_on_states)
    return;
  struct graph one_set, looking_ahead;
  graph_degeneralize(graph, &(struct degeneralize_options){0}, &one_set);
  graph_degeneralize(graph, &(struct degeneralize_options){.look_ahead = true},
                     &looking_ahead);
  keep_smaller(&one_set, &looking_ahead);
  graph_clear(graph);
  *graph = one_set;
}

static void add_edge(struct graph *graph, uint32_t from, uint32_t to,
                     bdd_node guard, uint64_t marks) {
  vec_push(&graph->edges, ((struct graph_edge){from, to, guard, marks}));
}

/* Adds the refusing state, and the edges that lead there. */
static void complete(struct graph *graph) {
  const uint32_t states = graph->state_count;
  const uint32_t refusing = graph->state_count++;
  for (uint32_t state = 0; state < states; state++) {
    bdd_node rest = BDD_TRUE;
    uint64_t marks = 0;
    for (uint32_t e = graph->first.items[state];
         e < graph->first.items[state + 1]; e++) {
      rest = bdd_minus(graph->bdd, rest, graph->edges.items[e].guard);
      marks = graph->edges.items[e].marks;
    }
    add_edge(graph, state, refusing, rest, marks);
  }
  add_edge(graph, refusing, refusing, BDD_TRUE, 0);
  graph_settle(graph);
}

/* Writes for each state whether a cycle without a mark can be reached. */
static void find_doubtful(const struct graph *graph, bool *doubtful) {
  uint32_t *component = memory_alloc(graph->state_count * sizeof *component);
  (void)graph_components(graph, MARK, component);
  bool grows = true;
  for (size_t i = 0; i < graph->edges.count; i++) {
    const struct graph_edge *edge = &graph->edges.items[i];
    if (!(edge->marks & MARK) && component[edge->from] == component[edge->to])
      doubtful[edge->from] = true;
  }
  while (grows) {
    grows = false;
    for (size_t i = 0; i < graph->edges.count; i++) {
      const struct graph_edge *edge = &graph->edges.items[i];
      grows |= doubtful[edge->to] && !doubtful[edge->from];
      doubtful[edge->from] |= doubtful[edge->to];
    }
  }
  memory_free(component);
}

static void drop_certain(struct graph *graph) {
  bool *doubtful = memory_alloc(graph->state_count * sizeof *doubtful);
  find_doubtful(graph, doubtful);
  for (size_t i = 0; i < graph->edges.count; i++)
    if (!doubtful[graph->edges.items[i].to])
      graph->edges.items[i].guard = BDD_FALSE;
  graph_settle(graph);
  memory_free(doubtful);
}

/* The refusing state stays the last one, if it can be reached. */
static void drop_unreachable(struct graph *graph) {
  bool *all = memory_alloc(graph->state_count * sizeof *all);
  for (uint32_t i = 0; i < graph->state_count; i++)
    all[i] = true;
  graph_restrict(graph, all);
  memory_free(all);
}

/* No other state has just a way to itself, without a mark and for all letters:
 * from there nothing is accepted.
 */
static bool last_refuses(const struct graph *graph) {
  const uint32_t last = graph->state_count - 1;
  const uint32_t first = graph->first.items[last];
  if (first + 1 != graph->edges.count)
    return false;
  const struct graph_edge *edge = &graph->edges.items[first];
  return edge->to == last && edge->guard == BDD_TRUE && !(edge->marks & MARK);
}

/* A graph that accepts nothing may have lost its states. */
static void ensure_initial(struct graph *graph) {
  if (graph->initial.count > 0)
    return;
  vec_push(&graph->initial, graph->state_count++);
  graph_settle(graph);
}

struct automaton *automaton_watch(const struct automaton *automaton) {
  struct bdd *bdd = bdd_open();
  struct automaton *out = NULL;
  struct graph graph;
  graph_of_automaton(automaton, bdd, &graph);
  if (graph_is_deterministic(&graph)) {
    graph_trim(&graph);
    reduce(&graph);
    settle_marks(&graph);
    reduce(&graph);
    ensure_initial(&graph);
    complete(&graph);
    drop_certain(&graph);
    drop_unreachable(&graph);
    if (!bdd_exhausted(bdd)) {
      out = automaton_of_graph(&graph, automaton->atoms, automaton->atom_count);
      if (out && last_refuses(&graph))
        out->properties |= AUTOMATON_REFUSES;
    }
  }
  graph_clear(&graph);
  bdd_close(bdd);
  return out;
}
