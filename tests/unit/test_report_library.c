#include "tap.h"

#include <lariat/lariat.h>

#include <stdlib.h>
#include <string.h>

static const char counter[] = "byte x;\n"
                              "active [2] proctype P() {\n"
                              "  x = x + 1;\n"
                              "  assert(x < N)\n"
                              "}\n";

static lar_model *load_counter(const char *define) {
  lar_load_options options = {
      .size = sizeof options, .defines = &define, .define_count = 1};
  return lar_model_load_text("counter.pml", counter, strlen(counter), &options);
}

TEST(a_model_that_holds_says_so) {
  lar_model *model = load_counter("N=3");
  CHECK(lar_model_is_usable(model));
  CHECK(lar_model_message_count(model) == 0);
  CHECK(lar_model_property_count(model) == 1);
  CHECK(strcmp(lar_model_property_name(model, 0), "safety") == 0);
  lar_result *result = lar_check(model, NULL);
  CHECK(result != NULL);
  CHECK(lar_result_verdict(result) == LAR_HOLDS);
  lar_property property = {.size = sizeof property};
  CHECK(lar_result_property(result, 0, &property));
  CHECK(property.verdict == LAR_HOLDS && property.complete && property.exact);
  CHECK(property.violation_count == 0 && property.states > 4);
  CHECK(property.transitions == property.states + property.matched);
  CHECK(!lar_result_property(result, 1, &property));
  CHECK(lar_trace_open(result, 0, 0) == NULL);
  lar_result_close(result);
  lar_model_close(model);
}

static void count_value(void *context, const char *name, const char *value) {
  if (strcmp(name, "x") == 0)
    *(int *)context = atoi(value);
}

TEST(a_counterexample_is_walked_step_by_step) {
  lar_model *model = load_counter("N=2");
  lar_check_options options = {.size = sizeof options, .breadth_first = 1};
  lar_result *result = lar_check(model, &options);
  CHECK(lar_result_verdict(result) == LAR_VIOLATED);
  lar_violation violation = {.size = sizeof violation};
  CHECK(lar_result_violation(result, 0, 0, &violation));
  CHECK(strcmp(violation.kind, "assertion") == 0);
  CHECK(strcmp(violation.message, "assert(x < 2)") == 0);
  CHECK(strcmp(violation.file, "counter.pml") == 0 && violation.line == 4);
  CHECK(violation.step_count == 3);

  lar_trace *trace = lar_trace_open(result, 0, 0);
  lar_step step = {.size = sizeof step};
  lar_change change = {.size = sizeof change};
  size_t steps = 0;
  int x = -1;
  lar_trace_state(trace, count_value, &x);
  CHECK(x == 0);
  while (lar_trace_next(trace, &step)) {
    steps++;
    CHECK(strcmp(step.process, "P") == 0 && step.partner == -1);
    if (strcmp(step.statement, "x = x + 1") == 0) {
      CHECK(lar_trace_change(trace, 0, &change));
      CHECK(strcmp(change.name, "x") == 0);
      CHECK(atoi(change.after) == atoi(change.before) + 1);
    }
    CHECK(!lar_trace_change(trace, step.change_count, &change));
  }
  CHECK(steps == violation.step_count);
  lar_trace_state(trace, count_value, &x);
  CHECK(x == 2);
  lar_trace_close(trace);
  lar_result_close(result);
  lar_model_close(model);
}

TEST(errors_are_messages_with_a_place) {
  static const char text[] = "active proctype P() {\n  y = 1\n}\n";
  lar_model *model = lar_model_load_text("bad", text, strlen(text), NULL);
  CHECK(!lar_model_is_usable(model));
  lar_message message = {.size = sizeof message};
  CHECK(lar_model_message(model, 0, &message));
  CHECK(message.level == LAR_ERROR && message.line == 2 && message.column == 3);
  CHECK(strcmp(message.file, "bad") == 0);
  CHECK(lar_check(model, NULL) == NULL);
  lar_model_close(model);

  model = lar_model_load("no/such/file.pml", NULL);
  CHECK(!lar_model_is_usable(model));
  CHECK(lar_model_message_count(model) == 1);
  lar_model_close(model);
}

TEST(a_limit_leaves_the_answer_unknown) {
  lar_model *model = load_counter("N=3");
  lar_check_options options = {.size = sizeof options, .max_depth = 1};
  lar_result *result = lar_check(model, &options);
  lar_property property = {.size = sizeof property};
  CHECK(lar_result_verdict(result) == LAR_UNKNOWN);
  CHECK(lar_result_property(result, 0, &property));
  CHECK(property.reason != NULL && !property.complete);
  lar_result_close(result);
  lar_model_close(model);
}

TEST(an_unknown_property_is_refused) {
  const char *name = "nonsense";
  lar_model *model = load_counter("N=3");
  lar_check_options options = {
      .size = sizeof options, .properties = &name, .property_count = 1};
  CHECK(lar_check(model, &options) == NULL);
  lar_model_close(model);
}

/* A program compiled with an older header passes and gets smaller structs. */
TEST(a_struct_of_an_older_version_is_respected) {
  lar_model *model = load_counter("N=2");
  lar_check_options options = {.size = offsetof(lar_check_options, keep_going),
                               .keep_going = 77};
  lar_result *result = lar_check(model, &options);
  lar_property property;
  memset(&property, 0x55, sizeof property);
  property.size = offsetof(lar_property, states);
  CHECK(lar_result_property(result, 0, &property));
  CHECK(property.violation_count == 1);
  CHECK(property.states == 0x5555555555555555);
  CHECK(property.size == offsetof(lar_property, states));
  lar_result_close(result);
  lar_model_close(model);
}

RUN_TESTS(RUN(a_model_that_holds_says_so),
          RUN(a_counterexample_is_walked_step_by_step),
          RUN(errors_are_messages_with_a_place),
          RUN(a_limit_leaves_the_answer_unknown),
          RUN(an_unknown_property_is_refused),
          RUN(a_struct_of_an_older_version_is_respected))
