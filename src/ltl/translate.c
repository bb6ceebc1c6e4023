/* The whole way from a term to a small graph.
 *
 * No single method wins everywhere, and formulas are small: so the tableau is
 * built with and without postponed choices, each is reduced and degeneralised
 * in several ways, an obligation property is also made deterministic and
 * minimal, and the best result is kept.
 */
#include "ltl/translate.h"

#include "ltl/degeneralize.h"
#include "ltl/marks.h"
#include "ltl/rewrite.h"
#include "ltl/simulate.h"
#include "ltl/tableau.h"
#include "ltl/wdba.h"

enum {
  MOST_STATES = 20000,
  MOST_SUBSETS = 300,
  MANY_EDGES = 500, /* with more, only one variant is tried */
};

static int variants(const struct graph *graph, int wanted) {
  return graph->edges.count > MANY_EDGES ? 1 : wanted;
}

bool graph_is_deterministic(const struct graph *graph) {
  for (uint32_t p = 0; p < graph->state_count; p++) {
    bdd_node taken = BDD_FALSE;
    for (uint32_t e = graph->first.items[p]; e < graph->first.items[p + 1];
         e++) {
      bdd_node guard = graph->edges.items[e].guard;
      if (bdd_and(graph->bdd, taken, guard) != BDD_FALSE)
        return false;
      taken = bdd_or(graph->bdd, taken, guard);
    }
  }
  return graph->initial.count <= 1;
}

/* Fewer states, then no choices, then fewer edges; or no choices first. */
static bool is_better(const struct graph *a, const struct graph *b,
                      const struct translate_options *options) {
  bool determined = graph_is_deterministic(a);
  bool differ = determined != graph_is_deterministic(b);
  if (options->deterministic && differ)
    return determined;
  if (a->state_count != b->state_count)
    return a->state_count < b->state_count;
  if (differ)
    return determined;
  return a->edges.count < b->edges.count;
}

/* Keeps the better one in *best and clears the other. */
static void keep_better(struct graph *best, struct graph *candidate,
                        const struct translate_options *options) {
  if (!best->bdd || is_better(candidate, best, options)) {
    struct graph worse = *best;
    *best = *candidate;
    *candidate = worse;
  }
  graph_clear(candidate);
}

static void keep_degeneralized(struct graph *best, const struct graph *graph,
                               const struct translate_options *how) {
  for (int variant = 0; variant < variants(graph, 4); variant++) {
    struct degeneralize_options options = {.look_ahead = variant & 1};
    struct graph candidate;
    graph_degeneralize(graph, &options, &candidate);
    graph_reduce(&candidate, variant & 2);
    keep_better(best, &candidate, how);
  }
}

/* Adds what can be made of a graph. */
static void keep_variants(struct graph *best, const struct graph *graph,
                          const struct translate_options *options) {
  for (int saturate = 0; saturate < variants(graph, 2); saturate++) {
    struct graph reduced;
    graph_copy(graph, &reduced);
    graph_reduce(&reduced, saturate);
    marks_simplify(&reduced, false);
    if (options->generalized)
      keep_better(best, &reduced, options);
    else
      keep_degeneralized(best, &reduced, options);
    graph_clear(&reduced);
  }
}

static void keep_minimal(struct graph *best, const struct graph *graph,
                         const struct graph *complement,
                         const struct translate_options *options) {
  struct graph minimal, reduced;
  if (!graph_minimize_weak(graph, complement, MOST_SUBSETS, &minimal))
    return;
  graph_copy(&minimal, &reduced);
  graph_reduce(&reduced, true);
  keep_better(best, &minimal, options);
  keep_better(best, &reduced, options);
}

static bool build_reduced(struct terms *terms, struct term *t, bool postpone,
                          uint32_t most_states, struct graph *out) {
  struct tableau_options options = {.most_states = most_states,
                                    .postpone_choices = postpone};
  if (!tableau_build(terms, t, &options, out))
    return false;
  graph_reduce(out, false);
  return true;
}

/* In a weak graph all states of accepting components get the mark: then any
 * cycle through a marked state is accepted.
 */
static void finish(struct graph *graph) {
  if (graph_is_weak(graph))
    marks_saturate(graph);
  marks_simplify(graph, false);
}

bool translate_term(struct terms *terms, struct term *t,
                    const struct translate_options *options,
                    struct graph *out) {
  struct graph plain, complement, postponed;
  t = term_gather(terms, t);
  *out = (struct graph){0};
  if (!build_reduced(terms, t, false, MOST_STATES, &plain))
    return false;
  uint32_t most = 3 * plain.state_count + 20;
  if (build_reduced(terms, term_not(terms, t), false, 10 * most, &complement))
    keep_minimal(out, &plain, &complement, options);
  graph_clear(&complement);
  postponed = (struct graph){0};
  if (variants(&plain, 2) > 1 &&
      build_reduced(terms, t, true, most, &postponed))
    keep_variants(out, &postponed, options);
  keep_variants(out, &plain, options);
  graph_clear(&postponed);
  graph_clear(&plain);
  finish(out);
  return !bdd_exhausted(terms->bdd);
}

void translate_graph(const struct graph *graph,
                     const struct translate_options *options,
                     struct graph *out) {
  *out = (struct graph){0};
  keep_variants(out, graph, options);
  finish(out);
}
