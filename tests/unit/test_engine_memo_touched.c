/* Which bytes a process touches. */
#include "engine/memo/touched.h"

#include "engine/bytecode/bytecode.h"
#include "stage_kit.h"
#include "tap.h"

enum { WORD = WORD_SIZE };

static const struct program *program_of(const struct stage *stage) {
  return ((const struct bytecode *)stage->engine)->program;
}

/* Of a process in the state at hand; the frames of all processes are as long.
 */
static struct touched find(const struct stage *stage, uint32_t pid,
                           bool with_frame) {
  const struct program *program = program_of(stage);
  uint32_t offset = program->fixed_bytes;
  for (uint32_t i = 0; i < pid; i++)
    offset += program->types[stage->state[offset + FRAME_PROCTYPE]].total_bytes;
  const uint8_t *frame = stage->state + offset;
  uint16_t location;
  memcpy(&location, frame + FRAME_LOCATION, sizeof location);
  struct touched touched;
  touched_find(&(struct toucher){.program = program,
                                 .type = &program->types[frame[FRAME_PROCTYPE]],
                                 .location = location,
                                 .pid = pid,
                                 .frame = with_frame ? frame : NULL},
               &touched);
  return touched;
}

static bool has_byte(const struct touched *touched, uint32_t at) {
  return touched->masks[at / WORD] >> at % WORD * 8 & 1;
}

/* Is the element of a global array, or the variable, touched? */
static bool touches(const struct stage *stage, const struct touched *touched,
                    const char *name, uint32_t element) {
  const struct var *var = find_global(stage->loaded.model, name);
  return has_byte(touched, program_of(stage)->globals + var->offset +
                               element * var->stride);
}

static bool is_known(const char *text) {
  struct stage stage;
  stage_open(&stage, text);
  const bool known = find(&stage, 0, true).is_known;
  stage_close(&stage);
  return known;
}

TEST(what_the_statements_name_is_touched) {
  struct stage stage;
  stage_open(&stage, "byte a, b, c, d;"
                     "active proctype P() { do :: a > 0 -> c = 1"
                     " :: b = 2 od }");
  const struct touched touched = find(&stage, 0, true);
  CHECK(touched.is_known);
  CHECK(touches(&stage, &touched, "a", 0));
  CHECK(touches(&stage, &touched, "b", 0));
  CHECK(!touches(&stage, &touched, "c", 0)); /* in the next transition only */
  CHECK(!touches(&stage, &touched, "d", 0));
  stage_close(&stage);
}

TEST(an_atomic_touches_what_all_of_it_does) {
  struct stage stage;
  stage_open(&stage, "byte a, b, c, d, e;"
                     "active proctype P() { atomic { a > 0 -> b = c;"
                     " d_step { d = 1; d = 2 } } e = 1 }");
  const struct touched touched = find(&stage, 0, true);
  CHECK(touches(&stage, &touched, "a", 0) && touches(&stage, &touched, "b", 0));
  CHECK(touches(&stage, &touched, "c", 0) && touches(&stage, &touched, "d", 0));
  CHECK(!touches(&stage, &touched, "e", 0));
  stage_close(&stage);
}

TEST(a_subscript_tells_the_element) {
  struct stage stage;
  stage_open(&stage, "byte x[5];"
                     "active [2] proctype P() { byte i = 3;"
                     " do :: x[_pid] > x[i] -> x[(_pid + 1) % 5] = 1 od }");
  const struct touched touched = find(&stage, 1, true);
  CHECK(touched.is_known);
  CHECK(touches(&stage, &touched, "x", 1) && touches(&stage, &touched, "x", 3));
  CHECK(!touches(&stage, &touched, "x", 0));
  CHECK(!touches(&stage, &touched, "x", 4));
  bool depends = false;
  for (unsigned i = 0; i < TOUCHED_WORDS; i++)
    depends |= touched.same[i] != 0;
  CHECK(depends); /* on i */
  const struct touched any = find(&stage, 1, false);
  for (uint32_t i = 0; i < 5; i++)
    CHECK(touches(&stage, &any, "x", i));
  for (unsigned i = 0; i < TOUCHED_WORDS; i++)
    CHECK(any.same[i] == 0);
  stage_close(&stage);
}

