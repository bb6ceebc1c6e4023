/* The life of a model: one arena and one table of names, closed as a whole; and
 * what is asked of its parts in many places.
 */
#include "model/model.h"

#include <string.h>

struct model *model_open(void) {
  struct arena *arena = arena_open();
  struct model *model = ARENA_NEW(arena, struct model);
  model->arena = arena;
  model->intern = intern_open();
  return model;
}

void model_close(struct model *model) {
  if (!model)
    return;
  intern_close(model->intern);
  arena_close(model->arena); /* the model itself lies in it */
}

const char *model_mtype_name(const struct model *model, const char *subtype,
                             int32_t value) {
  for (uint32_t i = 0; i < model->mtype_count; i++) {
    const struct mtype *mtype = &model->mtypes[i];
    if (mtype->subtype == subtype && value >= 1 &&
        (uint32_t)value <= mtype->count)
      return mtype->names[value - 1];
  }
  return NULL;
}

void action_walk(const struct action *action, expr_visitor *visit,
                 void *context) {
  expr_walk(action->value, visit, context);
  expr_walk(action->channel, visit, context);
  expr_walk_ref(action->ref, visit, context);
  expr_walk_patterns(action->patterns, action->pattern_count, visit, context);
  for (uint32_t i = 0; i < action->arg_count; i++)
    expr_walk(action->args[i], visit, context);
  if (action->kind != ACTION_INIT)
    return;
  for (uint32_t i = 0; i < action->var->init_count; i++)
    expr_walk(action->var->inits[i], visit, context);
}

uint32_t model_add_atom(struct model *model, struct expr *expr) {
  struct expr **atoms =
      ARENA_ARRAY(model->arena, struct expr *, model->atom_count + 1);
  if (model->atom_count > 0)
    memcpy(atoms, model->atoms, model->atom_count * sizeof *atoms);
  atoms[model->atom_count] = expr;
  model->atoms = atoms;
  return model->atom_count++;
}

static void look_at_process(void *context, struct expr *expr) {
  bool *found = context;
  const bool is_plain = expr->kind <= EXPR_COND ||
                        (expr->kind >= EXPR_LEN && expr->kind <= EXPR_NEMPTY);
  *found |= !is_plain || (expr->ref && expr->ref->var->scope != SCOPE_GLOBAL);
}

void model_sort_atoms(struct model *model) {
  model->process_atoms = ARENA_ARRAY(model->arena, uint32_t, model->atom_count);
  model->process_atom_count = 0;
  model->sorted_atom_count = model->atom_count;
  for (uint32_t i = 0; i < model->atom_count; i++) {
    bool found = false;
    expr_walk(model->atoms[i], look_at_process, &found);
    if (found)
      model->process_atoms[model->process_atom_count++] = i;
  }
}

void model_walk_process_atoms(const struct model *model, expr_visitor *visit,
                              void *context) {
  for (uint32_t i = 0; i < model->process_atom_count; i++)
    expr_walk(model->atoms[model->process_atoms[i]], visit, context);
  for (uint32_t i = model->sorted_atom_count; i < model->atom_count; i++)
    expr_walk(model->atoms[i], visit, context);
}
