/* States numbered from 0 in the order of their discovery. */
#ifndef LARIAT_REPORT_NUMBERED_H
#define LARIAT_REPORT_NUMBERED_H

#include "base/map.h"
#include "base/vec.h"
#include "store/store.h"

struct numbered {
  struct store *store;
  VEC(state_ref) states;
  struct map numbers; /* of the references */
  uint64_t most;      /* states; 0: no limit */
  uint8_t *bytes;     /* of the state loaded last */
  size_t room;
};

/* Clear it whatever the answer. */
enum status numbered_init(struct numbered *numbered, size_t max_bytes,
                          uint64_t most);
void numbered_clear(struct numbered *numbered);

/* The number of a state; it is new if the number is as many as there were
 * states.  False when there is no room for it.
 */
bool numbered_find(struct numbered *numbered, const uint8_t *state,
                   size_t length, uint64_t *number);

/* The bytes of a state, in numbered->bytes until the next is loaded or found;
 * gives their number.
 */
size_t numbered_load(struct numbered *numbered, uint64_t number);

size_t numbered_bytes(const struct numbered *numbered);

#endif
