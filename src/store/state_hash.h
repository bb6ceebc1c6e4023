/* One or two independent hashes of a state, 64 bits each.
 *
 * Each is a sum over the words of the state, so that the hash of a successor
 * takes the words that changed and no others.  A term is the product of its
 * word with a number drawn for its place, without carries (carryless.h), and a
 * sum is an exclusive or.  So what a step changes in the sum depends on the
 * bits that it changes, and nothing else.  For two different states the sums
 * are the same with a chance of one in 2^64.  The sum is mixed at the end.
 * Another seed gives other functions.
 */
#ifndef LARIAT_STORE_STATE_HASH_H
#define LARIAT_STORE_STATE_HASH_H

#include "base/word.h"
#include "store/carryless.h"
#include "store/mix.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Words that the bits of `changed` stand for. */
enum { STATE_HASH_MASKED = 64 };

struct state_hash {
  uint64_t first, second; /* second: 0 where nobody asks for it */
};

/* Hashes states one after the other; the last one that was kept is the base,
 * and others are compared with it.
 */
struct state_hasher {
  const struct carryless *carryless;
  uint64_t seed;
  bool both; /* of the hashes are asked for */
  /* of each word of the base, or of a longer state */
  uint64_t *base;             /* with zeros past the end */
  uint64_t *firsts, *seconds; /* numbers drawn for the places */
  uint64_t *scratch;          /* words that differ */
  size_t room;                /* in words */
  size_t length;              /* of the base, in bytes */
  struct state_hash sums;     /* of it */
};

void state_hasher_init(struct state_hasher *hasher, uint64_t seed, bool both);
void state_hasher_clear(struct state_hasher *hasher);

/* Makes a state the base. */
void state_hasher_keep(struct state_hasher *hasher, const uint8_t *state,
                       size_t length);

/* `changed` says where the state may differ from the base, as in store.h. */
void state_hasher_hash(struct state_hasher *hasher, const uint8_t *state,
                       size_t length, uint64_t changed, struct state_hash *out);

/* The hash of a state that stands in no relation to the base. */
void state_hasher_fresh(struct state_hasher *hasher, const uint8_t *state,
                        size_t length, struct state_hash *out);

/* ---- without a base ---- */

/* The sums of a state, and what its hashes are made of them. */
struct state_hash state_hasher_sums(struct state_hasher *hasher,
                                    const uint8_t *state, size_t length);
static inline uint64_t state_hash_finish(uint64_t sum, size_t length) {
  return mix_product(sum + length, UINT64_C(0x9e3779b97f4a7c15));
}
static inline struct state_hash
state_hasher_finish(const struct state_hasher *hasher, struct state_hash sums,
                    size_t length) {
  return (struct state_hash){
      state_hash_finish(sums.first, length),
      hasher->both ? state_hash_finish(sums.second, length) : 0};
}

/* What changes in a sum of states as long as one that was asked for, by
 * exclusive or, when these words do: each of `words` is the exclusive or of a
 * word before and after, at the place of a bit.
 */
static inline uint64_t
state_hasher_first_change(const struct state_hasher *hasher, uint64_t changed,
                          const uint64_t *words) {
  return hasher->carryless->sum_at(hasher->firsts, changed, words);
}
/* The same where the lowest bit stands for this place. */
static inline uint64_t
state_hasher_first_change_from(const struct state_hasher *hasher, size_t place,
                               uint64_t changed, const uint64_t *words) {
  return hasher->carryless->sum_at(hasher->firsts + place, changed, words);
}
static inline uint64_t
state_hasher_second_change(const struct state_hasher *hasher, uint64_t changed,
                           const uint64_t *words) {
  return hasher->carryless->sum_at(hasher->seconds, changed, words);
}

#endif
