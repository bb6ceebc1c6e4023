#include "search_kit.h"
#include "tap.h"

/* Each dead end is a violation of its own: the order they are told in is the
 * order the states are expanded in.
 */
TEST(successors_are_followed_in_the_order_of_the_engine) {
  struct engine graph;
  graph_init(&graph, 7);
  graph_connect(&graph, 0, 3);
  graph_connect(&graph, 0, 1);
  graph_connect(&graph, 3, 5);
  graph_connect(&graph, 3, 2);
  graph_connect(&graph, 1, 6);
  graph_connect(&graph, 1, 4);
  const uint32_t expected[] = {5, 2, 6, 4};
  for (uint32_t i = 0; i < 7; i++)
    graph.nodes[i].bad_end = true;
  const struct search_config config = {.kind = SEARCH_DFS};
  struct searched searched = {0};
  search_graph(&graph, &config, AMPLE, &searched);
  CHECK(searched.told.count == 4);
  for (size_t i = 0; i < searched.told.count; i++) {
    CHECK(searched.told.items[i].violation.where.offset == expected[i]);
    CHECK(searched.told.items[i].moves == 2 && searched.told.items[i].repeats);
  }
  vec_free(&searched.told);
  graph_clear(&graph);
}

TEST(trails_on_random_graphs_are_repeated) {
  for (uint64_t seed = 1; seed <= 20; seed++) {
    struct engine graph;
    graph_init(&graph, (uint32_t)(20 + 50 * seed));
    graph_randomise(&graph, seed, 1 + seed % 3);
    uint64_t dead_ends = 0;
    uint32_t *distance = graph_distances(&graph);
    for (uint32_t i = 0; i < graph.node_count; i++) {
      graph.nodes[i].bad_end = true;
      dead_ends += distance[i] != UINT32_MAX && graph.nodes[i].edges.count == 0;
    }
    const struct search_config config = {.kind = SEARCH_DFS};
    struct searched searched = {0};
    search_graph(&graph, &config, AMPLE, &searched);
    CHECK(searched.result.end == SEARCH_COMPLETE);
    CHECK(searched.told.count == dead_ends);
    for (size_t i = 0; i < searched.told.count; i++) {
      const struct told *told = &searched.told.items[i];
      CHECK(told->repeats);
      CHECK(told->moves >= distance[told->violation.where.offset]);
    }
    vec_free(&searched.told);
    memory_free(distance);
    graph_clear(&graph);
  }
}

/* Node 3 lies two steps from 0, by way of 5, but is met first after three. */
TEST(a_depth_limit_cuts_the_path_taken_first) {
  struct engine graph;
  graph_init(&graph, 6);
  graph_connect(&graph, 0, 1);
  graph_connect(&graph, 0, 5);
  graph_connect(&graph, 1, 2);
  graph_connect(&graph, 2, 3);
  graph_connect(&graph, 5, 3);
  graph_connect(&graph, 3, 4);
  const struct search_config config = {.kind = SEARCH_DFS, .max_depth = 2};
  struct searched searched = {0};
  search_graph(&graph, &config, AMPLE, &searched);
  CHECK(searched.result.end == SEARCH_DEPTH);
  CHECK(graph.expansions == 4);
  CHECK(searched.result.figures.states == 5);
  vec_free(&searched.told);
  graph_clear(&graph);
}

RUN_TESTS(RUN(successors_are_followed_in_the_order_of_the_engine),
          RUN(trails_on_random_graphs_are_repeated),
          RUN(a_depth_limit_cuts_the_path_taken_first))
