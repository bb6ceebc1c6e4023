/* Places of processes that others cannot notice. */
#ifndef LARIAT_MODEL_QUIET_H
#define LARIAT_MODEL_QUIET_H

#include "model/model.h"

/* By proctype and location, in arena: 1 where a process may go on at once,
 * whatever the others do.
 */
uint8_t **quiet_find(const struct model *model, struct arena *arena);

#endif
