/* The store of fingerprints keeps its limit, and what it knows, as it grows. */
#include "store/store.h"
#include "tap.h"

#include <stdlib.h>

enum { ROOM = 1 << 25, FIRST = 200000 };

static struct store *open_store(void) {
  const struct store_config config = {.choice = STORE_CHOICE_COMPACT,
                                      .memory_bytes = ROOM};
  struct store *store;
  if (store_open(&config, &store) != STATUS_OK)
    abort();
  return store;
}

static enum store_answer insert(struct store *store, uint64_t number) {
  state_ref ref;
  return store_insert(store, (const uint8_t *)&number, sizeof number, &ref);
}

static uint64_t bytes_of(const struct store *store) {
  struct store_figures figures;
  store_figures(store, &figures);
  return figures.bytes;
}

/* States of these numbers, until there is no room. */
static uint64_t fill(struct store *store, uint64_t from, uint64_t to) {
  while (from < to && insert(store, from) == STORE_NEW)
    from++;
  return from;
}

static bool knows_all(struct store *store, uint64_t count) {
  for (uint64_t i = 0; i < count; i++)
    if (insert(store, i) != STORE_SEEN)
      return false;
  return true;
}

/* The stack of the search takes memory, too. */
TEST(a_limit_that_comes_later_is_kept) {
  struct store *store = open_store();
  CHECK(fill(store, 0, FIRST) == FIRST);
  const uint64_t limit = bytes_of(store) + (1 << 22);
  store_set_limit(store, limit);
  const uint64_t count = fill(store, FIRST, UINT64_MAX);
  CHECK(bytes_of(store) <= limit);
  CHECK(count > FIRST);
  CHECK(knows_all(store, count));
  store_close(store);
}

/* Where a fifth more does not fit, something less may. */
TEST(a_table_uses_nearly_all_that_it_may) {
  struct store *store = open_store();
  const uint64_t count = fill(store, 0, UINT64_MAX);
  CHECK(bytes_of(store) <= ROOM);
  CHECK(bytes_of(store) > ROOM / 10 * 9);
  CHECK(knows_all(store, count));
  store_close(store);
}

RUN_TESTS(RUN(a_limit_that_comes_later_is_kept),
          RUN(a_table_uses_nearly_all_that_it_may))
