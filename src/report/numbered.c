/* Numbered states: see numbered.h.
 *
 * States lie in an exact store, and a map leads from references to numbers.  A
 * store may give a state another reference than before when it has changed the
 * way it keeps states (store/tree.c).  Then a state is known to the store and
 * its reference is not: all states are looked up again, which happens a few
 * times at most.
 */
#include "report/numbered.h"

enum status numbered_init(struct numbered *numbered, size_t max_bytes,
                          uint64_t most) {
  const struct store_config config = {.memory_bytes = max_bytes};
  *numbered = (struct numbered){.most = most};
  return store_open_tree(&config, &numbered->store);
}

void numbered_clear(struct numbered *numbered) {
  store_close(numbered->store);
  vec_free(&numbered->states);
  map_free(&numbered->numbers);
  memory_free(numbered->bytes);
}

/* The map holds pointers; here they are numbers, one more than meant so that
 * none is NULL.
 */
static void *as_pointer(uint64_t number) {
  /* NOLINTNEXTLINE(performance-no-int-to-ptr) */
  return (void *)(uintptr_t)(number + 1);
}

size_t numbered_load(struct numbered *numbered, uint64_t number) {
  if (numbered->room < store_longest(numbered->store)) {
    numbered->room = store_longest(numbered->store) * 2;
    numbered->bytes = memory_resize(numbered->bytes, numbered->room);
  }
  return store_load(numbered->store, numbered->states.items[number],
                    numbered->bytes);
}

/* Gives all states the references that they have now. */
static void look_up_again(struct numbered *numbered) {
  map_free(&numbered->numbers);
  numbered->numbers = (struct map){0};
  for (uint64_t i = 0; i < numbered->states.count; i++) {
    const size_t length = numbered_load(numbered, i);
    state_ref ref;
    if (store_insert(numbered->store, numbered->bytes, length, &ref) ==
        STORE_SEEN)
      numbered->states.items[i] = ref;
    map_put(&numbered->numbers, as_pointer(numbered->states.items[i].index),
            as_pointer(i));
  }
}

static bool is_known(const struct numbered *numbered, state_ref ref,
                     uint64_t *number) {
  const void *known = map_get(&numbered->numbers, as_pointer(ref.index));
  if (known)
    *number = (uintptr_t)known - 1;
  return known != NULL;
}

static bool is_full(const struct numbered *numbered) {
  return numbered->most > 0 && numbered->states.count >= numbered->most;
}

bool numbered_find(struct numbered *numbered, const uint8_t *state,
                   size_t length, uint64_t *number) {
  state_ref ref;
  const enum store_answer answer =
      store_insert(numbered->store, state, length, &ref);
  if (answer == STORE_FULL)
    return false;
  if (is_known(numbered, ref, number))
    return true;
  if (is_full(numbered)) /* the store may have states without a number then */
    return false;
  if (answer == STORE_SEEN) {
    look_up_again(numbered);
    if (is_known(numbered, ref, number))
      return true;
  }
  *number = numbered->states.count;
  vec_push(&numbered->states, ref);
  map_put(&numbered->numbers, as_pointer(ref.index), as_pointer(*number));
  return true;
}

size_t numbered_bytes(const struct numbered *numbered) {
  struct store_figures figures;
  store_figures(numbered->store, &figures);
  return figures.bytes +
         numbered->states.capacity * sizeof *numbered->states.items +
         numbered->numbers.capacity * (sizeof *numbered->numbers.keys +
                                       sizeof *numbered->numbers.values);
}
