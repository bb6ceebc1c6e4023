#include "model/constants.h"
#include "model_kit.h"
#include "tap.h"

struct put {
  struct loaded loaded;
  struct constants constants;
  struct arena *arena;
  struct model *model;
};

static struct put put_in(const char *text) {
  struct put put = {.arena = arena_open()};
  load_model(&put.loaded, text);
  constants_find(put.loaded.model, false, NULL, &put.constants);
  put.model = constants_put(put.loaded.model, &put.constants, false, put.arena);
  return put;
}

static void clear(struct put *put) {
  constants_clear(&put->constants);
  arena_close(put->arena);
  loaded_clear(&put->loaded);
}

static bool is_number(const struct action *action, int32_t value) {
  return action->value->kind == EXPR_CONST && action->value->value == value;
}

TEST(a_variable_that_is_never_set_is_its_first_value) {
  struct put put = put_in("byte a = 259; byte c = 2; byte b = c + 1; byte d;\n"
                          "active proctype P() { d = a; d = b; d = c * d }");
  CHECK(put.constants.count == 3);
  CHECK(is_number(find_action(put.model, "d = a"), 3));
  CHECK(is_number(find_action(put.model, "d = b"), 3));
  CHECK(find_action(put.model, "d = c * d")->value->kind == EXPR_MUL);
  CHECK(find_global(put.model, "a")->outside);
  CHECK(!find_global(put.model, "d")->outside);
  clear(&put);
}

TEST(parameters_and_what_is_received_are_no_constants) {
  struct put put = put_in("byte a, b; chan q = [1] of { byte };\n"
                          "proctype P(byte x) { a = x; q?b; a = b }\n"
                          "init { run P(1) }");
  CHECK(put.constants.count == 0);
  clear(&put);
}

TEST(a_condition_that_is_never_true_leads_nowhere) {
  struct put put = put_in("byte n = 2, x; active proctype P() {\n"
                          "  if :: n > 5 -> x = 1 :: n == 2 && x < 3 -> x = 2\n"
                          "  fi }");
  const struct proctype *process = find_process(put.model, "P");
  bool found = false;
  for (uint32_t l = 1; l < process->location_count; l++)
    for (uint32_t t = 0; t < process->locations[l].transition_count; t++) {
      const struct transition *transition =
          &process->locations[l].transitions[t];
      if (strcmp(transition->action->text, "n > 5") != 0)
        continue;
      found = true;
      CHECK(is_number(transition->action, 0));
      CHECK(transition->target == 0);
    }
  CHECK(found);
  CHECK(find_action(put.model, "n == 2 && x < 3")->value->kind == EXPR_LT);
  clear(&put);
}

/* What fails must fail where it is executed. */
TEST(errors_are_not_folded_away) {
  struct put put = put_in("byte n, x; active proctype P() {\n"
                          "  x = 1 / n; x = 1 << (n + 40);\n"
                          "  x = x && n; x = (1 / n) && n }");
  CHECK(find_action(put.model, "x = 1 / n")->value->kind == EXPR_DIV);
  CHECK(find_action(put.model, "x = 1 << n + 40")->value->kind ==
        EXPR_SHIFT_LEFT);
  CHECK(is_number(find_action(put.model, "x = x && n"), 0));
  CHECK(find_action(put.model, "x = 1 / n && n")->value->kind == EXPR_AND);
  clear(&put);
}

TEST(an_array_that_is_never_set_lies_outside) {
  struct put put = put_in("byte a[3] = 4; byte x; active proctype P() {\n"
                          "  x = a[x % 3] }");
  CHECK(put.constants.count == 1);
  CHECK(find_global(put.model, "a")->outside);
  CHECK(find_action(put.model, "x = a[x % 3]")->value->kind == EXPR_REF);
  clear(&put);
}

RUN_TESTS(RUN(a_variable_that_is_never_set_is_its_first_value),
          RUN(parameters_and_what_is_received_are_no_constants),
          RUN(a_condition_that_is_never_true_leads_nowhere),
          RUN(errors_are_not_folded_away),
          RUN(an_array_that_is_never_set_lies_outside))
