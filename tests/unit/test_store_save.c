/* Stores that are saved and restored, and stores that go on with bits. */
#include "base/rng.h"
#include "store/store.h"
#include "tap.h"
#include "test_file.h"

#include <stdlib.h>
#include <string.h>

enum { STATES = 60000, LENGTH = 75, TAILS = 5, MANY_TAILS = 100 };

static char path[TEST_PATH_ROOM];

static struct store *open_store(size_t memory_bytes, uint32_t tails,
                                bool then_bits) {
  struct store *store = NULL;
  const struct store_config config = {
      .memory_bytes = memory_bytes, .tails = tails, .then_bits = then_bits};
  if (store_open_tree(&config, &store) != STATUS_OK)
    abort();
  return store;
}

/* State number s: of several lengths, with dependent and with wild parts. */
static size_t make_state(uint32_t s, uint8_t state[LENGTH]) {
  const size_t length = LENGTH - s % 3 * 9;
  memset(state, 0, LENGTH);
  const uint32_t wild = s * UINT32_C(2654435761) >> 20;
  state[1] = (uint8_t)(s % 5);
  state[9] = (uint8_t)(s / 5 % 5);
  state[17] = (uint8_t)(s % 5 + s / 5 % 5);
  memcpy(state + 24, &wild, sizeof wild);
  memcpy(state + 40, &s, sizeof s);
  return length;
}

static enum store_answer insert(struct store *store, uint32_t s,
                                state_ref *ref) {
  uint8_t state[LENGTH], base[LENGTH];
  const size_t length = make_state(s, state);
  const enum store_answer answer = store_insert(store, state, length, ref);
  if (answer != STORE_FULL)
    (void)store_load(store, *ref, base); /* also the time to learn */
  return answer;
}

static bool loads_as(struct store *store, state_ref ref, uint32_t s) {
  uint8_t state[LENGTH], loaded[LENGTH];
  const size_t length = make_state(s, state);
  return store_load(store, ref, loaded) == length &&
         memcmp(state, loaded, length) == 0;
}

static void save(const struct store *store) {
  struct snapshot_writer *writer;
  if (snapshot_create(path, &writer) != STATUS_OK)
    abort();
  store_save(store, writer);
  if (snapshot_commit(writer) != STATUS_OK)
    abort();
}

static enum status restore(struct store *store) {
  struct snapshot_reader *reader;
  if (snapshot_open(path, &reader) != SNAPSHOT_SOUND)
    abort();
  const enum status status = store_restore(store, reader);
  snapshot_close(reader);
  return status;
}

static unsigned colour_of(uint32_t s, uint32_t tails) {
  return tails > 0 ? s % 4 : 0;
}

/* Saved after so many states, the rest goes on as if nothing had happened. */
static void compare(bool *tap_ok, uint32_t tails, uint32_t saved) {
  static state_ref refs[STATES];
  struct store *store = open_store(1 << 28, tails, false);
  for (uint32_t s = 0; s < saved; s++) {
    CHECK(insert(store, s, &refs[s]) == STORE_NEW);
    if (tails > 0)
      store_paint(store, refs[s], s % tails, colour_of(s, tails));
  }
  save(store);
  struct store_figures before, after;
  store_figures(store, &before);
  store_close(store);
  store = open_store(1 << 28, tails, false);
  CHECK(restore(store) == STATUS_OK);
  store_figures(store, &after);
  CHECK(before.states == after.states && before.pairs == after.pairs);
  for (uint32_t s = 0; s < STATES; s++) {
    state_ref ref;
    CHECK(insert(store, s, &ref) == (s < saved ? STORE_SEEN : STORE_NEW));
    CHECK(store_names_state(store, ref));
  }
  for (uint32_t s = 0; s < saved; s++) {
    CHECK(store_names_state(store, refs[s]) && loads_as(store, refs[s], s));
    if (tails > 0)
      CHECK(store_colour(store, refs[s], s % tails) == colour_of(s, tails));
  }
  store_close(store);
}

TEST(a_small_store_is_restored) {
  compare(tap_ok, 0, 100);
}

