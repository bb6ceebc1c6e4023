/* See views.h. */
#include "engine/memo/views.h"

#include "base/memory.h"

enum {
  FIRST_BITS = 10,
  MOST_BITS = 15,
  LEARNED = 4,            /* times the slots, before there are more of them */
  MOST_ENTRIES = 1 << 20, /* at all levels */
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
  memory_free(views->entries);
  memory_free(views->levels);
}

/* For so many processes at each level. */
static void make_levels(struct views *views, uint32_t width) {
  uint32_t count = 1;
  while (2 * count * width <= MOST_ENTRIES)
    count *= 2;
  memory_free(views->entries);
  memory_free(views->levels);
  views->width = width;
  views->level_mask = count - 1;
  views->entries = memory_alloc((size_t)count * width * sizeof *views->entries);
  views->levels = memory_alloc(count * sizeof *views->levels);
}

void views_forget(struct views *views) {
  make_slots(views, FIRST_BITS);
  if (views->width > 0)
    make_levels(views, views->width);
}

uint32_t *views_enter(struct views *views, uint64_t level, uint64_t crew,
                      uint32_t width) {
  if (width >= views->width)
    make_levels(views, (width / VIEWS_AT_ONCE + 1) * VIEWS_AT_ONCE);
  const size_t i = (size_t)(level & views->level_mask);
  views->levels[i] = (struct view_level){level, crew};
  return views->entries + i * views->width;
}

void views_learn(struct views *views, struct view_key key, uint32_t after) {
  if (++views->learned >> views->slot_bits >= LEARNED &&
      views->slot_bits < MOST_BITS)
    make_slots(views, views->slot_bits + 1);
  *views_slot(views, &key) = (struct view_slot){key, after};
}
