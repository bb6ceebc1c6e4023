/* When a computation on graphs must stop without an answer. */
#ifndef LARIAT_LTS_LIMITS_H
#define LARIAT_LTS_LIMITS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

struct lts_limits {
  const volatile sig_atomic_t *interrupt; /* set to stop; may be NULL */
  double deadline;  /* on the clock of lts_clock(); 0: none */
  size_t max_bytes; /* of tables that may grow without bound; 0: no limit */
};

/* Seconds on a clock that never goes back. */
double lts_clock(void);

/* Has the time come to stop? */
bool lts_must_stop(const struct lts_limits *limits);

#endif
