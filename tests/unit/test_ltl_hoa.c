/* ltl/hoa: what is written is read again, and what is wrong is said where. */
#include "ltl/hoa.h"

#include "ltl_kit.h"
#include "tap.h"

struct reading {
  struct arena *arena;
  struct sources *sources;
  struct diag *diag;
  struct hoa hoa;
  enum status status;
};

static void read(struct reading *r, const char *text) {
  r->arena = arena_open();
  r->sources = sources_open();
  r->diag = diag_open(r->sources);
  r->status =
      hoa_read("test.hoa", text, strlen(text), r->arena, r->diag, &r->hoa);
}

static void reading_clear(struct reading *r) {
  automaton_close(r->hoa.automaton);
  diag_close(r->diag);
  sources_close(r->sources);
  arena_close(r->arena);
}

TEST(a_written_automaton_reads_as_itself) {
  static const char *const formulas[] = {"[](p -> <>q)",
                                         "[]<>p && []<>q && <>r", "p U (q U r)",
                                         "false", "X X p || []q"};
  static const char *const names[] = {"p", "q \"quoted\"", "r \\ s"};
  for (size_t i = 0; i < 2 * sizeof formulas / sizeof formulas[0]; i++) {
    struct automaton *automaton = automaton_of(formulas[i / 2], i % 2);
    struct buffer once = {0}, twice = {0};
    hoa_write(&once, automaton, names, "a \"title\"");
    struct reading r;
    read(&r, buffer_text(&once));
    CHECK(r.status == STATUS_OK);
    if (r.hoa.automaton) {
      /* Not part of the text's meaning for the reader. */
      unsigned stutter = automaton->properties & AUTOMATON_STUTTER_INVARIANT;
      r.hoa.automaton->properties |= stutter;
      hoa_write(&twice, r.hoa.automaton, r.hoa.names, "a \"title\"");
      CHECK(strcmp(buffer_text(&once), buffer_text(&twice)) == 0);
    }
    reading_clear(&r);
    buffer_free(&once);
    buffer_free(&twice);
    automaton_close(automaton);
  }
}

TEST(all_forms_of_labels_and_marks_are_understood) {
  struct reading r;
  read(&r, "HOA: v1 name: \"x\" States: 3\n"
           "Start: 0 Start: 2\n"
           "acc-name: generalized-Buchi 2\n"
           "Acceptance: 2 (Inf(0)&Inf(1))\n"
           "AP: 2 \"a\" \"b\" Alias: @x 0&!1 tool: \"t\" \"1\"\n"
           "--BODY--\n"
           "State: 0 \"zero\" {0} /* a /* nested */ comment */\n"
           "[@x | !(0|1)] 1 {1} [t] 0\n"
           "State: [!0] 1 0 2\n"
           "State: 2 {1} 0 1 2 0\n"
           "--END--\n");
  CHECK(r.status == STATUS_OK);
  const struct automaton *a = r.hoa.automaton;
  if (a) {
    CHECK(a->state_count == 3 && a->initial_count == 2 && a->set_count == 2);
    CHECK(!a->state_marks && a->edge_count == 7);
    /* From 0 without b to 1, with both marks. */
    const struct automaton_edge *edge = &a->edges[a->first_edge[0] + 1];
    CHECK(edge->to == 1 && edge->marks == 3);
    CHECK(automaton_enabled(a, edge, 1) && !automaton_enabled(a, edge, 2));
    CHECK(automaton_enabled(a, edge, 0) && !automaton_enabled(a, edge, 3));
    /* Implicit labels count the letters: the third edge of 2 is for b alone. */
    edge = &a->edges[a->first_edge[3] - 1];
    CHECK(edge->to == 2 && automaton_enabled(a, edge, 2));
    CHECK(!automaton_enabled(a, edge, 1) && edge->marks == 2);
  }
  reading_clear(&r);
}

TEST(only_sets_of_the_condition_count) {
  struct reading r;
  read(&r, "HOA: v1 States: 1 Start: 0 AP: 0 Acceptance: 3 Inf(2)\n"
           "--BODY-- State: 0 {0 2} [t] 0 --END--");
  CHECK(r.status == STATUS_OK);
  CHECK(r.hoa.automaton && r.hoa.automaton->set_count == 1);
  CHECK(r.hoa.automaton && r.hoa.automaton->state_marks &&
        r.hoa.automaton->state_marks[0] == 1);
  reading_clear(&r);
}

static bool fails(const char *text, uint32_t line, uint32_t column,
                  const char *message) {
  struct reading r;
  read(&r, text);
  bool ok = r.status == STATUS_BAD_INPUT && diag_errors(r.diag) == 1;
  if (ok) {
    const struct message *error = diag_message(r.diag, 0);
    struct position at = sources_position(r.sources, error->where);
    ok = at.line == line && at.column == column && strstr(error->text, message);
    if (!ok)
      printf("# %u:%u: %s\n", at.line, at.column, error->text);
  }
  reading_clear(&r);
  return ok;
}

TEST(errors_say_where_and_what) {
  CHECK(fails("never {}", 1, 1, "HOA:"));
  CHECK(fails("HOA: v2", 1, 6, "version"));
  CHECK(fails("HOA: v1\nStates: x", 2, 9, "number of states"));
  CHECK(fails("HOA: v1\nStates: 99999999999", 2, 9, "too many states"));
  CHECK(fails("HOA: v1\nAcceptance: 1 Fin(0)", 2, 15, "Büchi"));
  CHECK(fails("HOA: v1\nAcceptance: 2 Inf(0)|Inf(1)", 2, 21, "Büchi"));
  CHECK(fails("HOA: v1\nAcceptance: 1 Inf(1)", 2, 19, "acceptance set"));
  CHECK(fails("HOA: v1\nStart: 0&1", 2, 9, "alternating"));
  CHECK(fails("HOA: v1\nFairness: 1", 2, 1, "unknown header"));
  CHECK(fails("HOA: v1\n--BODY--\n--END--", 3, 1, "Acceptance"));
  CHECK(fails("HOA: v1 AP: 1 \"a\" Acceptance: 0 t\n--BODY--\n"
              "State: 0\n[1] 0\n--END--",
              4, 2, "proposition"));
  CHECK(fails("HOA: v1 AP: 1 \"a\" Acceptance: 0 t\n--BODY--\n"
              "State: 0 0\n--END--",
              4, 1, "edge for each letter"));
  CHECK(fails("HOA: v1 States: 1 AP: 0 Acceptance: 0 t\n--BODY--\n"
              "State: 0 [t] 1",
              3, 14, "no such state"));
  CHECK(
      fails("HOA: v1 AP: 0 Acceptance: 0 t\n--BODY--\nState: 0", 3, 9, "ends"));
}

RUN_TESTS(RUN(a_written_automaton_reads_as_itself),
          RUN(all_forms_of_labels_and_marks_are_understood),
          RUN(only_sets_of_the_condition_count), RUN(errors_say_where_and_what))
