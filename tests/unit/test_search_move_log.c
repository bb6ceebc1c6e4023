/* Moves one after the other, however many. */
#include "search/move_log.h"

#include "base/rng.h"
#include "tap.h"

#include <stdlib.h>

enum { MANY = 20 * MOVE_LOG_BLOCK + 7 };

static struct move numbered(size_t number) {
  return (struct move){.pid = (int32_t)(number % 7),
                       .from = (uint32_t)number,
                       .transition = (uint32_t)(number / 3),
                       .partner = (int32_t)(number % 5) - 1,
                       .partner_from = (uint32_t)(number * number),
                       .partner_transition = 9};
}

static bool is_numbered(struct move move, size_t number) {
  const struct move wanted = numbered(number);
  return move.pid == wanted.pid && move.from == wanted.from &&
         move.transition == wanted.transition &&
         move.partner == wanted.partner &&
         move.partner_from == wanted.partner_from &&
         move.partner_transition == wanted.partner_transition;
}

static void add_up_to(struct move_log *log, size_t count, size_t kind) {
  while (log->count < count)
    move_log_add(log, numbered(kind + log->count));
}

static bool is_whole(const struct move_log *log, size_t from, size_t kind) {
  for (size_t i = from; i < log->count; i++)
    if (!is_numbered(move_log_at(log, i), kind + i))
      return false;
  return true;
}

static size_t in_memory(const struct move_log *log) {
  size_t count = 0;
  for (size_t i = 0; i < log->blocks.count; i++)
    count += log->blocks.items[i] != NULL;
  return count;
}

TEST(moves_are_read_as_they_were_added_and_few_blocks_are_in_memory) {
  struct move_log log = {0};
  add_up_to(&log, MANY, 0);
  CHECK(log.count == MANY && is_whole(&log, 0, 0) && in_memory(&log) <= 4);
  CHECK(is_numbered(move_log_at(&log, 0), 0)); /* and back */
  move_log_clear(&log);
  CHECK(log.count == 0 && !log.file);
}

TEST(what_is_cut_off_makes_room_for_others) {
  struct move_log log = {0};
  struct rng rng;
  rng_seed(&rng, 5);
  size_t kept = 0;
  for (size_t kind = 0; kind < 50; kind++) {
    add_up_to(&log, rng_below(&rng, MANY), kind);
    CHECK(is_whole(&log, kept, kind) && in_memory(&log) <= 4);
    kept = rng_below(&rng, 5) > 0 ? rng_below(&rng, log.count + 1) : 0;
    move_log_cut(&log, kept);
    CHECK(log.count == kept && in_memory(&log) <= 4);
  }
  move_log_clear(&log);
}

TEST(what_was_read_of_a_block_is_not_taken_for_what_comes_in_its_place) {
  struct move_log log = {0};
  for (size_t kind = 0; kind < 3; kind++) {
    add_up_to(&log, MANY, kind);
    CHECK(is_whole(&log, 0, kind));
    move_log_cut(&log, 0);
  }
  add_up_to(&log, MANY, 5);
  CHECK(is_whole(&log, 0, 5));
  move_log_cut(&log, MOVE_LOG_BLOCK + 1);
  add_up_to(&log, MANY, 6);
  CHECK(is_whole(&log, MOVE_LOG_BLOCK + 1, 6));
  CHECK(is_numbered(move_log_at(&log, MOVE_LOG_BLOCK), 5 + MOVE_LOG_BLOCK));
  move_log_clear(&log);
}

TEST(without_a_file_all_stays_in_memory) {
  struct move_log log = {0};
  setenv("TMPDIR", "/nonexistent", 1);
  add_up_to(&log, MANY, 0);
  unsetenv("TMPDIR");
  CHECK(!log.file && is_whole(&log, 0, 0));
  move_log_cut(&log, 3);
  add_up_to(&log, MANY, 1);
  CHECK(is_whole(&log, 3, 1));
  move_log_clear(&log);
}

RUN_TESTS(
    RUN(moves_are_read_as_they_were_added_and_few_blocks_are_in_memory),
    RUN(what_is_cut_off_makes_room_for_others),
    RUN(what_was_read_of_a_block_is_not_taken_for_what_comes_in_its_place),
    RUN(without_a_file_all_stays_in_memory))
