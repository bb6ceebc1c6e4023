/* The way to where a search stands (lines.h): back along its path, and then the
 * same way again.
 */
#include "engine/walk.h"
#include "search/lines.h"

/* The path lies in the stack of the search at hand, and if that is the second,
 * below it in what this has taken, and in the stack of the first.
 */
enum stage_part { OWN, TAKEN, FIRST };

/* The states of the path, for one after the other to be made of its
 * differences.
 */
struct retrace {
  const struct lines *lines;
  const struct walk *walk; /* NULL: nothing is known */
  uint8_t *state;
  size_t length;
  struct long_list steps; /* of each, from the top down: see word_of() */
};

/* A difference of the path. */
struct stage {
  enum stage_part part;
  uint64_t place; /* in that part */
  int32_t mover;  /* who made the step, or NO_PROCESS: unknown */
};

enum { PART_BITS = 2, MOVER_BITS = 9 };

static uint64_t word_of(struct stage stage) {
  return (stage.place << MOVER_BITS | (uint32_t)(stage.mover + 1))
             << PART_BITS |
         stage.part;
}

static struct stage stage_of(uint64_t word) {
  const uint64_t parts = (1 << PART_BITS) - 1, movers = (1 << MOVER_BITS) - 1;
  return (struct stage){.part = (enum stage_part)(word & parts),
                        .place = word >> (PART_BITS + MOVER_BITS),
                        .mover = (int32_t)(word >> PART_BITS & movers) - 1};
}

static const uint64_t *stage_head(const struct retrace *way,
                                  enum stage_part part, uint64_t place) {
  switch (part) {
  case OWN:
    return descent_join(&way->lines->now->descent, place);
  case TAKEN:
    return glean_head(&way->lines->glean, place);
  default:
    return descent_join(way->lines->glean.from, place);
  }
}

static int32_t mover_of(const struct walk *walk, const uint64_t *head) {
  const uint64_t step = difference_step(head);
  return walk && walk_has_step(walk, step) ? (int32_t)walk_mover(walk, step)
                                           : NO_PROCESS;
}

static void go_back_by(struct retrace *way, enum stage_part part,
                       uint64_t place) {
  const uint64_t *head = stage_head(way, part, place);
  long_list_push(&way->steps, word_of((struct stage){
                                  part, place, mover_of(way->walk, head)}));
  difference_apply(head, way->state, &way->length);
}

static void go_back_along(struct retrace *way, enum stage_part part,
                          const struct descent *descent, uint64_t end) {
  uint64_t place;
  while (descent_trace(descent, &end, &place))
    go_back_by(way, part, place);
}

static void go_back(struct retrace *way) {
  const struct glean *glean = &way->lines->glean;
  const struct descent *own = &way->lines->now->descent;
  go_back_along(way, OWN, own, own->words.count);
  if (!lines_is_second(way->lines))
    return;
  for (size_t i = glean->left; i < glean->heads.count; i++)
    if (*glean_head(glean, i) & DIFFERENCE_MARK)
      go_back_by(way, TAKEN, i);
  go_back_along(way, FIRST, glean->from, glean->start);
}

static bool go_forth(struct retrace *way, struct path *path) {
  const struct stage stage = stage_of(long_list_pop(&way->steps));
  difference_apply(stage_head(way, stage.part, stage.place), way->state,
                   &way->length);
  return stage.mover == NO_PROCESS ? path_go_to(path, way->state, way->length)
                                   : path_go_to_by(path, (uint32_t)stage.mover,
                                                   way->state, way->length);
}

bool lines_lead(const struct lines *lines, struct path *path) {
  const struct run *run = lines->run;
  struct retrace way = {
      .lines = lines,
      .walk = engine_walk(run->engine),
      .state = memory_alloc(difference_room(store_longest(run->store))),
      .length = run->length};
  memcpy(way.state, run->state, run->length);
  bool found = true;
  long_list_init(&way.steps);
  go_back(&way);
  while (found && !long_list_is_empty(&way.steps))
    found = go_forth(&way, path);
  long_list_clear(&way.steps);
  memory_free(way.state);
  return found;
}
