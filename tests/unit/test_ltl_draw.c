/* ltl/draw: automata as Graphviz graphs and never claims. */
#include "ltl/draw.h"

#include "ltl_kit.h"
#include "tap.h"

static const char *const names[] = {"p", "x > 3"};

static bool claim_is(const char *text, const char *wanted) {
  struct automaton *automaton = automaton_of(text, false);
  struct buffer out = {0};
  automaton_write_never(&out, automaton, names, NULL);
  bool ok = strcmp(buffer_text(&out), wanted) == 0;
  if (!ok)
    printf("# %s gives %s\n", text, buffer_text(&out));
  buffer_free(&out);
  automaton_close(automaton);
  return ok;
}

TEST(a_never_claim_has_the_labels_that_spin_knows) {
  CHECK(claim_is("<>[]p", "never {\n"
                          "T0_init:\n"
                          "  do\n"
                          "  :: (true) -> goto T0_init\n"
                          "  :: (p) -> goto accept_S1\n"
                          "  od;\n"
                          "accept_S1:\n"
                          "  do\n"
                          "  :: (p) -> goto accept_S1\n"
                          "  od;\n"
                          "}\n"));
}

TEST(a_state_that_accepts_everything_is_accept_all) {
  CHECK(claim_is("p U !q", "never {\n"
                           "T0_init:\n"
                           "  do\n"
                           "  :: (p && (x > 3)) -> goto T0_init\n"
                           "  :: (!(x > 3)) -> goto accept_all\n"
                           "  od;\n"
                           "accept_all:\n"
                           "  skip\n"
                           "}\n"));
}

TEST(constants_are_claims_too) {
  CHECK(claim_is("true", "never {\n"
                         "accept_init:\n"
                         "  do\n"
                         "  :: (true) -> goto accept_init\n"
                         "  od;\n"
                         "}\n"));
  CHECK(claim_is("false", "never {\n"
                          "T0_init:\n"
                          "  false;\n"
                          "}\n"));
}

TEST(a_title_does_not_end_its_comment) {
  struct automaton *automaton = automaton_of("true", false);
  struct buffer out = {0};
  automaton_write_never(&out, automaton, names, "a */ b");
  CHECK(strncmp(buffer_text(&out), "never { /* a * / b */\n", 22) == 0);
  buffer_free(&out);
  automaton_close(automaton);
}

TEST(a_drawing_shows_guards_and_marks) {
  struct automaton *automaton = automaton_of("[]<>p && []<>q", true);
  struct buffer out = {0};
  automaton_write_dot(&out, automaton, names, "a \"title\"");
  const char *text = buffer_text(&out);
  CHECK(strstr(text, "label=\"a \\\"title\\\"\";"));
  CHECK(strstr(text, "0 -> 0 [label=\"p && (x > 3)\\n{0, 1}\"];"));
  buffer_free(&out);
  automaton_close(automaton);
}

RUN_TESTS(RUN(a_never_claim_has_the_labels_that_spin_knows),
          RUN(a_state_that_accepts_everything_is_accept_all),
          RUN(constants_are_claims_too), RUN(a_title_does_not_end_its_comment),
          RUN(a_drawing_shows_guards_and_marks))
