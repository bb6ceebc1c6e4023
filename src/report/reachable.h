/* The reachable states as a graph, in the order of their discovery. */
#ifndef LARIAT_REPORT_REACHABLE_H
#define LARIAT_REPORT_REACHABLE_H

#include "engine/engine.h"

#include <signal.h>

struct reachable_config {
  uint64_t max_states; /* 0: no limit */
  size_t max_bytes;
  const volatile sig_atomic_t *interrupt; /* set to stop; may be NULL */
};

/* States are numbered from 0, the initial one, breadth first. */
struct graph_visitor {
  void *context;
  void (*state)(void *context, uint64_t number, const uint8_t *state,
                size_t length);
  void (*edge)(void *context, uint64_t from, uint64_t to,
               const struct successor *successor);
  /* A step from this state, or the state itself, violates something. */
  void (*violation)(void *context, uint64_t number,
                    const struct violation *violation);
};

enum reachable_end {
  REACHABLE_ALL,
  REACHABLE_CUT,     /* a limit was reached: edges to new states are left out */
  REACHABLE_NOTHING, /* there is no initial state */
};

enum reachable_end reachable_visit(struct engine *engine,
                                   const struct reachable_config *config,
                                   const struct graph_visitor *visitor);

#endif
