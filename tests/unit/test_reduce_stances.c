#include "reduce/stances.h"
#include "stage_kit.h"
#include "tap.h"

/* The stances of a model in one of its states. */
struct bench {
  struct stage stage;
  struct stances *stances;
  struct stance *of[MOST_PROCESSES]; /* by process */
};

static uint32_t look(struct bench *bench) {
  return stances_read(bench->stances, bench->stage.engine, bench->stage.state,
                      bench->stage.length, bench->of);
}

static void bench_open(struct bench *bench, const char *text) {
  const struct watched nothing = {0};
  stage_open(&bench->stage, text);
  bench->stances = stances_open(bench->stage.loaded.model, &nothing, false);
}

static void bench_close(struct bench *bench) {
  stances_close(bench->stances);
  stage_close(&bench->stage);
}

static bool conflict(struct bench *bench, uint32_t now, uint32_t later) {
  const uint16_t future = bench->of[later]->future;
  const uint64_t *with = stances_conflicts(bench->stances, bench->of[now]);
  return with[future / 64] >> future % 64 & 1;
}

TEST(a_process_that_comes_back_has_the_stance_it_had) {
  struct bench bench;
  bench_open(&bench, "byte g; active [2] proctype P() {\n"
                     "  do :: g = 1; g = 2 od }");
  CHECK(look(&bench) == 2);
  struct stance *const first = bench.of[0], *const other = bench.of[1];
  CHECK(first != other && first->future == other->future);
  stage_step(&bench.stage, 0);
  (void)look(&bench);
  CHECK(bench.of[0] != first && bench.of[1] == other);
  stage_step(&bench.stage, 0);
  (void)look(&bench);
  CHECK(bench.of[0] == first);
  bench_close(&bench);
}

/* Empty, neither, full, and back again. */
TEST(how_full_a_channel_is_makes_another_stance) {
  static const uint32_t movers[] = {0, 0, 0, 1, 0, 1, 1, 1};
  struct bench bench;
  struct stance *by_length[4] = {0};
  uint32_t length = 0;
  bench_open(&bench, "chan q = [3] of { byte };\n"
                     "active proctype P() { do :: q!1 od }\n"
                     "active proctype Q() { byte x; do :: q?x od }");
  for (size_t i = 0; i < sizeof movers / sizeof movers[0]; i++) {
    (void)look(&bench);
    CHECK(!by_length[length] || by_length[length] == bench.of[1]);
    by_length[length] = bench.of[1];
    stage_step(&bench.stage, movers[i]);
    length = movers[i] == 0 ? length + 1 : length - 1;
  }
  CHECK(by_length[0] != by_length[1] && by_length[1] == by_length[2]);
  CHECK(by_length[2] != by_length[3]);
  bench_close(&bench);
}

TEST(a_handshake_has_one_stance) {
  struct bench bench;
  bench_open(&bench, "chan q = [0] of { byte };\n"
                     "active proctype P() { do :: q!1 od }\n"
                     "active proctype Q() { byte x; do :: q?x od }");
  (void)look(&bench);
  struct stance *const sender = bench.of[0], *const receiver = bench.of[1];
  stage_step(&bench.stage, 0);
  (void)look(&bench);
  CHECK(bench.of[0] == sender && bench.of[1] == receiver);
  CHECK(conflict(&bench, 0, 1) && conflict(&bench, 1, 0));
  bench_close(&bench);
}

/* The selected element counts, whatever the width of what selects it. */
TEST(a_variable_that_selects_makes_another_stance) {
  static const char *const types[] = {"byte", "short", "int"};
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
    struct bench bench;
    char text[256];
    (void)snprintf(text, sizeof text,
                   "byte a[4]; active proctype P() { %s i;\n"
                   "  do :: a[i] = 1; i = 1 - i od }\n"
                   "active proctype Q() { do :: a[1] = 2 od }",
                   types[i]);
    bench_open(&bench, text);
    (void)look(&bench);
    CHECK(!conflict(&bench, 0, 1));
    stage_step(&bench.stage, 0);
    stage_step(&bench.stage, 0);
    (void)look(&bench);
    CHECK(conflict(&bench, 0, 1));
    bench_close(&bench);
  }
}

/* More futures than a word has bits: one for each of 72 processes. */
TEST(each_of_very_many_futures_counts) {
  struct bench bench;
  bool right = true;
  bench_open(&bench, "byte a[12], b[12], c[12], d[12], e[12], f[12];\n"
                     "active [12] proctype A() { do :: a[_pid] = 1 od }\n"
                     "active [12] proctype B() { do :: b[_pid - 12] = 1 od }\n"
                     "active [12] proctype C() { do :: c[_pid - 24] = 1 od }\n"
                     "active [12] proctype D() { do :: d[_pid - 36] = 1 od }\n"
                     "active [12] proctype E() { do :: e[_pid - 48] = 1 od }\n"
                     "active [12] proctype F() { do :: f[_pid - 60] = 1 od }\n"
                     "active proctype G() { do :: f[7] = 2 od }");
  CHECK(look(&bench) == 73);
  CHECK(stances_future_words(bench.stances) == 2);
  for (uint32_t pid = 0; pid < 72; pid++)
    right &= conflict(&bench, 72, pid) == (pid == 67);
  CHECK(right);
  bench_close(&bench);
}

RUN_TESTS(RUN(a_process_that_comes_back_has_the_stance_it_had),
          RUN(how_full_a_channel_is_makes_another_stance),
          RUN(a_handshake_has_one_stance),
          RUN(a_variable_that_selects_makes_another_stance),
          RUN(each_of_very_many_futures_counts))
