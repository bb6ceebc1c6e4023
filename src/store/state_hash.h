/* One or two independent hashes of a state, 64 bits each.
 *
 * Each is a sum over the words of the state, so that the hash of a successor
 * takes the words that changed and no others.  A term is the product of its
 * word with a number drawn for its place (mix.h), and the sum is mixed at the
 * end. Another seed gives other functions.
 */
#ifndef LARIAT_STORE_STATE_HASH_H
#define LARIAT_STORE_STATE_HASH_H

#include "store/mix.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
  STATE_HASH_WORD = 8,    /* bytes */
  STATE_HASH_MASKED = 64, /* words that the bits of `changed` stand for */
};

struct state_hash {
  uint64_t first, second; /* second: 0 where nobody asks for it */
};

/* Hashes states one after the other; the last one that was kept is the base,
 * and others are compared with it.
 */
struct state_hasher {
  uint64_t seed;
  bool both; /* of the hashes are asked for */
  /* of each word of the base */
  uint64_t *base;      /* with zeros past the end */
  uint64_t *keys;      /* of the first hash, for all words at this place */
  uint64_t *firsts;    /* its terms */
  uint64_t *seconds;   /* of the second hash, if that is asked for */
  size_t room;         /* in words */
  size_t length;       /* of the base, in bytes */
  size_t whole;        /* of its words */
  uint64_t whole_mask; /* their bits in `changed` */
  struct state_hash sums;
};

void state_hasher_init(struct state_hasher *hasher, uint64_t seed, bool both);
void state_hasher_clear(struct state_hasher *hasher);

/* Makes a state the base. */
void state_hasher_keep(struct state_hasher *hasher, const uint8_t *state,
                       size_t length);

/* `changed` says where the state may differ from the base, as in store.h. */
void state_hasher_hash(const struct state_hasher *hasher, const uint8_t *state,
                       size_t length, uint64_t changed, struct state_hash *out);

/* The hash of a state that stands in no relation to the base. */
void state_hasher_fresh(const struct state_hasher *hasher, const uint8_t *state,
                        size_t length, struct state_hash *out);

uint64_t state_hasher_second(const struct state_hasher *hasher,
                             const uint8_t *state, uint64_t changed);

/* ---- the first hash, where it counts ---- */

static inline uint64_t state_hash_word(const uint8_t *state, size_t place) {
  uint64_t word;
  memcpy(&word, state + place * STATE_HASH_WORD, sizeof word);
  return word;
}

static inline uint64_t state_hash_finish(uint64_t sum, size_t length) {
  return mix_product(sum + length, UINT64_C(0x9e3779b97f4a7c15));
}

uint64_t state_hasher_fresh_first(const struct state_hasher *hasher,
                                  const uint8_t *state, size_t length);

/* What is added to the sum by the words that are not whole or have no bit in a
 * mask.
 */
uint64_t state_hasher_rest(const struct state_hasher *hasher,
                           const uint8_t *state, uint64_t changed);

/* What state_hasher_hash() gives as the first. */
static inline uint64_t state_hasher_first(const struct state_hasher *hasher,
                                          const uint8_t *state, size_t length,
                                          uint64_t changed) {
  if (changed == UINT64_MAX || length != hasher->length)
    return state_hasher_fresh_first(hasher, state, length);
  uint64_t sum = hasher->sums.first;
  if (length % STATE_HASH_WORD > 0 || hasher->whole > STATE_HASH_MASKED)
    sum += state_hasher_rest(hasher, state, changed);
  for (changed &= hasher->whole_mask; changed != 0; changed &= changed - 1) {
    const size_t place = (size_t)__builtin_ctzll(changed);
    sum += mix_product(state_hash_word(state, place), hasher->keys[place]) -
           hasher->firsts[place];
  }
  return state_hash_finish(sum, length);
}

/* ---- without a base ---- */

/* The sums of a state, and what its hashes are made of them. */
struct state_hash state_hasher_sums(const struct state_hasher *hasher,
                                    const uint8_t *state, size_t length);
uint64_t state_hash_finish_second(uint64_t sum, size_t length);
static inline struct state_hash
state_hasher_finish(const struct state_hasher *hasher, struct state_hash sums,
                    size_t length) {
  return (struct state_hash){
      state_hash_finish(sums.first, length),
      hasher->both ? state_hash_finish_second(sums.second, length) : 0};
}

/* Draws the numbers for the places in states of this length. */
void state_hasher_prepare(struct state_hasher *hasher, size_t length);

/* What is added to the sums when the word at a place, which numbers were drawn
 * for, becomes another.
 */
uint64_t state_hasher_second_change(const struct state_hasher *hasher,
                                    size_t place, uint64_t from, uint64_t to);
static inline uint64_t state_hasher_change(const struct state_hasher *hasher,
                                           size_t place, uint64_t from,
                                           uint64_t to) {
  const uint64_t key = hasher->keys[place];
  return mix_product(to, key) - mix_product(from, key);
}

#endif
