/* The order in which the slots of a state become the leaves of its tree.
 *
 * Where the halves of a tree vary about equally, few pairs are shared by many
 * states; where all that varies lies in one half, nearly every state has a pair
 * of its own.  A shape is learned from a sample of states: neighbouring slots
 * stay neighbours, what varies is spread evenly.
 */
#ifndef LARIAT_STORE_SHAPE_H
#define LARIAT_STORE_SHAPE_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

struct shape {
  uint32_t leaves;
  uint32_t *leaf_of_slot; /* by slot */
  uint32_t *slot_of_leaf; /* by leaf, from number `leaves` on */
};

/* Slots of states with the same number of leaves, row by row. */
struct shape_sample {
  uint32_t leaves;
  uint32_t rows;
  VEC(uint32_t) slots;
};

void shape_add_row(struct shape_sample *sample, const uint32_t *slots);

/* The last slot, the length of the state, keeps the last leaf of all. */
void shape_learn(struct shape *shape, const struct shape_sample *sample);
void shape_free(struct shape *shape);

#endif
