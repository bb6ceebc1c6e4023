/* Obligation properties: subsets, components, minimisation.
 *
 * If a weak deterministic automaton for the language exists, then the automaton
 * of reachable subsets is one, with the right choice of accepting components:
 * all cycles of a component agree, so trying one is enough.  If none exists
 * that choice is wrong somewhere, which two products with the graph and its
 * complement show (Dax, Eisinger and Klaedtke 2007).
 *
 * States outside of cycles may accept or not.  Giving every component the
 * greatest colour that is at most its successors' and even exactly for
 * accepting ones makes the choice canonical, and then the automaton is
 * minimised like one on finite words (Löding 2001).
 */
#include "ltl/wdba.h"

#include "base/memory.h"
#include "ltl/marks.h"
#include "ltl/product.h"

#include <string.h>

/* ---- subsets ---- */

/* The letters of a guard lead from some subset to another one. */
struct piece {
  bdd_node guard;
  uint64_t *subset;
};

struct subsets {
  const struct graph *graph;
  uint32_t most_states;
  size_t words;             /* in one subset */
  VEC(uint64_t *) members;  /* of each state */
  VEC(struct piece) pieces; /* of the state being expanded */
  struct graph *out;
  bool too_many;
};

static bool contains(const uint64_t *subset, uint32_t state) {
  return subset[state / 64] >> (state % 64) & 1;
}

static void insert(uint64_t *subset, uint32_t state) {
  subset[state / 64] |= UINT64_C(1) << (state % 64);
}

static uint64_t *copy_subset(const struct subsets *s, const uint64_t *subset) {
  uint64_t *copy = memory_alloc(s->words * sizeof *copy);
  memcpy(copy, subset, s->words * sizeof *copy);
  return copy;
}

static bool equal_subsets(const struct subsets *s, const uint64_t *a,
                          const uint64_t *b) {
  return memcmp(a, b, s->words * sizeof *a) == 0;
}

static uint32_t subset_state(struct subsets *s, const uint64_t *subset) {
  for (uint32_t i = 0; i < s->members.count; i++)
    if (equal_subsets(s, s->members.items[i], subset))
      return i;
  if (s->members.count >= s->most_states) {
    s->too_many = true;
    return 0;
  }
  vec_push(&s->members, copy_subset(s, subset));
  return (uint32_t)s->members.count - 1;
}

/* Splits a piece by an edge: its letters add the edge's target. */
static void split_pieces(struct subsets *s, const struct graph_edge *edge) {
  struct bdd *bdd = s->graph->bdd;
  size_t count = s->pieces.count;
  for (size_t i = 0; i < count; i++) {
    struct piece *piece = &s->pieces.items[i];
    bdd_node inside = bdd_and(bdd, piece->guard, edge->guard);
    if (inside == BDD_FALSE || contains(piece->subset, edge->to))
      continue;
    if (inside != piece->guard) {
      struct piece outside = {bdd_minus(bdd, piece->guard, inside),
                              copy_subset(s, piece->subset)};
      piece->guard = inside;
      insert(piece->subset, edge->to);
      vec_push(&s->pieces, outside);
    } else {
      insert(piece->subset, edge->to);
    }
  }
  if (s->pieces.count > s->most_states)
    s->too_many = true;
}

static void expand_subset(struct subsets *s, uint32_t state) {
  const struct graph *graph = s->graph;
  const uint64_t *members = s->members.items[state];
  struct piece start = {BDD_TRUE, memory_alloc(s->words * sizeof(uint64_t))};
  vec_push(&s->pieces, start);
  for (uint32_t p = 0; p < graph->state_count; p++)
    for (uint32_t e = graph->first.items[p];
         contains(members, p) && e < graph->first.items[p + 1] && !s->too_many;
         e++)
      split_pieces(s, &graph->edges.items[e]);
  for (size_t i = 0; i < s->pieces.count; i++) {
    struct graph_edge edge = {state, subset_state(s, s->pieces.items[i].subset),
                              s->pieces.items[i].guard, 0};
    vec_push(&s->out->edges, edge);
    memory_free(s->pieces.items[i].subset);
  }
  s->pieces.count = 0;
}

