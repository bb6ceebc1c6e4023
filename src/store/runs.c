/* A run is a file without a name.  When there are FAN of one level they are
 * merged to one of the next, so there are few, and a record is written once for
 * each level: about log16 of the number of records divided by those that are
 * added at a time.  All files are written and read from the beginning to the
 * end.
 *
 * Invariant: the levels do not increase from the first run to the last.
 */
#include "store/runs.h"

#include "base/scratch.h"
#include "base/sort.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum {
  FAN = 16,
  WORD_BYTES = 8,
  MOST_SPARE = 2 * FAN,
  SMALL_SHARE = 2, /* of the first run: small ones are not merged with it */
  PAGE_WORDS = 512,
  GUESSES = 8, /* then halving is better */
};

void runs_init(struct runs *runs, struct run_disk *disk, unsigned words) {
  *runs = (struct runs){.disk = disk, .words = words};
}

static uint64_t run_bytes(const struct runs *runs, uint64_t count) {
  return count * runs->words * WORD_BYTES;
}

void run_disk_clear(struct run_disk *disk) {
  for (size_t i = 0; i < disk->spare.count; i++)
    fclose(disk->spare.items[i]);
  vec_free(&disk->spare);
}

/* To empty a file takes less time than to make one. */
static void dispose(struct runs *runs, const struct sorted_run *run) {
  struct run_disk *disk = runs->disk;
  disk->bytes -= run_bytes(runs, run->count);
  if (disk->spare.count < MOST_SPARE && ftruncate(fileno(run->file), 0) == 0)
    vec_push(&disk->spare, run->file);
  else
    fclose(run->file);
}

void runs_drop_last(struct runs *runs) {
  const struct sorted_run run = vec_pop(&runs->items);
  dispose(runs, &run);
}

void runs_clear(struct runs *runs) {
  while (runs->items.count > 0)
    runs_drop_last(runs);
  vec_free(&runs->items);
}

uint64_t runs_records(const struct runs *runs) {
  uint64_t count = 0;
  for (size_t i = 0; i < runs->items.count; i++)
    count += runs->items.items[i].count;
  return count;
}

static bool fail(struct run_disk *disk, int problem) {
  if (disk->problem == 0)
    disk->problem = problem != 0 ? problem : EIO;
  return false;
}

/* ---- writing ---- */

static FILE *make_file(void) {
  FILE *file = scratch_file();
  if (file)
    (void)posix_fadvise(fileno(file), 0, 0, POSIX_FADV_SEQUENTIAL);
  return file;
}

/* Opens a run at the end of the set. */
static bool begin_run(struct runs *runs, unsigned level) {
  struct run_disk *disk = runs->disk;
  FILE *file = disk->spare.count > 0 ? vec_pop(&disk->spare) : make_file();
  if (!file)
    return fail(runs->disk, errno);
  vec_push(&runs->items, ((struct sorted_run){.file = file, .level = level}));
  return true;
}

/* Adds to the run at the end. */
static bool put_records(struct runs *runs, uint64_t *records, size_t count) {
  struct sorted_run *run = &runs->items.items[runs->items.count - 1];
  struct run_disk *disk = runs->disk;
  if (!scratch_write(run->file, run_bytes(runs, run->count), records,
                     run_bytes(runs, count)))
    return fail(disk, errno);
  run->count += count;
  disk->bytes += run_bytes(runs, count);
  if (disk->bytes > disk->most_bytes)
    disk->most_bytes = disk->bytes;
  return true;
}

bool runs_add(struct runs *runs, uint64_t *records, size_t count) {
  sort_records(records, count, runs->words);
  if (!begin_run(runs, 0))
    return false;
  if (put_records(runs, records, count))
    return true;
  runs_drop_last(runs);
  return false;
}

/* ---- reading ---- */

struct run_cursor run_cursor_over(const struct runs *runs,
                                  const struct sorted_run *run, uint64_t *block,
                                  size_t block_words) {
  assert(block_words >= runs->words);
  return (struct run_cursor){.disk = runs->disk,
                             .file = run->file,
                             .left = run->count,
                             .words = runs->words,
                             .block = block,
                             .room = block_words / runs->words};
}

struct run_cursor run_cursor_in_memory(uint64_t *records, size_t count,
                                       unsigned words) {
  return (struct run_cursor){.words = words, .block = records, .filled = count};
}

