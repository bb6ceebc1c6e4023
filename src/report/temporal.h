/* Checking what a model says about its infinite runs. */
#ifndef LARIAT_REPORT_TEMPORAL_H
#define LARIAT_REPORT_TEMPORAL_H

#include "report/properties.h"
#include "report/verify.h"
#include "search/liveness.h"

/* How a property was searched. */
struct temporal_use {
  enum liveness_kind search;
  bool reduced;
  const char *not_reduced; /* see struct verified */
  struct names unseen;
  struct coverage coverage;
};

/* Searches for a run that violates the property.  *used and *result are set
 * unless *reason says why there was no search.  Of *out the engines are used.
 */
enum status
temporal_check(const struct verify_config *config, const struct loaded *loaded,
               const struct property *property, struct verification *out,
               const struct observer *observer, struct search_result *result,
               struct temporal_use *used, const char **reason);

#endif
