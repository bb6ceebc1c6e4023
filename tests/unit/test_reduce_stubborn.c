#include "reduce/stubborn.h"
#include "stage_kit.h"
#include "tap.h"

static bool add_movers(void *context, const struct successor *successor) {
  process_mask *movers = context;
  for (size_t i = 0; i < successor->step_count; i++)
    *movers |= bit_of((uint32_t)successor->steps[i].pid) |
               bit_of((uint32_t)successor->steps[i].partner);
  return true;
}

/* Who can move in the state? */
static process_mask movers_of(const struct stage *stage) {
  process_mask movers = 0;
  const struct engine_visitor visitor = {
      .context = &movers, .successor = add_movers, .violation = stage_pass};
  (void)engine_expand(stage->engine, stage->state, stage->length, NO_PROCESS, 0,
                      &visitor);
  return movers;
}

/* Those that move of the set of the state that a model is in after a step of
 * each of these processes.
 */
static process_mask set_after(const char *text, const char *pids) {
  const struct watched nothing = {0};
  struct stage stage;
  struct facts facts;
  stage_open(&stage, text);
  for (; *pids; pids++)
    stage_step(&stage, (uint32_t)(*pids - '0'));
  facts_init(&facts, stage.loaded.model, &nothing, ORDERS_ARE_AS_GOOD);
  struct stubborn *stubborn = stubborn_open(&facts);
  const process_mask movers = movers_of(&stage),
                     set = stubborn_find(stubborn, stage.engine, stage.state,
                                         stage.length, movers);
  stubborn_close(stubborn);
  facts_clear(&facts);
  stage_close(&stage);
  return set & movers;
}

static process_mask set_of(const char *text) {
  return set_after(text, "");
}

/* P's assignment conflicts with one that Q makes behind a test.  R can always
 * move, and depends on P: only what R does to the test differs.
 */
static process_mask set_where(const char *declarations, const char *test,
                              const char *deed) {
  char text[512];
  (void)snprintf(text, sizeof text,
                 "byte x, z; %s;\n"
                 "active proctype P() { x = 1; z = 1 }\n"
                 "active proctype Q() { %s; x = 3 }\n"
                 "active proctype R() { z = 2; %s }\n",
                 declarations, test, deed);
  return set_of(text);
}

static process_mask set_beside(const char *deed) {
  return set_where("byte lock = 1", "lock == 0", deed);
}

TEST(what_is_behind_a_false_test_does_not_count) {
  CHECK(set_beside("z = 3") == 1);
}

TEST(who_can_make_the_test_true_counts) {
  CHECK(set_beside("lock = 0") != 1);
  CHECK(set_beside("lock--") != 1);
  CHECK(set_beside("atomic { z == 2 -> lock = 0 }") != 1);
  CHECK(set_beside("d_step { z == 2 -> lock = 0 }") != 1);
}

TEST(assigning_what_leaves_the_test_false_does_not_count) {
  CHECK(set_beside("lock = 2") == 1);
  CHECK(set_beside("lock = 256") != 1); /* that is zero */
}

TEST(who_starts_a_process_that_makes_the_test_true_counts) {
  static const char text[] = "byte lock = 1, x, z;\n"
                             "active proctype P() { x = 1; z = 1 }\n"
                             "active proctype Q() { lock == 0; x = 3 }\n"
                             "active proctype R() { z = 2; run C() }\n"
                             "proctype C() { run D() }\n"
                             "proctype D() { lock = 0 }\n";
  CHECK(set_of(text) != 1);
}

/* A test of which a part may fail before is a statement that may happen. */
TEST(a_run_time_error_is_not_ruled_out_by_a_false_test) {
  static const char bytes[] = "byte lock = 1, y = 1";
  CHECK(set_where(bytes, "lock == 0 && 1 / y == 1", "y = 0") == 1);
  CHECK(set_where(bytes, "1 / y == 1 && lock == 0", "y = 0") != 1);
}

