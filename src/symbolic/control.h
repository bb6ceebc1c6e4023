/* The control part of a model: the model without its symbolic variables.
 *
 * A copy of the model in which every statement about symbolic variables only
 * moves control: the interpreter then gives the control states and the steps
 * between them, with processes, channels and explicit variables as ever.  What
 * the statement does to the symbolic variables is found through its origin.
 *
 * A d_step is taken apart: its statements are steps inside an atomic.
 */
#ifndef LARIAT_SYMBOLIC_CONTROL_H
#define LARIAT_SYMBOLIC_CONTROL_H

#include "engine/engine.h"
#include "symbolic/variables.h"

/* Where a transition of the control model comes from. */
struct origin {
  const struct action *action; /* as the model has it */
  uint32_t from, transition;   /* in the model; of a d_step, the whole */
  enum {
    ORIGIN_PLAIN,
    ORIGIN_FIRST, /* the first statement of a d_step */
    ORIGIN_INSIDE /* another one: no step of the model's own */
  } role;
  bool is_symbolic;       /* its condition depends on symbolic variables */
  bool is_else;           /* possible when no earlier sibling is */
  uint32_t first_sibling; /* of its d_step; earlier ones go before it */
};

struct control {
  struct arena *arena;
  const struct model *model; /* the original */
  struct model *abstract;
  struct engine *engine; /* of the abstract model */
  struct variables variables;
  struct origin ***origins; /* [proctype][location][transition] */
  bool **cuts; /* [proctype][location]: loops inside an atomic meet here */
  struct map explicit; /* parts without symbolic variables -> atom + 1 */
};

/* NULL, with the reason, when the model uses what is not supported. */
struct control *control_open(const struct model *model,
                             const struct engine_config *config,
                             const struct variables_wish *wish,
                             const char **reason);
void control_close(struct control *control); /* accepts NULL */

const struct origin *control_origin(const struct control *control,
                                    uint32_t proctype, uint32_t location,
                                    uint32_t transition);

#endif
