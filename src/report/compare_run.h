/* The runs that show a difference, as runs of the two systems. */
#ifndef LARIAT_REPORT_COMPARE_RUN_H
#define LARIAT_REPORT_COMPARE_RUN_H

#include "report/compare.h"
#include "search/trail.h"

/* The run of one side, 0 or 1, statement by statement; its moves are to be
 * freed with memory_free().  False when the engine does not go that way: our
 * bug.  The engine is one of the side's model, or of its graph.
 */
bool compared_trail(const struct compared *compared, int side,
                    struct engine *engine, struct trail *out);

/* Is there a run of this side to be shown? */
bool compared_has_run(const struct compared *compared, int side);

#endif
