/* The search for violations of formulas over finite runs, against all runs.
 *
 * A random graph with labelled nodes and edges stands for the model.  All of
 * its runs up to some length are read as words and judged by the definition of
 * the formula's operators.  If the search finds nothing, none of them may be
 * bad; and a run that it shows must itself be bad.
 */
#include "finite_kit.h"
#include "graph_engine.h"
#include "ltl_kit.h"
#include "search/finite_claim.h"
#include "search/liveness.h"
#include "tap.h"

enum { ATOMS = 3, ROUNDS = 4000, LONGEST_RUN = 5, MOST_LETTERS = 64 };

struct task {
  const struct engine *graph;
  const struct formula *formula;
  enum finite_reading reading;
  uint32_t used; /* bits: the formula's atoms */
};

/* ---- words of runs ---- */

struct reader {
  const struct task *task;
  uint64_t letters[MOST_LETTERS];
  size_t count;
};

static uint32_t used_atoms(const struct formula *f) {
  if (!f)
    return 0;
  return (f->kind == FORMULA_ATOM ? UINT32_C(1) << f->atom : 0) |
         used_atoms(f->left) | used_atoms(f->right);
}

static uint32_t events_of(const struct task *task) {
  return task->used & task->graph->events;
}

static uint32_t labels_at(const struct task *task, uint32_t node) {
  return task->graph->nodes[node].labels & ~task->graph->events;
}

static void read_edge(struct reader *reader, uint32_t from,
                      const struct edge *edge) {
  const struct task *task = reader->task;
  const uint32_t events = events_of(task);
  const uint32_t count = events ? graph_steps(edge) : 1;
  for (uint32_t i = 0; i < count; i++)
    reader->letters[reader->count++] =
        labels_at(task, from) | (i + 1 == count ? edge->events & events : 0);
}

/* Does a run that has come to this node violate the formula? */
static bool is_bad(const struct reader *reader, uint32_t node) {
  const struct task *task = reader->task;
  struct reader copy = *reader;
  if (task->used & ~task->graph->events)
    copy.letters[copy.count++] = labels_at(task, node);
  const bool judged = task->reading == FINITE_PREFIX
                          ? copy.count > 0
                          : task->graph->nodes[node].edges.count == 0;
  const struct word word = {copy.letters, copy.count};
  return judged && !word_satisfies(&word, task->formula);
}

/* Is there a bad run that goes on from here with at most so many edges? */
static bool some_bad(const struct reader *reader, uint32_t node, int edges) {
  if (is_bad(reader, node))
    return true;
  const struct node *here = &reader->task->graph->nodes[node];
  for (size_t e = 0; edges > 0 && e < here->edges.count; e++) {
    const struct edge *edge = &here->edges.items[e];
    struct reader next = *reader;
    read_edge(&next, node, edge);
    if (!edge->fails && some_bad(&next, edge->to, edges - 1))
      return true;
  }
  return false;
}

/* ---- the run that is shown ---- */

struct shown {
  const struct task *task;
  unsigned runs;
  bool bad;
};

static void take_run(void *context, const struct violation *violation,
                     const struct trail *trail) {
  struct shown *shown = context;
  struct reader reader = {.task = shown->task};
  uint32_t node = 0;
  for (size_t i = 0; i < trail->move_count;) {
    const struct edge *edge =
        &shown->task->graph->nodes[node]
             .edges.items[trail_move(trail, i).transition >> 8];
    if (reader.count + LONGEST_EDGE + 1 > MOST_LETTERS)
      return;
    read_edge(&reader, node, edge);
    i += graph_steps(edge);
    node = edge->to;
  }
  shown->runs++;
  shown->bad = is_bad(&reader, node) && violation->kind == VIOLATION_CLAIM &&
               !trail_is_cycle(trail);
}

/* ---- random graphs ---- */

