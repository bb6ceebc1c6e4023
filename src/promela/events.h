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

/* A condition with events in it, or a constant one, as a formula over the
 * model's propositions, to which its parts are added; NULL for others.
 */
struct guards {
  struct model *model;
  struct map numbers; /* text -> number of the proposition plus one */
};
const struct formula *events_guard(struct guards *guards, struct expr *expr);
void guards_free(struct guards *guards);

#endif
