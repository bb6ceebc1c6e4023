/* Every exact store gives the answers of the plain one.
 *
 * A random walk like that of a search: load a stored state, change it a little
 * (or its length, or everything), insert the result into both stores.
 */
#include "base/rng.h"
#include "store/store.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 20000, LONGEST = 400 };

struct pair_of_stores {
  struct store *tree, *hash;
  struct rng rng;
  state_ref *tree_refs, *hash_refs; /* of the states inserted, in order */
  size_t count;
  size_t longest;   /* of the states to make */
  unsigned variety; /* values a byte may have */
};

static void open_both(struct pair_of_stores *both, uint64_t seed) {
  const struct store_config config = {.memory_bytes = (size_t)1 << 28};
  *both = (struct pair_of_stores){0};
  if (store_open_tree(&config, &both->tree) != STATUS_OK ||
      store_open_hash(&config, &both->hash) != STATUS_OK)
    abort();
  rng_seed(&both->rng, seed);
  both->tree_refs = calloc(STEPS, sizeof *both->tree_refs);
  both->hash_refs = calloc(STEPS, sizeof *both->hash_refs);
  both->longest = 1 + rng_below(&both->rng, LONGEST);
  both->variety = 2 + (unsigned)rng_below(&both->rng, 255);
}

static void close_both(struct pair_of_stores *both) {
  store_close(both->tree);
  store_close(both->hash);
  free(both->tree_refs);
  free(both->hash_refs);
}

/* Loads one of the states, an early, a late or any one; 0 bytes at first. */
static size_t load_parent(struct pair_of_stores *both, uint8_t *state,
                          bool *same) {
  uint8_t plain[LONGEST];
  if (both->count == 0)
    return 0;
  const uint64_t recent = both->count < 8 ? both->count : 8;
  const size_t i = rng_below(&both->rng, 2)
                       ? rng_below(&both->rng, both->count)
                       : both->count - 1 - rng_below(&both->rng, recent);
  const size_t length = store_load(both->tree, both->tree_refs[i], state);
  *same = store_load(both->hash, both->hash_refs[i], plain) == length &&
          memcmp(plain, state, length) == 0;
  return length;
}

static uint8_t random_byte(struct pair_of_stores *both) {
  return (uint8_t)rng_below(&both->rng, both->variety);
}

static size_t change_length(struct pair_of_stores *both, uint8_t *state,
                            size_t length) {
  const size_t wanted = rng_below(&both->rng, both->longest + 1);
  for (size_t i = length; i < wanted; i++)
    state[i] = random_byte(both);
  return wanted;
}

static size_t mutate(struct pair_of_stores *both, uint8_t *state,
                     size_t length) {
  const uint64_t dice = rng_below(&both->rng, 100);
  uint64_t changes = dice < 2 ? LONGEST : rng_below(&both->rng, 4);
  if (dice > 90 || length == 0)
    length = change_length(both, state, length);
  for (; length > 0 && changes > 0; changes--)
    state[rng_below(&both->rng, length)] = random_byte(both);
  return length;
}

static bool insert_agrees(struct pair_of_stores *both, const uint8_t *state,
                          size_t length) {
  state_ref tree_ref, hash_ref;
  const enum store_answer answer =
      store_insert(both->hash, state, length, &hash_ref);
  if (store_insert(both->tree, state, length, &tree_ref) != answer)
    return false;
  if (answer == STORE_NEW) {
    both->tree_refs[both->count] = tree_ref;
    both->hash_refs[both->count++] = hash_ref;
  }
  return answer != STORE_FULL;
}

static bool walk_agrees(struct pair_of_stores *both) {
  uint8_t state[LONGEST];
  size_t length = 0;
  for (size_t step = 0; step < STEPS; step++) {
    bool same = true;
    if (rng_below(&both->rng, 3) == 0)
      length = load_parent(both, state, &same);
    length = mutate(both, state, length);
    if (!same || !insert_agrees(both, state, length))
      return false;
  }
  return store_longest(both->tree) == store_longest(both->hash);
}

static bool all_states_load(struct pair_of_stores *both) {
  uint8_t compressed[LONGEST], plain[LONGEST];
  for (size_t i = 0; i < both->count; i++) {
    const size_t length =
        store_load(both->tree, both->tree_refs[i], compressed);
    if (store_load(both->hash, both->hash_refs[i], plain) != length ||
        memcmp(compressed, plain, length) != 0)
      return false;
  }
  return true;
}

TEST(tree_and_hash_agree_on_random_walks) {
  for (uint64_t seed = 1; seed <= 16; seed++) {
    struct pair_of_stores both;
    open_both(&both, seed);
    CHECK(walk_agrees(&both));
    CHECK(all_states_load(&both));
    struct store_figures tree, hash;
    store_figures(both.tree, &tree);
    store_figures(both.hash, &hash);
    CHECK(tree.states == hash.states);
    close_both(&both);
  }
}

RUN_TESTS(RUN(tree_and_hash_agree_on_random_walks))
