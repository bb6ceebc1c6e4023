/* Exact store that forgets: when the memory is full, a state that the search
 * has done with makes room for a new one.
 *
 * After Jard and Jéron, Bounded-memory Algorithms for Verification On-the-fly
 * (CAV 1991), section 2: states on the path of a depth-first search are never
 * lost, so each cycle is cut and the search ends; a state that was lost is
 * searched again when it is met again.  What the search says is as true as with
 * all states in memory.
 *
 * The authors replace a state at random.  Here, unless told otherwise, the one
 * of least worth goes first: what it costs to search from it again, times how
 * often it was met, which says how soon that may happen.  On nearly all that
 * was measured this needs less memory for the same number of insertions, often
 * far less (docs/experiments.md); the other choices are here as well.
 *
 * What it costs to search from a state again: the state itself, and what its
 * successors cost that were searched from it.  Those that cost far more than
 * the states that are replaced at present do not count, for they will still be
 * there then.  So along a path one state in every few is kept, rather than all
 * that have much behind them.
 *
 * The states of the path are kept for one reason: the search must end.  For
 * that it is enough to keep one of every few, so with the choice by worth only
 * those are pinned that the search asks for; the others count as worth most.  A
 * path may then be longer than there is room for states.
 *
 * An entry is the key of a state (carrier.c), which says all about it.  The
 * table is made of cache lines of eight keys.  A key lies in its home line, or
 * in the next one if its home line has a mark that it was full, and so on.
 *
 * Invariant: every line between the home of a key and the line where it lies
 * has that mark.  As long as there is room, a key that finds its home full goes
 * on to a line with a free place.  When there is none, it takes the place of a
 * key in its home line that is not pinned, and goes on only if all are.  Marks
 * are never taken away as long as the table does not grow, which costs time but
 * nothing else.
 *
 * The choice is one of eight at most, all of which have random homes: as good
 * as a choice among all, and it costs one access to memory.
 *
 * When the carrier has learned to write states in another way, their keys
 * change.  All entries are renamed then, as far as there is memory for a second
 * table; those that are lost are as if they had been replaced.  References that
 * the search holds may be old: keys that are not found are looked up again
 * under the name they have now.
 *
 * What is forgotten may go to an archive on disk (archive.c).  Then no state is
 * searched again, and none is pinned; entries that are lost in renaming go
 * there as well, and all of it is renamed.  As nothing is searched again, the
 * worth of a state does not matter, only how soon it is met again: the oldest
 * go first.
 *
 * Beside each line lie the marks, and for each key what else is known of it:
 * its rank, unless the choice is random; the name of the set of statements that
 * were asleep whenever it was visited, if the search has such sets; how often
 * it is pinned, and the colours of its tails, if it has any.  A state costs 8.3
 * bytes without these.
 */
#include "base/rng.h"
#include "base/vec.h"
#include "store/archive.h"
#include "store/carrier.h"
#include "store/word_names.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
  LINE_KEYS = 8,
  FIRST_LINES = 64,
  MARK_BYTES = 2, /* of a line: which keys are pinned, whether it was full */
  PIN_BYTES = 2,  /* of a key that has tails */
  SLEEP_BYTES = 2,
  KEY_BYTES = 8,
  HIGHEST_RANK = 255,
  MET_BITS = 3, /* of a worth: how often it was met; the rest is cost */
  MOST_MET = (1 << MET_BITS) - 1,
  PATH_COST = HIGHEST_RANK >> MET_BITS, /* it is on the path */
  DEPTHS_KEPT = 4,                      /* one in so many */
  LOSSES = 1 << 10,                     /* about so many make an average */
  FIRST_LOSS = 4,                       /* the average at first */
  COUNTED_LOSSES = 6, /* a cost of more than so many averages does not count */
  RESERVED = 1 << 18, /* bytes, for the carrier at least */
};

static const uint64_t LARGE_LINES = 1 << 12; /* no longer doubled */
static const uint64_t MOST_LINES = UINT64_C(1) << 31;
static const uint64_t NOWHERE = UINT64_MAX;

struct cache_store {
  struct store base;
  struct carrier carrier;
  uint32_t epoch; /* of the keys in the table */

  struct region lines, sides;
  uint64_t line_count;
  uint64_t most_states; /* unless 0 */
  uint64_t room; /* keys, used ones included, before it grows or replaces */
  bool final;    /* the table grows no more */
  uint32_t extra_bytes; /* of each key */
  uint64_t used, pinned, replaced;
  uint64_t entered, next_tick; /* when the clock goes on */
  uint8_t clock;               /* wraps */

