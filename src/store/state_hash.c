/* See state_hash.h.  A word that changed costs one product for each hash: the
 * terms of the base are kept.
 */
#include "store/state_hash.h"

#include "base/memory.h"
#include "store/mix.h"

#include <string.h>

static const uint64_t GOLDEN = UINT64_C(0x9e3779b97f4a7c15);
static const uint64_t SILVER = UINT64_C(0x6a09e667f3bcc909);

static size_t word_count(size_t length) {
  return length / STATE_HASH_WORD + (length % STATE_HASH_WORD > 0);
}

static uint64_t word_at(const uint8_t *state, size_t length, size_t word) {
  const size_t left = length - word * STATE_HASH_WORD;
  uint64_t value = 0;
  memcpy(&value, state + word * STATE_HASH_WORD,
         left < STATE_HASH_WORD ? left : STATE_HASH_WORD);
  return value;
}

/* What the words at a place are multiplied with. */
static uint64_t first_key(const struct state_hasher *hasher, size_t place) {
  return mix64(hasher->seed + (place + 1) * GOLDEN) | 1;
}

static uint64_t second_key(const struct state_hasher *hasher, size_t place) {
  return mix64(~hasher->seed + (place + 1) * SILVER) | 1;
}

static uint64_t second_term(const struct state_hasher *hasher, size_t place,
                            uint64_t word) {
  return mix_product(word, second_key(hasher, place));
}

/* What the sums begin with. */
static struct state_hash no_words(const struct state_hasher *hasher) {
  return (struct state_hash){hasher->seed, ~hasher->seed};
}

uint64_t state_hash_finish_second(uint64_t sum, size_t length) {
  return mix_product(sum + length, GOLDEN);
}

void state_hasher_init(struct state_hasher *hasher, uint64_t seed, bool both) {
  *hasher = (struct state_hasher){.seed = mix64(seed + GOLDEN), .both = both};
}

void state_hasher_clear(struct state_hasher *hasher) {
  memory_free(hasher->base);
  memory_free(hasher->keys);
  memory_free(hasher->firsts);
  memory_free(hasher->seconds);
}

static uint64_t first_sum(const struct state_hasher *hasher,
                          const uint8_t *state, size_t length) {
  uint64_t sum = no_words(hasher).first;
  for (size_t i = 0; i < word_count(length); i++)
    sum += mix_product(word_at(state, length, i), first_key(hasher, i));
  return sum;
}

static uint64_t second_sum(const struct state_hasher *hasher,
                           const uint8_t *state, size_t length) {
  uint64_t sum = no_words(hasher).second;
  for (size_t i = 0; i < word_count(length); i++)
    sum += second_term(hasher, i, word_at(state, length, i));
  return sum;
}

uint64_t state_hasher_fresh_first(const struct state_hasher *hasher,
                                  const uint8_t *state, size_t length) {
  return state_hash_finish(first_sum(hasher, state, length), length);
}

struct state_hash state_hasher_sums(const struct state_hasher *hasher,
                                    const uint8_t *state, size_t length) {
  return (struct state_hash){first_sum(hasher, state, length),
                             hasher->both ? second_sum(hasher, state, length)
                                          : 0};
}

uint64_t state_hasher_second_change(const struct state_hasher *hasher,
                                    size_t place, uint64_t from, uint64_t to) {
  return second_term(hasher, place, to) - second_term(hasher, place, from);
}

void state_hasher_fresh(const struct state_hasher *hasher, const uint8_t *state,
                        size_t length, struct state_hash *out) {
  *out = state_hasher_finish(hasher, state_hasher_sums(hasher, state, length),
                             length);
}

/* ---- the base ---- */

static void set_second(struct state_hasher *hasher, size_t place,
                       uint64_t word) {
  const uint64_t term = second_term(hasher, place, word);
  hasher->sums.second += term - hasher->seconds[place];
  hasher->seconds[place] = term;
}

