#include "reduce/shortcuts.h"
#include "tap.h"
#include "test_file.h"

#include <stdlib.h>
#include <string.h>

enum { BYTES = 8, MANY = 5000, MOST_STEPS = 64 };

static char path[TEST_PATH_ROOM];

/* The state of a number, with a hash that the test wants. */
static struct arrival state_of(uint64_t *number, uint64_t hash) {
  return (struct arrival){
      .state = (const uint8_t *)number, .length = BYTES, .hash = hash};
}

/* Goes from some numbers to the one after the last; each step changes the
 * component of its number.
 */
static void go(struct shortcuts *shortcuts, uint64_t first, uint64_t last) {
  shortcuts_begin(shortcuts);
  for (uint64_t i = first; i <= last; i++) {
    const struct arrival from = state_of(&i, i);
    shortcuts_leave(shortcuts, &from, UINT64_C(1) << i % 64);
  }
  uint64_t end = last + 1;
  const struct arrival arrival = state_of(&end, end);
  shortcuts_end(shortcuts, &arrival);
}

/* Where a number leads, itself: nowhere; and what that changes. */
static uint64_t follow(struct shortcuts *shortcuts, uint64_t number,
                       uint64_t hash, uint64_t *changed) {
  struct arrival arrival = state_of(&number, hash);
  uint64_t end = number;
  shortcuts_begin(shortcuts);
  if (shortcuts_follow(shortcuts, &arrival, MOST_STEPS))
    memcpy(&end, arrival.state, arrival.length);
  *changed = arrival.changed;
  return end;
}

TEST(each_state_of_a_way_leads_to_its_end) {
  struct shortcuts shortcuts;
  uint64_t changed;
  shortcuts_init(&shortcuts);
  go(&shortcuts, 10, 12);
  CHECK(follow(&shortcuts, 10, 10, &changed) == 13 && changed == 7 << 10);
  CHECK(follow(&shortcuts, 11, 11, &changed) == 13 && changed == 6 << 10);
  CHECK(follow(&shortcuts, 12, 12, &changed) == 13 && changed == 4 << 10);
  CHECK(follow(&shortcuts, 13, 13, &changed) == 13 && changed == 0);
  shortcuts_clear(&shortcuts);
}

TEST(a_hash_alone_leads_nowhere) {
  struct shortcuts shortcuts;
  uint64_t changed;
  shortcuts_init(&shortcuts);
  go(&shortcuts, 10, 12);
  CHECK(follow(&shortcuts, 99, 10, &changed) == 99);
  shortcuts_clear(&shortcuts);
}

TEST(a_way_may_end_with_a_shortcut) {
  struct shortcuts shortcuts;
  uint64_t number = 5, changed;
  shortcuts_init(&shortcuts);
  go(&shortcuts, 10, 12);
  shortcuts_begin(&shortcuts);
  const struct arrival from = state_of(&number, 5);
  shortcuts_leave(&shortcuts, &from, 1);
  uint64_t next = 11;
  struct arrival arrival = state_of(&next, 11);
  CHECK(shortcuts_follow(&shortcuts, &arrival, MOST_STEPS));
  shortcuts_end(&shortcuts, &arrival);
  CHECK(follow(&shortcuts, 5, 5, &changed) == 13);
  CHECK(changed == (1 | 6 << 10));
  shortcuts_clear(&shortcuts);
}

/* What follows a shortcut counts for those that lead to it. */
TEST(a_shortcut_is_not_longer_than_is_asked_for) {
  struct shortcuts shortcuts;
  uint64_t number = 10;
  struct arrival arrival = state_of(&number, 10);
  shortcuts_init(&shortcuts);
  go(&shortcuts, 11, 12);
  shortcuts_begin(&shortcuts);
  shortcuts_leave(&shortcuts, &arrival, 1);
  uint64_t next = 11;
  struct arrival way = state_of(&next, 11);
  CHECK(shortcuts_follow(&shortcuts, &way, 2));
  shortcuts_end(&shortcuts, &way);
  CHECK(!shortcuts_follow(&shortcuts, &arrival, 2));
  CHECK(shortcuts_follow(&shortcuts, &arrival, 3));
  shortcuts_clear(&shortcuts);
}

TEST(a_state_too_long_is_not_kept) {
  static uint8_t state[4096];
  struct arrival from = {.state = state, .length = sizeof state, .hash = 3};
  struct shortcuts shortcuts;
  uint64_t end = 4;
  shortcuts_init(&shortcuts);
  shortcuts_begin(&shortcuts);
  shortcuts_leave(&shortcuts, &from, 1);
  const struct arrival arrival = state_of(&end, 4);
  shortcuts_end(&shortcuts, &arrival);
  CHECK(!shortcuts_follow(&shortcuts, &from, MOST_STEPS));
  shortcuts_clear(&shortcuts);
}

static void save(const struct shortcuts *shortcuts) {
  struct snapshot_writer *writer;
  if (snapshot_create(path, &writer) != STATUS_OK)
    abort();
  shortcuts_save(shortcuts, writer);
  if (snapshot_commit(writer) != STATUS_OK)
    abort();
}

static bool restore(struct shortcuts *shortcuts) {
  struct snapshot_reader *reader;
  if (snapshot_open(path, &reader) != SNAPSHOT_SOUND)
    abort();
  shortcuts_restore(shortcuts, reader);
  const bool sound = snapshot_at_end(reader) && !snapshot_failed(reader);
  snapshot_close(reader);
  return sound;
}

TEST(what_is_saved_leads_on_as_before) {
  struct shortcuts shortcuts, other;
  uint32_t different = 0;
  shortcuts_init(&shortcuts);
  shortcuts_init(&other);
  for (uint64_t i = 0; i < MANY; i += 10)
    go(&shortcuts, i, i + 7);
  save(&shortcuts);
  CHECK(restore(&other));
  for (uint64_t i = 0; i < MANY; i++) {
    uint64_t changed, other_changed;
    different += follow(&shortcuts, i, i, &changed) !=
                     follow(&other, i, i, &other_changed) ||
                 changed != other_changed;
  }
  CHECK(different == 0);
  shortcuts_clear(&shortcuts);
  shortcuts_clear(&other);
}

RUN_TESTS_WITH_FILE(path, RUN(each_state_of_a_way_leads_to_its_end),
                    RUN(a_hash_alone_leads_nowhere),
                    RUN(a_way_may_end_with_a_shortcut),
                    RUN(a_shortcut_is_not_longer_than_is_asked_for),
                    RUN(a_state_too_long_is_not_kept),
                    RUN(what_is_saved_leads_on_as_before))
