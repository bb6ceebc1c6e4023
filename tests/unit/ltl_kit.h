/* What the tests of formulas and automata share.
 *
 * Acceptance is decided here without the graphs of src/ltl: by the fixed point
 * of Emerson and Lei on explicit nodes.
 */
#ifndef LARIAT_TESTS_LTL_KIT_H
#define LARIAT_TESTS_LTL_KIT_H

#include "base/memory.h"
#include "base/rng.h"
#include "base/vec.h"
#include "ltl/automaton.h"
#include "ltl/lasso.h"
#include "ltl/parse.h"

#include <assert.h>
#include <string.h>

/* ---- formulas ---- */

struct ltl_kit {
  struct arena *arena;
  struct sources *sources;
  struct diag *diag;
  struct parsed_formula parsed;
};

static inline enum status kit_parse(struct ltl_kit *kit, const char *text) {
  kit->arena = arena_open();
  kit->sources = sources_open();
  kit->diag = diag_open(kit->sources);
  return ltl_parse("test", text, strlen(text), kit->arena, kit->diag,
                   &kit->parsed);
}

static inline void kit_clear(struct ltl_kit *kit) {
  diag_close(kit->diag);
  sources_close(kit->sources);
  arena_close(kit->arena);
}

/* NULL when it is too large. */
static inline struct automaton *kit_translate(struct ltl_kit *kit,
                                              const struct formula *formula,
                                              bool negated, bool generalized) {
  struct automaton_options options = {.negated = negated,
                                      .generalized = generalized};
  struct automaton *automaton;
  automaton_from_formula(formula, &options, kit->diag, &automaton);
  return automaton;
}

/* The automaton of a text; the caller closes it. */
static inline struct automaton *automaton_of(const char *text,
                                             bool generalized) {
  struct ltl_kit kit;
  enum status status = kit_parse(&kit, text);
  assert(status == STATUS_OK);
  (void)status;
  struct automaton *automaton =
      kit_translate(&kit, kit.parsed.formula, false, generalized);
  kit_clear(&kit);
  return automaton;
}

/* A random formula of at most so many operators and atoms. */
static inline const struct formula *random_formula(struct arena *arena,
                                                   struct rng *rng,
                                                   uint64_t size,
                                                   uint32_t atoms) {
  static const enum formula_kind unary[] = {FORMULA_NOT, FORMULA_NEXT,
                                            FORMULA_ALWAYS, FORMULA_EVENTUALLY,
                                            FORMULA_STRONG_NEXT};
  static const enum formula_kind binary[] = {
      FORMULA_AND,   FORMULA_OR,         FORMULA_IMPLIES, FORMULA_EQUIV,
      FORMULA_UNTIL, FORMULA_WEAK_UNTIL, FORMULA_RELEASE};
  if (size <= 1) {
    uint64_t leaf = rng_below(rng, 8 * (uint64_t)atoms);
    if (leaf == 0)
      return formula_new(
          arena, rng_below(rng, 2) ? FORMULA_TRUE : FORMULA_FALSE, NULL, NULL);
    return formula_atom(arena, (uint32_t)(leaf % atoms));
  }
  if (size == 2 || rng_below(rng, 5) < 2)
    return formula_new(arena, unary[rng_below(rng, 5)],
                       random_formula(arena, rng, size - 1, atoms), NULL);
  uint64_t left = 1 + rng_below(rng, size - 2);
  const struct formula *a = random_formula(arena, rng, left, atoms);
  const struct formula *b = random_formula(arena, rng, size - 1 - left, atoms);
  return formula_new(arena, binary[rng_below(rng, 7)], a, b);
}

/* ---- words ---- */

enum { LONGEST_LASSO = 7 };

/* Letters are sometimes mostly empty or mostly full: else <> and [] are dull.
 */
static inline struct lasso random_lasso(struct rng *rng, uint64_t *letters) {
  struct lasso lasso = {letters, 1 + rng_below(rng, LONGEST_LASSO), 0};
  lasso.loop = rng_below(rng, lasso.length);
  uint64_t style = rng_below(rng, 3);
  for (size_t i = 0; i < lasso.length; i++) {
    letters[i] = rng_next(rng);
    if (style == 1)
      letters[i] &= rng_next(rng);
    if (style == 2)
      letters[i] |= rng_next(rng);
  }
  return lasso;
}

/* ---- acceptance ---- */

struct kit_edge {
  size_t from, to;
  uint64_t marks;
};

