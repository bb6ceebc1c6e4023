/* What rules the only statement of a process out. */
#include "tap.h"

#include "engine/bytecode/program.h"
#include "promela/promela.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fixture {
  struct sources *sources;
  struct diag *diag;
  struct model *model;
  struct program *program;
};

/* The glance of a statement; the globals are a, s, few and the channels. */
static struct glance glance_of(struct fixture *f, const char *statement) {
  const struct preprocess_config preprocess = {0};
  const struct engine_config config = {0};
  char text[400];
  snprintf(text, sizeof text,
           "byte a, few[2]; short s; chan q = [3] of { byte }; chan r = [0] of "
           "{ byte };\nactive proctype P() { byte x; %s; x++; a++; s++; "
           "few[x]++ }\n",
           statement);
  *f = (struct fixture){.sources = sources_open()};
  f->diag = diag_open(f->sources);
  if (promela_load_text("model.pml", text, strlen(text), &preprocess, f->diag,
                        &f->model) != STATUS_OK)
    abort(); /* the test itself is wrong */
  f->program = program_compile(f->model, &config);
  const struct process_type *type = &f->program->types[0];
  return type->locations[type->initial].transitions[0].glance;
}

static void clear(struct fixture *f) {
  program_close(f->program);
  model_close(f->model);
  diag_close(f->diag);
  sources_close(f->sources);
}

/* Is the statement ruled out when the variable looked at has this value? */
static bool rules_out(const char *statement, int32_t value) {
  struct fixture f;
  const struct glance glance = glance_of(&f, statement);
  clear(&f);
  return glance.area != GLANCE_NONE &&
         ((uint32_t)value - (uint32_t)glance.low <= glance.span) ==
             glance.outside;
}

TEST(a_comparison_decides) {
  CHECK(rules_out("a == 2", 1) && !rules_out("a == 2", 2));
  CHECK(rules_out("a != 2", 2) && !rules_out("a != 2", 1));
  CHECK(rules_out("s < 5", 5) && !rules_out("s < 5", -2));
  CHECK(rules_out("s <= 5", 6) && !rules_out("s <= 5", 5));
  CHECK(rules_out("s > 3", 3) && !rules_out("s > 3", 4));
  CHECK(rules_out("s >= 3", 2) && !rules_out("s >= 3", 3));
  CHECK(rules_out("a", 0) && !rules_out("a", 5));
  CHECK(rules_out("!a", 5) && !rules_out("!a", 0));
}

TEST(the_first_part_of_a_conjunction_decides) {
  CHECK(rules_out("a == 2 && s == 1 && x", 1));
  CHECK(rules_out("a && s == 1", 0) && rules_out("!a && s == 1", 1));
  CHECK(rules_out("d_step { a == 2 && x == 0 -> a = 1 }", 1));
}

/* The value alone says nothing about the whole. */
TEST(other_parts_decide_nothing) {
  CHECK(!rules_out("a == 2 || s == 1", 1));
  CHECK(!rules_out("(a == 2 && s == 1) || x == 0", 1));
  CHECK(!rules_out("(a && s == 1) == 0", 0));
  CHECK(!rules_out("a + s == 2", 0));
  CHECK(!rules_out("a = 1", 0));
}

TEST(a_channel_decides_by_its_length) {
  CHECK(rules_out("q?x", 0) && !rules_out("q?x", 1));
  CHECK(rules_out("q!1", 3) && !rules_out("q!1", 2));
  CHECK(!rules_out("r?x", 0) && !rules_out("r!1", 0));
}

/* A process for which there is no element meets a run-time error. */
TEST(an_element_that_is_not_there_is_left_to_the_evaluation) {
  struct fixture f;
  const struct glance glance = glance_of(&f, "few[_pid] == 1");
  CHECK(glance.area == GLANCE_OF_PID && glance.bound == 2);
  clear(&f);
}

RUN_TESTS(RUN(a_comparison_decides),
          RUN(the_first_part_of_a_conjunction_decides),
          RUN(other_parts_decide_nothing), RUN(a_channel_decides_by_its_length),
          RUN(an_element_that_is_not_there_is_left_to_the_evaluation))
