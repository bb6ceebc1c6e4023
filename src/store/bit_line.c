/* See bit_line.h. */
#include "store/bit_line.h"

#include "store/mix.h"

#include <string.h>

enum {
  WORD_BITS = 64,
  FREE_BITS = BIT_LINE_BITS - 1, /* all but the highest */
  PIECE_BITS = 16,
  PIECES = WORD_BITS / PIECE_BITS,
  CUT_SHIFT = BIT_LINE_PRINT_BITS - BIT_LINE_CUT_BITS,
  LANES = 3, /* cut fingerprints in a word */
  CUT_PRINTS = LANES * BIT_LINE_WORDS,
};

static const uint64_t HIGHEST = UINT64_C(1) << 63;
static const uint32_t PRINT_MASK = (UINT32_C(1) << BIT_LINE_PRINT_BITS) - 1;
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

/* Does one that lies in the line agree with another, up to its mark?  Up to
 * there they differ in no bit if and only if their difference is not more than
 * all bits from the mark on.  What is 0 agrees with none: less 1, it is
 * negative.
 */
static bool agree(int32_t known, int32_t print) {
  return (known ^ print) <= (known ^ (known - 1));
}

/* All are compared, which is faster than to stop at the right one. */
static bool has_print(const union bit_line *line, uint32_t print) {
  uint32_t found = 0;
  for (unsigned i = 0; i < BIT_LINE_PRINTS; i++)
    found |= agree((int32_t)line->prints[i], (int32_t)print);
  return found != 0;
}

static unsigned print_count(const union bit_line *line) {
  unsigned count = 0;
  for (unsigned i = 0; i < BIT_LINE_PRINTS; i++)
    count += line->prints[i] != 0;
  return count;
}

/* Of so many random ones, as many as there are fingerprints of 30 bits, how
 * many agree with one of the line?
 */
static uint64_t agreeing(const union bit_line *line) {
  uint64_t sum = 0;
  for (unsigned i = 0; i < BIT_LINE_PRINTS; i++)
    sum += line->prints[i] & -line->prints[i];
  return sum;
}

/* What is left of a fingerprint. */
static uint64_t cut(uint32_t print) {
  const uint32_t left = print >> CUT_SHIFT;
  return left > 0 ? left : 1;
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
    set_cut_print(line, i, cut(old.prints[i]));
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
    return bit_line_has_bits(line, cut(print), functions);
  return is_cut(line) ? has_cut_print(line, cut(print))
                      : has_print(line, print);
}

static bool add_print(union bit_line *line, uint32_t print) {
  const unsigned count = print_count(line);
  if (count == BIT_LINE_PRINTS)
    return false;
  line->prints[count] = print;
  return true;
}

static bool add_cut_print(union bit_line *line, uint64_t print) {
  const unsigned count = cut_count(line);
  if (count == CUT_PRINTS)
    return false;
  set_cut_print(line, count, print);
  return true;
}

/* To a line in which they are not whole. */
static void add_to_cut(union bit_line *line, uint64_t print,
                       uint32_t functions) {
  if (!bit_line_is_bits(line)) {
    if (add_cut_print(line, print))
      return;
    turn_into_bits(line, functions);
  }
  bit_line_set_bits(line, print, functions);
}

enum bit_line_answer bit_line_take(union bit_line *line, uint32_t print,
                                   uint32_t functions, bool stays_whole) {
  if (bit_line_has(line, print, functions))
    return BIT_LINE_HAS;
  if (!bit_line_is_bits(line) && !is_cut(line)) {
    if (add_print(line, print))
      return BIT_LINE_ADDED;
    if (stays_whole)
      return BIT_LINE_FULL;
    cut_all(line);
  }
  add_to_cut(line, cut(print), functions);
  return BIT_LINE_ADDED;
}

void bit_line_split(const union bit_line *line, union bit_line *halves) {
  const union bit_line old = *line;
  unsigned counts[2] = {0, 0};
  memset(halves, 0, 2 * sizeof *halves);
  for (unsigned i = 0; i < BIT_LINE_PRINTS && old.prints[i] != 0; i++) {
    const unsigned half = old.prints[i] >> (BIT_LINE_PRINT_BITS - 1);
    halves[half].prints[counts[half]++] = old.prints[i] << 1 & PRINT_MASK;
  }
}

/* By one more than there are, so that what may be lost is never said to be
 * nothing.
 */
double bit_line_chance(const union bit_line *line, uint32_t functions) {
  if (bit_line_is_bits(line))
    return bit_line_share(line, functions);
  return is_cut(line) ? (cut_count(line) + 1) / (double)(CUT_MASK + 1)
                      : (double)(agreeing(line) + 1) /
                            (double)(UINT32_C(1) << (BIT_LINE_PRINT_BITS - 1));
}
