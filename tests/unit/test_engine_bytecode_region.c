#include "tap.h"

#include "engine/bytecode/region.h"

static struct region_state state_of(const uint8_t *bytes, uint32_t place) {
  return (struct region_state){.bytes = bytes, .length = 8, .place = place};
}

/* Puts a state up that one step, known by its transition, led to. */
static bool push(struct region *region, uint8_t value, uint32_t place,
                 bool all_paths) {
  const uint8_t bytes[8] = {value};
  const struct region_state state = state_of(bytes, place);
  const size_t first = region->path.count;
  vec_push(&region->path, ((struct step){.transition = value}));
  const bool is_ahead = region_push(region, &state, first, all_paths);
  region->path.count = first;
  return is_ahead;
}

/* A loop inside an atomic must end. */
TEST(a_state_on_the_path_is_not_entered_again) {
  struct region region = {0};
  push(&region, 1, 5, false);
  CHECK(region_next(&region) != NULL);
  push(&region, 1, 5, false);
  CHECK(region_next(&region) == NULL);
  region_free(&region);
}

TEST(another_place_is_another_state) {
  struct region region = {0};
  push(&region, 1, 5, false);
  CHECK(region_next(&region) != NULL);
  push(&region, 1, 6, false);
  CHECK(region_next(&region) != NULL && region_next(&region) == NULL);
  region_free(&region);
}

TEST(the_path_has_the_steps_of_what_is_entered) {
  struct region region = {0};
  push(&region, 1, 1, false);
  CHECK(region_next(&region) && region.path.count == 1);
  push(&region, 2, 2, false);
  push(&region, 3, 3, false);
  CHECK(region_next(&region) && region.path.count == 2 &&
        region.path.items[1].transition == 3);
  CHECK(region_next(&region) && region.path.count == 2 &&
        region.path.items[1].transition == 2);
  CHECK(!region_next(&region) && region.path.count == 0);
  region_free(&region);
}

TEST(steps_that_are_not_told_are_not_on_the_path) {
  struct region region = {0};
  const uint8_t bytes[8] = {1};
  const struct region_state state = state_of(bytes, 1);
  region_push_untold(&region, &state, &state, false);
  const struct region_item *item = region_next(&region);
  CHECK(item && item->untold == &state && region.path.count == 0);
  push(&region, 2, 2, false);
  CHECK(region_next(&region) && region.path.count == 1);
  CHECK(!region_next(&region) && region.path.count == 0);
  region_free(&region);
}

TEST(a_path_passes_one_place_and_alone) {
  struct region region = {0};
  const uint8_t bytes[8] = {9};
  struct region_state state = state_of(bytes, 7);
  CHECK(region_passes(&region));
  push(&region, 1, 5, false);
  CHECK(!region_passes(&region)); /* another way waits */
  CHECK(region_next(&region) != NULL && region_passes(&region));
  state.once = true;
  CHECK(region_push(&region, &state, region.path.count, false));
  CHECK(region_next(&region) != NULL && !region_passes(&region));
  CHECK(region_next(&region) == NULL && region_passes(&region));
  region_free(&region);
}

/* One met before is no news, but one on the path means that it goes round. */
static bool tells_rounds(bool all_paths, unsigned others) {
  struct region region = {0};
  bool right = push(&region, 1, 5, all_paths) && region_next(&region);
  for (unsigned i = 0; i < others; i++)
    right = right && push(&region, 2, 6 + i, all_paths);
  right = right && !push(&region, 1, 5, all_paths);
  right = right && push(&region, 3, 5, all_paths) && region_next(&region);
  right = right && !push(&region, 1, 5, all_paths) &&
          !push(&region, 3, 5, all_paths) && push(&region, 2, 6, all_paths);
  region_free(&region);
  return right;
}

TEST(a_path_that_goes_round_is_told_from_one_that_meets_another) {
  CHECK(tells_rounds(false, 1) && tells_rounds(false, 100));
  CHECK(tells_rounds(true, 1) && tells_rounds(true, 100));
}

/* How often a state is entered that many ways lead to. */
static unsigned entered(bool all_paths) {
  struct region region = {0};
  unsigned count = 0;
  for (int i = 0; i < 200; i++) {
    push(&region, 1, 1, all_paths);
    while (region_next(&region))
      count++;
  }
  region_free(&region);
  return count;
}

TEST(ways_that_meet_are_joined_when_there_are_many) {
  CHECK(entered(true) == 200);
  CHECK(entered(false) < 100);
}

RUN_TESTS(RUN(a_state_on_the_path_is_not_entered_again),
          RUN(another_place_is_another_state),
          RUN(the_path_has_the_steps_of_what_is_entered),
          RUN(a_path_passes_one_place_and_alone),
          RUN(a_path_that_goes_round_is_told_from_one_that_meets_another),
          RUN(steps_that_are_not_told_are_not_on_the_path),
          RUN(ways_that_meet_are_joined_when_there_are_many))
