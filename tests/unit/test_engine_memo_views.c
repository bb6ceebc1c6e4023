/* What follows a step is forgotten or kept as it should be. */
#include "engine/memo/stands.h"
#include "engine/memo/views.h"

#include "tap.h"

#include <stdlib.h>

TEST(a_step_reaches_processes_that_are_not_there_at_present) {
  struct stands *stands = calloc(1, sizeof *stands);
  const uint64_t words[] = {0xff00, 0xff};
  stands->process_count = 2;
  stands->reaches[1][3] = 0xff00;
  stands->reaches[4][3] = 0xffff;
  stands->reaches[5][3] = 0xff;
  stands->reaches[6][7] = 0xff;
  /* words 3 and 7 change */
  CHECK(stands_reached(stands, 1, 1 << 3 | 1 << 7, words) ==
        (UINT64_C(1) << 4 | UINT64_C(1) << 6));
  free(stands);
}

TEST(openings_are_what_counts_only_then) {
  struct stand from = {.masks = {[2] = 0xff}}, to = {.masks = {[2] = 0xffff}};
  struct opening opening;
  CHECK(stand_open(&from, &to, &opening) && opening.pieces[0].place == 2 &&
        opening.pieces[0].mask == 0xff00 && opening.pieces[1].mask == 0);
  to.masks[5] = to.masks[6] = 1;
  CHECK(!stand_open(&from, &to, &opening));
}

static struct walk walk_of(const struct views *views, uint32_t crew) {
  return (struct walk){.steps_name = UINT64_C(3) << 32,
                       .views = views->views.items,
                       .glances = views->glances.items,
                       .view_shift = views->views.shift,
                       .glance_shift = views->glances.shift,
                       .rows = {views->rows[0], views->rows[1]},
                       .row_bytes = views->row_bytes,
                       .level_mask = views->level_mask,
                       .crew = crew};
}

TEST(levels_hold_the_last_state_of_the_same_processes) {
  const uint64_t step = UINT64_C(3) << 32 | 20, forgotten = 20;
  struct views views = {0};
  views_init(&views, 0);
  views_make_room(&views, 0, 1); /* there may be no process at all */
  views_make_room(&views, 3, 1);
  struct walk walk = walk_of(&views, 7), other = walk_of(&views, 8);
  CHECK(!walk_before(&walk, 2, step));
  walk_enter(&walk, 1)[2] = 6;
  CHECK(walk_before(&walk, 2, step) && walk_before(&walk, 2, step)[2] == 6);
  CHECK(!walk_before(&walk, 2, forgotten) && !walk_before(&walk, 1, step));
  CHECK(!walk_before(&walk, 3, step) && !walk_before(&other, 2, step));
  const uint64_t round = views.level_mask + 1;
  (void)walk_enter(&walk, 1 + round);
  CHECK(!walk_before(&walk, 2, step));
  CHECK(walk_before(&walk, 2 + round, step));
  views_forget(&views);
  walk = walk_of(&views, 7);
  CHECK(!walk_before(&walk, 2 + round, step));
  views_clear(&views);
}

TEST(levels_stay_as_long_as_there_is_room) {
  const uint64_t step = UINT64_C(3) << 32 | 20, last = 100000;
  struct views views = {0};
  unsigned kept = 0;
  views_init(&views, 0);
  for (uint64_t level = 1; level <= last; level++) {
    views_make_room(&views, 1, level);
    const struct walk walk = walk_of(&views, 7);
    walk_enter(&walk, level)[0] = (uint32_t)level;
  }
  const struct walk walk = walk_of(&views, 7);
  for (uint64_t level = 1; level <= last; level++) {
    const uint32_t *before = walk_before(&walk, level + 1, step);
    kept += before && *before == level;
  }
  CHECK(kept == last);
  views_clear(&views);
}

TEST(there_are_not_more_levels_than_may_be) {
  struct views views = {0};
  views_init(&views, 0);
  views_make_room(&views, 40, UINT64_C(1) << 40);
  CHECK(views.row_bytes * views.level_mask <= 1 << 23);
  views_clear(&views);
  views = (struct views){0};
  views_init(&views, 1 << 24);
  views_make_room(&views, 40, UINT64_C(1) << 40);
  CHECK(views.row_bytes * views.level_mask <= 1 << 19);
  views_clear(&views);
}

