/* The part of a depth-first search, in a store that names no states, that needs
 * no engine: as long as all steps are known (engine/walk.h).
 */
#ifndef LARIAT_SEARCH_STRIDE_H
#define LARIAT_SEARCH_STRIDE_H

#include "search/descent.h"
#include "search/run.h"

struct stride {
  struct run *run;
  struct descent *descent;
  struct state_hasher *hasher; /* of one hash */
  /* of the state in run->state: */
  uint64_t sum;   /* the first sum */
  uint64_t depth; /* on the path */
  uint64_t step;  /* the name of the one that led there */
};

/* What a known step changes in the sum is noted with it. */
uint64_t stride_find_note(const struct state_hasher *hasher, uint64_t *step);

/* The hash of the state that a known step leads to, from one of this sum and
 * length.
 */
static inline uint64_t stride_hash(const struct state_hasher *hasher,
                                   uint64_t sum, size_t length,
                                   uint64_t *step) {
  uint64_t note = step[KNOWN_NOTE];
  if (note == 0)
    note = stride_find_note(hasher, step);
  return state_hash_finish(sum ^ note, length);
}

/* Goes down and back, by many steps or none at all; there must be something on
 * the stack.  True: the state where it ends is yet to be expanded.
 */
bool stride_go(struct stride *stride);

#endif
