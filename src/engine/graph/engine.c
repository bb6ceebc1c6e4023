/* The engine of a graph: see graph.h.
 *
 * Its answers are read off the arrays of the graph, so a successor costs no
 * more than the visit itself.
 */
#include "engine/graph/graph.h"

#include "base/memory.h"
#include "base/vec.h"
#include "engine/kind.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct graph {
  struct engine base;
  const struct model *model;
  const struct lts *lts;
  uint32_t initial;
  uint8_t *coverage; /* of the labels */
  const struct engine_watch *watch;
  struct proctype process;
  struct location here[2]; /* [1]: the state asked for last */
  VEC(struct transition) transitions;
};

enum { HERE = 1 };

static struct graph *graph_of(struct engine *engine) {
  return (struct graph *)engine;
}

static uint32_t number_of(const uint8_t *state) {
  uint32_t number;
  memcpy(&number, state, sizeof number);
  return number;
}

static void close_graph(struct engine *engine) {
  struct graph *graph = graph_of(engine);
  vec_free(&graph->transitions);
  memory_free(graph->coverage);
  memory_free(graph);
}

static bool initial(struct engine *engine, const uint8_t **state,
                    size_t *length, struct violation *violation) {
  struct graph *graph = graph_of(engine);
  (void)violation;
  graph->initial = graph->lts->initial;
  *state = (const uint8_t *)&graph->initial;
  *length = sizeof graph->initial;
  return true;
}

/* What the watch knows after a step with this label. */
static uint64_t listen(const struct graph *graph, uint32_t label) {
  const struct engine_watch *watch = graph->watch;
  uint64_t letter = 0;
  if (!watch)
    return 0;
  for (uint32_t i = 0; i < watch->atom_count; i++) {
    const struct expr *atom = graph->model->atoms[watch->atoms[i]];
    if (atom->kind == EXPR_LABEL && atom->location == label)
      letter |= UINT64_C(1) << i;
  }
  return watch->read ? watch->read(watch->context, watch->start, letter)
                     : watch->start | letter;
}

static bool visit_edge(struct graph *graph, uint32_t from, uint32_t edge,
                       const struct engine_visitor *visitor) {
  const struct lts *lts = graph->lts;
  const uint32_t label = lts->labels[edge];
  const uint64_t heard = listen(graph, label);
  const struct step step = {.pid = 0,
                            .from = from,
                            .transition = edge - lts->first_edge[from],
                            .action = graph->model->actions[label],
                            .partner = NO_PROCESS,
                            .heard = heard};
  const struct successor successor = {.state =
                                          (const uint8_t *)&lts->targets[edge],
                                      .length = sizeof lts->targets[edge],
                                      .owner = NO_PROCESS,
                                      .steps = &step,
                                      .step_count = 1,
                                      .heard = heard,
                                      .changed = UINT64_MAX};
  graph->coverage[label] = 1;
  return visitor->successor(visitor->context, &successor);
}

static bool expand(struct engine *engine, const uint8_t *state, size_t length,
                   int32_t owner, unsigned options,
                   const struct engine_visitor *visitor) {
  struct graph *graph = graph_of(engine);
  const struct lts *lts = graph->lts;
  const uint32_t from = number_of(state);
  (void)length, (void)owner, (void)options;
  if (lts->first_edge[from] == lts->first_edge[from + 1]) {
    const struct violation violation = {.kind = VIOLATION_END_STATE,
                                        .message =
                                            "a state without transitions",
                                        .pid = NO_PROCESS};
    return visitor->violation(visitor->context, &violation, NULL, 0);
  }
  for (uint32_t e = lts->first_edge[from]; e < lts->first_edge[from + 1]; e++)
    if (!visit_edge(graph, from, e, visitor))
      return false;
  return true;
}

static void print_to(struct engine *engine, struct buffer *out) {
  (void)engine, (void)out; /* nothing prints */
}

static const uint8_t *coverage(const struct engine *engine) {
  return ((const struct graph *)engine)->coverage;
}

/* No state is one of progress or of acceptance. */
static bool holds(struct engine *engine, const uint8_t *state, size_t length,
                  uint32_t atom) {
  (void)state, (void)length;
  return graph_of(engine)->model->atoms[atom]->kind == EXPR_NP;
}

static const struct engine_watch *start_watch(struct engine *engine,
                                              const struct engine_watch *next) {
  struct graph *graph = graph_of(engine);
  const struct engine_watch *before = graph->watch;
  graph->watch = next;
  return before;
}

static bool is_event(const struct engine *engine, uint32_t atom) {
  const struct graph *graph = (const struct graph *)engine;
  return graph->model->atoms[atom]->kind == EXPR_LABEL;
}

static void describe(struct engine *engine, const uint8_t *state, size_t length,
                     const struct state_bytes *unlike,
                     void (*each)(void *context, const struct binding *binding),
                     void *context) {
  char value[16];
  (void)engine, (void)length, (void)unlike;
  (void)snprintf(value, sizeof value, "%" PRIu32, number_of(state));
  const struct binding binding = {.kind = BINDING_VARIABLE,
                                  .pid = NO_PROCESS,
                                  .name = "state",
                                  .value = value};
  each(context, &binding);
}

static const char *channel_name(struct engine *engine, const uint8_t *state,
                                size_t length, uint32_t channel) {
  (void)engine, (void)state, (void)length, (void)channel;
  return "";
}

static uint32_t process_count(struct engine *engine, const uint8_t *state,
                              size_t length) {
  (void)engine, (void)state, (void)length;
  return 1;
}

static const struct proctype *process(struct engine *engine,
                                      const uint8_t *state, size_t length,
                                      uint32_t pid, uint32_t *location) {
  struct graph *graph = graph_of(engine);
  const struct lts *lts = graph->lts;
  const uint32_t number = number_of(state);
  (void)length, (void)pid;
  graph->transitions.count = 0;
  for (uint32_t e = lts->first_edge[number]; e < lts->first_edge[number + 1];
       e++)
    vec_push(
        &graph->transitions,
        ((struct transition){.action = graph->model->actions[lts->labels[e]],
                             .target = HERE}));
  graph->here[HERE].transitions = graph->transitions.items;
  graph->here[HERE].transition_count = (uint32_t)graph->transitions.count;
  *location = HERE;
  return &graph->process;
}

static const struct engine_kind graph_kind = {
    .name = "graph",
    .close = close_graph,
    .initial = initial,
    .expand = expand,
    .print_to = print_to,
    .coverage = coverage,
    .holds = holds,
    .watch = start_watch,
    .is_event = is_event,
    .describe = describe,
    .channel_name = channel_name,
    .process_count = process_count,
    .process = process,
};

enum status engine_open_graph(const struct model *model, const struct lts *lts,
                              struct engine **out) {
  struct graph *graph = memory_alloc(sizeof *graph);
  graph->base.kind = &graph_kind;
  graph->model = model;
  graph->lts = lts;
  graph->coverage = memory_alloc(lts->label_count);
  graph->process = *model->proctypes[0];
  graph->process.locations = graph->here;
  graph->process.location_count = sizeof graph->here / sizeof *graph->here;
  graph->process.initial = HERE;
  *out = &graph->base;
  return STATUS_OK;
}
