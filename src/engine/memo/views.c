/* See views.h. */
#include "engine/memo/views.h"

#include "base/memory.h"

enum {
  FIRST_BITS = 10, /* of the number of a slot */
  MOST_VIEW_BITS = 15,
  MOST_GLANCE_BITS = 16,
  LEAST_ROWS = 1 << 10,
  MOST_ROW_BYTES = 1 << 23,
  ROW_SHARE = 32 * WALK_LANES, /* of the memory */
};

static void *make_slots(unsigned bits, size_t bytes) {
  return memory_alloc(((size_t)1 << bits) * bytes);
}

static void make_tables(struct views *views) {
  memory_free(views->views.items);
  memory_free(views->glances.items);
  views->views.items = make_slots(FIRST_BITS, sizeof *views->views.items);
  views->glances.items = make_slots(FIRST_BITS, sizeof *views->glances.items);
  views->views.shift = views->glances.shift = 64 - FIRST_BITS;
  views->views.used = views->glances.used = 0;
}

void views_init(struct views *views, size_t memory_bytes) {
  const size_t share = memory_bytes / ROW_SHARE;
  make_tables(views);
  views->most_row_bytes =
      memory_bytes > 0 && share < MOST_ROW_BYTES ? share : MOST_ROW_BYTES;
}

void views_clear(struct views *views) {
  memory_free(views->views.items);
  memory_free(views->glances.items);
  for (unsigned lane = 0; lane < WALK_LANES; lane++)
    memory_free(views->rows[lane]);
}

/* Most levels are never come to: they take no memory. */
static uint8_t *new_rows(const struct views *views) {
  return memory_alloc((views->level_mask + 1) * views->row_bytes);
}

/* For the paths that there are, and this one: as many as may be. */
static void make_rows(struct views *views, uint32_t width, unsigned added) {
  views->width = width;
  views->row_bytes = sizeof(struct walk_row) + width * sizeof(uint32_t);
  views->level_mask = LEAST_ROWS - 1;
  while (2 * views->row_bytes * (views->level_mask + 1) <=
         views->most_row_bytes)
    views->level_mask += views->level_mask + 1;
  for (unsigned lane = 0; lane < WALK_LANES; lane++) {
    const bool is_there = views->rows[lane] || lane == added;
    memory_free(views->rows[lane]);
    views->rows[lane] = is_there ? new_rows(views) : NULL;
  }
}

void views_forget(struct views *views) {
  make_tables(views);
  if (views->rows[0])
    make_rows(views, views->width, 0);
}

static size_t slots_memory(unsigned shift, size_t bytes) {
  return bytes << (64 - shift);
}

size_t views_memory(const struct views *views) {
  size_t bytes =
      slots_memory(views->views.shift, sizeof *views->views.items) +
      slots_memory(views->glances.shift, sizeof *views->glances.items);
  for (unsigned lane = 0; lane < WALK_LANES; lane++)
    if (views->rows[lane])
      bytes += (views->level_mask + 1) * views->row_bytes;
  return bytes;
}

void views_make_room(struct views *views, uint32_t count, uint64_t level) {
  const uint32_t more = WALK_ENTRIES_AT_ONCE - 1;
  const unsigned lane = walk_lane(level);
  if (count > views->width || !views->rows[0])
    make_rows(views,
              (count + more) / WALK_ENTRIES_AT_ONCE * WALK_ENTRIES_AT_ONCE, 0);
  if (!views->rows[lane])
    views->rows[lane] = new_rows(views);
}

/* ---- learning ---- */

/* Half of them are used: with twice as many fewer fall into the same. */
static bool shall_grow(uint32_t used, unsigned shift, unsigned most_bits) {
  const unsigned bits = 64 - shift;
  return bits < most_bits && used >> (bits - 1) > 0;
}

static void put(struct views *views, const struct walk_view *view) {
  struct walk_view *slot =
      &views->views.items[walk_view_hash(view) >> views->views.shift];
  views->views.used += slot->after == 0;
  *slot = *view;
}

static void put_glance(struct views *views, uint64_t glance) {
  const uint64_t hash = walk_glance_hash(glance >> WALK_GLANCE_BITS);
  uint64_t *slot = &views->glances.items[hash >> views->glances.shift];
  views->glances.used += *slot == 0;
  *slot = glance;
}

static void add_views(struct views *views) {
  struct walk_view *old = views->views.items;
  const unsigned bits = 64 - views->views.shift--;
  views->views.items = make_slots(bits + 1, sizeof *old);
  views->views.used = 0;
  for (size_t i = 0; i < (size_t)1 << bits; i++)
    if (old[i].after != 0)
      put(views, &old[i]);
  memory_free(old);
}

static void add_glances(struct views *views) {
  uint64_t *old = views->glances.items;
  const unsigned bits = 64 - views->glances.shift--;
  views->glances.items = make_slots(bits + 1, sizeof *old);
  views->glances.used = 0;
  for (size_t i = 0; i < (size_t)1 << bits; i++)
    if (old[i] != 0)
      put_glance(views, old[i]);
  memory_free(old);
}

void views_learn(struct views *views, const struct walk_view *view) {
  if (shall_grow(views->views.used, views->views.shift, MOST_VIEW_BITS))
    add_views(views);
  put(views, view);
}

void views_learn_glance(struct views *views, uint64_t key, uint32_t after) {
  if (shall_grow(views->glances.used, views->glances.shift, MOST_GLANCE_BITS))
    add_glances(views);
  put_glance(views, key << WALK_GLANCE_BITS | after);
}
