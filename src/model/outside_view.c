/* Collects what is seen of processes: see outside_view.h. */
#include "model/outside_view.h"

static void add_location(struct outside_view *view,
                         const struct proctype *proctype, uint32_t location) {
  uint8_t *asked = map_get(&view->labels, proctype);
  if (!asked) {
    asked = ARENA_ARRAY(view->arena, uint8_t, proctype->location_count);
    map_put(&view->labels, proctype, asked);
  }
  asked[location] = 1;
}

void outside_view_add(struct outside_view *view, const struct expr *expr) {
  if (expr->kind == EXPR_REMOTE)
    map_put(&view->variables, expr->ref->var, view);
  if (expr->kind == EXPR_AT)
    add_location(view, expr->proctype, expr->location);
}

void outside_view_clear(struct outside_view *view) {
  map_free(&view->variables);
  map_free(&view->labels);
}

bool outside_view_has(const struct outside_view *view, const struct var *var) {
  return map_get(&view->variables, var) != NULL;
}

bool outside_view_has_location(const struct outside_view *view,
                               const struct proctype *proctype,
                               uint32_t location) {
  const uint8_t *asked = map_get(&view->labels, proctype);
  return asked && asked[location];
}
