/* Every exact store gives the answers of the plain one.
 *
 * A random walk like that of a search: load a stored state, change it a little
 * (or its length, or everything), insert the result into both stores.  In the
 * second kind of walk, what states look like changes again and again, so that
 * whatever a store has learned from the first ones becomes wrong; successors
 * say where they differ from the state loaded last.
 */
#include "base/rng.h"
#include "store/store.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 20000, MOST_STATES = 60000, LONGEST = 600, ROOMY = 1 << 28 };

struct pair_of_stores {
  struct store *tree, *hash;
  struct rng rng;
  state_ref *tree_refs, *hash_refs; /* of the states inserted, in order */
  size_t count;
  size_t longest;   /* of the states to make */
  unsigned variety; /* values a byte may have */
};

static void open_both(struct pair_of_stores *both, uint64_t seed,
                      size_t memory_bytes) {
  const struct store_config config = {.memory_bytes = memory_bytes};
  const struct store_config roomy = {.memory_bytes = ROOMY};
  *both = (struct pair_of_stores){0};
  if (store_open_tree(&config, &both->tree) != STATUS_OK ||
      store_open_hash(&roomy, &both->hash) != STATUS_OK)
    abort();
  rng_seed(&both->rng, seed);
  both->tree_refs = calloc(MOST_STATES, sizeof *both->tree_refs);
  both->hash_refs = calloc(MOST_STATES, sizeof *both->hash_refs);
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
    open_both(&both, seed, ROOMY);
    CHECK(walk_agrees(&both));
    CHECK(all_states_load(&both));
    struct store_figures tree, hash;
    store_figures(both.tree, &tree);
    store_figures(both.hash, &hash);
    CHECK(tree.states == hash.states);
    close_both(&both);
  }
}

/* ---- states whose looks change ---- */

enum { PHASE_STEPS = 12000, PHASES = 5, FEW_LENGTHS = 6 };

/* What the states of one phase look like. */
struct looks {
  size_t lengths[FEW_LENGTHS]; /* of states, as a rule */
  unsigned length_count;
  size_t places[LONGEST]; /* bytes that vary */
  unsigned place_count;
  unsigned variety; /* values of each */
};

static void choose_looks(struct pair_of_stores *both, struct looks *looks) {
  looks->length_count = 1 + (unsigned)rng_below(&both->rng, FEW_LENGTHS);
  for (unsigned i = 0; i < looks->length_count; i++)
    looks->lengths[i] = rng_below(&both->rng, both->longest + 1);
  looks->place_count = 1 + (unsigned)rng_below(&both->rng, 40);
  for (unsigned i = 0; i < looks->place_count; i++)
    looks->places[i] = rng_below(&both->rng, both->longest);
  looks->variety = 2 + (unsigned)rng_below(&both->rng, 2) * 200;
}

/* Changes a few of the bytes that vary, and tells in which words. */
static uint64_t change_bytes(struct pair_of_stores *both,
                             const struct looks *looks, uint8_t *state,
                             size_t length) {
  uint64_t changed = 0;
  for (uint64_t i = rng_below(&both->rng, 4) + 1; i > 0; i--) {
    const size_t place =
        looks->places[rng_below(&both->rng, looks->place_count)];
    if (place >= length)
      continue;
    state[place] = (uint8_t)rng_below(&both->rng, looks->variety);
    changed |= place < 512 ? UINT64_C(1) << (place / 8) : 0;
  }
  return changed;
}

/* A successor of the state loaded last, or now and then of any length. */
static uint64_t make_successor(struct pair_of_stores *both,
                               const struct looks *looks, uint8_t *state,
                               size_t *length) {
  const uint64_t changed = change_bytes(both, looks, state, *length);
  if (rng_below(&both->rng, 20) != 0)
    return *length <= 512 ? changed : UINT64_MAX;
  const size_t wanted =
      looks->lengths[rng_below(&both->rng, looks->length_count)];
  if (wanted > *length)
    memset(state + *length, 0, wanted - *length);
  *length = wanted;
  return UINT64_MAX;
}

/* Inserts into both; what is full in the one need not be in the other. */
static bool announce_agrees(struct pair_of_stores *both, const uint8_t *state,
                            size_t length, uint64_t changed, bool *full) {
  struct store_ticket ticket;
  state_ref ref;
  store_announce(both->tree, state, length, changed, &ticket);
  const enum store_answer answer = store_settle(both->tree, &ticket);
  *full = answer == STORE_FULL;
  if (*full)
    return true;
  if (store_insert(both->hash, state, length, &ref) != answer)
    return false;
  if (answer == STORE_NEW) {
    both->tree_refs[both->count] = ticket.ref;
    both->hash_refs[both->count++] = ref;
  }
  return true;
}

/* Successors of one state of the walk. */
static bool expand_agrees(struct pair_of_stores *both,
                          const struct looks *looks, bool *full) {
  uint8_t source[LONGEST], state[LONGEST];
  bool same = true;
  const size_t source_length = load_parent(both, source, &same);
  for (unsigned i = 0; same && !*full && i < 4; i++) {
    size_t length = source_length;
    memcpy(state, source, length);
    const uint64_t changed = make_successor(both, looks, state, &length);
    same = announce_agrees(both, state, length,
                           both->count > 0 ? changed : UINT64_MAX, full);
  }
  return same;
}

static bool phases_agree(struct pair_of_stores *both, bool *full) {
  struct looks looks;
  *full = false;
  for (unsigned phase = 0; phase < PHASES && !*full; phase++) {
    choose_looks(both, &looks);
    for (unsigned step = 0; step < PHASE_STEPS / 4 && !*full; step++)
      if (!expand_agrees(both, &looks, full))
        return false;
  }
  return true;
}

TEST(they_agree_when_states_change_their_looks) {
  for (uint64_t seed = 100; seed < 110; seed++) {
    struct pair_of_stores both;
    bool full;
    open_both(&both, seed, ROOMY);
    CHECK(phases_agree(&both, &full) && !full);
    CHECK(all_states_load(&both));
    close_both(&both);
  }
}

/* Memory may run out while values, keys or shapes are added. */
TEST(they_agree_up_to_the_end_of_the_memory) {
  for (uint64_t seed = 200; seed < 220; seed++) {
    struct pair_of_stores both;
    bool full;
    open_both(&both, seed, 20000 + (seed - 200) * 50000);
    CHECK(phases_agree(&both, &full));
    CHECK(all_states_load(&both));
    struct store_figures figures;
    store_figures(both.tree, &figures);
    CHECK(figures.bytes <= 20000 + (seed - 200) * 50000);
    close_both(&both);
  }
}

RUN_TESTS(RUN(tree_and_hash_agree_on_random_walks),
          RUN(they_agree_when_states_change_their_looks),
          RUN(they_agree_up_to_the_end_of_the_memory))
