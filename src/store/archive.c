/* Keys and questions are sets of sorted runs (runs.c); the newest of each lie
 * in memory.  To answer, both are gone through once, side by side.  That is
 * done when there is one question for ANSWERED_AT keys, so a question costs a
 * few reads in sequence, however large the archive is.  A search that has
 * nothing else to do asks with fewer: then the places of their keys are
 * guessed, for mixed keys are spread evenly.  On a long path it asks with one
 * at a time: each is looked up by itself, with a page of each run and a look
 * through the keys that were added since those in memory were sorted.  Sorting
 * and merging wait until they cost no more than such looks have cost since.
 *
 * This is delayed duplicate detection (Stern and Dill: Using Magnetic Disk
 * instead of Main Memory in the Murphi Verifier, CAV 1998; Korf: Best-First
 * Frontier Search with Delayed Duplicate Detection, AAAI 2004).
 *
 * The filter spares most new keys the wait.  A key sets two bits of one word
 * (Bloom: Space/Time Trade-offs in Hash Coding with Allowable Errors, CACM
 * 1970; in one place of memory: Putze, Sanders, Singler: Cache-, Hash- and
 * Space-Efficient Bloom Filters, WEA 2007).  Keys are mixed (mix.h), so their
 * bits do for this.  A filter that is too full says nothing wrong, only less.
 *
 * Invariant: of a key that is asked for, the filter says that it may be there,
 * also after renaming.  So nobody can take it for new before it is answered,
 * and add it while that is done.
 *
 * The filter gets half of the memory, for each key it takes for another one
 * costs a question; files a quarter, keys and questions an eighth each.  When
 * there are more keys than it was made for, and memory is left, it is made anew
 * from all of them, twice as large: on a long path, where questions cannot
 * wait, most of the time would go into them.
 *
 * A failure: what was asked must not be lost, for it may be about a state that
 * is new.  So questions stay where they are, on disk or in memory; if a file
 * of them cannot be read there is no way on.  Keys are dropped.
 */
#include "store/archive.h"

#include "base/memory.h"
#include "base/sort.h"
#include "store/runs.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

enum {
  WORD_BYTES = 8,
  WORD_BITS = 64,
  QUESTION_WORDS = sizeof(struct store_question) / WORD_BYTES,
  FEWEST_WORDS = 1 << 10, /* for files */
  FEWEST_RECENT = 16,
  ANSWERED_AT = 4,
  FILTER_BITS = 6,     /* which bit of a word */
  FULL_AT = 64,        /* one bit in so many is zero */
  FEWEST_BITS = 3,     /* for a key; with less the filter should grow */
  MOST_SHARE = 2,      /* of the memory may be in use when it has grown */
  FEW = 16,            /* questions: looked up one by one */
  FEW_SHARE = 1 << 10, /* or one question for so many keys */
  SCANS = 8,           /* of a key take as long as to sort it */
  KEYS_A_READ = 64,    /* are merged while a page is read */
};

/* The newest records of a set, in memory. */
struct recent {
  struct runs older;
  uint64_t *records;
  size_t count, room;
  size_t sorted; /* so many, from the first on */
};

struct archive {
  struct budget *budget;
  struct run_disk disk;
  size_t filter_words;
  uint64_t *filter; /* NULL until the first key is added */
  size_t filter_zeros;
  struct recent keys, questions;
  uint64_t key_count, question_count;
  uint64_t scanned; /* keys in memory, since they were sorted */
  uint64_t reads;   /* of pages, since runs were merged for that */
  bool is_reading;
  int problem; /* why it has failed; 0: it has not */
};

/* ---- memory ---- */

static size_t at_least(size_t number, size_t least) {
  return number > least ? number : least;
}

struct archive *archive_open(struct budget *budget, size_t bytes) {
  struct archive *self = budget_alloc(budget, sizeof *self);
  const size_t words = bytes / WORD_BYTES;
  if (!self)
    return NULL;
  self->budget = budget;
  self->filter_words = at_least(words / 2, 1);
  self->filter_zeros = self->filter_words * WORD_BITS;
  self->questions.room = at_least(words / 8 / QUESTION_WORDS, FEWEST_RECENT);
  self->keys.room = at_least(words / 8, FEWEST_RECENT);
  self->disk.block_words = at_least(words / 4, FEWEST_WORDS);
  runs_init(&self->keys.older, &self->disk, 1);
  runs_init(&self->questions.older, &self->disk, QUESTION_WORDS);
  return self;
}