  enum replacement replacement;
  struct rng rng;
  struct region visits; /* those under way: what each has cost, as uint32_t */
  uint64_t visit_count;
  uint64_t losses; /* the average worth of states replaced, LOSSES times */
  bool notes_sleep;
  struct word_names sleeps;
  struct archive *archive; /* NULL: what is forgotten is lost */
  bool by_age;             /* the oldest go first */
};

/* A key with all that belongs to it, on its way from one place to another. */
struct entry {
  uint64_t key;
  bool pinned;
  const uint8_t *extra;
};

/* ---- places ---- */

static uint64_t *keys_of(const struct cache_store *self, uint64_t line) {
  return (uint64_t *)self->lines.base + line * LINE_KEYS;
}

static uint64_t key_at(const struct cache_store *self, uint64_t place) {
  return keys_of(self, 0)[place];
}

static size_t side_bytes(const struct cache_store *self) {
  return MARK_BYTES + LINE_KEYS * (size_t)self->extra_bytes;
}

static uint8_t *side_of(const struct cache_store *self, uint64_t line) {
  return self->sides.base + line * side_bytes(self);
}

/* One bit for each key of the line. */
static uint8_t *pinned_in(const struct cache_store *self, uint64_t line) {
  return side_of(self, line);
}

static bool was_full(const struct cache_store *self, uint64_t line) {
  return side_of(self, line)[MARK_BYTES - 1];
}

static void mark_full(const struct cache_store *self, uint64_t line) {
  side_of(self, line)[MARK_BYTES - 1] = true;
}

static uint8_t *extra_at(const struct cache_store *self, uint64_t place) {
  return side_of(self, place / LINE_KEYS) + MARK_BYTES +
         place % LINE_KEYS * self->extra_bytes;
}

static uint64_t home_of(const struct cache_store *self, uint64_t key) {
  return ((key >> 32) * self->line_count) >> 32;
}

static uint64_t next_line(const struct cache_store *self, uint64_t line) {
  return line + 1 == self->line_count ? 0 : line + 1;
}

/* The place of this key in a line, or of a free one when the key is 0. */
static uint64_t find_in_line(const struct cache_store *self, uint64_t line,
                             uint64_t key) {
  const uint64_t *keys = keys_of(self, line);
  for (unsigned i = 0; i < LINE_KEYS; i++)
    if (keys[i] == key)
      return line * LINE_KEYS + i;
  return NOWHERE;
}

static uint64_t find_key(const struct cache_store *self, uint64_t key) {
  if (self->line_count == 0)
    return NOWHERE;
  const uint64_t home = home_of(self, key);
  uint64_t line = home;
  do {
    const uint64_t place = find_in_line(self, line, key);
    if (place != NOWHERE || !was_full(self, line))
      return place;
    line = next_line(self, line);
  } while (line != home);
  return NOWHERE;
}

/* ---- pins and ranks ---- */

static bool is_pinned(const struct cache_store *self, uint64_t place) {
  return *pinned_in(self, place / LINE_KEYS) >> (place % LINE_KEYS) & 1;
}

static void set_pinned(struct cache_store *self, uint64_t place, bool pinned) {
  const uint8_t bit = (uint8_t)(1u << (place % LINE_KEYS));
  uint8_t *bits = pinned_in(self, place / LINE_KEYS);
  *bits = pinned ? *bits | bit : *bits & (uint8_t)~bit;
}

/* The rank is the last byte; there is none when the choice is random. */
static uint8_t *rank_at(const struct cache_store *self, uint64_t place) {
  return extra_at(self, place) + self->extra_bytes - 1;
}

static void set_rank(struct cache_store *self, uint64_t place, unsigned rank) {
  *rank_at(self, place) = (uint8_t)(rank < HIGHEST_RANK ? rank : HIGHEST_RANK);
}

/* A state is entered: time goes on by one for each 128th of the table. */
static void tell_clock(struct cache_store *self) {
  if (++self->entered < self->next_tick)
    return;
  self->clock++;
  self->next_tick = self->entered + 1 + self->line_count * LINE_KEYS / 128;
}

/* Eight times the binary logarithm of a number, or a little less. */
static unsigned eighths_of_log(uint64_t number) {
  const unsigned whole = 63 - (unsigned)__builtin_clzll(number | 1);
  const uint64_t below =
      whole > 3 ? number >> (whole - 3) : number << (3 - whole);
  return 8 * whole + (unsigned)(below & 7);
}

/* Twice the binary logarithm of what a state costs. */
static unsigned cost_of(uint64_t searched) {
  const unsigned cost = eighths_of_log(searched) / 4;
  return cost < PATH_COST ? cost : PATH_COST - 1;
}

