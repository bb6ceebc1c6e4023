/* The archive against a plain array that says which keys were added. */
#include "store/archive.h"

#include "base/rng.h"
#include "process_limit.h"
#include "store/mix.h"
#include "tap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NUMBERS = 60000 };

/* A key is the mixed number, or after renaming that of another. */
struct world {
  struct budget budget;
  struct archive *archive;
  struct rng rng;
  uint64_t shift; /* what is added to a number before it is mixed */
  bool is_added[NUMBERS];
  uint32_t asked[NUMBERS], told[NUMBERS]; /* how often */
};

static struct world *open_world(uint64_t seed, size_t bytes) {
  struct world *world = calloc(1, sizeof *world);
  world->budget.limit = SIZE_MAX;
  world->archive = archive_open(&world->budget, bytes);
  rng_seed(&world->rng, seed);
  return world;
}

static bool close_world(struct world *world) {
  archive_close(world->archive);
  const bool all_is_given_back = world->budget.used == 0;
  free(world);
  return all_is_given_back;
}

static uint64_t key_of(const struct world *world, uint64_t number) {
  return mix64(number + 1 + world->shift);
}

static uint64_t number_of(const struct world *world, uint64_t key) {
  return unmix64(key) - 1 - world->shift;
}

static void add(struct world *world, uint64_t number) {
  if (!world->is_added[number])
    archive_add(world->archive, key_of(world, number));
  world->is_added[number] = true;
}

static bool ask(struct world *world, uint64_t number) {
  const struct store_question question = {
      .ref = {key_of(world, number)}, .from = number, .depth = ~number};
  if (!archive_ask(world->archive, &question))
    return false;
  world->asked[number]++;
  return true;
}

static void note_new(void *context, const struct store_question *question) {
  struct world *world = context;
  const uint64_t number = number_of(world, question->ref.index);
  if (number >= NUMBERS || question->from != number ||
      question->depth != ~number)
    abort();
  world->told[number]++;
}

/* Exactly those are told that were asked for and not added, once. */
static bool answers_are_right(struct world *world) {
  bool right = true;
  archive_answer(world->archive, note_new, world);
  for (uint64_t i = 0; i < NUMBERS; i++)
    right =
        right && world->told[i] == (world->asked[i] > 0 && !world->is_added[i]);
  memset(world->asked, 0, sizeof world->asked);
  memset(world->told, 0, sizeof world->told);
  return right && archive_questions(world->archive) == 0;
}

static bool no_key_is_denied(const struct world *world) {
  for (uint64_t i = 0; i < NUMBERS; i++)
    if (world->is_added[i] &&
        !archive_may_hold(world->archive, key_of(world, i)))
      return false;
  return true;
}

/* Adds and asks at random for a while. */
static void live(struct world *world, unsigned steps) {
  for (unsigned i = 0; i < steps; i++)
    if (rng_below(&world->rng, 3) == 0)
      add(world, rng_below(&world->rng, NUMBERS));
    else
      (void)ask(world, rng_below(&world->rng, NUMBERS));
}

/* With little memory there are hundreds of runs, of several levels. */
TEST(what_was_added_is_known_and_nothing_else) {
  for (uint64_t seed = 1; seed <= 6; seed++) {
    struct world *world = open_world(seed, seed % 2 ? 1000 : 100000);
    add(world, 0);
    for (unsigned round = 0; round < 12; round++) {
      live(world, 1 + (unsigned)rng_below(&world->rng, 20000));
      CHECK(answers_are_right(world));
    }
    CHECK(no_key_is_denied(world));
    CHECK(archive_problem(world->archive) == 0);
    CHECK(archive_disk_bytes(world->archive) > 0);
    CHECK(close_world(world));
  }
}

TEST(it_takes_the_memory_it_says) {
  struct world *world = open_world(1, 1 << 20);
  const size_t memory = archive_memory(world->archive);
  CHECK(memory > 1 << 19 && memory < (1 << 20) + 4096);
  CHECK(world->budget.used < 4096);
  add(world, 1);
  CHECK(world->budget.used == memory);
  live(world, 100000);
  CHECK(world->budget.used == memory);
  CHECK(close_world(world));
}

/* A filter with ten bits for each key. */
TEST(most_keys_that_were_not_added_are_known_at_once) {
  struct world *world = open_world(1, 2 * 10 * NUMBERS / 2 / 8);
  unsigned unsure = 0;
  for (uint64_t i = 0; i < NUMBERS / 2; i++)
    add(world, i);
  for (uint64_t i = NUMBERS / 2; i < NUMBERS; i++)
    unsure += archive_may_hold(world->archive, key_of(world, i));
  CHECK(unsure < NUMBERS / 2 / 20);
  CHECK(close_world(world));
}

/* Adds half of the numbers, with a question now and then, and tells how many of
 * the others may be there.
 */