static size_t recent_bytes(const struct recent *recent) {
  return recent->room * recent->older.words * WORD_BYTES;
}

size_t archive_memory(const struct archive *self) {
  return self ? sizeof *self + recent_bytes(&self->keys) +
                    recent_bytes(&self->questions) +
                    (self->filter_words + self->disk.block_words) * WORD_BYTES
              : 0;
}

static void release(struct archive *self, uint64_t **words, size_t count) {
  budget_free(self->budget, *words, count * WORD_BYTES);
  *words = NULL;
}

static void clear_recent(struct archive *self, struct recent *recent) {
  runs_clear(&recent->older);
  release(self, &recent->records, recent->room * recent->older.words);
  recent->count = recent->sorted = 0;
}

static void drop_keys(struct archive *self) {
  clear_recent(self, &self->keys);
  release(self, &self->filter, self->filter_words);
}

void archive_close(struct archive *self) {
  if (!self)
    return;
  drop_keys(self);
  clear_recent(self, &self->questions);
  release(self, &self->disk.blocks, self->disk.block_words);
  run_disk_clear(&self->disk);
  budget_free(self->budget, self, sizeof *self);
}

void archive_fail(struct archive *self, int problem) {
  if (self->problem == 0)
    self->problem = problem;
  if (!self->is_reading) /* then it is done later */
    drop_keys(self);
}

static bool has_memory(struct archive *self) {
  if (self->filter)
    return true;
  struct budget *budget = self->budget;
  self->filter = budget_alloc(budget, self->filter_words * WORD_BYTES);
  self->keys.records = budget_alloc(budget, recent_bytes(&self->keys));
  self->questions.records =
      budget_alloc(budget, recent_bytes(&self->questions));
  self->disk.blocks = budget_alloc(budget, self->disk.block_words * WORD_BYTES);
  return self->filter && self->keys.records && self->questions.records &&
         self->disk.blocks;
}

/* ---- the filter ---- */

static uint64_t *filter_word(const struct archive *self, uint64_t key) {
  return &self->filter[((key & UINT32_MAX) * self->filter_words) >> 32];
}

static uint64_t filter_mask(uint64_t key) {
  const unsigned most = (1u << FILTER_BITS) - 1;
  return UINT64_C(1) << (key >> 32 & most) |
         UINT64_C(1) << (key >> (32 + FILTER_BITS) & most);
}

/* When nearly all bits are set there is no use in looking. */
static bool is_filter_full(const struct archive *self) {
  return self->filter_zeros < self->filter_words * WORD_BITS / FULL_AT;
}

static void add_to_filter(struct archive *self, uint64_t key) {
  if (is_filter_full(self))
    return;
  uint64_t *word = filter_word(self, key);
  const uint64_t added = filter_mask(key) & ~*word;
  *word |= added;
  self->filter_zeros -= (unsigned)__builtin_popcountll(added);
}

static void clear_filter(struct archive *self) {
  memset(self->filter, 0, self->filter_words * WORD_BYTES);
  self->filter_zeros = self->filter_words * WORD_BITS;
}

bool archive_may_hold(const struct archive *self, uint64_t key) {
  if (!self->filter || self->problem != 0)
    return false;
  if (is_filter_full(self))
    return true;
  const uint64_t mask = filter_mask(key);
  return (*filter_word(self, key) & mask) == mask;
}

static void add_runs_to_filter(struct archive *self) {
  const struct runs *runs = &self->keys.older;
  for (size_t i = 0; i < runs->items.count; i++) {
    struct run_cursor cursor = run_cursor_over(
        runs, &runs->items.items[i], self->disk.blocks, self->disk.block_words);
    const uint64_t *record;
    for (; (record = run_cursor_record(&cursor)); cursor.at++)
      add_to_filter(self, *record);
  }
}

