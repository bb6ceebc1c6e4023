/* A cache line of 512 bits as a set that may know more than was put into it.
 *
 * What is put in are fingerprints of 31 bits.  As long as there are few, 16 at
 * most, they lie there as they are.  Then they are cut to 21 bits, and there is
 * room for 24.  After that the line turns into bits: each fingerprint sets as
 * many of them as there are functions, and so do those to come; one all of
 * whose bits are set counts as being there (Bloom, Space/Time Trade-offs in
 * Hash Coding with Allowable Errors, CACM 13, 1970).  As bits, a line with 16
 * fingerprints takes one in a thousand that is not there for one that is; as it
 * is, one in a hundred million.
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
  BIT_LINE_CUT_BITS = 21,
};

union bit_line {
  uint64_t words[BIT_LINE_WORDS];
  uint32_t prints[BIT_LINE_PRINTS];
};

/* The fingerprint that a hash gives, by its lower half. */
static inline uint32_t bit_line_print(uint64_t hash) {
  const uint32_t print = (uint32_t)hash >> 1;
  return print % (1 << BIT_LINE_CUT_BITS) > 0 ? print : print + 1;
}

bool bit_line_has(const union bit_line *line, uint32_t print,
                  uint32_t functions);

/* One that is not there. */
void bit_line_add(union bit_line *line, uint32_t print, uint32_t functions);

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
