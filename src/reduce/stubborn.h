/* Stubborn sets: which processes are enough to follow in a state, found with
 * more effort than in sets.c.
 *
 * See stubborn.c for what they are, and ample.c for when they are looked for.
 */
#ifndef LARIAT_REDUCE_STUBBORN_H
#define LARIAT_REDUCE_STUBBORN_H

#include "reduce/sets.h"

struct stubborn;

/* For a search that is trusted (ample.h).  The facts must live as long.  NULL:
 * the model is too large.
 */
struct stubborn *stubborn_open(const struct facts *facts);
void stubborn_close(struct stubborn *self); /* accepts NULL */

/* Processes that are enough to follow in a state, if `movers` are those that
 * can move there, or take part in a handshake.  At least one mover is among
 * them and one is not; 0 when no such set is found.
 */
process_mask stubborn_find(struct stubborn *self, struct engine *engine,
                           const uint8_t *state, size_t length,
                           process_mask movers);

#endif
