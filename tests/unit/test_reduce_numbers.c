#include "model_kit.h"
#include "reduce/numbers.h"
#include "tap.h"

static bool noticed(const char *text) {
  struct loaded loaded;
  load_model(&loaded, text);
  const bool found = numbers_are_noticed(loaded.model);
  loaded_clear(&loaded);
  return found;
}

TEST(a_few_nameless_processes_have_no_numbers_to_tell) {
  CHECK(!noticed("active proctype P() { skip }"));
  CHECK(!noticed("proctype A(byte x) { skip }\n"
                 "init { run A(1); atomic { run A(2); run A(3) } }"));
  CHECK(!noticed("proctype A() { skip } proctype B() { run A(); run A() }\n"
                 "active [20] proctype P() { run B() }"));
}

TEST(whoever_speaks_of_a_number_notices_it) {
  static const char *const bodies[] = {"x = _pid", "x = _nr_pr", "x = run A()",
                                       "run A(); x = P:y", "run A(); (P@end0)"};
  for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
    char text[256];
    snprintf(text, sizeof text,
             "byte x; proctype A() { skip }\n"
             "active proctype P() { byte y; end0: skip }\n"
             "active proctype Q() { %s }",
             bodies[i]);
    CHECK(noticed(text));
  }
  CHECK(noticed("proctype A(byte n) { skip } init { run A(_pid) }"));
  CHECK(noticed("active proctype P() { byte own = _pid; skip }"));
  CHECK(noticed("active proctype P() { l: skip }\n"
                "ltl f { [] !(P@l) }"));
}

TEST(there_may_be_too_many) {
  CHECK(noticed("proctype A() { skip }\n"
                "init { do :: run A() :: break od }"));
  CHECK(noticed("proctype A() { if :: run A() :: skip fi }\n"
                "init { run A() }"));
  CHECK(noticed("proctype B() { skip }\n"
                "proctype A() { if :: run B() :: skip fi }\n"
                "init { back: run A(); if :: goto back :: skip fi }"));
  CHECK(noticed("proctype A() { skip }\n"
                "active [128] proctype P() { run A() }"));
  CHECK(!noticed("proctype A() { skip }\n"
                 "active [127] proctype P() { run A() }"));
}

RUN_TESTS(RUN(a_few_nameless_processes_have_no_numbers_to_tell),
          RUN(whoever_speaks_of_a_number_notices_it),
          RUN(there_may_be_too_many))
