#include "store/store.h"
#include "tap.h"

#include <string.h>

enum { STATES = 5000, LENGTH = 61, LONG = 5000, ROOMY = 1 << 26 };

static struct store *open_store(size_t memory_bytes) {
  struct store *store = NULL;
  const struct store_config config = {.memory_bytes = memory_bytes};
  return store_open_tree(&config, &store) == STATUS_OK ? store : NULL;
}

/* State number s of a model in which a few bytes vary. */
static void make_state(uint32_t s, uint8_t state[LENGTH]) {
  memset(state, 0, LENGTH);
  state[0] = 1;
  state[7] = (uint8_t)(s % 7);
  state[LENGTH - 1] = (uint8_t)(s / 7 % 11);
  memcpy(state + 30, &s, sizeof s);
}

static enum store_answer insert_number(struct store *store, uint32_t s,
                                       state_ref *ref) {
  uint8_t state[LENGTH];
  make_state(s, state);
  return store_insert(store, state, LENGTH, ref);
}

static bool loads_as_number(struct store *store, state_ref ref, uint32_t s) {
  uint8_t state[LENGTH], loaded[LENGTH];
  make_state(s, state);
  return store_longest(store) == LENGTH &&
         store_load(store, ref, loaded) == LENGTH &&
         memcmp(state, loaded, LENGTH) == 0;
}

static uint64_t bytes_of(const struct store *store) {
  struct store_figures figures;
  store_figures(store, &figures);
  return figures.bytes;
}

/* Whatever is inserted in between, a state keeps the reference it got. */
TEST(a_state_is_found_again_under_the_same_reference) {
  struct store *store = open_store(ROOMY);
  static state_ref first[STATES];
  state_ref again;
  for (uint32_t s = 0; s < STATES; s++)
    CHECK(insert_number(store, s, &first[s]) == STORE_NEW);
  for (uint32_t s = 0; s < STATES; s++) {
    CHECK(insert_number(store, s, &again) == STORE_SEEN);
    CHECK(again.index == first[s].index);
  }
  for (uint32_t s = 0; s < STATES; s++)
    CHECK(loads_as_number(store, first[s], s));
  struct store_figures figures;
  store_figures(store, &figures);
  CHECK(figures.states == STATES);
  store_close(store);
}

/* A shorter state that agrees with a longer one as far as it goes, or up to
 * zeros, is another state.
 */
TEST(states_that_differ_in_length_only_are_different) {
  struct store *store = open_store(ROOMY);
  const uint8_t zeros[LONG] = {0};
  static state_ref refs[LONG];
  static uint8_t loaded[LONG];
  for (size_t length = 0; length < LONG; length++)
    CHECK(store_insert(store, zeros, length, &refs[length]) == STORE_NEW);
  for (size_t length = LONG; length-- > 0;) {
    memset(loaded, 1, sizeof loaded);
    CHECK(store_load(store, refs[length], loaded) == length);
    CHECK(memcmp(loaded, zeros, length) == 0);
  }
  store_close(store);
}

/* A successor may be compared with any loaded state: the answer is the same. */
TEST(what_is_loaded_before_does_not_matter) {
  struct store *store = open_store(ROOMY);
  state_ref near, far, other;
  uint8_t state[LENGTH];
  CHECK(insert_number(store, 1, &near) == STORE_NEW);
  CHECK(insert_number(store, UINT32_MAX, &far) == STORE_NEW);
  CHECK(insert_number(store, 2, &other) == STORE_NEW);
  const state_ref refs[] = {near, far, other, near};
  for (size_t i = 0; i < sizeof refs / sizeof refs[0]; i++) {
    state_ref again;
    store_load(store, refs[i], state);
    CHECK(insert_number(store, 1, &again) == STORE_SEEN);
    CHECK(again.index == near.index);
    CHECK(insert_number(store, UINT32_MAX, &again) == STORE_SEEN);
    CHECK(again.index == far.index);
    CHECK(loads_as_number(store, other, 2));
  }
  store_close(store);
}

