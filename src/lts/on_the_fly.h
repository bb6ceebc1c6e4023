/* Strong bisimilarity decided while the graphs are being built. */
#ifndef LARIAT_LTS_ON_THE_FLY_H
#define LARIAT_LTS_ON_THE_FLY_H

#include "lts/compare.h"
#include "lts/view.h"

struct on_the_fly_config {
  const struct lts_limits *limits;
  uint64_t max_pairs; /* that may be kept; 0: no limit */
  /* At max_pairs, or at the limit of memory, a pair is forgotten for each new
   * one, and visited again if it is met again; otherwise that is the end.
   */
  bool replaces;
};

/* Labels of both graphs have the same numbers.  The comparison is cleared by
 * the caller.
 */
void on_the_fly_compare(const struct lts_view *left,
                        const struct lts_view *right,
                        const struct on_the_fly_config *config,
                        struct lts_comparison *out);

#endif