/* The same for cost and arrivals together, in eighths. */
static unsigned worth_of(uint8_t rank) {
  static const uint8_t met[MOST_MET + 1] = {0, 8, 13, 16, 19, 21, 22, 24};
  const unsigned cost = rank >> MET_BITS;
  return cost == PATH_COST ? HIGHEST_RANK : 4 * cost + met[rank & MOST_MET];
}

static bool is_by_worth(const struct cache_store *self) {
  return self->replacement == REPLACE_WORTH && !self->by_age;
}

/* The lower, the sooner to be replaced. */
static unsigned rank_of(const struct cache_store *self, uint64_t place) {
  if (self->replacement == REPLACE_RANDOM)
    return 0;
  const uint8_t rank = *rank_at(self, place);
  if (self->by_age)
    return HIGHEST_RANK - (uint8_t)(self->clock - rank);
  return is_by_worth(self) ? worth_of(rank) : rank;
}

static void rank_when_entered(struct cache_store *self, uint64_t place) {
  if (self->by_age)
    set_rank(self, place, self->clock);
  else if (self->replacement == REPLACE_DEPTH)
    set_rank(self, place, self->pinned % DEPTHS_KEPT == 0);
  else if (is_by_worth(self))
    set_rank(self, place, PATH_COST << MET_BITS);
  else if (self->replacement != REPLACE_RANDOM)
    set_rank(self, place, 0);
}

static void rank_when_found(struct cache_store *self, uint64_t place) {
  if (self->replacement != REPLACE_ARRIVALS && !is_by_worth(self))
    return;
  const uint8_t rank = *rank_at(self, place);
  if (self->replacement == REPLACE_ARRIVALS || (rank & MOST_MET) < MOST_MET)
    set_rank(self, place, rank + 1u);
}

/* It may have been visited before, and been worth more. */
static unsigned worth_when_left(uint8_t rank, uint64_t searched) {
  const unsigned cost = cost_of(searched), before = rank >> MET_BITS;
  const bool counts = before == PATH_COST || cost > before;
  return (counts ? cost : before) << MET_BITS | (rank & MOST_MET);
}

static void rank_when_left(struct cache_store *self, uint64_t place,
                           uint64_t searched) {
  if (self->replacement == REPLACE_SUBTREE)
    set_rank(self, place, eighths_of_log(searched));
  else if (is_by_worth(self))
    set_rank(self, place, worth_when_left(*rank_at(self, place), searched));
}

/* A state is replaced. */
static void note_loss(struct cache_store *self, uint64_t place) {
  const unsigned worth = rank_of(self, place); /* a logarithm, in eighths */
  if (!is_by_worth(self) || worth == HIGHEST_RANK)
    return;
  self->losses += (UINT64_C(8) + worth % 8) << (worth / 8) >> 3;
  self->losses -= self->losses / LOSSES;
}

/* ---- visits ---- */

static bool counts_visits(const struct cache_store *self) {
  return is_by_worth(self) || self->replacement == REPLACE_SUBTREE;
}

static uint32_t *visit_at(const struct cache_store *self, uint64_t visit) {
  return (uint32_t *)self->visits.base + visit;
}

static bool has_visit(const struct cache_store *self, uint64_t visit) {
  return (visit + 1) * sizeof(uint32_t) <= self->visits.bytes;
}

/* A visit, from now on until it ends; it costs the state itself.  Where there
 * is no memory left to note more, that is all it seems to cost.
 */
static void begin_visit(struct cache_store *self) {
  if (!counts_visits(self))
    return;
  const uint64_t visit = self->visit_count++;
  const size_t bytes = self->visit_count * sizeof(uint32_t);
  if (has_visit(self, visit) ||
      region_grow(&self->visits, &self->base.budget, bytes + bytes / 4))
    *visit_at(self, visit) = 1;
}

/* Does what a visit cost count for the one that it is part of? */
static bool cost_counts(const struct cache_store *self, uint32_t cost) {
  return self->replacement == REPLACE_SUBTREE ||
         cost < COUNTED_LOSSES * self->losses / LOSSES;
}

/* Gives what the visit that ends has cost; those that began with an archive
 * were not counted.
 */
static uint64_t end_visit(struct cache_store *self) {
  if (!counts_visits(self) || self->visit_count == 0)
    return 1;
  const uint64_t visit = --self->visit_count;
  const uint32_t cost = has_visit(self, visit) ? *visit_at(self, visit) : 1;
  if (visit > 0 && has_visit(self, visit - 1) && cost_counts(self, cost)) {
    uint32_t *outer = visit_at(self, visit - 1);
    *outer = *outer < UINT32_MAX - cost ? *outer + cost : UINT32_MAX;
  }
  return cost;
}

