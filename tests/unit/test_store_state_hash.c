/* However the hash of a state is come by, it is the same. */
#include "base/rng.h"
#include "store/state_hash.h"
#include "tap.h"

#include <string.h>

enum { STEPS = 3000, LONGEST = 700, WORD_BYTES = 8, MASKED_WORDS = 64 };

static bool are_equal(struct state_hash a, struct state_hash b) {
  return a.first == b.first && a.second == b.second;
}

/* Changes some bytes, and says where. */
static uint64_t change(uint8_t *state, size_t length, struct rng *rng) {
  uint64_t changed = 0;
  for (uint64_t left = rng_below(rng, 4); left > 0; left--) {
    const size_t byte = (size_t)rng_below(rng, length);
    state[byte] = (uint8_t)rng_below(rng, 3);
    if (byte / WORD_BYTES < MASKED_WORDS)
      changed |= UINT64_C(1) << byte / WORD_BYTES;
  }
  return changed;
}

static bool hashes_agree(const struct state_hasher *hasher,
                         const uint8_t *state, size_t length,
                         uint64_t changed) {
  struct state_hash fresh, stepped, looked_at;
  const uint64_t found = state_hasher_changes(hasher, state, length);
  state_hasher_fresh(hasher, state, length, &fresh);
  state_hasher_hash(hasher, state, length, changed, &stepped);
  state_hasher_hash(hasher, state, length, found, &looked_at);
  return are_equal(fresh, stepped) && are_equal(fresh, looked_at) &&
         (found & ~changed) == 0;
}

static bool walk_agrees(uint64_t seed, bool both) {
  struct state_hasher hasher;
  struct rng rng;
  uint8_t state[LONGEST] = {0}, base[LONGEST] = {0};
  bool agrees = true;
  state_hasher_init(&hasher, seed, both);
  rng_seed(&rng, seed);
  size_t length = 1 + (size_t)rng_below(&rng, LONGEST);
  state_hasher_keep(&hasher, base, length);
  for (unsigned step = 0; step < STEPS && agrees; step++) {
    memcpy(state, base, LONGEST);
    const uint64_t changed = change(state, length, &rng);
    agrees = hashes_agree(&hasher, state, length, changed);
    if (rng_below(&rng, 3) > 0)
      continue;
    if (rng_below(&rng, 50) == 0)
      length = 1 + (size_t)rng_below(&rng, LONGEST);
    memcpy(base, state, LONGEST);
    state_hasher_keep(&hasher, base, length);
  }
  state_hasher_clear(&hasher);
  return agrees;
}

TEST(hashes_by_changes_are_those_of_the_whole_state) {
  for (uint64_t seed = 1; seed <= 20; seed++)
    CHECK(walk_agrees(seed, seed % 2));
}

TEST(length_and_seed_matter) {
  static const uint8_t zeros[64];
  struct state_hasher one, other;
  struct state_hash a, b, c;
  state_hasher_init(&one, 1, true);
  state_hasher_init(&other, 2, true);
  state_hasher_fresh(&one, zeros, 63, &a);
  state_hasher_fresh(&one, zeros, 64, &b);
  state_hasher_fresh(&other, zeros, 64, &c);
  CHECK(a.first != b.first && a.second != b.second);
  CHECK(b.first != c.first && b.second != c.second);
  state_hasher_clear(&one);
  state_hasher_clear(&other);
}

RUN_TESTS(RUN(hashes_by_changes_are_those_of_the_whole_state),
          RUN(length_and_seed_matter))
