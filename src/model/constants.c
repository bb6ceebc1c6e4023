/* Finds constants, and puts them where they are read.
 *
 * A variable that no statement writes is as good as a number, if its initial
 * value is one, or is computed from constants found before.  An array that is
 * never written lies outside of the states too, but its elements are read
 * there: which one is not always known beforehand.
 *
 * Remote references are left alone, since they can fail, and so is whatever has
 * channels in it.
 */
#include "model/constants.h"

#include "base/vec.h"
#include "model/copy.h"
#include "model/fold.h"
#include "model/range.h"

static const struct constant *constant_of(const struct constants *constants,
                                          const struct var *var) {
  for (size_t i = 0; i < constants->count; i++)
    if (constants->items[i].var == var)
      return &constants->items[i];
  return NULL;
}

void constants_clear(struct constants *constants) {
  memory_free(constants->items);
  *constants = (struct constants){0};
}

/* ---- putting them in ---- */

struct putting {
  const struct constants *constants;
  bool overflow;
};

static void put_constant(const struct constants *constants,
                         const struct expr *old, struct expr *copy) {
  const struct ref *ref = old->ref;
  const struct constant *constant = constant_of(constants, ref->var);
  if (constant && !ref->index && !ref->var->is_array)
    *copy = (struct expr){
        .kind = EXPR_CONST, .where = old->where, .value = constant->value};
}

static void put(void *context, const struct expr *old, struct expr *copy) {
  const struct putting *self = context;
  if (old->kind == EXPR_REF)
    put_constant(self->constants, old, copy);
  else
    fold_expr(copy, self->overflow);
}

static bool is_outside(void *context, const struct var *old) {
  const struct putting *self = context;
  return constant_of(self->constants, old) != NULL;
}

struct model *constants_put(const struct model *model,
                            const struct constants *constants, bool overflow,
                            struct arena *arena) {
  struct putting self = {constants, overflow};
  const struct copy_rules rules = {
      .context = &self, .is_outside = is_outside, .expr = put};
  return model_copy(model, &rules, arena);
}

/* ---- finding them ---- */

struct finding {
  struct constants *constants;
  bool overflow;
  const struct map *open; /* or NULL */
};

/* The value of an expression over constants; false when it is not known. */
static bool value_of(const struct finding *self, const struct expr *expr,
                     int32_t *value) {
  struct expr a, b, copy = *expr;
  if (expr->kind == EXPR_REF)
    put_constant(self->constants, expr, &copy);
  else if (expr->kind >= EXPR_NEGATE && expr->kind <= EXPR_OR) {
    a = (struct expr){.kind = EXPR_CONST};
    b = a;
    if (!value_of(self, expr->a, &a.value) ||
        (expr->b && !value_of(self, expr->b, &b.value)))
      return false;
    copy.a = &a;
    copy.b = expr->b ? &b : NULL;
    fold_expr(&copy, self->overflow);
  }
  *value = copy.value;
  return copy.kind == EXPR_CONST;
}

/* All initial values are known, and fit. */
static bool has_known_start(const struct finding *self, const struct var *var,
                            int32_t *value) {
  *value = 0;
  for (uint32_t i = 0; i < var->init_count; i++) {
    int32_t whole;
    if (!value_of(self, var->inits[i], &whole))
      return false;
    *value = fold_cut(var, whole);
    if (*value != whole && self->overflow)
      return false;
  }
  return true;
}

static bool can_be_constant(const struct var *var) {
  return var->is_read && !var->is_written && !var->is_parameter &&
         !var->outside && !var->channel && var->type.kind != TYPE_CHAN &&
         var->type.kind != TYPE_RECORD;
}

static void add_constants(const struct finding *self, struct var *const *vars,
                          uint32_t count, const struct proctype *proctype) {
  struct constants *constants = self->constants;
  for (uint32_t i = 0; i < count; i++) {
    struct constant constant = {.var = vars[i], .proctype = proctype};
    if (!can_be_constant(vars[i]) ||
        (self->open && map_get(self->open, vars[i])) ||
        !has_known_start(self, vars[i], &constant.value))
      continue;
    vec_push(constants, constant);
  }
}

/* Initial values are computed from what is declared before. */
void constants_find(const struct model *model, bool overflow,
                    const struct map *open, struct constants *out) {
  const struct finding self = {out, overflow, open};
  *out = (struct constants){0};
  add_constants(&self, model->globals, model->global_count, NULL);
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    const struct proctype *proctype = model->proctypes[i];
    if (proctype->kind == PROC_PLAIN || proctype->kind == PROC_INIT)
      add_constants(&self, proctype->variables, proctype->variable_count,
                    proctype);
  }
}
