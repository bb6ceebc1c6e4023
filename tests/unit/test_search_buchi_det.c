/* The search for runs that a deterministic automaton does not accept.
 *
 * Random graphs stand for models, random deterministic automata for properties.
 * Whether there is a bad run is decided three times: by the search; by the
 * magic search for what the complement accepts; and on the explicit product of
 * graph and automaton, where some set of marks is met by no edge of a strongly
 * connected part.  The run that is shown must be one of the graph, and the
 * automaton must not accept its word, or no word that begins like it.
 */
#include "graph_engine.h"
#include "ltl/watch.h"
#include "ltl_kit.h"
#include "random_automaton.h"
#include "search/formula_claim.h"
#include "search/liveness.h"
#include "tap.h"

/* ---- the explicit product ---- */

struct explicit_product {
  const struct engine *graph;
  const struct automaton *automaton;
  bool stutters;
  size_t count;
  bool *steps; /* count * count: those without a certain mark */
};

/* One state more, for what the automaton cannot follow. */
static size_t product_index(const struct explicit_product *product,
                            uint32_t node, uint32_t state) {
  return (size_t)node * (product->automaton->state_count + 1) + state;
}

static const struct automaton_edge *edge_for(const struct automaton *automaton,
                                             uint32_t state, uint64_t letter) {
  for (uint32_t e = 0; e < automaton->edge_count; e++)
    if (automaton->edges[e].from == state &&
        automaton_enabled(automaton, &automaton->edges[e], letter))
      return &automaton->edges[e];
  return NULL;
}

static void add_steps(struct explicit_product *product, uint32_t node,
                      uint32_t state, uint64_t without) {
  const struct node *at = &product->graph->nodes[node];
  const uint32_t lost = product->automaton->state_count;
  const struct automaton_edge *edge =
      state == lost ? NULL : edge_for(product->automaton, state, at->labels);
  if (edge && (edge->marks & without))
    return;
  bool *row =
      &product->steps[product_index(product, node, state) * product->count];
  const uint32_t next = edge ? edge->to : lost;
  for (size_t e = 0; e < at->edges.count; e++)
    if (!at->edges.items[e].fails)
      row[product_index(product, at->edges.items[e].to, next)] = true;
  if (product->stutters && at->edges.count == 0)
    row[product_index(product, node, next)] = true;
}

/* Fills in the steps without this mark, and what can be reached by them. */
static void close_steps(struct explicit_product *product, uint64_t without) {
  const size_t n = product->count;
  memset(product->steps, 0, n * n);
  for (uint32_t node = 0; node < product->graph->node_count; node++)
    for (uint32_t q = 0; q <= product->automaton->state_count; q++)
      add_steps(product, node, q, without);
  for (size_t via = 0; via < n; via++)
    for (size_t from = 0; from < n; from++)
      if (product->steps[from * n + via])
        for (size_t to = 0; to < n; to++)
          product->steps[from * n + to] |= product->steps[via * n + to];
}

/* Can a cycle be reached that does without some set of marks? */
static bool has_bad_run(const struct engine *graph,
                        const struct automaton *automaton, bool stutters) {
  struct explicit_product product = {graph, automaton, stutters, 0, NULL};
  const size_t n = product.count =
      (size_t)graph->node_count * (automaton->state_count + 1);
  product.steps = memory_alloc(n * n);
  bool *reached = memory_alloc(n);
  close_steps(&product, 0);
  memcpy(reached, &product.steps[product_index(&product, 0, 0) * n], n);
  reached[product_index(&product, 0, 0)] = true;
  bool found = false;
  for (size_t i = 0; i < n; i++) /* a cycle of those that are lost */
    found |= i % (automaton->state_count + 1) == automaton->state_count &&
             reached[i] && product.steps[i * n + i];
  for (uint32_t set = 0; set < automaton->set_count; set++) {
    close_steps(&product, UINT64_C(1) << set);
    for (size_t i = 0; i < n; i++)
      found |= reached[i] && product.steps[i * n + i];
  }
  memory_free(product.steps);
  memory_free(reached);
  return found;
}

/* ---- the complement as a claim ---- */

/* A run of it follows the good claim, and from some point on stays among states
 * that do not accept: those are in a second copy.
 */
static struct claim *complement(const struct claim *good) {
  const uint32_t states = good->state_count;
  struct claim *bad = claim_open(2 * states);
  for (uint32_t i = 0; i < good->atom_count; i++)
    (void)claim_atom(bad, good->atoms[i]);
  for (uint32_t i = 0; i < states; i++) {
    bad->states[i].final = good->states[i].final;
    bad->states[states + i].accepting = !good->states[i].accepting;
    for (uint32_t e = 0; e < good->states[i].edge_count; e++) {
      const struct claim_edge *edge = &good->states[i].edges[e];
      const bool stays = !good->states[edge->target].accepting;
      claim_add_edge(bad, i, edge->target, edge->cubes, edge->cube_count);
      for (uint32_t copy = 0; copy <= 1 && stays; copy++)
        if (copy == 0 || !good->states[i].accepting)
          claim_add_edge(bad, copy * states + i, states + edge->target,
                         edge->cubes, edge->cube_count);
    }
  }
  claim_add_initial(bad, good->initial[0]);
  bad->stutters = good->stutters;
  return bad;
}

