#include "store/store.h"
#include "tap.h"

#include <string.h>

enum { STATES = 5000 };

static struct store *open_store(size_t memory_bytes) {
  struct store *store = NULL;
  const struct store_config config = {.memory_bytes = memory_bytes};
  return store_open_hash(&config, &store) == STATUS_OK ? store : NULL;
}

static enum store_answer insert_number(struct store *store, uint32_t s,
                                       state_ref *ref) {
  uint8_t state[sizeof s];
  memcpy(state, &s, sizeof s);
  return store_insert(store, state, sizeof s, ref);
}

static bool loads_as_number(struct store *store, state_ref ref, uint32_t s) {
  uint32_t loaded = ~s;
  return store_longest(store) == sizeof s &&
         store_load(store, ref, (uint8_t *)&loaded) == sizeof s && loaded == s;
}

/* Whatever is inserted in between, a state keeps the reference it got. */
TEST(a_state_is_found_again_under_the_same_reference) {
  struct store *store = open_store(1 << 20);
  static state_ref first[STATES];
  state_ref again;
  for (uint32_t s = 0; s < STATES; s++)
    CHECK(insert_number(store, s, &first[s]) == STORE_NEW);
  for (uint32_t s = 0; s < STATES; s++) {
    CHECK(insert_number(store, s, &again) == STORE_SEEN);
    CHECK(again.index == first[s].index);
    CHECK(loads_as_number(store, again, s));
  }
  CHECK(store_is_exact(store));
  store_close(store);
}

TEST(states_that_differ_in_length_only_are_different) {
  struct store *store = open_store(1 << 20);
  const uint8_t zeros[100] = {0};
  uint8_t loaded[100];
  state_ref refs[100];
  for (size_t length = 0; length < 100; length++)
    CHECK(store_insert(store, zeros, length, &refs[length]) == STORE_NEW);
  for (size_t length = 0; length < 100; length++)
    CHECK(store_load(store, refs[length], loaded) == length);
  store_close(store);
}

/* A full store must say so: silence would turn "unknown" into "verified". */
TEST(a_full_store_refuses_new_states_and_still_knows_old_ones) {
  const size_t budget = 1 << 16;
  struct store *store = open_store(budget);
  struct store_figures figures;
  state_ref ref;
  uint32_t count = 0;
  while (insert_number(store, count, &ref) == STORE_NEW)
    count++;
  CHECK(count > 500);
  CHECK(insert_number(store, count, &ref) == STORE_FULL);
  for (uint32_t s = 0; s < count; s++)
    CHECK(insert_number(store, s, &ref) == STORE_SEEN);
  store_figures(store, &figures);
  CHECK(figures.states == count);
  CHECK(figures.bytes <= budget);
  store_close(store);
}

TEST(a_store_without_memory_is_full_from_the_start) {
  struct store *store = open_store(0);
  state_ref ref;
  CHECK(insert_number(store, 1, &ref) == STORE_FULL);
  store_close(store);
}

RUN_TESTS(RUN(a_state_is_found_again_under_the_same_reference),
          RUN(states_that_differ_in_length_only_are_different),
          RUN(a_full_store_refuses_new_states_and_still_knows_old_ones),
          RUN(a_store_without_memory_is_full_from_the_start))
