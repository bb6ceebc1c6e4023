/* Which labels make a run a violation, or would keep it from being one. */
#ifndef LARIAT_REPORT_CYCLE_LABELS_H
#define LARIAT_REPORT_CYCLE_LABELS_H

#include "base/buffer.h"
#include "report/load.h"
#include "search/trail.h"

/* One line for people: of an acceptance cycle the labels in it, of one without
 * progress those that are missing in it; nothing for other runs.  The engine
 * executes the run again.
 */
void cycle_labels_explain(struct buffer *out, const struct loaded *loaded,
                          struct engine *engine, const struct trail *trail);

#endif
