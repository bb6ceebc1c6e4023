/* See difference.h. */
#include "search/difference.h"

enum { BLOCK_WORDS = 8 }; /* compared at once */

uint64_t difference_mask(size_t length) {
  const size_t words = length / WORD_SIZE;
  return length % WORD_SIZE == 0 && words <= DIFFERENCE_WORDS
             ? (UINT64_C(1) << words) - 1
             : 0;
}

static bool is_same_block(const uint8_t *from, const uint8_t *to) {
  uint64_t all = 0;
  for (size_t i = 0; i < BLOCK_WORDS; i++)
    all |= word_at(from, i) ^ word_at(to, i);
  return all == 0;
}

/* Of so many words, 64 at most; most blocks of them are the same. */
static uint64_t find(const uint8_t *from, const uint8_t *to, size_t count) {
  uint64_t changed = 0;
  size_t i = 0;
  for (; i + BLOCK_WORDS <= count; i += BLOCK_WORDS) {
    const size_t at = i * WORD_SIZE;
    if (is_same_block(from + at, to + at))
      continue;
    for (size_t k = i; k < i + BLOCK_WORDS; k++)
      changed |= (uint64_t)(word_at(from, k) != word_at(to, k)) << k;
  }
  for (; i < count; i++)
    changed |= (uint64_t)(word_at(from, i) != word_at(to, i)) << i;
  return changed;
}

uint64_t difference_find(const uint8_t *from, const uint8_t *to,
                         size_t length) {
  return find(from, to, length / WORD_SIZE);
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
  return 1 + words + words / DIFFERENCE_PIECE + 1;
}

/* Two states, one of which may end earlier than the other. */
struct both {
  const uint8_t *from, *to;
  size_t from_length, to_length;
};

static uint64_t change_at(const struct both *both, size_t place) {
  return word_padded_at(both->from, both->from_length, place) ^
         word_padded_at(both->to, both->to_length, place);
}

/* Which of these words differ? */
static uint64_t find_in_both(const struct both *both, size_t first,
                             size_t count) {
  const size_t at = first * WORD_SIZE, end = at + count * WORD_SIZE;
  if (end <= both->from_length && end <= both->to_length)
    return find(both->from + at, both->to + at, count);
  uint64_t changed = 0;
  for (size_t i = 0; i < count; i++)
    changed |= (uint64_t)(change_at(both, first + i) != 0) << i;
  return changed;
}

uint64_t difference_write_long(const uint8_t *from, size_t from_length,
                               const uint8_t *to, size_t to_length,
                               uint64_t *out) {
  const struct both both = {from, to, from_length, to_length};
  const size_t words = word_count(greater(from_length, to_length));
  const uint64_t *start = out;
  *out++ = from_length ^ to_length;
  for (size_t first = 0; first < words; first += DIFFERENCE_PIECE) {
    const size_t left = words - first;
    uint64_t changed = find_in_both(
        &both, first, left < DIFFERENCE_PIECE ? left : DIFFERENCE_PIECE);
    *out++ = changed;
    for (; changed != 0; changed &= changed - 1)
      *out++ = change_at(&both, first + (size_t)__builtin_ctzll(changed));
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
    state += (size_t)DIFFERENCE_PIECE * WORD_SIZE;
  }
  *length = other;
}
