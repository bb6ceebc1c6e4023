/* How the words of a state are put together to a key: see packed.c.
 *
 * A plan is learned from a sample of states.
 */
#ifndef LARIAT_STORE_PLAN_H
#define LARIAT_STORE_PLAN_H

#include "base/vec.h"

#include <stdint.h>

enum {
  PLAN_KEY_BITS = 57,
  PLAN_GROUP_BITS = 64,
  PLAN_NUMBER_BITS = 28, /* of a field, at most */
};

/* Where the number of a word, or of a group, goes. */
struct field {
  uint32_t parent; /* a group; the number of groups: into the key itself */
  uint32_t limit;  /* a power of two: numbers are below */
  uint32_t shift;
};

struct plan {
  uint32_t words, groups;
  VEC(struct field) fields; /* of the words, then of the groups */
};

/* Numbers of the words of states, row by row. */
struct plan_sample {
  uint32_t words, rows;
  VEC(uint32_t) numbers;
};

void plan_learn(struct plan *plan, const struct plan_sample *sample);
void plan_free(struct plan *plan);

#endif
