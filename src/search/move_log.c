/* See move_log.h.
 *
 * Invariant: move i lies in block i / MOVE_LOG_BLOCK; the blocks below
 * `spilled` are in the file, each at its own place, and the others in memory,
 * RESIDENT at most unless the file takes no more.  The list of blocks is a
 * three-thousandth of what it lists.
 *
 * A block that is read comes into the window of its number, so whoever compares
 * moves that are not far from each other reads none twice.
 */
#include "search/move_log.h"

#include "base/scratch.h"

#include <assert.h>

enum { RESIDENT = 4 };

struct move_window {
  size_t block; /* NO_BLOCK: none */
  struct move moves[MOVE_LOG_BLOCK];
};

static const size_t BLOCK_BYTES = MOVE_LOG_BLOCK * sizeof(struct move);
static const size_t NO_BLOCK = SIZE_MAX;

void move_log_clear(struct move_log *log) {
  for (size_t i = log->spilled; i < log->blocks.count; i++)
    memory_free(log->blocks.items[i]);
  vec_free(&log->blocks);
  memory_free(log->windows);
  if (log->file)
    fclose(log->file);
  *log = (struct move_log){0};
}

/* ---- the file ---- */

static void leave_windows(struct move_log *log) {
  for (unsigned i = 0; i < MOVE_LOG_WINDOWS; i++)
    log->windows[i].block = NO_BLOCK;
}

static void open_file(struct move_log *log) {
  log->file = scratch_file();
  if (!log->file)
    return;
  log->windows = memory_alloc(MOVE_LOG_WINDOWS * sizeof *log->windows);
  leave_windows(log);
}

static void read_block(const struct move_log *log, size_t block,
                       struct move *out) {
  if (!scratch_read(log->file, block * BLOCK_BYTES, out, BLOCK_BYTES))
    memory_exhausted(); /* what was written is gone: there is no way on */
}

/* Puts the lowest block that is in memory into the file. */
static void spill(struct move_log *log) {
  if (!log->file && !log->is_full)
    open_file(log);
  if (!log->file || log->is_full ||
      !scratch_write(log->file, log->spilled * BLOCK_BYTES,
                     log->blocks.items[log->spilled], BLOCK_BYTES)) {
    log->is_full = true;
    return;
  }
  memory_free(log->blocks.items[log->spilled]);
  log->blocks.items[log->spilled++] = NULL;
}

/* The last block becomes one from the file. */
static void unspill(struct move_log *log) {
  const size_t last = log->blocks.count - 1;
  struct move *block = memory_alloc(BLOCK_BYTES);
  read_block(log, last, block);
  log->blocks.items[last] = block;
  log->spilled = last;
}

/* ---- moves ---- */

static void add_block(struct move_log *log) {
  if (log->blocks.count - log->spilled >= RESIDENT)
    spill(log);
  vec_push(&log->blocks, memory_alloc(BLOCK_BYTES));
}

void move_log_add(struct move_log *log, struct move move) {
  const size_t block = log->count / MOVE_LOG_BLOCK;
  if (block == log->blocks.count)
    add_block(log);
  log->blocks.items[block][log->count % MOVE_LOG_BLOCK] = move;
  log->count++;
}

void move_log_cut(struct move_log *log, size_t count) {
  assert(count <= log->count);
  const size_t blocks = (count + MOVE_LOG_BLOCK - 1) / MOVE_LOG_BLOCK;
  while (log->blocks.count > blocks)
    memory_free(vec_pop(&log->blocks));
  log->count = count;
  if (log->spilled < blocks || log->spilled == 0)
    return;
  if (blocks > 0)
    unspill(log);
  else
    log->spilled = 0;
  leave_windows(log); /* what was read of them is no longer so */
}

struct move move_log_at(const struct move_log *log, size_t index) {
  assert(index < log->count);
  const size_t block = index / MOVE_LOG_BLOCK, place = index % MOVE_LOG_BLOCK;
  if (block >= log->spilled)
    return log->blocks.items[block][place];
  struct move_window *window = &log->windows[block % MOVE_LOG_WINDOWS];
  if (window->block != block)
    read_block(log, block, window->moves);
  window->block = block;
  return window->moves[place];
}
