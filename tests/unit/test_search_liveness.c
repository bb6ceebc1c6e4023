/* The searches for infinite runs against a decomposition of the product.
 *
 * A random graph with labelled nodes and edges that move processes stands for
 * the model, a random automaton for the claim.  The explicit product of both is
 * cut into strongly connected components (Tarjan 1972): there is a violation if
 * one that can be reached has an accepting state and, under weak fairness, lets
 * each process move or has a state in which it cannot; under fairness by labels
 * it has a state for each process where that is at an accept label, has none or
 * is not there.  Some propositions may be events, true of edges instead of
 * nodes.  Every search must give that verdict; and the run it shows, taken as a
 * graph with one path, must itself be violating.
 */
#include "graph_engine.h"
#include "search/claim_shape.h"
#include "search/liveness.h"
#include "tap.h"

enum { ATOMS = 3, MOST_PROCESSES = 4, FEW_NODES = 8, MANY_NODES = 25 };

/* ---- the model as the check sees it: sets of processes are bits ---- */

struct move_to {
  uint32_t to;
  uint32_t movers;
  uint32_t events;
};

struct place {
  uint32_t labels;
  uint32_t enabled;
  uint32_t elsewhere; /* have accept labels and are at none */
  VEC(struct move_to) moves;
};

struct system {
  struct place *places;
  uint32_t count;
  uint32_t events; /* bits: which propositions are events */
};

static void system_init(struct system *system, uint32_t count) {
  system->count = count;
  system->places = memory_alloc(count * sizeof *system->places);
}

static void system_clear(struct system *system) {
  for (uint32_t i = 0; i < system->count; i++)
    vec_free(&system->places[i].moves);
  memory_free(system->places);
}

static void add_move(struct system *system, uint32_t from, uint32_t to,
                     uint32_t movers, uint32_t events) {
  vec_push(&system->places[from].moves,
           ((struct move_to){to, movers, events & system->events}));
}

static uint32_t movers_of(int32_t pid, int32_t partner) {
  return UINT32_C(1) << pid |
         (partner == NO_PROCESS ? 0 : UINT32_C(1) << partner);
}

static bool is_dead_end(const struct node *node) {
  return node->edges.count == 0;
}

/* A node without edges is repeated for ever; a step that fails ends the run. */
static void system_from_graph(struct system *system, const struct engine *graph,
                              bool stutters) {
  system_init(system, graph->node_count);
  system->events = graph->events;
  for (uint32_t i = 0; i < graph->node_count; i++) {
    const struct node *node = &graph->nodes[i];
    struct place *place = &system->places[i];
    place->labels = node->labels & ~graph->events;
    place->elsewhere = graph->with_accept & ~node->at_accept &
                       ((UINT32_C(1) << node->processes) - 1);
    for (size_t e = 0; e < node->edges.count; e++) {
      const struct edge *edge = &node->edges.items[e];
      if (edge->fails)
        continue;
      const uint32_t movers = movers_of(edge->pid, edge->partner);
      place->enabled |= movers;
      add_move(system, i, edge->to, movers, edge->events);
    }
    if (stutters && is_dead_end(node))
      add_move(system, i, i, 0, 0);
  }
}

/* ---- the product and its components ---- */

struct component_search {
  const struct system *system;
  const struct claim *claim;
  enum fairness fairness;
  bool violated;
  uint32_t *number, *low; /* by product state; 0: not seen */
  bool *on_stack;
  uint32_t next;
  VEC(uint32_t) stack;
};

struct product_state {
  uint32_t place, claim;
};

static uint32_t index_of(const struct component_search *search,
                         struct product_state state) {
  return state.place * search->claim->state_count + state.claim;
}

static struct product_state state_at(const struct component_search *search,
                                     uint32_t index) {
  return (struct product_state){index / search->claim->state_count,
                                index % search->claim->state_count};
}

static bool edge_reads(const struct claim_edge *edge, uint32_t labels) {
  for (uint32_t i = 0; i < edge->cube_count; i++)
    if ((labels & edge->cubes[i].yes) == edge->cubes[i].yes &&
        (labels & edge->cubes[i].no) == 0)
      return true;
  return false;
}

