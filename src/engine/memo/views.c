/* See views.h. */
#include "engine/memo/views.h"

#include "base/memory.h"

enum {
  FIRST_BITS = 10,
  MOST_BITS = 15,
  LEARNED = 4, /* times the slots, before there are more of them */
  FIRST_ROWS = 1 << 10,
  MOST_ROW_BYTES = 1 << 23,
  ROW_SHARE = 32, /* of the memory */
};

static void make_slots(struct views *views, unsigned bits) {
  memory_free(views->slots);
  views->slot_bits = bits;
  views->slots = memory_alloc(((size_t)1 << bits) * sizeof *views->slots);
  views->learned = 0;
}

void views_init(struct views *views, size_t memory_bytes) {
  const size_t share = memory_bytes / ROW_SHARE;
  make_slots(views, FIRST_BITS);
  views->most_row_bytes =
      memory_bytes > 0 && share < MOST_ROW_BYTES ? share : MOST_ROW_BYTES;
}

void views_clear(struct views *views) {
  memory_free(views->slots);
  memory_free(views->rows);
}

static void make_rows(struct views *views, uint32_t width, uint64_t levels) {
  memory_free(views->rows);
  views->width = width;
  views->row_bytes = sizeof(struct walk_row) + width * sizeof(uint32_t);
  views->level_mask = levels - 1;
  views->rows = memory_alloc(levels * views->row_bytes);
}

/* Twice as many; what is known of levels stays. */
static void add_rows(struct views *views) {
  const struct views old = *views;
  views->rows = NULL;
  make_rows(views, old.width, 2 * (old.level_mask + 1));
  for (uint64_t i = 0; i <= old.level_mask; i++) {
    const struct walk_row *row = walk_row_at(old.rows, old.row_bytes, i);
    const uint64_t number = walk_row_level(row) & views->level_mask;
    memcpy(walk_row_at(views->rows, views->row_bytes, number), row,
           old.row_bytes);
  }
  memory_free(old.rows);
}

void views_forget(struct views *views) {
  make_slots(views, FIRST_BITS);
  if (views->rows)
    make_rows(views, views->width, FIRST_ROWS);
}

void views_make_room(struct views *views, uint32_t count, uint64_t level) {
  const uint32_t more = WALK_ENTRIES_AT_ONCE - 1;
  if (count > views->width || !views->rows)
    make_rows(views,
              (count + more) / WALK_ENTRIES_AT_ONCE * WALK_ENTRIES_AT_ONCE,
              FIRST_ROWS);
  while (level > views->level_mask &&
         2 * views->row_bytes * (views->level_mask + 1) <=
             views->most_row_bytes)
    add_rows(views);
}

void views_learn(struct views *views, struct walk_key key, uint32_t after) {
  if (++views->learned >> views->slot_bits >= LEARNED &&
      views->slot_bits < MOST_BITS)
    make_slots(views, views->slot_bits + 1);
  views->slots[walk_key_hash(key) >> views_shift(views)] =
      (struct walk_slot){key, after};
}
