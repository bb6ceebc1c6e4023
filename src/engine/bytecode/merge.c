/* Merging: a step goes on through statements that nobody else can notice.
 *
 * A place is quiet when all its statements read and write nothing but variables
 * of their own process that others do not look at, and when being there is
 * nothing that can be noticed.  Whoever comes to a quiet place may go on at
 * once: what the others do commutes with it.  So a transition that leads to a
 * quiet place is made atomic, and the states between are not seen.  Should the
 * process have to wait there after all, atomicity ends as in any other atomic.
 *
 * Invariant: the quiet places of a process have no cycle among them, so what is
 * merged ends.
 *
 * Deadlocks, assertions, run-time errors and properties that do not count steps
 * stay as they are (Lipton: Reduction, CACM 18(12), 1975).
 */
#include "base/vec.h"
#include "engine/bytecode/program.h"
#include "model/outside_view.h"

struct exposure {
  struct outside_view seen;
  bool everything; /* places are looked at in other ways */
};

static void note_exposed(void *context, struct expr *expr) {
  struct exposure *self = context;
  self->everything |= expr->kind == EXPR_ENABLED ||
                      expr->kind == EXPR_PC_VALUE || expr_is_event(expr);
  outside_view_add(&self->seen, expr);
}

static void find_exposed(struct exposure *self, const struct model *model) {
  for (uint32_t i = 0; i < model->atom_count; i++)
    expr_walk(model->atoms[i], note_exposed, self);
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

static bool is_quiet(const struct exposure *exposure,
                     const struct proctype *proctype, uint32_t location) {
  const struct location *at = &proctype->locations[location];
  if (at->is_end || at->is_accept || at->is_progress || at->in_d_step ||
      at->in_atomic || at->transition_count == 0 ||
      outside_view_has_location(&exposure->seen, proctype, location))
    return false;
  for (uint32_t t = 0; t < at->transition_count; t++)
    if (at->transitions[t].atomic || /* what follows may be anything */
        !is_quiet_action(exposure, at->transitions[t].action))
      return false;
  return true;
}

/* A depth-first walk over the quiet places of a proctype. */
struct walk_step {
  uint32_t location, next;
};

enum { UNSEEN, ON_PATH, DONE };

/* No place that closes a cycle stays quiet. */
static void break_cycles(const struct proctype *proctype, uint8_t *quiet) {
  uint8_t *seen = memory_alloc(proctype->location_count + 1);
  VEC(struct walk_step) path = {0};
  for (uint32_t start = 1; start < proctype->location_count; start++) {
    if (!quiet[start] || seen[start] != UNSEEN)
      continue;
    seen[start] = ON_PATH;
    vec_push(&path, ((struct walk_step){start, 0}));
    while (path.count > 0) {
      struct walk_step *step = vec_last(&path);
      const struct location *at = &proctype->locations[step->location];
      if (step->next == at->transition_count) {
        seen[step->location] = DONE;
        (void)vec_pop(&path);
        continue;
      }
      const uint32_t target = at->transitions[step->next++].target;
      if (!quiet[target])
        continue;
      if (seen[target] == ON_PATH) {
        quiet[target] = 0;
      } else if (seen[target] == UNSEEN) {
        seen[target] = ON_PATH;
        vec_push(&path, ((struct walk_step){target, 0}));
      }
    }
  }
  vec_free(&path);
  memory_free(seen);
}

static void merge_type(const struct exposure *exposure,
                       struct process_type *type) {
  const struct proctype *proctype = type->proctype;
  uint8_t *quiet = memory_alloc(proctype->location_count + 1);
  for (uint32_t l = 1; l < proctype->location_count; l++)
    quiet[l] = is_quiet(exposure, proctype, l);
  break_cycles(proctype, quiet);
  for (uint32_t l = 1; l < proctype->location_count; l++) {
    if (proctype->locations[l].in_d_step)
      continue;
    struct command_transition *transitions =
        (struct command_transition *)type->locations[l].transitions;
    for (uint32_t t = 0; t < type->locations[l].count; t++)
      transitions[t].atomic |=
          transitions[t].target > 0 && quiet[transitions[t].target];
  }
  memory_free(quiet);
}

void program_merge(struct program *program) {
  const struct model *model = program->model;
  const struct features *features = &model->features;
  struct exposure exposure = {.seen = {.arena = program->arena}};
  find_exposed(&exposure, model);
  if (!exposure.everything && !features->last && !features->priority &&
      !features->provided && !features->trace)
    for (uint32_t i = 0; i < model->proctype_count; i++)
      if (model->proctypes[i]->kind == PROC_PLAIN ||
          model->proctypes[i]->kind == PROC_INIT)
        merge_type(&exposure, &program->types[i]);
  outside_view_clear(&exposure.seen);
}
