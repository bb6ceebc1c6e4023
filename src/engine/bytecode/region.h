/* The states inside indivisible sequences, while one state is expanded.
 *
 * An `atomic` with choices in it is a small graph of its own.  It is searched
 * depth-first with an explicit stack; a state that lies on the path already is
 * not entered again, so loops end.  When more than a few states are met they
 * are also remembered, so that paths which meet again are followed once.  What
 * the watch has heard on the way (engine.h) is part of a state here.
 */
#ifndef LARIAT_ENGINE_BYTECODE_REGION_H
#define LARIAT_ENGINE_BYTECODE_REGION_H

#include "base/vec.h"
#include "engine/engine.h"

/* A state inside an indivisible sequence. */
struct region_state {
  const uint8_t *bytes;
  size_t length;
  int32_t owner;    /* who goes on alone */
  uint32_t place;   /* its location, */
  bool once;        /* which is passed once: see region_passes() */
  uint64_t heard;   /* by the watch */
  uint64_t changed; /* words, see struct successor */
};

struct region_item {
  struct region_state state; /* without bytes: these lie in `bytes` */
  size_t offset;
  bool entered;                  /* on the path; its successors lie above it */
  size_t seen;                   /* its number among those; 0: it is not */
  size_t first_step, step_count; /* that led here, in `steps` */
  const void *untold; /* not NULL: the steps that led here, which are neither in
                         `steps` nor on the path; see region_push_untold() */
};

struct region_seen {
  uint64_t hash, heard;
  size_t offset, length;
  size_t number; /* from 1 */
  int32_t owner;
};

struct region {
  VEC(struct region_item) items;
  VEC(uint8_t) bytes;
  VEC(struct step) steps;       /* of all items */
  VEC(struct step) path;        /* of the entered ones, and those being made */
  VEC(struct region_seen) seen; /* open addressing, a power of two */
  size_t seen_count;
  VEC(bool) on_path; /* those seen, by number */
  VEC(uint8_t) seen_bytes;
  size_t met;                       /* states pushed in this expansion */
  const struct engine_limit *limit; /* NULL: none */
  bool is_limited;                  /* by it, this time */
  unsigned entered;                 /* states, since it was asked */
  bool is_over;                     /* the limit has ended the expansion */
};

void region_clear(struct region *region); /* for the next expansion */
void region_free(struct region *region);
size_t region_memory(const struct region *region);

/* Puts a state up for expansion unless it was met before.  It was reached by
 * the steps of `path` from first_step on.  With all_paths only states on the
 * path count as met.  False: it lies on the path, which goes round.
 */
bool region_push(struct region *region, const struct region_state *state,
                 size_t first_step, bool all_paths);

/* The same, but what steps led to the state is told when somebody asks: then
 * `untold` stands for them.
 */
bool region_push_untold(struct region *region, const struct region_state *state,
                        const void *untold, bool all_paths);

/* Is the path the only one, and has passed no place yet that is passed once? */
bool region_passes(const struct region *region);

/* The next state to expand, entered; NULL when there is none left, or a limit
 * is reached.
 */
const struct region_item *region_next(struct region *region);

#endif
