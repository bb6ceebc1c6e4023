/* See difference.h. */
#include "search/difference.h"

enum { PIECE_WORDS = 64 }; /* of a state, told of by one word */

uint64_t difference_mask(size_t length) {
  const size_t words = length / WORD_SIZE;
  return length % WORD_SIZE == 0 && words <= DIFFERENCE_WORDS
             ? (UINT64_C(1) << words) - 1
             : 0;
}

uint64_t difference_find(const uint8_t *from, const uint8_t *to,
                         size_t length) {
  uint64_t changed = 0;
  for (size_t i = 0; i < length / WORD_SIZE; i++)
    changed |= (uint64_t)(word_at(from, i) != word_at(to, i)) << i;
  return changed;
}

/* ---- long ones ---- */

static size_t word_count(size_t length) {
  return difference_room(length) / WORD_SIZE;
}

static size_t greater(size_t a, size_t b) {
  return a > b ? a : b;
}

size_t difference_long_room(size_t from_length, size_t to_length) {
  const size_t words = word_count(greater(from_length, to_length));
  return 1 + words + words / PIECE_WORDS + 1;
}

uint64_t difference_write_long(const uint8_t *from, size_t from_length,
                               const uint8_t *to, size_t to_length,
                               uint64_t *out) {
  const size_t words = word_count(greater(from_length, to_length));
  const uint64_t *start = out;
  uint64_t *changed = NULL;
  *out++ = from_length ^ to_length;
  for (size_t i = 0; i < words; i++) {
    if (i % PIECE_WORDS == 0)
      *(changed = out++) = 0;
    const uint64_t word =
        word_padded_at(from, from_length, i) ^ word_padded_at(to, to_length, i);
    *changed |= (uint64_t)(word != 0) << i % PIECE_WORDS;
    if (word != 0)
      *out++ = word;
  }
  return DIFFERENCE_LONG | (uint64_t)(out - start);
}

/* What lies behind the end of a state counts as zeros, and may be anything. */
void difference_apply_long(uint64_t head, const uint64_t *words, uint8_t *state,
                           size_t *length) {
  const uint64_t *end = words + difference_words(head);
  const size_t other = *length ^ (size_t)*words++;
  if (other > *length)
    memset(state + *length, 0, difference_room(other) - *length);
  while (words < end) {
    words = words_change(state, *words, words + 1);
    state += (size_t)PIECE_WORDS * WORD_SIZE;
  }
  *length = other;
}
