/* How often each statement was executed. */
#ifndef LARIAT_REPORT_COVERAGE_H
#define LARIAT_REPORT_COVERAGE_H

#include "report/verify.h"

struct coverage_count {
  uint64_t *counts;        /* by number of the action; NULL: not wanted */
  struct engine *counting; /* or NULL */
};

/* Around a search: the engine to search with, and afterwards what was counted.
 * `searched` has the marks of what was executed, see engine_coverage().  Free
 * out->items.
 */
struct engine *coverage_begin(struct coverage_count *count,
                              const struct verify_config *config,
                              const struct model *model, struct engine *engine);
void coverage_end(struct coverage_count *count, const struct loaded *loaded,
                  const struct engine *searched, struct coverage *out);

/* Lists the statements by process and place; marks has a byte for each action
 * of the model, counts a number, or is NULL.
 */
void coverage_list(const struct loaded *loaded, const uint8_t *marks,
                   const uint64_t *counts, struct coverage *out);

#endif
