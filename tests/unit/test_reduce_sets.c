#include "reduce/sets.h"
#include "stage_kit.h"
#include "tap.h"

/* A state of a model, and its sets. */
struct bench {
  struct stage stage;
  struct sets *sets;
};

static void bench_open(struct bench *bench, const char *text, bool sticky) {
  const struct watched nothing = {0};
  stage_open(&bench->stage, text);
  bench->sets = sets_open(bench->stage.loaded.model, &nothing, sticky);
}

static void bench_close(struct bench *bench) {
  sets_close(bench->sets);
  stage_close(&bench->stage);
}

static bool has_set(struct bench *bench, process_mask mask) {
  const struct process_set *found;
  const uint32_t count =
      sets_find(bench->sets, bench->stage.engine, bench->stage.state,
                bench->stage.length, &found);
  for (uint32_t i = 0; i < count; i++)
    if (found[i].mask == mask)
      return true;
  return false;
}

static uint32_t set_count(struct bench *bench) {
  const struct process_set *found;
  return sets_find(bench->sets, bench->stage.engine, bench->stage.state,
                   bench->stage.length, &found);
}

TEST(a_process_that_shares_nothing_is_a_set) {
  struct bench bench;
  bench_open(&bench,
             "byte g; active proctype P() { g = 1; g = 2 }\n"
             "active proctype Q() { g = 3 }\n"
             "active proctype R() { byte x; x = 1; x = 2 }",
             false);
  CHECK(has_set(&bench, 4));
  CHECK(has_set(&bench, 3)); /* the other two only together */
  CHECK(!has_set(&bench, 1));
  CHECK(!has_set(&bench, 2));
  bench_close(&bench);
}

TEST(conflicts_reach_as_far_as_they_go) {
  struct bench bench;
  bench_open(&bench,
             "byte a, b, c; active proctype P() { a = 1; b = 1 }\n"
             "active proctype Q() { b = 2; c = 2 }\n"
             "active proctype R() { c = 3; a = 3 }",
             false);
  CHECK(set_count(&bench) == 0);
  bench_close(&bench);
}

TEST(what_a_process_has_behind_it_does_not_count) {
  struct bench bench;
  bench_open(&bench,
             "byte a, b; active proctype P() { a = 1; b = 1 }\n"
             "active proctype Q() { a = 2; a = 3 }",
             false);
  CHECK(set_count(&bench) == 0);
  stage_step(&bench.stage, 0);
  CHECK(has_set(&bench, 1));
  bench_close(&bench);
}

TEST(a_full_channel_makes_the_sender_wait_for_the_receiver) {
  struct bench bench;
  bench_open(&bench,
             "chan q = [1] of { byte }; active proctype P() { q!1; q!2 }\n"
             "active proctype Q() { byte x; q?x; q?x }",
             false);
  CHECK(has_set(&bench, 1));
  CHECK(!has_set(&bench, 2)); /* empty */
  stage_step(&bench.stage, 0);
  CHECK(!has_set(&bench, 1));
  CHECK(has_set(&bench, 2));
  bench_close(&bench);
}

TEST(only_the_youngest_process_can_end) {
  struct bench bench;
  bench_open(&bench,
             "active proctype P() { byte x; x = 1 }\n"
             "active proctype Q() { byte x; x = 1; x = 2 }",
             false);
  CHECK(has_set(&bench, 1));
  stage_step(&bench.stage, 0);
  CHECK(!has_set(&bench, 1));
  CHECK(has_set(&bench, 2));
  bench_close(&bench);
}

TEST(a_sticky_place_is_in_no_set_when_sticky_places_count) {
  static const char text[] =
      "active proctype P() { byte x; do :: x = 1 - x od }\n"
      "active proctype Q() { byte x; x = 1; x = 2 }";
  struct bench bench;
  bench_open(&bench, text, false);
  CHECK(has_set(&bench, 1));
  bench_close(&bench);
  bench_open(&bench, text, true);
  CHECK(!has_set(&bench, 1));
  CHECK(has_set(&bench, 2));
  bench_close(&bench);
}

/* Of three processes, are the first two a set and the first alone is none, and
 * is the third one?
 */
static bool binds_the_first_two(const char *text) {
  struct bench bench;
  bench_open(&bench, text, false);
  const bool binds =
      !has_set(&bench, 1) && has_set(&bench, 3) && has_set(&bench, 4);
  bench_close(&bench);
  return binds;
}

