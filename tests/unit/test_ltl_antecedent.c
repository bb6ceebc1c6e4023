/* ltl/antecedent: the implications that a formula demands. */
#include "ltl/antecedent.h"

#include "ltl_kit.h"
#include "tap.h"

/* Writes "condition: stronger formula" for each implication of a text. */
static bool finds(const char *text, const char *wanted) {
  static const char *const demands[] = {[DEMAND_AT_START] = "start",
                                        [DEMAND_ALWAYS] = "always",
                                        [DEMAND_AT_TIMES] = "at times"};
  struct ltl_kit kit;
  struct buffer out = {0};
  antecedent_list list = {0};
  if (kit_parse(&kit, text) == STATUS_OK)
    antecedents_find(kit.parsed.formula, kit.arena, &list);
  for (size_t i = 0; i < list.count; i++) {
    const struct antecedent *antecedent = &list.items[i];
    buffer_puts(&out, i > 0 ? "; " : "");
    formula_print(&out, antecedent->formula, kit.parsed.names);
    buffer_printf(&out, " %s: ", demands[antecedent->demand]);
    formula_print(&out, antecedent->stronger, kit.parsed.names);
  }
  const bool ok = strcmp(buffer_text(&out), wanted) == 0;
  if (!ok)
    printf("# %s gives %s\n", text, buffer_text(&out));
  vec_free(&list);
  buffer_free(&out);
  kit_clear(&kit);
  return ok;
}

TEST(what_is_promised_becomes_false) {
  CHECK(finds("[](p -> <>q)", "p always: [] !p"));
  CHECK(finds("[]<>p -> []<>q", "[] <> p start: ![] <> p"));
  CHECK(finds("[](!p || q)", "p always: [] !p"));
  CHECK(finds("[](q || !p)", "p always: [] !p"));
}

TEST(each_implication_is_found_the_outer_one_first) {
  CHECK(finds("[](p -> q) && [](r -> X s)", "p always: [] !p && [] (r -> X s); "
                                            "r always: [] (p -> q) && [] !r"));
  CHECK(finds("[](p -> (q -> r))", "p always: [] !p; "
                                   "q at times: [] (p -> !q)"));
  CHECK(finds("X (p -> q)", "p at times: X !p"));
}

/* There a stronger formula may hold although the condition is met. */
TEST(implications_that_are_not_demanded_are_left_alone) {
  CHECK(finds("<>(p -> q)", ""));
  CHECK(finds("!(p -> q)", ""));
  CHECK(finds("(p -> q) || r", ""));
  CHECK(finds("(p -> q) U r", ""));
  CHECK(finds("[](p <-> q)", ""));
}

/* The stronger formula implies the formula: so it is never true by accident. */
TEST(the_stronger_formula_is_stronger) {
  unsigned found = 0;
  for (uint64_t seed = 1; seed <= 3000; seed++) {
    struct arena *arena = arena_open();
    struct rng rng;
    uint64_t letters[LONGEST_LASSO];
    antecedent_list list = {0};
    rng_seed(&rng, seed);
    const struct formula *formula = random_formula(arena, &rng, 8, 3);
    antecedents_find(formula, arena, &list);
    for (size_t i = 0; i < list.count; i++) {
      const struct lasso lasso = random_lasso(&rng, letters);
      const bool stronger = lasso_satisfies(&lasso, list.items[i].stronger);
      found += stronger;
      CHECK(!stronger || lasso_satisfies(&lasso, formula));
    }
    vec_free(&list);
    arena_close(arena);
  }
  CHECK(found > 100);
}

RUN_TESTS(RUN(what_is_promised_becomes_false),
          RUN(each_implication_is_found_the_outer_one_first),
          RUN(implications_that_are_not_demanded_are_left_alone),
          RUN(the_stronger_formula_is_stronger))
