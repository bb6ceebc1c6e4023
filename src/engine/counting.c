/* See counting.h.
 *
 * Searches say that they do not look at steps, or not at their messages; who
 * finds or repeats a run looks at them.  So the steps of the former are asked
 * for and counted, and those of the latter are passed on.
 *
 * Of the statements in a d_step, which is one step, those are counted that
 * follow each other without a choice.
 */
#include "engine/counting.h"

#include "base/memory.h"
#include "engine/wrapper.h"

struct counting {
  struct wrapper wrapper;
  uint64_t *counts;
  const struct engine_visitor *visitor;
};

static void count_inside(const struct counting *self,
                         const struct action *d_step) {
  const struct proctype *proctype = d_step->proctype;
  uint32_t place = d_step->enter;
  for (uint32_t left = proctype->location_count;
       left > 0 && place > 0 && place != d_step->leave; left--) {
    const struct location *at = &proctype->locations[place];
    if (at->transition_count != 1)
      return;
    self->counts[at->transitions[0].action->number]++;
    place = at->transitions[0].target;
  }
}

static void count_action(const struct counting *self,
                         const struct action *action) {
  self->counts[action->number]++;
  if (action->kind == ACTION_D_STEP)
    count_inside(self, action);
}

static void count_steps(const struct counting *self, const struct step *steps,
                        size_t count) {
  for (size_t i = 0; i < count; i++) {
    count_action(self, steps[i].action);
    if (steps[i].partner != NO_PROCESS)
      count_action(self, steps[i].partner_action);
  }
}

static bool take_successor(void *context, const struct successor *successor) {
  const struct counting *self = context;
  count_steps(self, successor->steps, successor->step_count);
  return self->visitor->successor(self->visitor->context, successor);
}

/* A failed assertion has a successor as well, which is counted by itself. */
static bool take_violation(void *context, const struct violation *violation,
                           const struct step *steps, size_t step_count) {
  const struct counting *self = context;
  if (violation->kind == VIOLATION_RUNTIME)
    count_steps(self, steps, step_count);
  return self->visitor->violation(self->visitor->context, violation, steps,
                                  step_count);
}

static bool expand(struct engine *engine, const uint8_t *state, size_t length,
                   int32_t owner, unsigned options,
                   const struct engine_visitor *visitor) {
  struct counting *self = (struct counting *)engine;
  struct engine *inner = self->wrapper.inner;
  const struct engine_visitor own = {.context = self,
                                     .successor = take_successor,
                                     .violation = take_violation,
                                     .only = visitor->only};
  const bool counts = (options & (ENGINE_NO_STEPS | ENGINE_NO_MESSAGES)) &&
                      !(options & ENGINE_SINGLE_STEPS);
  if (counts && (options & ENGINE_NO_STEPS))
    options = (options & ~(unsigned)ENGINE_NO_STEPS) | ENGINE_NO_MESSAGES;
  self->visitor = visitor;
  const bool done = engine_expand(inner, state, length, owner, options,
                                  counts ? &own : visitor);
  engine->left_out = engine_left_out(inner);
  return done;
}

static void close_counting(struct engine *engine) {
  memory_free(engine);
}

static const struct engine_kind counting_kind = {
    .name = "counting",
    .close = close_counting,
    .expand = expand,
    .holds = wrapper_holds,
    .set_limit = wrapper_set_limit,
    WRAPPER_FUNCTIONS,
};

struct engine *engine_open_counting(struct engine *inner, uint64_t *counts) {
  struct counting *self = memory_alloc(sizeof *self);
  self->wrapper.base.kind = &counting_kind;
  self->wrapper.inner = inner;
  self->counts = counts;
  return &self->wrapper.base;
}