/* ---- entering ---- */

static uint16_t pin_count(const struct cache_store *self, uint64_t place) {
  uint16_t count;
  memcpy(&count, extra_at(self, place), sizeof count);
  return count;
}

static void set_pin_count(const struct cache_store *self, uint64_t place,
                          uint16_t count) {
  memcpy(extra_at(self, place), &count, sizeof count);
}

/* The statements that were asleep at each visit of a state. */
static uint64_t sleep_at(const struct cache_store *self, uint64_t place) {
  uint16_t name = 0;
  if (self->notes_sleep)
    memcpy(&name, extra_at(self, place), sizeof name);
  return word_names_read(&self->sleeps, name);
}

static void set_sleep(struct cache_store *self, uint64_t place,
                      uint64_t asleep) {
  if (!self->notes_sleep)
    return;
  const uint16_t name = word_names_give(&self->sleeps, asleep);
  memcpy(extra_at(self, place), &name, sizeof name);
}

static void put_at(struct cache_store *self, uint64_t place,
                   const struct entry *entry) {
  keys_of(self, 0)[place] = entry->key;
  set_pinned(self, place, entry->pinned);
  if (self->extra_bytes == 0)
    return;
  if (entry->extra)
    memcpy(extra_at(self, place), entry->extra, self->extra_bytes);
  else
    memset(extra_at(self, place), 0, self->extra_bytes);
}

/* The key of the line to be replaced, or NOWHERE when all are pinned. */
static uint64_t choose_victim(struct cache_store *self, uint64_t line) {
  const uint8_t pinned = *pinned_in(self, line);
  uint64_t chosen = NOWHERE;
  unsigned lowest = UINT32_MAX, equal = 0;
  const uint64_t *keys = keys_of(self, line); /* filled from the front */
  if (pinned == 0 && keys[LINE_KEYS - 1] != 0 &&
      self->replacement == REPLACE_RANDOM)
    return line * LINE_KEYS + rng_next(&self->rng) % LINE_KEYS;
  for (unsigned i = 0; i < LINE_KEYS && keys[i] != 0; i++) {
    const uint64_t place = line * LINE_KEYS + i;
    const unsigned rank = pinned >> i & 1 ? UINT32_MAX : rank_of(self, place);
    if (rank == UINT32_MAX || rank > lowest)
      continue;
    equal = rank < lowest ? 1 : equal + 1;
    lowest = rank;
    if (rng_below(&self->rng, equal) == 0)
      chosen = place;
  }
  return chosen;
}

/* The key of this place is forgotten. */
static void archive_key(struct cache_store *self, uint64_t place) {
  if (self->archive)
    archive_add(self->archive, key_at(self, place));
}

/* A place for a new key: a free one, or when there is no more room, that of a
 * key that is replaced.  NOWHERE when all are pinned.
 */
static uint64_t make_place(struct cache_store *self, uint64_t key) {
  const uint64_t home = home_of(self, key);
  const bool has_room = self->used < self->room;
  uint64_t line = home;
  do {
    const uint64_t free = find_in_line(self, line, 0);
    const uint64_t victim = has_room ? NOWHERE : choose_victim(self, line);
    if (victim != NOWHERE) {
      note_loss(self, victim);
      archive_key(self, victim);
      self->replaced++;
      return victim;
    }
    if (free != NOWHERE) {
      self->used++;
      return free;
    }
    mark_full(self, line);
    line = next_line(self, line);
  } while (line != home);
  return NOWHERE;
}

/* ---- moving entries ---- */

/* Entries one behind the other: key, pinned, extra bytes. */
typedef VEC(uint8_t) entry_list;

static size_t entry_bytes(const struct cache_store *self) {
  return KEY_BYTES + 1 + self->extra_bytes;
}

static void list_entry(const struct cache_store *self, uint64_t place,
                       entry_list *list) {
  vec_reserve(list, list->count + entry_bytes(self));
  uint8_t *out = list->items + list->count;
  const uint64_t key = key_at(self, place);
  memcpy(out, &key, KEY_BYTES);
  out[KEY_BYTES] = is_pinned(self, place);
  if (self->extra_bytes > 0)
    memcpy(out + KEY_BYTES + 1, extra_at(self, place), self->extra_bytes);
  list->count += entry_bytes(self);
}

static struct entry listed_entry(const entry_list *list, size_t offset) {
  const uint8_t *bytes = list->items + offset;
  struct entry entry = {.pinned = bytes[KEY_BYTES],
                        .extra = bytes + KEY_BYTES + 1};
  memcpy(&entry.key, bytes, KEY_BYTES);
  return entry;
}

