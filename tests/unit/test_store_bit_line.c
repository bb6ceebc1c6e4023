/* A line knows all that was put in, and little else for as long as it can. */
#include "base/rng.h"
#include "store/bit_line.h"
#include "tap.h"

#include <math.h>

enum { MOST = 200, PROBES = 200000, SHORT_PRINTS = 24 };

static uint32_t random_print(struct rng *rng) {
  return bit_line_print(rng_next(rng));
}

/* Adds a fingerprint, and writes it down, unless it seems to be there. */
static void put(union bit_line *line, uint32_t functions, uint32_t print,
                uint32_t *known, unsigned *count) {
  if (bit_line_has(line, print, functions))
    return;
  bit_line_add(line, print, functions);
  known[(*count)++] = print;
}

TEST(what_was_put_in_is_there_whatever_becomes_of_the_line) {
  for (uint32_t functions = 1; functions <= 9; functions++) {
    union bit_line line = {0};
    struct rng rng;
    uint32_t known[MOST];
    unsigned count = 0;
    bool all = true;
    rng_seed(&rng, functions);
    for (unsigned tried = 0; tried < MOST; tried++) {
      put(&line, functions, random_print(&rng), known, &count);
      for (unsigned i = 0; i < count; i++)
        all = all && bit_line_has(&line, known[i], functions);
    }
    CHECK(all);
    CHECK(count >= SHORT_PRINTS);
  }
}

/* The share of fingerprints not put in that seem to be there. */
static double strangers_known(const union bit_line *line, uint32_t functions,
                              struct rng *rng) {
  unsigned known = 0;
  for (unsigned i = 0; i < PROBES; i++)
    known += bit_line_has(line, random_print(rng), functions);
  return (double)known / PROBES;
}

TEST(the_chance_of_a_stranger_is_the_one_that_is_told) {
  for (uint32_t functions = 1; functions <= 5; functions++) {
    union bit_line line = {0};
    struct rng rng;
    uint32_t known[MOST];
    unsigned count = 0;
    rng_seed(&rng, 100 + functions);
    for (unsigned tried = 0; tried < MOST; tried++) {
      put(&line, functions, random_print(&rng), known, &count);
      if (tried % 20 != 0)
        continue;
      const double told = bit_line_chance(&line, functions);
      const double found = strangers_known(&line, functions, &rng);
      CHECK(fabs(found - told) < 0.15 * told + 3e-4);
      CHECK(count > SHORT_PRINTS || told < 2e-5);
    }
  }
}

TEST(no_fingerprint_is_nothing) {
  CHECK(bit_line_print(0) != 0);
  CHECK(bit_line_print(UINT64_C(1) << (BIT_LINE_CUT_BITS + 1)) %
            (1 << BIT_LINE_CUT_BITS) !=
        0);
  CHECK(bit_line_print(UINT64_MAX) >> 31 == 0);
}

RUN_TESTS(RUN(what_was_put_in_is_there_whatever_becomes_of_the_line),
          RUN(the_chance_of_a_stranger_is_the_one_that_is_told),
          RUN(no_fingerprint_is_nothing))