struct kit_graph {
  size_t node_count;
  VEC(struct kit_edge) edges;
  uint32_t set_count;
};

/* Keeps the nodes of live from which an edge with the mark is reachable inside
 * live.  True when some were dropped.
 */
static inline bool keep_reaching(const struct kit_graph *graph, bool *live,
                                 uint64_t mark) {
  bool *reaches = memory_alloc(graph->node_count + 1);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < graph->edges.count; i++) {
      struct kit_edge edge = graph->edges.items[i];
      bool goal = (edge.marks & mark) == mark || reaches[edge.to];
      if (!reaches[edge.from] && live[edge.from] && live[edge.to] && goal)
        reaches[edge.from] = changed = true;
    }
  }
  bool dropped = memcmp(live, reaches, graph->node_count) != 0;
  memcpy(live, reaches, graph->node_count);
  memory_free(reaches);
  return dropped;
}

/* live[n]: some path from n meets every set infinitely often. */
static inline bool *fair_nodes(const struct kit_graph *graph) {
  bool *live = memory_alloc(graph->node_count + 1);
  memset(live, true, graph->node_count);
  for (bool changed = true; changed;) {
    changed = keep_reaching(graph, live, 0);
    for (uint32_t set = 0; set < graph->set_count; set++)
      changed |= keep_reaching(graph, live, UINT64_C(1) << set);
  }
  return live;
}

static inline uint64_t letter_for(const struct automaton *automaton,
                                  uint64_t letter) {
  uint64_t own = 0;
  for (uint32_t i = 0; i < automaton->atom_count; i++)
    own |= (letter >> automaton->atoms[i] & 1) << i;
  return own;
}

static inline bool automaton_accepts(const struct automaton *automaton,
                                     const struct lasso *lasso) {
  struct kit_graph graph = {.node_count =
                                lasso->length * automaton->state_count,
                            .set_count = automaton->set_count};
  for (size_t i = 0; i < lasso->length; i++) {
    size_t next = i + 1 < lasso->length ? i + 1 : lasso->loop;
    uint64_t letter = letter_for(automaton, lasso->letters[i]);
    for (uint32_t e = 0; e < automaton->edge_count; e++) {
      const struct automaton_edge *edge = &automaton->edges[e];
      if (!automaton_enabled(automaton, edge, letter))
        continue;
      struct kit_edge step = {i * automaton->state_count + edge->from,
                              next * automaton->state_count + edge->to,
                              edge->marks};
      vec_push(&graph.edges, step);
    }
  }
  bool *live = fair_nodes(&graph);
  bool accepts = false;
  for (uint32_t i = 0; i < automaton->initial_count; i++)
    accepts = accepts || live[automaton->initial[i]];
  memory_free(live);
  vec_free(&graph.edges);
  return accepts;
}

/* Can both guards hold?  The automata must have the same atoms. */
static inline bool guards_meet(const struct automaton *a,
                               const struct automaton_edge *x,
                               const struct automaton *b,
                               const struct automaton_edge *y) {
  for (uint32_t i = 0; i < x->cube_count; i++)
    for (uint32_t k = 0; k < y->cube_count; k++) {
      struct cube p = a->cubes[x->first_cube + i];
      struct cube q = b->cubes[y->first_cube + k];
      if (!(p.positive & q.negative) && !(p.negative & q.positive))
        return true;
    }
  return false;
}

/* Is there a word that both accept? */
static inline bool automata_meet(const struct automaton *a,
                                 const struct automaton *b) {
  struct kit_graph graph = {.node_count =
                                (size_t)a->state_count * b->state_count,
                            .set_count = a->set_count + b->set_count};
  for (uint32_t i = 0; i < a->edge_count; i++)
    for (uint32_t k = 0; k < b->edge_count; k++) {
      const struct automaton_edge *x = &a->edges[i], *y = &b->edges[k];
      if (!guards_meet(a, x, b, y))
        continue;
      struct kit_edge step = {(size_t)x->from * b->state_count + y->from,
                              (size_t)x->to * b->state_count + y->to, x->marks};
      if (b->set_count > 0)
        step.marks |= y->marks << a->set_count;
      vec_push(&graph.edges, step);
    }
  bool *live = fair_nodes(&graph);
  bool meet = false;
  for (uint32_t i = 0; i < a->initial_count; i++)
    for (uint32_t k = 0; k < b->initial_count; k++)
      meet =
          meet || live[(size_t)a->initial[i] * b->state_count + b->initial[k]];
  memory_free(live);
  vec_free(&graph.edges);
  return meet;
}

#endif
