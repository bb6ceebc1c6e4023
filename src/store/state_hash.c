/* See state_hash.h.  A word costs two permutations, which do not wait for one
 * another.
 */
#include "store/state_hash.h"

#include "base/memory.h"
#include "store/mix.h"

#include <string.h>

enum { WORD_BYTES = 8, MASKED_WORDS = 64 };

static const uint64_t GOLDEN = UINT64_C(0x9e3779b97f4a7c15);
static const uint64_t SILVER = UINT64_C(0x6a09e667f3bcc909);

static size_t word_count(size_t length) {
  return length / WORD_BYTES + (length % WORD_BYTES > 0);
}

static uint64_t word_at(const uint8_t *state, size_t length, size_t word) {
  const size_t left = length - word * WORD_BYTES;
  uint64_t value = 0;
  if (left >= WORD_BYTES)
    memcpy(&value, state + word * WORD_BYTES, WORD_BYTES);
  else
    memcpy(&value, state + word * WORD_BYTES, left);
  return value;
}

static uint64_t first_term(uint64_t seed, size_t place, uint64_t word) {
  return mix64(word + (seed + place + 1) * GOLDEN);
}

static uint64_t second_term(uint64_t seed, size_t place, uint64_t word) {
  return mix64(word * GOLDEN ^ (seed + place + 1) * SILVER);
}

static struct state_hash finish(struct state_hash sums, size_t length) {
  return (struct state_hash){mix64(sums.first + length),
                             mix64(sums.second ^ length * GOLDEN)};
}

static struct state_hash sums_of(uint64_t seed, const uint8_t *state,
                                 size_t length) {
  struct state_hash sums = {0};
  const size_t words = word_count(length);
  for (size_t i = 0; i < words; i++) {
    const uint64_t word = word_at(state, length, i);
    sums.first += first_term(seed, i, word);
    sums.second += second_term(seed, i, word);
  }
  return sums;
}

struct state_hash state_hash(uint64_t seed, const uint8_t *state,
                             size_t length) {
  return finish(sums_of(seed, state, length), length);
}

void state_hasher_init(struct state_hasher *hasher, uint64_t seed) {
  *hasher = (struct state_hasher){.seed = mix64(seed + GOLDEN)};
}

void state_hasher_clear(struct state_hasher *hasher) {
  memory_free(hasher->base);
}

struct state_hash state_hasher_keep(struct state_hasher *hasher,
                                    const uint8_t *state, size_t length) {
  const size_t words = word_count(length);
  if (words > hasher->room) {
    hasher->base = memory_resize(hasher->base, words * WORD_BYTES);
    hasher->room = words;
  }
  for (size_t i = 0; i < words; i++)
    hasher->base[i] = word_at(state, length, i);
  hasher->length = length;
  hasher->sums = sums_of(hasher->seed, state, length);
  return finish(hasher->sums, length);
}

static void replace(const struct state_hasher *hasher, struct state_hash *sums,
                    size_t place, uint64_t word) {
  const uint64_t old = hasher->base[place];
  if (old == word)
    return;
  sums->first += first_term(hasher->seed, place, word) -
                 first_term(hasher->seed, place, old);
  sums->second += second_term(hasher->seed, place, word) -
                  second_term(hasher->seed, place, old);
}

struct state_hash state_hasher_hash(const struct state_hasher *hasher,
                                    const uint8_t *state, size_t length,
                                    uint64_t changed) {
  if (changed == UINT64_MAX || length != hasher->length)
    return state_hash(hasher->seed, state, length);
  struct state_hash sums = hasher->sums;
  const size_t words = word_count(length);
  for (; changed != 0; changed &= changed - 1) {
    const size_t place = (size_t)__builtin_ctzll(changed);
    if (place < words)
      replace(hasher, &sums, place, word_at(state, length, place));
  }
  for (size_t i = MASKED_WORDS; i < words; i++)
    replace(hasher, &sums, i, word_at(state, length, i));
  return finish(sums, length);
}
