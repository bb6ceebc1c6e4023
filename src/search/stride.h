/* The part of a depth-first search, in a store that names no states, that needs
 * no engine: as long as all steps are known (engine/walk.h).
 */
#ifndef LARIAT_SEARCH_STRIDE_H
#define LARIAT_SEARCH_STRIDE_H

#include "search/doubt.h"
#include "search/glean.h"
#include "search/run.h"

enum { STRIDE_LINES = 2 };

/* One of two searches that go on in turn, or the only one. */
struct stride_line {
  struct descent *descent;
  struct glean *glean; /* NULL: it takes no states that another leaves */
  unsigned lane;       /* of the walk */
  /* where it stands: */
  uint8_t *state;
  size_t length;
  uint64_t sum;   /* the first one */
  uint64_t depth; /* on the path */
};

struct stride {
  struct run *run;
  struct state_hasher *hasher; /* of one hash */
  struct doubt *doubt;
  struct stride_line lines[STRIDE_LINES]; /* the first has its turn */
  unsigned line_count;
  /* At the end: */
  unsigned turn; /* the number of the line that has its turn */
  uint64_t step; /* the name of the one that led to where it stands */
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
 * the stacks.  True: the state is yet to be expanded where the line ends that
 * has its turn.
 */
bool stride_go(struct stride *stride);

#endif
