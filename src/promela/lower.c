/* From bodies to automata, for the whole model.
 *
 * First the control flow of every body is built; then the expressions are
 * looked through (which labels are named from outside, which variables are
 * read or written, which parts of the language are used); then automata and
 * layout are made, with all of that known.
 */
#include "base/vec.h"
#include "model/layout.h"
#include "model/print.h"
#include "promela/automaton.h"
#include "promela/control.h"
#include "promela/events.h"
#include "promela/join.h"
#include "promela/promela.h"

#include <string.h>

enum { MOST_LOCATIONS = 65535, MOST_PROCTYPES = 255 };

struct lowering {
  struct model *model;
  struct diag *diag;
  struct control *controls; /* one for each proctype */
  struct effort effort;
};

/* The model's action table grows in powers of two. */
struct action *lower_action(struct model *model, enum action_kind kind,
                            struct span where) {
  const uint32_t count = model->action_count;
  if ((count & (count - 1)) == 0) {
    struct action **grown =
        ARENA_ARRAY(model->arena, struct action *, count ? 2 * count : 1);
    if (count)
      memcpy(grown, model->actions, count * sizeof *grown);
    model->actions = grown;
  }
  struct action *action = ARENA_NEW(model->arena, struct action);
  action->kind = kind;
  action->where = where;
  action->number = count;
  model->actions[model->action_count++] = action;
  return action;
}

/* ---- looking through the expressions ---- */

static void mark_written(struct ref *ref) {
  for (; ref; ref = ref->field)
    ref->var->is_written = true;
}

static void note_features(struct features *features, const struct expr *expr) {
  switch (expr->kind) {
  case EXPR_LAST:
    features->last = true;
    break;
  case EXPR_PRIORITY:
  case EXPR_GET_PRIORITY:
    features->priority = true;
    break;
  case EXPR_ENABLED:
    features->enabled = true;
    break;
  case EXPR_NP:
    features->np = true;
    break;
  case EXPR_PC_VALUE:
    features->pc_value = true;
    break;
  case EXPR_TIMEOUT:
    features->timeout = true;
    break;
  case EXPR_AT:
  case EXPR_REMOTE:
    features->remote_ref = true;
    break;
  case EXPR_RUN:
    features->run = true;
    features->priority = features->priority || expr->priority > 0;
    break;
  default:
    break;
  }
}

static void look_at(void *context, struct expr *expr) {
  struct lowering *lowering = context;
  note_features(&lowering->model->features, expr);
  for (struct ref *ref = expr->ref; ref; ref = ref->field)
    ref->var->is_read = true;
  for (uint32_t i = 0; i < expr->pattern_count; i++)
    mark_written(expr->patterns[i].ref);
  if (expr->kind == EXPR_AT || expr->kind == EXPR_PASSES)
    control_keep_label(&lowering->controls[expr->proctype->index], expr->label);
}

static void look_at_args(struct lowering *lowering, struct action *action,
                         bool reads) {
  for (uint32_t i = 0; i < action->arg_count; i++)
    if (reads || action->args[i]->kind != EXPR_REF)
      expr_walk(action->args[i], look_at, lowering);
    else /* a printed variable does not matter to the search */
      expr_walk_ref(action->args[i]->ref, look_at, lowering);
}

static void look_at_action(struct lowering *lowering, struct action *action) {
  if (action->kind != ACTION_PRINTM)
    expr_walk(action->value, look_at, lowering);
  expr_walk(action->channel, look_at, lowering);
  expr_walk_ref(action->ref, look_at, lowering);
  mark_written(action->ref);
  look_at_args(lowering, action, action->kind != ACTION_PRINTF);
  expr_walk_patterns(action->patterns, action->pattern_count, look_at,
                     lowering);
  for (uint32_t i = 0; i < action->pattern_count; i++)
    mark_written(action->patterns[i].ref);
  if (action->kind == ACTION_SET_PRIORITY)
    lowering->model->features.priority = true;
  if (action->var) {
    action->var->is_written = true;
    for (uint32_t i = 0; i < action->var->init_count; i++)
      expr_walk(action->var->inits[i], look_at, lowering);
  }
}

static void note_channel(struct features *features, const struct var *var) {
  if (!var->channel)
    return;
  if (var->channel->capacity == 0)
    features->rendezvous = true;
  else
    features->buffered = true;
}

static void look_at_vars(struct lowering *lowering, struct var **vars,
                         uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    note_channel(&lowering->model->features, vars[i]);
    for (uint32_t k = 0; k < vars[i]->init_count; k++)
      expr_walk(vars[i]->inits[k], look_at, lowering);
    if (vars[i]->is_parameter)
      vars[i]->is_written = true;
  }
}

static void look_at_proctype(struct lowering *lowering,
                             struct proctype *proctype) {
  struct features *features = &lowering->model->features;
  look_at_vars(lowering, proctype->variables, proctype->variable_count);
  if (proctype->provided) {
    features->provided = true;
    expr_walk(proctype->provided, look_at, lowering);
  }
  if (proctype->priority > 1)
    features->priority = true;
  if (proctype->kind == PROC_TRACE || proctype->kind == PROC_NOTRACE)
    features->trace = true;
}

static void look_through(struct lowering *lowering) {
  struct model *model = lowering->model;
  look_at_vars(lowering, model->globals, model->global_count);
  for (uint32_t i = 0; i < model->record_count; i++)
    look_at_vars(lowering, model->records[i]->fields,
                 model->records[i]->field_count);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    look_at_proctype(lowering, model->proctypes[i]);
  for (uint32_t i = 0; i < model->atom_count; i++)
    expr_walk(model->atoms[i], look_at, lowering);
  for (uint32_t i = 0; i < model->action_count; i++)
    look_at_action(lowering, model->actions[i]);
}

