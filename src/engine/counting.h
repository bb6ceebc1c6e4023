/* An engine that counts the statements a search executes. */
#ifndef LARIAT_ENGINE_COUNTING_H
#define LARIAT_ENGINE_COUNTING_H

#include "engine/engine.h"

/* Adds to counts, by number of the action, whenever an expansion for a search
 * gives a successor or a violation; repeating a run does not count.  Closing it
 * leaves the inner engine open.
 */
struct engine *engine_open_counting(struct engine *inner, uint64_t *counts);

#endif
