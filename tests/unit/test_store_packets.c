/* Heads with coloured tails, against an array that says what each colour is.
 *
 * A random walk like that of a search of a product: insert heads, load them,
 * paint and look at their tails, under the reference of the first insertion or
 * of a later one.
 */
#include "base/rng.h"
#include "store/store.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

enum {
  LENGTH = 61,
  HEADS = 24000, /* more than the tree store learns from */
  ROOMY = 1 << 28,
  HUGE_PAGE = 1 << 21,
  MOST_TAILS = 100,
};

typedef enum status (*store_opener)(const struct store_config *config,
                                    struct store **out);

struct walk {
  struct store *store;
  struct rng rng;
  uint32_t tails;
  uint32_t count;   /* heads */
  state_ref *heads; /* as inserted first */
  uint8_t *colours; /* what they should be: by head, then by tail */
  uint64_t packets; /* colours other than 0 */
};

static const uint32_t tail_counts[] = {1, 2, 4, 5, 8, 16, 32, 33, MOST_TAILS};
enum { TAIL_COUNTS = sizeof tail_counts / sizeof tail_counts[0] };

static struct store *open_store(store_opener open, size_t memory_bytes,
                                uint32_t tails) {
  struct store *store = NULL;
  const struct store_config config = {.memory_bytes = memory_bytes,
                                      .tails = tails};
  return open(&config, &store) == STATUS_OK ? store : NULL;
}

static void begin(struct walk *walk, store_opener open, size_t memory_bytes,
                  uint32_t tails) {
  *walk = (struct walk){.tails = tails};
  walk->store = open_store(open, memory_bytes, tails);
  walk->heads = calloc(HEADS, sizeof *walk->heads);
  walk->colours = calloc(HEADS, tails);
  if (!walk->store || !walk->heads || !walk->colours)
    abort();
  rng_seed(&walk->rng, tails);
}

static void end(struct walk *walk) {
  store_close(walk->store);
  free(walk->heads);
  free(walk->colours);
}

/* Head number s: a few bytes vary, and the length. */
static enum store_answer insert_head(struct store *store, uint32_t s,
                                     state_ref *ref) {
  uint8_t state[LENGTH] = {1};
  state[7] = (uint8_t)(s % 7);
  memcpy(state + 30, &s, sizeof s);
  return store_insert(store, state, LENGTH - s % 3 * 8, ref);
}

/* A reference to one of the heads: the first it had, or the one it has now. */
static bool refer(struct walk *walk, uint32_t head, state_ref *ref) {
  *ref = walk->heads[head];
  return rng_below(&walk->rng, 2) == 0 ||
         insert_head(walk->store, head, ref) == STORE_SEEN;
}

static uint8_t *colour_of(const struct walk *walk, uint32_t head,
                          uint32_t tail) {
  return &walk->colours[(size_t)head * walk->tails + tail];
}

static bool paint(struct walk *walk, uint32_t head, uint32_t tail) {
  const uint8_t colour = (uint8_t)rng_below(&walk->rng, 4);
  uint8_t *old = colour_of(walk, head, tail);
  state_ref ref;
  if (!refer(walk, head, &ref) || store_colour(walk->store, ref, tail) != *old)
    return false;
  store_paint(walk->store, ref, tail, colour);
  walk->packets += (uint64_t)(colour != 0) - (uint64_t)(*old != 0);
  *old = colour;
  return store_colour(walk->store, ref, tail) == colour;
}

/* Inserts a head, if there is memory for it, loads one, and paints some. */
static bool step(struct walk *walk, bool *full) {
  state_ref ref;
  const enum store_answer answer = insert_head(walk->store, walk->count, &ref);
  *full = answer == STORE_FULL;
  if (answer == STORE_SEEN)
    return false;
  if (answer == STORE_NEW)
    walk->heads[walk->count++] = ref;
  if (walk->count == 0)
    return true;
  uint8_t loaded[LENGTH];
  store_load(walk->store, walk->heads[rng_below(&walk->rng, walk->count)],
             loaded);
  bool right = true;
  for (unsigned i = 0; right && i < 3; i++)
    right = paint(walk, (uint32_t)rng_below(&walk->rng, walk->count),
                  (uint32_t)rng_below(&walk->rng, walk->tails));
  return right;
}

/* Looks at every colour, and at one of each head by its first reference. */
static bool all_colours_are_right(struct walk *walk) {
  for (uint32_t head = 0; head < walk->count; head++) {
    state_ref ref;
    if (insert_head(walk->store, head, &ref) != STORE_SEEN)
      return false;
    for (uint32_t tail = 0; tail < walk->tails; tail++)
      if (store_colour(walk->store, ref, tail) != *colour_of(walk, head, tail))
        return false;
    const uint32_t tail = head % walk->tails;
    if (store_colour(walk->store, walk->heads[head], tail) !=
        *colour_of(walk, head, tail))
      return false;
  }
  return true;
}

static bool figures_are_right(const struct walk *walk, uint64_t budget) {
  struct store_figures figures;
  store_figures(walk->store, &figures);
  return figures.states == walk->count && figures.pairs == walk->packets &&
         figures.bytes <= budget;
}

/* Walks until all heads are in or the memory is used up. */
static bool walk_is_right(struct walk *walk, uint64_t budget, bool *full) {
  *full = false;
  while (walk->count < HEADS && !*full)
    if (!step(walk, full))
      return false;
  return all_colours_are_right(walk) && figures_are_right(walk, budget);
}

