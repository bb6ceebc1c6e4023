#include "base/sort.h"

#include "base/rng.h"
#include "tap.h"

#include <stdlib.h>

enum { MANY = 20000 };

/* Records whose other words can be told from the first. */
static void fill(uint64_t *records, size_t count, unsigned words,
                 uint64_t values, struct rng *rng) {
  for (size_t i = 0; i < count; i++) {
    const uint64_t key = values > 0 ? rng_below(rng, values) : rng_next(rng);
    for (unsigned j = 0; j < words; j++)
      records[i * words + j] = key + j;
  }
}

static uint64_t sum_of(const uint64_t *records, size_t count, unsigned words) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; i++)
    sum += records[i * words] * records[i * words];
  return sum;
}

static bool is_sorted(const uint64_t *records, size_t count, unsigned words) {
  for (size_t i = 0; i < count; i++) {
    const uint64_t *record = records + i * words;
    if (i > 0 && record[0] < (record - words)[0])
      return false;
    for (unsigned j = 1; j < words; j++)
      if (record[j] != record[0] + j)
        return false;
  }
  return true;
}

TEST(records_of_all_sizes_are_sorted_and_stay_whole) {
  static const uint64_t values[] = {0, 1, 5, 1000, UINT64_C(1) << 40};
  uint64_t *records = malloc(MANY * SORT_MOST_WORDS * sizeof *records);
  struct rng rng;
  rng_seed(&rng, 3);
  for (unsigned words = 1; words <= SORT_MOST_WORDS; words++)
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
      for (size_t count = 0; count <= MANY; count = 3 * count + 1) {
        fill(records, count, words, values[i], &rng);
        const uint64_t sum = sum_of(records, count, words);
        sort_records(records, count, words);
        CHECK(is_sorted(records, count, words));
        CHECK(sum_of(records, count, words) == sum);
      }
  free(records);
}

RUN_TESTS(RUN(records_of_all_sizes_are_sorted_and_stay_whole))
