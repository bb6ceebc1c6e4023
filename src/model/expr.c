/* Walking expressions: the one place that knows where operands hang. */
#include "model/expr.h"

#include <stddef.h>

void expr_walk_ref(struct ref *ref, expr_visitor *visit, void *context) {
  for (; ref; ref = ref->field)
    expr_walk(ref->index, visit, context);
}

void expr_walk_patterns(struct pattern *patterns, uint32_t count,
                        expr_visitor *visit, void *context) {
  for (uint32_t i = 0; i < count; i++) {
    expr_walk_ref(patterns[i].ref, visit, context);
    expr_walk(patterns[i].value, visit, context);
  }
}

static void keep_event(void *context, struct expr *expr) {
  struct expr **found = context;
  if (!*found && expr_is_event(expr))
    *found = expr;
}

struct expr *expr_find_event(struct expr *expr) {
  struct expr *found = NULL;
  expr_walk(expr, keep_event, &found);
  return found;
}

void expr_walk(struct expr *expr, expr_visitor *visit, void *context) {
  if (!expr)
    return;
  visit(context, expr);
  expr_walk(expr->a, visit, context);
  expr_walk(expr->b, visit, context);
  expr_walk(expr->c, visit, context);
  expr_walk_ref(expr->ref, visit, context);
  for (uint32_t i = 0; i < expr->arg_count; i++)
    expr_walk(expr->args[i], visit, context);
  expr_walk_patterns(expr->patterns, expr->pattern_count, visit, context);
}

static bool compute(enum expr_kind kind, int32_t a, int32_t b, int32_t *out) {
  switch (kind) {
  case EXPR_ADD:
    *out = (int32_t)((uint32_t)a + (uint32_t)b);
    return true;
  case EXPR_SUB:
    *out = (int32_t)((uint32_t)a - (uint32_t)b);
    return true;
  case EXPR_MUL:
    *out = (int32_t)((uint32_t)a * (uint32_t)b);
    return true;
  case EXPR_MOD:
    *out = b > 0 ? a % b : 0;
    return b > 0;
  default:
    return false;
  }
}

bool expr_names_channel(const struct expr *expr) {
  return expr->kind == EXPR_REF && !expr->ref->field &&
         expr->ref->var->channel && !expr->ref->var->is_written;
}

bool expr_number(const struct expr *expr, const struct expr_known *known,
                 int32_t *out) {
  int32_t a, b;
  if (expr->kind == EXPR_CONST || expr->kind == EXPR_PID) {
    *out = expr->kind == EXPR_CONST ? expr->value : (int32_t)known->pid;
    return true;
  }
  if (expr->kind == EXPR_REF)
    return known->read && known->read(known->context, expr->ref, out);
  return expr->kind >= EXPR_ADD && expr->kind <= EXPR_MOD &&
         expr_number(expr->a, known, &a) && expr_number(expr->b, known, &b) &&
         compute(expr->kind, a, b, out);
}
