/* Clocks, in seconds. */
#ifndef LARIAT_BASE_SECONDS_H
#define LARIAT_BASE_SECONDS_H

#include <time.h>

double seconds_on(clockid_t clock);

#endif
