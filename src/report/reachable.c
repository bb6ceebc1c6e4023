/* The reachable states as a graph: breadth-first over numbered states, whose
 * list is the queue.
 */
#include "report/reachable.h"

#include "report/numbered.h"

struct explorer {
  const struct reachable_config *config;
  const struct graph_visitor *visitor;
  struct numbered states;
  uint64_t current;
  bool cut;
};

static bool is_interrupted(const struct explorer *explorer) {
  return explorer->config->interrupt && *explorer->config->interrupt;
}

/* An expansion that takes long is not brought to its end when a limit was
 * reached.
 */
static bool bears_expansion(void *context, size_t bytes) {
  const struct explorer *explorer = context;
  const size_t most = explorer->config->max_bytes;
  return !explorer->cut && !is_interrupted(explorer) &&
         (most == 0 || bytes < most / 2);
}

/* The number of a state, new or not; false when there is no room for it. */
static bool number_of(struct explorer *explorer, const uint8_t *state,
                      size_t length, uint64_t *number) {
  const uint64_t before = explorer->states.states.count;
  if (is_interrupted(explorer))
    return false;
  if (!numbered_find(&explorer->states, state, length, number))
    return false;
  if (*number == before)
    explorer->visitor->state(explorer->visitor->context, *number, state,
                             length);
  return true;
}

static bool on_successor(void *context, const struct successor *successor) {
  struct explorer *explorer = context;
  uint64_t number;
  if (number_of(explorer, successor->state, successor->length, &number))
    explorer->visitor->edge(explorer->visitor->context, explorer->current,
                            number, successor);
  else
    explorer->cut = true;
  return true;
}

static bool on_violation(void *context, const struct violation *violation,
                         const struct step *steps, size_t step_count) {
  struct explorer *explorer = context;
  (void)steps, (void)step_count;
  explorer->visitor->violation(explorer->visitor->context, explorer->current,
                               violation);
  return true;
}

static void explore(struct explorer *explorer, struct engine *engine) {
  const struct engine_visitor visitor = {.context = explorer,
                                         .successor = on_successor,
                                         .violation = on_violation};
  const struct engine_limit limit = {bears_expansion, explorer};
  struct buffer state = {0}; /* the engine works on it while others are found */
  engine_set_limit(engine, &limit);
  for (uint64_t i = 0; i < explorer->states.states.count; i++) {
    const size_t length = numbered_load(&explorer->states, i);
    buffer_clear(&state);
    buffer_add(&state, (const char *)explorer->states.bytes, length);
    explorer->current = i;
    explorer->cut |= !engine_expand(engine, (const uint8_t *)state.text, length,
                                    NO_PROCESS, 0, &visitor);
  }
  engine_set_limit(engine, NULL);
  buffer_free(&state);
}

enum reachable_end reachable_visit(struct engine *engine,
                                   const struct reachable_config *config,
                                   const struct graph_visitor *visitor) {
  struct explorer explorer = {.config = config, .visitor = visitor};
  const uint8_t *state;
  size_t length;
  uint64_t number;
  struct violation violation;
  if (!engine_initial(engine, &state, &length, &violation))
    return REACHABLE_NOTHING;
  if (numbered_init(&explorer.states, config->max_bytes, config->max_states) ==
          STATUS_OK &&
      number_of(&explorer, state, length, &number))
    explore(&explorer, engine);
  else
    explorer.cut = true;
  numbered_clear(&explorer.states);
  return explorer.cut ? REACHABLE_CUT : REACHABLE_ALL;
}
