/* See seconds.h. */
#include "base/seconds.h"

double seconds_on(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
