/* A long sequence of moves that grows at its end.
 *
 * Of many moves only the last are in memory, the others in a file; so runs of
 * millions of steps take next to no memory, and several lie in one file.
 */
#ifndef LARIAT_SEARCH_MOVE_LOG_H
#define LARIAT_SEARCH_MOVE_LOG_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Which statement runs next: enough to repeat a run on the same model. */
struct move {
  int32_t pid;
  uint32_t from, transition;
  int32_t partner; /* NO_PROCESS unless a rendezvous */
  uint32_t partner_from, partner_transition;
};

enum {
  MOVE_LOG_BLOCK = 1024, /* moves */
  MOVE_LOG_WINDOWS = 2,
};

/* A zeroed one is empty. */
struct move_log {
  VEC(struct move *) blocks; /* NULL: in the file */
  size_t count;
  FILE *file;                  /* of the blocks below `spilled`, or NULL */
  size_t spilled;              /* never all of them */
  bool is_full;                /* the file takes no more */
  struct move_window *windows; /* blocks of the file, to be read */
};

void move_log_clear(struct move_log *log);

void move_log_add(struct move_log *log, struct move move);

/* Leaves only the first. */
void move_log_cut(struct move_log *log, size_t count);

/* The one with this number. */
struct move move_log_at(const struct move_log *log, size_t index);

#endif
