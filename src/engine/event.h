/* Events: which statements a proposition about the step is true of. */
#ifndef LARIAT_ENGINE_EVENT_H
#define LARIAT_ENGINE_EVENT_H

#include "engine/engine.h"

/* An event with the values its operands have in some state. */
struct event_query {
  const struct expr *atom;
  bool known;      /* false: an operand has no value, and nothing fits */
  int32_t operand; /* the process or the channel, where there is one */
  int32_t *values; /* of the patterns that match a value */
};

/* Does the step, which has one statement or is a handshake, fit? */
bool event_fits(const struct event_query *query, const struct step *step);

#endif
