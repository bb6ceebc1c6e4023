/* A copy of a model that differs in details. */
#ifndef LARIAT_MODEL_COPY_H
#define LARIAT_MODEL_COPY_H

#include "model/model.h"

/* What is different; every function may be NULL.  The copy that one is handed
 * names variables of the new model, `old` those of the old one.
 */
struct copy_rules {
  void *context;
  /* Is this variable of the old model to lie outside of the states? */
  bool (*is_outside)(void *context, const struct var *old);
  /* An expression, after its operands; `old` is what it was copied from. */
  void (*expr)(void *context, const struct expr *old, struct expr *copy);
  /* A statement, after its expressions. */
  void (*action)(void *context, const struct action *old, struct action *copy,
                 struct arena *arena);
};

/* Copies the model into arena, laid out anew.  Processes, places, transitions,
 * statements and propositions keep their numbers, so that a run of one is named
 * by the same moves in the other.  Texts, names, formulas, records and types of
 * channels are shared with the old model, which must live as long.  NULL when
 * a record begins with values that are no constants, or the variables cannot be
 * laid out; otherwise it dies with the arena and must not be closed.
 */
struct model *model_copy(const struct model *model,
                         const struct copy_rules *rules, struct arena *arena);

/* A transition whose condition is the constant false leads nowhere. */
bool is_never_taken(const struct action *action);

#endif
