/* Joins propositions.
 *
 * Only those are joined that always have a value: whether one that has none
 * matters would depend on the others.
 */
#include "promela/join.h"

#include "base/vec.h"
#include "ltl/automaton.h"
#include "model/range.h"

/* The parts that were joined so far; equal ones are one proposition. */
struct joined {
  const struct formula *part;
  uint32_t atom;
};
struct joining {
  struct model *model;
  VEC(struct joined) parts;
};

static bool is_boolean(enum formula_kind kind) {
  return kind >= FORMULA_NOT && kind <= FORMULA_EQUIV;
}

static bool can_join(const struct model *model, const struct formula *formula) {
  if (formula->kind == FORMULA_ATOM)
    return !range_can_fail(model->atoms[formula->atom], true);
  if (formula->kind == FORMULA_TRUE || formula->kind == FORMULA_FALSE)
    return true;
  return is_boolean(formula->kind) && can_join(model, formula->left) &&
         (!formula->right || can_join(model, formula->right));
}

static bool is_equal(const struct formula *a, const struct formula *b) {
  if (!a || !b)
    return a == b;
  return a->kind == b->kind &&
         (a->kind != FORMULA_ATOM || a->atom == b->atom) &&
         is_equal(a->left, b->left) && is_equal(a->right, b->right);
}

/* ---- a part as an expression ---- */

static struct expr *new_expr(struct model *model, enum expr_kind kind,
                             struct expr *a, struct expr *b) {
  struct expr *expr = ARENA_NEW(model->arena, struct expr);
  *expr = (struct expr){.kind = kind, .where = a->where, .a = a, .b = b};
  expr->height = 1 + (b && b->height > a->height ? b->height : a->height);
  return expr;
}

static struct expr *negation(struct model *model, struct expr *expr) {
  return new_expr(model, EXPR_NOT, expr, NULL);
}

static struct expr *constant(struct model *model,
                             const struct formula *formula) {
  struct expr *expr = ARENA_NEW(model->arena, struct expr);
  *expr = (struct expr){.kind = EXPR_CONST,
                        .where = formula->where,
                        .value = formula->kind == FORMULA_TRUE};
  return expr;
}

static struct expr *expr_of(struct model *model,
                            const struct formula *formula) {
  if (formula->kind == FORMULA_ATOM)
    return model->atoms[formula->atom];
  if (!formula->left)
    return constant(model, formula);
  struct expr *a = expr_of(model, formula->left);
  struct expr *b = formula->right ? expr_of(model, formula->right) : NULL;
  switch (formula->kind) {
  case FORMULA_NOT:
    return negation(model, a);
  case FORMULA_AND:
    return new_expr(model, EXPR_AND, a, b);
  case FORMULA_OR:
    return new_expr(model, EXPR_OR, a, b);
  case FORMULA_IMPLIES:
    return new_expr(model, EXPR_OR, negation(model, a), b);
  default: /* FORMULA_EQUIV: operands need not be 0 or 1 */
    return new_expr(model, EXPR_EQ, negation(model, a), negation(model, b));
  }
}

/* ---- a formula ---- */

static uint32_t joined_atom(struct joining *joining,
                            const struct formula *part) {
  for (size_t i = 0; i < joining->parts.count; i++)
    if (is_equal(joining->parts.items[i].part, part))
      return joining->parts.items[i].atom;
  const struct joined joined = {
      part, model_add_atom(joining->model, expr_of(joining->model, part))};
  vec_push(&joining->parts, joined);
  return joined.atom;
}

/* A negation stays, for its operand may be there without it as well. */
static const struct formula *join(struct joining *joining,
                                  const struct formula *formula) {
  if (!formula || !formula->left)
    return formula;
  struct formula *copy = ARENA_NEW(joining->model->arena, struct formula);
  if (formula->kind != FORMULA_NOT && can_join(joining->model, formula)) {
    *copy = (struct formula){.kind = FORMULA_ATOM,
                             .where = formula->where,
                             .atom = joined_atom(joining, formula)};
    return copy;
  }
  *copy = *formula;
  copy->left = join(joining, formula->left);
  copy->right = join(joining, formula->right);
  return copy;
}

void join_atoms(struct model *model) {
  struct joining joining = {.model = model};
  for (uint32_t i = 0; i < model->ltl_count; i++)
    if (!automaton_has_room(model->ltl[i].formula))
      model->ltl[i].formula = join(&joining, model->ltl[i].formula);
  vec_free(&joining.parts);
}