/* Whatever the events are? */
static bool edge_reads_any(const struct claim_edge *edge, uint32_t labels,
                           uint32_t events) {
  for (uint32_t i = 0; i < edge->cube_count; i++)
    if (((edge->cubes[i].yes | edge->cubes[i].no) & events) == 0 &&
        (labels & edge->cubes[i].yes) == edge->cubes[i].yes &&
        (labels & edge->cubes[i].no) == 0)
      return true;
  return false;
}

/* The processes whose set a transition belongs to. */
static uint32_t served_by(const struct component_search *search,
                          const struct place *place,
                          const struct move_to *move) {
  switch (search->fairness) {
  case FAIRNESS_NONE:
    return UINT32_MAX;
  case FAIRNESS_WEAK:
    return move->movers | ~place->enabled;
  case FAIRNESS_LABELS:
    return ~place->elsewhere;
  }
  return 0;
}

/* Calls each() for the transitions of a product state. */
static void visit_product(struct component_search *search, uint32_t index,
                          void (*each)(struct component_search *, uint32_t from,
                                       uint32_t to, uint32_t served,
                                       void *context),
                          void *context) {
  const struct product_state state = state_at(search, index);
  const struct place *place = &search->system->places[state.place];
  const struct claim_state *reader = &search->claim->states[state.claim];
  for (uint32_t e = 0; e < reader->edge_count; e++) {
    const struct claim_edge *edge = &reader->edges[e];
    const bool asserts =
        edge->assertion >= 0 && !(place->labels >> edge->assertion & 1);
    const bool ends = asserts || search->claim->states[edge->target].final;
    if (edge_reads_any(edge, place->labels, search->system->events))
      search->violated |= ends;
    for (size_t m = 0; m < place->moves.count; m++) {
      const struct move_to *move = &place->moves.items[m];
      if (!edge_reads(edge, place->labels | move->events))
        continue;
      search->violated |= ends;
      const struct product_state to = {move->to, edge->target};
      each(search, index, index_of(search, to), served_by(search, place, move),
           context);
    }
  }
}

struct component_facts {
  const bool *inside;
  bool accepting, turns;
  uint32_t served; /* processes whose set is met */
};

static void note_transition(struct component_search *search, uint32_t from,
                            uint32_t to, uint32_t served, void *context) {
  struct component_facts *facts = context;
  (void)search, (void)from;
  if (!facts->inside[to])
    return;
  facts->turns = true;
  facts->served |= served;
}

static void judge_component(struct component_search *search,
                            const uint32_t *members, size_t count) {
  const size_t all = (size_t)search->system->count * search->claim->state_count;
  bool *inside = memory_alloc(all * sizeof *inside);
  struct component_facts facts = {.inside = inside};
  for (size_t i = 0; i < count; i++)
    inside[members[i]] = true;
  for (size_t i = 0; i < count; i++) {
    const struct product_state state = state_at(search, members[i]);
    facts.accepting |= search->claim->states[state.claim].accepting;
    visit_product(search, members[i], note_transition, &facts);
  }
  if (facts.turns && facts.accepting && facts.served == UINT32_MAX)
    search->violated = true;
  memory_free(inside);
}

static void explore(struct component_search *search, uint32_t index);

static void follow(struct component_search *search, uint32_t from, uint32_t to,
                   uint32_t served, void *context) {
  (void)served, (void)context;
  uint32_t low;
  if (search->number[to] == 0) {
    explore(search, to);
    low = search->low[to];
  } else if (search->on_stack[to]) {
    low = search->number[to];
  } else {
    return;
  }
  if (low < search->low[from])
    search->low[from] = low;
}

static void explore(struct component_search *search, uint32_t index) {
  const size_t height = search->stack.count;
  search->number[index] = search->low[index] = ++search->next;
  vec_push(&search->stack, index);
  search->on_stack[index] = true;
  visit_product(search, index, follow, NULL);
  if (search->low[index] != search->number[index])
    return;
  for (size_t i = height; i < search->stack.count; i++)
    search->on_stack[search->stack.items[i]] = false;
  judge_component(search, search->stack.items + height,
                  search->stack.count - height);
  search->stack.count = height;
}

