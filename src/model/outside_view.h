/* What expressions see of processes from outside: remote references to
 * variables, and labels processes are asked to be at.
 */
#ifndef LARIAT_MODEL_OUTSIDE_VIEW_H
#define LARIAT_MODEL_OUTSIDE_VIEW_H

#include "base/map.h"
#include "model/model.h"

/* A zeroed one with an arena sees nothing. */
struct outside_view {
  struct arena *arena;
  struct map variables;
  struct map labels; /* proctypes, to one byte a location */
};

/* Adds what this expression sees, without its operands: for expr_walk(). */
void outside_view_add(struct outside_view *view, const struct expr *expr);
void outside_view_clear(struct outside_view *view);

bool outside_view_has(const struct outside_view *view, const struct var *var);
bool outside_view_has_location(const struct outside_view *view,
                               const struct proctype *proctype,
                               uint32_t location);

#endif
