/* An engine that remembers what processes could do. */
#ifndef LARIAT_ENGINE_MEMO_MEMO_H
#define LARIAT_ENGINE_MEMO_MEMO_H

#include "engine/bytecode/program.h"

/* How fast an engine is by itself. */
enum memo_speed {
  MEMO_SLOW,
  MEMO_QUICK, /* little is gained */
  MEMO_FAST,  /* nothing is, any more */
};

/* Around an engine whose states are those of the program, which must live as
 * long.  It is closed with it.  Of so much memory, unless that is 0, it takes
 * no more than a small part.  How fast it has become is asked for now and then,
 * between two expansions.
 */
struct engine *engine_open_memo(struct engine *inner,
                                const struct program *program,
                                size_t memory_bytes,
                                enum memo_speed (*speed)(struct engine *inner));

#endif