static bool subsets_build(struct subsets *s, const struct graph *graph,
                          uint32_t most_states, struct graph *out) {
  *s = (struct subsets){.graph = graph,
                        .most_states = most_states,
                        .words = graph->state_count / 64 + 1,
                        .out = out};
  *out = (struct graph){
      .bdd = graph->bdd, .set_count = 1, .marks_on_states = true};
  uint64_t *start = memory_alloc(s->words * sizeof *start);
  for (size_t i = 0; i < graph->initial.count; i++)
    insert(start, graph->initial.items[i]);
  vec_push(&out->initial, subset_state(s, start));
  memory_free(start);
  for (uint32_t i = 0; i < s->members.count && !s->too_many; i++)
    expand_subset(s, i);
  out->state_count = (uint32_t)s->members.count;
  graph_settle(out);
  return !s->too_many && !bdd_exhausted(graph->bdd);
}

static void subsets_clear(struct subsets *s) {
  for (size_t i = 0; i < s->members.count; i++)
    memory_free(s->members.items[i]);
  vec_free(&s->members);
  vec_free(&s->pieces);
}

/* ---- accepting components ---- */

/* A shortest cycle through the state, as a graph; the state is on one. */
static void find_cycle(const struct graph *graph, uint32_t start,
                       struct graph *out) {
  uint32_t *via = memory_alloc((graph->state_count + 1) * sizeof *via);
  VEC(uint32_t) queue = {0};
  vec_push(&queue, start);
  for (size_t i = 0; i < queue.count && via[start] == 0; i++) {
    uint32_t state = queue.items[i];
    for (uint32_t e = graph->first.items[state];
         e < graph->first.items[state + 1]; e++) {
      uint32_t to = graph->edges.items[e].to;
      if (via[to] > 0)
        continue;
      via[to] = e + 1;
      vec_push(&queue, to);
    }
  }
  *out = (struct graph){.bdd = graph->bdd};
  uint32_t state = start;
  do {
    const struct graph_edge *edge = &graph->edges.items[via[state] - 1];
    struct graph_edge step = {out->state_count + 1, out->state_count,
                              edge->guard, 0};
    vec_push(&out->edges, step);
    out->state_count++;
    state = edge->from;
  } while (state != start);
  /* The edges were met backwards: the last state is the first. */
  for (size_t i = 0; i < out->edges.count; i++)
    out->edges.items[i].from %= out->state_count;
  vec_push(&out->initial, 0);
  vec_free(&queue);
  memory_free(via);
  graph_settle(out);
}

static bool cycle_is_accepted(const struct subsets *s, const struct graph *all,
                              uint32_t state) {
  struct graph cycle, from, both;
  find_cycle(all, state, &cycle);
  graph_copy(s->graph, &from);
  from.initial.count = 0;
  for (uint32_t p = 0; p < from.state_count; p++)
    if (contains(s->members.items[state], p))
      vec_push(&from.initial, p);
  uint32_t most = from.state_count * cycle.state_count;
  bool accepted =
      graph_product(&from, &cycle, most, &both) && !graph_is_empty(&both);
  graph_clear(&cycle);
  graph_clear(&from);
  graph_clear(&both);
  return accepted;
}

static uint32_t round_down(uint32_t colour, bool even) {
  return (colour % 2 == 0) == even ? colour : colour - 1;
}

/* accepting[state], with the canonical choice outside of cycles. */
static bool *choose_accepting(const struct subsets *s,
                              const struct graph *all) {
  struct components components;
  components_init(&components, all);
  uint32_t count = components.count;
  uint32_t *colour = memory_alloc((count + 1) * sizeof *colour);
  uint32_t *sample = memory_alloc((count + 1) * sizeof *sample);
  for (uint32_t i = 0; i < all->state_count; i++)
    sample[components.of[i]] = i;
  bool *accepting = memory_alloc(all->state_count + 1);
  for (uint32_t c = 0; c < count; c++) {
    colour[c] = 2 * count + 2;
    for (size_t i = 0; i < all->edges.count; i++) {
      const struct graph_edge *edge = &all->edges.items[i];
      uint32_t to = components.of[edge->to];
      if (components.of[edge->from] == c && to != c && colour[to] < colour[c])
        colour[c] = colour[to];
    }
    if (components.kinds[c] != COMPONENT_TRIVIAL)
      colour[c] = round_down(colour[c], cycle_is_accepted(s, all, sample[c]));
  }
  for (uint32_t i = 0; i < all->state_count; i++)
    accepting[i] = colour[components.of[i]] % 2 == 0;
  memory_free(colour);
  memory_free(sample);
  components_clear(&components);
  return accepting;
}

