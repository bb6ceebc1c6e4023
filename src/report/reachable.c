/* The reachable states as a graph: breadth-first over an exact store.
 *
 * The queue is the list of references in order of discovery; a state's number
 * is its place in it, found again through a map.
 */
#include "report/reachable.h"
#include "base/map.h"
#include "base/vec.h"
#include "store/store.h"

struct explorer {
  const struct reachable_config *config;
  const struct graph_visitor *visitor;
  struct store *store;
  VEC(state_ref) found;
  struct map numbers; /* of the references */
  uint64_t current;
  bool cut;
};

/* The map holds pointers; here they are numbers, one more than meant so that
 * none is NULL.
 */
static void *as_pointer(uint64_t number) {
  /* NOLINTNEXTLINE(performance-no-int-to-ptr) */
  return (void *)(uintptr_t)(number + 1);
}

static bool is_full(const struct explorer *explorer) {
  return (explorer->config->max_states != 0 &&
          explorer->found.count >= explorer->config->max_states) ||
         (explorer->config->interrupt && *explorer->config->interrupt);
}

/* The number of a state, new or not; false when there is no room for it. */
static bool number_of(struct explorer *explorer, const uint8_t *state,
                      size_t length, uint64_t *number) {
  state_ref ref;
  enum store_answer answer = store_insert(explorer->store, state, length, &ref);
  if (answer == STORE_FULL)
    return false;
  const void *key = as_pointer(ref.index);
  const void *known = map_get(&explorer->numbers, key);
  if (known) {
    *number = (uintptr_t)known - 1;
    return true;
  }
  if (is_full(explorer))
    return false;
  *number = explorer->found.count;
  vec_push(&explorer->found, ref);
  map_put(&explorer->numbers, key, as_pointer(*number));
  explorer->visitor->state(explorer->visitor->context, *number, state, length);
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
  const struct engine_visitor visitor = {explorer, on_successor, on_violation};
  uint8_t *state = NULL;
  size_t room = 0;
  for (size_t i = 0; i < explorer->found.count; i++) {
    if (room < store_longest(explorer->store)) {
      room = store_longest(explorer->store) * 2;
      state = memory_resize(state, room);
    }
    size_t length =
        store_load(explorer->store, explorer->found.items[i], state);
    explorer->current = i;
    engine_expand(engine, state, length, NO_PROCESS, 0, &visitor);
  }
  memory_free(state);
}

enum reachable_end reachable_visit(struct engine *engine,
                                   const struct reachable_config *config,
                                   const struct graph_visitor *visitor) {
  struct explorer explorer = {.config = config, .visitor = visitor};
  struct store_config store = {.memory_bytes = config->max_bytes};
  const uint8_t *state;
  size_t length;
  uint64_t number;
  struct violation violation;
  if (!engine_initial(engine, &state, &length, &violation))
    return REACHABLE_NOTHING;
  if (store_open_tree(&store, &explorer.store) != STATUS_OK)
    return REACHABLE_CUT;
  if (number_of(&explorer, state, length, &number))
    explore(&explorer, engine);
  else
    explorer.cut = true;
  store_close(explorer.store);
  vec_free(&explorer.found);
  map_free(&explorer.numbers);
  return explorer.cut ? REACHABLE_CUT : REACHABLE_ALL;
}
