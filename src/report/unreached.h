/* Statements that no run executes. */
#ifndef LARIAT_REPORT_UNREACHED_H
#define LARIAT_REPORT_UNREACHED_H

#include "report/verify.h"

/* Adds to out->unreached, by process and line; covered has a byte for each
 * action of the model.
 */
void unreached_list(const struct loaded *loaded, const uint8_t *covered,
                    struct verification *out);

#endif
