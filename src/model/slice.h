/* Variables that a property cannot see. */
#ifndef LARIAT_MODEL_SLICE_H
#define LARIAT_MODEL_SLICE_H

#include "base/map.h"
#include "model/model.h"

/* What a property sees: run-time errors, assertions and end states in any case,
 * and these propositions.
 */
struct slice_view {
  const uint32_t *atoms; /* indices of model->atoms */
  size_t atom_count;
  bool overflow; /* a value that does not fit is a run-time error */
};

struct sliced {
  const struct var *var;
  const struct proctype *proctype; /* NULL: a global one */
};

/* In the order of the text: globals, then the variables of each process. */
struct slice {
  struct sliced *items;
  size_t count, capacity;
  struct map members;
};

/* Finds the variables whose values make no difference. */
void slice_find(const struct model *model, const struct slice_view *view,
                struct slice *out);
void slice_clear(struct slice *slice);
bool slice_has(const struct slice *slice, const struct var *var);

/* A copy of the model in arena without them: statements that do nothing else
 * than setting them do nothing, and where their evaluation can fail they lie
 * outside of the states.  NULL when it cannot be made.
 */
struct model *slice_cut(const struct model *model, const struct slice *slice,
                        bool overflow, struct arena *arena);

#endif