/* ---- labels named from outside ---- */

static void resolve_label(void *context, struct expr *expr) {
  struct lowering *lowering = context;
  if (expr->kind != EXPR_AT && expr->kind != EXPR_PASSES)
    return;
  const struct element *place = control_find_label(
      &lowering->controls[expr->proctype->index], expr->label);
  if (place)
    expr->location = place->number;
  else
    diag_error(lowering->diag, expr->where, "proctype %s has no label '%s'",
               expr->proctype->name, expr->label);
}

static void resolve_labels(struct lowering *lowering) {
  struct model *model = lowering->model;
  for (uint32_t i = 0; i < model->atom_count; i++)
    expr_walk(model->atoms[i], resolve_label, lowering);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    expr_walk(model->proctypes[i]->provided, resolve_label, lowering);
  for (uint32_t i = 0; i < model->action_count; i++) {
    struct action *action = model->actions[i];
    expr_walk(action->value, resolve_label, lowering);
    expr_walk_ref(action->ref, resolve_label, lowering);
    for (uint32_t k = 0; k < action->arg_count; k++)
      expr_walk(action->args[k], resolve_label, lowering);
    expr_walk_patterns(action->patterns, action->pattern_count, resolve_label,
                       lowering);
  }
}

/* ---- limits ---- */

static void check_limits(struct lowering *lowering) {
  const struct model *model = lowering->model;
  if (model->proctype_count > MOST_PROCTYPES)
    diag_error(lowering->diag, model->proctypes[MOST_PROCTYPES]->where,
               "more than %d proctypes", MOST_PROCTYPES);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    if (lowering->controls[i].elements.count > MOST_LOCATIONS)
      diag_error(lowering->diag, model->proctypes[i]->where,
                 "%s has more than %d statements", model->proctypes[i]->name,
                 MOST_LOCATIONS);
}

/* The conditions of never claims become propositions, like those of formulas.
 */
static void add_claim_atoms(struct model *model) {
  struct guards guards = {.model = model};
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    const struct proctype *proctype = model->proctypes[i];
    if (proctype->kind != PROC_NEVER)
      continue;
    for (uint32_t l = 1; l < proctype->location_count; l++) {
      const struct location *location = &proctype->locations[l];
      for (uint32_t t = 0; t < location->transition_count; t++) {
        const uint32_t number = location->transitions[t].action->number;
        struct action *action = model->actions[number];
        if (!action->value || action->guard || action->atom > 0)
          continue;
        if (action->kind == ACTION_TEST)
          action->guard = guards_formula(&guards, action->value);
        else
          action->atom = guards_atom(&guards, action->value);
      }
    }
  }
  guards_free(&guards);
}

static uint32_t add_label_atom(struct model *model, enum expr_kind kind) {
  struct expr *expr = ARENA_NEW(model->arena, struct expr);
  expr->kind = kind;
  return model_add_atom(model, expr);
}

static void name_actions(struct model *model) {
  struct buffer text = {0};
  for (uint32_t i = 0; i < model->action_count; i++) {
    struct action *action = model->actions[i];
    if (action->text)
      continue;
    buffer_clear(&text);
    print_action(&text, action);
    action->text = arena_copy(model->arena, buffer_text(&text), text.length);
  }
  buffer_free(&text);
}

static void build_automata(struct lowering *lowering, uint32_t count) {
  for (uint32_t i = 0; i < count && !lowering->effort.stopped; i++) {
    control_finish(&lowering->controls[i]);
    automaton_build(&lowering->controls[i]);
  }
}

static void lower_all(struct lowering *lowering, const struct ast *ast,
                      struct arena *arena) {
  struct model *model = lowering->model;
  for (uint32_t i = 0; i < ast->body_count; i++) {
    struct control *control = &lowering->controls[i];
    control->effort = &lowering->effort;
    control->model = model;
    control->arena = arena;
    control->diag = lowering->diag;
    control->proctype = ast->bodies[i].proctype;
    control_build(control, &ast->bodies[i].body);
  }
  check_limits(lowering);
  if (diag_errors(lowering->diag) > 0)
    return;
  look_through(lowering);
  resolve_labels(lowering);
  build_automata(lowering, ast->body_count);
  if (lowering->effort.stopped)
    return;
  model->np_atom = add_label_atom(model, EXPR_NP);
  model->accepting_atom = add_label_atom(model, EXPR_ACCEPTING);
  events_lower(model, lowering->diag);
  join_atoms(model);
  add_claim_atoms(model); /* numbers above zero: the two are there before */
  model_sort_atoms(model);
  if (!layout_model(model))
    diag_error(lowering->diag, NO_SPAN,
               "the variables of this model need more than %d bytes",
               LAYOUT_MAX_BYTES);
  name_actions(model);
}

enum status promela_lower(const struct ast *ast, const struct limit *limit,
                          struct diag *diag, struct model *model) {
  struct arena *arena = arena_open();
  struct lowering lowering = {
      .model = model,
      .diag = diag,
      .controls = ARENA_ARRAY(arena, struct control, ast->body_count),
      .effort = {.limit = limit}};
  lower_all(&lowering, ast, arena);
  for (uint32_t i = 0; i < ast->body_count; i++)
    control_free(&lowering.controls[i]);
  arena_close(arena);
  if (diag_errors(diag) > 0)
    return STATUS_BAD_INPUT;
  return lowering.effort.stopped ? STATUS_STOPPED : STATUS_OK;
}
