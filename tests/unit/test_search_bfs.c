#include "search_kit.h"
#include "tap.h"

/* All edges of one step, so that moves are transitions. */
static void make_graph(struct engine *graph, uint64_t seed) {
  graph_init(graph, (uint32_t)(20 + 50 * seed));
  graph_randomise(graph, seed, 1 + seed % 3);
  for (uint32_t i = 0; i < graph->node_count; i++)
    for (size_t e = 0; e < graph->nodes[i].edges.count; e++)
      graph->nodes[i].edges.items[e].steps = 1;
}

static uint32_t largest(const uint32_t *distance, uint32_t count) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < count; i++)
    if (distance[i] != UINT32_MAX && distance[i] > most)
      most = distance[i];
  return most;
}

/* Each dead end is a violation of its own, so each has a trail. */
TEST(trails_are_shortest_paths) {
  for (uint64_t seed = 1; seed <= 40; seed++) {
    struct engine graph;
    make_graph(&graph, seed);
    for (uint32_t i = 0; i < graph.node_count; i++)
      graph.nodes[i].bad_end = true;
    uint32_t *distance = graph_distances(&graph);
    const struct search_config config = {.kind = SEARCH_BFS};
    struct searched searched = {0};
    search_graph(&graph, &config, AMPLE, &searched);
    CHECK(searched.result.end == SEARCH_COMPLETE);
    CHECK(searched.result.figures.depth == largest(distance, graph.node_count));
    for (size_t i = 0; i < searched.told.count; i++) {
      const struct told *told = &searched.told.items[i];
      CHECK(told->repeats);
      CHECK(told->moves == distance[told->violation.where.offset]);
      CHECK(i == 0 || told->moves >= searched.told.items[i - 1].moves);
    }
    vec_free(&searched.told);
    memory_free(distance);
    graph_clear(&graph);
  }
}

TEST(a_depth_limit_leaves_exactly_the_states_within_it) {
  for (uint64_t seed = 1; seed <= 20; seed++) {
    struct engine graph;
    make_graph(&graph, seed);
    uint32_t *distance = graph_distances(&graph);
    const uint32_t far = largest(distance, graph.node_count);
    const struct search_config config = {.kind = SEARCH_BFS,
                                         .max_depth = far / 2};
    uint64_t near = 0;
    for (uint32_t i = 0; i < graph.node_count; i++)
      near += distance[i] <= far / 2;
    graph.expansions = 0;
    struct searched searched = {0};
    search_graph(&graph, &config, AMPLE, &searched);
    if (far > 1) {
      CHECK(searched.result.end == SEARCH_DEPTH);
      CHECK(graph.expansions == near);
    }
    vec_free(&searched.told);
    memory_free(distance);
    graph_clear(&graph);
  }
}

/* The edge is met first, and its run is longer by one. */
TEST(a_bad_state_comes_before_a_bad_step_of_its_level) {
  struct engine graph;
  graph_init(&graph, 4);
  graph_connect(&graph, 0, 1);
  graph_connect(&graph, 0, 2);
  graph_connect(&graph, 1, 3)->violates = 5;
  graph.nodes[2].bad_end = true;
  const struct search_config config = {.kind = SEARCH_BFS, .max_errors = 1};
  struct searched searched = {0};
  search_graph(&graph, &config, AMPLE, &searched);
  CHECK(searched.told.count == 1);
  CHECK(searched.told.items[0].violation.kind == VIOLATION_END_STATE);
  CHECK(searched.told.items[0].moves == 1);
  vec_free(&searched.told);
  graph_clear(&graph);
}

/* The queue forgets; what is kept of a state is a few bits a transition. */
TEST(the_queue_costs_the_frontier_and_bits) {
  struct engine graph;
  const uint32_t states = 200000;
  graph_init(&graph, states);
  for (uint32_t i = 0; i < states; i++)
    graph_connect(&graph, i, (i + 1) % states);
  const struct search_config config = {.kind = SEARCH_BFS};
  struct searched searched = {0};
  search_graph(&graph, &config, AMPLE, &searched);
  CHECK(searched.result.figures.states == states);
  CHECK(searched.result.figures.stack_bytes <= (size_t)5 << 16);
  vec_free(&searched.told);
  graph_clear(&graph);
}

RUN_TESTS(RUN(trails_are_shortest_paths),
          RUN(a_depth_limit_leaves_exactly_the_states_within_it),
          RUN(a_bad_state_comes_before_a_bad_step_of_its_level),
          RUN(the_queue_costs_the_frontier_and_bits))
