/* An engine over an explicit graph, to test searches without a model.
 *
 * A state is the number of a node, and between the steps of an edge the edge
 * and the steps done, each in four bytes; a node may have some bytes of padding
 * so that states differ in length.  An edge has one or more steps, like an
 * atomic sequence; it may violate an assertion in its last step and may fail
 * there, so that nothing is reached.  Each step prints its edge and moves one
 * process or two.  The propositions that hold in a node are bits of its labels,
 * those of the engine's events bits of edges: true of the last step of an edge.
 *
 * For fairness by labels a process has one of two proctypes, of which the
 * second has accept labels, and is at a label or not.
 */
#ifndef LARIAT_TESTS_GRAPH_ENGINE_H
#define LARIAT_TESTS_GRAPH_ENGINE_H

#include "base/rng.h"
#include "base/vec.h"
#include "engine/engine.h"
#include "store/store.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LONGEST_EDGE = 4, EDGE_PROCESS = 3 };

struct edge {
  uint32_t to;
  uint32_t steps;    /* 1 or more; 0 counts as 1 */
  uint32_t violates; /* place of an assertion, or 0 */
  bool fails;        /* with that; there is no successor */
  int32_t pid, partner;
  uint32_t events;
};

struct node {
  VEC(struct edge) edges;
  bool bad_end;    /* an invalid end state if there are no edges */
  uint8_t padding; /* bytes */
  uint32_t labels;
  uint32_t processes;
  uint32_t at_accept; /* bits: which processes are at an accept label */
};

struct engine {
  struct node *nodes;
  uint32_t node_count;
  uint32_t with_accept; /* bits: which processes have accept labels */
  bool no_initial;      /* initialisation fails */
  bool forgetful;       /* a bug: single steps meet no violation */
  bool slow;            /* a millisecond for each expansion */
  uint64_t may_change;  /* words of which each may change; 0: it is not told */
  uint64_t expansions;
  struct buffer *out;
  uint32_t events; /* bits: which propositions are events */
  const struct engine_watch *watch;
};

struct graph_state {
  uint32_t node, edge, done;
};

static inline void graph_init(struct engine *graph, uint32_t node_count) {
  *graph = (struct engine){.node_count = node_count};
  graph->nodes = memory_alloc(node_count * sizeof *graph->nodes);
}

static inline void graph_clear(struct engine *graph) {
  for (uint32_t i = 0; i < graph->node_count; i++)
    vec_free(&graph->nodes[i].edges);
  memory_free(graph->nodes);
}

static inline struct edge *graph_connect(struct engine *graph, uint32_t from,
                                         uint32_t to) {
  struct node *node = &graph->nodes[from];
  vec_push(
      &node->edges,
      ((struct edge){.to = to, .pid = EDGE_PROCESS, .partner = NO_PROCESS}));
  return vec_last(&node->edges);
}

/* About `degree` edges a node on average, some of them long. */
static inline void graph_randomise(struct engine *graph, uint64_t seed,
                                   uint32_t degree) {
  struct rng rng;
  rng_seed(&rng, seed);
  for (uint32_t i = 0; i < graph->node_count; i++) {
    graph->nodes[i].padding = (uint8_t)rng_below(&rng, 40);
    for (uint64_t e = rng_below(&rng, 2 * degree + 1); e > 0; e--)
      graph_connect(graph, i, (uint32_t)rng_below(&rng, graph->node_count))
          ->steps = 1 + (uint32_t)rng_below(&rng, LONGEST_EDGE);
  }
}

