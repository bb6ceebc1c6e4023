/* Open addressing by cache line, growing in place.
 *
 * A bucket is a cache line of eight keys, filled from the front.  A key that
 * finds its home line full goes to the next one.  The extra bytes of the keys,
 * if there are any, lie in a memory of their own in the order of the places, so
 * the lines are the same with and without them.
 *
 * Invariant: no line between the home of a key and the line it lies in has a
 * free place, and in no line does a key follow a free place.  A look-up may
 * stop at the first free place; nothing is ever deleted.  The extra bytes of a
 * free place are zero.
 *
 * The home is the key scaled to the number of lines, so keys lie nearly in
 * order, and when the table grows nearly every key belongs further back.  So
 * the lines are taken from the last to the first and their keys put behind the
 * lines not yet taken.  The few keys near both ends for which there is no place
 * behind them are put in when all lines have been taken.
 *
 * With lines 15/16 full at most, nearly all look-ups read one or two adjacent
 * lines.  In a large table a key costs 8.5 bytes before it grows, 9.9 bytes
 * after, and nothing is ever held twice.  Smaller tables grow by more, for to
 * move keys takes time: below DOUBLED_BYTES to twice their size.
 *
 * The extra bytes hold the colours of the tails, at two bits each, as long as
 * eight bytes are enough; for more tails they are a number of four bytes, and
 * the colours lie in packets, in order of arrival.  An extra byte of a key
 * costs 1.07 bytes before the table grows, 1.25 after, and up to one huge page
 * for all keys together (budget.c).
 */
#include "store/roots.h"

#include "base/vec.h"

#include <assert.h>
#include <string.h>

enum {
  LINE_KEYS = 8,
  FIRST_LINES = 64,
  LEAST_GROWTH = 48, /* a part of the table's size */
};

/* How much a table grows by depends on how large it is. */
static const uint64_t DOUBLED_BYTES = 1 << 23, QUARTER_MORE_BYTES = 1 << 25,
                      LARGE_BYTES = 1 << 26;
/* Homes are scaled from 32 bits. */
static const uint64_t MOST_LINES = UINT64_C(1) << 31;

/* Two keys, and the same in halves. */
typedef uint64_t key_pair __attribute__((vector_size(2 * sizeof(uint64_t))));
typedef uint32_t half_keys __attribute__((vector_size(2 * sizeof(uint64_t))));

struct line {
  union {
    uint64_t keys[LINE_KEYS];
    half_keys halves[LINE_KEYS / 2];
  };
};

typedef VEC(struct root) root_list;

void roots_init(struct roots *roots, uint32_t tails) {
  const uint64_t bytes = colours_bytes(tails);
  roots->tails = tails;
  roots->numbered = bytes > MOST_EXTRA;
  roots->extra_bytes = roots->numbered ? sizeof(uint32_t) : (unsigned)bytes;
}

void roots_release(struct roots *roots, struct budget *budget) {
  region_release(&roots->lines, budget);
  region_release(&roots->extras, budget);
  region_release(&roots->packets, budget);
}

static struct line *lines_of(const struct roots *roots) {
  return (struct line *)roots->lines.base;
}

/* The extra bytes of the places of one line. */
static size_t line_extra_bytes(const struct roots *roots) {
  return LINE_KEYS * (size_t)roots->extra_bytes;
}

static uint8_t *line_extras(const struct roots *roots, uint64_t line) {
  return roots->extras.base + line * line_extra_bytes(roots);
}

static uint8_t *extra_at(const struct roots *roots, const uint64_t *place) {
  const size_t number = (size_t)(place - (uint64_t *)roots->lines.base);
  return roots->extras.base + number * roots->extra_bytes;
}

static uint64_t home(const struct roots *roots, uint64_t key) {
  return ((key >> 32) * roots->size) >> 32;
}

/* Without jumps: nobody can guess which key of a line it is.  Halves are
 * compared, for that is what all processors can do with several at once.
 */
static inline bool line_holds(const struct line *line, uint64_t key) {
  const uint32_t low = (uint32_t)key, high = (uint32_t)(key >> 32);
  const half_keys wanted = {low, high, low, high};
  key_pair found = {0};
  for (unsigned i = 0; i < LINE_KEYS / 2; i++) {
    const key_pair equal = (key_pair)(line->halves[i] == wanted);
    found |= equal & equal >> 32; /* both halves */
  }
  return (found[0] | found[1]) != 0;
}

