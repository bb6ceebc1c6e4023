/* ltl/automaton: the automaton of a formula accepts exactly its words. */
#include "ltl/automaton.h"

#include "ltl_kit.h"
#include "tap.h"

#include <stdlib.h>

enum { WORDS = 30, FORMULAS = 400 };

static bool agrees(const struct automaton *automaton,
                   const struct formula *formula, struct rng *rng,
                   bool negated) {
  uint64_t letters[LONGEST_LASSO];
  for (int i = 0; i < WORDS; i++) {
    struct lasso lasso = random_lasso(rng, letters);
    if (automaton_accepts(automaton, &lasso) ==
        (lasso_satisfies(&lasso, formula) == negated))
      return false;
  }
  return true;
}

static void print_failure(const struct formula *formula) {
  static const char *const names[] = {"p0", "p1", "p2", "p3", "p4",
                                      "p5", "p6", "p7", "p8", "p9"};
  struct buffer text = {0};
  formula_print(&text, formula, names);
  printf("# wrong: %s\n", buffer_text(&text));
  buffer_free(&text);
}

/* Formula, negation and both forms of acceptance, on words and on each other.
 */
static bool is_translated(struct ltl_kit *kit, const struct formula *formula,
                          struct rng *rng) {
  struct automaton *yes = kit_translate(kit, formula, false, false);
  struct automaton *no = kit_translate(kit, formula, true, false);
  struct automaton *sets = kit_translate(kit, formula, false, true);
  bool ok = yes && no && sets && agrees(yes, formula, rng, false) &&
            agrees(no, formula, rng, true) &&
            agrees(sets, formula, rng, false) && !automata_meet(yes, no) &&
            !automata_meet(sets, no);
  ok = ok && yes->state_marks && yes->set_count == 1 && yes->initial_count == 1;
  if (!ok)
    print_failure(formula);
  automaton_close(yes);
  automaton_close(no);
  automaton_close(sets);
  return ok;
}

TEST(random_formulas_and_their_automata_agree) {
  struct rng rng;
  rng_seed(&rng, 2027);
  for (int i = 0; i < FORMULAS; i++) {
    struct ltl_kit kit;
    kit_parse(&kit, "true");
    const struct formula *formula =
        random_formula(kit.arena, &rng, 1 + rng_below(&rng, 16),
                       1 + (uint32_t)rng_below(&rng, 4));
    CHECK(is_translated(&kit, formula, &rng));
    kit_clear(&kit);
  }
}

/* Each of these was once, or could easily be, translated wrongly. */
TEST(tricky_formulas_and_their_automata_agree) {
  static const char *const texts[] = {
      "[](p0 && X <>(p1 && X <>(p2 && X <>p3)))",
      "[]<>p0 && []<>p1 && []<>p2",
      "<>[]p0 || []<>p1",
      "(p0 U p1) U (p1 U p0)",
      "[](p0 -> (p1 U (p2 && <>p3)))",
      "(X p0 U X p1) V X p2",
      "<>(p0 && X p1) <-> []<>(p1 V p2)",
      "(p0 W p1) && !(p0 U p1)",
      "((p0 <-> X p1) <-> []p2) <-> <>p0",
      "[](p0 <-> X p0)",
      "true",
      "false",
      "p0 || !p0",
      "<>p0 && []!p0",
  };
  struct rng rng;
  rng_seed(&rng, 4);
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    struct ltl_kit kit;
    CHECK(kit_parse(&kit, texts[i]) == STATUS_OK);
    CHECK(is_translated(&kit, kit.parsed.formula, &rng));
    kit_clear(&kit);
  }
}

static uint32_t states_of(const char *text) {
  struct automaton *automaton = automaton_of(text, false);
  uint32_t count = automaton->state_count;
  automaton_close(automaton);
  return count;
}

TEST(common_formulas_have_their_smallest_automata) {
  CHECK(states_of("true") == 1);
  CHECK(states_of("false") == 1);
  CHECK(states_of("[]p") == 1);
  CHECK(states_of("<>p") == 2);
  CHECK(states_of("[]<>p") == 2);
  CHECK(states_of("<>[]p") == 2);
  CHECK(states_of("p U q") == 2);
  CHECK(states_of("[](p -> <>q)") == 2);
  CHECK(states_of("![](p -> <>q)") == 2);
  CHECK(states_of("<>[]p || []<>q") == 4);
  CHECK(states_of("[]<>p && []<>q && []<>r") == 4);
}

static bool has(const char *text, unsigned wanted, unsigned unwanted) {
  struct automaton *automaton = automaton_of(text, false);
  unsigned properties = automaton->properties;
  automaton_close(automaton);
  return (properties & wanted) == wanted && !(properties & unwanted);
}

