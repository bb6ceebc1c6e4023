/* Words whose bytes are turned, so that fewer of their bits vary.
 *
 * A byte that is 0 to 7, or 255 where there is nothing, varies in eight bits.
 * With one added to it, without carry, it is 0 to 8, and varies in four.  A
 * turn says what is added to each byte of a word.
 */
#ifndef LARIAT_STORE_TURN_H
#define LARIAT_STORE_TURN_H

#include <stdint.h>

enum { TURN_BYTES = 8, TURN_VALUES = 256 };

static inline uint64_t turn_add(uint64_t word, uint64_t turn) {
  const uint64_t highest = UINT64_C(0x8080808080808080);
  return ((word & ~highest) + (turn & ~highest)) ^ ((word ^ turn) & highest);
}

static inline uint64_t turn_forth(uint64_t word, uint64_t turn) {
  return turn == 0 ? word : turn_add(word, turn);
}

/* To take a byte away is to add its complement, and one. */
static inline uint64_t turn_back(uint64_t word, uint64_t turn) {
  return turn == 0
             ? word
             : turn_add(word, turn_add(~turn, UINT64_C(0x0101010101010101)));
}

/* The values that the bytes of a word have had: zeroed, none. */
struct turn_sample {
  uint64_t seen[TURN_BYTES][TURN_VALUES / 64];
};

void turn_note(struct turn_sample *sample, uint64_t word);

/* The turn after which the fewest bits vary, as far as it is found. */
uint64_t turn_find(const struct turn_sample *sample);

#endif
