/* How long work before and beside a search may go on: until the limits on the
 * search, an interrupt among them, would have ended it.
 */
#ifndef LARIAT_REPORT_PATIENCE_H
#define LARIAT_REPORT_PATIENCE_H

#include "base/limit.h"
#include "search/search.h"

struct patience {
  const struct search_config *limits;
  double start;
  uint64_t resident;   /* bytes, at the start */
  enum search_end end; /* why it is over, or SEARCH_COMPLETE */
};

/* The work begins now. */
struct patience patience_begin(const struct search_config *limits);

/* Good as long as the patience is where it is. */
struct limit patience_limit(struct patience *patience);

#endif
