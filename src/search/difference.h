/* How a state differs from another, word by word: the exclusive or of the two.
 * What leads from the one to the other leads back as well, and a step changes
 * two or three words of a state that has ten or forty.
 *
 * A difference is some words, the step that makes it and a note, which are free
 * for who keeps it, and a head, in this order.  The head tells how many words
 * there are.  Where both
 * states are as long, in whole words, and not too many, it also tells which
 * words of the state they belong to.  Otherwise the difference is long: the
 * words are the exclusive or of the lengths and, for each 64 words of the
 * longer state, which of them differ, and these.  A state counts as followed by
 * zeros.
 */
#ifndef LARIAT_SEARCH_DIFFERENCE_H
#define LARIAT_SEARCH_DIFFERENCE_H

#include "base/word.h"

#include <stdbool.h>

enum {
  DIFFERENCE_WORDS = 56, /* if it is not long, at most */
  DIFFERENCE_TAIL = 3,   /* words that follow */
  DIFFERENCE_PIECE = 64, /* of a state, told of by one word of a long one */
};

/* The parts of a head: bits 56 to 61 are the number of words, and those below
 * them tell which; of a long one, all these are the number.
 */
#define DIFFERENCE_MARK (UINT64_C(1) << 63) /* is free for who keeps it */
#define DIFFERENCE_LONG (UINT64_C(1) << 62)
#define DIFFERENCE_MASK ((UINT64_C(1) << DIFFERENCE_WORDS) - 1)

static inline uint64_t difference_head(uint64_t changed, size_t words) {
  return changed | (uint64_t)words << DIFFERENCE_WORDS;
}

static inline size_t difference_words(uint64_t head) {
  return head & DIFFERENCE_LONG
             ? (size_t)(head & ~(DIFFERENCE_MARK | DIFFERENCE_LONG))
             : (size_t)(head >> DIFFERENCE_WORDS & 63);
}

/* The words of a difference, by its head, its note, and its step. */
static inline const uint64_t *difference_start(const uint64_t *head) {
  return head + 1 - DIFFERENCE_TAIL - difference_words(*head);
}

static inline uint64_t difference_note(const uint64_t *head) {
  return head[-1];
}

static inline uint64_t difference_step(const uint64_t *head) {
  return head[-2];
}

/* Room, in bytes, for a state that differences are applied to. */
static inline size_t difference_room(size_t length) {
  return (length + WORD_SIZE - 1) / WORD_SIZE * WORD_SIZE;
}

/* The words of states of this length, a bit each; 0 if between such states
 * differences are long.
 */
uint64_t difference_mask(size_t length);

/* Which words differ, of states of this length, whose mask is not 0? */
uint64_t difference_find(const uint8_t *from, const uint8_t *to, size_t length);

/* The words of a long one, which there is so much room for, are written; gives
 * its head.
 */
size_t difference_long_room(size_t from_length, size_t to_length);
uint64_t difference_write_long(const uint8_t *from, size_t from_length,
                               const uint8_t *to, size_t to_length,
                               uint64_t *out);

/* Turns one state into the other; there must be room for both. */
void difference_apply_long(uint64_t head, const uint64_t *words, uint8_t *state,
                           size_t *length);
static inline void difference_apply(const uint64_t *head, uint8_t *state,
                                    size_t *length) {
  const uint64_t *words = difference_start(head);
  if (*head & DIFFERENCE_LONG) {
    difference_apply_long(*head, words, state, length);
    return;
  }
  (void)words_change(state, *head & DIFFERENCE_MASK, words);
}

#endif