static void clear_line(struct cache_store *self, uint64_t line) {
  memset(keys_of(self, line), 0, LINE_KEYS * sizeof(uint64_t));
  memset(side_of(self, line), 0, side_bytes(self));
}

/* Puts the entry behind this line, if there is a place; wraps only when asked
 * to.
 */
static bool put_behind(struct cache_store *self, uint64_t first,
                       const struct entry *entry, bool wraps) {
  uint64_t line = home_of(self, entry->key);
  if (line < first)
    return false;
  uint64_t place;
  while ((place = find_in_line(self, line, 0)) == NOWHERE) {
    mark_full(self, line);
    line = next_line(self, line);
    if (line == 0 && !wraps)
      return false;
  }
  put_at(self, place, entry);
  return true;
}

/* Moves the keys of a table that had so many lines to their new places.  The
 * home is the key scaled to the number of lines, so nearly all belong further
 * back: lines are taken from the last to the first, and the few keys that
 * belong among those not yet taken wait until all have been.
 */
static void spread(struct cache_store *self, uint64_t old_count) {
  entry_list waiting = {0};
  for (uint64_t line = old_count; line-- > 0;) {
    const size_t first = waiting.count;
    for (unsigned i = 0; i < LINE_KEYS; i++)
      if (keys_of(self, line)[i] != 0)
        list_entry(self, line * LINE_KEYS + i, &waiting);
    clear_line(self, line);
    size_t kept = first;
    for (size_t i = first; i < waiting.count; i += entry_bytes(self)) {
      const struct entry entry = listed_entry(&waiting, i);
      if (put_behind(self, line, &entry, false))
        continue;
      memmove(waiting.items + kept, waiting.items + i, entry_bytes(self));
      kept += entry_bytes(self);
    }
    waiting.count = kept;
  }
  for (size_t i = 0; i < waiting.count; i += entry_bytes(self)) {
    const struct entry entry = listed_entry(&waiting, i);
    (void)put_behind(self, 0, &entry, true);
  }
  vec_free(&waiting);
}

/* ---- growing ---- */

static size_t table_bytes(const struct cache_store *self, uint64_t lines) {
  return lines * (LINE_KEYS * sizeof(uint64_t) + side_bytes(self));
}

/* How many lines the table may have, with room left for what the carrier will
 * still need, and for the stack.
 */
static uint64_t allowed_lines(const struct cache_store *self) {
  const struct budget *budget = &self->base.budget;
  const size_t now = self->lines.bytes + self->sides.bytes;
  const size_t others = budget->used - now;
  const size_t kept = others + others / 2 + RESERVED + budget->limit / 16 +
                      archive_memory(self->archive);
  uint64_t lines =
      budget->limit > kept ? (budget->limit - kept) / table_bytes(self, 1) : 0;
  if (lines > MOST_LINES)
    lines = MOST_LINES;
  const uint64_t most = self->most_states / (LINE_KEYS - LINE_KEYS / 8) + 1;
  return self->most_states > 0 && most < lines ? most : lines;
}

/* A table that grows no more is filled further: look-ups that go on to a second
 * line are better than states that are lost.
 */
static uint64_t room_of(const struct cache_store *self) {
  const uint64_t places = self->line_count * LINE_KEYS;
  const uint64_t room =
      self->final ? places - places / 32 : places - places / 16;
  return self->most_states > 0 && self->most_states < room ? self->most_states
                                                           : room;
}

static uint64_t larger_count(uint64_t count) {
  if (count == 0)
    return FIRST_LINES;
  return count < LARGE_LINES ? 2 * count : count + count / 6;
}

/* Takes memory for so many lines, but none that the archive will need. */
static bool make_lines(struct cache_store *self, uint64_t lines) {
  struct budget *budget = &self->base.budget;
  const size_t limit = budget->limit, kept = archive_memory(self->archive);
  budget->limit = limit > kept ? limit - kept : 0;
  const bool made =
      region_grow(&self->lines, budget, lines * LINE_KEYS * KEY_BYTES) &&
      region_grow(&self->sides, budget, lines * side_bytes(self));
  budget->limit = limit;
  return made;
}

static bool grow_to(struct cache_store *self, uint64_t lines) {
  const uint64_t old = self->line_count;
  if (!make_lines(self, lines))
    return false;
  self->line_count = lines;
  spread(self, old);
  return true;
}

/* Makes the table larger, once to the largest size it may have. */
static void grow(struct cache_store *self) {
  const uint64_t allowed = allowed_lines(self);
  const uint64_t wanted = larger_count(self->line_count);
  self->final = wanted >= allowed;
  const uint64_t lines = self->final ? allowed : wanted;
  if (lines > self->line_count && !grow_to(self, lines))
    self->final = true;
  self->room = room_of(self);
}

