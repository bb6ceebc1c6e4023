/* Runs that show a difference: see compare_run.h.
 *
 * A run in a graph is told by the places of its edges among those of their
 * states.  The graph of a model has them in the order in which the engine gives
 * the successors, so the run is found again by counting.
 */
#include "report/compare_run.h"

#include "base/buffer.h"

struct climb {
  uint32_t wanted, seen; /* successors of the present state */
  struct move move;
  struct buffer state;
  int32_t owner;
  bool found;
};

static bool on_successor(void *context, const struct successor *successor) {
  struct climb *climb = context;
  if (climb->seen++ < climb->wanted)
    return true;
  buffer_clear(&climb->state);
  buffer_add(&climb->state, (const char *)successor->state, successor->length);
  climb->owner = successor->owner;
  climb->move = move_of_step(&successor->steps[successor->step_count - 1]);
  climb->found = successor->step_count == 1;
  return false;
}

static bool on_violation(void *context, const struct violation *violation,
                         const struct step *steps, size_t step_count) {
  (void)context, (void)violation, (void)steps, (void)step_count;
  return true;
}

/* Goes to a successor of the state, given by its place. */
static bool go_to(struct climb *climb, struct engine *engine, uint32_t place) {
  const struct engine_visitor visitor = {
      .context = climb, .successor = on_successor, .violation = on_violation};
  struct buffer from = {0};
  buffer_add(&from, climb->state.text, climb->state.length);
  climb->wanted = place;
  climb->seen = 0;
  climb->found = false;
  (void)engine_expand(engine, (const uint8_t *)from.text, from.length,
                      climb->owner, ENGINE_SINGLE_STEPS, &visitor);
  buffer_free(&from);
  return climb->found;
}

bool compared_has_run(const struct compared *compared, int side) {
  return compared->comparison.has_duel &&
         compared->comparison.duel.runs[side].steps.count > 0;
}

bool compared_trail(const struct compared *compared, int side,
                    struct engine *engine, struct trail *out) {
  const struct duel_run *run = &compared->comparison.duel.runs[side];
  const size_t count = run->steps.count;
  struct climb climb = {.owner = NO_PROCESS};
  const uint8_t *state;
  size_t length;
  struct violation violation;
  *out = (struct trail){.moves = memory_alloc(count * sizeof *out->moves),
                        .loop_start = count};
  bool goes = engine_initial(engine, &state, &length, &violation);
  if (goes)
    buffer_add(&climb.state, (const char *)state, length);
  for (size_t i = 0; i < count && goes; i++) {
    goes = go_to(&climb, engine, run->steps.items[i].edge);
    out->moves[out->move_count++] = climb.move;
  }
  buffer_free(&climb.state);
  return goes && trail_repeats(engine, out);
}