static inline bool has_free_place(const struct line *line) {
  return line->keys[LINE_KEYS - 1] == 0;
}

/* The first place in this line that holds the key. */
static uint64_t *place_in_line(struct line *line, uint64_t key) {
  uint64_t *place = line->keys;
  while (*place != key)
    place++;
  return place;
}

/* The line where the key is, or the one with a free place where it belongs. */
static inline struct line *find_line(const struct roots *roots, uint64_t key,
                                     bool *is_there) {
  struct line *lines = lines_of(roots);
  uint64_t i = home(roots, key);
  while (!(*is_there = line_holds(&lines[i], key)) &&
         !has_free_place(&lines[i]))
    i = i + 1 == roots->size ? 0 : i + 1;
  return &lines[i];
}

/* The place of the key: where it is, or the free one where it belongs. */
static uint64_t *find(const struct roots *roots, uint64_t key) {
  bool is_there;
  struct line *line = find_line(roots, key, &is_there);
  return place_in_line(line, is_there ? key : 0);
}

static void put_at(const struct roots *roots, uint64_t *place,
                   const struct root *root) {
  *place = root->key;
  if (roots->extra_bytes > 0)
    memcpy(extra_at(roots, place), root->extra, roots->extra_bytes);
}

static void read_root(const struct roots *roots, const uint64_t *place,
                      struct root *out) {
  out->key = *place;
  if (roots->extra_bytes > 0)
    memcpy(out->extra, extra_at(roots, place), roots->extra_bytes);
}

/* Copies the roots of a line, and tells how many there are. */
static unsigned read_line(const struct roots *roots, uint64_t line,
                          struct root *out) {
  const uint64_t *keys = lines_of(roots)[line].keys;
  unsigned count = 0;
  for (; count < LINE_KEYS && keys[count] != 0; count++)
    read_root(roots, &keys[count], &out[count]);
  return count;
}

static void clear_line(const struct roots *roots, uint64_t line) {
  lines_of(roots)[line] = (struct line){0};
  if (roots->extra_bytes > 0)
    memset(line_extras(roots, line), 0, line_extra_bytes(roots));
}

/* Puts a root into the lines from `first` on, all of which have been moved; if
 * it does not belong there or finds no place, it waits.
 */
static void move_root(const struct roots *roots, uint64_t first,
                      const struct root *root, root_list *waiting) {
  struct line *lines = lines_of(roots);
  uint64_t *place = NULL;
  uint64_t i = home(roots, root->key);
  if (i >= first)
    for (; !place && i < roots->size; i++)
      if (has_free_place(&lines[i]))
        place = place_in_line(&lines[i], 0);
  if (place)
    put_at(roots, place, root);
  else
    vec_push(waiting, *root);
}

/* Moves the keys of a table that had so many lines to their new places. */
static void spread(struct roots *roots, uint64_t old_size) {
  root_list waiting = {0};
  for (uint64_t i = old_size; i-- > 0;) {
    struct root line[LINE_KEYS];
    const unsigned count = read_line(roots, i, line);
    clear_line(roots, i);
    for (unsigned j = 0; j < count; j++)
      move_root(roots, i, &line[j], &waiting);
  }
  for (size_t i = 0; i < waiting.count; i++)
    put_at(roots, find(roots, waiting.items[i].key), &waiting.items[i]);
  vec_free(&waiting);
}

static uint64_t larger_size(uint64_t size) {
  if (size == 0)
    return FIRST_LINES;
  const uint64_t bytes = size * sizeof(struct line);
  return bytes < DOUBLED_BYTES        ? 2 * size
         : bytes < QUARTER_MORE_BYTES ? size + size / 4
         : bytes < LARGE_BYTES        ? size + size / 5
                                      : size + size / 6;
}

/* Makes it a table of at least so many lines. */
static bool grow_to(struct roots *roots, struct budget *budget,
                    uint64_t wanted) {
  const uint64_t old_size = roots->size;
  if (wanted > MOST_LINES ||
      !region_grow(&roots->lines, budget, wanted * sizeof(struct line)))
    return false;
  const uint64_t size = roots->lines.bytes / sizeof(struct line);
  if (!region_grow(&roots->extras, budget, size * line_extra_bytes(roots)))
    return false;
  roots->size = size;
  roots->found = NULL;
  roots->room = size * LINE_KEYS * 15 / 16;
  spread(roots, old_size);
  return true;
}