/* ---- renaming ---- */

/* Lists the entries; only the pinned ones if there is no memory for all.  The
 * others are forgotten.
 */
static void list_entries(struct cache_store *self, entry_list *list) {
  const struct budget *budget = &self->base.budget;
  const size_t left =
      budget->used < budget->limit ? budget->limit - budget->used : 0;
  const bool all = self->used * entry_bytes(self) <= left;
  for (uint64_t place = 0; place < self->line_count * LINE_KEYS; place++)
    if (key_at(self, place) != 0) {
      if (all || is_pinned(self, place))
        list_entry(self, place, list);
      else
        archive_key(self, place);
    }
}

static uint64_t name_now(void *context, uint64_t key) {
  struct cache_store *self = context;
  return carrier_current(&self->carrier, (state_ref){key}).index;
}

static void rename_entries(struct cache_store *self) {
  entry_list list = {0};
  list_entries(self, &list);
  for (uint64_t line = 0; line < self->line_count; line++)
    clear_line(self, line);
  self->used = 0;
  for (size_t i = 0; i < list.count; i += entry_bytes(self)) {
    struct entry entry = listed_entry(&list, i);
    entry.key = name_now(self, entry.key);
    if (find_key(self, entry.key) != NOWHERE)
      continue;
    (void)put_behind(self, 0, &entry, true);
    self->used++;
  }
  vec_free(&list);
}

/* After every call of the carrier that may have loaded a state. */
static void follow_epoch(struct cache_store *self) {
  while (self->epoch != carrier_epoch(&self->carrier)) {
    self->epoch = carrier_epoch(&self->carrier);
    rename_entries(self);
    if (self->archive)
      archive_rename(self->archive, name_now, self);
  }
}

/* The name of a state at present.  To find it out may change it: then it is
 * looked for again.
 */
static uint64_t current_key(struct cache_store *self, state_ref ref) {
  uint64_t key;
  do {
    follow_epoch(self);
    key = name_now(self, ref.index);
  } while (self->epoch != carrier_epoch(&self->carrier));
  return key;
}

/* The place of a state, whose reference may be old; *key is its name now. */
static uint64_t find(struct cache_store *self, state_ref ref, uint64_t *key) {
  *key = ref.index;
  const uint64_t place = find_key(self, *key);
  if (place != NOWHERE || self->epoch == 0)
    return place;
  const uint32_t epoch = self->epoch;
  *key = current_key(self, ref);
  return *key == ref.index && epoch == self->epoch ? NOWHERE
                                                   : find_key(self, *key);
}

/* ---- the archive ---- */

static bool has_archive(const struct store *store) {
  const struct cache_store *self = (const struct cache_store *)store;
  return self->archive && archive_problem(self->archive) == 0;
}

static bool may_recall(const struct store *store, state_ref ref) {
  const struct cache_store *self = (const struct cache_store *)store;
  return self->archive && archive_may_hold(self->archive, ref.index);
}

static void give_up_archive(struct store *store, int problem) {
  archive_fail(((struct cache_store *)store)->archive, problem);
}

static bool ask(struct store *store, const struct store_question *question) {
  return archive_ask(((struct cache_store *)store)->archive, question);
}

static uint64_t questions(const struct store *store) {
  const struct cache_store *self = (const struct cache_store *)store;
  return self->archive ? archive_questions(self->archive) : 0;
}

static bool answer_is_due(const struct store *store) {
  const struct cache_store *self = (const struct cache_store *)store;
  return self->archive && archive_is_due(self->archive);
}

/* Who wants to know of states that are new. */
struct asker {
  struct cache_store *self;
  void (*is_new)(void *context, const struct store_question *question);
  void *context;
};

/* Since the question was asked it may have been found to be new. */
static void answer_unless_there(void *context,
                                const struct store_question *question) {
  const struct asker *asker = context;
  if (find_key(asker->self, question->ref.index) == NOWHERE)
    asker->is_new(asker->context, question);
}

static void answer_questions(
    struct store *store,
    void (*is_new)(void *context, const struct store_question *question),
    void *context) {
  struct asker asker = {(struct cache_store *)store, is_new, context};
  archive_answer(asker.self->archive, answer_unless_there, &asker);
}

static void archive_figures(const struct store *store,
                            struct store_figures *out) {
  const struct cache_store *self = (const struct cache_store *)store;
  if (!self->archive)
    return;
  out->archived = archive_keys(self->archive);
  out->disk_bytes = archive_disk_bytes(self->archive);
  out->archive_problem = archive_problem(self->archive);
}

