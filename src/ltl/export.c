/* Graphs become automata: guards become cubes, properties are found.
 *
 * Everything of an automaton lies in one arena.
 */
#include "ltl/export.h"

#include "base/memory.h"
#include "ltl/marks.h"
#include "ltl/translate.h"

#include <string.h>

/* ---- properties ---- */

/* The letters for which the state has an edge into a kept state. */
static bdd_node enabled_letters(const struct graph *graph, uint32_t state,
                                const bool *kept) {
  bdd_node letters = BDD_FALSE;
  for (uint32_t e = graph->first.items[state];
       e < graph->first.items[state + 1]; e++)
    if (kept[graph->edges.items[e].to])
      letters = bdd_or(graph->bdd, letters, graph->edges.items[e].guard);
  return letters;
}

static bool is_complete(const struct graph *graph, const bool *states) {
  for (uint32_t i = 0; i < graph->state_count; i++)
    if (states[i] && enabled_letters(graph, i, states) != BDD_TRUE)
      return false;
  return true;
}

static unsigned acceptance_properties(const struct graph *graph) {
  struct components components;
  components_init(&components, graph);
  unsigned properties = 0;
  bool *accepting = memory_alloc(graph->state_count + 1);
  bool rejecting = false;
  for (uint32_t i = 0; i < graph->state_count; i++) {
    enum component_kind kind = components.kinds[components.of[i]];
    accepting[i] = kind == COMPONENT_ACCEPTING;
    rejecting = rejecting || kind == COMPONENT_REJECTING;
  }
  if (graph_is_weak(graph)) {
    properties |= AUTOMATON_WEAK;
    if (is_complete(graph, accepting))
      properties |= AUTOMATON_TERMINAL;
    if (!rejecting)
      properties |= AUTOMATON_SAFETY;
  }
  memory_free(accepting);
  components_clear(&components);
  return properties;
}

static unsigned find_properties(const struct graph *graph) {
  unsigned properties = acceptance_properties(graph);
  bool *all = memory_alloc(graph->state_count + 1);
  for (uint32_t i = 0; i < graph->state_count; i++)
    all[i] = true;
  if (graph->initial.count > 0 && is_complete(graph, all))
    properties |= AUTOMATON_COMPLETE;
  if (graph_is_deterministic(graph))
    properties |= AUTOMATON_DETERMINISTIC;
  memory_free(all);
  return properties;
}

/* ---- to automata ---- */

/* A small diagram may have more products than there is room for: of n atoms it
 * may be true for every other number of them.
 */
enum { MOST_CUBES = 1 << 20 };

typedef VEC(struct cube) cube_list;

static bool add_cube(void *context, const struct bdd_literal *literals,
                     size_t count) {
  cube_list *cubes = context;
  if (cubes->count > MOST_CUBES)
    return false;
  struct cube cube = {0, 0};
  for (size_t i = 0; i < count; i++)
    *(literals[i].negative ? &cube.negative : &cube.positive) |=
        UINT64_C(1) << literals[i].variable;
  vec_push(cubes, cube);
  return true;
}

static void *copy_array(struct arena *arena, const void *items, size_t bytes) {
  void *copy = arena_alloc(arena, bytes + 1);
  if (bytes > 0)
    memcpy(copy, items, bytes);
  return copy;
}

static void export_edges(const struct graph *graph, struct automaton *out) {
  struct automaton_edge *edges =
      ARENA_ARRAY(out->arena, struct automaton_edge, graph->edges.count + 1);
  cube_list cubes = {0};
  for (size_t i = 0; i < graph->edges.count; i++) {
    const struct graph_edge *edge = &graph->edges.items[i];
    uint32_t first = (uint32_t)cubes.count;
    bdd_products(graph->bdd, edge->guard, add_cube, &cubes);
    if (cubes.count > MOST_CUBES)
      bdd_give_up(graph->bdd);
    edges[i] =
        (struct automaton_edge){edge->from, edge->to, first,
                                (uint32_t)cubes.count - first, edge->marks};
  }
  out->edges = edges;
  out->edge_count = (uint32_t)graph->edges.count;
  out->cubes =
      copy_array(out->arena, cubes.items, cubes.count * sizeof(struct cube));
  vec_free(&cubes);
}

static void export_states(const struct graph *graph, struct automaton *out) {
  out->state_count = graph->state_count;
  out->first_edge = copy_array(out->arena, graph->first.items,
                               (graph->state_count + 1) * sizeof(uint32_t));
  out->initial = copy_array(out->arena, graph->initial.items,
                            graph->initial.count * sizeof(uint32_t));
  out->initial_count = (uint32_t)graph->initial.count;
  out->set_count = graph->set_count;
  if (!graph->marks_on_states)
    return;
  uint64_t *marks = ARENA_ARRAY(out->arena, uint64_t, graph->state_count + 1);
  for (size_t i = 0; i < graph->edges.count; i++)
    marks[graph->edges.items[i].from] = graph->edges.items[i].marks;
  out->state_marks = marks;
}

struct automaton *automaton_of_graph(const struct graph *graph,
                                     const uint32_t *atoms,
                                     uint32_t atom_count) {
  struct graph one = {0};
  if (graph->state_count == 0) {
    graph_copy(graph, &one);
    one.state_count = 1;
    vec_push(&one.initial, 0);
    graph_settle(&one);
    graph = &one;
  }
  struct arena *arena = arena_open();
  struct automaton *out = ARENA_NEW(arena, struct automaton);
  out->arena = arena;
  out->atom_count = atom_count;
  out->atoms = copy_array(arena, atoms, atom_count * sizeof *atoms);
  export_states(graph, out);
  export_edges(graph, out);
  out->properties = find_properties(graph);
  const bool is_whole = !bdd_exhausted(graph->bdd);
  graph_clear(&one);
  if (is_whole)
    return out;
  automaton_close(out);
  return NULL;
}

/* ---- from automata ---- */

static bdd_node guard_of(const struct automaton *automaton,
                         const struct automaton_edge *edge, struct bdd *bdd) {
  bdd_node guard = BDD_FALSE;
  for (uint32_t i = 0; i < edge->cube_count; i++) {
    const struct cube *cube = &automaton->cubes[edge->first_cube + i];
    bdd_node product = BDD_TRUE;
    for (uint32_t atom = automaton->atom_count; atom-- > 0;) {
      bdd_node variable = bdd_variable(bdd, atom);
      if (cube->positive >> atom & 1)
        product = bdd_and(bdd, product, variable);
      if (cube->negative >> atom & 1)
        product = bdd_minus(bdd, product, variable);
    }
    guard = bdd_or(bdd, guard, product);
  }
  return guard;
}

void graph_of_automaton(const struct automaton *automaton, struct bdd *bdd,
                        struct graph *out) {
  *out = (struct graph){.bdd = bdd,
                        .state_count = automaton->state_count,
                        .set_count = automaton->set_count,
                        .marks_on_states = automaton->state_marks != NULL};
  for (uint32_t i = 0; i < automaton->edge_count; i++) {
    const struct automaton_edge *edge = &automaton->edges[i];
    struct graph_edge copy = {edge->from, edge->to,
                              guard_of(automaton, edge, bdd), edge->marks};
    vec_push(&out->edges, copy);
  }
  for (uint32_t i = 0; i < automaton->initial_count; i++)
    vec_push(&out->initial, automaton->initial[i]);
  graph_settle(out);
}
