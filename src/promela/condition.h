/* The expressions of #if and #elif. */
#ifndef LARIAT_PROMELA_CONDITION_H
#define LARIAT_PROMELA_CONDITION_H

#include "base/diag.h"
#include "promela/preprocess.h"

#include <stdbool.h>

/* Evaluates an expression whose macros have been expanded.  False, after an
 * error at one of its tokens or at where, when it is not well formed.
 */
bool condition_holds(const struct tokens *expression, struct span where,
                     struct diag *diag);

#endif
