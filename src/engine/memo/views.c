/* See views.h. */
#include "engine/memo/views.h"

#include "base/memory.h"

enum {
  FIRST_BITS = 10,
  MOST_BITS = 15,
  LEARNED = 4, /* times the slots, before there are more of them */
  MOST_ROW_BYTES = 1 << 25,
};

static void make_slots(struct views *views, unsigned bits) {
  memory_free(views->slots);
  views->slot_bits = bits;
  views->slots = memory_alloc(((size_t)1 << bits) * sizeof *views->slots);
  views->learned = 0;
}

void views_init(struct views *views) {
  make_slots(views, FIRST_BITS);
}

void views_clear(struct views *views) {
  memory_free(views->slots);
  memory_free(views->rows);
}

/* For so many processes at each level. */
static void make_rows(struct views *views, uint32_t width) {
  uint64_t count = 1;
  memory_free(views->rows);
  views->width = width;
  views->row_bytes = sizeof(struct walk_row) + width * sizeof(uint32_t);
  while (2 * count * views->row_bytes <= MOST_ROW_BYTES)
    count *= 2;
  views->level_mask = count - 1;
  views->rows = memory_alloc(count * views->row_bytes);
}

void views_forget(struct views *views) {
  make_slots(views, FIRST_BITS);
  if (views->width > 0)
    make_rows(views, views->width);
}

void views_make_room(struct views *views, uint32_t count) {
  const uint32_t more = WALK_ENTRIES_AT_ONCE - 1;
  if (count > views->width || !views->rows)
    make_rows(views,
              (count + more) / WALK_ENTRIES_AT_ONCE * WALK_ENTRIES_AT_ONCE);
}

void views_learn(struct views *views, struct walk_key key, uint32_t after) {
  if (++views->learned >> views->slot_bits >= LEARNED &&
      views->slot_bits < MOST_BITS)
    make_slots(views, views->slot_bits + 1);
  views->slots[walk_key_hash(key) >> views_shift(views)] =
      (struct walk_slot){key, after};
}
