/* Degeneralisation, component by component.
 *
 * A state is copied for levels 0 to n, where n is the number of sets its
 * component needs: at level i the sets before the i-th of some order were met.
 * Level n is accepting and goes on like level 0.
 *
 * A run enters a component once, so the level at which it enters does not
 * matter.  Among the copies of a component some are closed under its edges and
 * strongly connected; one such set is enough, it has a copy of every state, and
 * every way into the component leads there.  The order of the sets and the set
 * of copies are chosen to need as few copies as possible; with more than five
 * sets only rotations of the order are tried.
 *
 * After Gastin and Oddoux 2001, and Babiak et al. 2013 for the use of
 * components.
 */
#include "ltl/degeneralize.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PERMUTED = 5 };

struct levels {
  const struct graph *graph;
  const struct degeneralize_options *options;
  struct components components;
  uint32_t *local;  /* number of a state in its component */
  uint64_t *common; /* marks on all edges of a state inside its component */
  /* For each state a mask of the levels it has, and the level of entry; levels
   * are at most 64, so level n = 64 has no bit: see most_levels. */
  uint64_t *copies;
  uint32_t *entry;
  uint32_t **orders; /* of each component */
  uint32_t *set_counts;
};

/* One component under one order. */
struct trial {
  const struct levels *levels;
  const uint32_t *members;
  uint32_t member_count;
  const uint32_t *order;
  uint32_t sets;
};

static uint32_t climb(const uint32_t *order, uint32_t sets, uint32_t level,
                      uint64_t marks) {
  while (level < sets && marks >> order[level] & 1)
    level++;
  return level;
}

static uint32_t next_level(const struct levels *l, const uint32_t *order,
                           uint32_t sets, uint32_t level,
                           const struct graph_edge *edge) {
  uint32_t next = climb(order, sets, level == sets ? 0 : level, edge->marks);
  if (l->options->look_ahead)
    next = climb(order, sets, next, l->common[edge->to]);
  return next;
}

/* The copies of a component as a graph of their own, to find its components. */
static void copies_graph(const struct trial *t, struct graph *out) {
  const struct graph *graph = t->levels->graph;
  const uint32_t *of = t->levels->components.of;
  uint32_t width = t->sets + 1;
  *out =
      (struct graph){.bdd = graph->bdd, .state_count = t->member_count * width};
  for (uint32_t i = 0; i < t->member_count; i++) {
    uint32_t state = t->members[i];
    for (uint32_t e = graph->first.items[state];
         e < graph->first.items[state + 1]; e++) {
      const struct graph_edge *edge = &graph->edges.items[e];
      if (of[edge->to] != of[state])
        continue;
      for (uint32_t level = 0; level < width; level++) {
        uint32_t next = next_level(t->levels, t->order, t->sets, level, edge);
        struct graph_edge copy = {i * width + level,
                                  t->levels->local[edge->to] * width + next,
                                  BDD_TRUE, 0};
        vec_push(&out->edges, copy);
      }
    }
  }
  graph_settle(out);
}

/* The smallest closed component of the copies, as its number and its size. */
static uint32_t smallest_closed(const struct graph *copies,
                                const uint32_t *component, uint32_t count,
                                uint32_t *size) {
  uint32_t *sizes = memory_alloc((count + 1) * sizeof *sizes);
  bool *open = memory_alloc(count + 1);
  for (uint32_t i = 0; i < copies->state_count; i++)
    sizes[component[i]]++;
  for (size_t i = 0; i < copies->edges.count; i++) {
    const struct graph_edge *edge = &copies->edges.items[i];
    if (component[edge->from] != component[edge->to])
      open[component[edge->from]] = true;
  }
  uint32_t best = UINT32_MAX;
  for (uint32_t c = 0; c < count; c++)
    if (!open[c] && (best == UINT32_MAX || sizes[c] < sizes[best]))
      best = c;
  *size = sizes[best];
  memory_free(sizes);
  memory_free(open);
  return best;
}

