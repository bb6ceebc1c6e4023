/* Searches in stores that forget states or take some for others.
 *
 * Some dead ends of a graph are violations, each of its own, so a search that
 * visits everything tells exactly those that can be reached.
 */
#include "process_limit.h"
#include "search_kit.h"
#include "tap.h"

enum { FEW = 100 }; /* violations of a graph, at most */

static struct searched search_by(struct engine *graph,
                                 const struct store_config *store_config,
                                 const struct search_config *config) {
  struct searched searched = {.graph = graph};
  struct store *store = NULL;
  const struct observer observer = {.context = &searched,
                                    .violation = note_violation};
  if (store_open(store_config, &store) != STATUS_OK ||
      search_run(config, graph, store, &observer, &searched.result) !=
          STATUS_OK)
    abort();
  store_close(store);
  return searched;
}

static struct searched search_in(struct engine *graph,
                                 const struct store_config *store_config,
                                 enum search_kind kind) {
  return search_by(graph, store_config, &(struct search_config){.kind = kind});
}

static struct engine random_graph(uint64_t seed, uint32_t nodes,
                                  uint32_t degree) {
  struct engine graph;
  graph_init(&graph, nodes);
  graph_randomise(&graph, seed, degree);
  for (uint32_t i = 0; i < nodes; i += 1 + nodes / FEW)
    graph.nodes[i].bad_end = true;
  return graph;
}

/* A tree of two children a node, with edges across that lead down: many states,
 * short paths.
 */
static struct engine bushy_graph(uint64_t seed, uint32_t nodes) {
  struct engine graph;
  struct rng rng;
  rng_seed(&rng, seed);
  graph_init(&graph, nodes);
  for (uint32_t i = 0; i < nodes; i++) {
    graph.nodes[i].bad_end = i % (1 + nodes / FEW) == 0;
    for (uint32_t child = 2 * i + 1; child <= 2 * i + 2 && child < nodes;
         child++)
      graph_connect(&graph, i, child);
    if (i + 1 < nodes && rng_below(&rng, 8) == 0)
      graph_connect(&graph, i,
                    i + 1 + (uint32_t)rng_below(&rng, nodes - i - 1));
  }
  return graph;
}

struct census {
  uint32_t states, dead_ends;
};

static struct census count_reachable(const struct engine *graph) {
  struct census census = {0};
  uint32_t *distance = graph_distances(graph);
  for (uint32_t i = 0; i < graph->node_count; i++) {
    census.states += distance[i] != UINT32_MAX;
    census.dead_ends += distance[i] != UINT32_MAX && graph->nodes[i].bad_end &&
                        graph->nodes[i].edges.count == 0;
  }
  memory_free(distance);
  return census;
}

static bool all_repeat(const struct searched *searched) {
  for (size_t i = 0; i < searched->told.count; i++)
    if (!searched->told.items[i].repeats)
      return false;
  return true;
}

/* Did the search see everything?  No dead end is told twice. */
static bool found_all(const struct searched *searched, struct census census) {
  return searched->result.end == SEARCH_COMPLETE &&
         searched->told.count == census.dead_ends && all_repeat(searched);
}

/* ---- replacement ---- */

TEST(a_cache_with_room_for_all_states_expands_each_once) {
  for (uint64_t seed = 1; seed <= 8; seed++) {
    struct engine graph = random_graph(seed, 3000, 2);
    const struct census census = count_reachable(&graph);
    const struct store_config store = {.choice = STORE_CHOICE_CACHE,
                                       .memory_bytes = AMPLE};
    struct searched searched = search_in(&graph, &store, SEARCH_DFS);
    CHECK(found_all(&searched, census) && searched.result.exact);
    CHECK(searched.result.figures.states == census.states);
    CHECK(searched.result.figures.replaced == 0);
    vec_free(&searched.told);
    graph_clear(&graph);
  }
}

/* What is said of a small graph is true whatever is forgotten; when the path
 * does not fit, that is said.
 */
TEST(a_small_cache_misses_nothing) {
  unsigned complete = 0, replaced = 0;
  for (uint64_t seed = 1; seed <= 600; seed++) {
    struct engine graph = random_graph(seed, 20 + seed % 20, 1 + seed % 2);
    const struct census census = count_reachable(&graph);
    const struct store_config store = {.choice = STORE_CHOICE_CACHE,
                                       .memory_bytes = AMPLE,
                                       .replacement =
                                           (enum replacement)(seed % 6),
                                       .seed = seed,
                                       .most_states = 8 + 8 * (seed % 3)};
    struct searched searched = search_in(&graph, &store, SEARCH_DFS);
    if (searched.result.end != SEARCH_STACK)
      CHECK(found_all(&searched, census));
    complete += searched.result.end == SEARCH_COMPLETE;
    replaced += searched.result.figures.replaced > 0;
    vec_free(&searched.told);
    graph_clear(&graph);
  }
  printf("# %u complete, %u of all with replacement\n", complete, replaced);
  CHECK(complete > 300 && replaced > 100);
}

