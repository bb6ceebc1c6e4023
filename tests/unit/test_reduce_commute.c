#include "reduce/sleep.h"
#include "stage_kit.h"
#include "tap.h"

/* A state of a model in which processes 0 and 1 can move. */
struct bench {
  struct stage stage;
  struct sleep *sleep;
};

static void bench_open(struct bench *bench, const char *text) {
  stage_open(&bench->stage, text);
  bench->sleep = sleep_open(bench->stage.loaded.model);
}

static void bench_close(struct bench *bench) {
  sleep_close(bench->sleep);
  stage_close(&bench->stage);
}

static sleep_set bit_of(struct bench *bench, int32_t pid) {
  const struct step step = {.pid = pid, .partner = NO_PROCESS};
  return sleep_bit(bench->sleep, &step);
}

/* Does the first statement of process 0 sleep on after that of process 1? */
static bool sleeps_on(struct bench *bench) {
  sleep_look_at(bench->sleep, bench->stage.engine, 0, bench->stage.state,
                bench->stage.length);
  const sleep_set asleep = bit_of(bench, 0);
  const bool first = sleep_after(bench->sleep, bit_of(bench, 1), asleep) != 0;
  const bool again = sleep_after(bench->sleep, bit_of(bench, 1), asleep) != 0;
  if (asleep == 0 || first != again) /* tried, and remembered */
    abort();
  return first;
}

static bool commute(const char *text) {
  struct bench bench;
  bench_open(&bench, text);
  const bool answer = sleeps_on(&bench);
  bench_close(&bench);
  return answer;
}

TEST(statements_that_touch_one_variable_may_commute) {
  CHECK(commute("byte set = 3;\n"
                "active proctype P() { set = set & 254; skip }\n"
                "active proctype Q() { set = set & 253; skip }"));
  CHECK(!commute("byte x = 3;\n"
                 "active proctype P() { x = x + 1; skip }\n"
                 "active proctype Q() { x = x * 2; skip }"));
}

TEST(a_test_that_stays_true_commutes_with_an_assignment) {
  CHECK(commute("byte x = 3;\n"
                "active proctype P() { x > 1; skip }\n"
                "active proctype Q() { x = 2; skip }"));
  CHECK(!commute("byte x = 3;\n"
                 "active proctype P() { x > 2; skip }\n"
                 "active proctype Q() { x = 2; skip }"));
}

/* The answer for one state must not be taken for another's. */
TEST(whether_statements_commute_depends_on_the_state) {
  struct bench bench;
  bench_open(&bench, "byte x;\n"
                     "active [3] proctype P() {\n"
                     "  do :: atomic { x < 3 -> x++ } od\n"
                     "}");
  CHECK(sleeps_on(&bench));
  stage_step(&bench.stage, 2);
  CHECK(sleeps_on(&bench));
  stage_step(&bench.stage, 2); /* there is room for one of them now */
  CHECK(!sleeps_on(&bench));
  bench_close(&bench);
}

TEST(variables_of_the_processes_count) {
  struct bench bench;
  bench_open(&bench, "byte x;\n"
                     "active [2] proctype P() {\n"
                     "  byte y;\n"
                     "  do :: atomic { x = x * y + 1; y++ } od\n"
                     "}");
  stage_step(&bench.stage, 0);
  stage_step(&bench.stage, 1);
  CHECK(sleeps_on(&bench)); /* y = 1 in both: two added, in either order */
  stage_step(&bench.stage, 1);
  CHECK(!sleeps_on(&bench));
  bench_close(&bench);
}

static bool receivers_commute(const char *sender) {
  struct bench bench;
  char text[512];
  snprintf(text, sizeof text,
           "chan q = [2] of { byte };\n"
           "active proctype P() { byte a; q?a; a = 0 }\n"
           "active proctype Q() { byte b; q?b; b = 0 }\n"
           "active proctype R() { %s }\n",
           sender);
  bench_open(&bench, text);
  stage_step(&bench.stage, 2);
  stage_step(&bench.stage, 2);
  const bool answer = sleeps_on(&bench);
  bench_close(&bench);
  return answer;
}

TEST(receivers_of_equal_messages_commute) {
  CHECK(receivers_commute("q!7; q!7"));
  CHECK(!receivers_commute("q!7; q!8"));
}

TEST(an_assertion_that_fails_in_one_order_does_not_commute) {
  CHECK(!commute("byte x;\n"
                 "active proctype P() { assert(x == 0); skip }\n"
                 "active proctype Q() { x = 1; skip }"));
}

TEST(several_outcomes_do_not_commute) {
  CHECK(!commute("byte x;\n"
                 "active proctype P() {\n"
                 "  atomic { x = x; if :: x = 1 :: x = 2 fi }; skip\n"
                 "}\n"
                 "active proctype Q() { x = x & 7; skip }"));
}

RUN_TESTS(RUN(statements_that_touch_one_variable_may_commute),
          RUN(a_test_that_stays_true_commutes_with_an_assignment),
          RUN(whether_statements_commute_depends_on_the_state),
          RUN(variables_of_the_processes_count),
          RUN(receivers_of_equal_messages_commute),
          RUN(an_assertion_that_fails_in_one_order_does_not_commute),
          RUN(several_outcomes_do_not_commute))
