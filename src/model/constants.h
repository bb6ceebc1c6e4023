/* Variables that keep their first value for good. */
#ifndef LARIAT_MODEL_CONSTANTS_H
#define LARIAT_MODEL_CONSTANTS_H

#include "base/map.h"
#include "model/model.h"

/* One that is read, never written, and begins with a known value. */
struct constant {
  const struct var *var;
  const struct proctype *proctype; /* NULL: a global one */
  int32_t value;                   /* not of an array */
};

struct constants {
  struct constant *items;
  size_t count, capacity;
};

/* With overflow, an initial value that does not fit is a run-time error, and
 * the variable no constant.  Nor are those that are keys of `open`, unless
 * NULL: they may begin with other values than the model says.
 */
void constants_find(const struct model *model, bool overflow,
                    const struct map *open, struct constants *out);
void constants_clear(struct constants *constants);

/* A copy of the model in arena with values in the place of these variables,
 * which lie outside of its states.  Its expressions are as simple as that makes
 * them.  NULL when it cannot be made.
 */
struct model *constants_put(const struct model *model,
                            const struct constants *constants, bool overflow,
                            struct arena *arena);

#endif