/* The store learns to write states in another way while it forgets them. */
TEST(a_cache_forgets_while_it_learns) {
  for (uint64_t seed = 1; seed <= 5; seed++) {
    struct engine graph = bushy_graph(seed, 20000);
    const struct census census = count_reachable(&graph);
    const struct store_config store = {.choice = STORE_CHOICE_CACHE,
                                       .memory_bytes = AMPLE,
                                       .replacement =
                                           (enum replacement)(seed % 6),
                                       .most_states = 1000 + 1500 * (seed % 3)};
    struct searched searched = search_in(&graph, &store, SEARCH_DFS);
    CHECK(found_all(&searched, census));
    CHECK(searched.result.figures.states >= census.states);
    CHECK(searched.result.figures.replaced > 0);
    vec_free(&searched.told);
    graph_clear(&graph);
  }
}

static enum search_end search_chain(uint32_t nodes, uint64_t most_states,
                                    enum replacement replacement) {
  struct engine graph;
  graph_init(&graph, nodes);
  for (uint32_t i = 0; i + 1 < nodes; i++)
    graph_connect(&graph, i, i + 1);
  const struct store_config store = {.choice = STORE_CHOICE_CACHE,
                                     .memory_bytes = AMPLE,
                                     .replacement = replacement,
                                     .most_states = most_states};
  struct searched searched = search_in(&graph, &store, SEARCH_DFS);
  vec_free(&searched.told);
  graph_clear(&graph);
  return searched.result.end;
}

/* By worth, most states of the path may be forgotten, but not all. */
TEST(a_path_longer_than_the_cache_is_reported) {
  CHECK(search_chain(100, 16, REPLACE_RANDOM) == SEARCH_STACK);
  CHECK(search_chain(100, 16, REPLACE_WORTH) == SEARCH_COMPLETE);
  CHECK(search_chain(1000, 16, REPLACE_WORTH) == SEARCH_STACK);
}

/* The search must not go round for ever though the cycle does not fit. */
TEST(a_cycle_longer_than_the_cache_is_cut) {
  enum { NODES = 400 };
  struct engine graph;
  graph_init(&graph, NODES);
  for (uint32_t i = 0; i < NODES; i++)
    graph_connect(&graph, i, (i + 1) % NODES);
  const struct store_config store = {
      .choice = STORE_CHOICE_CACHE, .memory_bytes = AMPLE, .most_states = 64};
  struct searched searched = search_in(&graph, &store, SEARCH_DFS);
  CHECK(searched.result.end == SEARCH_COMPLETE);
  CHECK(searched.result.figures.replaced > 0);
  vec_free(&searched.told);
  graph_clear(&graph);
}

/* ---- an archive ---- */

static struct store_config archived(uint64_t seed, uint64_t most_states) {
  return (struct store_config){.choice = STORE_CHOICE_CACHE,
                               .memory_bytes = AMPLE,
                               .replacement = (enum replacement)(seed % 6),
                               .seed = seed,
                               .most_states = most_states,
                               .archive_bytes = 3000 << 2 * (seed % 4)};
}

/* Is it as if nothing had been forgotten? */
static bool expanded_each_once(const struct searched *searched,
                               struct engine *graph, struct census census) {
  const struct store_config tree = {.memory_bytes = AMPLE};
  struct searched exact = search_in(graph, &tree, SEARCH_DFS);
  const struct search_figures *figures = &searched->result.figures;
  const bool agrees = found_all(searched, census) &&
                      figures->states == census.states &&
                      figures->transitions == exact.result.figures.transitions;
  vec_free(&exact.told);
  return agrees;
}

TEST(with_an_archive_each_state_is_expanded_once) {
  uint64_t archived_states = 0;
  for (uint64_t seed = 1; seed <= 200; seed++) {
    struct engine graph = random_graph(seed, 20 + seed % 7 * 300, 1 + seed % 3);
    const struct census census = count_reachable(&graph);
    const struct store_config store = archived(seed, 8 + 8 * (seed % 5));
    struct searched searched = search_in(&graph, &store, SEARCH_DFS);
    CHECK(expanded_each_once(&searched, &graph, census));
    archived_states += searched.result.figures.archived;
    vec_free(&searched.told);
    graph_clear(&graph);
  }
  printf("# %llu states archived\n", (unsigned long long)archived_states);
  CHECK(archived_states > 10000);
}

