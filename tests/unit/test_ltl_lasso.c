/* ltl/lasso: the meaning of the operators on words that end in a loop. */
#include "ltl/lasso.h"

#include "ltl_kit.h"
#include "tap.h"

/* Letters are digits, p is bit 0 and q bit 1; what stands behind | repeats. */
static bool holds(const char *text, const char *word) {
  uint64_t letters[16];
  struct lasso lasso = {letters, 0, 0};
  for (const char *c = word; *c; c++) {
    if (*c == '|')
      lasso.loop = lasso.length;
    else
      letters[lasso.length++] = (uint64_t)(*c - '0');
  }
  struct ltl_kit kit;
  kit_parse(&kit, text);
  /* p is atom 0 wherever it is written. */
  bool swapped = kit.parsed.atom_count > 0 && kit.parsed.names[0][0] == 'q';
  for (size_t i = 0; swapped && i < lasso.length; i++)
    letters[i] = (letters[i] & 1) << 1 | (letters[i] >> 1 & 1);
  bool result = lasso_satisfies(&lasso, kit.parsed.formula);
  kit_clear(&kit);
  return result;
}

TEST(boolean_operators_speak_of_the_first_letter) {
  CHECK(holds("p && !q", "1|0"));
  CHECK(holds("p -> q", "0|0") && !holds("p -> q", "1|0"));
  CHECK(holds("p <-> q", "3|0") && !holds("p <-> q", "2|0"));
  CHECK(holds("p || q", "2|0") && !holds("false", "3|3"));
}

TEST(next_looks_one_letter_ahead_and_around_the_loop) {
  CHECK(holds("X p", "01|0"));
  CHECK(holds("X X p", "0|01") && !holds("X X p", "0|10"));
  CHECK(holds("X X X p", "0|10") && !holds("X X X p", "0|01"));
  CHECK(holds("X p", "0|1") && holds("X X X p", "0|1"));
}

TEST(always_and_eventually_see_the_whole_loop) {
  CHECK(holds("[]p", "|1") && !holds("[]p", "1|10"));
  CHECK(holds("<>p", "0|01") && !holds("<>p", "0|2"));
  CHECK(holds("[]<>p", "0|01") && !holds("<>[]p", "0|01"));
  CHECK(holds("<>[]p", "0|1"));
}

TEST(until_needs_its_end_and_weak_until_does_not) {
  CHECK(holds("p U q", "112|0") && !holds("p U q", "|1"));
  CHECK(!holds("p U q", "102|0"));
  CHECK(holds("p W q", "|1") && !holds("p W q", "10|2"));
  CHECK(holds("p U q", "1|12"));
}

TEST(release_holds_up_to_and_with_the_release) {
  CHECK(holds("p V q", "223|0") && !holds("p V q", "221|0"));
  CHECK(holds("p V q", "|2"));
  CHECK(holds("p V q", "2|2") && !holds("p V q", "2|1"));
}

TEST(operators_are_dual) {
  struct rng rng;
  rng_seed(&rng, 12);
  struct arena *arena = arena_open();
  for (int i = 0; i < 300; i++) {
    uint64_t letters[LONGEST_LASSO];
    struct lasso lasso = random_lasso(&rng, letters);
    const struct formula *a = random_formula(arena, &rng, 5, 3);
    const struct formula *b = random_formula(arena, &rng, 5, 3);
    const struct formula *until = formula_new(arena, FORMULA_UNTIL, a, b);
    const struct formula *dual = formula_new(
        arena, FORMULA_RELEASE, formula_new(arena, FORMULA_NOT, a, NULL),
        formula_new(arena, FORMULA_NOT, b, NULL));
    CHECK(lasso_satisfies(&lasso, until) != lasso_satisfies(&lasso, dual));
  }
  arena_close(arena);
}

RUN_TESTS(RUN(boolean_operators_speak_of_the_first_letter),
          RUN(next_looks_one_letter_ahead_and_around_the_loop),
          RUN(always_and_eventually_see_the_whole_loop),
          RUN(until_needs_its_end_and_weak_until_does_not),
          RUN(release_holds_up_to_and_with_the_release),
          RUN(operators_are_dual))
