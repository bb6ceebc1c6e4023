/* Persistent sets: which processes are enough to follow in a state.
 *
 * See sets.c for what they are, and ample.c for how they are used.
 */
#ifndef LARIAT_REDUCE_SETS_H
#define LARIAT_REDUCE_SETS_H

#include "reduce/stances.h"

enum {
  MASK_BITS = 64,
  MOST_SETS = 16, /* given for one state */
};

/* Processes by number, the first 64: others are never part of a set. */
typedef uint64_t process_mask;

/* No bit for one that has none, nor for NO_PROCESS. */
static inline process_mask bit_of(uint32_t pid) {
  return pid < MASK_BITS ? UINT64_C(1) << pid : 0;
}

static inline uint32_t bit_count(uint64_t bits) {
  return (uint32_t)__builtin_popcountll(bits);
}

/* A set worth trying. */
struct process_set {
  process_mask mask;
  uint32_t size;
  bool whole;     /* no other process could move */
  uint32_t place; /* of the process that it was made for: see sets_places() */
};

struct sets;

/* With `sticky` no set has a process at a sticky place. */
struct sets *sets_open(const struct model *model, const struct watched *watched,
                       bool sticky);
void sets_close(struct sets *self);

/* The sets worth trying in a state, the best first; each leaves out at least
 * one process that might move, unless only one might, or `sticky` was asked
 * for. Gives how many there are, and forgets them at the next call.
 */
uint32_t sets_find(struct sets *self, struct engine *engine,
                   const uint8_t *state, size_t length,
                   const struct process_set **found);

/* What is known of the model. */
const struct facts *sets_facts(const struct sets *self);

/* Places are numbered from 0 on; this many there are. */
uint32_t sets_places(const struct sets *self);

#endif