/* Is it known that P may touch any element of x? */
static bool touches_all(const char *text, uint32_t count) {
  struct stage stage;
  stage_open(&stage, text);
  const struct touched touched = find(&stage, 0, true);
  bool all = touched.is_known;
  for (uint32_t i = 0; i < count; i++)
    all = all && touches(&stage, &touched, "x", i);
  stage_close(&stage);
  return all;
}

TEST(the_first_statement_reads_before_others_write) {
  struct stage stage;
  stage_open(&stage, "byte x[5];"
                     "active proctype P() { byte i = 3;"
                     " do :: atomic { x[i] > 0 -> i = i + 1 } od }");
  const struct touched touched = find(&stage, 0, true);
  CHECK(touched.is_known && touches(&stage, &touched, "x", 3));
  CHECK(!touches(&stage, &touched, "x", 4));
  stage_close(&stage);
  /* it comes again in the same transition */
  CHECK(touches_all("byte x[5];"
                    "active proctype P() { byte i = 3;"
                    " atomic { do :: x[i] > 0 -> i = i + 1 :: else -> break od"
                    " } }",
                    5));
}

/* The subscript is another one by then. */
TEST(a_variable_that_changes_on_the_way_tells_nothing) {
  CHECK(touches_all("byte x[5];"
                    "active proctype P() { byte i = 3;"
                    " do :: atomic { i = 1; x[i] = 1 } od }",
                    5));
}

TEST(a_receive_may_change_its_own_subscript) {
  CHECK(touches_all("byte x[3]; chan q = [1] of { byte, byte };"
                    "active proctype P() { byte i; do :: q ? i, x[i] od }",
                    3));
}

/* Of the second of two channels, and nothing of the first: how many of the
 * bytes does this statement touch?
 */
static uint32_t bytes_of_channel(const char *statement) {
  struct stage stage;
  char text[200];
  snprintf(text, sizeof text,
           "chan q[2] = [2] of { byte };"
           "active [2] proctype P() { byte x; do :: %s od }",
           statement);
  stage_open(&stage, text);
  const uint32_t *offsets = program_of(&stage)->channel_offsets;
  const struct touched touched = find(&stage, 1, true);
  uint32_t found = 0, others = 0;
  for (uint32_t i = 0; i < CHANNEL_HEADER + 2; i++) {
    found += has_byte(&touched, offsets[1] + i);
    others += has_byte(&touched, offsets[0] + i);
  }
  stage_close(&stage);
  return touched.is_known && others == 0 ? found : UINT32_MAX;
}

TEST(a_channel_is_touched_alone) {
  CHECK(bytes_of_channel("q[_pid] ? x") == CHANNEL_HEADER + 2);
  CHECK(bytes_of_channel("q[_pid] !! 1") == CHANNEL_HEADER + 2);
  CHECK(bytes_of_channel("q[_pid] ? [1]") == CHANNEL_HEADER + 2);
  CHECK(bytes_of_channel("q[_pid] ! 1") == CHANNEL_HEADER);
  CHECK(bytes_of_channel("nfull(q[_pid])") == CHANNEL_HEADER);
}

/* Of process 0, where the types of the others are these. */
static struct touched find_with_crew(const struct stage *stage,
                                     uint32_t *offsets) {
  const struct program *program = program_of(stage);
  uint8_t types[3];
  uint32_t offset = program->fixed_bytes;
  for (uint32_t i = 0; i < 3; i++) {
    offsets[i] = offset;
    types[i] = stage->state[offset + FRAME_PROCTYPE];
    offset += program->types[types[i]].total_bytes;
  }
  const uint8_t *frame = stage->state + offsets[0];
  uint16_t location;
  memcpy(&location, frame + FRAME_LOCATION, sizeof location);
  struct touched touched;
  touched_find(&(struct toucher){.program = program,
                                 .type = &program->types[types[0]],
                                 .location = location,
                                 .frame = frame,
                                 .crew = &(struct crew){.count = 3,
                                                        .types = types,
                                                        .offsets = offsets}},
               &touched);
  return touched;
}

