/* See patience.h.  Of the memory that counts which was taken since the work
 * began: a search makes do with little, too, when more was there before.
 */
#include "report/patience.h"

#include "base/seconds.h"
#include "report/machine_memory.h"

struct patience patience_begin(const struct search_config *limits) {
  return (struct patience){.limits = limits,
                           .start = seconds_on(CLOCK_MONOTONIC),
                           .resident = resident_memory(),
                           .end = SEARCH_COMPLETE};
}

static bool goes_on(void *context) {
  struct patience *patience = context;
  const struct search_config *limits = patience->limits;
  patience->end = search_end_now(limits, patience->start);
  if (patience->end == SEARCH_COMPLETE && limits->max_bytes > 0 &&
      resident_memory() > patience->resident + limits->max_bytes)
    patience->end = SEARCH_MEMORY;
  return patience->end == SEARCH_COMPLETE;
}

struct limit patience_limit(struct patience *patience) {
  return (struct limit){goes_on, patience};
}