bool run_cursor_refill(struct run_cursor *cursor) {
  const size_t count =
      cursor->left < cursor->room ? (size_t)cursor->left : cursor->room;
  const size_t bytes = count * cursor->words * WORD_BYTES;
  cursor->at = cursor->filled = 0;
  if (count == 0)
    return false;
  if (!scratch_read(cursor->file, cursor->offset, cursor->block, bytes))
    return fail(cursor->disk, errno);
  cursor->filled = count;
  cursor->left -= count;
  cursor->offset += bytes;
  return true;
}

/* Four to nine times the square root. */
static uint64_t four_roots(uint64_t number) {
  const unsigned bits = 64 - (unsigned)__builtin_clzll(number | 1);
  return UINT64_C(6) << bits / 2;
}

/* The block ends below this key, with `last`.  Leaves out what is likely to be
 * below it, too; if that was too much, nothing.
 */
static void jump(struct run_cursor *cursor, uint64_t last, uint64_t key) {
  const double share = (double)(key - last) / (double)(UINT64_MAX - last);
  const uint64_t expected = (uint64_t)(share * (double)cursor->left);
  const uint64_t slack = four_roots(cursor->left);
  cursor->at = cursor->filled = 0;
  if (expected <= slack + cursor->room)
    return;
  const struct run_cursor here = *cursor;
  const uint64_t skipped = expected - slack;
  cursor->left -= skipped;
  cursor->offset += skipped * cursor->words * WORD_BYTES;
  if (run_cursor_refill(cursor) && *cursor->block > key)
    *cursor = here;
}

uint64_t *run_cursor_seek(struct run_cursor *cursor, uint64_t key) {
  uint64_t *record;
  while ((record = run_cursor_record(cursor)) && *record < key) {
    const uint64_t last = cursor->block[(cursor->filled - 1) * cursor->words];
    if (last < key)
      jump(cursor, last, key);
    else
      cursor->at++;
  }
  return record;
}

/* ---- looking up ---- */

/* Where in a sorted run a key may lie: in these pages, with keys between. */
struct span {
  uint64_t first, end;
  uint64_t low, high;
};

static uint64_t guess_page(const struct span *span, uint64_t key) {
  const double share = ((double)key - (double)span->low) /
                       ((double)span->high - (double)span->low + 1);
  const uint64_t pages = span->end - span->first;
  const uint64_t guess = (uint64_t)(share * (double)pages);
  return span->first + (guess < pages ? guess : pages - 1);
}

/* Is it among these records, which are sorted? */
static bool is_in(const uint64_t *records, size_t count, unsigned words,
                  uint64_t key) {
  size_t first = 0, end = count;
  while (first < end) {
    const size_t middle = first + (end - first) / 2;
    if (records[middle * words] < key)
      first = middle + 1;
    else
      end = middle;
  }
  return first < count && records[first * words] == key;
}

static bool run_holds(const struct runs *runs, const struct sorted_run *run,
                      uint64_t key) {
  struct run_disk *disk = runs->disk;
  const uint64_t room = PAGE_WORDS / runs->words;
  struct span span = {0, (run->count + room - 1) / room, 0, UINT64_MAX};
  for (unsigned step = 0; span.first < span.end; step++) {
    const uint64_t page = step < GUESSES
                              ? guess_page(&span, key)
                              : span.first + (span.end - span.first) / 2;
    const uint64_t left = run->count - page * room;
    const size_t count = left < room ? left : room;
    if (!scratch_read(run->file, run_bytes(runs, page * room), disk->blocks,
                      run_bytes(runs, count)))
      return fail(disk, errno);
    const uint64_t last = disk->blocks[(count - 1) * runs->words];
    if (key < *disk->blocks) {
      span.end = page;
      span.high = *disk->blocks;
    } else if (key > last) {
      span.first = page + 1;
      span.low = last;
    } else {
      return is_in(disk->blocks, count, runs->words, key);
    }
  }
  return false;
}

bool runs_hold(const struct runs *runs, uint64_t key) {
  assert(runs->disk->block_words >= PAGE_WORDS);
  for (size_t i = 0; i < runs->items.count; i++)
    if (run_holds(runs, &runs->items.items[i], key))
      return true;
  return false;
}

/* ---- reading several ----
 *
 * The heads are a heap (Williams: Algorithm 232, CACM 7(6), 1964): none is less
 * than that at half its index, counted from one.
 */

/* Moves a head down to where it belongs among those below it. */
static void sift_down(struct run_reader *reader, size_t place) {
  struct run_head *heads = reader->heads.items;
  const size_t count = reader->heads.count;
  const struct run_head moved = heads[place];
  for (size_t child; (child = 2 * place + 1) < count; place = child) {
    child += child + 1 < count && heads[child + 1].key < heads[child].key;
    if (heads[child].key >= moved.key)
      break;
    heads[place] = heads[child];
  }
  heads[place] = moved;
}