TEST(events_of_a_trace_conflict_and_other_events_do_not) {
  static const char text[] =
      "chan q = [2] of { byte }; chan r = [2] of { byte };\n"
      "chan s = [2] of { byte };\n"
      "trace { do :: q!_ :: r!_ od }\n"
      "active proctype P() { q!1; q!2 }\n"
      "active proctype Q() { r!1; r!2 }\n"
      "active proctype R() { s!1; s!2 }";
  CHECK(binds_the_first_two(text));
}

TEST(a_trace_of_one_element_leaves_the_others_alone) {
  static const char text[] = "chan q[3] = [2] of { byte };\n"
                             "trace { do :: q[0]!_ :: q[1]!_ od }\n"
                             "active proctype P() { q[0]!1; q[0]!2 }\n"
                             "active proctype Q() { q[1]!1; q[1]!2 }\n"
                             "active proctype R() { q[2]!1; q[2]!2 }";
  CHECK(binds_the_first_two(text));
}

/* P uses its channel while Q, which is the youngest, ends with its own. */
static const char own_channels[] =
    "active proctype P() { chan c = [1] of { byte }; c!1; c!2%s }\n"
    "active proctype Q() { chan c = [1] of { byte }; skip }";

static bool end_is_a_set(const char *more) {
  struct bench bench;
  char text[256];
  (void)snprintf(text, sizeof text, own_channels, more);
  bench_open(&bench, text, false);
  stage_step(&bench.stage, 1);
  const bool found = has_set(&bench, 2);
  bench_close(&bench);
  return found;
}

TEST(a_channel_known_to_descendants_alone_ends_unnoticed) {
  CHECK(end_is_a_set(""));
  CHECK(!end_is_a_set("; c == 2 -> skip")); /* which number had it? */
}

/* A set may not leave out a process only because a mask has no bit for it. */
TEST(a_conflict_with_the_seventieth_process_counts) {
  struct bench bench;
  bench_open(&bench,
             "byte g; active proctype P() { g = 1; g = 2 }\n"
             "active [68] proctype Q() { byte x; x = 1; x = 2 }\n"
             "active proctype R() { g = 3; g = 4 }",
             false);
  CHECK(!has_set(&bench, 1));
  CHECK(has_set(&bench, UINT64_C(1) << 63));
  bench_close(&bench);
}

/* The sets of a bench are those of one that has seen no other state. */
static bool remembers_rightly(struct bench *bench) {
  const struct watched nothing = {0};
  const struct stage *stage = &bench->stage;
  const struct process_set *found, *expected;
  struct sets *fresh = sets_open(stage->loaded.model, &nothing, false);
  const uint32_t expected_count =
      sets_find(fresh, stage->engine, stage->state, stage->length, &expected);
  const uint32_t count = sets_find(bench->sets, stage->engine, stage->state,
                                   stage->length, &found);
  bool same = count == expected_count;
  for (uint32_t i = 0; i < count && same; i++)
    same = found[i].mask == expected[i].mask &&
           found[i].size == expected[i].size &&
           found[i].place == expected[i].place;
  sets_close(fresh);
  return same;
}

TEST(what_is_remembered_changes_nothing) {
  static const uint32_t movers[] = {0, 2, 1, 0, 2, 2, 0, 1, 2, 0, 2, 1};
  struct bench bench;
  bench_open(&bench,
             "chan q = [2] of { byte }; byte a[3];\n"
             "active proctype P() { byte i; do :: q!i; i = 1 - i od }\n"
             "active proctype Q() { byte i; do :: q?i; a[i] = 2 od }\n"
             "active proctype R() { byte i; do :: a[i] = 1; i = 2 - i od }",
             false);
  for (unsigned round = 0; round < 3; round++)
    for (size_t i = 0; i < sizeof movers / sizeof movers[0]; i++) {
      CHECK(remembers_rightly(&bench));
      stage_step(&bench.stage, movers[i]);
    }
  bench_close(&bench);
}

RUN_TESTS(RUN(a_process_that_shares_nothing_is_a_set),
          RUN(conflicts_reach_as_far_as_they_go),
          RUN(what_a_process_has_behind_it_does_not_count),
          RUN(a_full_channel_makes_the_sender_wait_for_the_receiver),
          RUN(only_the_youngest_process_can_end),
          RUN(a_sticky_place_is_in_no_set_when_sticky_places_count),
          RUN(events_of_a_trace_conflict_and_other_events_do_not),
          RUN(a_trace_of_one_element_leaves_the_others_alone),
          RUN(a_channel_known_to_descendants_alone_ends_unnoticed),
          RUN(a_conflict_with_the_seventieth_process_counts),
          RUN(what_is_remembered_changes_nothing))
