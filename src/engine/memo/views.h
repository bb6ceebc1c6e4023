/* What each process can do in the states of a path, and how that follows from
 * one of them to the next.
 *
 * Included inside src/engine/ only.
 */
#ifndef LARIAT_ENGINE_MEMO_VIEWS_H
#define LARIAT_ENGINE_MEMO_VIEWS_H

#include "engine/walk.h"

struct views {
  struct walk_slot *slots; /* the last one that fell into each */
  unsigned slot_bits;
  uint64_t learned; /* since there are so many */

  /* A row for each of the last levels of a path. */
  uint8_t *rows;
  size_t row_bytes;
  uint32_t width; /* entries of a row */
  uint64_t level_mask;
  size_t most_row_bytes; /* of all */
};

/* What is left of a hash is a slot. */
static inline unsigned views_shift(const struct views *views) {
  return 64 - views->slot_bits;
}

/* They may take a small part of so much memory; 0: there is enough. */
void views_init(struct views *views, size_t memory_bytes);
void views_clear(struct views *views);
/* What was known is forgotten. */
void views_forget(struct views *views);

/* Sees to it that rows have room for so many processes, where what there was
 * may be forgotten, and that there are rows for all levels up to this one, or
 * as many as may be.
 */
void views_make_room(struct views *views, uint32_t count, uint64_t level);

void views_learn(struct views *views, struct walk_key key, uint32_t after);

#endif
