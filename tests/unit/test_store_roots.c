#include "store/roots.h"
#include "tap.h"

enum { MANY = 100000 };

/* Keys in any order. */
static uint64_t key_of(uint64_t number) {
  return (number + 1) * UINT64_C(0x9e3779b97f4a7c15);
}

static void put_all(struct roots *roots, struct budget *budget,
                    uint64_t count) {
  for (uint64_t i = 0; i < count; i++) {
    const struct root root = {.key = key_of(i)};
    if (!roots_hold(roots, root.key))
      (void)roots_put(roots, budget, &root);
  }
}

TEST(room_that_was_made_is_enough) {
  struct budget budget = {.limit = SIZE_MAX};
  struct roots roots = {0};
  roots_init(&roots, 1);
  roots_make_room(&roots, &budget, MANY);
  const uint64_t size = roots.size;
  put_all(&roots, &budget, MANY);
  CHECK(roots.used == MANY);
  CHECK(size > 0 && roots.size == size);
  roots_release(&roots, &budget);
}

TEST(without_memory_no_room_is_made_and_nothing_is_lost) {
  struct budget budget = {.limit = 1 << 16};
  struct roots roots = {0};
  roots_init(&roots, 1);
  roots_make_room(&roots, &budget, MANY);
  put_all(&roots, &budget, 16);
  CHECK(roots.used == 16);
  for (uint64_t i = 0; i < 16; i++)
    CHECK(roots_hold(&roots, key_of(i)));
  roots_release(&roots, &budget);
}

RUN_TESTS(RUN(room_that_was_made_is_enough),
          RUN(without_memory_no_room_is_made_and_nothing_is_lost))
