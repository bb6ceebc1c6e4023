/* From states to steps: walks from the initial state along the transitions of a
 * search and collects the statements executed.
 */
#ifndef LARIAT_SEARCH_PATH_H
#define LARIAT_SEARCH_PATH_H

#include "base/buffer.h"
#include "base/vec.h"
#include "search/trail.h"

struct path {
  struct engine *engine;
  unsigned options;        /* of the search, so that its transitions are ours */
  struct buffer states[2]; /* the state reached is states[here] */
  unsigned here;
  VEC(struct move) moves;
};

/* Starts in the initial state. */
void path_init(struct path *path, struct engine *engine, unsigned options);
void path_clear(struct path *path);

/* Goes on to the successor that has these bytes; false when there is none. */
bool path_go_to(struct path *path, const uint8_t *state, size_t length);

/* The same, where it is likely that this process leads there. */
bool path_go_to_by(struct path *path, uint32_t pid, const uint8_t *state,
                   size_t length);

/* Goes on to the successor of this number, from 0 in the engine's order. */
bool path_go_to_nth(struct path *path, uint64_t number);

void path_add_move(struct path *path, struct move move);

#endif
