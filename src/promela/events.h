/* The last steps for events: their statements, and the guards of claims. */
#ifndef LARIAT_PROMELA_EVENTS_H
#define LARIAT_PROMELA_EVENTS_H

#include "base/diag.h"
#include "base/map.h"
#include "model/model.h"

/* With all automata built: tells each action whose it is, finds the statements
 * that executes(P, line) means, and refuses events where they have no meaning.
 */
void events_lower(struct model *model, struct diag *diag);

/* Conditions over the model's propositions, to which they are added; equal ones
 * once.
 */
struct guards {
  struct model *model;
  struct map numbers; /* text -> number of the proposition plus one */
};
uint32_t guards_atom(struct guards *guards, struct expr *expr);
const struct formula *guards_formula(struct guards *guards, struct expr *expr);
void guards_free(struct guards *guards);

#endif
