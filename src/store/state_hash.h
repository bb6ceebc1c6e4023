/* One or two independent hashes of a state, 64 bits each.
 *
 * Each is a sum over the words of the state, so that the hash of a successor
 * takes the words that changed and no others.  A term is a permutation of its
 * word, another one at each place, in which every bit of the word reaches every
 * bit of the term (mix.h).  Another seed gives other functions.
 */
#ifndef LARIAT_STORE_STATE_HASH_H
#define LARIAT_STORE_STATE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct state_hash {
  uint64_t first, second; /* second: 0 where nobody asks for it */
};

/* Hashes states one after the other; the last one that was kept is the base,
 * and others are compared with it.
 */
struct state_hasher {
  uint64_t seed;
  bool both;                /* of the hashes are asked for */
  uint64_t *base;           /* its words, with zeros past the end */
  struct state_hash *terms; /* of these */
  size_t length;            /* of the base, in bytes */
  size_t room;              /* in words */
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

/* Where a state does differ from the base, in the same form. */
uint64_t state_hasher_changes(const struct state_hasher *hasher,
                              const uint8_t *state, size_t length);

/* The hash of a state that stands in no relation to the base. */
void state_hasher_fresh(const struct state_hasher *hasher, const uint8_t *state,
                        size_t length, struct state_hash *out);

#endif
