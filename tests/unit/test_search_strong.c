/* Strong fairness, on small random graphs and against brute force.
 *
 * A model is a graph whose edges say who moves; its one proposition is a bit of
 * each node, or of each edge when it is an event.  A run that is shown must be
 * a run of the graph, fair, and accepted by the claim; when none is shown there
 * is no set of product states that a fair accepted run could visit for ever.
 */
#include "search/liveness.h"

#include "base/rng.h"
#include "base/vec.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 8, MOST_EDGES = 4, MOST_PROCESSES = 3, PARTNERS = 12 };

/* ---- a graph as an engine ---- */

struct edge {
  uint32_t to;
  int32_t pid, partner;
  bool holds; /* the event */
};

struct node {
  struct edge edges[MOST_EDGES];
  uint32_t edge_count;
  bool holds;
};

struct engine {
  struct node nodes[MOST_NODES];
  uint32_t node_count;
  bool has_counter; /* as many states as a number has: for limits */
  bool has_event;   /* the proposition is about steps */
};

static const uint32_t COUNTER_END = 200000;

bool engine_initial(struct engine *engine, const uint8_t **state,
                    size_t *length, struct violation *violation) {
  static const uint8_t first[sizeof(uint32_t)];
  (void)engine, (void)violation;
  *state = first;
  *length = sizeof first;
  return true;
}

const struct engine_watch *engine_watch(struct engine *engine,
                                        const struct engine_watch *watch) {
  (void)engine, (void)watch;
  return NULL;
}

bool engine_is_event(const struct engine *engine, uint32_t atom) {
  (void)atom;
  return engine->has_event;
}

static bool visit(const struct engine *engine,
                  const struct engine_visitor *visitor, uint32_t from,
                  uint32_t number, const struct edge *edge) {
  const struct step step = {.pid = edge->pid,
                            .from = from,
                            .transition = number,
                            .partner = edge->partner};
  const struct successor successor = {.state = (const uint8_t *)&edge->to,
                                      .length = sizeof edge->to,
                                      .owner = NO_PROCESS,
                                      .steps = &step,
                                      .step_count = 1,
                                      .changed = UINT64_MAX,
                                      .heard =
                                          engine->has_event && edge->holds};
  return visitor->successor(visitor->context, &successor);
}

bool engine_expand(struct engine *engine, const uint8_t *state, size_t length,
                   int32_t owner, unsigned options,
                   const struct engine_visitor *visitor) {
  uint32_t number;
  (void)length, (void)owner, (void)options;
  memcpy(&number, state, sizeof number);
  if (engine->has_counter)
    return visit(
        engine, visitor, number, 0,
        &(struct edge){(number + 1) % COUNTER_END, .partner = NO_PROCESS});
  const struct node *node = &engine->nodes[number];
  for (uint32_t i = 0; i < node->edge_count; i++)
    if (!visit(engine, visitor, number, i, &node->edges[i]))
      return false;
  return true;
}

void engine_set_limit(struct engine *engine, const struct engine_limit *limit) {
  (void)engine, (void)limit;
}

size_t engine_memory(const struct engine *engine) {
  (void)engine;
  return 0;
}

struct walk *engine_walk(struct engine *engine) {
  (void)engine;
  return NULL;
}

bool engine_can_walk(const struct engine *engine) {
  (void)engine;
  return true;
}

bool engine_left_out(const struct engine *engine) {
  (void)engine;
  return false;
}

/* Nothing is learned from expansions. */
void engine_save(const struct engine *engine, struct snapshot_writer *out) {
  (void)engine, (void)out;
}

void engine_restore(struct engine *engine, struct snapshot_reader *in) {
  (void)engine, (void)in;
}

bool engine_holds(struct engine *engine, const uint8_t *state, size_t length,
                  uint32_t atom) {
  uint32_t number;
  (void)length, (void)atom;
  memcpy(&number, state, sizeof number);
  return !engine->has_counter && engine->nodes[number].holds;
}

bool engine_evaluate(struct engine *engine, const uint8_t *state, size_t length,
                     int32_t pid, uint32_t atom, int32_t *value,
                     struct violation *violation) {
  (void)pid, (void)violation;
  *value = engine_holds(engine, state, length, atom);
  return true;
}

