#include "model/slice.h"
#include "model_kit.h"
#include "tap.h"

/* The names of what is left out, with blanks between. */
static bool leaves_out(const char *text, const struct slice_view *view,
                       const char *want) {
  struct loaded loaded;
  struct slice slice;
  struct buffer names = {0};
  load_model(&loaded, text);
  slice_find(loaded.model, view, &slice);
  for (size_t i = 0; i < slice.count; i++)
    buffer_printf(&names, "%s%s", i > 0 ? " " : "", slice.items[i].var->name);
  const bool same = strcmp(buffer_text(&names), want) == 0;
  if (!same)
    printf("# left out: %s, not: %s\n", buffer_text(&names), want);
  buffer_free(&names);
  slice_clear(&slice);
  loaded_clear(&loaded);
  return same;
}

static const struct slice_view NOTHING = {0};

TEST(variables_that_feed_only_each_other_are_left_out) {
  CHECK(leaves_out("byte a, b, c; active proctype P() { byte d;\n"
                   "  a = b + 1; b = a; d = c; c++; d++ }",
                   &NOTHING, "a b c d"));
}

TEST(what_leads_to_a_condition_is_seen) {
  CHECK(leaves_out("byte a, b, c, d; active proctype P() {\n"
                   "  a = b; b = c; a > 0; d = a }",
                   &NOTHING, "d"));
  CHECK(leaves_out("byte a, b; active proctype P() { a = b; assert(a < 2) }",
                   &NOTHING, ""));
  CHECK(leaves_out("byte a, b, c; chan q = [1] of { byte };\n"
                   "active proctype P() { q!a; q?b; b = c }",
                   &NOTHING, "b c"));
  CHECK(leaves_out("byte a, b; active proctype P() provided (a < 1) { a = b }",
                   &NOTHING, ""));
}

TEST(arguments_are_seen_where_their_parameters_are) {
  CHECK(leaves_out("byte a, b; proctype Q(byte x; byte y) { x > 0 }\n"
                   "init { run Q(a, b) }",
                   &NOTHING, "b y"));
}

TEST(what_is_printed_is_not_seen) {
  CHECK(leaves_out("byte a; active proctype P() { a++; printf(\"%d\", a) }",
                   &NOTHING, "a"));
}

/* A variable that decides whether something fails must not be lost. */
TEST(what_can_fail_sees_what_it_depends_on) {
  CHECK(leaves_out("byte a, b; active proctype P() { a = 4 / b }", &NOTHING,
                   "a"));
  CHECK(leaves_out("byte a, b; active proctype P() { a = b / 4 }", &NOTHING,
                   "a b"));
  CHECK(leaves_out("byte a[3], i, j; active proctype P() { a[i] = j }",
                   &NOTHING, "a j"));
  CHECK(leaves_out("byte a[3], i, j; active proctype P() { a[i % 3] = j }",
                   &NOTHING, "a i j"));
  CHECK(leaves_out("byte a, i; active proctype P() { a = 1 << i }", &NOTHING,
                   "a"));
  CHECK(leaves_out("byte a, i, b[2]; active proctype P() {\n"
                   "  printf(\"%d\", b[i]); a++ }",
                   &NOTHING, "a b"));
  CHECK(leaves_out("byte a[3]; active proctype P() { a[_pid]++ }", &NOTHING,
                   "a"));
  CHECK(leaves_out("byte a, b, i, j; active proctype P() {\n"
                   "  a = (b % i) << j }",
                   &NOTHING, "a b"));
  CHECK(leaves_out("byte a, b, c, i; active proctype P() {\n"
                   "  a = (b > 0 -> c / i : c) }",
                   &NOTHING, "a c"));
  CHECK(leaves_out("byte a, b, c, i; active proctype P() {\n"
                   "  a = b + (c && i / c) }",
                   &NOTHING, "a b i"));
}