/* ---- the run that is shown ---- */

struct shown {
  const struct engine *graph;
  const struct automaton *automaton;
  struct rng *rng;
  unsigned runs;
  unsigned forgetful; /* answers of stores that had forgotten something */
  bool real;
};

typedef VEC(uint64_t) letter_list;

/* The letters of the run's states; *loop is where the cycle begins.  A run that
 * has stopped goes round in its last state.
 */
static bool read_word(const struct engine *graph, const struct trail *trail,
                      letter_list *letters, size_t *loop, bool *stopped) {
  uint32_t node = 0;
  *loop = SIZE_MAX;
  for (size_t next = 0; next < trail->move_count;) {
    const uint32_t number = trail_move(trail, next).transition >> 8;
    if (next == trail->loop_start)
      *loop = letters->count;
    vec_push(letters, graph->nodes[node].labels);
    if (number >= graph->nodes[node].edges.count ||
        graph->nodes[node].edges.items[number].fails)
      return false;
    next += graph_steps(&graph->nodes[node].edges.items[number]);
    node = graph->nodes[node].edges.items[number].to;
  }
  if (*loop != SIZE_MAX)
    return true;
  *loop = letters->count;
  *stopped = graph->nodes[node].edges.count == 0;
  vec_push(letters, graph->nodes[node].labels);
  return true;
}

/* Is no word accepted that begins like this?  A few are tried. */
static bool is_lost(struct shown *shown, letter_list *letters) {
  const size_t count = letters->count;
  for (int i = 0; i < 20; i++) {
    uint64_t tail[LONGEST_LASSO];
    const struct lasso random = random_lasso(shown->rng, tail);
    letters->count = count;
    for (size_t k = 0; k < random.length; k++)
      vec_push(letters, tail[k]);
    const struct lasso word = {letters->items, letters->count,
                               count + random.loop};
    if (automaton_accepts(shown->automaton, &word))
      return false;
  }
  return true;
}

static void take_run(void *context, const struct violation *violation,
                     const struct trail *trail) {
  struct shown *shown = context;
  letter_list letters = {0};
  size_t loop;
  bool stopped = false;
  shown->runs++;
  shown->real = read_word(shown->graph, trail, &letters, &loop, &stopped);
  if (violation->kind == VIOLATION_CLAIM && !stopped) {
    shown->real = shown->real && is_lost(shown, &letters);
  } else if (shown->real) {
    const struct lasso word = {letters.items, letters.count, loop};
    shown->real = !automaton_accepts(shown->automaton, &word);
  }
  vec_free(&letters);
}

/* ---- the comparison ---- */

/* One search; *answers: it had room enough to end with a verdict. */
static bool search_in(enum liveness_kind kind, const struct claim *claim,
                      bool classic, const struct store_config *store,
                      struct engine *graph, struct shown *shown, bool *agrees,
                      bool *answers) {
  const struct liveness_config config = {
      .kind = kind,
      .store = *store,
      .claim = claim,
      .classic = classic,
      .violation = {.kind = VIOLATION_ACCEPTANCE_CYCLE,
                    .message = "bad run",
                    .pid = NO_PROCESS}};
  const struct observer observer = {.context = shown, .violation = take_run};
  struct search_result result = {0};
  shown->runs = 0;
  shown->real = true;
  const enum status status = liveness_run(&config, graph, &observer, &result);
  *answers = result.end != SEARCH_STACK;
  shown->forgetful += *answers && result.figures.replaced > 0;
  *agrees &= status == STATUS_OK && shown->real &&
             (result.end == SEARCH_COMPLETE ||
              (result.end == SEARCH_ENOUGH && shown->runs == 1) ||
              (!*answers && store->most_states > 0));
  return result.end == SEARCH_ENOUGH;
}

static bool search_finds(enum liveness_kind kind, const struct claim *claim,
                         bool classic, struct engine *graph,
                         struct shown *shown, bool *agrees) {
  static const struct store_config exact = {.choice = STORE_CHOICE_TREE};
  bool answers;
  return search_in(kind, claim, classic, &exact, graph, shown, agrees,
                   &answers);
}

/* Caches so small that heads are lost all the time say the same, if anything.
 */
static bool caches_agree(const struct claim *good, struct engine *graph,
                         struct shown *shown, bool expected) {
  bool agree = true;
  for (unsigned i = 0; i < 8; i++) {
    const struct store_config cache = {.choice = STORE_CHOICE_CACHE,
                                       .most_states = i / 2 * 4,
                                       .replacement = i % 2 ? REPLACE_RANDOM
                                                            : REPLACE_WORTH};
    bool answers;
    const bool found = search_in(LIVENESS_BUCHI_DET, good, i % 4 > 1, &cache,
                                 graph, shown, &agree, &answers);
    agree &= !answers || found == expected;
  }
  return agree;
}

