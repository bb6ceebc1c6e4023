/* A state in two parts: what the free channels hold, and all the rest.
 *
 * The rest is control, variables, the processes there are, the contents of
 * other channels, and who must go on inside an atomic.
 */
#ifndef LARIAT_CHANNELS_SPLIT_H
#define LARIAT_CHANNELS_SPLIT_H

#include "channels/free.h"

enum { MOST_VIEWS = 256 };

struct split {
  const uint8_t *state;
  size_t length;
  int32_t owner;
  uint32_t count; /* of all channels */
  struct channel_view channels[MOST_VIEWS];
  struct free_slot *slots[MOST_VIEWS]; /* NULL: not free */
};

/* The state must stay where it is. */
void split_init(struct split *split, struct engine *engine,
                const struct free_channels *free, const uint8_t *state,
                size_t length, int32_t owner);

/* Of the rest alone. */
uint64_t split_hash(const struct split *split);

/* Is the rest the same?  The capacities may differ. */
bool split_same_rest(const struct split *a, const struct split *b);

/* The lengths of the free channels in one word: seven bytes for the first ones
 * and one for the sum of the others, 127 being that or more.  May contents of
 * lengths a be the beginnings of contents of lengths b, longer ones?
 */
uint64_t split_lengths(const struct split *split);
static inline bool lengths_extend(uint64_t a, uint64_t b) {
  const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
  const bool is_exact = ((a + ones) & tops) == 0;
  return (((b | tops) - a) & tops) == tops && !(is_exact && a == b);
}

static inline size_t content_bytes(const struct channel_view *view) {
  return (size_t)view->messages * view->message_bytes;
}

/* With the same rest: do the contents of each free channel in a begin those in
 * b, and is one of them longer there?
 */
bool split_extends(const struct split *a, const struct split *b);

#endif
