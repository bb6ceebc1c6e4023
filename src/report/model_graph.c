/* The graph of a model: see model_graph.h.
 *
 * States are numbered in the order of discovery.  With single steps a state is
 * more than what the engine calls one: who has to go on inside an
 * atomic belongs to it, and is stored in front of it.
 *
 * Looked at as a view, the edges of a state are kept once they are known, 8
 * bytes each; a graph that forgets keeps only states that are held, and makes
 * the edges anew each time.  Built as a whole, the states are expanded in order
 * and the edges go straight to the builder.
 */
#include "report/model_graph.h"

#include "base/vec.h"
#include "lts/transform.h"
#include "report/held_states.h"
#include "report/numbered.h"

#include <string.h>

#define NOT_YET UINT32_MAX
enum { OWNER_BYTES = 8 }; /* keeps what follows as aligned as it was */

struct model_graph {
  const struct loaded *loaded;
  const struct model_graph_config *config;
  struct lts_builder *labels;
  struct engine *engine, *namer;
  struct numbered states;
  struct held_states held;      /* instead of these, if it forgets */
  VEC(uint32_t) first, count;   /* of the states: their edges, or NOT_YET */
  VEC(uint32_t) edges, edge_to; /* labels and targets, one state's together */
  struct buffer state;          /* that is being expanded, with its owner */
  struct buffer key, label;
  uint64_t state_count, edge_count; /* states: expanded, if it forgets */
  struct engine_limit limit;        /* of an expansion */
  bool cut, faulty;
};

/* ---- states ---- */

static size_t owner_bytes(const struct model_graph *graph) {
  return graph->config->labelling.single_steps ? OWNER_BYTES : 0;
}

static void set_key(struct model_graph *graph, const uint8_t *state,
                    size_t length, int32_t owner) {
  char head[OWNER_BYTES] = {0};
  memcpy(head, &owner, sizeof owner);
  buffer_clear(&graph->key);
  buffer_add(&graph->key, head, owner_bytes(graph));
  buffer_add(&graph->key, (const char *)state, length);
}

/* The number of a state, new or not; false when there is no room for it. */
static bool number_of(struct model_graph *graph, const uint8_t *state,
                      size_t length, int32_t owner, uint32_t *number) {
  uint64_t found;
  set_key(graph, state, length, owner);
  if (graph->config->forgets) {
    *number = held_states_find(&graph->held, (const uint8_t *)graph->key.text,
                               graph->key.length);
    return true;
  }
  if (!numbered_find(&graph->states, (const uint8_t *)graph->key.text,
                     graph->key.length, &found) ||
      found >= LTS_MOST)
    return false;
  *number = (uint32_t)found;
  return true;
}

/* ---- edges ---- */

static bool on_successor(void *context, const struct successor *successor) {
  struct model_graph *graph = context;
  const size_t head = owner_bytes(graph);
  uint32_t target;
  if (!number_of(graph, successor->state, successor->length, successor->owner,
                 &target)) {
    graph->cut = true;
    return true;
  }
  buffer_clear(&graph->label);
  labelling_name(&graph->config->labelling, graph->namer, graph->loaded->model,
                 (const uint8_t *)graph->state.text + head,
                 graph->state.length - head, successor->steps,
                 successor->step_count, &graph->label);
  const uint32_t label = lts_builder_label(
      graph->labels, buffer_text(&graph->label), graph->label.length);
  vec_push(&graph->edges, label);
  vec_push(&graph->edge_to, target);
  graph->edge_count++;
  return true;
}

static bool on_violation(void *context, const struct violation *violation,
                         const struct step *steps, size_t step_count) {
  struct model_graph *graph = context;
  (void)steps, (void)step_count;
  graph->faulty = graph->faulty || violation->kind != VIOLATION_END_STATE;
  return true;
}

