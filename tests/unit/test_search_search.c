/* What both orders of searching promise: counts, limits, violations. */
#include "search_kit.h"
#include "tap.h"

static const enum search_kind kinds[] = {SEARCH_DFS, SEARCH_BFS};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* Reachable nodes, and edges from them that reach something. */
static void count_by_hand(const struct engine *graph, uint64_t *states,
                          uint64_t *edges) {
  uint32_t *distance = graph_distances(graph);
  *states = *edges = 0;
  for (uint32_t i = 0; i < graph->node_count; i++) {
    if (distance[i] == UINT32_MAX)
      continue;
    ++*states;
    for (size_t e = 0; e < graph->nodes[i].edges.count; e++)
      *edges += !graph->nodes[i].edges.items[e].fails;
  }
  memory_free(distance);
}

static struct search_result search_plainly(struct engine *graph,
                                           struct search_config config) {
  struct searched searched = {0};
  search_graph(graph, &config, AMPLE, &searched);
  vec_free(&searched.told);
  return searched.result;
}

/* The initial state is stored without a transition that leads to it. */
TEST(every_reachable_state_is_expanded_once) {
  for (uint64_t seed = 1; seed <= 60; seed++) {
    struct engine graph;
    uint64_t states, edges;
    graph_init(&graph, (uint32_t)(1 + 37 * seed));
    graph_randomise(&graph, seed, 1 + seed % 5);
    count_by_hand(&graph, &states, &edges);
    for (size_t k = 0; k < KINDS; k++) {
      graph.expansions = 0;
      const struct search_result result = search_plainly(
          &graph, (struct search_config){.kind = kinds[k],
                                         .ordered_states = seed % 30});
      CHECK(result.end == SEARCH_COMPLETE);
      CHECK(result.figures.states == states);
      CHECK(result.figures.transitions == edges + 1);
      CHECK(result.figures.matched == edges + 1 - states);
      CHECK(graph.expansions == states);
    }
    graph_clear(&graph);
  }
}

/* More successors than a batch holds, and more states than a block. */
TEST(a_state_may_have_any_number_of_successors) {
  struct engine graph;
  const uint32_t fan = 100000;
  graph_init(&graph, fan + 1);
  for (uint32_t i = 1; i <= fan; i++) {
    graph_connect(&graph, 0, i);
    graph_connect(&graph, i, i % fan + 1);
  }
  for (size_t k = 0; k < KINDS; k++) {
    const struct search_result result = search_plainly(
        &graph,
        (struct search_config){.kind = kinds[k], .ordered_states = 2 * fan});
    CHECK(result.figures.states == fan + 1);
    CHECK(result.figures.matched == fan);
    CHECK(result.figures.depth == (kinds[k] == SEARCH_DFS ? fan : 1));
  }
  graph_clear(&graph);
}

/* A chain, the shape that a recursive search would not survive. */
static void make_chain(struct engine *graph, uint32_t length) {
  graph_init(graph, length + 1);
  for (uint32_t i = 0; i < length; i++)
    graph_connect(graph, i, i + 1);
}

TEST(depth_needs_no_guess) {
  struct engine graph;
  const uint32_t length = 300000;
  make_chain(&graph, length);
  graph.nodes[length].bad_end = true;
  for (size_t k = 0; k < KINDS; k++) {
    const struct search_config config = {.kind = kinds[k]};
    struct searched searched = {0};
    search_graph(&graph, &config, AMPLE, &searched);
    CHECK(searched.result.figures.depth == length);
    CHECK(searched.told.count == 1 && searched.told.items[0].repeats);
    CHECK(searched.told.items[0].moves == length);
    vec_free(&searched.told);
  }
  graph_clear(&graph);
}

TEST(a_depth_limit_that_cuts_says_so) {
  struct engine graph;
  make_chain(&graph, 100);
  for (size_t k = 0; k < KINDS; k++) {
    struct search_config config = {.kind = kinds[k], .max_depth = 99};
    struct search_result result = search_plainly(&graph, config);
    CHECK(result.end == SEARCH_DEPTH);
    CHECK(result.figures.depth == 99 && result.figures.states == 101);
    config.max_depth = 100;
    result = search_plainly(&graph, config);
    CHECK(result.end == SEARCH_COMPLETE);
    CHECK(result.figures.depth == 100);
  }
  graph_clear(&graph);
}

