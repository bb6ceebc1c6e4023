/* Where joining led the last times.
 *
 * See shortcuts.c for how it is done.
 */
#ifndef LARIAT_REDUCE_SHORTCUTS_H
#define LARIAT_REDUCE_SHORTCUTS_H

#include "base/snapshot.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

/* The state that a successor has come to by joining. */
struct arrival {
  const uint8_t *state;
  size_t length;
  uint64_t changed; /* since the state that is expanded */
  uint64_t hash;
};

/* A state that was left behind on the way. */
struct left_behind {
  uint64_t hash;
  uint64_t changed; /* by the step from there */
  bool kept;        /* it is in the table */
};

struct shortcut;

struct shortcuts {
  struct shortcut *slots; /* by hash */
  VEC(struct left_behind) way;
  uint64_t changed; /* by the shortcut at its end */
  uint32_t steps;   /* of that one */
};

void shortcuts_init(struct shortcuts *shortcuts);
void shortcuts_clear(struct shortcuts *shortcuts);

/* Begins a way. */
void shortcuts_begin(struct shortcuts *shortcuts);
/* A step leaves a state behind. */
void shortcuts_leave(struct shortcuts *shortcuts, const struct arrival *from,
                     uint64_t changed);
/* Goes on to where joining led from the same state before, if that is known and
 * took no more steps; the bytes of the state there are good until the next way
 * begins.
 */
bool shortcuts_follow(struct shortcuts *shortcuts, struct arrival *arrival,
                      uint32_t most_steps);
/* The way ends here. */
void shortcuts_end(struct shortcuts *shortcuts, const struct arrival *arrival);

void shortcuts_save(const struct shortcuts *shortcuts,
                    struct snapshot_writer *out);
void shortcuts_restore(struct shortcuts *shortcuts, struct snapshot_reader *in);

#endif
