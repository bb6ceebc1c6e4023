/* Products without carries are those of a field, however they are come by. */
#include "store/carryless.h"

#include "base/rng.h"
#include "tap.h"

enum { ROUNDS = 2000, WORDS = 64 };

static uint64_t product(const struct carryless *carryless, uint64_t a,
                        uint64_t b) {
  return carryless->sum(&a, &b, 1);
}

/* Bit by bit. */
static uint64_t slow_product(uint64_t a, uint64_t b) {
  uint64_t result = 0;
  for (; b != 0; b >>= 1) {
    result ^= b & 1 ? a : 0;
    a = a << 1 ^ (a >> 63 ? 0x1b : 0);
  }
  return result;
}

TEST(products_are_those_found_bit_by_bit) {
  struct rng rng;
  rng_seed(&rng, 1);
  bool all = true;
  for (unsigned i = 0; i < ROUNDS && all; i++) {
    const uint64_t a = rng_next(&rng),
                   b = rng_next(&rng) >> rng_below(&rng, 64);
    const uint64_t wanted = slow_product(a, b);
    all = product(carryless_best(), a, b) == wanted &&
          product(carryless_portable(), a, b) == wanted;
  }
  CHECK(all);
}

TEST(both_ways_give_the_same_sums) {
  struct rng rng;
  rng_seed(&rng, 2);
  uint64_t factors[WORDS], words[WORDS];
  bool all = true;
  for (unsigned i = 0; i < ROUNDS && all; i++) {
    const uint64_t places = rng_next(&rng) & rng_next(&rng);
    uint64_t expected = 0, dense[WORDS] = {0};
    size_t count = 0;
    for (size_t place = 0; place < WORDS; place++) {
      factors[place] = rng_next(&rng);
      if (!(places >> place & 1))
        continue;
      dense[place] = words[count++] = rng_next(&rng);
      expected ^= slow_product(factors[place], dense[place]);
    }
    all = carryless_best()->sum_at(factors, places, words) == expected &&
          carryless_portable()->sum_at(factors, places, words) == expected &&
          carryless_best()->sum(factors, dense, WORDS) == expected &&
          carryless_portable()->sum(factors, dense, WORDS) == expected;
  }
  CHECK(all);
}

/* So different words at one place have different products. */
TEST(what_is_not_zero_can_be_divided_by) {
  struct rng rng;
  rng_seed(&rng, 3);
  for (unsigned i = 0; i < ROUNDS; i++) {
    const uint64_t a = rng_next(&rng) | 1, b = UINT64_C(1)
                                               << rng_below(&rng, 64);
    uint64_t inverse = b; /* b to the power of 2^64 - 2 */
    for (unsigned bit = 1; bit < 63; bit++)
      inverse = slow_product(slow_product(inverse, inverse), b);
    inverse = slow_product(inverse, inverse);
    if (product(carryless_best(), product(carryless_best(), a, b), inverse) !=
        a)
      CHECK(false);
  }
  CHECK(product(carryless_best(), 0, 5) == 0);
}

RUN_TESTS(RUN(products_are_those_found_bit_by_bit),
          RUN(both_ways_give_the_same_sums),
          RUN(what_is_not_zero_can_be_divided_by))
