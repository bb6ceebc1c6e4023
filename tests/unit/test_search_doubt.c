/* A store that has lost much is doubted, one that has lost little is not. */
#include "search/doubt.h"
#include "tap.h"

enum { ASKED = 200000, SUCCESSORS = 5 };

static struct store *open_bits(bool *tap_ok, size_t array_bytes) {
  const struct store_config config = {.choice = STORE_CHOICE_BITSTATE,
                                      .memory_bytes = (size_t)1 << 25,
                                      .array_bytes = array_bytes};
  struct store *store = NULL;
  CHECK(store_open(&config, &store) == STATUS_OK);
  return store;
}

/* So many different states are looked up. */
static void fill(struct store *store, uint64_t states) {
  for (uint64_t state = 0; state < states; state++) {
    state_ref ref;
    (void)store_insert(store, (const uint8_t *)&state, sizeof state, &ref);
  }
}

struct seen {
  unsigned chosen[SUCCESSORS];
  unsigned doubts, wrong;
};

/* Expansions of which all successors but these are seen. */
static void expand(struct doubt *doubt, uint64_t states, uint64_t is_new,
                   unsigned count, struct seen *seen) {
  for (unsigned i = 0; i < ASKED; i++) {
    const uint64_t bit = doubt_seen(doubt, states, is_new, count);
    seen->wrong += (bit & is_new) != 0 || bit >> count != 0;
    seen->doubts += bit != 0;
    for (unsigned j = 0; j < SUCCESSORS; j++)
      seen->chosen[j] += bit == UINT64_C(1) << j;
  }
}

/* Of a search that has found so many states. */
static struct seen after(struct store *store, uint64_t states, uint64_t is_new,
                         unsigned count) {
  struct seen seen = {0};
  struct doubt doubt;
  doubt_init(&doubt, store);
  expand(&doubt, states, is_new, count, &seen);
  return seen;
}

static struct seen in_store(struct store *store, uint64_t is_new,
                            unsigned count) {
  struct store_figures figures;
  store_figures(store, &figures);
  return after(store, figures.states, is_new, count);
}

TEST(a_store_that_has_room_is_believed) {
  struct store *store = open_bits(tap_ok, (size_t)1 << 20);
  fill(store, 1000);
  CHECK(in_store(store, 0, SUCCESSORS).doubts == 0);
  store_close(store);
}

TEST(each_successor_of_a_store_that_has_lost_much_has_its_turn) {
  struct store *store = open_bits(tap_ok, 4096);
  fill(store, 100000);
  const struct seen seen = in_store(store, 0, SUCCESSORS);
  CHECK(seen.doubts > ASKED / DOUBT_SELDOM / 2);
  CHECK(seen.doubts <= ASKED / DOUBT_OFTEN + 1);
  for (unsigned i = 0; i < SUCCESSORS; i++)
    CHECK(seen.chosen[i] >= seen.doubts / SUCCESSORS - 1);
  store_close(store);
}

TEST(what_is_new_needs_no_doubt) {
  struct store *store = open_bits(tap_ok, 4096);
  fill(store, 100000);
  const struct seen seen = in_store(store, 0x15, SUCCESSORS);
  CHECK(seen.doubts > 0);
  CHECK(seen.wrong == 0);
  CHECK(in_store(store, 0x1f, SUCCESSORS).doubts == 0);
  CHECK(in_store(store, 0, 0).doubts == 0);
  store_close(store);
}

/* The store is told of new states later, and when depends on time. */
TEST(what_is_lost_is_weighed_against_what_the_search_has_found) {
  struct store *store = open_bits(tap_ok, 4096);
  fill(store, 100000);
  CHECK(after(store, 100000000, 0, SUCCESSORS).doubts == 0);
  store_close(store);
}

RUN_TESTS(RUN(a_store_that_has_room_is_believed),
          RUN(each_successor_of_a_store_that_has_lost_much_has_its_turn),
          RUN(what_is_new_needs_no_doubt),
          RUN(what_is_lost_is_weighed_against_what_the_search_has_found))
