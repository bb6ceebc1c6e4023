/* Messages about a model, for people. */
#ifndef LARIAT_REPORT_DIAG_H
#define LARIAT_REPORT_DIAG_H

#include "base/diag.h"
#include "report/paper.h"

/* file:line:column: error: text, then the source line with a caret below, then
 * the macros it came through.
 */
void diag_print(const struct paper *paper, const struct diag *diag);

/* "error", "warning", "note" */
const char *diag_level_name(enum diag_level level);

#endif
