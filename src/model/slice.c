/* Slicing: what does not influence what is seen is left out.
 *
 * Seen are the variables in conditions, in messages and in what names a
 * channel, in assertions, in `provided` clauses, in the propositions of the
 * property, and in whatever decides that something fails when it is executed:
 * subscripts and divisors, but not the elements and the numbers they are
 * applied to.  If a variable is seen, so are those that its values are computed
 * from.  The least set that is closed under this is found by repetition; the
 * others feed only each other (Weiser: Program slicing, IEEE TSE 10(4), 1984;
 * here without control dependence, because every statement stays).
 *
 * A statement that sets such a variable becomes `skip`.  One that may fail
 * keeps what it evaluates and sets a variable that lies outside of the states:
 * whatever is found there is read only by statements of the same kind.
 *
 * The states of the slice are those of the model without some variables, and
 * every step of one is a step of the other, with the same place, the same
 * errors and the same propositions.  So they are bisimilar: every verdict is
 * the same, and so is the length of the shortest way to an error.
 *
 * What is printed makes no difference to a search, and runs are shown by
 * executing the whole model.
 */
#include "model/slice.h"

#include "base/vec.h"
#include "model/copy.h"
#include "model/range.h"

struct slicing {
  const struct model *model;
  const struct slice_view *view;
  struct map seen; /* variables */
  bool grown;
};

static void see(struct slicing *self, const struct expr *expr);

static bool is_seen(const struct slicing *self, const struct var *var) {
  return map_get(&self->seen, var) != NULL;
}

static void see_variable(struct slicing *self, const struct var *var) {
  if (is_seen(self, var))
    return;
  map_put(&self->seen, var, self);
  self->grown = true;
}

/* ---- expressions ---- */

static void see_indices(struct slicing *self, const struct ref *ref) {
  for (; ref; ref = ref->field)
    see(self, ref->index);
}

static void see_list(struct slicing *self, struct expr *const *list,
                     uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    see(self, list[i]);
}

static void see_matched(struct slicing *self, const struct pattern *patterns,
                        uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    see(self, patterns[i].value);
}

/* Does the value fit into the variable, whatever it is? */
static bool always_fits(const struct var *var, const struct expr *value) {
  return range_inside(range_of(value), range_of_variable(var));
}

static bool setting_can_fail(bool overflow, const struct var *var,
                             const struct expr *value) {
  return range_can_fail(value, overflow) ||
         (overflow && !always_fits(var, value));
}

/* What decides whether evaluating fails.  With overflow any value may. */
static void see_what_fails(struct slicing *self, const struct expr *expr) {
  if (!range_can_fail(expr, self->view->overflow))
    return;
  const enum expr_kind kind = self->view->overflow ? EXPR_RUN : expr->kind;
  switch (kind) {
  case EXPR_REF:
    see_indices(self, expr->ref);
    return;
  case EXPR_DIV:
  case EXPR_MOD:
  case EXPR_SHIFT_LEFT:
  case EXPR_SHIFT_RIGHT:
    see_what_fails(self, expr->a);
    see(self, expr->b);
    return;
  case EXPR_AND:
  case EXPR_OR:
  case EXPR_COND: /* the first operand decides what is evaluated */
    see(self, expr->a);
    see_what_fails(self, expr->b);
    see_what_fails(self, expr->c);
    return;
  default:
    if (kind > EXPR_COND) {
      see(self, expr);
      return;
    }
    see_what_fails(self, expr->a);
    see_what_fails(self, expr->b);
  }
}

/* A value goes into a variable. */
static void flow(struct slicing *self, const struct var *root,
                 const struct var *leaf, const struct expr *value) {
  if (is_seen(self, root) ||
      (self->view->overflow && setting_can_fail(true, leaf, value)))
    see(self, value);
  else
    see_what_fails(self, value);
}

static bool has_record_parameter(const struct proctype *proctype) {
  for (uint32_t i = 0; i < proctype->parameter_count; i++)
    if (proctype->variables[i]->type.kind == TYPE_RECORD ||
        proctype->variables[i]->is_array)
      return true;
  return false;
}

static void see_run(struct slicing *self, const struct expr *run) {
  const struct proctype *proctype = run->proctype;
  if (run->arg_count != proctype->parameter_count ||
      has_record_parameter(proctype)) {
    see_list(self, run->args, run->arg_count);
    return;
  }
  for (uint32_t i = 0; i < run->arg_count; i++)
    flow(self, proctype->variables[i], proctype->variables[i], run->args[i]);
}