uint32_t engine_process_count(struct engine *engine, const uint8_t *state,
                              size_t length) {
  (void)engine, (void)state, (void)length;
  return MOST_PROCESSES;
}

const struct proctype *engine_process(struct engine *engine,
                                      const uint8_t *state, size_t length,
                                      uint32_t pid, uint32_t *location) {
  (void)engine, (void)state, (void)length, (void)pid, (void)location;
  abort(); /* only fairness by labels asks */
}

void engine_print_to(struct engine *engine, struct buffer *out) {
  (void)engine, (void)out;
}

static void connect(struct engine *engine, uint32_t from, uint32_t to,
                    int32_t pid, int32_t partner) {
  struct node *node = &engine->nodes[from];
  node->edges[node->edge_count++] = (struct edge){to, pid, partner, false};
}

static void randomise(struct engine *engine, struct rng *rng, uint32_t nodes) {
  *engine =
      (struct engine){.node_count = nodes, .has_event = rng_below(rng, 2)};
  for (uint32_t i = 0; i < nodes; i++) {
    engine->nodes[i].holds = rng_below(rng, 2);
    for (uint64_t e = rng_below(rng, MOST_EDGES); e > 0; e--) {
      const int32_t pid = (int32_t)rng_below(rng, MOST_PROCESSES);
      const int32_t partner = (int32_t)rng_below(rng, PARTNERS);
      connect(engine, i, (uint32_t)rng_below(rng, nodes), pid,
              partner < MOST_PROCESSES && partner != pid ? partner
                                                         : NO_PROCESS);
      struct node *node = &engine->nodes[i];
      node->edges[node->edge_count - 1].holds = rng_below(rng, 2);
    }
  }
}

/* ---- claims ---- */

static const struct claim_cube cubes[] = {{0, 0}, {1, 0}, {0, 1}};

static struct claim *random_claim(struct rng *rng, uint32_t states) {
  struct claim *claim = claim_open(states);
  claim->stutters = rng_below(rng, 4) > 0;
  (void)claim_atom(claim, 0);
  for (uint32_t i = 0; i < states; i++) {
    claim->states[i].accepting = rng_below(rng, 2);
    for (uint64_t e = 1 + rng_below(rng, 2); e > 0; e--)
      claim_add_edge(claim, i, (uint32_t)rng_below(rng, states),
                     &cubes[rng_below(rng, 3)], 1);
  }
  claim_add_initial(claim, 0);
  if (states > 1 && rng_below(rng, 3) == 0)
    claim_add_initial(claim, 1);
  return claim;
}

/* Accepts every run. */
static struct claim *any_run(void) {
  struct claim *claim = claim_open(1);
  claim->states[0].accepting = true;
  claim_add_edge(claim, 0, 0, &cubes[0], 1);
  claim_add_initial(claim, 0);
  return claim;
}

static bool allows(const struct claim_edge *edge, bool holds) {
  return holds ? edge->cubes[0].no == 0 : edge->cubes[0].yes == 0;
}

static bool claim_goes(const struct claim *claim, uint32_t from, uint32_t to,
                       bool holds) {
  const struct claim_state *state = &claim->states[from];
  for (uint32_t i = 0; i < state->edge_count; i++)
    if (state->edges[i].target == to && allows(&state->edges[i], holds))
      return true;
  return false;
}

/* ---- brute force ---- */

static unsigned movers_of(const struct edge *edge) {
  return 1u << edge->pid |
         (edge->partner == NO_PROCESS ? 0 : 1u << edge->partner);
}

/* What a claim reads: before this edge, or where the run stops. */
static bool letter_of(const struct engine *engine, const struct node *node,
                      const struct edge *edge) {
  return engine->has_event ? edge && edge->holds : node->holds;
}

static unsigned enabled_in(const struct node *node) {
  unsigned enabled = 0;
  for (uint32_t i = 0; i < node->edge_count; i++)
    enabled |= movers_of(&node->edges[i]);
  return enabled;
}

enum { MOST_PRODUCT = MOST_NODES };

struct plain {
  uint32_t count;
  bool joined[MOST_PRODUCT][MOST_PRODUCT];
  unsigned movers[MOST_PRODUCT][MOST_PRODUCT]; /* of all edges together */
  unsigned enabled[MOST_PRODUCT];
  bool accepting[MOST_PRODUCT], initial[MOST_PRODUCT];
};