/* The names of states in the archive, and of those that wait, change. */
TEST(an_archive_follows_what_the_store_learns) {
  uint64_t archived_states = 0;
  for (uint64_t seed = 1; seed <= 12; seed++) {
    struct engine graph =
        seed % 2 ? bushy_graph(seed, 20000) : random_graph(seed, 20000, 3);
    const struct census census = count_reachable(&graph);
    const struct store_config store = archived(seed, 100 + 900 * (seed % 3));
    struct searched searched = search_in(&graph, &store, SEARCH_DFS);
    CHECK(expanded_each_once(&searched, &graph, census));
    archived_states += searched.result.figures.archived;
    vec_free(&searched.told);
    graph_clear(&graph);
  }
  CHECK(archived_states > 100000);
}

TEST(with_an_archive_a_path_may_be_longer_than_the_cache) {
  enum { NODES = 20000 };
  for (uint64_t seed = 0; seed < 6; seed++) {
    struct engine graph;
    graph_init(&graph, NODES);
    for (uint32_t i = 0; i < NODES; i++)
      graph_connect(&graph, i, (i + 1) % NODES);
    const struct store_config store = archived(seed, 16);
    struct searched searched = search_in(&graph, &store, SEARCH_DFS);
    CHECK(searched.result.end == SEARCH_COMPLETE);
    CHECK(searched.result.figures.states == NODES);
    vec_free(&searched.told);
    graph_clear(&graph);
  }
}

/* The verdict is the same, though states are expanded again from then on. */
TEST(a_full_disk_costs_no_verdict) {
  unsigned failed = 0;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    struct engine graph =
        seed % 2 ? bushy_graph(seed, 3000) : random_graph(seed, 40, 2);
    const struct census census = count_reachable(&graph);
    struct store_config store = archived(seed, seed % 2 ? 1500 : 24);
    store.replacement = REPLACE_WORTH;
    store.archive_bytes = 1000;
    limit_files(seed % 2 ? 128 * seed : 0);
    struct searched searched = search_in(&graph, &store, SEARCH_DFS);
    limit_files(RLIM_INFINITY);
    CHECK(found_all(&searched, census));
    CHECK(searched.result.figures.states >= census.states);
    failed += searched.result.figures.archive_problem != 0;
    vec_free(&searched.told);
    graph_clear(&graph);
  }
  printf("# %u of 60 archives failed\n", failed);
  CHECK(failed > 20);
}

/* A tree: each state has one depth, whatever the order of the search. */
TEST(with_an_archive_a_limit_on_depth_is_kept) {
  enum { NODES = 4095, DEPTH = 11 };
  struct engine graph;
  graph_init(&graph, NODES);
  for (uint32_t i = 1; i < NODES; i++)
    graph_connect(&graph, (i - 1) / 2, i);
  for (uint64_t depth = 1; depth <= DEPTH; depth++) {
    const struct store_config store = archived(depth, 16);
    struct searched searched =
        search_by(&graph, &store, &(struct search_config){.max_depth = depth});
    const struct search_result *result = &searched.result;
    CHECK(result->end == (depth < DEPTH ? SEARCH_DEPTH : SEARCH_COMPLETE));
    CHECK(result->figures.states == (UINT64_C(2) << depth) - 1);
    CHECK(result->figures.depth == depth);
    vec_free(&searched.told);
  }
  graph_clear(&graph);
}

/* ---- fingerprints and bits ---- */

TEST(long_fingerprints_lose_nothing) {
  static const uint32_t sizes[] = {40, 64, 100, 128};
  for (uint64_t seed = 1; seed <= 8; seed++) {
    struct engine graph = random_graph(seed, 5000, 2);
    const struct census census = count_reachable(&graph);
    const struct store_config store = {.choice = STORE_CHOICE_COMPACT,
                                       .memory_bytes = AMPLE,
                                       .seed = seed,
                                       .fingerprint_bits = sizes[seed % 4]};
    struct searched searched =
        search_in(&graph, &store, seed % 3 == 0 ? SEARCH_BFS : SEARCH_DFS);
    CHECK(found_all(&searched, census) && !searched.result.exact);
    CHECK(searched.result.figures.states == census.states);
    CHECK(searched.result.figures.omissions < 1e-3);
    vec_free(&searched.told);
    graph_clear(&graph);
  }
}

