/* Two searches find what one finds, in deep graphs and with little memory. */
#include "search_kit.h"
#include "tap.h"

enum { CHAIN = 20000, EACH = 997, WHOLE_WORDS = 4 };

static const size_t ENOUGH = (size_t)1 << 24;

/* A chain, and next to each of its nodes a short way to a dead end; some of
 * these are violations.  The chain is followed first.
 */
static void make_comb(struct engine *graph) {
  graph_init(graph, 3 * CHAIN);
  for (uint32_t i = 0; i < CHAIN; i++) {
    const uint32_t side = CHAIN + 2 * i;
    if (i + 1 < CHAIN)
      graph_connect(graph, i, i + 1);
    graph_connect(graph, i, side);
    graph_connect(graph, side, side + 1);
    graph->nodes[side + 1].bad_end = i % EACH == 0;
  }
  for (uint32_t i = 0; i < graph->node_count; i++)
    graph->nodes[i].padding = WHOLE_WORDS;
}

static void search_comb(struct engine *graph,
                        enum status (*open)(const struct store_config *config,
                                            struct store **out),
                        struct searched *searched) {
  const struct store_config memory = {.memory_bytes = ENOUGH};
  const struct search_config config = {.kind = SEARCH_DFS};
  const struct observer observer = {.context = searched,
                                    .violation = note_violation};
  struct store *store = NULL;
  searched->graph = graph;
  if (open(&memory, &store) != STATUS_OK ||
      search_run(&config, graph, store, &observer, &searched->result) !=
          STATUS_OK)
    abort();
  store_close(store);
}

static bool all_repeat(const struct searched *searched) {
  for (size_t i = 0; i < searched->told.count; i++)
    if (!searched->told.items[i].repeats)
      return false;
  return true;
}

/* How far along the chain the way to a violation leads. */
static size_t place_of(const struct told *told) {
  return (told->violation.where.offset - CHAIN) / 2;
}

static bool is_whole(const struct engine *graph,
                     const struct searched *searched) {
  return searched->result.end == SEARCH_COMPLETE &&
         searched->result.figures.states == graph->node_count &&
         searched->told.count == (CHAIN + EACH - 1) / EACH &&
         all_repeat(searched);
}

TEST(two_searches_find_all_that_there_is) {
  struct engine graph;
  struct searched searched = {0};
  make_comb(&graph);
  search_comb(&graph, store_open_compact, &searched);
  CHECK(is_whole(&graph, &searched));
  CHECK(graph.expansions >= graph.node_count);
  for (size_t i = 0; i < searched.told.count; i++)
    CHECK(searched.told.items[i].moves ==
          place_of(&searched.told.items[i]) + 2);
  vec_free(&searched.told);
  graph_clear(&graph);
}

/* One search alone would come upon the deepest first. */
TEST(the_second_begins_before_the_first_has_ended) {
  struct engine graph;
  struct searched searched = {0};
  make_comb(&graph);
  search_comb(&graph, store_open_compact, &searched);
  CHECK(place_of(&searched.told.items[0]) < CHAIN / 2);
  vec_free(&searched.told);
  graph_clear(&graph);
}

TEST(they_do_the_same_in_bits) {
  struct engine graph;
  struct searched searched = {0};
  make_comb(&graph);
  search_comb(&graph, store_open_bitstate, &searched);
  CHECK(is_whole(&graph, &searched));
  vec_free(&searched.told);
  graph_clear(&graph);
}

/* States get longer on the way, more than once. */
TEST(states_of_other_lengths_are_found_as_well) {
  struct engine graph;
  struct searched searched = {0};
  make_comb(&graph);
  for (uint32_t i = 0; i < CHAIN; i++)
    if (i % (CHAIN / 5) > CHAIN / 10)
      graph.nodes[i].padding += WORD_SIZE;
  for (uint32_t i = CHAIN; i < graph.node_count; i++)
    if (i % 10000 == 0)
      graph.nodes[i].padding = 1;
  search_comb(&graph, store_open_compact, &searched);
  CHECK(is_whole(&graph, &searched));
  vec_free(&searched.told);
  graph_clear(&graph);
}

static void make_random(struct engine *graph, uint64_t seed) {
  graph_init(graph, 60000);
  graph_randomise(graph, seed, 2);
  graph_connect(graph, 0, 1);
  graph_connect(graph, 1, 2);
  for (uint32_t i = 0; i < graph->node_count; i++) {
    graph->nodes[i].padding = WHOLE_WORDS;
    graph->nodes[i].bad_end = i % 499 == 0;
  }
}

static bool random_graph_agrees(uint64_t seed) {
  struct engine graph;
  struct searched exact = {0}, compact = {0};
  make_random(&graph, seed);
  search_comb(&graph, store_open_hash, &exact);
  search_comb(&graph, store_open_compact, &compact);
  const struct search_figures *one = &exact.result.figures,
                              *two = &compact.result.figures;
  const bool agrees = one->depth > 10000 && two->states == one->states &&
                      two->matched == one->matched &&
                      compact.told.count == exact.told.count &&
                      all_repeat(&compact);
  vec_free(&exact.told);
  vec_free(&compact.told);
  graph_clear(&graph);
  return agrees;
}

TEST(random_graphs_are_searched_as_by_one) {
  for (uint64_t seed = 1; seed <= 4; seed++)
    CHECK(random_graph_agrees(seed));
}

static bool is_same_order(const struct searched *one,
                          const struct searched *two) {
  if (one->told.count != two->told.count)
    return false;
  for (size_t i = 0; i < one->told.count; i++)
    if (one->told.items[i].violation.where.offset !=
        two->told.items[i].violation.where.offset)
      return false;
  return true;
}

/* Engines differ in how well they know what a step changes, and what is known
 * of steps depends on the time.
 */
TEST(whose_turn_it_is_does_not_depend_on_what_an_engine_says_of_a_step) {
  struct engine graph;
  struct searched exact = {0}, vague = {0};
  make_random(&graph, 1);
  for (uint32_t i = 0; i < graph.node_count; i++)
    graph.nodes[i].padding += 4 * WORD_SIZE;
  search_comb(&graph, store_open_compact, &exact);
  graph.may_change = (1 << 6) - 1;
  search_comb(&graph, store_open_compact, &vague);
  CHECK(exact.told.count > 10);
  CHECK(is_same_order(&exact, &vague));
  vec_free(&exact.told);
  vec_free(&vague.told);
  graph_clear(&graph);
}

RUN_TESTS(
    RUN(two_searches_find_all_that_there_is),
    RUN(the_second_begins_before_the_first_has_ended),
    RUN(they_do_the_same_in_bits),
    RUN(states_of_other_lengths_are_found_as_well),
    RUN(random_graphs_are_searched_as_by_one),
    RUN(whose_turn_it_is_does_not_depend_on_what_an_engine_says_of_a_step))
