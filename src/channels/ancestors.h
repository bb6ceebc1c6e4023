/* The path of a depth-first search, found by what its states have in common.
 *
 * A table leads from a hash to the youngest state of the path that has it, and
 * each state to the next older one with the same hash.  So the ancestors that
 * agree with a state in all but the contents of channels are found without a
 * look at the others.
 *
 * Invariant: an entry of the table was free when its hash came onto the path,
 * and states leave the path youngest first; so it can be freed when the last
 * state with that hash leaves, and no later entry was ever looked for past it.
 */
#ifndef LARIAT_CHANNELS_ANCESTORS_H
#define LARIAT_CHANNELS_ANCESTORS_H

#include "base/vec.h"
#include "store/store.h"

#include <stdint.h>

#define NO_ANCESTOR UINT32_MAX

struct ancestor {
  state_ref ref;
  uint64_t hash;
  uint64_t lengths;   /* see split.h */
  size_t first_child; /* for the search's own use */
  uint32_t older;     /* position of the next with this hash, or NO_ANCESTOR */
};

struct ancestors {
  VEC(struct ancestor) path;
  uint32_t *table; /* positions + 1; 0: free */
  size_t table_size, used;
};

void ancestors_init(struct ancestors *ancestors);
void ancestors_clear(struct ancestors *ancestors);

/* The youngest with this hash, or NO_ANCESTOR. */
uint32_t ancestors_find(const struct ancestors *ancestors, uint64_t hash);

void ancestors_push(struct ancestors *ancestors, struct ancestor ancestor);
void ancestors_pop(struct ancestors *ancestors);

size_t ancestors_bytes(const struct ancestors *ancestors);

#endif
