/* How a state differs from another, word by word: the exclusive or of the two.
 * What leads from the one to the other leads back as well, and a step changes
 * two or three words of a state that has ten or forty.
 *
 * A difference is a few words and its head behind them.  The head tells which
 * words of the state they belong to, where both states are as long, in whole
 * words, and not too many.  Otherwise the difference is long: the head tells
 * how many words it has.  They are the exclusive or of the lengths and, for
 * each 64 words of the longer state, which of them differ, and these.  A state
 * counts as followed by zeros.
 */
#ifndef LARIAT_SEARCH_DIFFERENCE_H
#define LARIAT_SEARCH_DIFFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
  DIFFERENCE_WORD = 8,   /* bytes */
  DIFFERENCE_WORDS = 62, /* of one that is not long, at most */
};

/* The parts of a head; the rest is what it tells. */
#define DIFFERENCE_MARK (UINT64_C(1) << 63) /* is free for who keeps it */
#define DIFFERENCE_LONG (UINT64_C(1) << 62)

/* Room, in bytes, for a state that differences are applied to. */
static inline size_t difference_room(size_t length) {
  return (length + DIFFERENCE_WORD - 1) / DIFFERENCE_WORD * DIFFERENCE_WORD;
}

/* The words of states of this length, a bit each; 0 if between such states
 * differences are long.
 */
uint64_t difference_mask(size_t length);

/* Which words differ, of states of this length, whose mask is not 0? */
uint64_t difference_find(const uint8_t *from, const uint8_t *to, size_t length);

static inline uint64_t difference_word(const uint8_t *state, size_t place) {
  uint64_t word;
  memcpy(&word, state + place * DIFFERENCE_WORD, sizeof word);
  return word;
}

/* Room, in words, for a long one with its head; it is written, and tells where
 * it ends.
 */
size_t difference_long_room(size_t from_length, size_t to_length);
uint64_t *difference_write_long(const uint8_t *from, size_t from_length,
                                const uint8_t *to, size_t to_length,
                                uint64_t *out);

/* The words before this head.  They are few, so to count them one by one is
 * fast.
 */
static inline size_t difference_size(uint64_t head) {
  uint64_t told = head & ~(DIFFERENCE_MARK | DIFFERENCE_LONG);
  if (head & DIFFERENCE_LONG)
    return (size_t)told;
  size_t size = 0;
  for (; told != 0; told &= told - 1)
    size++;
  return size;
}

/* Turns one state into the other, and tells, as engines do, which words change;
 * the words of the difference lie before its head.  There must be room for
 * both.
 */
uint64_t difference_apply_long(const uint64_t *head, uint8_t *state,
                               size_t *length);
static inline uint64_t difference_apply(const uint64_t *head, uint8_t *state,
                                        size_t *length) {
  if (*head & DIFFERENCE_LONG)
    return difference_apply_long(head, state, length);
  const uint64_t changed = *head & ~DIFFERENCE_MARK;
  for (uint64_t left = changed; left != 0;) {
    const size_t place = 63 - (size_t)__builtin_clzll(left);
    const uint64_t word = difference_word(state, place) ^ *--head;
    memcpy(state + place * DIFFERENCE_WORD, &word, sizeof word);
    left ^= UINT64_C(1) << place;
  }
  return changed;
}

#endif
