/* Copies a model, piece by piece: see copy.h.
 *
 * First come all variables and processes, which expressions name, then the
 * expressions, the statements, and the places of the processes.  Expressions
 * that were shared become several.
 *
 * Invariant: whatever has a number has the same in both models.  A transition
 * that can never be taken stays, but leads to no place: what lies behind it is
 * then seen to be out of reach.
 */
#include "model/copy.h"

#include "base/map.h"
#include "model/layout.h"

#include <string.h>

struct copying {
  const struct model *from;
  struct model *to;
  const struct copy_rules *rules;
  struct arena *arena;
  struct map variables; /* from old to new */
};

static struct expr *copy_expr(const struct copying *self,
                              const struct expr *old);

/* ---- expressions ---- */

/* Fields of records are not copied. */
static struct var *var_of(const struct copying *self, struct var *old) {
  struct var *copy = map_get(&self->variables, old);
  return copy ? copy : old;
}

static struct ref *copy_ref(const struct copying *self, const struct ref *old) {
  if (!old)
    return NULL;
  struct ref *copy = ARENA_NEW(self->arena, struct ref);
  *copy = *old;
  copy->var = var_of(self, old->var);
  copy->index = copy_expr(self, old->index);
  copy->field = copy_ref(self, old->field);
  return copy;
}

static struct expr **copy_list(const struct copying *self,
                               struct expr *const *old, uint32_t count) {
  struct expr **copy = ARENA_ARRAY(self->arena, struct expr *, count);
  for (uint32_t i = 0; i < count; i++)
    copy[i] = copy_expr(self, old[i]);
  return copy;
}

static struct pattern *copy_patterns(const struct copying *self,
                                     const struct pattern *old,
                                     uint32_t count) {
  struct pattern *copy = ARENA_ARRAY(self->arena, struct pattern, count);
  for (uint32_t i = 0; i < count; i++) {
    copy[i] = old[i];
    copy[i].ref = copy_ref(self, old[i].ref);
    copy[i].value = copy_expr(self, old[i].value);
  }
  return copy;
}

static struct expr *copy_expr(const struct copying *self,
                              const struct expr *old) {
  if (!old)
    return NULL;
  struct expr *copy = ARENA_NEW(self->arena, struct expr);
  *copy = *old;
  copy->a = copy_expr(self, old->a);
  copy->b = copy_expr(self, old->b);
  copy->c = copy_expr(self, old->c);
  copy->ref = copy_ref(self, old->ref);
  copy->args = copy_list(self, old->args, old->arg_count);
  copy->patterns = copy_patterns(self, old->patterns, old->pattern_count);
  if (old->proctype)
    copy->proctype = self->to->proctypes[old->proctype->index];
  if (self->rules->expr)
    self->rules->expr(self->rules->context, old, copy);
  return copy;
}

/* ---- variables ---- */

static struct var **announce_vars(struct copying *self, struct var *const *old,
                                  uint32_t count) {
  struct var **copy = ARENA_ARRAY(self->arena, struct var *, count);
  for (uint32_t i = 0; i < count; i++) {
    copy[i] = ARENA_NEW(self->arena, struct var);
    *copy[i] = *old[i];
    if (self->rules->is_outside)
      copy[i]->outside |= self->rules->is_outside(self->rules->context, old[i]);
    map_put(&self->variables, old[i], copy[i]);
  }
  return copy;
}

static void copy_inits(const struct copying *self, struct var *const *vars,
                       uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    vars[i]->inits = copy_list(self, vars[i]->inits, vars[i]->init_count);
}

/* ---- processes ---- */

static void announce_proctypes(struct copying *self) {
  struct model *to = self->to;
  to->proctypes =
      ARENA_ARRAY(self->arena, struct proctype *, to->proctype_count);
  for (uint32_t i = 0; i < to->proctype_count; i++) {
    struct proctype *copy = ARENA_NEW(self->arena, struct proctype);
    *copy = *self->from->proctypes[i];
    copy->variables =
        announce_vars(self, copy->variables, copy->variable_count);
    to->proctypes[i] = copy;
  }
}

static struct action *copy_action(const struct copying *self,
                                  const struct action *old) {
  struct action *copy = ARENA_NEW(self->arena, struct action);
  *copy = *old;
  copy->value = copy_expr(self, old->value);
  copy->ref = copy_ref(self, old->ref);
  copy->var = old->var ? var_of(self, old->var) : NULL;
  copy->channel = copy_expr(self, old->channel);
  copy->args = copy_list(self, old->args, old->arg_count);
  copy->patterns = copy_patterns(self, old->patterns, old->pattern_count);
  if (old->proctype)
    copy->proctype = self->to->proctypes[old->proctype->index];
  if (self->rules->action)
    self->rules->action(self->rules->context, old, copy, self->arena);
  return copy;
}

bool is_never_taken(const struct action *action) {
  return action->kind == ACTION_TEST && action->value->kind == EXPR_CONST &&
         action->value->value == 0;
}

static struct transition *copy_transitions(const struct copying *self,
                                           const struct location *old) {
  struct transition *copy =
      ARENA_ARRAY(self->arena, struct transition, old->transition_count);
  for (uint32_t t = 0; t < old->transition_count; t++) {
    copy[t] = old->transitions[t];
    copy[t].action = self->to->actions[copy[t].action->number];
    if (is_never_taken(copy[t].action))
      copy[t].target = 0;
  }
  return copy;
}

static void copy_body(const struct copying *self, struct proctype *copy) {
  struct location *locations =
      ARENA_ARRAY(self->arena, struct location, copy->location_count);
  for (uint32_t l = 1; l < copy->location_count; l++) {
    locations[l] = copy->locations[l];
    locations[l].transitions = copy_transitions(self, &copy->locations[l]);
  }
  copy->locations = locations;
  copy->provided = copy_expr(self, copy->provided);
  copy_inits(self, copy->variables, copy->variable_count);
}

static void copy_all(struct copying *self) {
  struct model *to = self->to;
  to->globals = announce_vars(self, to->globals, to->global_count);
  announce_proctypes(self);
  copy_inits(self, to->globals, to->global_count);
  to->atoms = copy_list(self, to->atoms, to->atom_count);
  to->actions = ARENA_ARRAY(self->arena, struct action *, to->action_count);
  for (uint32_t i = 0; i < to->action_count; i++)
    to->actions[i] = copy_action(self, self->from->actions[i]);
  for (uint32_t i = 0; i < to->proctype_count; i++)
    copy_body(self, to->proctypes[i]);
}

/* Records are shared, so nothing in them may name a variable. */
static bool records_are_plain(const struct model *model) {
  for (uint32_t r = 0; r < model->record_count; r++)
    for (uint32_t f = 0; f < model->records[r]->field_count; f++) {
      const struct var *field = model->records[r]->fields[f];
      for (uint32_t i = 0; i < field->init_count; i++)
        if (field->inits[i]->kind != EXPR_CONST)
          return false;
    }
  return true;
}

struct model *model_copy(const struct model *model,
                         const struct copy_rules *rules, struct arena *arena) {
  if (!records_are_plain(model))
    return NULL;
  struct copying self = {.from = model,
                         .to = ARENA_NEW(arena, struct model),
                         .rules = rules,
                         .arena = arena};
  *self.to = *model;
  self.to->arena = arena;
  copy_all(&self);
  map_free(&self.variables);
  return layout_model(self.to) ? self.to : NULL;
}