static unsigned unsure_after_half(struct world *world) {
  unsigned unsure = 0;
  for (uint64_t i = 0; i < NUMBERS / 2; i++) {
    add(world, i);
    if (i % 1000 == 999 && !(ask(world, i) && answers_are_right(world)))
      abort();
  }
  for (uint64_t i = NUMBERS / 2; i < NUMBERS; i++)
    unsure += archive_may_hold(world->archive, key_of(world, i));
  return unsure;
}

/* It begins with half a bit for each of the keys. */
TEST(the_filter_grows_with_the_keys) {
  struct world *world = open_world(1, NUMBERS / 2 / 8);
  const size_t before = archive_memory(world->archive);
  CHECK(unsure_after_half(world) < NUMBERS / 2 / 3);
  CHECK(archive_memory(world->archive) > before);
  CHECK(archive_memory(world->archive) < before + NUMBERS / 2);
  CHECK(world->budget.used == archive_memory(world->archive));
  CHECK(no_key_is_denied(world));
  CHECK(close_world(world));
}

TEST(the_filter_does_not_grow_when_half_of_the_memory_is_used) {
  struct world *world = open_world(1, NUMBERS / 2 / 8);
  const size_t before = archive_memory(world->archive);
  world->budget.limit = 2 * before;
  CHECK(unsure_after_half(world) > NUMBERS / 2 / 2);
  CHECK(archive_memory(world->archive) == before);
  CHECK(no_key_is_denied(world));
  CHECK(close_world(world));
}

/* ---- one question at a time ---- */

/* A new state takes the place of another one. */
static void note_new_and_add(void *context,
                             const struct store_question *question) {
  struct world *world = context;
  const uint64_t number = number_of(world, question->ref.index);
  note_new(context, question);
  if (number > 0)
    add(world, number - 1);
}

static bool one_answer_is_right(struct world *world, uint64_t number) {
  const bool is_new = !world->is_added[number];
  if (!ask(world, number))
    return false;
  archive_answer(world->archive, note_new_and_add, world);
  const bool right = world->told[number] == is_new;
  world->asked[number] = world->told[number] = 0;
  return right && archive_questions(world->archive) == 0;
}

/* With little memory there are many runs, with more there are none. */
TEST(one_question_at_a_time_is_answered) {
  for (uint64_t seed = 1; seed <= 3; seed++) {
    struct world *world = open_world(seed, seed == 3 ? 1 << 23 : seed * 1000);
    bool right = true;
    add(world, 0);
    for (unsigned i = 0; i < NUMBERS / 2; i++)
      right =
          right && one_answer_is_right(world, rng_below(&world->rng, NUMBERS));
    CHECK(right);
    CHECK(no_key_is_denied(world));
    CHECK(archive_problem(world->archive) == 0);
    CHECK((archive_disk_bytes(world->archive) > 0) == (seed < 3));
    CHECK(close_world(world));
  }
}

TEST(a_few_with_a_key_twice_are_answered_once) {
  struct world *world = open_world(1, 1000);
  for (uint64_t i = 0; i < NUMBERS; i += 2)
    add(world, i);
  for (unsigned round = 0; round < 100; round++) {
    for (unsigned i = 0; i < 10; i++)
      (void)ask(world, 50 * round + i / 2);
    CHECK(answers_are_right(world));
  }
  CHECK(close_world(world));
}

/* As on a long path.  When the keys in memory are sorted for each, or too much
 * is read, it takes far longer.
 */
TEST(one_question_at_a_time_takes_little_time) {
  enum { MOST_SECONDS = 10 };
  struct world *world = open_world(1, 1 << 22);
  const clock_t before = clock();
  bool right = true;
  for (uint64_t i = 0; i < NUMBERS && right; i++) {
    add(world, i);
    right = one_answer_is_right(world, i);
  }
  CHECK(right);
  CHECK((clock() - before) / CLOCKS_PER_SEC < MOST_SECONDS);
  CHECK(close_world(world));
}

/* ---- renaming ---- */

struct renaming {
  const struct world *world;
  uint64_t shift;
};

static uint64_t name_now(void *context, uint64_t key) {
  const struct renaming *renaming = context;
  return mix64(number_of(renaming->world, key) + 1 + renaming->shift);
}

TEST(keys_and_questions_follow_their_names) {
  for (uint64_t seed = 1; seed <= 4; seed++) {
    struct world *world = open_world(seed, 2000);
    add(world, 0);
    for (unsigned round = 0; round < 6; round++) {
      live(world, 10000);
      const struct renaming renaming = {world, 1000003 * (round + 1)};
      archive_rename(world->archive, name_now, (void *)&renaming);
      world->shift = renaming.shift;
      CHECK(no_key_is_denied(world));
      live(world, 3000);
      CHECK(answers_are_right(world));
    }
    CHECK(close_world(world));
  }
}

