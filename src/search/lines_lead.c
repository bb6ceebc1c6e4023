/* The way to where a search stands (lines.h): back along its path, and then the
 * same way again.
 */
#include "engine/walk.h"
#include "search/lines.h"

/* The path lies in the stack of the search at hand, and if that is the second,
 * below it in what this has taken, and in the stack of the first.
 */
enum stage_part { OWN, TAKEN, FIRST, PARTS };

/* The states of the path, for one after the other to be made of its
 * differences.
 */
struct retrace {
  const struct lines *lines;
  const struct walk *walk; /* NULL: nothing is known */
  uint8_t *state;
  size_t length;
  descent_places stages[PARTS]; /* from the top down */
  VEC(int32_t) movers; /* who made each of these steps; NO_PROCESS: unknown */
};

static void find_stages(struct retrace *way) {
  const struct glean *glean = &way->lines->glean;
  const struct descent *descent = &way->lines->now->descent;
  descent_trace(descent, descent->words.count, &way->stages[OWN]);
  if (!lines_is_second(way->lines))
    return;
  for (size_t i = glean->left; i < glean->heads.count; i++)
    if (*glean_head(glean, i) & DIFFERENCE_MARK)
      vec_push(&way->stages[TAKEN], i);
  descent_trace(glean->from, glean->start, &way->stages[FIRST]);
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

static void go_back_along(struct retrace *way, enum stage_part part) {
  const descent_places *places = &way->stages[part];
  vec_reserve(&way->movers, way->movers.count + places->count);
  for (size_t i = 0; i < places->count; i++) {
    const uint64_t *head = stage_head(way, part, places->items[i]);
    vec_push(&way->movers, mover_of(way->walk, head));
    difference_apply(head, way->state, &way->length);
  }
}

static bool go_forth_along(struct retrace *way, enum stage_part part,
                           struct path *path) {
  bool found = true;
  while (found && way->stages[part].count > 0) {
    const int32_t mover = vec_pop(&way->movers);
    const uint64_t place = vec_pop(&way->stages[part]);
    difference_apply(stage_head(way, part, place), way->state, &way->length);
    found = mover == NO_PROCESS
                ? path_go_to(path, way->state, way->length)
                : path_go_to_by(path, (uint32_t)mover, way->state, way->length);
  }
  return found;
}

static bool go_back_and_forth(struct retrace *way, struct path *path) {
  bool found = true;
  find_stages(way);
  for (unsigned part = 0; part < PARTS; part++)
    go_back_along(way, part);
  for (unsigned part = PARTS; part-- > 0 && found;)
    found = go_forth_along(way, part, path);
  return found;
}

bool lines_lead(const struct lines *lines, struct path *path) {
  const struct run *run = lines->run;
  struct retrace way = {
      .lines = lines,
      .walk = engine_walk(run->engine),
      .state = memory_alloc(difference_room(store_longest(run->store))),
      .length = run->length};
  memcpy(way.state, run->state, run->length);
  const bool found = go_back_and_forth(&way, path);
  for (unsigned part = 0; part < PARTS; part++)
    vec_free(&way.stages[part]);
  vec_free(&way.movers);
  memory_free(way.state);
  return found;
}
