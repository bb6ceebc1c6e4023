/* Sets of records on disk, as sorted files.
 *
 * A record is one or a few words; the first is its key.  Records are written
 * many at a time, and read in the order of their keys.
 *
 * Included inside src/store/ only.
 */
#ifndef LARIAT_STORE_RUNS_H
#define LARIAT_STORE_RUNS_H

#include "base/vec.h"
#include "store/budget.h"

#include <stdint.h>
#include <stdio.h>

/* What several sets share. */
struct run_disk {
  uint64_t *blocks; /* memory for files that are being read or written */
  size_t block_words;
  uint64_t bytes, most_bytes; /* on disk, now and at any time */
  int problem;                /* the first error number; 0: none */
  VEC(FILE *) spare;          /* empty files */
};

struct sorted_run {
  FILE *file;
  uint64_t count;
  unsigned level;
};

typedef VEC(struct sorted_run) run_list;

struct runs {
  struct run_disk *disk;
  unsigned words; /* of a record */
  run_list items;
};

void run_disk_clear(struct run_disk *disk); /* its files; no set may be left */

void runs_init(struct runs *runs, struct run_disk *disk, unsigned words);
void runs_clear(struct runs *runs);
void runs_drop_last(struct runs *runs); /* of its runs */

/* Sorts records and writes them as a run.  False, and the set is as it was,
 * when that fails.
 */
bool runs_add(struct runs *runs, uint64_t *records, size_t count);
/* Merges runs where there are many of a size; not while any is read.  The
 * memory for files is in use meanwhile.  False when that fails.
 */
bool runs_merge(struct runs *runs);
/* The same, so that they are as few as is good when they are about to be read:
 * one or two, of which the second is small.
 */
bool runs_gather(struct runs *runs);

uint64_t runs_records(const struct runs *runs);

/* Is there a record with this key?  Reads a page or two of each run to the
 * memory for files; false also when that fails: disk->problem tells.
 */
bool runs_hold(const struct runs *runs, uint64_t key);

/* Goes through one run, or through records in memory (no run). */
struct run_cursor {
  struct run_disk *disk;
  FILE *file;      /* or NULL */
  uint64_t left;   /* records not yet in the block */
  uint64_t offset; /* in the file, in bytes */
  unsigned words;
  uint64_t *block;
  size_t room, at, filled; /* records of it */
};

struct run_cursor run_cursor_over(const struct runs *runs,
                                  const struct sorted_run *run, uint64_t *block,
                                  size_t block_words);
struct run_cursor run_cursor_in_memory(uint64_t *records, size_t count,
                                       unsigned words);
/* Reads on when the block is used up; false at the end, and when the file
 * cannot be read: disk->problem tells.
 */
bool run_cursor_refill(struct run_cursor *cursor);

/* The record it stands at; NULL at the end. */
static inline uint64_t *run_cursor_record(struct run_cursor *cursor) {
  return cursor->at < cursor->filled || run_cursor_refill(cursor)
             ? cursor->block + cursor->at * cursor->words
             : NULL;
}

/* Goes on to the first record whose key is not less; NULL when there is none.
 * Fast if keys are spread evenly, as those that are mixed (mix.h).
 */
uint64_t *run_cursor_seek(struct run_cursor *cursor, uint64_t key);

typedef VEC(struct run_cursor) run_cursor_list;

/* The key that a cursor stands at. */
struct run_head {
  uint64_t key;
  struct run_cursor *cursor;
};

/* Goes through several as if they were one, and gives each key once. */
struct run_reader {
  VEC(struct run_head) heads; /* of cursors not at their end: a heap */
  bool has_given;
  uint64_t last_key;
};

/* The cursors are the caller's and must stay where they are. */
void run_reader_open(struct run_reader *reader, run_cursor_list *cursors);
void run_reader_close(struct run_reader *reader);
/* NULL at the end, or when a file cannot be read.  Good until the next call. */
const uint64_t *run_reader_next(struct run_reader *reader);

#endif
