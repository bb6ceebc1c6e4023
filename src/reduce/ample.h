/* Partial-order reduction: an engine around an engine. */
#ifndef LARIAT_REDUCE_AMPLE_H
#define LARIAT_REDUCE_AMPLE_H

#include "engine/engine.h"
#include "reduce/facts.h"

/* An engine that leaves out transitions which make no difference to deadlocks,
 * assertions and run-time errors, nor to next-free properties of the watched
 * propositions; facts_hindrance() must have found nothing.  With `trusting` it
 * trusts that the search heeds engine_left_out(), and infinite runs are not
 * kept. Closing it leaves the inner engine open.
 */
struct engine *engine_open_ample(struct engine *inner,
                                 const struct model *model,
                                 const struct watched *watched, bool trusting);

/* An engine that leaves no transition out, and only joins states that have one
 * successor with it; for deadlocks, assertions and run-time errors, and a
 * search as above.
 */
struct engine *engine_open_joining(struct engine *inner);

#endif
