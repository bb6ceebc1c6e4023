/* An engine whose states have no dead values. */
#ifndef LARIAT_REDUCE_TIDY_H
#define LARIAT_REDUCE_TIDY_H

#include "engine/engine.h"

/* Sets variables of processes to zero when their value no longer matters
 * (model/dead.h), so that states which differ in nothing else are one.  Single
 * steps are left as they are: people see real values.  Closing it leaves the
 * inner engine open.  NULL when no value is ever dead.
 */
struct engine *engine_open_tidy(struct engine *inner,
                                const struct model *model);

#endif