TEST(who_writes_what_a_process_waits_for_counts) {
  CHECK(set_where("byte lock = 1, key", "lock == key", "z = 3") == 1);
  CHECK(set_where("byte lock = 1, key", "lock == key", "key = 1") != 1);
}

TEST(elements_of_arrays_are_told_apart_by_process) {
  static const char test[] = "go[_pid] == 1";
  CHECK(set_where("bit go[4]", test, "go[_pid] = 1") == 1);
  CHECK(set_where("bit go[4]", test, "go[_pid - 1] = 1") != 1);
  CHECK(set_where("bit go[4]", test, "go[z] = 1") != 1);
}

TEST(who_writes_the_subscript_of_a_subscript_counts) {
  static const char test[] = "go[at[_pid]] == 1";
  static const char arrays[] = "bit go[4]; byte at[4] = 3";
  CHECK(set_where(arrays, test, "z = 3") == 1);
  CHECK(set_where(arrays, test, "at[1] = 0") != 1);
  CHECK(set_where(arrays, test, "at[z] = 0") != 1);
}

TEST(a_false_test_of_one_statement_leaves_the_others) {
  static const char text[] =
      "byte lock = 1, x, y;\n"
      "active proctype P() { if :: lock == 0 -> x = 1 :: y = 1 fi }\n"
      "active proctype Q() { lock = 2; lock = 3 }\n";
  CHECK(set_of(text) == 1);
}

TEST(an_empty_channel_is_as_good_as_a_false_test) {
  static const char channel[] = "chan q = [1] of { byte }";
  CHECK(set_where(channel, "byte v; q?v", "z = 3") == 1);
  CHECK(set_where(channel, "byte v; q?v", "q!1") != 1);
}

TEST(a_partner_who_may_come_counts) {
  static const char channel[] = "chan q = [0] of { byte }";
  CHECK(set_where(channel, "byte v; q?v", "z = 3") == 1);
  CHECK(set_where(channel, "byte v; q?v", "q!1") != 1);
}

TEST(both_sides_of_a_handshake_move) {
  static const char text[] = "chan q = [0] of { byte }; byte x;\n"
                             "active proctype P() { q!1; x = 1 }\n"
                             "active proctype Q() { byte v; q?v; x = 2 }\n"
                             "active proctype R() { x = 3; x = 4 }";
  CHECK(set_of(text) == 3);
}

TEST(an_end_waits_for_the_youngest) {
  static const char text[] = "byte x, z;\n"
                             "active proctype P() { skip }\n"
                             "active proctype Q() { run C(); z = 1 }\n"
                             "active proctype R() { z = 2; z = 3 }\n"
                             "proctype C() { x = _pid }\n";
  /* P can end when R has: then Q's start gets another number */
  CHECK(set_after(text, "0") != 2);
}

TEST(too_many_processes_have_no_set) {
  CHECK(set_of("active [65] proctype P() { byte x; x = 1; x = 2 }") == 0);
}

RUN_TESTS(RUN(what_is_behind_a_false_test_does_not_count),
          RUN(who_can_make_the_test_true_counts),
          RUN(assigning_what_leaves_the_test_false_does_not_count),
          RUN(who_starts_a_process_that_makes_the_test_true_counts),
          RUN(a_run_time_error_is_not_ruled_out_by_a_false_test),
          RUN(who_writes_what_a_process_waits_for_counts),
          RUN(elements_of_arrays_are_told_apart_by_process),
          RUN(who_writes_the_subscript_of_a_subscript_counts),
          RUN(a_false_test_of_one_statement_leaves_the_others),
          RUN(an_empty_channel_is_as_good_as_a_false_test),
          RUN(a_partner_who_may_come_counts),
          RUN(both_sides_of_a_handshake_move),
          RUN(an_end_waits_for_the_youngest),
          RUN(too_many_processes_have_no_set))
