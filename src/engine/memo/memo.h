/* An engine that remembers what processes could do. */
#ifndef LARIAT_ENGINE_MEMO_MEMO_H
#define LARIAT_ENGINE_MEMO_MEMO_H

#include "engine/bytecode/program.h"

/* Around an engine whose states are those of the program, which must live as
 * long.  It is closed with it.  As soon as it is fast by itself, which is asked
 * for now and then between two expansions, nothing more is to be gained.
 */
struct engine *engine_open_memo(struct engine *inner,
                                const struct program *program,
                                bool (*is_fast)(struct engine *inner));

#endif