/* Product state number: node x claim states + claim state. */
static void multiply(const struct engine *engine, const struct claim *claim,
                     struct plain *plain) {
  const uint32_t width = claim->state_count;
  *plain = (struct plain){.count = engine->node_count * width};
  for (uint32_t i = 0; i < claim->initial_count; i++)
    plain->initial[claim->initial[i]] = true;
  for (uint32_t s = 0; s < plain->count; s++) {
    const struct node *node = &engine->nodes[s / width];
    plain->accepting[s] = claim->states[s % width].accepting;
    plain->enabled[s] = enabled_in(node);
    for (uint32_t c = 0; c < width; c++) {
      for (uint32_t e = 0; e < node->edge_count; e++) {
        if (!claim_goes(claim, s % width, c,
                        letter_of(engine, node, &node->edges[e])))
          continue;
        const uint32_t t = node->edges[e].to * width + c;
        plain->joined[s][t] = true;
        plain->movers[s][t] |= movers_of(&node->edges[e]);
      }
      if (node->edge_count == 0 && claim->stutters &&
          claim_goes(claim, s % width, c, letter_of(engine, node, NULL)))
        plain->joined[s][s / width * width + c] = true;
    }
  }
}

/* The states reached by one edge or more inside `within` from `from`. */
static unsigned reach(const struct plain *plain, unsigned within,
                      unsigned from) {
  unsigned reached = 0, before;
  do {
    before = reached;
    for (uint32_t s = 0; s < plain->count; s++)
      for (uint32_t t = 0; t < plain->count; t++)
        if (((from | reached) >> s & 1) && (within >> s & 1) &&
            (within >> t & 1) && plain->joined[s][t])
          reached |= 1u << t;
  } while (reached != before);
  return reached;
}

static bool is_fair(const struct plain *plain, unsigned set) {
  unsigned enabled = 0, moved = 0;
  bool accepting = false;
  for (uint32_t s = 0; s < plain->count; s++) {
    if (!(set >> s & 1))
      continue;
    if (reach(plain, set, 1u << s) != set)
      return false;
    accepting |= plain->accepting[s];
    enabled |= plain->enabled[s];
    for (uint32_t t = 0; t < plain->count; t++)
      if (set >> t & 1)
        moved |= plain->movers[s][t];
  }
  return accepting && (enabled & ~moved) == 0;
}

static bool has_fair_run(const struct engine *engine,
                         const struct claim *claim) {
  struct plain plain;
  multiply(engine, claim, &plain);
  const unsigned all = (1u << plain.count) - 1;
  unsigned initial = 0;
  for (uint32_t s = 0; s < plain.count; s++)
    initial |= (unsigned)plain.initial[s] << s;
  const unsigned reachable = initial | reach(&plain, all, initial);
  for (unsigned set = 1; set <= all; set++)
    if ((set & ~reachable) == 0 && is_fair(&plain, set))
      return true;
  return false;
}

/* ---- what is shown ---- */

struct shown {
  const struct engine *graph;
  const struct claim *claim;
  struct search_result result;
  unsigned count;
  bool is_run, is_fair, is_accepted;
};

/* The nodes of a lasso; it goes back to number `loop` after the last one. */
struct lasso {
  VEC(uint32_t) nodes;
  VEC(bool) letters; /* read in each */
  size_t loop;
};

static bool follow(const struct engine *graph, const struct trail *trail,
                   struct lasso *lasso, unsigned *moved) {
  uint32_t node = 0;
  lasso->loop = trail->loop_start;
  *moved = 0;
  for (size_t i = 0; i < trail->move_count; i++) {
    const struct move next_move = trail_move(trail, i);
    const struct move *move = &next_move;
    vec_push(&lasso->nodes, node);
    if (move->from != node || move->transition >= graph->nodes[node].edge_count)
      return false;
    const struct edge *edge = &graph->nodes[node].edges[move->transition];
    vec_push(&lasso->letters, letter_of(graph, &graph->nodes[node], edge));
    if (i >= trail->loop_start)
      *moved |= movers_of(edge);
    node = edge->to;
  }
  if (lasso->loop < trail->move_count)
    return node == lasso->nodes.items[lasso->loop];
  vec_push(&lasso->nodes, node); /* nothing moves any more */
  vec_push(&lasso->letters, letter_of(graph, &graph->nodes[node], NULL));
  return graph->nodes[node].edge_count == 0;
}

