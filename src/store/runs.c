/* A run is a file without a name.  When there are FAN of one level they are
 * merged to one of the next, so there are few, and a record is written once for
 * each level: about log8 of the number of records divided by those that are
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
#include <unistd.h>

enum {
  FAN = 8,
  WORD_BYTES = 8,
  MOST_SPARE = 2 * FAN,
  SMALL_SHARE = 2, /* of the first run: small ones are not merged with it */
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
static void drop_last(struct runs *runs) {
  const struct sorted_run run = vec_pop(&runs->items);
  struct run_disk *disk = runs->disk;
  disk->bytes -= run_bytes(runs, run.count);
  if (disk->spare.count < MOST_SPARE && ftruncate(fileno(run.file), 0) == 0)
    vec_push(&disk->spare, run.file);
  else
    fclose(run.file);
}

void runs_clear(struct runs *runs) {
  while (runs->items.count > 0)
    drop_last(runs);
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

static bool write_all(int file, uint64_t offset, const void *data,
                      size_t bytes) {
  const char *from = data;
  while (bytes > 0) {
    const ssize_t done = pwrite(file, from, bytes, (off_t)offset);
    if (done < 0 && errno == EINTR)
      continue;
    if (done <= 0)
      return false;
    from += done;
    offset += (uint64_t)done;
    bytes -= (size_t)done;
  }
  return true;
}

/* Opens a run at the end of the set. */
static bool begin_run(struct runs *runs, unsigned level) {
  struct run_disk *disk = runs->disk;
  FILE *file = disk->spare.count > 0 ? vec_pop(&disk->spare) : scratch_file();
  if (!file)
    return fail(runs->disk, errno);
  vec_push(&runs->items, ((struct sorted_run){.file = file, .level = level}));
  return true;
}

/* Adds to the run at the end. */
static bool put_records(struct runs *runs, const uint64_t *records,
                        size_t count) {
  struct sorted_run *run = &runs->items.items[runs->items.count - 1];
  struct run_disk *disk = runs->disk;
  if (!write_all(fileno(run->file), run_bytes(runs, run->count), records,
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
  drop_last(runs);
  return false;
}

/* ---- reading ---- */

static bool read_all(int file, uint64_t offset, void *data, size_t bytes) {
  char *to = data;
  while (bytes > 0) {
    const ssize_t done = pread(file, to, bytes, (off_t)offset);
    if (done < 0 && errno == EINTR)
      continue;
    if (done <= 0)
      return false;
    to += done;
    offset += (uint64_t)done;
    bytes -= (size_t)done;
  }
  return true;
}

struct run_cursor run_cursor_over(const struct runs *runs,
                                  const struct sorted_run *run, uint64_t *block,
                                  size_t block_words) {
  assert(block_words >= runs->words);
  (void)posix_fadvise(fileno(run->file), 0, 0, POSIX_FADV_SEQUENTIAL);
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
  if (!read_all(fileno(cursor->file), cursor->offset, cursor->block, bytes))
    return fail(cursor->disk, errno);
  cursor->filled = count;
  cursor->left -= count;
  cursor->offset += bytes;
  return true;
}

/* About four times the square root. */
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

void run_reader_open(struct run_reader *reader, struct run_cursor *cursors,
                     size_t count) {
  *reader = (struct run_reader){.cursors = cursors, .count = count};
  for (size_t i = 0; i < reader->count;)
    if (run_cursor_record(&cursors[i]))
      i++;
    else
      cursors[i] = cursors[--reader->count];
}

/* The next one after that which was given last. */
static void advance(struct run_reader *reader) {
  struct run_cursor *cursor = &reader->cursors[reader->least];
  cursor->at++;
  if (!run_cursor_record(cursor))
    *cursor = reader->cursors[--reader->count];
}

static const uint64_t *find_least(struct run_reader *reader) {
  const uint64_t *least = NULL;
  for (size_t i = 0; i < reader->count; i++) {
    const struct run_cursor *cursor = &reader->cursors[i];
    const uint64_t *record = cursor->block + cursor->at * cursor->words;
    if (least && *least <= *record)
      continue;
    least = record;
    reader->least = i;
  }
  return least;
}

const uint64_t *run_reader_next(struct run_reader *reader) {
  const uint64_t *record;
  do {
    if (reader->has_given)
      advance(reader);
    record = find_least(reader);
  } while (record && reader->has_given && *record == reader->last_key);
  reader->has_given = record != NULL;
  if (record)
    reader->last_key = *record;
  return record;
}

/* ---- merging ---- */

typedef VEC(struct run_cursor) cursor_list;

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

static void list_cursors(const struct runs *runs, size_t first, size_t share,
                         cursor_list *out) {
  for (size_t i = first; i < runs->items.count; i++)
    vec_push(out,
             run_cursor_over(runs, &runs->items.items[i],
                             runs->disk->blocks + (i - first) * share, share));
}

static void replace_from(struct runs *runs, size_t first) {
  const struct sorted_run merged = vec_pop(&runs->items);
  while (runs->items.count > first)
    drop_last(runs);
  vec_push(&runs->items, merged);
}

/* Makes one of the runs from this one on; if that fails they stay. */
static bool merge_from(struct runs *runs, size_t first, unsigned level) {
  struct run_disk *disk = runs->disk;
  const size_t count = runs->items.count - first;
  const size_t share = disk->block_words / (count + 1);
  cursor_list cursors = {0};
  struct run_reader reader;
  list_cursors(runs, first, share, &cursors);
  bool done = begin_run(runs, level);
  if (done) {
    run_reader_open(&reader, cursors.items, count);
    done = write_merged(runs, &reader, disk->blocks + count * share,
                        share / runs->words);
    if (done)
      replace_from(runs, first);
    else
      drop_last(runs);
  }
  vec_free(&cursors);
  return done;
}

static bool is_time_to_merge(const struct runs *runs) {
  const size_t count = runs->items.count;
  return count >= FAN && runs->items.items[count - FAN].level ==
                             runs->items.items[count - 1].level;
}

bool runs_merge(struct runs *runs) {
  bool done = true;
  while (done && is_time_to_merge(runs)) {
    const size_t first = runs->items.count - FAN;
    done = merge_from(runs, first, runs->items.items[first].level + 1);
  }
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
         merge_from(runs, first, runs->items.items[first].level);
}
