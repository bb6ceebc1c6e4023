/* One state as a tree of pairs, kept while states that differ little from it
 * are inserted.
 */
#ifndef LARIAT_STORE_FRAME_H
#define LARIAT_STORE_FRAME_H

#include "store/budget.h"
#include "store/nodes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct change {
  uint32_t index, old;
};

struct frame {
  uint32_t leaves;        /* of the tree; 0: the frame holds no state */
  uint32_t capacity;      /* leaves there is memory for */
  uint32_t deep;          /* the lowest row of the tree starts here */
  uint32_t *values;       /* the tree: children of i at 2i and 2i + 1, root 1 */
  uint32_t *slots;        /* the leaves in the order of the state */
  uint64_t *dirty;        /* one bit for each inner node; zero between calls */
  struct change *changes; /* since the base */
  uint32_t change_count;
};

/* Leaves of the tree of a state of so many bytes; 0 when it is too long. */
uint32_t frame_leaves(size_t length);

/* Makes room for trees of this size and starts with the state of all zeros.
 * False, and nothing is changed, when there is no memory.
 */
bool frame_reset(struct frame *frame, struct budget *budget, uint32_t leaves);
void frame_clear(struct frame *frame, struct budget *budget);

/* Turns the base into this state, interning what changes.  False when there is
 * no room for a new pair; then the base is back.
 */
bool frame_write(struct frame *frame, struct nodes *nodes,
                 struct budget *budget, const uint8_t *state, size_t length);

/* Goes back to the base; or makes the present state the base. */
void frame_undo(struct frame *frame);
void frame_keep(struct frame *frame);

/* Names the present state among all states: 63 bits, never 0. */
uint64_t frame_key(const struct frame *frame);

/* Makes the state of this key, which has as many leaves, the base. */
void frame_read(struct frame *frame, const struct nodes *nodes, uint64_t key);

/* Is there a state of this key, of at most so many bytes?  For keys from
 * outside: only those can be read.
 */
bool frame_can_read(const struct nodes *nodes, uint64_t key, size_t longest);

size_t frame_length(const struct frame *frame);

/* Length of the state of a key.  The frame, which may hold any state or none,
 * is a hint.
 */
size_t frame_length_of(const struct frame *frame, const struct nodes *nodes,
                       uint64_t key);

#endif