/* Loads a state; gives its owner. */
static int32_t load(struct model_graph *graph, uint32_t number) {
  int32_t owner = NO_PROCESS;
  buffer_clear(&graph->state);
  if (graph->config->forgets) {
    const struct held_state *state = &graph->held.states.items[number];
    buffer_add(&graph->state, (const char *)state->bytes, state->length);
  } else {
    const size_t length = numbered_load(&graph->states, number);
    buffer_add(&graph->state, (const char *)graph->states.bytes, length);
  }
  if (owner_bytes(graph) > 0)
    memcpy(&owner, graph->state.text, sizeof owner);
  return owner;
}

static bool bears_expansion(void *context, size_t bytes) {
  const struct model_graph *graph = context;
  const size_t most = graph->config->max_bytes;
  return !graph->cut && !lts_must_stop(graph->config->limits) &&
         (most == 0 || bytes < most / 2);
}

/* Adds the edges of a state to edges[] and edge_to[]. */
static void expand(struct model_graph *graph, uint32_t number) {
  const struct engine_visitor visitor = {
      .context = graph, .successor = on_successor, .violation = on_violation};
  const size_t head = owner_bytes(graph);
  const int32_t owner = load(graph, number);
  graph->cut |=
      !engine_expand(graph->engine, (const uint8_t *)graph->state.text + head,
                     graph->state.length - head, owner,
                     head > 0 ? ENGINE_SINGLE_STEPS : 0, &visitor);
}

static bool view_edges(void *context, uint32_t state, struct lts_edges *out) {
  struct model_graph *graph = context;
  while (graph->first.count <= state) {
    vec_push(&graph->first, NOT_YET);
    vec_push(&graph->count, 0);
  }
  if (graph->first.items[state] == NOT_YET) {
    if (graph->cut || graph->edges.count >= LTS_MOST / 2 ||
        lts_must_stop(graph->config->limits))
      return false;
    const uint32_t first = (uint32_t)graph->edges.count;
    expand(graph, state);
    if (graph->cut) {
      graph->edges.count = graph->edge_to.count = first;
      return false;
    }
    graph->first.items[state] = first;
    graph->count.items[state] = (uint32_t)graph->edges.count - first;
  }
  const uint32_t first = graph->first.items[state];
  *out = (struct lts_edges){graph->edges.items + first,
                            graph->edge_to.items + first,
                            graph->count.items[state]};
  return true;
}

/* ---- a view that forgets ---- */

static bool fresh_edges(void *context, uint32_t state, struct lts_edges *out) {
  struct model_graph *graph = context;
  const uint64_t most = graph->config->max_states;
  if ((most > 0 && graph->state_count >= most) ||
      lts_must_stop(graph->config->limits))
    return false;
  held_states_sweep(&graph->held);
  graph->edges.count = graph->edge_to.count = 0;
  graph->state_count++;
  expand(graph, state);
  *out = (struct lts_edges){graph->edges.items, graph->edge_to.items,
                            (uint32_t)graph->edges.count};
  return !graph->cut;
}

static void hold_state(void *context, uint32_t state) {
  held_states_hold(&((struct model_graph *)context)->held, state);
}

static void drop_state(void *context, uint32_t state) {
  held_states_drop(&((struct model_graph *)context)->held, state);
}

/* ---- both ---- */

static size_t view_bytes(void *context) {
  const struct model_graph *graph = context;
  const size_t edges = graph->edges.capacity * sizeof *graph->edges.items +
                       graph->edge_to.capacity * sizeof *graph->edge_to.items;
  return edges + (graph->config->forgets ? held_states_bytes(&graph->held)
                                         : numbered_bytes(&graph->states));
}

struct lts_view model_graph_view(struct model_graph *graph) {
  struct lts_view view = {.context = graph,
                          .initial = 0,
                          .hidden = lts_builder_label(graph->labels, "i", 1),
                          .edges = view_edges,
                          .bytes = view_bytes};
  if (graph->config->forgets) {
    view.edges = fresh_edges;
    view.hold = hold_state;
    view.drop = drop_state;
  }
  return view;
}

/* ---- opening ---- */

static enum status find_initial(struct model_graph *graph) {
  const uint8_t *state;
  size_t length;
  struct violation violation;
  uint32_t number;
  if (!engine_initial(graph->engine, &state, &length, &violation))
    return STATUS_BAD_INPUT;
  if (!number_of(graph, state, length, NO_PROCESS, &number))
    return STATUS_NO_MEMORY;
  if (graph->config->forgets)
    held_states_hold(&graph->held, number);
  return STATUS_OK;
}

