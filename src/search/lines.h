/* Two depth-first searches over one store, or one: where each of them stands,
 * how it goes down and back, and whose turn it is.
 *
 * The second takes what the first leaves waiting deep in its stack (glean.h).
 * They go on in turn, by one expansion each, whatever time that takes, so a
 * search does the same every time.
 *
 * Invariant, for each: differences that are marked lie on its path, the topmost
 * of them ends at the state where it stands, and those above it begin there.
 * The path of the second begins with a part of that of the first.
 */
#ifndef LARIAT_SEARCH_LINES_H
#define LARIAT_SEARCH_LINES_H

#include "search/glean.h"
#include "search/marks.h"
#include "search/run.h"
#include "search/stride.h"

struct line {
  struct descent descent;
  uint8_t *state; /* these three are the run's while it is at hand */
  size_t length, room;
  struct state_hash sums; /* of the state */
  uint64_t depth;
};

struct lines {
  struct run *run;
  struct state_hasher *hasher;
  struct line line[STRIDE_LINES];
  struct line *now;   /* the one at hand */
  struct glean glean; /* what the second takes */
  struct doubt doubt;
  struct marks marks;
  unsigned turn; /* whose it is */
  bool may_be_two;
  bool is_in_turn; /* they are not one after the other */
  uint64_t noisy;  /* up to this block of the first stack the second waits */
};

/* Both stand at the initial state. */
void lines_open(struct lines *lines, struct run *run, bool may_be_two,
                state_ref initial);
void lines_close(struct lines *lines);

static inline bool lines_is_second(const struct lines *lines) {
  return lines->now == &lines->line[1];
}

/* The first hash of the state at hand. */
static inline uint64_t lines_hash(const struct lines *lines) {
  return state_hash_finish(lines->now->sums.first, lines->run->length);
}

/* Turns to the one whose turn it is, or to the other, and goes back on its path
 * to a state that waits; false: none does.
 */
bool lines_find_waiting(struct lines *lines);

/* Goes down to the state that waits, and gives the name of the step. */
uint64_t lines_descend(struct lines *lines);

/* A state was expanded. */
static inline void lines_pass_on(struct lines *lines) {
  lines->turn ^= lines->is_in_turn;
}

/* Goes as far as all is known; true: the line at hand stands at a state that is
 * yet to be expanded, and to which this step led.
 */
bool lines_stride(struct lines *lines, uint64_t *step);

/* A successor of the state at hand is of another length.  That is done in its
 * own time: two searches that differ in length, and so in their processes, keep
 * the engine from using what it knows of the last state.
 */
void lines_note_long(struct lines *lines);

/* The steps from the initial state to where the line at hand stands. */
bool lines_lead(const struct lines *lines, struct path *path);

#endif