/* Whatever happens, runs are merged before there are too many. */
TEST(few_files_are_open_at_a_time) {
  struct world *world = open_world(1, 2000);
  const rlim_t before = set_limit(RLIMIT_NOFILE, 150);
  for (unsigned round = 0; round < 3; round++) {
    for (uint64_t i = round; i < NUMBERS / 2; i += 3)
      add(world, i);
    const struct renaming renaming = {world, 1000003 * (round + 1)};
    archive_rename(world->archive, name_now, (void *)&renaming);
    world->shift = renaming.shift;
    for (uint64_t i = 0; i < NUMBERS; i++)
      (void)ask(world, i);
    CHECK(archive_questions(world->archive) == NUMBERS);
    CHECK(answers_are_right(world));
  }
  CHECK(archive_problem(world->archive) == 0);
  (void)set_limit(RLIMIT_NOFILE, before);
  CHECK(close_world(world));
}

/* ---- failures ---- */

/* After a failure every question that was taken is answered, and as if about a
 * new state.
 */
static bool no_question_is_lost(struct world *world) {
  bool right = true;
  archive_answer(world->archive, note_new, world);
  for (uint64_t i = 0; i < NUMBERS; i++)
    right = right && (world->told[i] > 0) == (world->asked[i] > 0);
  return right;
}

TEST(a_full_disk_loses_keys_but_no_question) {
  for (rlim_t bytes = 0; bytes < 200000; bytes += 7777) {
    struct world *world = open_world(bytes + 1, 4000);
    limit_files(bytes);
    add(world, 0);
    live(world, 60000);
    if (archive_problem(world->archive) != 0) {
      CHECK(!archive_may_hold(world->archive, key_of(world, 0)));
      CHECK(!ask(world, 1));
      CHECK(no_question_is_lost(world));
    } else {
      CHECK(answers_are_right(world));
    }
    if (bytes < 50000)
      CHECK(archive_problem(world->archive) == EFBIG);
    limit_files(RLIM_INFINITY);
    CHECK(close_world(world));
  }
}

TEST(a_full_disk_does_not_lose_a_single_question) {
  for (rlim_t bytes = 0; bytes < 100000; bytes += 7777) {
    struct world *world = open_world(bytes + 1, 4000);
    bool right = true;
    uint64_t number = 0;
    add(world, 0);
    limit_files(bytes);
    for (; number < NUMBERS && ask(world, number); number++) {
      archive_answer(world->archive, note_new_and_add, world);
      right = right && archive_questions(world->archive) == 0 &&
              (world->told[number] > 0 || world->is_added[number]);
      add(world, number);
    }
    limit_files(RLIM_INFINITY);
    CHECK(right);
    CHECK(number < NUMBERS && archive_problem(world->archive) == EFBIG);
    CHECK(close_world(world));
  }
}

TEST(a_full_disk_while_renaming_loses_no_question) {
  for (rlim_t bytes = 100; bytes < 30000; bytes += 1117) {
    struct world *world = open_world(bytes, 4000);
    add(world, 0);
    live(world, 4000);
    const struct renaming renaming = {world, 0}; /* the same names */
    limit_files(bytes);
    archive_rename(world->archive, name_now, (void *)&renaming);
    limit_files(RLIM_INFINITY);
    CHECK(archive_problem(world->archive) == 0 ? answers_are_right(world)
                                               : no_question_is_lost(world));
    CHECK(close_world(world));
  }
}

TEST(no_folder_for_files_is_a_failure) {
  char *folder = getenv("TMPDIR") ? strdup(getenv("TMPDIR")) : NULL;
  struct world *world = open_world(1, 1000);
  setenv("TMPDIR", "/nowhere/at/all", true);
  live(world, 10000);
  CHECK(archive_problem(world->archive) == ENOENT);
  CHECK(no_question_is_lost(world));
  if (folder)
    setenv("TMPDIR", folder, true);
  else
    unsetenv("TMPDIR");
  free(folder);
  CHECK(close_world(world));
}

TEST(no_memory_is_a_failure) {
  struct world *world = open_world(1, 100000);
  world->budget.limit = world->budget.used + 1000;
  add(world, 1);
  CHECK(archive_problem(world->archive) == ENOMEM);
  CHECK(!archive_may_hold(world->archive, key_of(world, 1)));
  CHECK(close_world(world));
}

RUN_TESTS(RUN(what_was_added_is_known_and_nothing_else),
          RUN(it_takes_the_memory_it_says),
          RUN(most_keys_that_were_not_added_are_known_at_once),
          RUN(the_filter_grows_with_the_keys),
          RUN(the_filter_does_not_grow_when_half_of_the_memory_is_used),
          RUN(one_question_at_a_time_is_answered),
          RUN(a_few_with_a_key_twice_are_answered_once),
          RUN(one_question_at_a_time_takes_little_time),
          RUN(keys_and_questions_follow_their_names),
          RUN(few_files_are_open_at_a_time),
          RUN(a_full_disk_loses_keys_but_no_question),
          RUN(a_full_disk_does_not_lose_a_single_question),
          RUN(a_full_disk_while_renaming_loses_no_question),
          RUN(no_folder_for_files_is_a_failure), RUN(no_memory_is_a_failure))
