/* Does a formula hold for a reason that its author did not think of? */
#ifndef LARIAT_REPORT_VACUITY_H
#define LARIAT_REPORT_VACUITY_H

#include "report/properties.h"
#include "report/verify.h"

/* Why a property that holds does so vacuously: "`request` never happens".  NULL
 * when it does not, when it is no formula, or when that would take too long to
 * find out.  `search` are the figures of the search that found it to hold.
 */
const char *
vacuity_reason(const struct verify_config *config, const struct loaded *loaded,
               const struct property *property, struct verification *out,
               const struct search_figures *search, struct arena *arena);

#endif
