/* Marks and components.
 *
 * Only marks inside a component with an accepted cycle matter.  There a set is
 * superfluous when it is on all edges, or contains another set: who meets the
 * smaller infinitely often meets the larger.  The others are renumbered in each
 * component by itself, so that the number of sets is the largest that any
 * component needs.  Quadratic in the number of sets, linear in the graph.
 */
#include "ltl/marks.h"

#include "base/memory.h"

static uint64_t bit(uint32_t set) {
  return UINT64_C(1) << set;
}

/* ---- useless states ---- */

/* useful[c]: an accepting component is reachable from component c. */
static bool *useful_components(const struct graph *graph,
                               const struct components *components) {
  bool *useful = memory_alloc(components->count + 1);
  for (uint32_t c = 0; c < components->count; c++)
    useful[c] = components->kinds[c] == COMPONENT_ACCEPTING;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = graph->edges.count; i-- > 0;) {
      const struct graph_edge *edge = &graph->edges.items[i];
      bool *from = &useful[components->of[edge->from]];
      if (*from || !useful[components->of[edge->to]])
        continue;
      *from = changed = true;
    }
  }
  return useful;
}

void graph_trim(struct graph *graph) {
  struct components components;
  components_init(&components, graph);
  bool *useful = useful_components(graph, &components);
  bool *keep = memory_alloc(graph->state_count + 1);
  for (uint32_t i = 0; i < graph->state_count; i++)
    keep[i] = useful[components.of[i]];
  graph_restrict(graph, keep);
  memory_free(keep);
  memory_free(useful);
  components_clear(&components);
}

/* ---- saturation ---- */

/* In a graph with marks on states a state gets the mark when none of its edges
 * is on a cycle without it.
 */
static void saturate_set(struct graph *graph, uint64_t set,
                         uint32_t *component) {
  graph_components(graph, set, component);
  for (uint32_t state = 0; state < graph->state_count; state++) {
    uint32_t first = graph->first.items[state];
    uint32_t end = graph->first.items[state + 1];
    bool cyclic = false;
    for (uint32_t e = first; e < end; e++) {
      const struct graph_edge *edge = &graph->edges.items[e];
      if (!(edge->marks & set) && component[edge->to] == component[state])
        cyclic = true;
    }
    for (uint32_t e = first; e < end; e++) {
      struct graph_edge *edge = &graph->edges.items[e];
      if (!cyclic ||
          (!graph->marks_on_states && component[edge->to] != component[state]))
        edge->marks |= set;
    }
  }
}

void marks_saturate(struct graph *graph) {
  uint32_t *component =
      memory_alloc((graph->state_count + 1) * sizeof *component);
  for (uint32_t set = 0; set < graph->set_count; set++)
    saturate_set(graph, bit(set), component);
  memory_free(component);
}

/* ---- superfluous sets ---- */

/* The sets that component c needs.  within[i]: the sets that contain set i. */
static uint64_t needed_sets(const uint64_t *within, uint64_t everywhere,
                            uint32_t set_count) {
  uint64_t needed = 0;
  for (uint32_t set = 0; set < set_count; set++) {
    bool superfluous = everywhere & bit(set);
    for (uint32_t other = 0; other < set_count && !superfluous; other++) {
      bool contains = other != set && within[other] & bit(set);
      bool equal = within[set] & bit(other);
      superfluous = contains && (!equal || other < set);
    }
    if (!superfluous)
      needed |= bit(set);
  }
  return needed;
}

