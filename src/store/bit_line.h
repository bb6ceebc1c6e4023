/* A cache line of 512 bits as a set that may know more than was put into it.
 *
 * What is put in are fingerprints of 30 bits.  As long as there are few, 16 at
 * most, they lie there as they are, each with a mark at its end.  Then they are
 * cut to 21 bits, without a mark, and there is room for 24.  After that the
 * line turns into bits: each fingerprint sets as many of them as there are
 * functions, and so do those to come; one all of whose bits are set counts as
 * being there (Bloom, Space/Time Trade-offs in Hash Coding with Allowable
 * Errors, CACM 13, 1970).  As bits, a line with 16 fingerprints takes one in a
 * thousand that is not there for one that is; as it is, one in fifty million.
 *
 * A line whose fingerprints are whole can be split in two: the first bit of
 * each tells the half, and is gone from it.  The mark moves up, and what is
 * behind it counts no more.
 *
 * Bits are set by what is left of a fingerprint, so that the line need not know
 * more when it changes.
 *
 * Invariant: the highest bit of the last word says that the line is bits, and
 * if it is not set, that of the word before says that fingerprints are cut.
 * They leave these two free.  None is 0, cut or not; those that are there come
 * first.
 *
 * Included inside src/store/ only.
 */
#ifndef LARIAT_STORE_BIT_LINE_H
#define LARIAT_STORE_BIT_LINE_H

#include <stdbool.h>
#include <stdint.h>

enum {
  BIT_LINE_BITS = 512,
  BIT_LINE_WORDS = 8,
  BIT_LINE_PRINTS = 16, /* that are not cut */
  BIT_LINE_BYTES = 64,
  BIT_LINE_PRINT_BITS = 31, /* and the mark is one of them */
  BIT_LINE_CUT_BITS = 21,
  /* so often, at most, can a line be split, if it is to be cut one day */
  BIT_LINE_SPLITS = BIT_LINE_PRINT_BITS - BIT_LINE_CUT_BITS - 1,
};

union bit_line {
  uint64_t words[BIT_LINE_WORDS];
  uint32_t prints[BIT_LINE_PRINTS];
};

enum bit_line_answer {
  BIT_LINE_HAS,
  BIT_LINE_ADDED,
  BIT_LINE_FULL, /* not there, and no room for it as it is */
};

/* The fingerprint that a random number gives, by its first bits. */
static inline uint32_t bit_line_print(uint64_t number) {
  return (uint32_t)(number >> (64 - BIT_LINE_PRINT_BITS)) | 1;
}

bool bit_line_has(const union bit_line *line, uint32_t print,
                  uint32_t functions);

/* Adds one, unless it is there; if it is to stay whole, only while there is
 * room.
 */
enum bit_line_answer bit_line_take(union bit_line *line, uint32_t print,
                                   uint32_t functions, bool stays_whole);

/* Splits a line of whole ones in two, the first of which may be itself. */
void bit_line_split(const union bit_line *line, union bit_line *halves);

static inline bool bit_line_is_bits(const union bit_line *line) {
  return line->words[BIT_LINE_WORDS - 1] >> 63;
}

/* The chance, at most, that a fingerprint that was not put in counts as being
 * there; never 0.
 */
double bit_line_chance(const union bit_line *line, uint32_t functions);

/* Of a line that is nothing but bits, for a number of which the lower half is
 * random: sets its bits; are they set?
 */
bool bit_line_has_bits(const union bit_line *line, uint64_t number,
                       uint32_t functions);
void bit_line_set_bits(union bit_line *line, uint64_t number,
                       uint32_t functions);
/* f to the power of the functions, where f is the share of bits that are set.
 */
double bit_line_share(const union bit_line *line, uint32_t functions);

#endif
