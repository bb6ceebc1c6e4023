/* Code comes, and better code later.  The machine needs a compiler, as the
 * build does.
 */
#include "engine/native/supply.h"
#include "model_kit.h"
#include "tap.h"

#include <time.h>

static char home[] = "/tmp/lariat-test-XXXXXX";

struct bench {
  struct loaded loaded;
  struct engine_config config;
  struct program *program;
  struct supply *supply;
};

static const char plain[] = "byte x; active proctype P() { x = 1; x = 2 }";

static void bench_open(struct bench *bench, const char *text) {
  bench->config = (struct engine_config){0};
  load_model(&bench->loaded, text);
  bench->program = program_compile(bench->loaded.model, &bench->config);
  bench->supply = supply_open(bench->program, &bench->config);
}

static void bench_close(struct bench *bench) {
  supply_close(bench->supply);
  program_close(bench->program);
  loaded_clear(&bench->loaded);
}

/* Asks until the answer is another one, or there will be no more. */
static const struct native_unit *work(struct bench *bench,
                                      const struct native_unit *before) {
  const struct native_unit *unit = before;
  while (unit == before && supply_is_open(bench->supply))
    unit = supply_ask(bench->supply, false);
  return unit;
}

static double work_done(void) {
  return (double)clock() / CLOCKS_PER_SEC;
}

TEST(quick_code_comes_first_and_thorough_code_where_work_lasts) {
  struct bench bench;
  bench_open(&bench, plain);
  const struct native_unit *quick = work(&bench, NULL);
  CHECK(quick != NULL);
  CHECK(supply_is_open(bench.supply));
  const struct native_unit *thorough = work(&bench, quick);
  CHECK(thorough != NULL && thorough != quick);
  CHECK(!supply_is_open(bench.supply));
  CHECK(supply_problem(bench.supply) == NULL);
  CHECK(quick->chain_count == thorough->chain_count); /* both are still there */
  bench_close(&bench);
}

TEST(code_from_the_cache_is_thorough_and_comes_at_once) {
  struct bench bench;
  bench_open(&bench, plain);
  const double start = work_done();
  CHECK(work(&bench, NULL) != NULL);
  CHECK(!supply_is_open(bench.supply));
  CHECK(work_done() - start < 0.5);
  bench_close(&bench);
}

TEST(whoever_waits_gets_what_it_waits_for) {
  struct bench bench;
  bench_open(&bench, "byte x; active proctype P() { x = 3; x = 4 }");
  const struct native_unit *quick = supply_wait(bench.supply, GRADE_QUICK);
  CHECK(quick != NULL);
  CHECK(supply_is_open(bench.supply));
  CHECK(supply_wait(bench.supply, GRADE_QUICK) == quick);
  const struct native_unit *thorough =
      supply_wait(bench.supply, GRADE_THOROUGH);
  CHECK(thorough != NULL && thorough != quick);
  CHECK(!supply_is_open(bench.supply));
  bench_close(&bench);
}

static bool remove_home(void) {
  char command[80];
  (void)snprintf(command, sizeof command, "rm -rf %s", home);
  return system(command) == 0;
}

int main(void) {
  static const struct tap_test tests[] = {
      RUN(quick_code_comes_first_and_thorough_code_where_work_lasts),
      RUN(code_from_the_cache_is_thorough_and_comes_at_once),
      RUN(whoever_waits_gets_what_it_waits_for),
  };
  if (!mkdtemp(home) || setenv("XDG_CACHE_HOME", home, 1) != 0)
    return 1;
  const int status = tap_main(tests, sizeof tests / sizeof tests[0]);
  return remove_home() ? status : 1;
}
