/* See state_hash.h.  A word that changed costs one permutation for each hash:
 * the terms of the base are kept.
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

static struct state_hash term_of(const struct state_hasher *hasher,
                                 size_t place, uint64_t word) {
  const uint64_t number = hasher->seed + place + 1;
  struct state_hash term = {.first = mix64(word + number * GOLDEN)};
  if (hasher->both)
    term.second = mix64(word * GOLDEN ^ number * SILVER);
  return term;
}

static void add(struct state_hash *sums, struct state_hash term) {
  sums->first += term.first;
  sums->second += term.second;
}

static void subtract(struct state_hash *sums, struct state_hash term) {
  sums->first -= term.first;
  sums->second -= term.second;
}

static void finish(const struct state_hasher *hasher,
                   const struct state_hash *sums, size_t length,
                   struct state_hash *out) {
  out->first = mix64(sums->first + length);
  out->second = hasher->both ? mix64(sums->second ^ length * GOLDEN) : 0;
}

void state_hasher_init(struct state_hasher *hasher, uint64_t seed, bool both) {
  *hasher = (struct state_hasher){.seed = mix64(seed + GOLDEN), .both = both};
}

void state_hasher_clear(struct state_hasher *hasher) {
  memory_free(hasher->base);
  memory_free(hasher->terms);
}

void state_hasher_fresh(const struct state_hasher *hasher, const uint8_t *state,
                        size_t length, struct state_hash *out) {
  struct state_hash sums = {0};
  const size_t words = word_count(length);
  for (size_t i = 0; i < words; i++)
    add(&sums, term_of(hasher, i, word_at(state, length, i)));
  finish(hasher, &sums, length, out);
}

/* ---- the base ---- */

static void set_word(struct state_hasher *hasher, size_t place, uint64_t word) {
  hasher->base[place] = word;
  hasher->terms[place] = term_of(hasher, place, word);
  add(&hasher->sums, hasher->terms[place]);
}

static void keep_all(struct state_hasher *hasher, const uint8_t *state,
                     size_t length) {
  const size_t words = word_count(length);
  if (words > hasher->room) {
    hasher->base = memory_resize(hasher->base, words * sizeof *hasher->base);
    hasher->terms = memory_resize(hasher->terms, words * sizeof *hasher->terms);
    hasher->room = words;
  }
  hasher->length = length;
  hasher->sums = (struct state_hash){0};
  for (size_t i = 0; i < words; i++)
    set_word(hasher, i, word_at(state, length, i));
}

void state_hasher_keep(struct state_hasher *hasher, const uint8_t *state,
                       size_t length) {
  if (length != hasher->length) {
    keep_all(hasher, state, length);
    return;
  }
  const size_t words = word_count(length);
  for (size_t i = 0; i < words; i++) {
    const uint64_t word = word_at(state, length, i);
    if (word != hasher->base[i]) {
      subtract(&hasher->sums, hasher->terms[i]);
      set_word(hasher, i, word);
    }
  }
}

/* ---- other states ---- */

static void replace(const struct state_hasher *hasher, struct state_hash *sums,
                    size_t place, uint64_t word) {
  if (hasher->base[place] == word)
    return;
  subtract(sums, hasher->terms[place]);
  add(sums, term_of(hasher, place, word));
}

void state_hasher_hash(const struct state_hasher *hasher, const uint8_t *state,
                       size_t length, uint64_t changed,
                       struct state_hash *out) {
  if (changed == UINT64_MAX || length != hasher->length) {
    state_hasher_fresh(hasher, state, length, out);
    return;
  }
  struct state_hash sums = hasher->sums;
  const size_t words = word_count(length);
  for (; changed != 0; changed &= changed - 1) {
    const size_t place = (size_t)__builtin_ctzll(changed);
    if (place < words)
      replace(hasher, &sums, place, word_at(state, length, place));
  }
  for (size_t i = MASKED_WORDS; i < words; i++)
    replace(hasher, &sums, i, word_at(state, length, i));
  finish(hasher, &sums, length, out);
}

uint64_t state_hasher_changes(const struct state_hasher *hasher,
                              const uint8_t *state, size_t length) {
  if (length != hasher->length)
    return UINT64_MAX;
  const size_t words = word_count(length);
  const size_t masked = words < MASKED_WORDS ? words : MASKED_WORDS;
  uint64_t changes = 0;
  for (size_t i = 0; i < masked; i++)
    changes |= (uint64_t)(word_at(state, length, i) != hasher->base[i]) << i;
  return changes;
}