static void see(struct slicing *self, const struct expr *expr) {
  if (!expr)
    return;
  see(self, expr->a);
  see(self, expr->b);
  see(self, expr->c);
  if (expr->ref)
    see_variable(self, expr->ref->var);
  see_indices(self, expr->ref);
  see_matched(self, expr->patterns, expr->pattern_count);
  if (expr->kind == EXPR_RUN)
    see_run(self, expr);
  else
    see_list(self, expr->args, expr->arg_count);
}

/* ---- statements ---- */

/* The variable that is set, or a part of it. */
static void see_target(struct slicing *self, const struct ref *ref) {
  if (is_seen(self, ref->var) || range_ref_can_fail(ref, self->view->overflow))
    see_indices(self, ref);
}

static const struct var *leaf_of(const struct ref *ref) {
  while (ref->field)
    ref = ref->field;
  return ref->var;
}

static void look_at_assignment(struct slicing *self,
                               const struct action *action) {
  const struct ref *ref = action->ref;
  see_target(self, ref);
  flow(self, ref->var, leaf_of(ref), action->value);
}

static void look_at_receive(struct slicing *self, const struct action *action) {
  see(self, action->channel);
  see_matched(self, action->patterns, action->pattern_count);
  for (uint32_t i = 0; i < action->pattern_count; i++)
    if (action->patterns[i].kind == PATTERN_BIND)
      see_target(self, action->patterns[i].ref);
}

static void look_at_inits(struct slicing *self, const struct var *var) {
  for (uint32_t i = 0; i < var->init_count; i++)
    flow(self, var, var, var->inits[i]);
}

static void look_at_action(struct slicing *self, const struct action *action) {
  switch (action->kind) {
  case ACTION_ASSIGN:
    look_at_assignment(self, action);
    break;
  case ACTION_INIT:
    look_at_inits(self, action->var);
    break;
  case ACTION_RECEIVE:
    look_at_receive(self, action);
    break;
  case ACTION_PRINTF:
  case ACTION_PRINTM:
    see_what_fails(self, action->value);
    for (uint32_t i = 0; i < action->arg_count; i++)
      see_what_fails(self, action->args[i]);
    break;
  default:
    see(self, action->value);
    see(self, action->channel);
    see_list(self, action->args, action->arg_count);
    see_matched(self, action->patterns, action->pattern_count);
    break;
  }
}

/* ---- the whole model ---- */

static bool has_channel(const struct var *var) {
  if (var->channel || var->type.kind == TYPE_CHAN)
    return true;
  if (var->type.kind != TYPE_RECORD)
    return false;
  const struct record *record = var->type.record;
  for (uint32_t i = 0; i < record->field_count; i++)
    if (has_channel(record->fields[i]))
      return true;
  return false;
}

static bool can_be_cut(const struct var *var) {
  return !has_channel(var) &&
         !(var->is_parameter && var->type.kind == TYPE_RECORD);
}

/* Statements of never claims are propositions, and in the view or not. */
static bool is_running(const struct proctype *proctype) {
  return proctype->kind != PROC_NEVER;
}

static void look_at_variables(struct slicing *self, struct var *const *vars,
                              uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (!can_be_cut(vars[i]))
      see_variable(self, vars[i]);
    if (!vars[i]->init_is_step)
      look_at_inits(self, vars[i]);
  }
}

static void look_at_process(struct slicing *self,
                            const struct proctype *proctype) {
  look_at_variables(self, proctype->variables, proctype->variable_count);
  see(self, proctype->provided);
  if (!is_running(proctype))
    return;
  for (uint32_t l = 1; l < proctype->location_count; l++) {
    const struct location *at = &proctype->locations[l];
    for (uint32_t t = 0; t < at->transition_count; t++)
      look_at_action(self, at->transitions[t].action);
  }
}

static void look_through(struct slicing *self) {
  const struct model *model = self->model;
  for (size_t i = 0; i < self->view->atom_count; i++)
    see(self, model->atoms[self->view->atoms[i]]);
  look_at_variables(self, model->globals, model->global_count);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    look_at_process(self, model->proctypes[i]);
}

static void list_unseen(const struct slicing *self, struct var *const *vars,
                        uint32_t count, const struct proctype *proctype,
                        struct slice *out) {
  for (uint32_t i = 0; i < count; i++)
    if (!is_seen(self, vars[i]) && !vars[i]->outside) {
      vec_push(out, ((struct sliced){vars[i], proctype}));
      map_put(&out->members, vars[i], out);
    }
}

