/* xoshiro256** 1.0 by Blackman and Vigna (ACM TOMS 47(4), 2021), seeded by
 * SplitMix64 (Steele, Lea, Flood, OOPSLA 2014) as its authors advise, so that
 * near seeds give unrelated sequences and the state is never all zero.
 */
#include "base/rng.h"

#include <assert.h>

static uint64_t splitmix(uint64_t *x) {
  uint64_t z = *x += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return z ^ (z >> 31);
}

void rng_seed(struct rng *rng, uint64_t seed) {
  for (int i = 0; i < 4; i++)
    rng->s[i] = splitmix(&seed);
}

static uint64_t rotated(uint64_t x, int by) {
  return (x << by) | (x >> (64 - by));
}

uint64_t rng_next(struct rng *rng) {
  uint64_t *s = rng->s;
  uint64_t result = rotated(s[1] * 5, 7) * 9;
  uint64_t t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotated(s[3], 45);
  return result;
}

uint64_t rng_below(struct rng *rng, uint64_t bound) {
  assert(bound > 0);
  /* 2^64 mod bound: dropping so many of the values leaves the rest even. */
  uint64_t uneven = -bound % bound;
  uint64_t value = rng_next(rng);
  while (value < uneven)
    value = rng_next(rng);
  return value % bound;
}