void run_reader_open(struct run_reader *reader, run_cursor_list *cursors) {
  *reader = (struct run_reader){0};
  for (size_t i = 0; i < cursors->count; i++) {
    struct run_cursor *cursor = &cursors->items[i];
    const uint64_t *record = run_cursor_record(cursor);
    if (record)
      vec_push(&reader->heads, ((struct run_head){*record, cursor}));
  }
  for (size_t i = reader->heads.count / 2; i-- > 0;)
    sift_down(reader, i);
}

void run_reader_close(struct run_reader *reader) {
  vec_free(&reader->heads);
}

/* Leaves the record that was given last. */
static void advance(struct run_reader *reader) {
  struct run_head *first = reader->heads.items;
  first->cursor->at++;
  const uint64_t *record = run_cursor_record(first->cursor);
  if (record)
    first->key = *record;
  else
    *first = vec_pop(&reader->heads);
  if (reader->heads.count > 0)
    sift_down(reader, 0);
}

const uint64_t *run_reader_next(struct run_reader *reader) {
  const struct run_head *first = reader->heads.items;
  while (reader->has_given && reader->heads.count > 0 &&
         first->key == reader->last_key)
    advance(reader);
  reader->has_given = reader->heads.count > 0;
  if (!reader->has_given)
    return NULL;
  reader->last_key = first->key;
  return run_cursor_record(first->cursor);
}

/* ---- merging ---- */

/* Writes what a reader gives to the run at the end. */
static bool write_merged(struct runs *runs, struct run_reader *reader,
                         uint64_t *block, size_t room) {
  const uint64_t *record;
  size_t filled = 0;
  while ((record = run_reader_next(reader))) {
    for (unsigned i = 0; i < runs->words; i++)
      block[filled * runs->words + i] = record[i];
    if (++filled < room)
      continue;
    if (!put_records(runs, block, filled))
      return false;
    filled = 0;
  }
  return runs->disk->problem == 0 && put_records(runs, block, filled);
}

/* The last run takes the place of so many from this one on. */
static void replace(struct runs *runs, size_t first, size_t count) {
  const struct sorted_run merged = vec_pop(&runs->items);
  struct sorted_run *items = runs->items.items;
  for (size_t i = first; i < first + count; i++)
    dispose(runs, &items[i]);
  items[first] = merged;
  memmove(items + first + 1, items + first + count,
          (runs->items.count - first - count) * sizeof *items);
  runs->items.count -= count - 1;
}

/* Writes what is in these runs to one at the end. */
static bool write_one_of(struct runs *runs, size_t first, size_t count,
                         unsigned level) {
  const size_t share = runs->disk->block_words / (count + 1);
  uint64_t *block = runs->disk->blocks;
  run_cursor_list cursors = {0};
  struct run_reader reader;
  if (!begin_run(runs, level))
    return false;
  for (size_t i = 0; i < count; i++, block += share)
    vec_push(&cursors, run_cursor_over(runs, &runs->items.items[first + i],
                                       block, share));
  run_reader_open(&reader, &cursors);
  const bool written = write_merged(runs, &reader, block, share / runs->words);
  run_reader_close(&reader);
  vec_free(&cursors);
  if (!written)
    runs_drop_last(runs);
  return written;
}

/* Makes one run of so many from this one on; if that fails they stay. */
static bool merge(struct runs *runs, size_t first, size_t count,
                  unsigned level) {
  const bool done = write_one_of(runs, first, count, level);
  if (done)
    replace(runs, first, count);
  return done;
}

/* FAN runs of a level, from this one on; false when there are no such. */
static bool find_mergeable(const struct runs *runs, size_t *first) {
  const struct sorted_run *items = runs->items.items;
  for (*first = 0; *first + FAN <= runs->items.count; (*first)++)
    if (items[*first].level == items[*first + FAN - 1].level)
      return true;
  return false;
}

bool runs_merge(struct runs *runs) {
  size_t first;
  bool done = true;
  while (done && find_mergeable(runs, &first))
    done = merge(runs, first, FAN, runs->items.items[first].level + 1);
  return done;
}

bool runs_gather(struct runs *runs) {
  const size_t count = runs->items.count;
  if (count < 2)
    return true;
  const uint64_t largest = runs->items.items[0].count;
  const uint64_t others = runs_records(runs) - largest;
  const size_t first = others < largest / SMALL_SHARE ? 1 : 0;
  return count - first < 2 ||
         merge(runs, first, count - first, runs->items.items[first].level);
}