static unsigned enabled_in_loop(const struct engine *graph,
                                const struct lasso *lasso) {
  unsigned enabled = 0;
  for (size_t i = lasso->loop; i < lasso->nodes.count; i++)
    enabled |= enabled_in(&graph->nodes[lasso->nodes.items[i]]);
  return enabled;
}

/* The states the claim can be in after reading places `from` to the last of the
 * lasso; bit 16 and up: having been in an accepting one since.
 */
static unsigned read_word(const struct shown *shown, const struct lasso *lasso,
                          size_t from, unsigned states) {
  const struct claim *claim = shown->claim;
  for (size_t i = from; i < lasso->nodes.count; i++) {
    const bool holds = lasso->letters.items[i];
    unsigned next = 0;
    for (uint32_t s = 0; s < claim->state_count; s++)
      for (uint32_t t = 0; t < claim->state_count; t++) {
        if (!claim_goes(claim, s, t, holds))
          continue;
        if (states >> s & 1)
          next |= (claim->states[s].accepting ? 0x10000u : 1u) << t;
        if (states >> s & 0x10000u)
          next |= 0x10000u << t;
      }
    states = next;
  }
  return states;
}

/* From a state at the start of the loop back to it, past an accepting one? */
static bool claim_accepts(const struct shown *shown,
                          const struct lasso *lasso) {
  unsigned reached = 0;
  for (uint32_t i = 0; i < shown->claim->initial_count; i++)
    reached |= 1u << shown->claim->initial[i];
  struct lasso stem = *lasso;
  stem.nodes.count = lasso->loop;
  reached = read_word(shown, &stem, 0, reached);
  reached = (reached | reached >> 16) & 0xffff;
  for (uint32_t round = 0; round < shown->claim->state_count; round++) {
    const unsigned after = read_word(shown, lasso, lasso->loop, reached);
    reached |= (after | after >> 16) & 0xffff;
  }
  for (uint32_t s = 0; s < shown->claim->state_count; s++) {
    unsigned here = reached & 1u << s;
    for (uint32_t round = 0; round < 2 * shown->claim->state_count; round++) {
      here |= read_word(shown, lasso, lasso->loop, here);
      if (here >> s & 0x10000u)
        return true;
    }
  }
  return false;
}

static void note(void *context, const struct violation *violation,
                 const struct trail *trail) {
  struct shown *shown = context;
  struct lasso lasso = {0};
  unsigned moved;
  shown->count++;
  shown->is_run = follow(shown->graph, trail, &lasso, &moved);
  if (shown->is_run && violation->kind == VIOLATION_ACCEPTANCE_CYCLE) {
    shown->is_fair = (enabled_in_loop(shown->graph, &lasso) & ~moved) == 0;
    shown->is_accepted = claim_accepts(shown, &lasso);
  }
  vec_free(&lasso.nodes);
  vec_free(&lasso.letters);
}

static struct shown search(struct engine *engine, const struct claim *claim,
                           bool classic, struct search_config limits) {
  struct shown shown = {.graph = engine, .claim = claim};
  const struct observer observer = {.context = &shown, .violation = note};
  const struct liveness_config config = {
      .kind = LIVENESS_STRONG,
      .claim = claim,
      .classic = classic,
      .violation = {.kind = VIOLATION_ACCEPTANCE_CYCLE,
                    .message = "cycle",
                    .pid = NO_PROCESS},
      .limits = limits};
  if (liveness_run(&config, engine, &observer, &shown.result) != STATUS_OK)
    abort();
  return shown;
}

static const struct search_config NO_LIMITS = {0};

/* ---- tests ---- */

static void compare(struct engine *engine, const struct claim *claim,
                    bool classic, bool *tap_ok) {
  const bool expected = has_fair_run(engine, claim);
  const struct shown shown = search(engine, claim, classic, NO_LIMITS);
  CHECK(shown.count == expected);
  CHECK(shown.result.end == (expected ? SEARCH_ENOUGH : SEARCH_COMPLETE));
  if (expected)
    CHECK(shown.is_run && shown.is_fair && shown.is_accepted);
}

