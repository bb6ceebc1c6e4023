/* Which variables of a process have a value that no longer matters. */
#ifndef LARIAT_MODEL_DEAD_H
#define LARIAT_MODEL_DEAD_H

#include "model/model.h"

/* A piece of a frame. */
struct dead_bytes {
  uint32_t offset, length;
};

/* What is dead at one location. */
struct dead_place {
  const struct dead_bytes *pieces;
  uint32_t count;
};

/* By proctype and location, in arena.  The processes of never claims and traces
 * have none.
 */
struct dead_place **dead_find(const struct model *model, struct arena *arena);

#endif
