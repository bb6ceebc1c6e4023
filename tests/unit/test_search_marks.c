/* A mark that is there is right, and while there is room all are there. */
#include "search/marks.h"

#include "base/rng.h"
#include "tap.h"

#include <stdlib.h>

enum { STATES = 100000, MANY = 3 * STATES };

static const size_t AMPLE = (size_t)1 << 28;

struct marked {
  uint64_t hash;
  enum mark mark;
};

/* Each two states differ in more than what a mark takes the place of. */
static struct marked *mark_many(struct marks *marks, uint64_t seed) {
  struct marked *all = calloc(STATES, sizeof *all);
  struct rng rng;
  rng_seed(&rng, seed);
  for (size_t i = 0; all && i < STATES; i++) {
    all[i].hash = rng_next(&rng) << 20 | i << MARK_BITS;
    all[i].mark = i % 2 == 0 ? MARK_WAITING : MARK_DONE;
    marks->gained += i % 4 == 0; /* so it grows */
    marks_begin_expansion(marks);
    marks_attend(marks);
    marks_put(marks, all[i].hash, all[i].mark);
  }
  return all;
}

/* How many have their mark?  The others have none. */
static size_t count_right(bool *tap_ok, const struct marks *marks,
                          const struct marked *all) {
  size_t right = 0, wrong = 0;
  for (size_t i = 0; i < STATES; i++) {
    const enum mark mark = marks_look_up(marks, all[i].hash);
    right += mark == all[i].mark;
    wrong += mark != all[i].mark && mark != MARK_NONE;
  }
  CHECK(wrong == 0);
  return right;
}

TEST(while_there_is_room_hardly_a_mark_is_lost) {
  struct budget budget = {.limit = AMPLE};
  struct marks marks;
  marks_init(&marks, &budget);
  struct marked *all = mark_many(&marks, 1);
  CHECK(all && count_right(tap_ok, &marks, all) > STATES - STATES / 50);
  free(all);
  marks_clear(&marks);
  CHECK(budget.used == 0);
}

TEST(where_there_is_none_marks_are_lost_and_those_left_are_right) {
  struct budget budget = {.limit = AMPLE >> 10};
  struct marks marks;
  marks_init(&marks, &budget);
  struct marked *all = mark_many(&marks, 2);
  const size_t right = all ? count_right(tap_ok, &marks, all) : 0;
  CHECK(right > 100 && right < STATES / 4);
  CHECK(budget.used <= budget.limit);
  free(all);
  marks_clear(&marks);
}

TEST(without_any_memory_nothing_is_marked) {
  struct budget budget = {.limit = 1};
  struct marks marks;
  marks_init(&marks, &budget);
  marks_attend(&marks);
  marks_put(&marks, 12345, MARK_DONE);
  CHECK(!marks_are_made(&marks) && !marks_tell(&marks, 12345, MARK_DONE));
  marks_clear(&marks);
}

TEST(a_mark_takes_the_place_of_the_one_before) {
  struct budget budget = {.limit = AMPLE};
  struct marks marks;
  const uint64_t hash = UINT64_C(0x123456789abcdef3);
  marks_init(&marks, &budget);
  marks_put(&marks, hash, MARK_NONE);
  CHECK(marks_look_up(&marks, hash) == MARK_NONE);
  marks_put(&marks, hash, MARK_WAITING);
  CHECK(marks_look_up(&marks, hash) == MARK_WAITING);
  marks_put(&marks, hash, MARK_DONE);
  CHECK(marks_look_up(&marks, hash) == MARK_DONE);
  CHECK(marks_look_up(&marks, hash ^ UINT64_C(1) << 40) == MARK_NONE);
  marks_put(&marks, hash, MARK_NONE);
  CHECK(marks_look_up(&marks, hash) == MARK_NONE);
  marks_clear(&marks);
}

TEST(where_nothing_is_left_out_for_long_nothing_is_marked_any_more) {
  struct budget budget = {.limit = AMPLE};
  struct marks marks;
  marks_init(&marks, &budget);
  for (unsigned i = 0; i < MARKS_PATIENCE; i++)
    marks_begin_expansion(&marks);
  marks_put(&marks, 1000, MARK_DONE);
  CHECK(!marks_are_made(&marks));
  marks_attend(&marks);
  CHECK(marks_look_up(&marks, 1000) == MARK_NONE);
  marks_put(&marks, 1000, MARK_DONE);
  CHECK(marks_look_up(&marks, 1000) == MARK_DONE);
  marks_clear(&marks);
}

TEST(a_table_that_is_of_no_use_is_given_up) {
  struct budget budget = {.limit = AMPLE};
  struct marks marks;
  marks_init(&marks, &budget);
  for (uint64_t i = 0; i < MANY && marks_are_made(&marks); i++) {
    marks_begin_expansion(&marks);
    marks_attend(&marks);
    marks_put(&marks, i << 40, MARK_DONE);
  }
  marks_attend(&marks);
  CHECK(!marks_are_made(&marks) && budget.used == 0);
  marks_clear(&marks);
}

RUN_TESTS(RUN(while_there_is_room_hardly_a_mark_is_lost),
          RUN(where_there_is_none_marks_are_lost_and_those_left_are_right),
          RUN(without_any_memory_nothing_is_marked),
          RUN(a_mark_takes_the_place_of_the_one_before),
          RUN(a_table_that_is_of_no_use_is_given_up),
          RUN(where_nothing_is_left_out_for_long_nothing_is_marked_any_more))