static void make_large(struct engine *graph) {
  graph_init(graph, 400000);
  graph_randomise(graph, 99, 4);
}

TEST(a_full_store_ends_the_search_without_a_verdict) {
  struct engine graph;
  make_large(&graph);
  for (size_t k = 0; k < KINDS; k++) {
    const struct search_config config = {.kind = kinds[k]};
    struct searched searched = {0};
    search_graph(&graph, &config, (size_t)1 << 21, &searched);
    CHECK(searched.result.end == SEARCH_MEMORY);
    CHECK(searched.result.figures.states > 1000);
    CHECK(searched.result.figures.states < 300000);
    vec_free(&searched.told);
  }
  graph_clear(&graph);
}

TEST(store_and_stack_share_one_limit) {
  struct engine graph;
  make_large(&graph);
  const size_t limits[] = {1, (size_t)100 << 10, (size_t)3 << 20};
  for (size_t k = 0; k < KINDS; k++)
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
      const struct search_config config = {.kind = kinds[k],
                                           .max_bytes = limits[i]};
      const struct search_result result = search_plainly(&graph, config);
      CHECK(result.end == SEARCH_MEMORY || result.end == SEARCH_STACK);
      CHECK(result.figures.stack_bytes <= limits[i]);
    }
  graph_clear(&graph);
}

TEST(a_time_limit_ends_the_search) {
  struct engine graph;
  make_large(&graph);
  for (size_t k = 0; k < KINDS; k++) {
    const struct search_config config = {.kind = kinds[k], .max_seconds = 0.01};
    const struct search_result result = search_plainly(&graph, config);
    CHECK(result.end == SEARCH_TIME);
    CHECK(result.figures.seconds < 5 && result.figures.states > 1);
  }
  graph_clear(&graph);
}

TEST(an_interrupt_ends_the_search) {
  struct engine graph;
  make_large(&graph);
  for (size_t k = 0; k < KINDS; k++) {
    const struct search_config config = {.kind = kinds[k]};
    struct searched searched = {.interrupt = 1};
    search_graph(&graph, &config, AMPLE, &searched);
    CHECK(searched.result.end == SEARCH_INTERRUPTED);
    CHECK(searched.result.figures.states == 1);
    vec_free(&searched.told);
  }
  graph_clear(&graph);
}

TEST(progress_is_told_while_the_search_goes_on) {
  struct engine graph;
  make_chain(&graph, 5000);
  graph.slow = true;
  for (size_t k = 0; k < KINDS; k++) {
    const struct search_config config = {.kind = kinds[k]};
    struct searched searched = {.interrupts = true};
    search_graph(&graph, &config, AMPLE, &searched);
    CHECK(searched.result.end == SEARCH_INTERRUPTED);
    CHECK(searched.progress_calls == 1);
    CHECK(searched.result.figures.seconds >= 0.2);
    vec_free(&searched.told);
  }
  graph_clear(&graph);
}

/* A ring in which every third edge goes wrong, at one of seven places. */
static void make_faulty_ring(struct engine *graph, uint32_t length) {
  graph_init(graph, length);
  for (uint32_t i = 0; i < length; i++) {
    struct edge *edge = graph_connect(graph, i, (i + 1) % length);
    edge->steps = 1 + i % LONGEST_EDGE;
    edge->violates = i % 3 == 2 ? 1 + i % 7 : 0;
  }
}

TEST(equal_violations_are_told_once_and_all_are_counted) {
  struct engine graph;
  make_faulty_ring(&graph, 2100);
  for (size_t k = 0; k < KINDS; k++) {
    const struct search_config config = {.kind = kinds[k]};
    struct searched searched = {0};
    search_graph(&graph, &config, AMPLE, &searched);
    CHECK(searched.result.end == SEARCH_COMPLETE);
    CHECK(searched.result.violations == 7);
    CHECK(searched.result.figures.errors == 700);
    CHECK(searched.told.count == 7);
    for (size_t i = 0; i < searched.told.count; i++) {
      const struct told *told = &searched.told.items[i];
      CHECK(told->repeats && told->violation.kind == VIOLATION_ASSERTION);
      for (size_t j = 0; j < i; j++)
        CHECK(searched.told.items[j].violation.where.offset !=
              told->violation.where.offset);
    }
    vec_free(&searched.told);
  }
  graph_clear(&graph);
}

