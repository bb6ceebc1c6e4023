/* Persistent sets: which processes are enough to follow in a state.
 *
 * See sets.c for what they are, and ample.c for how they are used.
 */
#ifndef LARIAT_REDUCE_SETS_H
#define LARIAT_REDUCE_SETS_H

#include "reduce/facts.h"

enum {
  MOST_PROCESSES = 256,
  MASK_WORDS = MOST_PROCESSES / 64,
  MOST_SETS = 16, /* given for one state */
};

/* Processes by number. */
struct process_mask {
  uint64_t words[MASK_WORDS];
};

/* A set worth trying. */
struct process_set {
  struct process_mask mask;
  uint32_t size;
  uint32_t place; /* of the process that it was made for: see sets_places() */
};

struct sets;

/* With `sticky` no set has a process at a sticky place. */
struct sets *sets_open(const struct model *model, const struct watched *watched,
                       bool sticky);
void sets_close(struct sets *sets);

/* The sets worth trying in a state, the best first, each with at least one
 * process too few, unless there is only one.  Gives how many there are.  They
 * are those of the state alone, and valid until the next call.
 */
uint32_t sets_find(struct sets *sets, struct engine *engine,
                   const uint8_t *state, size_t length,
                   const struct process_set **found);

/* Processes of the state asked for last. */
uint32_t sets_process_count(const struct sets *sets);

/* Places are numbered from 0 on; this many there are. */
uint32_t sets_places(const struct sets *sets);

static inline bool mask_has(const struct process_mask *mask, uint32_t pid) {
  return mask->words[pid / 64] >> (pid % 64) & 1;
}

static inline void mask_add(struct process_mask *mask, uint32_t pid) {
  mask->words[pid / 64] |= UINT64_C(1) << (pid % 64);
}

static inline void mask_join(struct process_mask *mask,
                             const struct process_mask *other) {
  for (unsigned i = 0; i < MASK_WORDS; i++)
    mask->words[i] |= other->words[i];
}

/* Are all of these among the others? */
static inline bool mask_within(const struct process_mask *mask,
                               const struct process_mask *others) {
  uint64_t outside = 0;
  for (unsigned i = 0; i < MASK_WORDS; i++)
    outside |= mask->words[i] & ~others->words[i];
  return outside == 0;
}

static inline struct process_mask mask_others(struct process_mask mask) {
  for (unsigned i = 0; i < MASK_WORDS; i++)
    mask.words[i] = ~mask.words[i];
  return mask;
}

#endif
