/* See state_hash.h. */
#include "store/state_hash.h"

#include "base/memory.h"

#include <string.h>

static const uint64_t GOLDEN = UINT64_C(0x9e3779b97f4a7c15);
static const uint64_t SILVER = UINT64_C(0x6a09e667f3bcc909);

static size_t word_count(size_t length) {
  return length / WORD_SIZE + (length % WORD_SIZE > 0);
}

void state_hasher_init(struct state_hasher *hasher, uint64_t seed, bool both) {
  *hasher = (struct state_hasher){.carryless = carryless_best(),
                                  .seed = mix64(seed + GOLDEN),
                                  .both = both};
}

void state_hasher_clear(struct state_hasher *hasher) {
  memory_free(hasher->base);
  memory_free(hasher->firsts);
  memory_free(hasher->seconds);
  memory_free(hasher->scratch);
}

/* For states of so many words. */
static void make_room(struct state_hasher *hasher, size_t words) {
  if (words <= hasher->room)
    return;
  const size_t bytes = words * sizeof(uint64_t);
  hasher->base = memory_resize(hasher->base, bytes);
  hasher->firsts = memory_resize(hasher->firsts, bytes);
  hasher->seconds = memory_resize(hasher->seconds, bytes);
  hasher->scratch = memory_resize(hasher->scratch, bytes);
  for (size_t i = hasher->room; i < words; i++) {
    hasher->firsts[i] = mix64(hasher->seed + (i + 1) * GOLDEN);
    hasher->seconds[i] = mix64(~hasher->seed + (i + 1) * SILVER);
  }
  hasher->room = words;
}

/* Adds to the sums what `count` words of the scratch, which belong to the
 * places from `first` on, change in them.
 */
static void add_scratch(const struct state_hasher *hasher, size_t first,
                        size_t count, struct state_hash *sums) {
  const struct carryless *carryless = hasher->carryless;
  sums->first ^= carryless->sum(hasher->firsts + first, hasher->scratch, count);
  if (hasher->both)
    sums->second ^=
        carryless->sum(hasher->seconds + first, hasher->scratch, count);
}

struct state_hash state_hasher_sums(struct state_hasher *hasher,
                                    const uint8_t *state, size_t length) {
  const size_t words = word_count(length);
  struct state_hash sums = {hasher->seed, ~hasher->seed};
  make_room(hasher, words);
  for (size_t i = 0; i < words; i++)
    hasher->scratch[i] = word_padded_at(state, length, i);
  add_scratch(hasher, 0, words, &sums);
  return sums;
}

void state_hasher_fresh(struct state_hasher *hasher, const uint8_t *state,
                        size_t length, struct state_hash *out) {
  *out = state_hasher_finish(hasher, state_hasher_sums(hasher, state, length),
                             length);
}

/* ---- with a base ---- */

void state_hasher_keep(struct state_hasher *hasher, const uint8_t *state,
                       size_t length) {
  const size_t words = word_count(length);
  if (length != hasher->length) {
    make_room(hasher, words);
    hasher->length = length;
    hasher->sums = (struct state_hash){hasher->seed, ~hasher->seed};
    memset(hasher->base, 0, words * sizeof *hasher->base);
  }
  for (size_t i = 0; i < words; i++) {
    const uint64_t word = word_padded_at(state, length, i);
    hasher->scratch[i] = word ^ hasher->base[i];
    hasher->base[i] = word;
  }
  add_scratch(hasher, 0, words, &hasher->sums);
}

/* The words of the mask that are there. */
static struct state_hash change_masked(const struct state_hasher *hasher,
                                       const uint8_t *state, uint64_t changed) {
  size_t count = 0;
  for (uint64_t left = changed; left != 0; left &= left - 1) {
    const size_t place = (size_t)__builtin_ctzll(left);
    hasher->scratch[count++] =
        word_padded_at(state, hasher->length, place) ^ hasher->base[place];
  }
  return (struct state_hash){
      state_hasher_first_change(hasher, changed, hasher->scratch),
      hasher->both
          ? state_hasher_second_change(hasher, changed, hasher->scratch)
          : 0};
}

static void add_rest(const struct state_hasher *hasher, const uint8_t *state,
                     struct state_hash *sums) {
  const size_t count = word_count(hasher->length) - STATE_HASH_MASKED;
  for (size_t i = 0; i < count; i++) {
    const size_t place = i + STATE_HASH_MASKED;
    hasher->scratch[i] =
        word_padded_at(state, hasher->length, place) ^ hasher->base[place];
  }
  add_scratch(hasher, STATE_HASH_MASKED, count, sums);
}

static uint64_t mask_of(size_t words) {
  return words < STATE_HASH_MASKED ? (UINT64_C(1) << words) - 1 : UINT64_MAX;
}

void state_hasher_hash(struct state_hasher *hasher, const uint8_t *state,
                       size_t length, uint64_t changed,
                       struct state_hash *out) {
  const size_t words = word_count(length);
  if (changed == UINT64_MAX || length != hasher->length) {
    state_hasher_fresh(hasher, state, length, out);
    return;
  }
  struct state_hash sums = hasher->sums;
  const struct state_hash change =
      change_masked(hasher, state, changed & mask_of(words));
  sums.first ^= change.first;
  sums.second ^= change.second;
  if (words > STATE_HASH_MASKED)
    add_rest(hasher, state, &sums);
  *out = state_hasher_finish(hasher, sums, length);
}
