/* Products without carries: words as polynomials over the field of two
 * elements, modulo x^64 + x^4 + x^3 + x + 1, which makes them a field.
 *
 * A product is linear in each factor, so what changes in it when some bits of
 * a word do depends on these bits alone, not on the rest of the word.
 *
 * Cost: one instruction and an exclusive or for each word, and a few for the
 * sum, where the processor has such products; about 150 for each word where it
 * has not.
 */
#ifndef LARIAT_STORE_CARRYLESS_H
#define LARIAT_STORE_CARRYLESS_H

#include <stddef.h>
#include <stdint.h>

/* Two ways to add up the products of words with factors. */
struct carryless {
  /* Each word with its factor. */
  uint64_t (*sum)(const uint64_t *factors, const uint64_t *words, size_t count);
  /* The first word with the factor at the place of the lowest bit, and so on.
   */
  uint64_t (*sum_at)(const uint64_t *factors, uint64_t places,
                     const uint64_t *words);
};

/* The faster way on this machine, and the one that every machine has. */
const struct carryless *carryless_best(void);
const struct carryless *carryless_portable(void);

#endif
