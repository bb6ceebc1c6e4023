/* store/budget: regions grow, shrink and keep what is in them, whether address
 * space is plenty or limited.
 */
#include "store/budget.h"

#include "process_limit.h"
#include "sanitized.h"
#include "tap.h"

#include <stdint.h>
#include <string.h>

static const size_t MEGABYTE = 1 << 20;

/* Writes a number for each page that is new, and checks the others. */
static bool holds_its_pages(const struct region *region, size_t old) {
  bool right = true;
  for (size_t at = 0; at + sizeof(uint64_t) <= region->bytes; at += 4096) {
    uint64_t found;
    memcpy(&found, region->base + at, sizeof found);
    right = right && found == (at < old ? at + 1 : 0);
    found = at + 1;
    memcpy(region->base + at, &found, sizeof found);
  }
  return right;
}

static bool grows_to(struct region *region, struct budget *budget,
                     size_t bytes) {
  const size_t old = region->bytes;
  return region_grow(region, budget, bytes) && region->bytes >= bytes &&
         holds_its_pages(region, old);
}

static bool grows_and_shrinks(struct budget *budget) {
  static const size_t sizes[] = {100, 5000, 40000, 300000, 3000000, 20000000};
  struct region regions[3] = {0};
  bool right = true;
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    for (size_t r = 0; r < 3; r++)
      right = right && grows_to(&regions[r], budget, sizes[i] + r * 100000);
  region_shrink(&regions[1], budget, 2 * MEGABYTE);
  right = right && regions[1].bytes == 2 * MEGABYTE &&
          grows_to(&regions[1], budget, 8 * MEGABYTE);
  for (size_t r = 0; r < 3; r++)
    region_release(&regions[r], budget);
  return right && budget->used == 0;
}

TEST(a_region_keeps_what_is_in_it) {
  struct budget budget = {.limit = 1000 * MEGABYTE};
  CHECK(grows_and_shrinks(&budget));
}

/* Each of three regions would reserve more than there is. */
TEST(regions_share_out_limited_address_space) {
  if (memory_is_watched())
    return;
  struct budget budget = {.limit = 1000 * MEGABYTE};
  const rlim_t before = set_limit(RLIMIT_AS, 150 * MEGABYTE);
  CHECK(grows_and_shrinks(&budget));
  (void)set_limit(RLIMIT_AS, before);
}

TEST(a_region_that_cannot_grow_stays_as_it_is) {
  if (memory_is_watched())
    return;
  struct budget budget = {.limit = 1000 * MEGABYTE};
  struct region region = {0};
  const rlim_t before = set_limit(RLIMIT_AS, 100 * MEGABYTE);
  CHECK(grows_to(&region, &budget, 10 * MEGABYTE));
  const size_t used = budget.used;
  CHECK(!region_grow(&region, &budget, 200 * MEGABYTE));
  CHECK(region.bytes == 10 * MEGABYTE && budget.used == used);
  CHECK(grows_to(&region, &budget, 11 * MEGABYTE));
  (void)set_limit(RLIMIT_AS, before);
  region_release(&region, &budget);
}

TEST(the_limit_of_a_budget_is_kept) {
  struct budget budget = {.limit = 3 * MEGABYTE};
  struct region region = {0};
  CHECK(grows_to(&region, &budget, MEGABYTE));
  CHECK(!region_grow(&region, &budget, 5 * MEGABYTE));
  CHECK(budget_alloc(&budget, 3 * MEGABYTE) == NULL);
  void *block = budget_alloc(&budget, MEGABYTE);
  CHECK(block != NULL && budget.used == region.bytes + MEGABYTE);
  budget_free(&budget, block, MEGABYTE);
  region_release(&region, &budget);
  CHECK(budget.used == 0);
}

RUN_TESTS(RUN(a_region_keeps_what_is_in_it),
          RUN(regions_share_out_limited_address_space),
          RUN(a_region_that_cannot_grow_stays_as_it_is),
          RUN(the_limit_of_a_budget_is_kept))