TEST(a_store_is_restored_with_its_shapes) {
  compare(tap_ok, 0, 40000);
}

TEST(colours_are_restored) {
  compare(tap_ok, TAILS, 3000);
  compare(tap_ok, MANY_TAILS, 3000);
}

TEST(a_store_does_not_fit_into_less_memory) {
  struct store *store = open_store(1 << 28, 0, false);
  state_ref ref;
  for (uint32_t s = 0; s < STATES; s++)
    (void)insert(store, s, &ref);
  save(store);
  store_close(store);
  store = open_store(1 << 18, 0, false);
  CHECK(restore(store) == STATUS_NO_MEMORY);
  store_close(store);
}

/* Whatever the file says, there is a status and no harm. */
TEST(nonsense_is_refused) {
  struct store *store = open_store(1 << 28, 0, false);
  struct rng rng;
  rng_seed(&rng, 1);
  state_ref ref;
  for (uint32_t s = 0; s < 4000; s++)
    (void)insert(store, s, &ref);
  save(store);
  store_close(store);
  FILE *file = fopen(path, "rb");
  static uint64_t words[1 << 17];
  const size_t count = fread(words, sizeof *words, 1 << 17, file);
  fclose(file);
  for (unsigned i = 0; i < 300; i++) {
    const size_t at = 2 + (size_t)rng_below(&rng, i % 2 ? count - 3 : 4000);
    const uint64_t old = words[at];
    words[at] = i % 3 == 0 ? rng_next(&rng) : old ^ rng_below(&rng, 256);
    struct snapshot_reader *reader =
        snapshot_open_bytes(words + 2, (count - 3) * sizeof *words);
    store = open_store(1 << 26, 0, false);
    const enum status status = store_restore(store, reader);
    CHECK(status == STATUS_OK || status == STATUS_BAD_INPUT ||
          status == STATUS_NO_MEMORY);
    store_close(store);
    snapshot_close(reader);
    words[at] = old;
  }
}

/* Nothing that was inserted before is forgotten, all that waits can be read. */
TEST(a_full_store_goes_on_with_bits) {
  enum { ALL = 2000000 };
  struct store *store = open_store(6 << 20, 0, true);
  struct store_figures figures;
  static state_ref refs[ALL];
  uint32_t fresh = 0;
  for (uint32_t s = 0; s < ALL; s++) {
    uint8_t state[LENGTH] = {0};
    const uint32_t low = s % 1024, high = s / 1024;
    memcpy(state, &low, sizeof low);
    memcpy(state + 64, &high, sizeof high);
    const enum store_answer answer =
        store_insert(store, state, LENGTH, &refs[s]);
    CHECK(answer != STORE_FULL);
    fresh += answer == STORE_NEW;
    if (s % 64 == 0)
      (void)store_load(store, refs[s], state);
  }
  store_figures(store, &figures);
  CHECK(figures.switched > 200000 && figures.switched < ALL);
  CHECK(!store_is_exact(store) && !store_can_save(store));
  CHECK(figures.states == fresh && figures.bytes <= 6 << 20);
  const double omitted = ALL - (double)fresh;
  CHECK(figures.omissions > omitted / 2 && figures.omissions < omitted * 2);
  for (uint32_t s = 0; s < ALL; s += 17) {
    uint8_t state[LENGTH];
    uint32_t low, high;
    state_ref ref;
    CHECK(store_load(store, refs[s], state) == LENGTH);
    memcpy(&low, state, sizeof low);
    memcpy(&high, state + 64, sizeof high);
    CHECK(high * 1024 + low == s);
    CHECK(store_insert(store, state, LENGTH, &ref) == STORE_SEEN);
  }
  store_close(store);
}

RUN_TESTS_WITH_FILE(path, RUN(a_small_store_is_restored),
                    RUN(a_store_is_restored_with_its_shapes),
                    RUN(colours_are_restored),
                    RUN(a_store_does_not_fit_into_less_memory),
                    RUN(nonsense_is_refused),
                    RUN(a_full_store_goes_on_with_bits))