static bool is_violated(const struct system *system, const struct claim *claim,
                        enum fairness fairness) {
  const size_t all = (size_t)system->count * claim->state_count;
  struct component_search search = {
      .system = system,
      .claim = claim,
      .fairness = fairness,
      .number = memory_alloc(all * sizeof(uint32_t)),
      .low = memory_alloc(all * sizeof(uint32_t)),
      .on_stack = memory_alloc(all * sizeof(bool))};
  for (uint32_t i = 0; i < claim->initial_count; i++)
    if (search.number[claim->initial[i]] == 0) /* place 0 */
      explore(&search, claim->initial[i]);
  memory_free(search.number);
  memory_free(search.low);
  memory_free(search.on_stack);
  vec_free(&search.stack);
  return search.violated;
}

/* ---- the run that a search shows ---- */

struct shown {
  const struct engine *graph;
  const struct system *system;
  const struct claim *claim;
  enum fairness fairness;
  unsigned runs; /* shown */
  bool real;
};

static void add_place(struct system *run, const struct system *system,
                      uint32_t node) {
  struct place *place = &run->places[run->count++];
  place->labels = system->places[node].labels;
  place->enabled = system->places[node].enabled;
  place->elsewhere = system->places[node].elsewhere;
}

/* The edge that starts at move number *next, or NULL when there is none. */
static const struct edge *read_edge(const struct engine *graph,
                                    const struct trail *trail, size_t *next,
                                    uint32_t node) {
  const uint32_t number = trail_move(trail, *next).transition >> 8;
  if (number >= graph->nodes[node].edges.count)
    return NULL;
  const struct edge *edge = &graph->nodes[node].edges.items[number];
  for (uint32_t i = 0; i < graph_steps(edge); i++, ++*next) {
    const struct move next_move = trail_move(trail, *next);
    const struct move *move = &next_move;
    if (*next == trail->move_count || move->from != node ||
        move->transition != (number << 8 | i) || move->pid != edge->pid ||
        move->partner != edge->partner)
      return NULL;
  }
  return edge;
}

/* Repeats the run as a graph with one path.  False when it is not a run. */
static bool repeat_run(const struct shown *shown, const struct trail *trail,
                       struct system *run) {
  const bool is_cycle = trail_is_cycle(trail);
  uint32_t node = 0, loop_node = 0;
  uint32_t loop = UINT32_MAX;
  add_place(run, shown->system, node);
  for (size_t next = 0; next < trail->move_count;) {
    if (next == trail->loop_start) {
      loop = run->count - 1;
      loop_node = node;
    }
    const struct edge *edge = read_edge(shown->graph, trail, &next, node);
    if (!edge || edge->fails)
      return false;
    const bool closes = is_cycle && next == trail->move_count &&
                        trail->loop_start < trail->move_count;
    const uint32_t here = run->count - 1;
    node = edge->to;
    if (!closes)
      add_place(run, shown->system, node);
    add_move(run, here, closes ? loop : here + 1,
             movers_of(edge->pid, edge->partner), edge->events);
    if (closes)
      return loop != UINT32_MAX && node == loop_node;
  }
  const bool stopped = is_dead_end(&shown->graph->nodes[node]);
  if (stopped && shown->claim->stutters)
    add_move(run, run->count - 1, run->count - 1, 0, 0);
  return is_cycle ? stopped : trail->violation.kind == VIOLATION_CLAIM;
}

static void take_run(void *context, const struct violation *violation,
                     const struct trail *trail) {
  struct shown *shown = context;
  struct system run;
  (void)violation;
  system_init(&run, (uint32_t)trail->move_count + 1);
  run.count = 0;
  run.events = shown->system->events;
  shown->real = repeat_run(shown, trail, &run) &&
                is_violated(&run, shown->claim, shown->fairness);
  shown->runs++;
  run.count = (uint32_t)trail->move_count + 1;
  system_clear(&run);
}