/* For each component the sets it needs; the caller frees them. */
static uint64_t *find_needed(const struct graph *graph,
                             const struct components *components) {
  uint32_t sets = graph->set_count;
  size_t cells = (size_t)components->count * (sets + 1) + 1;
  uint64_t *within = memory_alloc(cells * sizeof *within);
  for (size_t i = 0; i < cells; i++)
    within[i] = UINT64_MAX;
  for (size_t i = 0; i < graph->edges.count; i++) {
    const struct graph_edge *edge = &graph->edges.items[i];
    uint32_t here = components->of[edge->from];
    if (here != components->of[edge->to])
      continue;
    uint64_t *row = &within[(size_t)here * (sets + 1)];
    row[sets] &= edge->marks; /* on every edge */
    for (uint32_t set = 0; set < sets; set++)
      if (edge->marks & bit(set))
        row[set] &= edge->marks;
  }
  uint64_t *needed = memory_alloc((components->count + 1) * sizeof *needed);
  for (uint32_t c = 0; c < components->count; c++) {
    const uint64_t *row = &within[(size_t)c * (sets + 1)];
    if (components->kinds[c] == COMPONENT_ACCEPTING)
      needed[c] = needed_sets(row, row[sets], sets);
  }
  memory_free(within);
  return needed;
}

static uint32_t count_bits(uint64_t bits) {
  return (uint32_t)__builtin_popcountll(bits);
}

static uint32_t count_sets(const struct graph *graph,
                           const struct components *components,
                           const uint64_t *needed) {
  uint32_t most = graph->marks_on_states;
  for (uint32_t c = 0; c < components->count; c++) {
    uint32_t count =
        components->kinds[c] == COMPONENT_REJECTING ? 1 : count_bits(needed[c]);
    if (count > most)
      most = count;
  }
  return most;
}

/* The needed marks moved together, and all those nobody needs. */
static uint64_t renumber(uint64_t marks, uint64_t needed, uint64_t all) {
  uint64_t result = 0;
  uint32_t next = 0;
  for (uint64_t left = needed; left; left &= left - 1, next++)
    if (marks & left & -left)
      result |= bit(next);
  return result | (all & ~((next < 64 ? bit(next) : 0) - 1));
}

struct simplification {
  struct graph *graph;
  struct components components;
  uint64_t *needed;
  uint64_t all, transient;
};

static uint64_t new_marks(const struct simplification *s,
                          const struct graph_edge *edge) {
  uint32_t here = s->components.of[edge->from];
  bool inside = here == s->components.of[edge->to];
  enum component_kind kind = s->components.kinds[here];
  if (!inside && (!s->graph->marks_on_states || kind == COMPONENT_TRIVIAL))
    return s->transient;
  if (kind == COMPONENT_REJECTING)
    return 0;
  return renumber(edge->marks, s->needed[here], s->all);
}

void marks_simplify(struct graph *graph, bool mark_transient) {
  struct simplification s = {.graph = graph};
  components_init(&s.components, graph);
  s.needed = find_needed(graph, &s.components);
  struct graph old = {.set_count = count_sets(graph, &s.components, s.needed)};
  s.all = graph_all_marks(&old);
  s.transient = mark_transient ? s.all : 0;
  for (size_t i = 0; i < graph->edges.count; i++)
    graph->edges.items[i].marks = new_marks(&s, &graph->edges.items[i]);
  graph->set_count = old.set_count;
  memory_free(s.needed);
  components_clear(&s.components);
  graph_settle(graph);
}

/* ---- weakness ---- */

bool graph_is_weak(const struct graph *graph) {
  struct components components;
  components_init(&components, graph);
  uint32_t *sub = memory_alloc((graph->state_count + 1) * sizeof *sub);
  bool weak = true;
  for (uint32_t set = 0; set < graph->set_count && weak; set++) {
    graph_components(graph, bit(set), sub);
    for (size_t i = 0; i < graph->edges.count; i++) {
      const struct graph_edge *edge = &graph->edges.items[i];
      if (components.kinds[components.of[edge->from]] == COMPONENT_ACCEPTING &&
          !(edge->marks & bit(set)) && sub[edge->from] == sub[edge->to])
        weak = false; /* a cycle that avoids the set */
    }
  }
  memory_free(sub);
  components_clear(&components);
  return weak;
}