/* How many copies the order needs; writes them where they are wanted. */
static uint32_t try_order(const struct trial *t, uint64_t *copies_of) {
  struct graph copies;
  copies_graph(t, &copies);
  uint32_t *component =
      memory_alloc((copies.state_count + 1) * sizeof *component);
  uint32_t count = graph_components(&copies, 0, component);
  uint32_t size;
  uint32_t chosen = smallest_closed(&copies, component, count, &size);
  if (copies_of)
    for (uint32_t i = 0; i < t->member_count; i++) {
      copies_of[t->members[i]] = 0;
      for (uint32_t level = 0; level <= t->sets; level++)
        if (component[i * (t->sets + 1) + level] == chosen)
          copies_of[t->members[i]] |= UINT64_C(1) << level;
    }
  memory_free(component);
  graph_clear(&copies);
  return size;
}

/* ---- orders ---- */

/* The next permutation in lexicographic order; false after the last. */
static bool next_permutation(uint32_t *order, uint32_t count) {
  if (count < 2)
    return false;
  uint32_t i = count - 1;
  while (i > 0 && order[i - 1] >= order[i])
    i--;
  if (i == 0)
    return false;
  uint32_t k = count - 1;
  while (order[k] <= order[i - 1])
    k--;
  uint32_t swap = order[i - 1];
  order[i - 1] = order[k];
  order[k] = swap;
  for (uint32_t low = i, high = count - 1; low < high; low++, high--) {
    swap = order[low];
    order[low] = order[high];
    order[high] = swap;
  }
  return true;
}

static bool next_rotation(uint32_t *order, uint32_t count) {
  uint32_t first = order[0];
  memmove(order, order + 1, (count - 1) * sizeof *order);
  order[count - 1] = first;
  return order[0] != 0;
}

static bool next_order(uint32_t *order, uint32_t count) {
  return count <= MOST_PERMUTED ? next_permutation(order, count)
                                : next_rotation(order, count);
}

static void choose_order(struct levels *l, struct trial *t, uint32_t *best) {
  uint32_t *order = memory_alloc((t->sets + 1) * sizeof *order);
  for (uint32_t i = 0; i < t->sets; i++)
    order[i] = i;
  t->order = order;
  uint32_t least = UINT32_MAX;
  do {
    uint32_t size = try_order(t, NULL);
    if (size < least) {
      least = size;
      memcpy(best, order, t->sets * sizeof *order);
    }
  } while (least > t->member_count && next_order(order, t->sets));
  t->order = best;
  try_order(t, l->copies);
  memory_free(order);
}

/* ---- the whole graph ---- */

/* Sets beyond the n-th are on all edges of the component: see marks.h. */
static uint32_t count_sets(const struct graph *graph,
                           const struct components *components, uint32_t c) {
  uint64_t everywhere = graph_all_marks(graph);
  for (size_t i = 0; i < graph->edges.count; i++) {
    const struct graph_edge *edge = &graph->edges.items[i];
    if (components->of[edge->from] == c && components->of[edge->to] == c)
      everywhere &= edge->marks;
  }
  uint32_t count = graph->set_count;
  while (count > 0 && everywhere >> (count - 1) & 1)
    count--;
  return count;
}

static void find_common(struct levels *l) {
  const struct graph *graph = l->graph;
  for (uint32_t i = 0; i < graph->state_count; i++)
    l->common[i] = graph_all_marks(graph);
  for (size_t i = 0; i < graph->edges.count; i++) {
    const struct graph_edge *edge = &graph->edges.items[i];
    if (l->components.of[edge->from] == l->components.of[edge->to])
      l->common[edge->from] &= edge->marks;
  }
}

