/* The processes of a state, and where each of them stands: at a location, with
 * some values in its frame, so that it is known which bytes it touches next.
 *
 * Included inside src/engine/ only.
 */
#ifndef LARIAT_ENGINE_MEMO_STANDS_H
#define LARIAT_ENGINE_MEMO_STANDS_H

#include "base/arena.h"
#include "base/vec.h"
#include "engine/memo/touched.h"
#include "engine/walk.h"

#include <string.h>

enum {
  STAND_PIECES = 16, /* of a state, that count for a process, at most */
  MOST_CREWS = 64,   /* that are told apart */
};

struct stand {
  struct stand *next; /* with others */
  uint32_t pid;
  uint32_t offset; /* of the frame */
  uint32_t number;
  uint32_t crew; /* the processes that it is for: stands_crew() */
  bool is_known; /* what it touches is */
  uint8_t same_count;
  uint8_t count;
  struct piece same[STAND_PIECES];   /* of the state: its own values, */
  uint64_t values[STAND_PIECES];     /* which are these */
  struct piece pieces[STAND_PIECES]; /* what it touches, with all the frame */
  uint64_t masks[TOUCHED_WORDS];     /* the same without the frame, by place */
  uint32_t missed;                   /* so often nothing was known of it, */
  uint64_t since;                    /* since this expansion */
  uint64_t paused;                   /* up to this one */
};

/* Processes that were in a state together. */
struct known_crew {
  uint32_t count;
  uint8_t types[MOST_PROCESSES];
};

struct stands {
  const struct program *program;
  uint32_t *first_place; /* by proctype */
  uint32_t place_count;
  struct stand **posts[MOST_PROCESSES]; /* the first ones by place; NULL: the
                                           process was not met yet */
  struct arena *arena;
  VEC(struct stand *) all; /* by number */
  struct stand elsewhere;  /* one that is not known, if they are too many */

  /* of the state at hand */
  uint32_t offsets[MOST_PROCESSES];
  uint8_t types[MOST_PROCESSES];
  uint32_t process_count;
  uint8_t owners[TOUCHED_WORDS]; /* of its words, from the first process on */

  /* If there are handshakes, what a process touches depends on who is there. */
  bool has_handshakes;
  VEC(struct known_crew) crews; /* by number */
  uint32_t crew; /* of the state at hand; MOST_CREWS: one of many others */

  /* All that a process touched anywhere so far, by place; with each byte more
   * the version changes.
   */
  uint64_t reaches[WALK_REACHING][TOUCHED_WORDS];
  uint32_t reach_version;
};

void stands_init(struct stands *stands, const struct program *program);
void stands_clear(struct stands *stands);

/* Looks for the processes of a state, where they have changed: says so. */
bool stands_find_others(struct stands *stands, const uint8_t *state);
static inline bool stands_find_processes(struct stands *stands,
                                         const uint8_t *state) {
  return !program_has_processes(state, stands->offsets, stands->types,
                                stands->process_count) &&
         stands_find_others(stands, state);
}

/* Where a process of the state at hand stands. */
struct stand *stands_add(struct stands *stands, const uint8_t *state,
                         uint32_t pid, uint32_t location, struct stand **post);
struct stand **stands_make_posts(struct stands *stands, uint32_t pid);

/* Which processes a state has, as far as that counts: those of the state at
 * hand, or fewer.
 */
static inline uint32_t stands_crew(const struct stands *stands,
                                   const uint8_t *state) {
  return stands->has_handshakes ? stands->crew << 8 | state[STATE_PROCESSES]
                                : 0;
}

static inline bool stand_fits(const struct stand *stand, const uint8_t *state,
                              uint32_t offset, uint32_t crew) {
  if (stand->offset != offset || stand->crew != crew)
    return false;
  for (uint32_t i = 0; i < stand->same_count; i++)
    if (piece_of(state, &stand->same[i]) != stand->values[i])
      return false;
  return true;
}

static inline struct stand *stands_of(struct stands *stands,
                                      const uint8_t *state, uint32_t pid) {
  const uint32_t offset = stands->offsets[pid];
  uint16_t location;
  memcpy(&location, state + offset + FRAME_LOCATION, sizeof location);
  struct stand **posts = stands->posts[pid];
  if (!posts)
    posts = stands_make_posts(stands, pid);
  struct stand **post =
      &posts[stands->first_place[stands->types[pid]] + location];
  struct stand *stand = *post;
  const uint32_t crew = stands_crew(stands, state);
  while (stand && !stand_fits(stand, state, offset, crew))
    stand = stand->next;
  return stand ? stand : stands_add(stands, state, pid, location, post);
}

/* From one stand of a process to another; false when too much counts. */
bool stand_open(const struct stand *from, const struct stand *to,
                struct opening *out);

/* The processes, but for this one, that there may be, and that may touch some
 * of the bytes that change: of each of these words, the exclusive or of before
 * and after.
 */
uint64_t stands_reached(const struct stands *stands, uint32_t pid,
                        uint64_t changed, const uint64_t *words);

#endif
