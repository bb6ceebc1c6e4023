/* Quiet places: see quiet.h.
 *
 * A place is quiet when all its statements read and write nothing but variables
 * of their own process that others do not look at, and when being there is
 * nothing that can be noticed.  Whoever comes to a quiet place may go on at
 * once: what the others do commutes with it (Lipton: Reduction, CACM 18(12),
 * 1975).
 *
 * Invariant: on each cycle of quiet places there is one that is passed once, so
 * what is passed at once ends; and none leads to a place that matters to others
 * by itself, so that it does not matter where such a step ends.
 */
#include "model/quiet.h"

#include "model/feedback.h"
#include "model/outside_view.h"

struct exposure {
  struct outside_view seen;
  bool everything; /* places are looked at in other ways */
  bool handshakes; /* there may be some */
};

static void note_exposed(void *context, struct expr *expr) {
  struct exposure *self = context;
  self->everything |= expr->kind == EXPR_ENABLED ||
                      expr->kind == EXPR_PC_VALUE || expr_is_event(expr);
  outside_view_add(&self->seen, expr);
}

static void find_exposed(struct exposure *self, const struct model *model) {
  model_walk_process_atoms(model, note_exposed, self);
  for (uint32_t i = 0; i < model->action_count; i++)
    action_walk(model->actions[i], note_exposed, self);
}

struct listening {
  const struct exposure *exposure;
  bool heard;
};

static bool is_private(const struct exposure *exposure, const struct var *var) {
  return var->scope == SCOPE_LOCAL && !outside_view_has(&exposure->seen, var);
}

static void listen(void *context, struct expr *expr) {
  struct listening *self = context;
  if (expr->kind == EXPR_REF)
    self->heard |= !is_private(self->exposure, expr->ref->var);
  else
    self->heard |= expr->kind > EXPR_COND && expr->kind != EXPR_PID;
}

static bool is_quiet_action(const struct exposure *exposure,
                            const struct action *action) {
  struct listening self = {.exposure = exposure};
  expr_walk(action->value, listen, &self);
  switch (action->kind) {
  case ACTION_GOTO:
  case ACTION_TEST:
  case ACTION_ELSE:
  case ACTION_ASSERT:
    return !self.heard;
  case ACTION_ASSIGN:
    expr_walk_ref(action->ref, listen, &self);
    return !self.heard && is_private(exposure, action->ref->var);
  case ACTION_PRINTF:
    for (uint32_t i = 0; i < action->arg_count; i++)
      expr_walk(action->args[i], listen, &self);
    return !self.heard;
  default:
    return false;
  }
}

/* Does it make a difference to others that a process has come here?  To those
 * who look at the place, and to an `else` beside a send to who receives here.
 */
static bool is_remarkable(const struct exposure *exposure,
                          const struct proctype *proctype, uint32_t location) {
  const struct location *at = &proctype->locations[location];
  if (at->is_accept || at->is_progress ||
      outside_view_has_location(&exposure->seen, proctype, location))
    return true;
  for (uint32_t t = 0; exposure->handshakes && t < at->transition_count; t++)
    if (at->transitions[t].action->kind == ACTION_RECEIVE)
      return true;
  return false;
}

static bool is_quiet(const struct exposure *exposure,
                     const struct proctype *proctype, uint32_t location) {
  const struct location *at = &proctype->locations[location];
  if (at->is_end || at->is_accept || at->is_progress || at->in_d_step ||
      at->in_atomic || at->transition_count == 0 ||
      outside_view_has_location(&exposure->seen, proctype, location))
    return false;
  for (uint32_t t = 0; t < at->transition_count; t++)
    if (at->transitions[t].atomic || /* what follows may be anything */
        is_remarkable(exposure, proctype, at->transitions[t].target) ||
        !is_quiet_action(exposure, at->transitions[t].action))
      return false;
  return true;
}

static uint8_t *find_in(const struct exposure *exposure,
                        const struct proctype *proctype, struct arena *arena) {
  uint8_t *quiet = ARENA_ARRAY(arena, uint8_t, proctype->location_count + 1);
  for (uint32_t l = 1; l < proctype->location_count; l++)
    quiet[l] = is_quiet(exposure, proctype, l) ? QUIET : NOT_QUIET;
  feedback_mark(proctype, quiet, QUIET_ONCE);
  return quiet;
}

uint8_t **quiet_find(const struct model *model, struct arena *arena) {
  const struct features *features = &model->features;
  struct exposure exposure = {.seen = {.arena = arena},
                              .handshakes = features->rendezvous};
  uint8_t **quiet = ARENA_ARRAY(arena, uint8_t *, model->proctype_count);
  find_exposed(&exposure, model);
  const bool some = !exposure.everything && !features->last &&
                    !features->priority && !features->provided;
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    const struct proctype *proctype = model->proctypes[i];
    quiet[i] =
        some && (proctype->kind == PROC_PLAIN || proctype->kind == PROC_INIT)
            ? find_in(&exposure, proctype, arena)
            : ARENA_ARRAY(arena, uint8_t, proctype->location_count + 1);
  }
  outside_view_clear(&exposure.seen);
  return quiet;
}
