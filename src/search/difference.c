/* See difference.h. */
#include "search/difference.h"

enum { PIECE_WORDS = 64 }; /* of a state, told of by one word */

uint64_t difference_mask(size_t length) {
  const size_t words = length / DIFFERENCE_WORD;
  return length % DIFFERENCE_WORD == 0 && words <= DIFFERENCE_WORDS
             ? (UINT64_C(1) << words) - 1
             : 0;
}

uint64_t difference_find(const uint8_t *from, const uint8_t *to,
                         size_t length) {
  uint64_t changed = 0;
  for (size_t i = 0; i < length / DIFFERENCE_WORD; i++)
    changed |= (uint64_t)(difference_word(from, i) != difference_word(to, i))
               << i;
  return changed;
}

/* ---- long ones ---- */

static size_t word_count(size_t length) {
  return difference_room(length) / DIFFERENCE_WORD;
}

static size_t greater(size_t a, size_t b) {
  return a > b ? a : b;
}

size_t difference_long_room(size_t from_length, size_t to_length) {
  const size_t words = word_count(greater(from_length, to_length));
  return 1 + words + words / PIECE_WORDS + 1;
}

static uint64_t padded_word(const uint8_t *state, size_t length, size_t place) {
  const size_t first = place * DIFFERENCE_WORD;
  uint64_t word = 0;
  if (first < length)
    memcpy(&word, state + first,
           length - first < sizeof word ? length - first : sizeof word);
  return word;
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
        padded_word(from, from_length, i) ^ padded_word(to, to_length, i);
    *changed |= (uint64_t)(word != 0) << i % PIECE_WORDS;
    if (word != 0)
      *out++ = word;
  }
  return DIFFERENCE_LONG | (uint64_t)(out - start);
}

static const uint64_t *apply_piece(const uint64_t *words, uint8_t *state) {
  for (uint64_t left = *words++; left != 0; left &= left - 1) {
    const size_t place = (size_t)__builtin_ctzll(left);
    const uint64_t word = difference_word(state, place) ^ *words++;
    memcpy(state + place * DIFFERENCE_WORD, &word, sizeof word);
  }
  return words;
}

/* What lies behind the end of a state counts as zeros, and may be anything. */
void difference_apply_long(uint64_t head, const uint64_t *words, uint8_t *state,
                           size_t *length) {
  const uint64_t *end = words + difference_words(head);
  const size_t other = *length ^ (size_t)*words++;
  if (other > *length)
    memset(state + *length, 0, difference_room(other) - *length);
  while (words < end) {
    words = apply_piece(words, state);
    state += (size_t)PIECE_WORDS * DIFFERENCE_WORD;
  }
  *length = other;
}