/* Who sends to the second process, which goes on with these statements. */
static struct touched find_handshake(struct stage *stage, const char *then,
                                     uint32_t *offsets) {
  char text[400];
  snprintf(text, sizeof text,
           "chan q = [0] of { byte }, r = [0] of { byte };"
           "chan back = [0] of { byte }; byte a, b;"
           "active proctype P() { do :: q ! 1; back ? a od }"
           "active proctype Q() { byte x; do :: atomic { q ? x; %s } od }"
           "active proctype R() { byte x; do :: r ? x od }",
           then);
  stage_open(stage, text);
  return find_with_crew(stage, offsets);
}

TEST(a_handshake_touches_who_may_take_part_and_what_he_goes_on_with) {
  struct stage stage;
  uint32_t offsets[3];
  const struct touched touched = find_handshake(&stage, "a = 1", offsets);
  CHECK(touched.is_known);
  CHECK(has_byte(&touched, STATE_PROCESSES));
  CHECK(has_byte(&touched, offsets[1] + FRAME_LOCATION));
  CHECK(has_byte(&touched, offsets[1] + FRAME_HEADER));
  CHECK(!has_byte(&touched, offsets[2] + FRAME_LOCATION));
  CHECK(touches(&stage, &touched, "a", 0));
  CHECK(!touches(&stage, &touched, "b", 0));
  stage_close(&stage);
}

TEST(a_handshake_may_lead_to_another_but_not_back) {
  struct stage stage;
  uint32_t offsets[3];
  const struct touched touched = find_handshake(&stage, "r ! 1", offsets);
  CHECK(touched.is_known);
  CHECK(has_byte(&touched, offsets[1] + FRAME_LOCATION));
  CHECK(has_byte(&touched, offsets[2] + FRAME_LOCATION));
  stage_close(&stage);
  CHECK(!find_handshake(&stage, "back ! 1", offsets).is_known);
  stage_close(&stage);
}

TEST(who_waits_for_a_handshake_touches_nothing) {
  CHECK(is_known("chan q = [0] of { byte };"
                 "active proctype P() { do :: q ? _ od }"));
}

TEST(what_depends_on_others_may_be_anything) {
  CHECK(is_known("byte a; active proctype P() { do :: a++ od }"));
  CHECK(!is_known("active proctype P() { do :: run Q() od } proctype Q() {"
                  " skip }"));
  CHECK(!is_known("active proctype P() { do :: enabled(1) od }"
                  " active proctype Q() { skip }"));
  CHECK(!is_known("active proctype P() { do :: Q[1]@here od }"
                  " active proctype Q() { here: skip }"));
  CHECK(!is_known("chan q = [0] of { byte };"
                  "active proctype P() { do :: q ! 1 od }"
                  " active proctype Q() { do :: q ? _ od }"));
  CHECK(!is_known("byte a; active proctype P() provided (a > 0) {"
                  " do :: a++ od }"));
  CHECK(!is_known("active proctype P() { chan q = [1] of { byte };"
                  " do :: q ! 1 od }"));
}

RUN_TESTS(RUN(what_the_statements_name_is_touched),
          RUN(an_atomic_touches_what_all_of_it_does),
          RUN(a_subscript_tells_the_element),
          RUN(the_first_statement_reads_before_others_write),
          RUN(a_variable_that_changes_on_the_way_tells_nothing),
          RUN(a_receive_may_change_its_own_subscript),
          RUN(a_channel_is_touched_alone),
          RUN(a_handshake_touches_who_may_take_part_and_what_he_goes_on_with),
          RUN(a_handshake_may_lead_to_another_but_not_back),
          RUN(who_waits_for_a_handshake_touches_nothing),
          RUN(what_depends_on_others_may_be_anything))