/* False: a file could not be read. */
static bool refill_filter(struct archive *self) {
  add_runs_to_filter(self);
  for (size_t i = 0; i < self->keys.count; i++)
    add_to_filter(self, self->keys.records[i]);
  return self->disk.problem == 0;
}

static bool should_filter_grow(const struct archive *self) {
  const struct budget *budget = self->budget;
  const size_t most = budget->limit / MOST_SHARE;
  return self->key_count / (WORD_BITS / FEWEST_BITS) > self->filter_words &&
         budget->used < most &&
         2 * self->filter_words < (most - budget->used) / WORD_BYTES;
}

/* Not while a question waits, for the new filter may know that its key was
 * never added.  False: a file could not be read.
 */
static bool grow_filter(struct archive *self) {
  const size_t words = 2 * self->filter_words;
  assert(self->question_count == 0 && !self->is_reading);
  uint64_t *filter = budget_alloc(self->budget, words * WORD_BYTES);
  if (!filter)
    return true;
  release(self, &self->filter, self->filter_words);
  self->filter = filter;
  self->filter_words = words;
  self->filter_zeros = words * WORD_BITS;
  return refill_filter(self);
}

/* ---- adding and asking ---- */

/* Writes what is in memory to a run; no runs are merged while they are read. */
static bool write_recent(struct archive *self, struct recent *recent) {
  if (recent->count > 0 &&
      !runs_add(&recent->older, recent->records, recent->count))
    return false;
  recent->count = recent->sorted = 0;
  return self->is_reading || runs_merge(&recent->older);
}

static bool add_record(struct archive *self, struct recent *recent,
                       const uint64_t *record) {
  const unsigned words = recent->older.words;
  if (recent->count == recent->room && !write_recent(self, recent))
    return false;
  memcpy(recent->records + recent->count * words, record,
         (size_t)words * WORD_BYTES);
  recent->count++;
  return true;
}

void archive_add(struct archive *self, uint64_t key) {
  if (self->problem != 0)
    return;
  if (!has_memory(self)) {
    archive_fail(self, ENOMEM);
    return;
  }
  add_to_filter(self, key);
  if (add_record(self, &self->keys, &key))
    self->key_count++;
  else
    archive_fail(self, self->disk.problem);
}

bool archive_ask(struct archive *self, const struct store_question *question) {
  assert(!self->is_reading);
  if (self->problem != 0 || !self->questions.records)
    return false;
  if (!add_record(self, &self->questions, (const uint64_t *)question)) {
    archive_fail(self, self->disk.problem);
    return false;
  }
  self->question_count++;
  return true;
}

uint64_t archive_questions(const struct archive *self) {
  return self->question_count;
}

bool archive_is_due(const struct archive *self) {
  return self->question_count > 0 &&
         (self->problem != 0 ||
          (self->questions.count == self->questions.room &&
           self->question_count >= self->key_count / ANSWERED_AT));
}

/* ---- looking up ---- */

/* Brings the keys that were added since to their places among the others. */
static void sort_keys(struct archive *self) {
  struct recent *keys = &self->keys;
  uint64_t *records = keys->records, *added = self->disk.blocks;
  size_t others = keys->sorted, left = keys->count - keys->sorted;
  assert(!self->is_reading && left <= self->disk.block_words);
  sort_records(records + others, left, 1);
  memcpy(added, records + others, left * WORD_BYTES);
  for (size_t to = keys->count; left > 0; to--)
    records[to - 1] = others > 0 && records[others - 1] > added[left - 1]
                          ? records[--others]
                          : added[--left];
  keys->sorted = keys->count;
  self->scanned = 0;
}

static bool is_recent(const struct recent *keys, uint64_t key) {
  bool found = false;
  for (size_t i = keys->sorted; i < keys->count; i++)
    found |= keys->records[i] == key;
  size_t first = 0, end = keys->sorted;
  while (first < end) {
    const size_t middle = first + (end - first) / 2;
    if (keys->records[middle] < key)
      first = middle + 1;
    else
      end = middle;
  }
  return found || (first < keys->sorted && keys->records[first] == key);
}

/* ---- answering ---- */

/* Opens all runs of a set, each with a share of the memory for files. */
static void list_cursors(const struct runs *runs, uint64_t **block,
                         size_t share, run_cursor_list *out) {
  for (size_t i = 0; i < runs->items.count; i++) {
    vec_push(out, run_cursor_over(runs, &runs->items.items[i], *block, share));
    *block += share;
  }
}

