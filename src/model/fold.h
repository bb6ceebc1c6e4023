/* Simpler expressions with the same value. */
#ifndef LARIAT_MODEL_FOLD_H
#define LARIAT_MODEL_FOLD_H

#include "base/arena.h"
#include "model/expr.h"

/* Changes the expression itself, whose operands are as simple as can be: to a
 * constant or to one of its operands, where the value cannot be noticed to be
 * anything else and no run-time error gets lost.  With overflow, a result that
 * does not fit into an int is one.
 */
void fold_expr(struct expr *expr, bool overflow);

/* What is left of a value that is stored in a variable. */
int32_t fold_cut(const struct var *var, int32_t value);

#endif
