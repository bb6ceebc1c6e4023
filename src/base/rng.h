/* A small pseudo-random generator (xoshiro256**), the same on every machine. */
#ifndef LARIAT_BASE_RNG_H
#define LARIAT_BASE_RNG_H

#include <stdint.h>

struct rng {
  uint64_t s[4];
};

void rng_seed(struct rng *rng, uint64_t seed);
uint64_t rng_next(struct rng *rng);
uint64_t rng_below(struct rng *rng, uint64_t bound); /* 0 <= result < bound */

#endif