/* ---- the interface ---- */

/* Of a state whose reference is old, the wrong line is fetched. */
static void expect(struct store *store, state_ref ref) {
  const struct cache_store *self = (struct cache_store *)store;
  if (self->line_count == 0)
    return;
  const uint64_t home = home_of(self, ref.index);
  __builtin_prefetch(keys_of(self, home));
  __builtin_prefetch(side_of(self, home));
}

static void announce(struct store *store, const uint8_t *state, size_t length,
                     uint64_t changed, struct store_ticket *ticket) {
  struct cache_store *self = (struct cache_store *)store;
  struct carried carried;
  ticket->answer = STORE_FULL;
  if (!carrier_write(&self->carrier, state, length, changed, &carried))
    return;
  ticket->answer = STORE_NEW; /* as far as is known */
  ticket->ref = carried.ref;
  expect(store, carried.ref);
}

static enum store_answer settle(struct store *store,
                                const struct store_ticket *ticket) {
  struct cache_store *self = (struct cache_store *)store;
  if (ticket->answer == STORE_FULL)
    return STORE_FULL;
  const uint64_t place = find_key(self, ticket->ref.index);
  if (place == NOWHERE)
    return STORE_NEW;
  rank_when_found(self, place);
  return STORE_SEEN;
}

static uint64_t enter(struct cache_store *self, uint64_t key) {
  if (self->used >= self->room && !self->final)
    grow(self);
  const uint64_t place = self->line_count > 0 ? make_place(self, key) : NOWHERE;
  if (place == NOWHERE)
    return NOWHERE;
  const struct entry entry = {.key = key};
  put_at(self, place, &entry);
  tell_clock(self);
  rank_when_entered(self, place);
  return place;
}

static enum store_answer pin(struct store *store, state_ref ref) {
  struct cache_store *self = (struct cache_store *)store;
  uint64_t key;
  uint64_t place = find(self, ref, &key);
  const bool is_new = place == NOWHERE;
  if (is_new && (place = enter(self, key)) == NOWHERE)
    return STORE_FULL;
  if (store->tails == 0 && !is_new)
    return STORE_SEEN; /* no state is on a path twice */
  begin_visit(self);
  self->pinned += !is_pinned(self, place);
  set_pinned(self, place, true);
  if (store->tails > 0)
    set_pin_count(self, place, pin_count(self, place) + 1);
  return is_new ? STORE_NEW : STORE_SEEN;
}

static void unpin(struct store *store, state_ref ref) {
  struct cache_store *self = (struct cache_store *)store;
  uint64_t key;
  const uint64_t place = find(self, ref, &key);
  assert(place != NOWHERE && is_pinned(self, place));
  const uint64_t searched = end_visit(self);
  if (store->tails > 0) {
    set_pin_count(self, place, pin_count(self, place) - 1);
    if (pin_count(self, place) > 0)
      return;
  }
  self->pinned--;
  set_pinned(self, place, false);
  rank_when_left(self, place, searched);
}

static uint64_t owed_at(const struct cache_store *self, uint64_t place,
                        uint64_t asleep) {
  return sleep_at(self, place) & ~asleep;
}

static enum store_answer enter_again(struct cache_store *self, uint64_t place,
                                     struct store_visit *visit) {
  visit->owed = owed_at(self, place, visit->asleep);
  visit->asleep &= sleep_at(self, place);
  if (visit->owed != 0)
    set_sleep(self, place, visit->asleep);
  return STORE_SEEN;
}

/* The archive has failed: from now on the worth of states counts.  Those that
 * are there have none that is known.
 */
static void go_by_worth(struct cache_store *self) {
  self->by_age = false;
  for (uint64_t place = 0; place < self->line_count * LINE_KEYS; place++)
    set_rank(self, place, 0);
}

static enum store_answer visit(struct store *store, state_ref ref,
                               struct store_visit *visit) {
  struct cache_store *self = (struct cache_store *)store;
  if (self->by_age && self->replacement == REPLACE_WORTH && !has_archive(store))
    go_by_worth(self);
  uint64_t key = ref.index;
  uint64_t place = visit->is_new ? find_key(self, key) : find(self, ref, &key);
  enum store_answer answer = STORE_NEW;
  if (place != NOWHERE)
    answer = enter_again(self, place, visit);
  else if (!visit->is_new && may_recall(store, (state_ref){key})) {
    visit->now.index = key;
    return STORE_UNSURE;
  } else if ((place = enter(self, key)) == NOWHERE)
    return STORE_FULL;
  else
    set_sleep(self, place, visit->asleep);
  if (answer == STORE_SEEN && visit->owed == 0)
    return STORE_SEEN;
  visit->pins |= self->replacement != REPLACE_WORTH;
  visit->pins &= !is_pinned(self, place) && !has_archive(store);
  self->pinned += visit->pins;
  if (visit->pins)
    set_pinned(self, place, true);
  begin_visit(self);
  return answer;
}