static bool is_among(run_cursor_list *cursors, uint64_t key) {
  bool found = false;
  for (size_t i = 0; i < cursors->count; i++) {
    const uint64_t *next = run_cursor_seek(&cursors->items[i], key);
    found |= next && *next == key;
  }
  return found;
}

static void tell(const uint64_t *record,
                 void (*is_new)(void *context,
                                const struct store_question *question),
                 void *context) {
  struct store_question question;
  memcpy(&question, record, sizeof question);
  is_new(context, &question);
}

static bool are_few(const struct archive *self) {
  return self->questions.older.items.count == 0 &&
         self->question_count <= at_least(self->key_count / FEW_SHARE, FEW);
}

/* Looks each of them up by itself. */
static void answer_few(struct archive *self,
                       void (*is_new)(void *context,
                                      const struct store_question *question),
                       void *context) {
  const struct recent *asked = &self->questions;
  const uint64_t *record = asked->records;
  uint64_t last = 0;
  sort_records(asked->records, asked->count, QUESTION_WORDS);
  for (size_t i = 0; i < asked->count; i++, record += QUESTION_WORDS) {
    const bool is_again = i > 0 && *record == last;
    last = *record;
    if (!is_again && !is_recent(&self->keys, last) &&
        !runs_hold(&self->keys.older, last))
      tell(record, is_new, context);
  }
}

/* Goes through questions and keys once. */
static void answer_sorted(struct archive *self,
                          void (*is_new)(void *context,
                                         const struct store_question *question),
                          void *context) {
  struct recent *asked = &self->questions;
  const struct runs *known = &self->keys.older;
  const size_t files = known->items.count + asked->older.items.count;
  const size_t share = self->disk.block_words / at_least(files, 1);
  uint64_t *block = self->disk.blocks;
  run_cursor_list keys = {0}, questions = {0};
  struct run_reader reader;
  sort_records(asked->records, asked->count, QUESTION_WORDS);
  list_cursors(known, &block, share, &keys);
  vec_push(&keys,
           run_cursor_in_memory(self->keys.records, self->keys.count, 1));
  list_cursors(&asked->older, &block, share, &questions);
  vec_push(&questions,
           run_cursor_in_memory(asked->records, asked->count, QUESTION_WORDS));
  run_reader_open(&reader, &questions);
  const uint64_t *record;
  while ((record = run_reader_next(&reader)))
    if (!is_among(&keys, *record))
      tell(record, is_new, context);
  run_reader_close(&reader);
  vec_free(&keys);
  vec_free(&questions);
}

/* The archive has failed: all are as good as new, in any order. */
static void answer_all(struct archive *self,
                       void (*is_new)(void *context,
                                      const struct store_question *question),
                       void *context) {
  struct recent *asked = &self->questions;
  for (size_t i = 0; i < asked->older.items.count; i++) {
    struct run_cursor cursor =
        run_cursor_over(&asked->older, &asked->older.items.items[i],
                        self->disk.blocks, self->disk.block_words);
    const uint64_t *record;
    self->disk.problem = 0;
    for (; (record = run_cursor_record(&cursor)); cursor.at++)
      tell(record, is_new, context);
    if (self->disk.problem != 0)
      memory_exhausted(); /* what was written is gone: there is no way on */
  }
  for (size_t i = 0; i < asked->count; i++)
    tell(asked->records + i * QUESTION_WORDS, is_new, context);
}

/* Keys that are added meanwhile must not disturb those in memory.  When there
 * are few questions, little is done for them.
 */
static bool make_ready(struct archive *self) {
  if (self->question_count <= self->keys.room - self->keys.count)
    return true;
  return write_recent(self, &self->keys) && runs_gather(&self->keys.older);
}

/* Sorts keys in memory, and merges those on disk, when as much time has gone
 * into looking some up.
 */