/* ---- random graphs and claims ---- */

static void randomise_edge(struct rng *rng, struct engine *graph,
                           uint32_t from) {
  struct edge *edge =
      graph_connect(graph, from, (uint32_t)rng_below(rng, graph->node_count));
  const uint32_t processes = graph->nodes[from].processes;
  edge->steps = 1 + (uint32_t)rng_below(rng, 2);
  edge->pid = (int32_t)rng_below(rng, processes);
  const int32_t partner = (int32_t)rng_below(rng, processes);
  if (partner != edge->pid && rng_below(rng, 4) == 0)
    edge->partner = partner;
  edge->fails = rng_below(rng, 20) == 0;
  edge->violates = edge->fails;
  edge->events = (uint32_t)rng_below(rng, 1 << ATOMS);
}

static void randomise_graph(struct rng *rng, struct engine *graph,
                            uint32_t most_nodes) {
  graph_init(graph, 1 + (uint32_t)rng_below(rng, most_nodes));
  const uint64_t degree = 2 + rng_below(rng, 3);
  const uint64_t processes = 1 + rng_below(rng, MOST_PROCESSES);
  graph->with_accept = (uint32_t)rng_below(rng, 1 << MOST_PROCESSES) &
                       (uint32_t)rng_below(rng, 1 << MOST_PROCESSES);
  for (uint32_t i = 0; i < graph->node_count; i++) {
    struct node *node = &graph->nodes[i];
    node->padding = (uint8_t)rng_below(rng, 5);
    node->labels = (uint32_t)rng_below(rng, 1 << ATOMS);
    node->processes = 1 + (uint32_t)rng_below(rng, processes);
    node->at_accept = (uint32_t)rng_below(rng, 1 << MOST_PROCESSES);
    for (uint64_t e = rng_below(rng, degree); e > 0; e--)
      randomise_edge(rng, graph, i);
  }
}

static struct claim_cube random_cube(struct rng *rng) {
  struct claim_cube cube = {0, 0};
  for (uint32_t atom = 0; atom < ATOMS; atom++) {
    const uint64_t choice = rng_below(rng, 5);
    cube.yes |= (uint64_t)(choice == 0) << atom;
    cube.no |= (uint64_t)(choice == 1) << atom;
  }
  return cube;
}

static struct claim *random_claim(struct rng *rng) {
  const uint32_t states = 1 + (uint32_t)rng_below(rng, 4);
  const bool has_ends = rng_below(rng, 4) == 0;
  struct claim *claim = claim_open(states);
  for (uint32_t atom = 0; atom < ATOMS; atom++)
    (void)claim_atom(claim, atom);
  for (uint32_t i = 0; i < states; i++) {
    claim->states[i].accepting = rng_below(rng, 3) == 0;
    claim->states[i].final = has_ends && rng_below(rng, 4) == 0;
    for (uint64_t e = rng_below(rng, 4); e > 0; e--) {
      const struct claim_cube cubes[] = {random_cube(rng), random_cube(rng)};
      struct claim_edge *edge =
          claim_add_edge(claim, i, (uint32_t)rng_below(rng, states), cubes,
                         1 + (uint32_t)rng_below(rng, 2));
      if (has_ends && rng_below(rng, 6) == 0)
        edge->assertion = (int32_t)rng_below(rng, ATOMS);
    }
  }
  for (uint64_t i = 1 + rng_below(rng, 2); i > 0; i--)
    claim_add_initial(claim, (uint32_t)rng_below(rng, states));
  claim->stutters = rng_below(rng, 4) > 0;
  return claim;
}

/* ---- the comparison ---- */

/* Searches, and stores they can do with: in the smallest caches heads are lost
 * all the time.
 */