static enum status begin(struct model_graph *graph) {
  enum status status =
      loaded_engine(graph->loaded, &graph->config->engine, &graph->engine);
  if (status == STATUS_OK)
    status =
        loaded_engine(graph->loaded, &graph->config->engine, &graph->namer);
  if (status == STATUS_OK && graph->config->forgets)
    held_states_init(&graph->held);
  else if (status == STATUS_OK)
    status = numbered_init(&graph->states, graph->config->max_bytes,
                           graph->config->max_states);
  graph->limit = (struct engine_limit){bears_expansion, graph};
  if (status == STATUS_OK)
    engine_set_limit(graph->engine, &graph->limit);
  return status == STATUS_OK ? find_initial(graph) : status;
}

struct model_graph *model_graph_open(const struct loaded *loaded,
                                     const struct model_graph_config *config,
                                     struct lts_builder *labels,
                                     enum status *status) {
  struct model_graph *graph = memory_alloc(sizeof *graph);
  graph->loaded = loaded;
  graph->config = config;
  graph->labels = labels;
  *status = begin(graph);
  if (*status == STATUS_OK)
    return graph;
  model_graph_close(graph);
  return NULL;
}

void model_graph_close(struct model_graph *graph) {
  if (!graph)
    return;
  engine_close(graph->engine);
  engine_close(graph->namer);
  numbered_clear(&graph->states);
  held_states_clear(&graph->held);
  vec_free(&graph->first);
  vec_free(&graph->count);
  vec_free(&graph->edges);
  vec_free(&graph->edge_to);
  buffer_free(&graph->state);
  buffer_free(&graph->key);
  buffer_free(&graph->label);
  memory_free(graph);
}

/* ---- all of it ---- */

/* Moves all edges to the builder; false when a limit cut the graph. */
static bool build(struct model_graph *graph) {
  for (uint32_t s = 0; s < graph->states.states.count; s++) {
    if (lts_must_stop(graph->config->limits)) {
      graph->cut = true;
      break;
    }
    graph->edges.count = graph->edge_to.count = 0;
    expand(graph, s);
    for (size_t i = 0; i < graph->edges.count; i++)
      if (!lts_builder_edge(graph->labels, s, graph->edges.items[i],
                            graph->edge_to.items[i]))
        graph->cut = true;
  }
  return !graph->cut;
}

/* The graph of what is a graph, renamed. */
static enum reachable_end rename_graph(const struct loaded *loaded,
                                       const struct model_graph_config *config,
                                       struct lts **out) {
  *out = labelling_apply(&config->labelling, loaded->graph);
  return REACHABLE_ALL;
}

enum reachable_end model_graph_whole(const struct loaded *loaded,
                                     const struct model_graph_config *config,
                                     struct lts **out, bool *faulty) {
  *out = NULL;
  *faulty = false;
  if (loaded->graph)
    return rename_graph(loaded, config, out);
  struct lts_builder *builder = lts_builder_open();
  enum status status;
  enum reachable_end end = REACHABLE_CUT;
  struct model_graph *graph =
      model_graph_open(loaded, config, builder, &status);
  if (graph) {
    end = build(graph) ? REACHABLE_ALL : REACHABLE_CUT;
    *faulty = graph->faulty;
    *out = lts_builder_finish(builder, (uint32_t)graph->states.states.count, 0);
  } else if (status == STATUS_BAD_INPUT) {
    end = REACHABLE_NOTHING;
  }
  model_graph_close(graph);
  lts_builder_close(builder);
  return end;
}

uint64_t model_graph_states(const struct model_graph *graph) {
  return graph->config->forgets ? graph->state_count
                                : graph->states.states.count;
}

uint64_t model_graph_edges(const struct model_graph *graph) {
  return graph->edge_count;
}

bool model_graph_is_faulty(const struct model_graph *graph) {
  return graph->faulty;
}
