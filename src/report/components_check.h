/* Checking a formula on a graph by the strong components of the product. */
#ifndef LARIAT_REPORT_COMPONENTS_CHECK_H
#define LARIAT_REPORT_COMPONENTS_CHECK_H

#include "report/properties.h"
#include "report/verify.h"

/* As temporal_check; a run that is found is reported as `violation`. */
void components_check(const struct verify_config *config,
                      const struct loaded *loaded,
                      const struct property *property,
                      const struct violation *violation, struct engine *engine,
                      const struct observer *observer,
                      struct search_result *result, const char **reason);

#endif