struct choice {
  enum liveness_kind kind;
  struct store_config store;
};
static const struct choice choices[] = {
    {LIVENESS_MAGIC, {.choice = STORE_CHOICE_TREE}},
    {LIVENESS_NESTED_A, {.choice = STORE_CHOICE_TREE}},
    {LIVENESS_NESTED_B, {.choice = STORE_CHOICE_TREE}},
    {LIVENESS_MAGIC, {.choice = STORE_CHOICE_COMPACT}},
    {LIVENESS_NESTED_B, {.choice = STORE_CHOICE_COMPACT}},
    {LIVENESS_MAGIC, {.choice = STORE_CHOICE_BITSTATE, .array_bytes = 1 << 16}},
    {LIVENESS_NESTED_B,
     {.choice = STORE_CHOICE_BITSTATE, .array_bytes = 1 << 16}},
    {LIVENESS_MAGIC, {.choice = STORE_CHOICE_CACHE}},
    {LIVENESS_MAGIC, {.choice = STORE_CHOICE_CACHE, .most_states = 8}},
    {LIVENESS_MAGIC, {.choice = STORE_CHOICE_CACHE, .most_states = 16}},
};
enum { CHOICES = sizeof choices / sizeof choices[0] };

/* Is this no answer, because the path alone filled the store? */
static bool is_too_small(const struct liveness_config *config,
                         const struct search_result *result) {
  return config->store.most_states > 0 && result->end == SEARCH_STACK &&
         result->figures.depth >= config->store.most_states - 1;
}

/* One search; false when it, or the run it shows, is wrong. */
static bool search_agrees(struct engine *graph, struct shown *shown,
                          struct liveness_config config, bool violated) {
  const struct observer observer = {.context = shown, .violation = take_run};
  struct search_result result;
  shown->runs = 0;
  shown->real = false;
  if (liveness_run(&config, graph, &observer, &result) != STATUS_OK)
    return false;
  if (is_too_small(&config, &result))
    return true;
  if (violated)
    return result.end == SEARCH_ENOUGH && result.violations == 1 &&
           shown->runs == 1 && shown->real;
  return result.end == SEARCH_COMPLETE && shown->runs == 0;
}

/* All searches on one pair; counts the violated ones. */
static bool all_agree(struct engine *graph, const struct claim *claim,
                      enum fairness fairness, unsigned *violations) {
  struct system system;
  system_from_graph(&system, graph, claim->stutters);
  const bool violated = is_violated(&system, claim, fairness);
  struct shown shown = {
      .graph = graph, .system = &system, .claim = claim, .fairness = fairness};
  bool agree = true;
  *violations += violated;
  for (size_t k = 0; k < CHOICES; k++)
    for (int classic = 0; classic <= 1; classic++) {
      const struct liveness_config config = {
          .kind = choices[k].kind,
          .store = choices[k].store,
          .claim = claim,
          .fairness = fairness,
          .classic = classic,
          .violation = {.kind = VIOLATION_ACCEPTANCE_CYCLE,
                        .message = "acceptance cycle",
                        .pid = NO_PROCESS}};
      if (search_agrees(graph, &shown, config, violated))
        continue;
      printf("# choice %zu, classic %d: should be %s; %u shown, real %d\n", k,
             classic, violated ? "violated" : "kept", shown.runs, shown.real);
      agree = false;
    }
  system_clear(&system);
  return agree;
}

static const uint64_t PAIRS = 2000;

/* Both verdicts must come up often, or the comparison says little.  What is
 * known of each claim's shape may shorten the searches.
 */
static bool compare_on_random_pairs(enum fairness fairness, uint32_t events,
                                    uint32_t most_nodes) {
  unsigned violations = 0;
  bool agree = true;
  for (uint64_t seed = 1; seed <= PAIRS && agree; seed++) {
    struct rng rng;
    struct engine graph;
    rng_seed(&rng, seed);
    randomise_graph(&rng, &graph, most_nodes);
    graph.events = events;
    struct claim *claim = random_claim(&rng);
    if (seed % 2 == 0)
      claim_recognise(claim, false);
    agree = all_agree(&graph, claim, fairness, &violations);
    if (!agree)
      printf("# seed %d, fairness %d\n", (int)seed, (int)fairness);
    claim_close(claim);
    graph_clear(&graph);
  }
  return agree && violations > PAIRS / 5 && violations < PAIRS * 4 / 5;
}

