/* Places at which the loops of a process are cut. */
#ifndef LARIAT_MODEL_FEEDBACK_H
#define LARIAT_MODEL_FEEDBACK_H

#include "model/model.h"

/* Of some places of a proctype, those that are not 0 by location, marks few so
 * that each cycle among them has one that is marked.
 */
void feedback_mark(const struct proctype *proctype, uint8_t *places,
                   uint8_t mark);

#endif
