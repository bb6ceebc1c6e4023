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

/* How many states are searched in true depth-first order; 0: the default. */
static const uint64_t orders[] = {1, 2, 5, 20, 0};
enum { ORDERS = sizeof orders / sizeof orders[0] };

/* From 0 a long run leads by way of 1 to 2; a short one, tried later, leads to
 * 2 as well.  As the end of the long run, 2 is visited before 4.  Behind the
 * part in true order there is no saying which comes first.
 */
TEST(a_state_is_visited_at_the_end_of_the_first_run_that_leads_there) {
  const uint32_t true_order[] = {3, 4};
  for (size_t o = 0; o < ORDERS; o++) {
    struct engine graph;
    graph_init(&graph, 6);
    graph_connect(&graph, 0, 1);
    graph_connect(&graph, 0, 2);
    graph_connect(&graph, 1, 2);
    graph_connect(&graph, 1, 5);
    graph_connect(&graph, 2, 3);
    graph_connect(&graph, 5, 4);
    graph.nodes[3].bad_end = graph.nodes[4].bad_end = true;
    const struct search_config config = {.kind = SEARCH_DFS,
                                         .ordered_states = orders[o]};
    const bool ordered = orders[o] == 0 || orders[o] >= 3;
    struct searched searched = {0};
    search_graph(&graph, &config, AMPLE, &searched);
    CHECK(searched.told.count == 2);
    for (size_t i = 0; i < searched.told.count; i++) {
      CHECK(!ordered ||
            searched.told.items[i].violation.where.offset == true_order[i]);
      CHECK(searched.told.items[i].repeats);
    }
    vec_free(&searched.told);
    graph_clear(&graph);
  }
}

/* All nodes are met at once, but lead on in a chain: the stack is made tidy
 * again and again, and the chain is followed to its end all the same.
 */
TEST(states_may_wait_in_many_places) {
  struct engine graph;
  const uint32_t nodes = 3000;
  graph_init(&graph, nodes);
  for (uint32_t i = 0; i < nodes; i++)
    for (uint32_t step = 1; step <= 40 && i + step < nodes; step++)
      graph_connect(&graph, i, i + step);
  const struct search_config config = {.kind = SEARCH_DFS};
  struct searched searched = {0};
  search_graph(&graph, &config, AMPLE, &searched);
  CHECK(searched.result.end == SEARCH_COMPLETE);
  CHECK(searched.result.figures.states == nodes);
  CHECK(searched.result.figures.depth == nodes - 1);
  CHECK(graph.expansions == nodes);
  vec_free(&searched.told);
  graph_clear(&graph);
}

static bool random_graph_is_searched(uint64_t seed, uint64_t ordered_states) {
  struct engine graph;
  graph_init(&graph, (uint32_t)(20 + 50 * seed));
  graph_randomise(&graph, seed, 1 + seed % 3);
  uint64_t dead_ends = 0;
  uint32_t *distance = graph_distances(&graph);
  for (uint32_t i = 0; i < graph.node_count; i++) {
    graph.nodes[i].bad_end = true;
    dead_ends += distance[i] != UINT32_MAX && graph.nodes[i].edges.count == 0;
  }
  const struct search_config config = {.kind = SEARCH_DFS,
                                       .ordered_states = ordered_states};
  struct searched searched = {0};
  search_graph(&graph, &config, AMPLE, &searched);
  bool right = searched.result.end == SEARCH_COMPLETE &&
               searched.told.count == dead_ends;
  for (size_t i = 0; i < searched.told.count; i++) {
    const struct told *told = &searched.told.items[i];
    right = right && told->repeats &&
            told->moves >= distance[told->violation.where.offset];
  }
  vec_free(&searched.told);
  memory_free(distance);
  graph_clear(&graph);
  return right;
}

TEST(trails_on_random_graphs_are_repeated) {
  for (uint64_t seed = 1; seed <= 20; seed++)
    for (size_t o = 0; o < ORDERS; o++)
      CHECK(random_graph_is_searched(seed, orders[o]));
}

static struct search_result search_plain_store(struct engine *graph,
                                               uint64_t ordered_states) {
  const struct store_config memory = {.memory_bytes = AMPLE};
  const struct search_config config = {.kind = SEARCH_DFS,
                                       .ordered_states = ordered_states};
  const struct observer silent = {0};
  struct search_result result = {0};
  struct store *store = NULL;
  if (store_open_hash(&memory, &store) != STATUS_OK ||
      search_run(&config, graph, store, &silent, &result) != STATUS_OK)
    abort();
  store_close(store);
  return result;
}

TEST(the_plain_store_serves_as_well) {
  for (size_t o = 0; o < ORDERS; o++) {
    struct engine graph;
    graph_init(&graph, 700);
    graph_randomise(&graph, 4, 3);
    struct searched searched = {0};
    const struct search_config config = {.kind = SEARCH_DFS,
                                         .ordered_states = orders[o]};
    search_graph(&graph, &config, AMPLE, &searched);
    const struct search_result result = search_plain_store(&graph, orders[o]);
    CHECK(result.end == SEARCH_COMPLETE && result.figures.states > 300);
    CHECK(result.figures.states == searched.result.figures.states);
    CHECK(result.figures.matched == searched.result.figures.matched);
    CHECK(result.figures.depth == searched.result.figures.depth);
    vec_free(&searched.told);
    graph_clear(&graph);
  }
}

/* Node 3 lies two steps from 0, by way of 5, but is met first after three: in
 * true order it is visited by way of 5, otherwise not at all.
 */
TEST(a_depth_limit_cuts_the_path_taken_first) {
  for (size_t o = 0; o < ORDERS; o++) {
    struct engine graph;
    graph_init(&graph, 6);
    graph_connect(&graph, 0, 1);
    graph_connect(&graph, 0, 5);
    graph_connect(&graph, 1, 2);
    graph_connect(&graph, 2, 3);
    graph_connect(&graph, 5, 3);
    graph_connect(&graph, 3, 4);
    const struct search_config config = {
        .kind = SEARCH_DFS, .max_depth = 2, .ordered_states = orders[o]};
    const bool ordered = orders[o] == 0 || orders[o] >= 5;
    struct searched searched = {0};
    search_graph(&graph, &config, AMPLE, &searched);
    CHECK(searched.result.end == SEARCH_DEPTH);
    CHECK(graph.expansions == (ordered ? 5 : 4));
    CHECK(searched.result.figures.states == (ordered ? 6 : 5));
    vec_free(&searched.told);
    graph_clear(&graph);
  }
}

RUN_TESTS(RUN(successors_are_followed_in_the_order_of_the_engine),
          RUN(a_state_is_visited_at_the_end_of_the_first_run_that_leads_there),
          RUN(states_may_wait_in_many_places),
          RUN(trails_on_random_graphs_are_repeated),
          RUN(the_plain_store_serves_as_well),
          RUN(a_depth_limit_cuts_the_path_taken_first))
