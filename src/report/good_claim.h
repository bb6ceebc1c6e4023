/* Claims that describe the runs a property allows, for the search that needs
 * no negation (search/buchi_det.c).
 */
#ifndef LARIAT_REPORT_GOOD_CLAIM_H
#define LARIAT_REPORT_GOOD_CLAIM_H

#include "report/properties.h"
#include "report/verify.h"

/* The deterministic claim of the good runs.  NULL when there is none: *reason
 * says why, and what to use instead.
 */
struct claim *good_claim(const struct verify_config *config,
                         const struct loaded *loaded,
                         const struct property *property, const char **reason);

#endif
