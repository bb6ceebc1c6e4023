/* Why a run violates a formula: what its propositions do in the cycle; or which
 * labels it visits, or does not.
 */
#ifndef LARIAT_REPORT_EXPLAIN_H
#define LARIAT_REPORT_EXPLAIN_H

#include "base/buffer.h"
#include "report/load.h"
#include "search/trail.h"

/* One line for people, or nothing when the run is no cycle or that of a claim.
 * The engine executes the run again.
 */
void explain_cycle(struct buffer *out, const struct loaded *loaded,
                   struct engine *engine, const struct trail *trail);

#endif