/* ---- minimisation ---- */

/* The letters that lead from the state into the class. */
static bdd_node letters_into(const struct graph *graph, uint32_t state,
                             const uint32_t *class, uint32_t wanted) {
  bdd_node letters = BDD_FALSE;
  for (uint32_t e = graph->first.items[state];
       e < graph->first.items[state + 1]; e++)
    if (class[graph->edges.items[e].to] == wanted)
      letters = bdd_or(graph->bdd, letters, graph->edges.items[e].guard);
  return letters;
}

static bool same_steps(const struct graph *graph, uint32_t p, uint32_t q,
                       const uint32_t *class) {
  bdd_count_steps(graph->bdd, 1);
  if (class[p] != class[q])
    return false;
  for (uint32_t e = graph->first.items[p]; e < graph->first.items[p + 1]; e++) {
    uint32_t to = class[graph->edges.items[e].to];
    if (letters_into(graph, p, class, to) != letters_into(graph, q, class, to))
      return false;
  }
  return true; /* the graph is complete and deterministic: q has no others */
}

/* Moore's refinement; returns the number of classes. */
static uint32_t refine_classes(const struct graph *graph, uint32_t *class) {
  uint32_t count = 0;
  uint32_t *finer = memory_alloc((graph->state_count + 1) * sizeof *finer);
  VEC(uint32_t) leaders = {0};
  for (;;) {
    leaders.count = 0;
    for (uint32_t p = 0; p < graph->state_count; p++) {
      uint32_t c = 0;
      while (c < leaders.count &&
             !same_steps(graph, p, leaders.items[c], class))
        c++;
      finer[p] = c;
      if (c == leaders.count)
        vec_push(&leaders, p);
    }
    memcpy(class, finer, graph->state_count * sizeof *class);
    if (leaders.count == count)
      break;
    count = (uint32_t)leaders.count;
  }
  vec_free(&leaders);
  memory_free(finer);
  return count;
}

static void minimize(struct graph *graph, const bool *accepting) {
  uint32_t *class = memory_alloc((graph->state_count + 1) * sizeof *class);
  for (uint32_t p = 0; p < graph->state_count; p++)
    class[p] = accepting[p];
  uint32_t count = refine_classes(graph, class);
  bool *done = memory_alloc(count + 1);
  size_t kept = 0;
  for (uint32_t p = 0; p < graph->state_count; p++) {
    if (done[class[p]])
      continue;
    done[class[p]] = true;
    for (uint32_t e = graph->first.items[p]; e < graph->first.items[p + 1];
         e++) {
      struct graph_edge edge = graph->edges.items[e];
      edge.from = class[p];
      edge.to = class[edge.to];
      edge.marks = accepting[p];
      graph->edges.items[kept++] = edge;
    }
  }
  graph->edges.count = kept;
  graph->initial.items[0] = class[graph->initial.items[0]];
  graph->state_count = count;
  memory_free(class);
  memory_free(done);
  graph_settle(graph);
}

/* ---- all together ---- */

static bool is_same_language(const struct graph *graph,
                             const struct graph *complement,
                             const struct graph *candidate) {
  enum { MOST_PAIRS = 20000 };
  struct graph flipped;
  graph_copy(candidate, &flipped);
  for (size_t i = 0; i < flipped.edges.count; i++)
    flipped.edges.items[i].marks ^= 1;
  bool same = graphs_are_disjoint(candidate, complement, MOST_PAIRS) &&
              graphs_are_disjoint(graph, &flipped, MOST_PAIRS);
  graph_clear(&flipped);
  return same;
}

bool graph_minimize_weak(const struct graph *graph,
                         const struct graph *complement, uint32_t most_states,
                         struct graph *out) {
  struct subsets s;
  bool found = subsets_build(&s, graph, most_states, out);
  if (found) {
    bool *accepting = choose_accepting(&s, out);
    minimize(out, accepting);
    memory_free(accepting);
    found = is_same_language(graph, complement, out);
  }
  subsets_clear(&s);
  if (found)
    graph_trim(out);
  else
    graph_clear(out);
  return found;
}
