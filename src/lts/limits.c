/* Limits of computations on graphs: see limits.h. */
#include "lts/limits.h"

#include "base/seconds.h"

double lts_clock(void) {
  return seconds_on(CLOCK_MONOTONIC_COARSE);
}

bool lts_must_stop(const struct lts_limits *limits) {
  return (limits->interrupt && *limits->interrupt) ||
         (limits->deadline > 0 && lts_clock() >= limits->deadline);
}
