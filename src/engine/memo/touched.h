/* Which bytes of a state a process can read or write in its next transitions.
 *
 * Included inside src/engine/ only.
 */
#ifndef LARIAT_ENGINE_MEMO_TOUCHED_H
#define LARIAT_ENGINE_MEMO_TOUCHED_H

#include "base/word.h"
#include "engine/bytecode/program.h"

enum { TOUCHED_WORDS = 56 }; /* of a state, that are looked at */

/* The processes of a state: their types, and where their frames begin. */
struct crew {
  uint32_t count;
  const uint8_t *types;
  const uint32_t *offsets;
};

/* A process at a location.  With its frame in a state, or NULL, if only what
 * holds for all values of its variables is asked for.  With those that are
 * there besides, or NULL, if they are not known: then neither is what a
 * handshake touches.
 */
struct toucher {
  const struct program *program;
  const struct process_type *type;
  uint32_t location, pid;
  const uint8_t *frame;
  const uint8_t *state; /* or NULL; for variables that never change */
  const struct crew *crew;
};

/* Of the state without the frame of the process, a mask of the bytes of each
 * word; what it touches besides is its own frame.  All this holds also for
 * other frames that agree in some of their bytes, among the same processes.
 */
struct touched {
  bool is_known; /* no: it may depend on anything */
  uint64_t masks[TOUCHED_WORDS];
  uint64_t same[TOUCHED_WORDS]; /* of the frame, those in which they agree */
};

void touched_find(const struct toucher *toucher, struct touched *out);

#endif
