/* What values an expression can have, and whether its evaluation can fail, as
 * far as its types tell.
 */
#ifndef LARIAT_MODEL_RANGE_H
#define LARIAT_MODEL_RANGE_H

#include "model/expr.h"

/* Both ends are possible values, or wider. */
struct range {
  int64_t low, high;
};

struct range range_of_variable(const struct var *var);
struct range range_of(const struct expr *expr);

/* Does every value of one lie in the other? */
bool range_inside(struct range inner, struct range outer);

/* Could evaluating it be a run-time error, or start a process?  With overflow,
 * a result that does not fit into an int is an error too.
 */
bool range_can_fail(const struct expr *expr, bool overflow);
/* The same of selecting a part of a variable. */
bool range_ref_can_fail(const struct ref *ref, bool overflow);

#endif