static void set_word(struct state_hasher *hasher, size_t place, uint64_t word) {
  const uint64_t term = mix_product(word, hasher->keys[place]);
  hasher->base[place] = word;
  hasher->sums.first += term - hasher->firsts[place];
  hasher->firsts[place] = term;
  if (hasher->both)
    set_second(hasher, place, word);
}

static void make_room(struct state_hasher *hasher, size_t words) {
  if (words <= hasher->room)
    return;
  const size_t bytes = words * sizeof(uint64_t);
  hasher->base = memory_resize(hasher->base, bytes);
  hasher->keys = memory_resize(hasher->keys, bytes);
  hasher->firsts = memory_resize(hasher->firsts, bytes);
  if (hasher->both)
    hasher->seconds = memory_resize(hasher->seconds, bytes);
  for (size_t i = hasher->room; i < words; i++)
    hasher->keys[i] = first_key(hasher, i);
  hasher->room = words;
}

void state_hasher_prepare(struct state_hasher *hasher, size_t length) {
  make_room(hasher, word_count(length));
}

static uint64_t mask_of(size_t words) {
  return words < STATE_HASH_MASKED ? (UINT64_C(1) << words) - 1 : UINT64_MAX;
}

static void keep_all(struct state_hasher *hasher, const uint8_t *state,
                     size_t length) {
  const size_t words = word_count(length);
  make_room(hasher, words);
  hasher->length = length;
  hasher->whole = length / STATE_HASH_WORD;
  hasher->whole_mask = mask_of(hasher->whole);
  hasher->sums = no_words(hasher);
  memset(hasher->firsts, 0, words * sizeof *hasher->firsts);
  if (hasher->both)
    memset(hasher->seconds, 0, words * sizeof *hasher->seconds);
  for (size_t i = 0; i < words; i++)
    set_word(hasher, i, word_at(state, length, i));
}

void state_hasher_keep(struct state_hasher *hasher, const uint8_t *state,
                       size_t length) {
  if (length != hasher->length) {
    keep_all(hasher, state, length);
    return;
  }
  const uint64_t *base = hasher->base;
  const size_t whole = hasher->whole;
  for (size_t i = 0; i < whole; i++)
    if (state_hash_word(state, i) != base[i])
      set_word(hasher, i, state_hash_word(state, i));
  if (length % STATE_HASH_WORD > 0)
    set_word(hasher, whole, word_at(state, length, whole));
}

/* ---- other states ---- */

/* What a word adds to the sum. */
static uint64_t first_change(const struct state_hasher *hasher,
                             const uint8_t *state, size_t place) {
  const uint64_t word = word_at(state, hasher->length, place);
  return mix_product(word, hasher->keys[place]) - hasher->firsts[place];
}

uint64_t state_hasher_rest(const struct state_hasher *hasher,
                           const uint8_t *state, uint64_t changed) {
  const size_t words = word_count(hasher->length);
  uint64_t sum = 0;
  if (words > hasher->whole && hasher->whole < STATE_HASH_MASKED &&
      (changed >> hasher->whole & 1))
    sum += first_change(hasher, state, hasher->whole);
  for (size_t i = STATE_HASH_MASKED; i < words; i++)
    sum += first_change(hasher, state, i);
  return sum;
}

uint64_t state_hasher_second(const struct state_hasher *hasher,
                             const uint8_t *state, uint64_t changed) {
  const size_t words = word_count(hasher->length);
  uint64_t sum = hasher->sums.second;
  for (size_t i = 0; i < words; i++)
    if (i >= STATE_HASH_MASKED || (changed >> i & 1))
      sum += second_term(hasher, i, word_at(state, hasher->length, i)) -
             hasher->seconds[i];
  return state_hash_finish_second(sum, hasher->length);
}

void state_hasher_hash(const struct state_hasher *hasher, const uint8_t *state,
                       size_t length, uint64_t changed,
                       struct state_hash *out) {
  if (changed == UINT64_MAX || length != hasher->length) {
    state_hasher_fresh(hasher, state, length, out);
    return;
  }
  out->first = state_hasher_first(hasher, state, length, changed);
  out->second = hasher->both ? state_hasher_second(hasher, state, changed) : 0;
}
