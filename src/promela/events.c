/* See events.h.  A condition of a claim is one proposition as a whole, but for
 * negations around it, except where events are in it: these are propositions of
 * their own, since they are evaluated elsewhere (engine/event.h), and so is
 * what stands beside them.  Equal texts are one proposition: a claim that can
 * be followed has no variables of its own, so a name means the same everywhere.
 */
#include "promela/events.h"

#include "model/print.h"

#include <stdint.h>

/* ---- guards ---- */

uint32_t guards_atom(struct guards *guards, struct expr *expr) {
  struct model *model = guards->model;
  struct buffer text = {0};
  print_expr(&text, expr);
  const char *key = intern_text(model->intern, buffer_text(&text), text.length);
  buffer_free(&text);
  const uintptr_t known = (uintptr_t)map_get(&guards->numbers, key);
  if (known > 0)
    return (uint32_t)(known - 1);
  const uint32_t number = model_add_atom(model, expr);
  /* NOLINTNEXTLINE(performance-no-int-to-ptr) */
  map_put(&guards->numbers, key, (void *)((uintptr_t)number + 1));
  return number;
}

static const struct formula *formula_of(struct guards *guards,
                                        struct expr *expr) {
  struct arena *arena = guards->model->arena;
  const struct formula *left;
  switch (expr->kind) {
  case EXPR_AND:
  case EXPR_OR:
    left = formula_of(guards, expr->a);
    return formula_new(arena, expr->kind == EXPR_AND ? FORMULA_AND : FORMULA_OR,
                       left, formula_of(guards, expr->b));
  case EXPR_NOT:
    left = formula_of(guards, expr->a);
    return formula_new(arena, FORMULA_NOT, left, NULL);
  case EXPR_CONST:
    return formula_new(arena, expr->value ? FORMULA_TRUE : FORMULA_FALSE, NULL,
                       NULL);
  default:
    return formula_atom(arena, guards_atom(guards, expr));
  }
}

const struct formula *guards_formula(struct guards *guards, struct expr *expr) {
  struct arena *arena = guards->model->arena;
  if (expr->kind == EXPR_NOT)
    return formula_new(arena, FORMULA_NOT, guards_formula(guards, expr->a),
                       NULL);
  if (expr->kind == EXPR_CONST || expr_find_event(expr))
    return formula_of(guards, expr);
  return formula_atom(arena, guards_atom(guards, expr));
}

void guards_free(struct guards *guards) {
  map_free(&guards->numbers);
}

/* ---- whose statements ---- */

static void claim_actions(struct model *model) {
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    const struct proctype *proctype = model->proctypes[i];
    for (uint32_t l = 1; l < proctype->location_count; l++) {
      const struct location *location = &proctype->locations[l];
      for (uint32_t t = 0; t < location->transition_count; t++) {
        const uint32_t number = location->transitions[t].action->number;
        model->actions[number]->proctype = proctype;
      }
    }
  }
}

/* ---- events ---- */

struct search {
  struct model *model;
  struct diag *diag;
};

static void find_statements(const struct search *search, struct expr *expr) {
  const struct model *model = search->model;
  uint32_t *found = ARENA_ARRAY(model->arena, uint32_t, model->action_count);
  for (uint32_t i = 0; i < model->action_count; i++) {
    const struct action *action = model->actions[i];
    if (action->proctype == expr->proctype &&
        sources_position(model->sources, action->where).line ==
            (uint32_t)expr->value)
      found[expr->action_count++] = i;
  }
  expr->actions = found;
  if (expr->action_count == 0)
    diag_error(search->diag, expr->where, "%s has no statement on line %d",
               expr->proctype->kind == PROC_INIT ? "init"
                                                 : expr->proctype->name,
               (int)expr->value);
}

/* A channel of another process is known for one only now. */
static void check_remote_channel(const struct search *search,
                                 const struct expr *channel) {
  if (channel->kind == EXPR_REF || (channel->kind == EXPR_REMOTE &&
                                    channel->ref->var->type.kind == TYPE_CHAN))
    return;
  diag_error(search->diag, channel->where, "this is not a channel");
}

static void settle(void *context, struct expr *expr) {
  const struct search *search = context;
  if (expr->kind == EXPR_EXECUTES && !expr->actions)
    find_statements(search, expr);
  else if (expr->kind == EXPR_SENDS || expr->kind == EXPR_RECEIVES)
    check_remote_channel(search, expr->a);
}

static void refuse(void *context, struct expr *expr) {
  const struct search *search = context;
  if (expr_is_event(expr))
    diag_error(search->diag, expr->where,
               "this is about a step: it can be used in conditions only");
}

static void look_at(struct search *search, const struct action *action) {
  expr_walk(action->value, action->kind == ACTION_TEST ? settle : refuse,
            search);
  expr_walk_ref(action->ref, refuse, search);
  for (uint32_t i = 0; i < action->arg_count; i++)
    expr_walk(action->args[i], refuse, search);
}

static void look_at_initialisers(struct search *search,
                                 const struct proctype *proctype) {
  for (uint32_t i = 0; i < proctype->variable_count; i++)
    for (uint32_t k = 0; k < proctype->variables[i]->init_count; k++)
      expr_walk(proctype->variables[i]->inits[k], refuse, search);
}

void events_lower(struct model *model, struct diag *diag) {
  struct search search = {model, diag};
  claim_actions(model);
  for (uint32_t i = 0; i < model->atom_count; i++)
    expr_walk(model->atoms[i], settle, &search);
  for (uint32_t i = 0; i < model->action_count; i++)
    look_at(&search, model->actions[i]);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    look_at_initialisers(&search, model->proctypes[i]);
}
