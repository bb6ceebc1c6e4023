/* ltl/translate: graphs of any origin keep their language when they shrink.
 *
 * Graphs that come from formulas are of a special kind; random ones are not.
 */
#include "ltl/translate.h"

#include "ltl/degeneralize.h"
#include "ltl/export.h"
#include "ltl/marks.h"
#include "ltl/product.h"
#include "ltl/simulate.h"
#include "ltl/wdba.h"

#include "ltl_kit.h"
#include "tap.h"

enum { GRAPHS = 300, WORDS = 40, ATOMS = 2 };

static const uint32_t atoms[ATOMS] = {0, 1};

static bdd_node random_guard(struct bdd *bdd, struct rng *rng) {
  bdd_node guard = BDD_TRUE;
  for (uint32_t atom = 0; atom < ATOMS; atom++) {
    uint64_t choice = rng_below(rng, 4);
    bdd_node variable = bdd_variable(bdd, atom);
    if (choice == 0)
      guard = bdd_and(bdd, guard, variable);
    if (choice == 1)
      guard = bdd_minus(bdd, guard, variable);
  }
  return guard;
}

static void random_graph(struct bdd *bdd, struct rng *rng, uint32_t sets,
                         struct graph *out) {
  *out = (struct graph){.bdd = bdd,
                        .state_count = 1 + (uint32_t)rng_below(rng, 6),
                        .set_count = sets};
  uint64_t edges = rng_below(rng, UINT64_C(4) * out->state_count);
  for (uint64_t i = 0; i < edges; i++) {
    struct graph_edge edge = {
        (uint32_t)rng_below(rng, out->state_count),
        (uint32_t)rng_below(rng, out->state_count), random_guard(bdd, rng),
        rng_below(rng, 4) ? rng_next(rng) & graph_all_marks(out) : 0};
    vec_push(&out->edges, edge);
  }
  vec_push(&out->initial, 0);
  if (rng_below(rng, 3) == 0)
    vec_push(&out->initial, (uint32_t)rng_below(rng, out->state_count));
  graph_settle(out);
}

/* Do both accept the same of some random words? */
static bool same_words(const struct graph *a, const struct graph *b,
                       struct rng *rng) {
  struct automaton *x = automaton_of_graph(a, atoms, ATOMS);
  struct automaton *y = automaton_of_graph(b, atoms, ATOMS);
  uint64_t letters[LONGEST_LASSO];
  bool same = true;
  for (int i = 0; i < WORDS; i++) {
    struct lasso lasso = random_lasso(rng, letters);
    same = same && automaton_accepts(x, &lasso) == automaton_accepts(y, &lasso);
  }
  automaton_close(x);
  automaton_close(y);
  return same;
}

TEST(simulation_keeps_the_language) {
  struct rng rng;
  rng_seed(&rng, 21);
  struct bdd *bdd = bdd_open();
  for (uint32_t i = 0; i < GRAPHS; i++) {
    struct graph graph, reduced;
    random_graph(bdd, &rng, i % 4, &graph);
    graph_copy(&graph, &reduced);
    graph_reduce(&reduced, i % 2);
    CHECK(reduced.state_count <= graph.state_count);
    CHECK(same_words(&graph, &reduced, &rng));
    graph_clear(&graph);
    graph_clear(&reduced);
  }
  bdd_close(bdd);
}

TEST(degeneralisation_keeps_the_language) {
  struct rng rng;
  rng_seed(&rng, 22);
  struct bdd *bdd = bdd_open();
  for (uint32_t i = 0; i < GRAPHS; i++) {
    struct graph graph, trimmed, one;
    struct degeneralize_options options = {.look_ahead = i % 2};
    random_graph(bdd, &rng, i % 4, &graph);
    graph_copy(&graph, &trimmed);
    graph_trim(&trimmed);
    marks_simplify(&trimmed, i % 3 == 0);
    graph_degeneralize(&trimmed, &options, &one);
    CHECK(one.set_count == 1 && one.marks_on_states);
    CHECK(same_words(&graph, &one, &rng));
    graph_reduce(&one, i % 5 == 0);
    CHECK(same_words(&graph, &one, &rng));
    graph_clear(&graph);
    graph_clear(&trimmed);
    graph_clear(&one);
  }
  bdd_close(bdd);
}

TEST(saturation_keeps_the_language) {
  struct rng rng;
  rng_seed(&rng, 23);
  struct bdd *bdd = bdd_open();
  for (uint32_t i = 0; i < GRAPHS; i++) {
    struct graph graph, more;
    random_graph(bdd, &rng, 1 + i % 3, &graph);
    graph_copy(&graph, &more);
    marks_saturate(&more);
    CHECK(same_words(&graph, &more, &rng));
    graph_clear(&graph);
    graph_clear(&more);
  }
  bdd_close(bdd);
}

TEST(a_product_accepts_what_both_accept) {
  struct rng rng;
  rng_seed(&rng, 24);
  struct bdd *bdd = bdd_open();
  for (uint32_t i = 0; i < GRAPHS; i++) {
    struct graph a, b, both;
    random_graph(bdd, &rng, i % 3, &a);
    random_graph(bdd, &rng, i % 2, &b);
    CHECK(graph_product(&a, &b, 1000, &both));
    struct automaton *x = automaton_of_graph(&a, atoms, ATOMS);
    struct automaton *y = automaton_of_graph(&b, atoms, ATOMS);
    CHECK(automata_meet(x, y) == !graph_is_empty(&both));
    CHECK(graphs_are_disjoint(&a, &b, 1000) == graph_is_empty(&both));
    automaton_close(x);
    automaton_close(y);
    graph_clear(&a);
    graph_clear(&b);
    graph_clear(&both);
  }
  bdd_close(bdd);
}

/* Infinitely often and its complement: neither is an obligation property. */
TEST(a_property_that_is_no_obligation_has_no_weak_automaton) {
  struct bdd *bdd = bdd_open();
  bdd_node p = bdd_variable(bdd, 0);
  struct graph often = {.bdd = bdd, .state_count = 1, .set_count = 1};
  struct graph seldom = {.bdd = bdd, .state_count = 2, .set_count = 1};
  struct graph_edge edges[] = {{0, 0, p, 1},
                               {0, 0, bdd_not(bdd, p), 0},
                               {0, 0, BDD_TRUE, 0},
                               {0, 1, bdd_not(bdd, p), 0},
                               {1, 1, bdd_not(bdd, p), 1}};
  for (int i = 0; i < 5; i++)
    vec_push(i < 2 ? &often.edges : &seldom.edges, edges[i]);
  vec_push(&often.initial, 0);
  vec_push(&seldom.initial, 0);
  graph_settle(&often);
  graph_settle(&seldom);
  struct graph weak;
  CHECK(!graph_minimize_weak(&often, &seldom, 100, &weak));
  CHECK(!graph_minimize_weak(&seldom, &often, 100, &weak));
  graph_clear(&often);
  graph_clear(&seldom);
  bdd_close(bdd);
}

RUN_TESTS(RUN(simulation_keeps_the_language),
          RUN(degeneralisation_keeps_the_language),
          RUN(saturation_keeps_the_language),
          RUN(a_product_accepts_what_both_accept),
          RUN(a_property_that_is_no_obligation_has_no_weak_automaton))
