/* See turn.h.
 *
 * The values of a byte lie on a circle.  Turned so that its longest stretch
 * without any comes last, they are the smallest numbers they can be by turning.
 */
#include "store/turn.h"

#include <stdbool.h>

enum { LAST_VALUE = TURN_VALUES - 1 };

void turn_note(struct turn_sample *sample, uint64_t word) {
  for (unsigned i = 0; i < TURN_BYTES; i++) {
    const unsigned value = (unsigned)(word >> 8 * i) & LAST_VALUE;
    sample->seen[i][value / 64] |= UINT64_C(1) << (value % 64);
  }
}

static bool has_seen(const uint64_t *seen, unsigned value) {
  return (seen[value / 64] >> (value % 64) & 1) != 0;
}

/* What to add so that the value after the longest stretch becomes 0. */
static unsigned turn_to_smallest(const uint64_t *seen) {
  unsigned longest = 0, length = 0, first = 0;
  for (unsigned i = 0; i < 2 * TURN_VALUES; i++) { /* twice round */
    const unsigned value = i & LAST_VALUE;
    if (!has_seen(seen, value)) {
      length++;
      continue;
    }
    if (length > longest) {
      longest = length;
      first = value;
    }
    length = 0;
  }
  return (TURN_VALUES - first) & LAST_VALUE;
}

static unsigned varying_bits(const uint64_t *seen, unsigned turn) {
  unsigned ones = 0, zeros = 0;
  for (unsigned value = 0; value < TURN_VALUES; value++)
    if (has_seen(seen, value)) {
      ones |= value + turn;
      zeros |= ~(value + turn);
    }
  return (unsigned)__builtin_popcount(ones & zeros & LAST_VALUE);
}

uint64_t turn_find(const struct turn_sample *sample) {
  uint64_t turn = 0;
  for (unsigned i = 0; i < TURN_BYTES; i++) {
    const uint64_t *seen = sample->seen[i];
    const unsigned smallest = turn_to_smallest(seen);
    if (varying_bits(seen, smallest) < varying_bits(seen, 0))
      turn |= (uint64_t)smallest << 8 * i;
  }
  return turn;
}