TEST(every_search_gives_the_verdict_of_a_decomposition) {
  CHECK(compare_on_random_pairs(FAIRNESS_NONE, 0, FEW_NODES));
}

TEST(under_weak_fairness_too) {
  CHECK(compare_on_random_pairs(FAIRNESS_WEAK, 0, FEW_NODES));
}

TEST(under_fairness_by_labels_too) {
  CHECK(compare_on_random_pairs(FAIRNESS_LABELS, 0, FEW_NODES));
}

TEST(propositions_may_be_events) {
  CHECK(compare_on_random_pairs(FAIRNESS_NONE, 1, FEW_NODES));
  CHECK(compare_on_random_pairs(FAIRNESS_NONE, 7, FEW_NODES));
  CHECK(compare_on_random_pairs(FAIRNESS_WEAK, 6, FEW_NODES));
  CHECK(compare_on_random_pairs(FAIRNESS_LABELS, 2, FEW_NODES));
}

/* More nodes than some of the stores have room for. */
TEST(in_larger_graphs_too) {
  CHECK(compare_on_random_pairs(FAIRNESS_NONE, 0, MANY_NODES));
  CHECK(compare_on_random_pairs(FAIRNESS_WEAK, 0, MANY_NODES));
}

/* A cycle 0 1 2 3 4 through 2, the one place where the claim accepts, and then
 * from 2 a bush of so many nodes that a small store has forgotten 3 and 4 when
 * 2 is left: the way back leads through what was forgotten.
 */
TEST(the_way_back_may_have_been_forgotten) {
  enum { CYCLE = 5, BUSH = 120 };
  struct engine graph;
  unsigned violations = 0;
  graph_init(&graph, CYCLE + BUSH);
  for (uint32_t i = 0; i < CYCLE; i++)
    graph_connect(&graph, i, (i + 1) % CYCLE)->pid = 0;
  graph_connect(&graph, 2, CYCLE)->pid = 0;
  for (uint32_t i = 1; i < BUSH; i++)
    graph_connect(&graph, CYCLE + (i - 1) / 3, CYCLE + i)->pid = 0;
  for (uint32_t i = 0; i < CYCLE + BUSH; i++)
    graph.nodes[i].processes = 1;
  graph.nodes[1].labels = 1;
  struct claim *claim = claim_open(2);
  (void)claim_atom(claim, 0);
  for (uint32_t from = 0; from < 2; from++) {
    claim_add_edge(claim, from, 1, &(struct claim_cube){1, 0}, 1);
    claim_add_edge(claim, from, 0, &(struct claim_cube){0, 1}, 1);
  }
  claim->states[1].accepting = true;
  claim_add_initial(claim, 0);
  CHECK(all_agree(&graph, claim, FAIRNESS_NONE, &violations));
  CHECK(violations == 1);
  claim_close(claim);
  graph_clear(&graph);
}

/* Two processes that do nothing: a run in which both of them do is fair, one of
 * the first alone is not, although both look the same by their states.
 */
TEST(a_fair_run_shows_the_process_that_moves) {
  struct engine graph;
  unsigned violations = 0;
  graph_init(&graph, 1);
  graph.nodes[0].processes = 2;
  graph_connect(&graph, 0, 0)->pid = 0;
  graph_connect(&graph, 0, 0)->pid = 1;
  struct claim *claim = claim_open(1);
  claim_add_edge(claim, 0, 0, &(struct claim_cube){0, 0}, 1);
  claim->states[0].accepting = true;
  claim_add_initial(claim, 0);
  CHECK(all_agree(&graph, claim, FAIRNESS_WEAK, &violations));
  CHECK(violations == 1);
  claim_close(claim);
  graph_clear(&graph);
}

RUN_TESTS(RUN(every_search_gives_the_verdict_of_a_decomposition),
          RUN(under_weak_fairness_too), RUN(under_fairness_by_labels_too),
          RUN(propositions_may_be_events), RUN(in_larger_graphs_too),
          RUN(the_way_back_may_have_been_forgotten),
          RUN(a_fair_run_shows_the_process_that_moves))
