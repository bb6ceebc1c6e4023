/* From states to steps: walks from the initial state along the transitions of a
 * search and collects the statements executed.
 *
 * Violations that a depth-first search meets one after the other have most of
 * their way in common.  So what was passed on one way is kept: as far as the
 * next one leads through the same states, nothing is executed.
 */
#ifndef LARIAT_SEARCH_PATH_H
#define LARIAT_SEARCH_PATH_H

#include "base/buffer.h"
#include "base/vec.h"
#include "search/trail.h"

/* A state on the way. */
struct passed {
  uint64_t hash;
  size_t moves; /* up to there */
};

struct path {
  struct engine *engine;
  unsigned options;        /* of the search, so that its transitions are ours */
  struct buffer states[2]; /* the state reached is states[here] */
  unsigned here;
  struct move_log moves;
  VEC(struct passed) passed; /* a state after the other, from the first on, */
  size_t most_passed;        /* and so many at most */
  size_t gone; /* so many of them; those that follow lie on the way before,
                  which is still the same */
  size_t same_moves; /* were those of the way before */
};

/* Starts in the initial state.  What is kept for the next way takes no more
 * memory than so many bytes.
 */
void path_init(struct path *path, struct engine *engine, unsigned options,
               size_t most_bytes);
void path_clear(struct path *path);

/* Once more, for a way that may begin as the last one did. */
void path_restart(struct path *path);

/* The way so far, as a run that ends there. */
struct trail path_trail(const struct path *path);

/* It ends here; moves may be added. */
void path_arrive(struct path *path);

/* Goes on to the successor that has these bytes; false when there is none. */
bool path_go_to(struct path *path, const uint8_t *state, size_t length);

/* The same, where it is likely that this process leads there. */
bool path_go_to_by(struct path *path, uint32_t pid, const uint8_t *state,
                   size_t length);

/* Goes on to the successor of this number, from 0 in the engine's order. */
bool path_go_to_nth(struct path *path, uint64_t number);

void path_add_move(struct path *path, struct move move);

#endif
