/* ltl/parse: SPIN's syntax with free names, and errors with a place. */
#include "ltl/parse.h"

#include "ltl_kit.h"
#include "tap.h"

/* The text as it is understood: printed again. */
static bool reads_as(const char *text, const char *wanted) {
  struct ltl_kit kit;
  struct buffer printed = {0};
  bool ok = kit_parse(&kit, text) == STATUS_OK;
  if (ok)
    formula_print(&printed, kit.parsed.formula, kit.parsed.names);
  ok = ok && strcmp(buffer_text(&printed), wanted) == 0;
  if (!ok)
    printf("# %s reads as %s\n", text, buffer_text(&printed));
  buffer_free(&printed);
  kit_clear(&kit);
  return ok;
}

/* The first error lies at this column and says so. */
static bool fails_at(const char *text, uint32_t column, const char *message) {
  struct ltl_kit kit;
  bool ok =
      kit_parse(&kit, text) == STATUS_BAD_INPUT && diag_errors(kit.diag) == 1;
  if (ok) {
    const struct message *error = diag_message(kit.diag, 0);
    ok = sources_position(kit.sources, error->where).column == column &&
         strstr(error->text, message);
    if (!ok)
      printf("# %s: %s\n", text, error->text);
  }
  kit_clear(&kit);
  return ok;
}

TEST(operators_bind_as_in_spin) {
  CHECK(reads_as("a -> b || c && d U e", "a -> (b || (c && (d U e)))"));
  CHECK(reads_as("a U b U c", "(a U b) U c"));
  CHECK(reads_as("a -> b -> c", "(a -> b) -> c"));
  CHECK(reads_as("a <-> b -> c", "(a <-> b) -> c"));
  CHECK(reads_as("! a && b", "!a && b"));
  CHECK(reads_as("[] a U b", "[] a U b"));
  CHECK(reads_as("[] (a U b)", "[] (a U b)"));
  CHECK(reads_as("X !<>a V b", "X !<> a V b"));
  CHECK(reads_as("a && b && c || d", "(a && b && c) || d"));
}

TEST(words_and_signs_mean_the_same) {
  CHECK(reads_as("always eventually p", "[] <> p"));
  CHECK(reads_as("G F p", "[] <> p"));
  CHECK(reads_as("p until q", "p U q"));
  CHECK(reads_as("p stronguntil q", "p U q"));
  CHECK(reads_as("p weakuntil q", "p W q"));
  CHECK(reads_as("p release q", "p V q"));
  CHECK(reads_as("p R q", "p V q"));
  CHECK(reads_as("next p implies q equivalent r", "(X p -> q) <-> r"));
  CHECK(reads_as("X[!] p -> X!q", "X[!] p -> X !q"));
  CHECK(reads_as("strongnext weaknext p", "X[!] X p"));
  CHECK(reads_as("p /\\ q \\/ true", "(p && q) || true"));
  CHECK(reads_as("1 U 0", "true U false"));
}

TEST(any_quoted_text_is_a_proposition) {
  CHECK(reads_as("[] \"x > 3\" && \"p\"", "[] (x > 3) && p"));
  CHECK(reads_as("Until U untilted", "Until U untilted"));
}

TEST(equal_names_are_one_atom) {
  struct ltl_kit kit;
  CHECK(kit_parse(&kit, "p U (q && \"p\")") == STATUS_OK);
  CHECK(kit.parsed.atom_count == 2);
  CHECK(strcmp(kit.parsed.names[0], "p") == 0);
  CHECK(strcmp(kit.parsed.names[1], "q") == 0);
  kit_clear(&kit);
}

TEST(every_operator_knows_its_place) {
  struct ltl_kit kit;
  CHECK(kit_parse(&kit, "a && [](b U c)") == STATUS_OK);
  const struct formula *always = kit.parsed.formula->right;
  CHECK(always->where.offset == 5 && always->where.length == 8);
  CHECK(always->left->where.offset == 8);
  kit_clear(&kit);
}

TEST(errors_say_where_and_what) {
  CHECK(fails_at("p U", 4, "ends"));
  CHECK(fails_at("", 1, "ends"));
  CHECK(fails_at("(p && q", 8, "closing parenthesis"));
  CHECK(fails_at("p q", 3, "expected an operator"));
  CHECK(fails_at("p && || q", 6, "expected an operand"));
  CHECK(fails_at("p # q", 3, "no part of a formula"));
  CHECK(fails_at("p && 3x", 6, "no part of a formula"));
  CHECK(fails_at("p && \"q", 6, "no part of a formula"));
}

TEST(a_formula_that_is_too_deep_is_refused) {
  struct buffer text = {0};
  for (int i = 0; i < 100000; i++)
    buffer_putc(&text, i % 2 ? '(' : '!');
  struct ltl_kit kit;
  CHECK(kit_parse(&kit, buffer_text(&text)) == STATUS_BAD_INPUT);
  CHECK(diag_errors(kit.diag) == 1);
  kit_clear(&kit);
  buffer_free(&text);
}

RUN_TESTS(RUN(operators_bind_as_in_spin), RUN(words_and_signs_mean_the_same),
          RUN(any_quoted_text_is_a_proposition), RUN(equal_names_are_one_atom),
          RUN(every_operator_knows_its_place), RUN(errors_say_where_and_what),
          RUN(a_formula_that_is_too_deep_is_refused))
