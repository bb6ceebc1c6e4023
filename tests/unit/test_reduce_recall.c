#include "reduce/recall.h"
#include "tap.h"
#include "test_file.h"

#include <stdlib.h>

enum { MANY = 200000 };

static char path[TEST_PATH_ROOM];

static uint64_t hash_of(uint32_t number) {
  return recall_hash((const uint8_t *)&number, sizeof number);
}

TEST(a_state_given_out_is_recalled_and_no_other) {
  struct recall recall;
  uint32_t mistaken = 0;
  recall_init(&recall);
  recall_add(&recall, hash_of(1));
  CHECK(recall_has(&recall, hash_of(1)));
  for (uint32_t i = 2; i < MANY; i++)
    mistaken += recall_has(&recall, hash_of(i));
  CHECK(mistaken < MANY / 1000);
  recall_clear(&recall);
}

TEST(a_state_may_be_forgotten_but_seldom_at_once) {
  struct recall recall;
  uint32_t known = 0;
  recall_init(&recall);
  for (uint32_t i = 0; i < MANY; i++)
    recall_add(&recall, hash_of(i));
  for (uint32_t i = MANY - 1000; i < MANY; i++)
    known += recall_has(&recall, hash_of(i));
  CHECK(known > 900);
  recall_clear(&recall);
}

static void meet_all(struct sample *sample, unsigned times) {
  for (unsigned i = 0; i < times; i++)
    for (uint32_t number = 0; number < MANY; number++)
      sample_meet(sample, hash_of(number));
}

/* However long ago the first time was. */
TEST(a_sample_tells_how_often_each_state_is_met) {
  struct sample sample;
  sample_init(&sample);
  meet_all(&sample, 1);
  CHECK(sample_is_fresh(&sample, 99, 100));
  meet_all(&sample, 1);
  CHECK(sample_is_fresh(&sample, 40, 100));
  CHECK(!sample_is_fresh(&sample, 60, 100));
  meet_all(&sample, 8);
  CHECK(sample_is_fresh(&sample, 8, 100));
  CHECK(!sample_is_fresh(&sample, 12, 100));
  sample_clear(&sample);
}

TEST(few_meetings_say_nothing) {
  struct sample sample;
  sample_init(&sample);
  for (unsigned i = 0; i < 1000; i++)
    sample_meet(&sample, 1);
  CHECK(sample_is_fresh(&sample, 1, 1));
  sample_clear(&sample);
}

/* Leaves some of many states out, and gives others. */
static void leave_out_and_give(struct returns *returns, unsigned left_out_end,
                               unsigned given_begin) {
  for (unsigned i = 0; i < left_out_end; i++)
    returns_note_left_out(returns, hash_of(i));
  for (unsigned i = given_begin; i < MANY; i++)
    returns_note_given(returns, hash_of(i));
}

TEST(what_was_left_out_and_comes_all_the_same_is_counted) {
  struct returns returns;
  returns_init(&returns);
  leave_out_and_give(&returns, MANY / 2, MANY / 2);
  CHECK(returns_are_few(&returns, 1, 1000));
  returns_forget(&returns);
  leave_out_and_give(&returns, MANY / 2, MANY / 4); /* half of them */
  CHECK(returns_are_few(&returns, 6, 10));
  CHECK(!returns_are_few(&returns, 4, 10));
  leave_out_and_give(&returns, MANY / 2, MANY / 4); /* the same again */
  CHECK(returns_are_few(&returns, 6, 10));
  CHECK(!returns_are_few(&returns, 4, 10));
  returns_clear(&returns);
}

static void save(const struct recall *recall, const struct sample *sample,
                 const struct returns *returns) {
  struct snapshot_writer *writer;
  if (snapshot_create(path, &writer) != STATUS_OK)
    abort();
  recall_save(recall, writer);
  sample_save(sample, writer);
  returns_save(returns, writer);
  if (snapshot_commit(writer) != STATUS_OK)
    abort();
}

static bool restore(struct recall *recall, struct sample *sample,
                    struct returns *returns) {
  struct snapshot_reader *reader;
  if (snapshot_open(path, &reader) != SNAPSHOT_SOUND)
    abort();
  recall_restore(recall, reader);
  sample_restore(sample, reader);
  returns_restore(returns, reader);
  const bool sound = snapshot_at_end(reader) && !snapshot_failed(reader);
  snapshot_close(reader);
  return sound;
}

TEST(what_is_saved_goes_on_as_before) {
  struct recall recall, other_recall;
  struct sample sample, other_sample;
  struct returns returns, other_returns;
  recall_init(&recall);
  recall_init(&other_recall);
  sample_init(&sample);
  sample_init(&other_sample);
  returns_init(&returns);
  returns_init(&other_returns);
  recall_add(&recall, hash_of(1));
  meet_all(&sample, 1);
  leave_out_and_give(&returns, MANY / 2, MANY / 4);
  save(&recall, &sample, &returns);
  CHECK(restore(&other_recall, &other_sample, &other_returns));
  CHECK(recall_has(&other_recall, hash_of(1)));
  meet_all(&sample, 1);
  meet_all(&other_sample, 1);
  CHECK(sample.met == other_sample.met && sample.first == other_sample.first);
  CHECK(sample.chosen.count == other_sample.chosen.count);
  CHECK(sample.chosen.level == other_sample.chosen.level);
  CHECK(returns.left_out == other_returns.left_out && returns.left_out > 0);
  CHECK(returns.came == other_returns.came && returns.came > 0);
  recall_clear(&recall);
  recall_clear(&other_recall);
  sample_clear(&sample);
  sample_clear(&other_sample);
  returns_clear(&returns);
  returns_clear(&other_returns);
}

RUN_TESTS_WITH_FILE(path, RUN(a_state_given_out_is_recalled_and_no_other),
                    RUN(a_state_may_be_forgotten_but_seldom_at_once),
                    RUN(a_sample_tells_how_often_each_state_is_met),
                    RUN(few_meetings_say_nothing),
                    RUN(what_was_left_out_and_comes_all_the_same_is_counted),
                    RUN(what_is_saved_goes_on_as_before))
