/* How the words of a state are put together to a key: see packed.c.
 *
 * A plan is learned from a sample of states.
 */
#ifndef LARIAT_STORE_PLAN_H
#define LARIAT_STORE_PLAN_H

#include "base/vec.h"

#include <stdint.h>

enum {
  PLAN_GROUP_BITS = 64,
  PLAN_NUMBER_BITS = 28, /* of a number that is given, at most */
};

/* Where the number of a word, or of a group, goes.  A word may be its own
 * number: the bits in which it varies after a turn (turn.h), put side by side
 * (gather.h).
 */
struct field {
  uint64_t bits; /* of the word that are its number; 0: it is given one */
  uint64_t turn;
  uint64_t most;   /* ones: numbers are not above */
  uint32_t parent; /* a group; the number of groups: into the key itself */
  uint32_t shift;
};

struct plan {
  uint32_t key_bits;
  uint32_t words, groups;
  VEC(struct field) fields; /* of the words, then of the groups */
};

/* Numbers of the words of states, row by row. */
struct plan_sample {
  uint32_t words, rows;
  VEC(uint32_t) numbers;
  VEC(uint64_t) turns;   /* of each word */
  VEC(uint64_t) varying; /* of each word, the bits seen to vary after that */
  VEC(uint8_t) growing;  /* of each word, whether more of them may come */
};

/* With keys of so many bits. */
void plan_learn(struct plan *plan, const struct plan_sample *sample,
                uint32_t key_bits);
void plan_free(struct plan *plan);

#endif