void slice_find(const struct model *model, const struct slice_view *view,
                struct slice *out) {
  struct slicing self = {.model = model, .view = view, .grown = true};
  *out = (struct slice){0};
  while (self.grown) {
    self.grown = false;
    look_through(&self);
  }
  list_unseen(&self, model->globals, model->global_count, NULL, out);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    if (is_running(model->proctypes[i]))
      list_unseen(&self, model->proctypes[i]->variables,
                  model->proctypes[i]->variable_count, model->proctypes[i],
                  out);
  map_free(&self.seen);
}

void slice_clear(struct slice *slice) {
  memory_free(slice->items);
  map_free(&slice->members);
  *slice = (struct slice){0};
}

bool slice_has(const struct slice *slice, const struct var *var) {
  return map_get(&slice->members, var) != NULL;
}

/* ---- the copy without them ---- */

struct cutting {
  const struct slice *slice;
  bool overflow;
};

static struct expr *number(struct arena *arena, struct span where,
                           int32_t value) {
  struct expr *expr = ARENA_NEW(arena, struct expr);
  *expr = (struct expr){.kind = EXPR_CONST, .where = where, .value = value};
  return expr;
}

static bool inits_can_fail(const struct cutting *self, const struct var *var) {
  for (uint32_t i = 0; i < var->init_count; i++)
    if (setting_can_fail(self->overflow, var, var->inits[i]))
      return true;
  return false;
}

/* Does the statement nothing but set a variable that is cut? */
static bool is_idle(const struct cutting *self, const struct action *action) {
  if (action->kind == ACTION_INIT)
    return slice_has(self->slice, action->var) &&
           !inits_can_fail(self, action->var);
  return action->kind == ACTION_ASSIGN &&
         slice_has(self->slice, action->ref->var) &&
         !range_ref_can_fail(action->ref, self->overflow) &&
         !setting_can_fail(self->overflow, leaf_of(action->ref), action->value);
}

/* What goes into a variable that is cut need not be kept.  With overflow it
 * must still be looked at.
 */
static void free_patterns(const struct cutting *self, const struct action *old,
                          struct action *copy) {
  for (uint32_t i = 0; i < old->pattern_count; i++) {
    const struct pattern *pattern = &old->patterns[i];
    if (pattern->kind == PATTERN_BIND && !self->overflow &&
        slice_has(self->slice, pattern->ref->var) &&
        !range_ref_can_fail(pattern->ref, false))
      copy->patterns[i] = (struct pattern){.kind = PATTERN_ANY};
  }
}

/* Nobody reads what is printed. */
static void free_args(const struct cutting *self, const struct action *old,
                      struct action *copy, struct arena *arena) {
  for (uint32_t i = 0; i < old->arg_count; i++)
    if (!range_can_fail(old->args[i], self->overflow))
      copy->args[i] = number(arena, old->args[i]->where, 0);
}

static void cut_action(void *context, const struct action *old,
                       struct action *copy, struct arena *arena) {
  const struct cutting *self = context;
  if (is_idle(self, old)) {
    copy->kind = ACTION_TEST;
    copy->value = number(arena, old->where, 1);
    copy->ref = NULL;
    copy->var = NULL;
  } else if (old->kind == ACTION_RECEIVE) {
    free_patterns(self, old, copy);
  } else if (old->kind == ACTION_PRINTF) {
    free_args(self, old, copy, arena);
  }
}

/* Arguments for parameters that are cut. */
static void cut_expr(void *context, const struct expr *old, struct expr *copy) {
  const struct cutting *self = context;
  if (old->kind != EXPR_RUN || old->arg_count != old->proctype->parameter_count)
    return;
  for (uint32_t i = 0; i < old->arg_count; i++) {
    const struct var *parameter = old->proctype->variables[i];
    if (slice_has(self->slice, parameter) &&
        !setting_can_fail(self->overflow, parameter, old->args[i]))
      *copy->args[i] =
          (struct expr){.kind = EXPR_CONST, .where = old->args[i]->where};
  }
}

static bool is_cut(void *context, const struct var *old) {
  const struct cutting *self = context;
  return slice_has(self->slice, old);
}

struct model *slice_cut(const struct model *model, const struct slice *slice,
                        bool overflow, struct arena *arena) {
  struct cutting self = {slice, overflow};
  const struct copy_rules rules = {.context = &self,
                                   .is_outside = is_cut,
                                   .expr = cut_expr,
                                   .action = cut_action};
  return model_copy(model, &rules, arena);
}