void roots_prepare(const struct roots *roots, uint64_t key) {
  if (roots->size == 0)
    return;
  const uint64_t line = home(roots, key);
  __builtin_prefetch(&lines_of(roots)[line]);
  if (roots->extra_bytes > 0)
    __builtin_prefetch(line_extras(roots, line));
}

/* By less than usual where the memory is nearly full. */
static bool grow(struct roots *roots, struct budget *budget) {
  const uint64_t least = roots->size / LEAST_GROWTH + 1;
  for (uint64_t added = larger_size(roots->size) - roots->size; added >= least;
       added /= 2)
    if (grow_to(roots, budget, roots->size + added))
      return true;
  return false;
}

void roots_make_room(struct roots *roots, struct budget *budget,
                     uint64_t count) {
  const uint64_t lines = count / LINE_KEYS + count / (15 * LINE_KEYS) + 1;
  if (lines > roots->size)
    (void)grow_to(roots, budget, lines);
}

bool roots_match_size(struct roots *roots, struct budget *budget,
                      const struct roots *model) {
  assert(roots->used == 0);
  return grow_to(roots, budget, model->size);
}

/* Whether there is memory for the packet of one more key. */
static bool has_free_packet(struct roots *roots, struct budget *budget) {
  if (!roots->numbered)
    return true;
  if (roots->used == UINT32_MAX)
    return false;
  const uint64_t needed = colours_bytes((roots->used + 1) * roots->tails);
  return needed <= roots->packets.bytes ||
         region_grow(&roots->packets, budget, needed + needed / 8);
}

/* Puts a key into a line with a free place, and gives that place. */
static uint64_t *put_new(struct roots *roots, struct line *line, uint64_t key) {
  uint64_t *place = place_in_line(line, 0);
  *place = key;
  if (roots->numbered)
    memcpy(extra_at(roots, place), &(uint32_t){(uint32_t)roots->used},
           sizeof(uint32_t));
  roots->used++;
  return place;
}

enum store_answer roots_insert(struct roots *roots, struct budget *budget,
                               uint64_t key) {
  assert(key != 0);
  const bool has_room = roots->used < roots->room || grow(roots, budget);
  if (roots->size == 0)
    return STORE_FULL;
  bool is_there;
  struct line *line = find_line(roots, key, &is_there);
  if (!is_there && (!has_room || !has_free_packet(roots, budget)))
    return STORE_FULL;
  if (!is_there)
    roots->found = put_new(roots, line, key);
  else if (roots->tails > 0)
    roots->found = place_in_line(line, key);
  return is_there ? STORE_SEEN : STORE_NEW;
}

bool roots_hold(const struct roots *roots, uint64_t key) {
  return roots->size > 0 && *find(roots, key) == key;
}

struct colours roots_colours(struct roots *roots, uint64_t key) {
  if (roots->size == 0)
    return (struct colours){0};
  if (!roots->found || *roots->found != key)
    roots->found = find(roots, key);
  if (*roots->found != key)
    return (struct colours){0};
  uint8_t *extra = extra_at(roots, roots->found);
  if (!roots->numbered)
    return (struct colours){.bits = extra};
  uint32_t number;
  memcpy(&number, extra, sizeof number);
  return (struct colours){.bits = roots->packets.base,
                          .first = (uint64_t)number * roots->tails};
}

void roots_forget_colours(struct roots *roots, struct budget *budget) {
  region_release(&roots->extras, budget);
  region_release(&roots->packets, budget);
  roots_init(roots, 0);
}

bool roots_next(const struct roots *roots, uint64_t *place, struct root *out) {
  for (uint64_t end = roots->size * LINE_KEYS; *place < end;) {
    const uint64_t *key = (const uint64_t *)roots->lines.base + (*place)++;
    if (*key != 0) {
      read_root(roots, key, out);
      return true;
    }
  }
  return false;
}

bool roots_put(struct roots *roots, struct budget *budget,
               const struct root *root) {
  if (roots->used == roots->room && !grow(roots, budget))
    return false;
  uint64_t *place = find(roots, root->key);
  assert(*place == 0 && "new keys differ as the old ones do");
  put_at(roots, place, root);
  roots->used++;
  return true;
}

void roots_replace(struct roots *roots, struct roots *renamed,
                   struct budget *budget) {
  assert(renamed->used == roots->used && renamed->packets.bytes == 0);
  renamed->packets = roots->packets; /* the numbers are still the same */
  roots->packets = (struct region){0};
  roots_release(roots, budget);
  *roots = *renamed;
}
