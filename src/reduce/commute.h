/* Do two statements commute in a state, whatever they have in common?
 *
 * Statements that touch the same variable need not disturb each other: two that
 * take different bits out of a set, say, or a test that is true before and
 * after the assignment of another process.  Whether it is so in a state is
 * found by executing both, in one order and in the other.
 */
#ifndef LARIAT_REDUCE_COMMUTE_H
#define LARIAT_REDUCE_COMMUTE_H

#include "reduce/footprint.h"

struct commute;

/* The universe must live as long. */
struct commute *commute_open(const struct universe *universe);
void commute_close(struct commute *self);

/* The global variables and channels that a statement touches, in every state of
 * the engine.
 */
struct touched {
  const struct state_room *rooms;
  uint32_t count;
  bool complete; /* it touches nothing else but the variables of its process */
};
struct touched commute_touched(struct commute *self,
                               const struct engine *engine,
                               const struct tracks *tracks,
                               struct arena *arena);

/* A statement that a process can execute in the state at hand. */
struct move {
  uint32_t pid;
  uint32_t place; /* of the process: see struct process_view */
  uint32_t transition;
  const uint8_t *frame;
  const struct touched *touched;
};

struct state_at_hand {
  struct engine *engine;
  unsigned options; /* for engine_expand() */
  const uint8_t *state;
  size_t length;
};

/* Is each of two moves, of different processes, possible after the other, and
 * is the state after both the same in either order?  May say no when it is too
 * much to find out.  Must not be asked while the engine expands.
 */
bool commute_ask(struct commute *self, const struct state_at_hand *at,
                 const struct move *a, const struct move *b);

#endif