TEST(enough_violations_end_the_search) {
  struct engine graph;
  make_faulty_ring(&graph, 2100);
  for (size_t k = 0; k < KINDS; k++)
    for (uint64_t enough = 1; enough <= 7; enough++) {
      const struct search_config config = {.kind = kinds[k],
                                           .max_errors = enough};
      struct searched searched = {0};
      search_graph(&graph, &config, AMPLE, &searched);
      CHECK(searched.result.end == SEARCH_ENOUGH);
      CHECK(searched.result.violations == enough);
      CHECK(searched.told.count == enough);
      CHECK(searched.result.figures.states < 30);
      vec_free(&searched.told);
    }
  graph_clear(&graph);
}

/* All in one expansion: none may be lost while the others are repeated. */
TEST(one_state_may_have_many_violations) {
  struct engine graph;
  graph_init(&graph, 50);
  for (uint32_t i = 1; i < 50; i++) {
    struct edge *edge = graph_connect(&graph, 0, i);
    edge->violates = i;
    edge->fails = i % 2;
    graph.nodes[i].bad_end = true;
  }
  for (size_t k = 0; k < KINDS; k++) {
    const struct search_config config = {.kind = kinds[k]};
    struct searched searched = {0};
    search_graph(&graph, &config, AMPLE, &searched);
    CHECK(searched.result.end == SEARCH_COMPLETE);
    CHECK(searched.result.violations == 49 + 24);
    CHECK(searched.result.figures.states == 25);
    CHECK(searched.told.count == 49 + 24);
    for (size_t i = 0; i < searched.told.count; i++)
      CHECK(searched.told.items[i].repeats &&
            searched.told.items[i].moves == 1);
    vec_free(&searched.told);
  }
  graph_clear(&graph);
}

TEST(an_initial_state_that_fails_is_a_violation_without_steps) {
  struct engine graph;
  graph_init(&graph, 1);
  graph.no_initial = true;
  for (size_t k = 0; k < KINDS; k++) {
    const struct search_config config = {.kind = kinds[k], .max_errors = 1};
    struct searched searched = {0};
    search_graph(&graph, &config, AMPLE, &searched);
    CHECK(searched.result.end == SEARCH_ENOUGH);
    CHECK(searched.result.figures.states == 0);
    CHECK(searched.told.count == 1 && searched.told.items[0].moves == 0);
    CHECK(searched.told.items[0].repeats);
    vec_free(&searched.told);
  }
  graph_clear(&graph);
}

/* What the engine does not repeat must not be shown. */
TEST(a_counterexample_that_is_not_repeated_is_our_failure) {
  struct engine graph;
  make_faulty_ring(&graph, 10);
  graph.forgetful = true;
  for (size_t k = 0; k < KINDS; k++) {
    const struct search_config config = {.kind = kinds[k]};
    struct searched searched = {0};
    search_graph(&graph, &config, AMPLE, &searched);
    CHECK(searched.result.end == SEARCH_FAILED);
    CHECK(searched.told.count == 0 && searched.result.violations == 0);
    vec_free(&searched.told);
  }
  graph_clear(&graph);
}

TEST(every_end_has_a_text) {
  for (int end = SEARCH_COMPLETE; end <= SEARCH_FAILED; end++)
    CHECK(search_end_text((enum search_end)end)[0] != '\0');
}

RUN_TESTS(RUN(every_reachable_state_is_expanded_once),
          RUN(a_state_may_have_any_number_of_successors),
          RUN(depth_needs_no_guess), RUN(a_depth_limit_that_cuts_says_so),
          RUN(a_full_store_ends_the_search_without_a_verdict),
          RUN(store_and_stack_share_one_limit),
          RUN(a_time_limit_ends_the_search), RUN(an_interrupt_ends_the_search),
          RUN(progress_is_told_while_the_search_goes_on),
          RUN(equal_violations_are_told_once_and_all_are_counted),
          RUN(enough_violations_end_the_search),
          RUN(one_state_may_have_many_violations),
          RUN(an_initial_state_that_fails_is_a_violation_without_steps),
          RUN(a_counterexample_that_is_not_repeated_is_our_failure),
          RUN(every_end_has_a_text))
