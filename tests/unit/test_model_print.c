#include "model/print.h"
#include "tap.h"

#include <string.h>

static struct var variable(const char *name, enum type_kind kind) {
  return (struct var){.name = name, .type = {.kind = kind}, .count = 1};
}

static struct expr constant(int32_t value) {
  return (struct expr){.kind = EXPR_CONST, .value = value};
}

static bool prints(const struct action *action, const char *want) {
  struct buffer text = {0};
  print_action(&text, action);
  bool same = strcmp(buffer_text(&text), want) == 0;
  if (!same)
    printf("# printed %s instead of %s\n", buffer_text(&text), want);
  buffer_free(&text);
  return same;
}

TEST(negative_numbers_never_make_a_decrement) {
  struct expr minus_one = constant(-1), two = constant(2);
  struct expr negated = {.kind = EXPR_NEGATE, .a = &minus_one};
  struct expr twice = {.kind = EXPR_NEGATE, .a = &negated};
  struct expr difference = {.kind = EXPR_SUB, .a = &two, .b = &twice};
  CHECK(prints(&(struct action){.kind = ACTION_TEST, .value = &difference},
               "2 - -(-(-1))"));
}

TEST(messages_are_printed_as_they_are_sent_and_received) {
  struct var x = variable("x", TYPE_BYTE), q = variable("q", TYPE_CHAN);
  struct ref channel = {.var = &q}, target = {.var = &x};
  struct expr on = {.kind = EXPR_REF, .ref = &channel};
  struct expr one = constant(1), value = {.kind = EXPR_REF, .ref = &target};
  struct expr *args[] = {&one, &value};
  struct pattern patterns[] = {
      {PATTERN_BIND, &target, NULL, false},
      {PATTERN_ANY, NULL, NULL, false},
      {PATTERN_MATCH, NULL, &one, false},
      {PATTERN_MATCH, NULL, &value, true},
  };
  struct action send = {
      .kind = ACTION_SEND, .channel = &on, .args = args, .arg_count = 2};
  struct action receive = {.kind = ACTION_RECEIVE,
                           .channel = &on,
                           .patterns = patterns,
                           .pattern_count = 4};
  CHECK(prints(&send, "q!1,x"));
  CHECK(prints(&receive, "q?x,_,1,eval(x)"));
  send.sorted = receive.random = receive.copy = true;
  CHECK(prints(&send, "q!!1,x"));
  CHECK(prints(&receive, "q?\?<x,_,1,eval(x)>"));
}

TEST(other_statements_read_as_in_the_source) {
  struct var x = variable("x", TYPE_BYTE);
  struct ref target = {.var = &x};
  struct expr value = {.kind = EXPR_REF, .ref = &target}, two = constant(2);
  struct expr less = {.kind = EXPR_LT, .a = &value, .b = &two};
  struct expr *args[] = {&value, &two};
  struct expr one = constant(1);
  struct var local = {.name = "a",
                      .type = {.kind = TYPE_UNSIGNED, .bits = 3},
                      .count = 1,
                      .inits = args + 1,
                      .init_count = 1};
  CHECK(prints(&(struct action){.kind = ACTION_ASSERT, .value = &less},
               "assert(x < 2)"));
  CHECK(prints(&(struct action){.kind = ACTION_TEST, .value = &one}, "skip"));
  CHECK(prints(
      &(struct action){.kind = ACTION_ASSIGN, .ref = &target, .value = &two},
      "x = 2"));
  CHECK(prints(&(struct action){.kind = ACTION_INIT, .var = &local},
               "unsigned a : 3 = 2"));
  CHECK(prints(&(struct action){.kind = ACTION_PRINTF,
                                .format = "%d\t\"x\"\n",
                                .args = args,
                                .arg_count = 1},
               "printf(\"%d\\t\\\"x\\\"\\n\", x)"));
  CHECK(prints(&(struct action){.kind = ACTION_SET_PRIORITY,
                                .args = args,
                                .arg_count = 2},
               "set_priority(x, 2)"));
}

RUN_TESTS(RUN(negative_numbers_never_make_a_decrement),
          RUN(messages_are_printed_as_they_are_sent_and_received),
          RUN(other_statements_read_as_in_the_source))
