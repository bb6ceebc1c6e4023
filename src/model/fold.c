/* Folding of constants, one operator at a time.
 *
 * Operators compute as the engines do, with 32 bits that wrap around.  An
 * operation that fails is left alone, so it fails when it is executed.  A truth
 * value that is known ends && and ||, as long as the other side cannot fail.
 */
#include "model/fold.h"

#include "model/range.h"

static void become(struct expr *expr, int32_t value) {
  *expr =
      (struct expr){.kind = EXPR_CONST, .where = expr->where, .value = value};
}

static void become_other(struct expr *expr, const struct expr *other) {
  const struct span where = expr->where;
  *expr = *other;
  expr->where = where;
}

static bool is_constant(const struct expr *expr) {
  return expr && expr->kind == EXPR_CONST;
}

int32_t fold_cut(const struct var *var, int32_t value) {
  const struct range range = range_of_variable(var);
  if (var->type.kind == TYPE_SHORT)
    return (int16_t)value;
  return range.low < 0 ? value : (int32_t)((uint32_t)value & range.high);
}

static int32_t divide(int32_t a, int32_t b) {
  return b == -1 ? (int32_t)(0 - (uint32_t)a) : a / b;
}

static int32_t shift_right(int32_t a, int32_t by) {
  return a < 0 ? ~(~a >> by) : a >> by;
}

/* The operator cannot fail with these operands. */
static int32_t compute(enum expr_kind kind, int32_t a, int32_t b) {
  const uint32_t left = (uint32_t)a, right = (uint32_t)b;
  switch (kind) {
  case EXPR_ADD:
    return (int32_t)(left + right);
  case EXPR_SUB:
    return (int32_t)(left - right);
  case EXPR_MUL:
    return (int32_t)(left * right);
  case EXPR_DIV:
    return divide(a, b);
  case EXPR_MOD:
    return b == -1 ? 0 : a % b;
  case EXPR_BIT_AND:
    return (int32_t)(left & right);
  case EXPR_BIT_OR:
    return (int32_t)(left | right);
  case EXPR_BIT_XOR:
    return (int32_t)(left ^ right);
  case EXPR_SHIFT_LEFT:
    return (int32_t)(left << right);
  case EXPR_SHIFT_RIGHT:
    return shift_right(a, b);
  case EXPR_LT:
    return a < b;
  case EXPR_LE:
    return a <= b;
  case EXPR_GT:
    return a > b;
  case EXPR_GE:
    return a >= b;
  case EXPR_EQ:
    return a == b;
  default:
    return a != b;
  }
}

static bool is_truth(const struct expr *expr) {
  return range_inside(range_of(expr), (struct range){0, 1});
}

/* a && b and a || b with one side known. */
static void fold_logic(struct expr *expr, bool overflow) {
  const bool known_left = is_constant(expr->a);
  const struct expr *known = known_left ? expr->a : expr->b;
  const struct expr *other = known_left ? expr->b : expr->a;
  if (!is_constant(known))
    return;
  const bool decides = (known->value != 0) == (expr->kind == EXPR_OR);
  if (decides) {
    if (known_left || !range_can_fail(other, overflow))
      become(expr, expr->kind == EXPR_OR);
  } else if (is_constant(other)) {
    become(expr, other->value != 0);
  } else if (is_truth(other)) {
    become_other(expr, other);
  }
}

static void fold_unary(struct expr *expr) {
  const int32_t a = expr->a->value;
  become(expr, expr->kind == EXPR_NOT      ? !a
               : expr->kind == EXPR_NEGATE ? (int32_t)(0 - (uint32_t)a)
                                           : ~a);
}

void fold_expr(struct expr *expr, bool overflow) {
  if (expr->kind == EXPR_AND || expr->kind == EXPR_OR) {
    fold_logic(expr, overflow);
  } else if (expr->kind == EXPR_COND) {
    if (is_constant(expr->a))
      become_other(expr, expr->a->value != 0 ? expr->b : expr->c);
  } else if (expr->kind >= EXPR_NEGATE && expr->kind <= EXPR_COMPLEMENT) {
    if (is_constant(expr->a))
      fold_unary(expr);
  } else if (expr->kind >= EXPR_ADD && expr->kind <= EXPR_NE) {
    if (is_constant(expr->a) && is_constant(expr->b) &&
        !range_can_fail(expr, overflow))
      become(expr, compute(expr->kind, expr->a->value, expr->b->value));
  }
}