/* Of two equal states announced together, the first one settled is new. */
TEST(announced_states_are_settled_in_order) {
  struct store *store = open_store(ROOMY);
  uint8_t state[LENGTH];
  struct store_ticket tickets[4];
  for (uint32_t i = 0; i < 4; i++) {
    make_state(i % 2, state);
    store_announce(store, state, LENGTH, UINT64_MAX, &tickets[i]);
  }
  for (uint32_t i = 0; i < 4; i++)
    CHECK(store_settle(store, &tickets[i]) == (i < 2 ? STORE_NEW : STORE_SEEN));
  CHECK(loads_as_number(store, tickets[0].ref, 0));
  CHECK(loads_as_number(store, tickets[3].ref, 1));
  store_close(store);
}

/* A full store must say so: silence would turn "unknown" into "verified". */
TEST(a_full_store_refuses_new_states_and_still_knows_old_ones) {
  const size_t budget = 1 << 18;
  struct store *store = open_store(budget);
  state_ref ref;
  uint32_t count = 0;
  while (insert_number(store, count, &ref) == STORE_NEW) {
    count++;
    CHECK(bytes_of(store) <= budget);
  }
  CHECK(count > 1000);
  CHECK(insert_number(store, count, &ref) == STORE_FULL);
  for (uint32_t s = 0; s < count; s++) {
    CHECK(insert_number(store, s, &ref) == STORE_SEEN);
    CHECK(loads_as_number(store, ref, s));
  }
  CHECK(bytes_of(store) <= budget);
  store_close(store);
}

TEST(a_store_without_memory_is_full_from_the_start) {
  struct store *store = open_store(0);
  state_ref ref;
  CHECK(insert_number(store, 1, &ref) == STORE_FULL);
  CHECK(store_insert(store, NULL, 0, &ref) == STORE_FULL);
  store_close(store);
}

TEST(a_store_for_few_states_is_small) {
  struct store *store = open_store(ROOMY);
  state_ref ref;
  for (uint32_t s = 0; s < 100; s++)
    CHECK(insert_number(store, s, &ref) == STORE_NEW);
  CHECK(bytes_of(store) < 1 << 16);
  store_close(store);
}

/* State number s of a model with four variables of 32 values each. */
static enum store_answer insert_combination(struct store *store, uint32_t s) {
  uint8_t state[LENGTH] = {1, 2, 3};
  state_ref ref;
  for (uint32_t i = 0; i < 4; i++)
    state[i * 15 + 9] = s >> (5 * i) & 31;
  return store_insert(store, state, LENGTH, &ref);
}

/* The pairs hardly count when states combine the same parts in many ways. */
TEST(a_million_states_cost_at_most_eleven_bytes_each) {
  const uint32_t count = 1 << 20;
  struct store *store = open_store((size_t)1 << 30);
  for (uint32_t s = 0; s < count; s++)
    CHECK(insert_combination(store, s) == STORE_NEW);
  CHECK(bytes_of(store) <= UINT64_C(11) * count);
  for (uint32_t s = 0; s < count; s++)
    CHECK(insert_combination(store, s) == STORE_SEEN);
  store_close(store);
}

TEST(it_says_what_it_is) {
  struct store *store = open_store(ROOMY);
  CHECK(store_is_exact(store));
  CHECK(strcmp(store_name(store), "tree") == 0);
  store_close(store);
  store_close(NULL);
}

RUN_TESTS(RUN(a_state_is_found_again_under_the_same_reference),
          RUN(states_that_differ_in_length_only_are_different),
          RUN(what_is_loaded_before_does_not_matter),
          RUN(announced_states_are_settled_in_order),
          RUN(a_full_store_refuses_new_states_and_still_knows_old_ones),
          RUN(a_store_without_memory_is_full_from_the_start),
          RUN(a_store_for_few_states_is_small),
          RUN(a_million_states_cost_at_most_eleven_bytes_each),
          RUN(it_says_what_it_is))