static void randomise(struct rng *rng, struct engine *graph) {
  graph_init(graph, 1 + (uint32_t)rng_below(rng, 6));
  graph->events = (uint32_t)rng_below(rng, 1 << ATOMS);
  for (uint32_t i = 0; i < graph->node_count; i++) {
    struct node *node = &graph->nodes[i];
    node->labels = (uint32_t)rng_below(rng, 1 << ATOMS);
    node->padding = (uint8_t)rng_below(rng, 5);
    for (uint64_t e = rng_below(rng, 4); e > 0; e--) {
      struct edge *edge =
          graph_connect(graph, i, (uint32_t)rng_below(rng, graph->node_count));
      edge->steps = 1 + (uint32_t)rng_below(rng, 3);
      edge->events = (uint32_t)rng_below(rng, 1 << ATOMS);
      edge->fails = rng_below(rng, 15) == 0;
      edge->violates = edge->fails;
    }
  }
}

/* ---- the comparison ---- */

static bool search_agrees(struct engine *graph, const struct task *task,
                          const struct finite *automaton, bool classic,
                          unsigned *violations) {
  struct claim *claim = claim_from_finite(automaton, task->reading);
  struct shown shown = {.task = task};
  const struct observer observer = {.context = &shown, .violation = take_run};
  const struct liveness_config config = {
      .claim = claim,
      .classic = classic,
      .violation = {.kind = VIOLATION_CLAIM, .message = "", .pid = NO_PROCESS}};
  const struct reader start = {.task = task};
  struct search_result result;
  bool right = liveness_run(&config, graph, &observer, &result) == STATUS_OK;
  if (result.violations > 0)
    right =
        right && result.end == SEARCH_ENOUGH && shown.runs == 1 && shown.bad;
  else
    right = right && result.end == SEARCH_COMPLETE &&
            !some_bad(&start, 0, LONGEST_RUN);
  *violations += result.violations > 0;
  claim_close(claim);
  return right;
}

TEST(searches_agree_with_all_runs) {
  struct ltl_kit kit;
  struct rng rng;
  unsigned violations = 0;
  rng_seed(&rng, 5);
  CHECK(kit_parse(&kit, "a && b && c") == STATUS_OK);
  for (int round = 0; round < ROUNDS; round++) {
    struct engine graph;
    struct finite *automaton;
    randomise(&rng, &graph);
    struct task task = {
        .graph = &graph,
        .formula =
            random_formula(kit.arena, &rng, 1 + rng_below(&rng, 9), ATOMS),
        .reading = rng_below(&rng, 2) ? FINITE_PREFIX : FINITE_TERMINATED};
    task.used = used_atoms(task.formula);
    CHECK(finite_from_formula(task.formula, NULL, kit.diag, &automaton) ==
          STATUS_OK);
    const bool classic = rng_below(&rng, 2);
    if (!search_agrees(&graph, &task, automaton, classic, &violations)) {
      printf("# round %d\n", round);
      CHECK(false);
    }
    finite_close(automaton);
    graph_clear(&graph);
  }
  kit_clear(&kit);
  CHECK(violations > ROUNDS / 5 && violations < ROUNDS - ROUNDS / 5);
}

/* A bad run is shown before the rest of the graph is looked at. */
TEST(a_violation_is_found_on_the_fly) {
  enum { NODES = 10000 };
  struct ltl_kit kit;
  struct engine graph;
  struct finite *automaton = NULL;
  graph_init(&graph, NODES);
  graph.events = 1;
  for (uint32_t i = 0; i + 1 < NODES; i++)
    graph_connect(&graph, i, i + 1)->events = i == 5;
  CHECK(kit_parse(&kit, "[] !a") == STATUS_OK);
  CHECK(finite_from_formula(kit.parsed.formula, NULL, kit.diag, &automaton) ==
        STATUS_OK);
  const struct task task = {
      .graph = &graph, .formula = kit.parsed.formula, .used = 1};
  unsigned violations = 0;
  CHECK(search_agrees(&graph, &task, automaton, false, &violations));
  CHECK(violations == 1);
  CHECK(graph.expansions < 100);
  finite_close(automaton);
  graph_clear(&graph);
  kit_clear(&kit);
}

RUN_TESTS(RUN(searches_agree_with_all_runs),
          RUN(a_violation_is_found_on_the_fly))
