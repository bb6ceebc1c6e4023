/* Places of processes that others cannot notice. */
#ifndef LARIAT_MODEL_QUIET_H
#define LARIAT_MODEL_QUIET_H

#include "model/model.h"

enum quietness {
  NOT_QUIET,
  QUIET,      /* a process may go on at once, whatever the others do, */
  QUIET_ONCE, /* but not round and round, nor in many ways: once, until it was
                 seen there */
};

/* By proctype and location, in arena. */
uint8_t **quiet_find(const struct model *model, struct arena *arena);

#endif
