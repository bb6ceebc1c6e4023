/* See bit_line.h. */
#include "store/bit_line.h"

#include "store/mix.h"

#include <string.h>

enum {
  WORD_BITS = 64,
  FREE_BITS = BIT_LINE_BITS - 1, /* all but the highest */
  PIECE_BITS = 16,
  PIECES = WORD_BITS / PIECE_BITS,
  PRINT_BITS = 31,
  LANES = 3, /* cut fingerprints in a word */
  CUT_PRINTS = LANES * BIT_LINE_WORDS,
};

static const uint64_t HIGHEST = UINT64_C(1) << 63;
static const uint64_t CUT_MASK = (UINT64_C(1) << BIT_LINE_CUT_BITS) - 1;
static const uint64_t LOW_OF_LANES =
    1 | UINT64_C(1) << BIT_LINE_CUT_BITS | UINT64_C(1) << 2 * BIT_LINE_CUT_BITS;

/* Of a line that is not bits. */
static bool is_cut(const union bit_line *line) {
  return (line->words[BIT_LINE_WORDS - 2] & HIGHEST) != 0;
}

/* ---- bits ---- */

/* Which one is number i; `mixed` begins as the number whose bits are asked for,
 * and goes from call to call.
 */
static unsigned next_bit(uint64_t *mixed, uint32_t i) {
  if (i % PIECES == 0)
    *mixed = mix64(*mixed + 1);
  const uint64_t piece =
      *mixed >> (i % PIECES * PIECE_BITS) & ((1 << PIECE_BITS) - 1);
  return (unsigned)(piece * FREE_BITS >> PIECE_BITS);
}

bool bit_line_has_bits(const union bit_line *line, uint64_t number,
                       uint32_t functions) {
  for (uint32_t i = 0; i < functions; i++) {
    const unsigned bit = next_bit(&number, i);
    if (!(line->words[bit / WORD_BITS] >> (bit % WORD_BITS) & 1))
      return false;
  }
  return true;
}

void bit_line_set_bits(union bit_line *line, uint64_t number,
                       uint32_t functions) {
  for (uint32_t i = 0; i < functions; i++) {
    const unsigned bit = next_bit(&number, i);
    line->words[bit / WORD_BITS] |= UINT64_C(1) << (bit % WORD_BITS);
  }
}

/* The ones of all words: first those of each byte, which still fit into a byte
 * when the words are added up, 64 at most; then their sum.
 */
static unsigned ones(const union bit_line *line) {
  uint64_t bytes = 0;
  for (unsigned i = 0; i < BIT_LINE_WORDS; i++) {
    uint64_t word = line->words[i];
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) +
           (word >> 2 & UINT64_C(0x3333333333333333));
    bytes += (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
  }
  const uint64_t low = bytes & UINT64_C(0x00ff00ff00ff00ff);
  const uint64_t high = bytes >> 8 & UINT64_C(0x00ff00ff00ff00ff);
  return (unsigned)((low + high) * UINT64_C(0x0001000100010001) >> 48);
}

double bit_line_share(const union bit_line *line, uint32_t functions) {
  const double share = (double)ones(line) / BIT_LINE_BITS;
  double power = share;
  for (uint32_t i = 1; i < functions; i++)
    power *= share;
  return power;
}

/* ---- fingerprints ---- */

/* All are compared, which is faster than to stop at the right one. */
static bool has_print(const union bit_line *line, uint32_t print) {
  uint32_t found = 0;
  for (unsigned i = 0; i < BIT_LINE_PRINTS; i++)
    found |= line->prints[i] == print;
  return found != 0;
}

static unsigned print_count(const union bit_line *line) {
  unsigned count = 0;
  while (count < BIT_LINE_PRINTS && line->prints[count] != 0)
    count++;
  return count;
}

static uint64_t cut_print(const union bit_line *line, unsigned i) {
  return line->words[i / LANES] >> (i % LANES * BIT_LINE_CUT_BITS) & CUT_MASK;
}

static void set_cut_print(union bit_line *line, unsigned i, uint64_t cut) {
  line->words[i / LANES] |= cut << (i % LANES * BIT_LINE_CUT_BITS);
}

/* A lane that agrees becomes 0, and then one is borrowed from above it. */
static bool has_cut_print(const union bit_line *line, uint64_t cut) {
  const uint64_t everywhere = cut * LOW_OF_LANES;
  uint64_t found = 0;
  for (unsigned i = 0; i < BIT_LINE_WORDS; i++) {
    const uint64_t differences = (line->words[i] & ~HIGHEST) ^ everywhere;
    found |= (differences - LOW_OF_LANES) & ~differences;
  }
  return (found & LOW_OF_LANES << (BIT_LINE_CUT_BITS - 1)) != 0;
}

static unsigned cut_count(const union bit_line *line) {
  unsigned count = BIT_LINE_PRINTS;
  while (count < CUT_PRINTS && cut_print(line, count) != 0)
    count++;
  return count;
}

/* ---- from one to the next ---- */

static void cut_all(union bit_line *line) {
  const union bit_line old = *line;
  memset(line, 0, sizeof *line);
  line->words[BIT_LINE_WORDS - 2] = HIGHEST;
  for (unsigned i = 0; i < BIT_LINE_PRINTS; i++)
    set_cut_print(line, i, old.prints[i] & CUT_MASK);
}

static void turn_into_bits(union bit_line *line, uint32_t functions) {
  const union bit_line old = *line;
  memset(line, 0, sizeof *line);
  line->words[BIT_LINE_WORDS - 1] = HIGHEST;
  for (unsigned i = 0; i < CUT_PRINTS; i++)
    bit_line_set_bits(line, cut_print(&old, i), functions);
}

/* ---- any line ---- */

bool bit_line_has(const union bit_line *line, uint32_t print,
                  uint32_t functions) {
  if (bit_line_is_bits(line))
    return bit_line_has_bits(line, print & CUT_MASK, functions);
  return is_cut(line) ? has_cut_print(line, print & CUT_MASK)
                      : has_print(line, print);
}

static bool add_print(union bit_line *line, uint32_t print) {
  const unsigned count = print_count(line);
  if (count == BIT_LINE_PRINTS)
    return false;
  line->prints[count] = print;
  return true;
}

static bool add_cut_print(union bit_line *line, uint64_t cut) {
  const unsigned count = cut_count(line);
  if (count == CUT_PRINTS)
    return false;
  set_cut_print(line, count, cut);
  return true;
}

void bit_line_add(union bit_line *line, uint32_t print, uint32_t functions) {
  if (!bit_line_is_bits(line) && !is_cut(line)) {
    if (add_print(line, print))
      return;
    cut_all(line);
  }
  if (!bit_line_is_bits(line)) {
    if (add_cut_print(line, print & CUT_MASK))
      return;
    turn_into_bits(line, functions);
  }
  bit_line_set_bits(line, print & CUT_MASK, functions);
}

/* By one more than there are, so that what may be lost is never said to be
 * nothing.
 */
double bit_line_chance(const union bit_line *line, uint32_t functions) {
  if (bit_line_is_bits(line))
    return bit_line_share(line, functions);
  return is_cut(line)
             ? (cut_count(line) + 1) / (double)(CUT_MASK + 1)
             : (print_count(line) + 1) / (double)(UINT32_C(1) << PRINT_BITS);
}
