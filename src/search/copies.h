/* Copies of successors that wait to be settled, each as what differs from the
 * state it comes from: most are thrown away as they are.
 */
#ifndef LARIAT_SEARCH_COPIES_H
#define LARIAT_SEARCH_COPIES_H

#include "base/vec.h"
#include "engine/engine.h"

struct copy {
  size_t length;
  size_t origin;    /* where the state it comes from begins */
  size_t words;     /* where its own begin */
  uint64_t changed; /* which of its words these are; all ones: all of it */
};

struct copies {
  VEC(uint64_t) words;
  const uint8_t *origin; /* the state that is expanded */
  size_t origin_length;
  uint64_t mask;    /* of its words; 0: there are too many, or some are not
                       whole */
  size_t origin_at; /* where it is copied to; SIZE_MAX: not yet */
  VEC(uint8_t) rebuilt;
};

void copies_free(struct copies *copies);

/* The successors that follow come from this state, which stays where it is as
 * long.
 */
void copies_begin(struct copies *copies, const uint8_t *origin, size_t length);

/* Forgets all copies. */
static inline void copies_drop(struct copies *copies) {
  copies->words.count = 0;
  copies->origin_at = SIZE_MAX;
}

void copies_add(struct copies *copies, const struct successor *successor,
                struct copy *copy);

/* The bytes of a copy, until the next call. */
const uint8_t *copies_get(struct copies *copies, const struct copy *copy);

#endif
