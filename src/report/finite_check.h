/* Checking a formula over finite runs. */
#ifndef LARIAT_REPORT_FINITE_CHECK_H
#define LARIAT_REPORT_FINITE_CHECK_H

#include "report/properties.h"
#include "report/verify.h"

bool is_finite_property(const struct property *property);

/* Searches for a run that violates the property.  *result is set unless *reason
 * says why there was no search.
 */
enum status finite_check(const struct verify_config *config,
                         const struct loaded *loaded,
                         const struct property *property,
                         struct verification *out,
                         const struct observer *observer,
                         struct search_result *result, struct names *unseen,
                         struct coverage *coverage, const char **reason);

#endif
