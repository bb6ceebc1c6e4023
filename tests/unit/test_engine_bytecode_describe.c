/* What is left out of the description of a state reads the same in the other
 * one, and nothing else is.
 */
#include "tap.h"

#include "stage_kit.h"

#include <stdio.h>

enum { MOST_LINES = 64, LINE_BYTES = 64 };

struct lines {
  char text[MOST_LINES][LINE_BYTES];
  unsigned count;
};

static void add_line(void *context, const struct binding *binding) {
  struct lines *lines = context;
  if (binding->kind == BINDING_LOCATION)
    return;
  if (lines->count == MOST_LINES)
    abort();
  snprintf(lines->text[lines->count++], LINE_BYTES, "%d %s = %s", binding->pid,
           binding->name, binding->value);
}

static struct lines describe(struct engine *engine, struct state_bytes state,
                             const struct state_bytes *unlike) {
  struct lines lines = {.count = 0};
  engine_describe(engine, state.bytes, state.length, unlike, add_line, &lines);
  return lines;
}

static bool has(const struct lines *lines, const char *text) {
  for (unsigned i = 0; i < lines->count; i++)
    if (strcmp(lines->text[i], text) == 0)
      return true;
  return false;
}

/* Of the lines after a step of a process, how many are told besides those that
 * were there before it, and are there all those that were not?
 */
struct outcome {
  unsigned all, told;
  bool is_true, is_whole;
};

static struct outcome step_by(struct stage *stage, uint32_t pid) {
  uint8_t bytes[sizeof stage->state];
  const struct state_bytes before = {bytes, stage->length};
  memcpy(bytes, stage->state, stage->length);
  stage_step(stage, pid);
  const struct state_bytes after = {stage->state, stage->length};
  const struct lines old = describe(stage->engine, before, NULL),
                     all = describe(stage->engine, after, NULL),
                     told = describe(stage->engine, after, &before);
  struct outcome outcome = {all.count, told.count, true, true};
  for (unsigned i = 0; i < all.count; i++)
    outcome.is_whole &= has(&told, all.text[i]) || has(&old, all.text[i]);
  for (unsigned i = 0; i < told.count; i++)
    outcome.is_true &= has(&all, told.text[i]);
  return outcome;
}

static bool tells(struct stage *stage, uint32_t pid, unsigned lines) {
  const struct outcome outcome = step_by(stage, pid);
  if (outcome.told != lines)
    printf("# told %u of %u\n", outcome.told, outcome.all);
  return outcome.is_true && outcome.is_whole && outcome.told == lines;
}

TEST(only_what_changes_is_told) {
  struct stage stage;
  stage_open(&stage, "typedef R { byte a; int b[3] };\n"
                     "byte x; bool few[9]; R r[2];\n"
                     "chan q = [2] of { byte, bool };\n"
                     "active proctype P() { byte own;\n"
                     "  x = 3; few[7] = 1; r[1].b[2] = -1; q!1,1; own = 4;\n"
                     "  x = x }\n");
  CHECK(tells(&stage, 0, 1) && tells(&stage, 0, 1));
  CHECK(tells(&stage, 0, 1));
  CHECK(tells(&stage, 0, 1) && tells(&stage, 0, 1) && tells(&stage, 0, 0));
  stage_close(&stage);
}

/* The bytes of the one may be where something else was. */
TEST(all_is_told_where_processes_come_and_go) {
  struct stage stage;
  stage_open(&stage, "byte x;\n"
                     "proctype Q() { byte here; here = 1 }\n"
                     "active proctype P() { run Q(); x = 1; x = 2 }\n");
  const struct outcome comes = step_by(&stage, 0);
  CHECK(comes.told == 2 && comes.all == 2 && comes.is_whole);
  CHECK(tells(&stage, 0, 1) && tells(&stage, 1, 1));
  const struct outcome goes = step_by(&stage, 1);
  CHECK(goes.told == 1 && goes.all == 1 && goes.is_true);
  stage_close(&stage);
}

/* Of two types with frames that are equally long. */
TEST(all_is_told_where_another_process_has_come) {
  static const char *const text[] = {
      "proctype Q() { byte one; one = 1 }\n"
      "proctype R() { byte two; two = 1 }\n"
      "active proctype P() { run Q() }\n",
      "proctype Q() { byte one; one = 1 }\n"
      "proctype R() { byte two; two = 1 }\n"
      "active proctype P() { run R() }\n",
  };
  struct stage with_q, with_r;
  stage_open(&with_q, text[0]);
  stage_open(&with_r, text[1]);
  stage_step(&with_q, 0);
  stage_step(&with_r, 0);
  const struct state_bytes q = {with_q.state, with_q.length},
                           r = {with_r.state, with_r.length};
  CHECK(q.length == r.length);
  CHECK(describe(with_r.engine, r, &r).count == 0);
  CHECK(describe(with_r.engine, r, &q).count == 1);
  stage_close(&with_q);
  stage_close(&with_r);
}

RUN_TESTS(RUN(only_what_changes_is_told),
          RUN(all_is_told_where_processes_come_and_go),
          RUN(all_is_told_where_another_process_has_come))
