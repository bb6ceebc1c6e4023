/* Bytes, read as words of 64 bits. */
#ifndef LARIAT_BASE_WORD_H
#define LARIAT_BASE_WORD_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { WORD_SIZE = 8 }; /* bytes */

static inline uint64_t word_at(const uint8_t *bytes, size_t place) {
  uint64_t word;
  memcpy(&word, bytes + place * WORD_SIZE, sizeof word);
  return word;
}

/* Changes some of its bits. */
static inline void word_change(uint8_t *bytes, size_t place, uint64_t bits) {
  const uint64_t word = word_at(bytes, place) ^ bits;
  memcpy(bytes + place * WORD_SIZE, &word, sizeof word);
}

/* Those at the places of the bits of a mask, by one word after the other; gives
 * what follows these.
 */
static inline const uint64_t *words_change(uint8_t *bytes, uint64_t places,
                                           const uint64_t *words) {
  for (; places != 0; places &= places - 1)
    word_change(bytes, (size_t)__builtin_ctzll(places), *words++);
  return words;
}

/* Of so many bytes, which are followed by zeros. */
static inline uint64_t word_padded_at(const uint8_t *bytes, size_t length,
                                      size_t place) {
  const size_t first = place * WORD_SIZE;
  uint64_t word = 0;
  if (first < length)
    memcpy(&word, bytes + first,
           length - first < WORD_SIZE ? length - first : WORD_SIZE);
  return word;
}

#endif