static void leave(struct store *store, state_ref ref,
                  const struct store_visit *visit) {
  struct cache_store *self = (struct cache_store *)store;
  const uint64_t searched = end_visit(self);
  if (!visit->pins && !counts_visits(self))
    return; /* nothing to note */
  uint64_t key;
  const uint64_t place = find(self, ref, &key);
  assert(place != NOWHERE || !visit->pins);
  if (place == NOWHERE)
    return;
  if (visit->pins) {
    self->pinned--;
    set_pinned(self, place, false);
  }
  rank_when_left(self, place, searched);
}

static uint64_t owed(struct store *store, state_ref ref, uint64_t asleep) {
  struct cache_store *self = (struct cache_store *)store;
  uint64_t key;
  const uint64_t place = find(self, ref, &key);
  return place == NOWHERE ? UINT64_MAX : owed_at(self, place, asleep);
}

static size_t load(struct store *store, state_ref ref, uint8_t *buffer) {
  struct cache_store *self = (struct cache_store *)store;
  const size_t length = carrier_load(&self->carrier, ref, buffer);
  follow_epoch(self);
  return length;
}

static struct colours colours(struct store *store, state_ref head) {
  struct cache_store *self = (struct cache_store *)store;
  uint64_t key;
  const uint64_t place = find(self, head, &key);
  if (place == NOWHERE)
    return (struct colours){0};
  return (struct colours){.bits = extra_at(self, place) + PIN_BYTES};
}

static void set_tails(struct store *store, uint32_t tails) {
  struct cache_store *self = (struct cache_store *)store;
  assert(self->used == 0);
  self->extra_bytes = self->replacement != REPLACE_RANDOM;
  if (self->notes_sleep)
    self->extra_bytes += SLEEP_BYTES;
  if (tails > 0)
    self->extra_bytes += PIN_BYTES + (uint32_t)colours_bytes(tails);
}

static uint64_t replaced(const struct store *store) {
  return ((const struct cache_store *)store)->replaced;
}

static double repeats(const struct store *store) {
  return carrier_repeats(&((const struct cache_store *)store)->carrier);
}

static void release(struct store *store) {
  struct cache_store *self = (struct cache_store *)store;
  archive_close(self->archive);
  region_release(&self->visits, &self->base.budget);
  word_names_clear(&self->sleeps);
  region_release(&self->lines, &self->base.budget);
  region_release(&self->sides, &self->base.budget);
  carrier_close(&self->carrier);
  assert(self->base.budget.used == sizeof *self);
  free(self);
}

static const struct store_kind cache_kind = {.name = "cache",
                                             .exact = true,
                                             .announce = announce,
                                             .settle = settle,
                                             .load = load,
                                             .colours = colours,
                                             .set_tails = set_tails,
                                             .pin = pin,
                                             .unpin = unpin,
                                             .enter = visit,
                                             .leave = leave,
                                             .expect = expect,
                                             .owed = owed,
                                             .replaced = replaced,
                                             .repeats = repeats,
                                             .has_archive = has_archive,
                                             .may_recall = may_recall,
                                             .give_up_archive = give_up_archive,
                                             .ask = ask,
                                             .questions = questions,
                                             .answer_is_due = answer_is_due,
                                             .answer_questions =
                                                 answer_questions,
                                             .archive_figures = archive_figures,
                                             .close = release};

enum status store_open_cache(const struct store_config *config,
                             struct store **out) {
  struct cache_store *self = store_make(&cache_kind, sizeof *self, config);
  if (!self)
    return STATUS_NO_MEMORY;
  self->replacement = config->replacement;
  self->most_states = config->most_states;
  self->notes_sleep = config->notes_sleep;
  self->losses = UINT64_C(1) * FIRST_LOSS * LOSSES;
  word_names_init(&self->sleeps, &self->base.budget);
  rng_seed(&self->rng, config->seed);
  store_set_tails(&self->base, config->tails);
  if (!carrier_open(&self->carrier, &self->base.budget)) {
    free(self);
    return STATUS_NO_MEMORY;
  }
  if (config->archive_bytes > 0 && config->tails == 0)
    self->archive = archive_open(&self->base.budget, config->archive_bytes);
  self->by_age = self->replacement == REPLACE_OLDEST ||
                 (self->replacement == REPLACE_WORTH && self->archive);
  *out = &self->base;
  return STATUS_OK;
}
