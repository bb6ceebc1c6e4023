/* States with numbers that go to other states when they are no longer held.
 *
 * For a graph that is looked at in bounded memory.  Each state has a count of
 * holders; one that nobody holds is forgotten at the next held_states_sweep().
 */
#ifndef LARIAT_REPORT_HELD_STATES_H
#define LARIAT_REPORT_HELD_STATES_H

#include "base/vec.h"

#include <stdint.h>

struct held_state {
  uint8_t *bytes; /* NULL: a free place */
  uint32_t length;
  uint32_t holders;
  uint32_t next; /* of the same bucket, or of the free places, plus one */
};

struct held_states {
  VEC(struct held_state) states;
  VEC(uint32_t) fresh; /* found since the last sweep */
  uint32_t *buckets;   /* the first state of each plus one, or 0 */
  size_t bucket_count;
  size_t state_bytes;
  uint32_t first_free; /* plus one, or 0 */
  uint32_t count;
};

void held_states_init(struct held_states *held);
void held_states_clear(struct held_states *held);

/* The number of a state, which is valid until the next sweep or, if it is held,
 * until it is dropped.
 */
uint32_t held_states_find(struct held_states *held, const uint8_t *bytes,
                          size_t length);

void held_states_hold(struct held_states *held, uint32_t number);
void held_states_drop(struct held_states *held, uint32_t number);

/* Forgets the states that were found since the last sweep and are not held. */
void held_states_sweep(struct held_states *held);

size_t held_states_bytes(const struct held_states *held);

#endif