TEST(with_overflow_an_assignment_that_truncates_can_fail) {
  static const struct slice_view strict = {.overflow = true};
  static const char text[] = "byte a, c; bit b; active proctype P() {\n"
                             "  a = b; a = a + 1; c = b }";
  CHECK(leaves_out(text, &NOTHING, "a c b"));
  CHECK(leaves_out(text, &strict, "c"));
}

TEST(a_property_sees_its_own_variables) {
  static const char text[] = "byte a, b, c; active proctype P() {\n"
                             "  a = b; c = 1 }\n"
                             "ltl f { [] (a < 2) } ltl g { <> (c == 1) }";
  static const uint32_t first = 0, second = 1;
  const struct slice_view f = {.atoms = &first, .atom_count = 1};
  const struct slice_view g = {.atoms = &second, .atom_count = 1};
  CHECK(leaves_out(text, &NOTHING, "a b c"));
  CHECK(leaves_out(text, &f, "c"));
  CHECK(leaves_out(text, &g, "a b"));
}

TEST(what_holds_channels_or_is_read_from_outside_stays) {
  CHECK(leaves_out("chan q = [1] of { byte }; chan r; typedef T { chan c }\n"
                   "T t; active proctype P() { r = q; t.c = r }",
                   &NOTHING, ""));
  CHECK(leaves_out("byte a; active proctype P() { byte x; x = a }\n"
                   "active proctype Q() { P:x > 0 }",
                   &NOTHING, ""));
}

/* ---- the copy ---- */

struct cut {
  struct loaded loaded;
  struct slice slice;
  struct arena *arena;
  struct model *model;
};

static struct cut cut_out(const char *text) {
  struct cut cut = {.arena = arena_open()};
  load_model(&cut.loaded, text);
  slice_find(cut.loaded.model, &NOTHING, &cut.slice);
  cut.model = slice_cut(cut.loaded.model, &cut.slice, false, cut.arena);
  return cut;
}

static void clear(struct cut *cut) {
  slice_clear(&cut->slice);
  arena_close(cut->arena);
  loaded_clear(&cut->loaded);
}

TEST(the_copy_has_the_same_statements_and_smaller_states) {
  struct cut cut = cut_out("int a, b; byte c; active proctype P() { int d;\n"
                           "  a = d; c++; c > 3; b = 1 }");
  CHECK(cut.model->action_count == cut.loaded.model->action_count);
  CHECK(cut.model->global_bytes < cut.loaded.model->global_bytes);
  CHECK(find_process(cut.model, "P")->frame_bytes == 0);
  CHECK(find_action(cut.model, "a = d")->kind == ACTION_TEST);
  CHECK(find_action(cut.model, "c = c + 1")->kind == ACTION_ASSIGN);
  CHECK(find_global(cut.model, "a")->outside);
  CHECK(!find_global(cut.model, "c")->outside);
  CHECK(!find_global(cut.loaded.model, "a")->outside);
  clear(&cut);
}

TEST(statements_that_can_fail_are_still_executed) {
  struct cut cut = cut_out("byte a[2], i; active proctype P() {\n"
                           "  i++; a[i] = 1; a[0] = 1 }");
  CHECK(find_action(cut.model, "a[i] = 1")->kind == ACTION_ASSIGN);
  CHECK(find_action(cut.model, "a[0] = 1")->kind == ACTION_TEST);
  clear(&cut);
}

RUN_TESTS(RUN(variables_that_feed_only_each_other_are_left_out),
          RUN(what_leads_to_a_condition_is_seen),
          RUN(arguments_are_seen_where_their_parameters_are),
          RUN(what_is_printed_is_not_seen),
          RUN(what_can_fail_sees_what_it_depends_on),
          RUN(with_overflow_an_assignment_that_truncates_can_fail),
          RUN(a_property_sees_its_own_variables),
          RUN(what_holds_channels_or_is_read_from_outside_stays),
          RUN(the_copy_has_the_same_statements_and_smaller_states),
          RUN(statements_that_can_fail_are_still_executed))