static void randomise_graph(struct rng *rng, struct engine *graph,
                            uint32_t most_nodes) {
  graph_init(graph, 1 + (uint32_t)rng_below(rng, most_nodes));
  const uint64_t degree = 2 + rng_below(rng, 3);
  for (uint32_t i = 0; i < graph->node_count; i++) {
    struct node *node = &graph->nodes[i];
    node->padding = (uint8_t)rng_below(rng, 5);
    node->labels = (uint32_t)rng_below(rng, RANDOM_LETTERS);
    node->processes = 1;
    for (uint64_t e = rng_below(rng, degree); e > 0; e--) {
      struct edge *edge =
          graph_connect(graph, i, (uint32_t)rng_below(rng, graph->node_count));
      edge->steps = 1 + (uint32_t)rng_below(rng, 2);
      edge->fails = rng_below(rng, 20) == 0;
      edge->violates = edge->fails;
    }
  }
}

/* Finite violations count by themselves unless only infinite runs do; then the
 * explicit product must give the same verdict.
 */
static bool all_agree(struct engine *graph, struct shown *shown,
                      bool infinite_only, unsigned *violations) {
  struct automaton *watch = automaton_watch(shown->automaton);
  struct claim *good = claim_from_watch(watch);
  good->stutters = rng_below(shown->rng, 4) > 0;
  for (uint32_t i = 0; i < good->state_count && infinite_only; i++)
    good->states[i].final = false;
  struct claim *bad = complement(good);
  bool agrees = true;
  const bool expected =
      search_finds(LIVENESS_MAGIC, bad, false, graph, shown, &agrees);
  for (int classic = 0; classic <= 1; classic++)
    agrees &= search_finds(LIVENESS_BUCHI_DET, good, classic, graph, shown,
                           &agrees) == expected;
  agrees &= caches_agree(good, graph, shown, expected);
  if (infinite_only)
    agrees &= has_bad_run(graph, shown->automaton, good->stutters) == expected;
  *violations += expected;
  claim_close(bad);
  claim_close(good);
  automaton_close(watch);
  return agrees;
}

static const uint64_t PAIRS = 3000;

/* Both verdicts must come up often, or the comparison says little. */
static bool compare_on_random_pairs(bool infinite_only) {
  unsigned violations = 0, forgetful = 0;
  bool agree = true;
  for (uint64_t seed = 1; seed <= PAIRS && agree; seed++) {
    struct rng rng;
    struct engine graph;
    rng_seed(&rng, seed);
    randomise_graph(&rng, &graph, infinite_only ? 10 : 40);
    struct automaton *automaton = random_deterministic(&rng);
    struct shown shown = {.graph = &graph, .automaton = automaton, .rng = &rng};
    agree = all_agree(&graph, &shown, infinite_only, &violations);
    forgetful += shown.forgetful;
    if (!agree)
      printf("# seed %d, infinite only %d\n", (int)seed, infinite_only);
    automaton_close(automaton);
    graph_clear(&graph);
  }
  if (agree)
    printf("# %u of %u violated; %u answers with replacement\n", violations,
           (unsigned)PAIRS, forgetful);
  return agree && violations > PAIRS / 5 && violations < PAIRS * 4 / 5 &&
         forgetful > PAIRS / 20;
}

TEST(the_verdict_is_that_of_the_complement_and_of_a_decomposition) {
  CHECK(compare_on_random_pairs(true));
}

TEST(a_violation_that_a_prefix_shows_is_found_as_well) {
  CHECK(compare_on_random_pairs(false));
}

/* v -> f -> u -> v, and v -> u: on the way through f, u is met first, and the
 * step back to v closes a cycle with f in it.  The cycle without f must be
 * found all the same.
 */
TEST(a_cycle_is_not_hidden_behind_a_good_state) {
  enum { V, F, U };
  struct rng rng;
  struct engine graph;
  struct ltl_kit kit;
  rng_seed(&rng, 1);
  graph_init(&graph, 3);
  graph.nodes[F].labels = 1;
  for (uint32_t i = V; i <= U; i++)
    graph.nodes[i].processes = 1;
  graph_connect(&graph, V, F);
  graph_connect(&graph, V, U);
  graph_connect(&graph, F, U);
  graph_connect(&graph, U, V);
  CHECK(kit_parse(&kit, "[]<>f") == STATUS_OK);
  struct automaton *automaton =
      kit_translate(&kit, kit.parsed.formula, false, false);
  struct automaton *watch = automaton_watch(automaton);
  struct claim *good = claim_from_watch(watch);
  struct shown shown = {.graph = &graph, .automaton = automaton, .rng = &rng};
  bool agrees = true;
  CHECK(search_finds(LIVENESS_BUCHI_DET, good, false, &graph, &shown, &agrees));
  CHECK(agrees);
  claim_close(good);
  automaton_close(watch);
  automaton_close(automaton);
  kit_clear(&kit);
  graph_clear(&graph);
}

RUN_TESTS(RUN(the_verdict_is_that_of_the_complement_and_of_a_decomposition),
          RUN(a_violation_that_a_prefix_shows_is_found_as_well),
          RUN(a_cycle_is_not_hidden_behind_a_good_state))
