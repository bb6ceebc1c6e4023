/* Limits of computations on graphs: see limits.h. */
#include "lts/limits.h"

#include <time.h>

double lts_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

bool lts_must_stop(const struct lts_limits *limits) {
  return (limits->interrupt && *limits->interrupt) ||
         (limits->deadline > 0 && lts_clock() >= limits->deadline);
}
