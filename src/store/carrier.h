/* What a store that forgets states needs besides its set: references from which
 * the states that still wait can be rebuilt, and the hashes of states.
 *
 * To write a reference costs more than to hash, and a state that turns out to
 * be known already needs none.  So the two can be had apart.
 *
 * Included inside src/store/ only.
 */
#ifndef LARIAT_STORE_CARRIER_H
#define LARIAT_STORE_CARRIER_H

#include "store/kind.h"
#include "store/state_hash.h"

struct carried {
  state_ref ref;
  struct state_hash hash;
};

struct carrier {
  struct budget *budget;
  struct store *tree; /* writes states as keys; holds a sample of them */
  size_t counted;     /* bytes of it that the budget knows of */
  struct state_hasher hasher;
  state_ref loaded;     /* the state loaded last, if any was */
  bool refers;          /* states are hashed and written apart */
  struct carried *memo; /* hashes of states met not long ago; NULL: none */
  size_t memo_places;   /* a power of two */
  uint64_t sampled;     /* states of the sample that were loaded */
  uint64_t met;         /* of them for the first time */
  uint8_t *scratch;     /* room for a state */
  size_t scratch_room;
};

/* False when there is no memory.  The budget must live as long.  The first one
 * is for stores that need no hashes, the second for those that need one or
 * both.
 */
bool carrier_open(struct carrier *carrier, struct budget *budget);
bool carrier_open_hashing(struct carrier *carrier, struct budget *budget,
                          uint64_t seed, bool both);
void carrier_close(struct carrier *carrier);

/* Gives a state a reference, and a hash; false when there is no memory. */
bool carrier_write(struct carrier *carrier, const uint8_t *state, size_t length,
                   uint64_t changed, struct carried *out);

/* As store_refer does. */
bool carrier_refer(struct carrier *carrier, const uint8_t *state, size_t length,
                   state_ref *ref);

/* As store_load does. */
size_t carrier_load(struct carrier *carrier, state_ref ref, uint8_t *buffer);

/* How often a state was loaded, on average, as a sample tells; 1 while that is
 * too small.
 */
double carrier_repeats(const struct carrier *carrier);

/* The hash of a state that has a reference. */
struct state_hash carrier_hash(struct carrier *carrier, state_ref ref);

/* The reference that the state of a reference would get now.  It changes when
 * the epoch does, and that may happen in any call that loads a state.
 */
state_ref carrier_current(struct carrier *carrier, state_ref ref);
static inline uint32_t carrier_epoch(const struct carrier *carrier) {
  return carrier->tree->epoch;
}

#endif
