/* What each process can do in the states of a path, and how that follows from
 * one of them to the next.
 *
 * Included inside src/engine/ only.
 */
#ifndef LARIAT_ENGINE_MEMO_VIEWS_H
#define LARIAT_ENGINE_MEMO_VIEWS_H

#include "engine/walk.h"

/* Each holds the last one that fell into it; what is left of a hash, shifted,
 * is a number of one.
 */
#define WALK_SLOTS(type)                                                       \
  struct {                                                                     \
    type *items;                                                               \
    unsigned shift;                                                            \
    uint32_t used;                                                             \
  }

struct views {
  WALK_SLOTS(struct walk_view) views;
  WALK_SLOTS(uint64_t) glances;

  /* A row for each of the last levels of a path, of each; NULL: there is none
   * yet.
   */
  uint8_t *rows[WALK_LANES];
  size_t row_bytes;
  uint32_t width; /* entries of a row */
  uint64_t level_mask;
  size_t most_row_bytes; /* of a path */
};

/* They may take a small part of so much memory; 0: there is enough. */
void views_init(struct views *views, size_t memory_bytes);
void views_clear(struct views *views);
/* What was known is forgotten. */
void views_forget(struct views *views);
size_t views_memory(const struct views *views); /* in bytes */

/* Sees to it that rows have room for so many processes, where what there was
 * may be forgotten, and that there are rows for all levels up to this one, or
 * as many as may be.
 */
void views_make_room(struct views *views, uint32_t count, uint64_t level);

void views_learn(struct views *views, const struct walk_view *view);
void views_learn_glance(struct views *views, uint64_t key, uint32_t after);

#endif
