#include "model/model.h"
#include "model_kit.h"
#include "tap.h"

#include "base/buffer.h"

static void count(void *context, struct expr *expr) {
  uint32_t *visits = context;
  (void)expr;
  (*visits)++;
}

/* With its number in the place of #. */
static void add_formula(struct buffer *text, const char *formula,
                        uint32_t number) {
  buffer_printf(text, "ltl f%u { ", number);
  for (; *formula; formula++)
    if (*formula == '#')
      buffer_printf(text, "%u", number);
    else
      buffer_add(text, formula, 1);
  buffer_puts(text, " }\n");
}

/* How many expressions are visited where there are so many formulas.  They
 * differ, for equal propositions are one.
 */
static uint32_t visits_of(const char *formula, uint32_t formulas) {
  struct buffer text = {0};
  struct loaded loaded;
  uint32_t visits = 0;
  buffer_puts(&text, "byte x; chan c = [1] of { byte };\n"
                     "active proctype P() { byte y; at: x = 1 - y }\n");
  for (uint32_t i = 0; i < formulas; i++)
    add_formula(&text, formula, i);
  load_model(&loaded, buffer_text(&text));
  model_walk_process_atoms(loaded.model, count, &visits);
  loaded_clear(&loaded);
  buffer_free(&text);
  return visits;
}

/* The check of one formula asks what all look at of processes: so thousands of
 * them would take the time of millions.
 */
TEST(propositions_about_global_variables_are_passed_over) {
  CHECK(visits_of("[](x == #)", 50) == visits_of("[](x == #)", 1));
  CHECK(visits_of("<>(len(c) == #)", 50) == visits_of("<>(len(c) == #)", 1));
}

TEST(propositions_about_processes_are_visited) {
  static const char *const formulas[] = {"[](P:y == #)", "<>(P@at == #)",
                                         "[](_nr_pr == #)", "[](np_ == #)",
                                         "<>(c?[#])"};
  for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
    CHECK(visits_of(formulas[i], 5) > visits_of(formulas[i], 1));
}

/* They were not looked at yet. */
TEST(a_proposition_that_is_added_later_is_visited) {
  struct loaded loaded;
  uint32_t before = 0, after = 0;
  load_model(&loaded, "active proctype P() { skip }");
  model_walk_process_atoms(loaded.model, count, &before);
  (void)model_add_atom(loaded.model, loaded.model->atoms[0]);
  model_walk_process_atoms(loaded.model, count, &after);
  CHECK(after == before + 1);
  loaded_clear(&loaded);
}

RUN_TESTS(RUN(propositions_about_global_variables_are_passed_over),
          RUN(propositions_about_processes_are_visited),
          RUN(a_proposition_that_is_added_later_is_visited))
