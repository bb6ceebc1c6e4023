/* See carryless.h.  The products of a sum are reduced together, at the end.
 */
#include "store/carryless.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

typedef unsigned __int128 wide; /* a product that is not reduced */

enum {
  WORD_BITS = 64,
  WINDOW = 4,
  POLYNOMIAL = 0x1b, /* what x^64 is */
};

/* ---- on every machine ---- */

static wide multiply(uint64_t a, uint64_t b) {
  wide multiples[1 << WINDOW] = {0, a};
  wide product = 0;
  for (unsigned i = 2; i < 1 << WINDOW; i += 2) {
    multiples[i] = multiples[i / 2] << 1;
    multiples[i + 1] = multiples[i] ^ a;
  }
  for (unsigned i = 0; i < WORD_BITS; i += WINDOW, b <<= WINDOW)
    product = product << WINDOW ^ multiples[b >> (WORD_BITS - WINDOW)];
  return product;
}

/* x^64 times a word. */
static wide fold(uint64_t word) {
  const wide wider = word;
  return wider << 4 ^ wider << 3 ^ wider << 1 ^ wider;
}

static uint64_t reduce(wide product) {
  const wide once = fold((uint64_t)(product >> WORD_BITS));
  const wide twice = fold((uint64_t)(once >> WORD_BITS));
  return (uint64_t)product ^ (uint64_t)once ^ (uint64_t)twice;
}

static uint64_t sum_anywhere(const uint64_t *factors, const uint64_t *words,
                             size_t count) {
  wide sum = 0;
  for (size_t i = 0; i < count; i++)
    sum ^= multiply(factors[i], words[i]);
  return reduce(sum);
}

static uint64_t sum_at_anywhere(const uint64_t *factors, uint64_t places,
                                const uint64_t *words) {
  wide sum = 0;
  for (; places != 0; places &= places - 1)
    sum ^= multiply(factors[__builtin_ctzll(places)], *words++);
  return reduce(sum);
}

const struct carryless *carryless_portable(void) {
  static const struct carryless portable = {.sum = sum_anywhere,
                                            .sum_at = sum_at_anywhere};
  return &portable;
}

/* ---- where the processor can ---- */

#if defined(__x86_64__)
#define WITH_PRODUCTS __attribute__((target("pclmul")))

WITH_PRODUCTS static inline __m128i multiply_fast(uint64_t a, uint64_t b) {
  return _mm_clmulepi64_si128(_mm_cvtsi64_si128((long long)a),
                              _mm_cvtsi64_si128((long long)b), 0);
}

/* The upper half of a product is multiplied with what x^64 is, and what is left
 * of that above the lower half once more.
 */
WITH_PRODUCTS static inline uint64_t reduce_fast(__m128i product) {
  const __m128i polynomial = _mm_cvtsi64_si128(POLYNOMIAL);
  const __m128i once = _mm_clmulepi64_si128(product, polynomial, 1);
  const __m128i twice = _mm_clmulepi64_si128(once, polynomial, 1);
  const __m128i all = _mm_xor_si128(product, _mm_xor_si128(once, twice));
  return (uint64_t)_mm_cvtsi128_si64(all);
}

WITH_PRODUCTS static uint64_t sum_fast(const uint64_t *factors,
                                       const uint64_t *words, size_t count) {
  __m128i sum = _mm_setzero_si128();
  for (size_t i = 0; i < count; i++)
    sum = _mm_xor_si128(sum, multiply_fast(factors[i], words[i]));
  return reduce_fast(sum);
}

WITH_PRODUCTS static uint64_t
sum_at_fast(const uint64_t *factors, uint64_t places, const uint64_t *words) {
  __m128i sum = _mm_setzero_si128();
  for (; places != 0; places &= places - 1)
    sum = _mm_xor_si128(
        sum, multiply_fast(factors[__builtin_ctzll(places)], *words++));
  return reduce_fast(sum);
}

const struct carryless *carryless_best(void) {
  static const struct carryless fast = {.sum = sum_fast, .sum_at = sum_at_fast};
  return __builtin_cpu_supports("pclmul") ? &fast : carryless_portable();
}
#else
const struct carryless *carryless_best(void) {
  return carryless_portable();
}
#endif