static bool walks_are_right(store_opener open) {
  bool right = true;
  for (unsigned i = 0; right && i < TAIL_COUNTS; i++) {
    struct walk walk;
    bool full;
    begin(&walk, open, ROOMY, tail_counts[i]);
    right = walk_is_right(&walk, ROOMY, &full) && !full;
    end(&walk);
  }
  return right;
}

TEST(the_tree_store_keeps_colours_while_it_grows_and_learns) {
  CHECK(walks_are_right(store_open_tree));
}

TEST(the_hash_store_keeps_colours_while_it_grows) {
  CHECK(walks_are_right(store_open_hash));
}

/* Memory may run out anywhere: while the keys, the pairs or the packets grow,
 * or while states are entered again after learning.
 */
TEST(a_full_store_keeps_the_colours_it_has) {
  static const uint32_t tails[] = {4, 17, 33};
  static const store_opener openers[] = {store_open_tree, store_open_hash};
  for (unsigned i = 0; i < 12; i++) {
    const size_t budget = (size_t)(i / 6 + 1) * (60000 + i * 20000);
    struct walk walk;
    bool full;
    begin(&walk, openers[i % 2], budget, tails[i % 3]);
    CHECK(walk_is_right(&walk, budget, &full));
    CHECK(full || i > 6);
    end(&walk);
  }
}

TEST(a_new_head_has_no_colours_and_painting_it_back_counts_down) {
  struct store *store = open_store(store_open_tree, ROOMY, 3);
  struct store_figures figures;
  state_ref ref;
  CHECK(insert_head(store, 1, &ref) == STORE_NEW);
  for (uint32_t tail = 0; tail < 3; tail++)
    CHECK(store_colour(store, ref, tail) == 0);
  store_paint(store, ref, 1, 2);
  store_paint(store, ref, 1, 3);
  store_paint(store, ref, 2, 1);
  store_figures(store, &figures);
  CHECK(figures.pairs == 2);
  store_paint(store, ref, 1, 0);
  store_figures(store, &figures);
  CHECK(figures.pairs == 1);
  CHECK(store_colour(store, ref, 2) == 1);
  store_close(store);
}

/* The heads under every reference, and as many that are new. */
static bool heads_are_right(const struct walk *walk) {
  bool right = true;
  for (uint32_t head = 0; right && head < walk->count; head++) {
    uint8_t loaded[LENGTH], again[LENGTH];
    state_ref ref;
    right = insert_head(walk->store, head, &ref) == STORE_SEEN;
    const size_t length = store_load(walk->store, walk->heads[head], loaded);
    right = right && store_load(walk->store, ref, again) == length &&
            memcmp(loaded, again, length) == 0 &&
            insert_head(walk->store, HEADS + head, &ref) == STORE_NEW;
  }
  return right;
}

/* Before it learned, after, and with colours in packets of their own. */
TEST(a_store_without_its_tails_keeps_its_heads) {
  static const store_opener openers[] = {store_open_tree, store_open_hash};
  for (unsigned i = 0; i < 2 * TAIL_COUNTS; i++) {
    struct walk walk;
    bool full = false;
    begin(&walk, openers[i % 2], ROOMY, tail_counts[i / 2]);
    const uint32_t heads = i % 3 == 0 ? 500 : HEADS;
    while (walk.count < heads && step(&walk, &full))
      continue;
    CHECK(walk.count == heads && !full);
    store_set_tails(walk.store, 0);
    CHECK(heads_are_right(&walk));
    walk.packets = 0;
    walk.count *= 2;
    CHECK(figures_are_right(&walk, ROOMY));
    end(&walk);
  }
}

/* Bytes of a tree store with so many heads that combine few parts. */
static uint64_t bytes_with_tails(uint32_t count, uint32_t tails) {
  struct store *store = open_store(store_open_tree, (size_t)1 << 30, tails);
  for (uint32_t s = 0; s < count; s++) {
    uint8_t state[LENGTH] = {1, 2, 3};
    state_ref ref;
    for (uint32_t i = 0; i < 4; i++)
      state[i * 15 + 9] = s >> (6 * i) & 63;
    if (store_insert(store, state, LENGTH, &ref) == STORE_NEW && tails > 0)
      store_paint(store, ref, s % tails, 1);
  }
  struct store_figures figures;
  store_figures(store, &figures);
  store_close(store);
  return figures.pairs == (tails > 0 ? count : 0) ? figures.bytes : UINT64_MAX;
}

/* With and without tails the table of heads grows at the same moments, so the
 * difference is one byte for each place, used or free.  When that comes to more
 * than a huge page, it is rounded up to whole ones.
 */
TEST(four_tails_of_millions_of_heads_cost_little) {
  for (uint32_t millions = 1; millions <= 3; millions++) {
    const uint32_t count = millions << 20;
    const uint64_t rounding = millions > 1 ? HUGE_PAGE : 0;
    const uint64_t plain = bytes_with_tails(count, 0);
    CHECK(bytes_with_tails(count, 4) <=
          plain + count * UINT64_C(13) / 10 + rounding);
  }
}

RUN_TESTS(RUN(the_tree_store_keeps_colours_while_it_grows_and_learns),
          RUN(the_hash_store_keeps_colours_while_it_grows),
          RUN(a_full_store_keeps_the_colours_it_has),
          RUN(a_store_without_its_tails_keeps_its_heads),
          RUN(a_new_head_has_no_colours_and_painting_it_back_counts_down),
          RUN(four_tails_of_millions_of_heads_cost_little))