TEST(what_they_take_is_told) {
  struct views views = {0};
  views_init(&views, 1 << 24);
  const size_t before = views_memory(&views);
  views_make_room(&views, 40, 0);
  CHECK(before > 0);
  CHECK(views_memory(&views) - before ==
        views.row_bytes * (views.level_mask + 1));
  views_clear(&views);
}

TEST(two_paths_do_not_disturb_each_other) {
  const uint64_t step = UINT64_C(3) << 32 | 20;
  struct views views = {0};
  views_init(&views, 0);
  views_make_room(&views, 3, walk_level(0, 9));
  CHECK(!views.rows[1]);
  views_make_room(&views, 3, walk_level(1, 9));
  const struct walk walk = walk_of(&views, 7);
  walk_enter(&walk, walk_level(0, 9))[0] = 5;
  walk_enter(&walk, walk_level(1, 9))[0] = 6;
  CHECK(walk_before(&walk, walk_level(0, 10), step)[0] == 5);
  CHECK(walk_before(&walk, walk_level(1, 10), step)[0] == 6);
  CHECK(!walk_before(&walk, walk_level(1, 9), step));
  views_clear(&views);
}

enum { KEYS = 100000 };

/* Others may take their places, but never look like them. */
TEST(what_was_learned_is_true_as_long_as_it_is_known) {
  struct views views = {0};
  unsigned known = 0;
  bool all = true;
  views_init(&views, 0);
  for (uint32_t i = 1; i < KEYS; i++)
    views_learn_glance(&views, walk_glance_key(i, i / 3), i);
  struct walk walk = walk_of(&views, 1);
  for (uint32_t i = 1; i < KEYS; i++) {
    const uint32_t after = walk_glance(&walk, i, i / 3);
    all = all && (after == i || after == 0);
    known += after != 0;
  }
  CHECK(all && known > KEYS / 8);
  CHECK(walk_glance(&walk, KEYS - 1, 0) == 0);
  views_forget(&views);
  walk = walk_of(&views, 1);
  CHECK(walk_glance(&walk, KEYS - 1, (KEYS - 1) / 3) == 0);
  views_clear(&views);
}

static struct walk_view view_of(uint32_t i) {
  return (struct walk_view){.key = {i, i % 5, i % 7}, .after = i};
}

TEST(what_was_learned_of_openings_is_true_as_long_as_it_is_known) {
  struct views views = {0};
  unsigned known = 0;
  bool all = true;
  views_init(&views, 0);
  for (uint32_t i = 1; i < KEYS; i++) {
    const struct walk_view view = view_of(i);
    views_learn(&views, &view);
  }
  const struct walk walk = walk_of(&views, 1);
  for (uint32_t i = 1; i < KEYS; i++) {
    const struct walk_view view = view_of(i);
    const uint32_t after = walk_view(&walk, &view);
    all = all && (after == i || after == 0);
    known += after != 0;
  }
  CHECK(all && known > KEYS / 8);
  struct walk_view other = view_of(KEYS - 1);
  other.key[2]++;
  CHECK(walk_view(&walk, &other) == 0);
  views_clear(&views);
}

TEST(there_is_more_room_before_much_is_lost) {
  enum { FEW = 3000 };
  struct views views = {0};
  unsigned known = 0;
  views_init(&views, 0);
  for (uint32_t i = 1; i <= FEW; i++)
    views_learn_glance(&views, walk_glance_key(i, 7), i);
  const struct walk walk = walk_of(&views, 1);
  for (uint32_t i = 1; i <= FEW; i++)
    known += walk_glance(&walk, i, 7) == i;
  CHECK(known > FEW / 2);
  views_clear(&views);
}

RUN_TESTS(RUN(a_step_reaches_processes_that_are_not_there_at_present),
          RUN(openings_are_what_counts_only_then),
          RUN(levels_hold_the_last_state_of_the_same_processes),
          RUN(levels_stay_as_long_as_there_is_room),
          RUN(there_are_not_more_levels_than_may_be),
          RUN(what_they_take_is_told), RUN(two_paths_do_not_disturb_each_other),
          RUN(what_was_learned_is_true_as_long_as_it_is_known),
          RUN(what_was_learned_of_openings_is_true_as_long_as_it_is_known),
          RUN(there_is_more_room_before_much_is_lost))