/* Plain breadth-first distances from node 0; UINT32_MAX: not reachable. */
static inline uint32_t *graph_distances(const struct engine *graph) {
  uint32_t *distance = memory_alloc(graph->node_count * sizeof *distance);
  uint32_t *queue = memory_alloc(graph->node_count * sizeof *queue);
  memset(distance, 0xff, graph->node_count * sizeof *distance);
  distance[0] = 0;
  queue[0] = 0;
  for (uint32_t head = 0, tail = 1; head < tail; head++) {
    const struct node *node = &graph->nodes[queue[head]];
    for (size_t e = 0; e < node->edges.count; e++) {
      const uint32_t to = node->edges.items[e].to;
      if (node->edges.items[e].fails || distance[to] != UINT32_MAX)
        continue;
      distance[to] = distance[queue[head]] + 1;
      queue[tail++] = to;
    }
  }
  memory_free(queue);
  return distance;
}

static inline size_t graph_encode(const struct engine *graph,
                                  struct graph_state state, uint8_t *bytes) {
  const size_t padding = graph->nodes[state.node].padding;
  memcpy(bytes, &state, sizeof state);
  memset(bytes + sizeof state, 7, padding);
  return sizeof state + padding;
}

static inline struct graph_state graph_decode(const uint8_t *bytes) {
  struct graph_state state;
  memcpy(&state, bytes, sizeof state);
  return state;
}

static inline uint32_t graph_steps(const struct edge *edge) {
  return edge->steps > 1 ? edge->steps : 1;
}

bool engine_initial(struct engine *engine, const uint8_t **state,
                    size_t *length, struct violation *violation) {
  static const uint8_t zeros[sizeof(struct graph_state) + UINT8_MAX];
  static uint8_t initial[sizeof zeros];
  memcpy(initial, zeros, sizeof zeros);
  if (engine->no_initial)
    *violation = (struct violation){.kind = VIOLATION_RUNTIME,
                                    .message = "division by zero",
                                    .pid = NO_PROCESS};
  *length = graph_encode(engine, (struct graph_state){0}, initial);
  *state = initial;
  return !engine->no_initial;
}

void engine_print_to(struct engine *engine, struct buffer *out) {
  engine->out = out;
}

const struct engine_watch *engine_watch(struct engine *engine,
                                        const struct engine_watch *watch) {
  const struct engine_watch *before = engine->watch;
  engine->watch = watch;
  return before;
}

bool engine_is_event(const struct engine *engine, uint32_t atom) {
  return engine->events >> atom & 1;
}

/* What the watch knows after a step with these events. */
static inline uint64_t graph_heard(const struct engine *graph, uint64_t before,
                                   uint32_t events) {
  const struct engine_watch *watch = graph->watch;
  uint64_t letter = 0;
  for (uint32_t i = 0; watch && i < watch->atom_count; i++)
    letter |= (uint64_t)((events & graph->events) >> watch->atoms[i] & 1) << i;
  return watch && watch->read ? watch->read(watch->context, before, letter)
                              : before | letter;
}

/* Executes the steps of an edge from `state` on: all, or one. */
static inline bool graph_execute(struct engine *graph, struct graph_state state,
                                 bool single,
                                 const struct engine_visitor *visitor) {
  const struct edge *edge = &graph->nodes[state.node].edges.items[state.edge];
  const uint32_t end = single ? state.done + 1 : graph_steps(edge);
  const int32_t value = (int32_t)state.edge;
  struct step steps[LONGEST_EDGE];
  size_t count = 0;
  uint64_t heard = graph->watch ? graph->watch->start : 0;
  for (uint32_t i = state.done; i < end; i++) {
    heard = graph_heard(graph, heard,
                        i + 1 == graph_steps(edge) ? edge->events : 0);
    steps[count++] = (struct step){.pid = edge->pid,
                                   .from = state.node,
                                   .transition = state.edge << 8 | i,
                                   .partner = edge->partner,
                                   .channel = 1,
                                   .values = &value,
                                   .value_count = 1,
                                   .heard = heard};
    if (graph->out)
      buffer_printf(graph->out, "%u/%u.%u;", state.node, state.edge, i);
  }
  const bool over = end == graph_steps(edge);
  if (over && edge->violates && !(single && graph->forgetful)) {
    const struct violation violation = {
        .kind = edge->fails ? VIOLATION_RUNTIME : VIOLATION_ASSERTION,
        .message = "assert",
        .where = {.source = 1, .offset = edge->violates},
        .pid = edge->pid};
    if (!visitor->violation(visitor->context, &violation, steps, count))
      return false;
  }
  if (over && edge->fails)
    return true;
  uint8_t bytes[sizeof state + UINT8_MAX];
  state = over ? (struct graph_state){.node = edge->to}
               : (struct graph_state){state.node, state.edge, end};
  const size_t length = graph_encode(graph, state, bytes);
  return visitor->successor(
      visitor->context,
      &(struct successor){.state = bytes,
                          .length = length,
                          .owner = over ? NO_PROCESS : edge->pid,
                          .steps = steps,
                          .step_count = count,
                          .heard = heard,
                          .changed = graph->may_change ? graph->may_change
                                                       : UINT64_MAX});
}

