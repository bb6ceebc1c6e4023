/* However the hash of a state is come by, it is the same. */
#include "base/rng.h"
#include "store/state_hash.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

enum {
  STEPS = 3000,
  LONGEST = 700,
  WORD_BYTES = 8,
  MASKED_WORDS = 64,
  WHOLE_WORDS = 20
};

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

static bool hashes_agree(struct state_hasher *hasher, const uint8_t *state,
                         size_t length, uint64_t changed) {
  struct state_hash fresh, stepped, looked_at;
  state_hasher_fresh(hasher, state, length, &fresh);
  state_hasher_hash(hasher, state, length, changed, &stepped);
  state_hasher_hash(hasher, state, length, UINT64_MAX, &looked_at);
  return are_equal(fresh, stepped) && are_equal(fresh, looked_at);
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

/* Word by word from one state to another. */
static bool sums_agree(uint64_t seed, bool both) {
  struct state_hasher hasher;
  struct rng rng;
  uint64_t words[WHOLE_WORDS] = {0};
  bool agrees = true;
  state_hasher_init(&hasher, seed, both);
  rng_seed(&rng, seed);
  struct state_hash sums =
      state_hasher_sums(&hasher, (const uint8_t *)words, sizeof words);
  for (unsigned step = 0; step < STEPS && agrees; step++) {
    const size_t place = (size_t)rng_below(&rng, WHOLE_WORDS);
    const uint64_t to = rng_below(&rng, 3) << rng_below(&rng, 60);
    struct state_hash fresh;
    const uint64_t change = words[place] ^ to;
    sums.first ^=
        state_hasher_first_change(&hasher, UINT64_C(1) << place, &change);
    if (both)
      sums.second ^=
          state_hasher_second_change(&hasher, UINT64_C(1) << place, &change);
    words[place] = to;
    state_hasher_fresh(&hasher, (const uint8_t *)words, sizeof words, &fresh);
    agrees = are_equal(fresh, state_hasher_finish(&hasher, sums, sizeof words));
  }
  state_hasher_clear(&hasher);
  return agrees;
}

enum { KINDS = 1 << 18, PLACES = 6 };

static int compare(const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* Neighbours that agree in the bits from this one on. */
static unsigned count_equal(const uint64_t *sorted, unsigned shift) {
  unsigned equal = 0;
  for (uint32_t i = 1; i < KINDS; i++)
    equal += sorted[i - 1] >> shift == sorted[i] >> shift;
  return equal;
}

/* Three bits of a number in each of six bytes, all over a state. */
static uint64_t hash_of_number(struct state_hasher *hasher, uint32_t n,
                               const uint8_t places[PLACES]) {
  uint8_t state[64] = {0};
  struct state_hash hash;
  for (unsigned i = 0; i < PLACES; i++)
    state[places[i]] = n >> 3 * i & 7;
  state_hasher_fresh(hasher, state, sizeof state, &hash);
  return hash.first;
}

/* Wherever in words the bytes lie in which states differ, their hashes are all
 * different, and as seldom alike in the upper half as random ones: 8 pairs, on
 * average, of these.
 */
TEST(hashes_of_similar_states_are_as_good_as_random) {
  static const uint8_t places[][PLACES] = {{0, 1, 2, 3, 4, 5},
                                           {0, 8, 16, 24, 32, 40},
                                           {7, 15, 23, 31, 39, 47},
                                           {0, 7, 12, 63, 56, 35},
                                           {58, 59, 60, 61, 62, 63}};
  uint64_t *hashes = calloc(KINDS, sizeof *hashes);
  for (uint64_t seed = 0; seed < 10; seed++) {
    struct state_hasher hasher;
    state_hasher_init(&hasher, seed, false);
    for (uint32_t n = 0; n < KINDS; n++)
      hashes[n] = hash_of_number(&hasher, n, places[seed % 5]);
    qsort(hashes, KINDS, sizeof *hashes, compare);
    CHECK(count_equal(hashes, 0) == 0);
    CHECK(count_equal(hashes, 32) < 30);
    state_hasher_clear(&hasher);
  }
  free(hashes);
}

TEST(hashes_by_changes_are_those_of_the_whole_state) {
  for (uint64_t seed = 1; seed <= 20; seed++)
    CHECK(walk_agrees(seed, seed % 2) && sums_agree(seed, seed % 2));
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

RUN_TESTS(RUN(hashes_of_similar_states_are_as_good_as_random),
          RUN(hashes_by_changes_are_those_of_the_whole_state),
          RUN(length_and_seed_matter))
