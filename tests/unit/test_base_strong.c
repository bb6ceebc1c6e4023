/* base/strong: components of a graph, in order. */
#include "base/strong.h"

#include "base/rng.h"
#include "tap.h"

enum { MOST = 40 };

/* Edges at random, and who can be reached from whom. */
struct graph {
  uint32_t count;
  struct links links;
  bool reaches[MOST][MOST];
};

static void close_graph(struct graph *graph) {
  for (uint32_t via = 0; via < graph->count; via++)
    for (uint32_t from = 0; from < graph->count; from++)
      for (uint32_t to = 0; to < graph->count; to++)
        graph->reaches[from][to] |=
            graph->reaches[from][via] && graph->reaches[via][to];
}

static void make_graph(struct graph *graph, struct rng *rng) {
  *graph = (struct graph){.count = 1 + (uint32_t)rng_below(rng, MOST)};
  for (uint32_t from = 0; from < graph->count; from++) {
    graph->reaches[from][from] = true;
    for (uint64_t edges = rng_below(rng, 3); edges > 0; edges--) {
      const uint32_t to = (uint32_t)rng_below(rng, graph->count);
      links_add(&graph->links, to);
      graph->reaches[from][to] = true;
    }
    links_close_node(&graph->links);
  }
  close_graph(graph);
}

static bool is_right(const struct graph *graph, const struct strong *strong) {
  bool right = strong->starts[strong->count] == graph->count;
  for (uint32_t a = 0; a < graph->count; a++)
    for (uint32_t b = 0; b < graph->count; b++) {
      const bool together = graph->reaches[a][b] && graph->reaches[b][a];
      right &= together == (strong->component[a] == strong->component[b]);
      right &=
          !graph->reaches[a][b] || strong->component[b] <= strong->component[a];
    }
  return right;
}

static bool lists_all(const struct graph *graph, const struct strong *strong) {
  bool right = true;
  for (uint32_t c = 0; c < strong->count; c++)
    for (uint32_t i = strong->starts[c]; i < strong->starts[c + 1]; i++)
      right &= strong->nodes[i] < graph->count &&
               strong->component[strong->nodes[i]] == c;
  return right;
}

TEST(those_that_reach_each_other_are_together_and_what_they_reach_comes_first) {
  struct rng rng;
  bool right = true;
  rng_seed(&rng, 7);
  for (int i = 0; i < 500; i++) {
    struct graph graph;
    struct strong strong;
    make_graph(&graph, &rng);
    strong_find(&graph.links, &strong);
    right &= is_right(&graph, &strong) && lists_all(&graph, &strong);
    strong_free(&strong);
    links_free(&graph.links);
  }
  CHECK(right);
}

TEST(a_graph_of_nothing_has_no_components) {
  const struct links links = {0};
  struct strong strong;
  strong_find(&links, &strong);
  CHECK(strong.count == 0);
  strong_free(&strong);
}

/* Recursion would not get that far. */
TEST(a_long_way_is_one_component_each) {
  enum { LONG = 1000000 };
  struct links links = {0};
  struct strong strong;
  for (uint32_t i = 0; i < LONG; i++) {
    if (i + 1 < LONG)
      links_add(&links, i + 1);
    links_close_node(&links);
  }
  strong_find(&links, &strong);
  CHECK(strong.count == LONG);
  CHECK(strong.component[0] == LONG - 1);
  strong_free(&strong);
  links_free(&links);
}

RUN_TESTS(
    RUN(those_that_reach_each_other_are_together_and_what_they_reach_comes_first),
    RUN(a_graph_of_nothing_has_no_components),
    RUN(a_long_way_is_one_component_each))