TEST(verdicts_are_those_of_brute_force) {
  struct rng rng;
  rng_seed(&rng, 14);
  for (unsigned i = 0; i < 20000 && *tap_ok; i++) {
    struct engine engine;
    const uint32_t states = 1 + (uint32_t)rng_below(&rng, 3);
    const uint32_t nodes = 1 + (uint32_t)rng_below(&rng, MOST_PRODUCT / states);
    randomise(&engine, &rng, nodes);
    struct claim *claim = random_claim(&rng, states);
    compare(&engine, claim, rng_below(&rng, 2), tap_ok);
    claim_close(claim);
    if (!*tap_ok)
      printf("# graph number %u\n", i);
  }
}

/* Both can only turn on the spot: the steps differ by who moves, not by the
 * state they lead to.
 */
TEST(steps_to_the_same_state_are_told_apart) {
  struct engine engine = {.node_count = 1};
  struct claim *claim = any_run();
  connect(&engine, 0, 0, 0, NO_PROCESS);
  connect(&engine, 0, 0, 1, NO_PROCESS);
  connect(&engine, 0, 0, 2, 1);
  const struct shown shown = search(&engine, claim, false, NO_LIMITS);
  CHECK(shown.count == 1 && shown.is_run && shown.is_fair);
  claim_close(claim);
}

/* Process 0 goes round; 1 may move again and again, and then all is over for
 * the accepted runs.
 */
TEST(a_process_enabled_now_and_then_must_move) {
  struct engine engine = {.node_count = 3};
  engine.nodes[2].holds = true;
  struct claim *claim = claim_open(1);
  (void)claim_atom(claim, 0);
  claim->states[0].accepting = true;
  claim_add_edge(claim, 0, 0, &cubes[2], 1);
  claim_add_initial(claim, 0);
  connect(&engine, 0, 1, 0, NO_PROCESS);
  connect(&engine, 1, 0, 0, NO_PROCESS);
  connect(&engine, 1, 2, 1, NO_PROCESS);
  CHECK(search(&engine, claim, false, NO_LIMITS).count == 0);
  connect(&engine, 1, 0, 2, 1); /* now it can move inside the loop too */
  CHECK(search(&engine, claim, false, NO_LIMITS).count == 1);
  claim_close(claim);
}

TEST(the_end_of_a_claim_is_a_violation_at_once) {
  struct engine engine = {.node_count = 2};
  struct claim *claim = claim_open(2);
  engine.nodes[1].holds = true;
  (void)claim_atom(claim, 0);
  claim_add_edge(claim, 0, 0, &cubes[2], 1);
  claim_add_edge(claim, 0, 1, &cubes[1], 1);
  claim->states[1].final = true;
  claim_add_initial(claim, 0);
  connect(&engine, 0, 1, 0, NO_PROCESS);
  const struct shown shown = search(&engine, claim, false, NO_LIMITS);
  CHECK(shown.count == 1 && shown.is_run);
  claim_close(claim);
}

TEST(limits_end_the_search_without_a_verdict) {
  struct engine engine = {.has_counter = true};
  volatile sig_atomic_t interrupt = 1;
  struct claim *claim = any_run();
  claim->states[0].accepting = false;
  CHECK(search(&engine, claim, false,
               (struct search_config){.max_bytes = 1 << 22})
            .result.end == SEARCH_MEMORY);
  CHECK(search(&engine, claim, false, (struct search_config){.max_depth = 1000})
            .result.end == SEARCH_DEPTH);
  CHECK(
      search(&engine, claim, false, (struct search_config){.max_seconds = 1e-9})
          .result.end == SEARCH_TIME);
  CHECK(search(&engine, claim, false,
               (struct search_config){.interrupt = &interrupt})
            .result.end == SEARCH_INTERRUPTED);
  const struct shown all = search(&engine, claim, false, NO_LIMITS);
  CHECK(all.result.end == SEARCH_COMPLETE && all.count == 0);
  CHECK(all.result.figures.states == COUNTER_END);
  claim_close(claim);
}

RUN_TESTS(RUN(verdicts_are_those_of_brute_force),
          RUN(steps_to_the_same_state_are_told_apart),
          RUN(a_process_enabled_now_and_then_must_move),
          RUN(the_end_of_a_claim_is_a_violation_at_once),
          RUN(limits_end_the_search_without_a_verdict))