/* With an array that is near, and with one that is not. */
TEST(many_bits_lose_nothing) {
  for (uint64_t seed = 1; seed <= 16; seed++) {
    struct engine graph = random_graph(seed, 3000, 2);
    const struct census census = count_reachable(&graph);
    const struct store_config store = {.choice = STORE_CHOICE_BITSTATE,
                                       .memory_bytes = AMPLE,
                                       .array_bytes =
                                           seed <= 8 ? 1 << 20 : 1 << 18,
                                       .seed = seed,
                                       .hash_functions = 4 + seed % 12,
                                       .bit_layout = seed % 3};
    struct searched searched =
        search_in(&graph, &store, seed % 3 == 0 ? SEARCH_BFS : SEARCH_DFS);
    CHECK(found_all(&searched, census) && !searched.result.exact);
    CHECK(searched.result.figures.states == census.states);
    vec_free(&searched.told);
    graph_clear(&graph);
  }
}

/* A path with a side branch at each of its nodes: the search is at its far end
 * before it turns to the first of them.
 */
static struct engine ladder(uint32_t nodes) {
  struct engine graph;
  graph_init(&graph, nodes);
  for (uint32_t i = 0; i + 2 < nodes; i += 2) {
    graph_connect(&graph, i, i + 2);
    graph_connect(&graph, i, i + 1);
    graph.nodes[i + 1].bad_end = i % (nodes / 2) == 0;
  }
  return graph;
}

/* With little memory most of the stack is named, with less all of it is. */
TEST(what_waits_in_a_deep_stack_is_not_lost) {
  static const size_t limits[] = {3 << 21, 1 << 23, 3 << 22, 0};
  for (unsigned i = 0; i < 8; i++) {
    struct engine graph = ladder(200000);
    const struct census census = count_reachable(&graph);
    const struct store_config store = {.choice = STORE_CHOICE_BITSTATE,
                                       .memory_bytes = AMPLE,
                                       .array_bytes = 1 << 21,
                                       .hash_functions = 8,
                                       .seed = i,
                                       .bit_layout = BITS_SPREAD};
    const struct search_config config = {.max_bytes = limits[i % 4],
                                         .order_seed = i / 4};
    struct searched searched = search_by(&graph, &store, &config);
    CHECK(found_all(&searched, census));
    CHECK(searched.result.figures.states == census.states);
    vec_free(&searched.told);
    graph_clear(&graph);
  }
}

/* In a star each node is found or omitted by itself, so omissions can be
 * counted.
 */
TEST(few_bits_lose_about_what_is_expected) {
  enum { LEAVES = 20000 };
  for (unsigned i = 0; i < 12; i++) {
    struct engine graph;
    graph_init(&graph, LEAVES + 1);
    for (uint32_t leaf = 1; leaf <= LEAVES; leaf++)
      graph_connect(&graph, 0, leaf);
    const struct store_config store = {.choice = STORE_CHOICE_BITSTATE,
                                       .memory_bytes = AMPLE,
                                       .array_bytes = 8192 << i % 3,
                                       .seed = i,
                                       .hash_functions = 1 + i % 5,
                                       .bit_layout = i % 3};
    struct searched searched = search_in(&graph, &store, SEARCH_DFS);
    const struct search_figures *figures = &searched.result.figures;
    const double lost = LEAVES + 1 - (double)figures->states;
    CHECK(lost > 0.9 * figures->omissions - 20 &&
          lost < 1.1 * figures->omissions + 20);
    vec_free(&searched.told);
    graph_clear(&graph);
  }
}

RUN_TESTS(RUN(a_cache_with_room_for_all_states_expands_each_once),
          RUN(a_small_cache_misses_nothing),
          RUN(a_cache_forgets_while_it_learns),
          RUN(a_path_longer_than_the_cache_is_reported),
          RUN(a_cycle_longer_than_the_cache_is_cut),
          RUN(with_an_archive_each_state_is_expanded_once),
          RUN(an_archive_follows_what_the_store_learns),
          RUN(with_an_archive_a_path_may_be_longer_than_the_cache),
          RUN(a_full_disk_costs_no_verdict),
          RUN(with_an_archive_a_limit_on_depth_is_kept),
          RUN(long_fingerprints_lose_nothing), RUN(many_bits_lose_nothing),
          RUN(what_waits_in_a_deep_stack_is_not_lost),
          RUN(few_bits_lose_about_what_is_expected))
