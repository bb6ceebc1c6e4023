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
