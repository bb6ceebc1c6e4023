/* Open addressing by cache line, growing in place.
 *
 * A bucket is a cache line of eight keys, filled from the front.  A key that
 * finds its home line full goes to the next one.
 *
 * Invariant: no line between the home of a key and the line it lies in has a
 * free place, and in no line does a key follow a free place.  A look-up may
 * stop at the first free place; nothing is ever deleted.
 *
 * The home is the key scaled to the number of lines, so keys lie nearly in
 * order, and when the table grows nearly every key belongs further back.  So
 * the lines are taken from the last to the first and their keys put behind the
 * lines not yet taken.  The few keys near both ends for which there is no place
 * behind them are put in when all lines have been taken.
 *
 * With lines 15/16 full at most, nearly all look-ups read one or two adjacent
 * lines.  In a large table a key costs 8.5 bytes before it grows, 9.9 bytes
 * after, and nothing is ever held twice.
 */
#include "store/roots.h"

#include "base/vec.h"

#include <assert.h>
#include <string.h>

enum { LINE_KEYS = 8, FIRST_LINES = 64 };

/* A table of so many lines is no longer doubled when it grows. */
static const uint64_t LARGE_LINES = 1 << 12;
/* Homes are scaled from 32 bits. */
static const uint64_t MOST_LINES = UINT64_C(1) << 31;

struct line {
  uint64_t keys[LINE_KEYS];
};

typedef VEC(uint64_t) key_list;

static struct line *lines_of(const struct roots *roots) {
  return (struct line *)roots->lines.base;
}

void roots_release(struct roots *roots, struct budget *budget) {
  region_release(&roots->lines, budget);
}

static uint64_t home(const struct roots *roots, uint64_t key) {
  return ((key >> 32) * roots->size) >> 32;
}

/* The key's place in this line, or the free one where it goes; NULL if the line
 * is full of others.
 */
static inline uint64_t *find_in_line(struct line *line, uint64_t key) {
  for (unsigned i = 0; i < LINE_KEYS; i++)
    if (line->keys[i] == key || line->keys[i] == 0)
      return &line->keys[i];
  return NULL;
}

/* The place of the key: where it is, or the free one where it belongs. */
static inline uint64_t *find(const struct roots *roots, uint64_t key) {
  struct line *lines = lines_of(roots);
  uint64_t i = home(roots, key);
  uint64_t *place;
  while (!(place = find_in_line(&lines[i], key)))
    i = i + 1 == roots->size ? 0 : i + 1;
  return place;
}

/* Puts a key into the lines from `first` on, all of which have been moved; if
 * it does not belong there or finds no place, it waits.
 */
static void move_key(const struct roots *roots, uint64_t first, uint64_t key,
                     key_list *waiting) {
  struct line *lines = lines_of(roots);
  uint64_t *place = NULL;
  uint64_t i = home(roots, key);
  if (i >= first)
    for (; !place && i < roots->size; i++)
      place = find_in_line(&lines[i], key);
  if (place)
    *place = key;
  else
    vec_push(waiting, key);
}

/* Moves the keys of a table that had so many lines to their new places. */
static void spread(struct roots *roots, uint64_t old_size) {
  struct line *lines = lines_of(roots);
  key_list waiting = {0};
  for (uint64_t i = old_size; i-- > 0;) {
    const struct line line = lines[i];
    memset(&lines[i], 0, sizeof line);
    for (unsigned j = 0; j < LINE_KEYS && line.keys[j] != 0; j++)
      move_key(roots, i, line.keys[j], &waiting);
  }
  for (size_t i = 0; i < waiting.count; i++)
    *find(roots, waiting.items[i]) = waiting.items[i];
  vec_free(&waiting);
}

static uint64_t larger_size(uint64_t size) {
  if (size == 0)
    return FIRST_LINES;
  return size < LARGE_LINES ? 2 * size : size + size / 6;
}

static bool grow(struct roots *roots, struct budget *budget) {
  const uint64_t old_size = roots->size;
  const uint64_t wanted = larger_size(old_size);
  if (wanted > MOST_LINES ||
      !region_grow(&roots->lines, budget, wanted * sizeof(struct line)))
    return false;
  roots->size = roots->lines.bytes / sizeof(struct line);
  roots->room = roots->size * LINE_KEYS * 15 / 16;
  spread(roots, old_size);
  return true;
}

void roots_prefetch(const struct roots *roots, uint64_t key) {
  if (roots->size > 0)
    __builtin_prefetch(&lines_of(roots)[home(roots, key)]);
}

void roots_list(const struct roots *roots, uint64_t *out) {
  const struct line *lines = lines_of(roots);
  for (uint64_t i = 0; i < roots->size; i++)
    for (unsigned j = 0; j < LINE_KEYS && lines[i].keys[j] != 0; j++)
      *out++ = lines[i].keys[j];
}

enum store_answer roots_insert(struct roots *roots, struct budget *budget,
                               uint64_t key) {
  assert(key != 0);
  const bool has_room = roots->used < roots->room || grow(roots, budget);
  if (roots->size == 0)
    return STORE_FULL;
  uint64_t *place = find(roots, key);
  if (*place == key)
    return STORE_SEEN;
  if (!has_room)
    return STORE_FULL;
  *place = key;
  roots->used++;
  return STORE_NEW;
}
