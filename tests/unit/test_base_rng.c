/* base/rng: the published sequence, and numbers evenly below a bound. */
#include "base/rng.h"

#include "tap.h"

/* From the authors' reference code, started with s = {1, 2, 3, 4}. */
TEST(the_sequence_is_that_of_the_reference_code) {
  static const uint64_t expected[] = {11520, 0, 1509978240,
                                      1215971899390074240};
  struct rng rng = {{1, 2, 3, 4}};
  for (int i = 0; i < 4; i++)
    CHECK(rng_next(&rng) == expected[i]);
}

TEST(equal_seeds_agree_and_near_seeds_do_not) {
  struct rng a, b, c;
  rng_seed(&a, 1);
  rng_seed(&b, 1);
  rng_seed(&c, 2);
  int meetings = 0;
  for (int i = 0; i < 1000; i++) {
    uint64_t x = rng_next(&a);
    CHECK(x == rng_next(&b));
    meetings += x == rng_next(&c);
  }
  CHECK(meetings == 0);
}

TEST(numbers_below_a_bound_fill_the_range_evenly) {
  enum { BOUND = 7, DRAWS = 70000 };
  struct rng rng;
  rng_seed(&rng, 0);
  int seen[BOUND] = {0};
  for (int i = 0; i < DRAWS; i++) {
    uint64_t x = rng_below(&rng, BOUND);
    CHECK(x < BOUND);
    seen[x % BOUND]++;
  }
  for (int i = 0; i < BOUND; i++)
    CHECK(seen[i] > 9500 && seen[i] < 10500);
}

TEST(extreme_bounds_work) {
  struct rng rng;
  rng_seed(&rng, 3);
  for (int i = 0; i < 100; i++) {
    CHECK(rng_below(&rng, 1) == 0);
    CHECK(rng_below(&rng, UINT64_MAX) < UINT64_MAX);
    CHECK(rng_below(&rng, (UINT64_MAX >> 1) + 2) <= (UINT64_MAX >> 1) + 1);
  }
}

RUN_TESTS(RUN(the_sequence_is_that_of_the_reference_code),
          RUN(equal_seeds_agree_and_near_seeds_do_not),
          RUN(numbers_below_a_bound_fill_the_range_evenly),
          RUN(extreme_bounds_work))