static void place_component(struct levels *l, uint32_t c) {
  const struct graph *graph = l->graph;
  VEC(uint32_t) members = {0};
  for (uint32_t i = 0; i < graph->state_count; i++)
    if (l->components.of[i] == c) {
      l->local[i] = (uint32_t)members.count;
      vec_push(&members, i);
    }
  struct trial t = {.levels = l,
                    .members = members.items,
                    .member_count = (uint32_t)members.count};
  if (l->components.kinds[c] == COMPONENT_ACCEPTING) {
    t.sets = count_sets(graph, &l->components, c);
    l->set_counts[c] = t.sets;
    l->orders[c] = memory_alloc((t.sets + 1) * sizeof(uint32_t));
    choose_order(l, &t, l->orders[c]);
  } else {
    l->set_counts[c] = UINT32_MAX; /* no level is accepting */
    for (size_t i = 0; i < members.count; i++)
      l->copies[members.items[i]] = 1;
  }
  vec_free(&members);
}

static void levels_init(struct levels *l, const struct graph *graph,
                        const struct degeneralize_options *options) {
  size_t count = graph->state_count + 1;
  *l = (struct levels){.graph = graph, .options = options};
  components_init(&l->components, graph);
  l->local = memory_alloc(count * sizeof *l->local);
  l->common = memory_alloc(count * sizeof *l->common);
  l->copies = memory_alloc(count * sizeof *l->copies);
  l->entry = memory_alloc(count * sizeof *l->entry);
  l->orders = memory_alloc((l->components.count + 1) * sizeof *l->orders);
  l->set_counts =
      memory_alloc((l->components.count + 1) * sizeof *l->set_counts);
  find_common(l);
  for (uint32_t c = 0; c < l->components.count; c++)
    place_component(l, c);
}

static void levels_clear(struct levels *l) {
  for (uint32_t c = 0; c < l->components.count; c++)
    memory_free(l->orders[c]);
  memory_free(l->local);
  memory_free(l->common);
  memory_free(l->copies);
  memory_free(l->entry);
  memory_free(l->orders);
  memory_free(l->set_counts);
  components_clear(&l->components);
}

static uint32_t lowest(uint64_t mask) {
  return (uint32_t)__builtin_ctzll(mask);
}

/* The number of a copy: numbers of entry copies first is the number of the
 * first copy of the state.
 */
static uint32_t copy_number(const struct levels *l, uint32_t state,
                            uint32_t level) {
  uint64_t before = l->copies[state] & ((UINT64_C(1) << level) - 1);
  return l->entry[state] + (uint32_t)__builtin_popcountll(before);
}

static void copy_edge(const struct levels *l, const struct graph_edge *edge,
                      uint32_t level, struct graph *out) {
  uint32_t here = l->components.of[edge->from];
  uint32_t sets = l->set_counts[here];
  uint32_t next;
  if (here != l->components.of[edge->to])
    next = lowest(l->copies[edge->to]);
  else if (sets == UINT32_MAX)
    next = 0;
  else
    next = next_level(l, l->orders[here], sets, level, edge);
  struct graph_edge copy = {copy_number(l, edge->from, level),
                            copy_number(l, edge->to, next), edge->guard,
                            level == sets};
  vec_push(&out->edges, copy);
}

void graph_degeneralize(const struct graph *graph,
                        const struct degeneralize_options *options,
                        struct graph *out) {
  struct levels l;
  levels_init(&l, graph, options);
  *out = (struct graph){
      .bdd = graph->bdd, .set_count = 1, .marks_on_states = true};
  for (uint32_t i = 0; i < graph->state_count; i++) {
    l.entry[i] = out->state_count;
    out->state_count += (uint32_t)__builtin_popcountll(l.copies[i]);
  }
  for (size_t i = 0; i < graph->edges.count; i++) {
    const struct graph_edge *edge = &graph->edges.items[i];
    for (uint64_t left = l.copies[edge->from]; left; left &= left - 1)
      copy_edge(&l, edge, lowest(left), out);
  }
  for (size_t i = 0; i < graph->initial.count; i++) {
    uint32_t state = graph->initial.items[i];
    vec_push(&out->initial, copy_number(&l, state, lowest(l.copies[state])));
  }
  levels_clear(&l);
  graph_settle(out);
}