TEST(properties_that_make_searches_cheaper_are_recognised) {
  CHECK(has("[](p -> X q)", AUTOMATON_SAFETY | AUTOMATON_WEAK,
            AUTOMATON_TERMINAL | AUTOMATON_STUTTER_INVARIANT));
  CHECK(has("<>(p && X q)", AUTOMATON_TERMINAL | AUTOMATON_WEAK,
            AUTOMATON_SAFETY));
  CHECK(has("p U q",
            AUTOMATON_DETERMINISTIC | AUTOMATON_TERMINAL |
                AUTOMATON_STUTTER_INVARIANT,
            AUTOMATON_COMPLETE));
  CHECK(has("<>[]p", AUTOMATON_WEAK,
            AUTOMATON_TERMINAL | AUTOMATON_DETERMINISTIC));
  CHECK(has("[]<>p", AUTOMATON_DETERMINISTIC | AUTOMATON_COMPLETE,
            AUTOMATON_WEAK | AUTOMATON_SAFETY));
  CHECK(has("true", AUTOMATON_TERMINAL | AUTOMATON_SAFETY, 0));
  CHECK(
      has("false", AUTOMATON_TERMINAL | AUTOMATON_SAFETY, AUTOMATON_COMPLETE));
}

/* The search stops at a marked state of a cycle, whichever it is. */
TEST(weak_automata_have_all_states_of_accepting_cycles_marked) {
  struct automaton *automaton = automaton_of("<>[](p && X q && X X r)", false);
  CHECK(automaton->properties & AUTOMATON_WEAK);
  for (uint32_t i = 0; i < automaton->edge_count; i++) {
    const struct automaton_edge *edge = &automaton->edges[i];
    if (automaton->state_marks[edge->from])
      CHECK(automaton->state_marks[edge->to]);
  }
  automaton_close(automaton);
}

TEST(a_formula_with_too_many_atoms_is_refused_with_a_message) {
  struct buffer text = {0};
  for (int i = 0; i < 65; i++)
    buffer_printf(&text, "%s<>p%d", i > 0 ? " || " : "", i);
  struct ltl_kit kit;
  CHECK(kit_parse(&kit, buffer_text(&text)) == STATUS_OK);
  CHECK(!kit_translate(&kit, kit.parsed.formula, false, false));
  CHECK(diag_errors(kit.diag) == 1);
  kit_clear(&kit);
  buffer_free(&text);
}

TEST(atoms_may_have_any_numbers) {
  struct ltl_kit kit;
  kit_parse(&kit, "true");
  const struct formula *p = formula_atom(kit.arena, 1000);
  const struct formula *q = formula_atom(kit.arena, 7);
  const struct formula *until = formula_new(kit.arena, FORMULA_UNTIL, p, q);
  struct automaton *automaton = kit_translate(&kit, until, false, false);
  CHECK(automaton->atom_count == 2);
  CHECK(automaton->atoms[0] == 1000 && automaton->atoms[1] == 7);
  automaton_close(automaton);
  kit_clear(&kit);
}

TEST(reducing_an_automaton_keeps_its_language) {
  struct rng rng;
  rng_seed(&rng, 99);
  for (int i = 0; i < 60; i++) {
    struct ltl_kit kit;
    kit_parse(&kit, "true");
    const struct formula *formula = random_formula(kit.arena, &rng, 10, 3);
    struct automaton *sets = kit_translate(&kit, formula, false, true);
    struct automaton_options options = {0};
    struct automaton *reduced = automaton_reduce(sets, &options);
    CHECK(reduced->state_marks && reduced->set_count == 1);
    CHECK(agrees(reduced, formula, &rng, false));
    automaton_close(reduced);
    automaton_close(sets);
    kit_clear(&kit);
  }
}

TEST(reducing_an_automaton_stops_at_a_limit) {
  struct automaton *automaton = automaton_of("[]<>p && (q U r)", true);
  const struct automaton_options options = {.most_steps = 1};
  CHECK(automaton_reduce(automaton, &options) == NULL);
  automaton_close(automaton);
}

/* A guard that is true for every other number of atoms is a small diagram, but
 * as products it takes one for each letter.
 */
TEST(a_guard_of_too_many_products_is_refused) {
  struct ltl_kit kit;
  struct buffer text = {0};
  struct automaton *automaton;
  const struct automaton_options options = {0};
  buffer_puts(&text, "<>[](");
  for (unsigned i = 0; i < 30; i++)
    buffer_printf(&text, "%sp%u", i > 0 ? " <-> " : "", i);
  buffer_puts(&text, ")");
  CHECK(kit_parse(&kit, buffer_text(&text)) == STATUS_OK);
  CHECK(automaton_from_formula(kit.parsed.formula, &options, kit.diag,
                               &automaton) == STATUS_TOO_LARGE);
  CHECK(!automaton && diag_errors(kit.diag) == 1);
  kit_clear(&kit);
  buffer_free(&text);
}

RUN_TESTS(RUN(random_formulas_and_their_automata_agree),
          RUN(tricky_formulas_and_their_automata_agree),
          RUN(common_formulas_have_their_smallest_automata),
          RUN(properties_that_make_searches_cheaper_are_recognised),
          RUN(weak_automata_have_all_states_of_accepting_cycles_marked),
          RUN(a_formula_with_too_many_atoms_is_refused_with_a_message),
          RUN(atoms_may_have_any_numbers),
          RUN(reducing_an_automaton_keeps_its_language),
          RUN(reducing_an_automaton_stops_at_a_limit),
          RUN(a_guard_of_too_many_products_is_refused))
