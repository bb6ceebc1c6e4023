/* Walking a trail: the player executes, the reader makes it readable. */
#include "report/walk.h"
#include "base/memory.h"

struct walk {
  const struct trail *trail;
  struct trail_player *player;
  struct step_reader *reader;
  size_t taken;
  bool refused;
  bool behind; /* steps were skipped: the reader has not seen them */
};

enum status walk_open(struct engine *engine, const struct loaded *loaded,
                      const struct trail *trail, struct walk **out) {
  struct trail_player *player;
  enum status status = trail_play_open(engine, trail, &player);
  if (status != STATUS_OK)
    return status;
  trail_play_heed_limit(player);
  struct walk *walk = memory_alloc(sizeof *walk);
  walk->trail = trail;
  walk->player = player;
  walk->reader = step_reader_open(engine, loaded);
  size_t length;
  const uint8_t *state = trail_state(player, &length);
  if (state)
    step_reader_stand(walk->reader, state, length);
  *out = walk;
  return STATUS_OK;
}

void walk_close(struct walk *walk) {
  if (!walk)
    return;
  step_reader_close(walk->reader);
  trail_play_close(walk->player);
  memory_free(walk);
}

static bool advance(struct walk *walk) {
  bool done = false;
  if (walk->refused)
    return false;
  walk->refused = trail_play_next(walk->player, &done) != STATUS_OK;
  if (walk->refused || done)
    return false;
  walk->taken++;
  return true;
}

const struct readable_step *walk_next(struct walk *walk) {
  if (!advance(walk))
    return NULL;
  const struct played *played = trail_played(walk->player);
  if (walk->behind)
    step_reader_stand(walk->reader, played->before, played->before_length);
  walk->behind = false;
  return step_reader_step(walk->reader, played->step, played->after,
                          played->after_length, played->printed);
}

bool walk_skip(struct walk *walk) {
  walk->behind = true;
  return advance(walk);
}

bool walk_refused(const struct walk *walk) {
  return walk->refused;
}

struct move walk_move(const struct walk *walk) {
  return trail_move(walk->trail, walk->taken - 1);
}

/* The run goes on after a failed assertion, and may be about what comes then.
 */
static bool is_of_interest(const struct trail *trail,
                           const struct violation *violation) {
  return !trail->has_violation || trail->violation.kind == violation->kind;
}

static const struct played *bad_step(const struct walk *walk) {
  const struct played *played = trail_played(walk->player);
  return walk->taken > 0 && played->has_violation &&
                 is_of_interest(walk->trail, &played->violation)
             ? played
             : NULL;
}

const uint8_t *walk_last_good(const struct walk *walk, size_t *length) {
  const struct played *bad = bad_step(walk);
  if (!bad)
    return trail_state(walk->player, length);
  *length = bad->before_length;
  return bad->before;
}

const struct violation *walk_violation(struct walk *walk) {
  const struct played *bad = bad_step(walk);
  if (bad)
    return &bad->violation;
  return walk->taken == walk->trail->move_count ? trail_end(walk->player)
                                                : NULL;
}

size_t walk_position(const struct walk *walk) {
  return walk->taken;
}

size_t walk_length(const struct walk *walk) {
  return walk->trail->move_count;
}

const struct step_reader *walk_reader(const struct walk *walk) {
  return walk->reader;
}