static bool ease_look_up(struct archive *self) {
  const struct recent *keys = &self->keys;
  const run_list *runs = &keys->older.items;
  self->scanned += self->question_count * (keys->count - keys->sorted);
  self->reads += self->question_count * runs->count;
  if (self->scanned / SCANS > keys->count)
    sort_keys(self);
  if (runs->count < 3)
    return true;
  const uint64_t small = runs_records(&keys->older) - runs->items[0].count;
  if (self->reads <= small / KEYS_A_READ)
    return true;
  self->reads = 0;
  return runs_gather(&self->keys.older);
}

static bool answer_ready(struct archive *self,
                         void (*is_new)(void *context,
                                        const struct store_question *question),
                         void *context) {
  const bool few = are_few(self);
  if (!make_ready(self) || (few && !ease_look_up(self)))
    return false;
  if (!few)
    sort_keys(self);
  self->is_reading = true;
  if (few)
    answer_few(self, is_new, context);
  else
    answer_sorted(self, is_new, context);
  return self->disk.problem == 0;
}

void archive_answer(struct archive *self,
                    void (*is_new)(void *context,
                                   const struct store_question *question),
                    void *context) {
  if (self->question_count == 0)
    return;
  const bool done = self->problem == 0 && answer_ready(self, is_new, context);
  self->is_reading = true;
  if (!done)
    archive_fail(self, self->disk.problem);
  if (self->problem != 0)
    answer_all(self, is_new, context);
  self->is_reading = false;
  runs_clear(&self->questions.older);
  self->questions.count = 0;
  self->question_count = 0;
  if (self->problem != 0)
    drop_keys(self);
  else if (!runs_merge(&self->keys.older) ||
           (should_filter_grow(self) && !grow_filter(self)))
    archive_fail(self, self->disk.problem);
}

/* ---- renaming ---- */

struct renaming {
  uint64_t (*name_now)(void *context, uint64_t key);
  void *context;
};

static bool rename_all(struct archive *self, struct recent *recent,
                       struct run_cursor *from,
                       const struct renaming *renaming) {
  uint64_t *record;
  for (; (record = run_cursor_record(from)); from->at++) {
    *record = renaming->name_now(renaming->context, *record);
    add_to_filter(self, *record);
    if (!add_record(self, recent, record))
      return false;
  }
  return self->disk.problem == 0;
}

/* Takes run after run from a set and adds what is in it to another.  Half of
 * the memory for files is for reading, the rest for the other set, whose runs
 * are merged as usual.
 */
static bool rename_runs(struct archive *self, struct runs *old,
                        struct recent *recent,
                        const struct renaming *renaming) {
  struct run_disk *disk = &self->disk;
  uint64_t *block = disk->blocks;
  const size_t half = disk->block_words / 2, words = disk->block_words;
  bool done = true;
  disk->blocks += half;
  disk->block_words -= half;
  while (done && old->items.count > 0) {
    struct run_cursor cursor = run_cursor_over(
        old, &old->items.items[old->items.count - 1], block, half);
    done = rename_all(self, recent, &cursor, renaming);
    if (done)
      runs_drop_last(old);
  }
  disk->blocks = block;
  disk->block_words = words;
  return done;
}

/* When it fails, nothing is missing, but something may be there twice. */
static bool rename_records(struct archive *self, struct recent *recent,
                           const struct renaming *renaming) {
  if (!write_recent(self, recent))
    return false;
  struct runs old = recent->older;
  runs_init(&recent->older, &self->disk, old.words);
  const bool done = rename_runs(self, &old, recent, renaming);
  while (old.items.count > 0)
    vec_push(&recent->older.items, vec_pop(&old.items));
  runs_clear(&old);
  return done;
}

void archive_rename(struct archive *self,
                    uint64_t (*name_now)(void *context, uint64_t key),
                    void *context) {
  if (self->problem != 0 || !self->filter)
    return;
  const struct renaming renaming = {name_now, context};
  clear_filter(self);
  if (!rename_records(self, &self->keys, &renaming) ||
      !rename_records(self, &self->questions, &renaming))
    archive_fail(self, self->disk.problem);
}

/* ---- figures ---- */

int archive_problem(const struct archive *self) {
  return self->problem;
}

uint64_t archive_keys(const struct archive *self) {
  return self->key_count;
}

uint64_t archive_disk_bytes(const struct archive *self) {
  return self->disk.most_bytes;
}