bool engine_expand(struct engine *engine, const uint8_t *state, size_t length,
                   int32_t owner, unsigned options,
                   const struct engine_visitor *visitor) {
  const bool single = options & ENGINE_SINGLE_STEPS;
  struct graph_state here = graph_decode(state);
  const struct node *node = &engine->nodes[here.node];
  (void)length;
  engine->expansions++;
  if (engine->slow)
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  if (here.done > 0)
    return owner == node->edges.items[here.edge].pid &&
           graph_execute(engine, here, single, visitor);
  if (node->edges.count == 0 && node->bad_end) {
    const struct violation violation = {.kind = VIOLATION_END_STATE,
                                        .message = "invalid end state",
                                        .where = {1, here.node, 0, 0},
                                        .pid = NO_PROCESS};
    return visitor->violation(visitor->context, &violation, NULL, 0);
  }
  for (here.edge = 0; here.edge < node->edges.count; here.edge++)
    if (!graph_execute(engine, here, single, visitor))
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
  (void)length;
  return engine->nodes[graph_decode(state).node].labels >> atom & 1;
}

bool engine_evaluate(struct engine *engine, const uint8_t *state, size_t length,
                     int32_t pid, uint32_t atom, int32_t *value,
                     struct violation *violation) {
  (void)pid, (void)violation;
  *value = engine_holds(engine, state, length, atom);
  return true;
}

/* Only reduction asks these, and graphs are not reduced. */
uint32_t engine_view(struct engine *engine, const uint8_t *state, size_t length,
                     struct process_view *views) {
  (void)engine;
  (void)state;
  (void)length;
  (void)views;
  return 0;
}

unsigned engine_channel_fill(struct engine *engine, const uint8_t *state,
                             size_t length, uint32_t channel) {
  (void)engine;
  (void)state;
  (void)length;
  (void)channel;
  return 0;
}

struct state_room engine_room(const struct engine *engine, uint32_t channel) {
  (void)engine;
  (void)channel;
  return (struct state_room){0};
}

uint32_t engine_process_count(struct engine *engine, const uint8_t *state,
                              size_t length) {
  (void)length;
  return engine->nodes[graph_decode(state).node].processes;
}

const struct proctype *engine_process(struct engine *engine,
                                      const uint8_t *state, size_t length,
                                      uint32_t pid, uint32_t *location) {
  static struct location places[] = {{0}, {0}, {.is_accept = true}};
  static const struct proctype without = {.locations = places},
                               with = {.locations = places, .has_accept = true};
  (void)length;
  *location =
      1 + (engine->nodes[graph_decode(state).node].at_accept >> pid & 1);
  return engine->with_accept >> pid & 1 ? &with : &without;
}

static inline struct store *graph_store(size_t memory_bytes) {
  const struct store_config config = {.memory_bytes = memory_bytes};
  struct store *store = NULL;
  return store_open_tree(&config, &store) == STATUS_OK ? store : NULL;
}

#endif
