/* See patience.h.  The memory is that of the whole process: such work is done
 * by one at a time, and what was there before is part of what was allowed.
 */
#include "report/patience.h"

#include "base/seconds.h"
#include "report/machine_memory.h"

struct patience patience_begin(const struct search_config *limits) {
  return (struct patience){limits, seconds_on(CLOCK_MONOTONIC),
                           SEARCH_COMPLETE};
}

static bool goes_on(void *context) {
  struct patience *patience = context;
  const struct search_config *limits = patience->limits;
  patience->end = search_end_now(limits, patience->start);
  if (patience->end == SEARCH_COMPLETE && limits->max_bytes > 0 &&
      resident_memory() > limits->max_bytes)
    patience->end = SEARCH_MEMORY;
  return patience->end == SEARCH_COMPLETE;
}

struct limit patience_limit(struct patience *patience) {
  return (struct limit){goes_on, patience};
}
