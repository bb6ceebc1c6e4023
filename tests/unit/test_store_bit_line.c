/* A line knows all that was put in, and little else for as long as it can. */
#include "base/rng.h"
#include "store/bit_line.h"
#include "tap.h"

#include <math.h>
#include <string.h>

enum { MOST = 200, PROBES = 200000, SHORT_PRINTS = 24 };

static uint32_t random_print(struct rng *rng) {
  return bit_line_print(rng_next(rng));
}

/* Adds a fingerprint, and writes it down, unless it seems to be there. */
static void put(union bit_line *line, uint32_t functions, uint32_t print,
                uint32_t *known, unsigned *count) {
  if (bit_line_take(line, print, functions, false) == BIT_LINE_ADDED)
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
      const uint32_t print = random_print(&rng);
      const unsigned before = count;
      const bool is_there = bit_line_has(&line, print, functions);
      put(&line, functions, print, known, &count);
      all = all && is_there == (count == before);
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
  union bit_line line = {0};
  CHECK(bit_line_print(0) != 0);
  CHECK(bit_line_print(UINT64_MAX) >> BIT_LINE_PRINT_BITS == 0);
  for (unsigned i = 0; i < SHORT_PRINTS; i++) {
    /* each has nothing but zeros where it will be cut, but for the first */
    const uint32_t print = bit_line_print((uint64_t)i << 34);
    CHECK(!bit_line_has(&line, print, 3) || i > BIT_LINE_PRINTS);
    (void)bit_line_take(&line, print, 3, false);
    CHECK(bit_line_has(&line, print, 3));
  }
}

TEST(a_line_that_stays_whole_is_full_one_day) {
  union bit_line line = {0};
  struct rng rng;
  rng_seed(&rng, 7);
  for (unsigned i = 0; i < BIT_LINE_PRINTS; i++)
    CHECK(bit_line_take(&line, random_print(&rng), 3, true) == BIT_LINE_ADDED);
  const uint32_t more = random_print(&rng);
  const union bit_line before = line;
  CHECK(bit_line_take(&line, more, 3, true) == BIT_LINE_FULL);
  CHECK(memcmp(&line, &before, sizeof line) == 0);
  CHECK(bit_line_take(&line, more, 3, false) == BIT_LINE_ADDED);
}

/* Numbers, each of which lies in the line that its first bits tell, of lines
 * that are split as often as can be.
 */
struct forest {
  union bit_line lines[1 << BIT_LINE_SPLITS];
  unsigned splits; /* so far */
  uint64_t known[MOST];
  unsigned count;
};

static union bit_line *line_of(struct forest *forest, uint64_t number) {
  return &forest->lines[forest->splits == 0 ? 0
                                            : number >> (64 - forest->splits)];
}

static uint32_t print_of(const struct forest *forest, uint64_t number) {
  return bit_line_print(number << forest->splits);
}

static void split_all(struct forest *forest) {
  for (size_t i = (size_t)1 << forest->splits; i-- > 0;)
    bit_line_split(&forest->lines[i], &forest->lines[2 * i]);
  forest->splits++;
}

static void put_number(struct forest *forest, uint64_t number) {
  while (bit_line_take(line_of(forest, number), print_of(forest, number), 3,
                       forest->splits < BIT_LINE_SPLITS) == BIT_LINE_FULL)
    split_all(forest);
  forest->known[forest->count++] = number;
}

static bool has_all(struct forest *forest) {
  bool all = true;
  for (unsigned i = 0; i < forest->count; i++)
    all = all && bit_line_has(line_of(forest, forest->known[i]),
                              print_of(forest, forest->known[i]), 3);
  return all;
}

/* Numbers that begin alike keep together, until the line is cut. */
TEST(nothing_is_lost_when_lines_are_split) {
  for (unsigned alike = 0; alike < 20; alike++) {
    struct forest forest = {.splits = 0};
    struct rng rng;
    bool all = true;
    rng_seed(&rng, alike);
    while (forest.count < MOST) {
      put_number(&forest, rng_next(&rng) >> alike);
      all = all && has_all(&forest);
    }
    CHECK(all);
    CHECK(forest.splits > 2);
  }
}

TEST(the_chance_of_a_stranger_grows_when_a_line_is_split) {
  union bit_line lines[2] = {{{0}}};
  struct rng rng;
  rng_seed(&rng, 1);
  (void)bit_line_take(&lines[0], random_print(&rng), 3, true);
  double before = bit_line_chance(&lines[0], 3);
  for (unsigned i = 0; i < BIT_LINE_SPLITS; i++) {
    bit_line_split(&lines[0], lines);
    if (lines[0].words[0] == 0)
      lines[0] = lines[1];
    CHECK(bit_line_chance(&lines[0], 3) > before);
    before = bit_line_chance(&lines[0], 3);
  }
}

RUN_TESTS(RUN(what_was_put_in_is_there_whatever_becomes_of_the_line),
          RUN(the_chance_of_a_stranger_is_the_one_that_is_told),
          RUN(no_fingerprint_is_nothing),
          RUN(a_line_that_stays_whole_is_full_one_day),
          RUN(nothing_is_lost_when_lines_are_split),
          RUN(the_chance_of_a_stranger_grows_when_a_line_is_split))
