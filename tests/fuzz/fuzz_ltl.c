/* Any bytes as a formula: no crash, no hang, no leak, and what is read can be
 * printed, read again, and translated, for infinite words and for finite ones.
 *
 * For libFuzzer.
 */
#include "ltl/finite.h"
#include "ltl/parse.h"

#include <stdlib.h>
#include <string.h>

/* The name is libFuzzer's.  NOLINTBEGIN(readability-identifier-naming) */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);
/* NOLINTEND(readability-identifier-naming) */

/* Long formulas have large automata; those are not looked for here. */
enum { LONGEST_TRANSLATED = 60 };

static bool has_plain_names(const struct parsed_formula *parsed) {
  for (uint32_t i = 0; i < parsed->atom_count; i++)
    for (const char *c = parsed->names[i]; *c || c == parsed->names[i]; c++)
      if (*c < 'a' || *c > 'z')
        return false;
  return true;
}

static void check_printing(const struct parsed_formula *parsed,
                           struct arena *arena, struct diag *diag) {
  struct buffer once = {0}, twice = {0};
  struct parsed_formula again;
  formula_print(&once, parsed->formula, parsed->names);
  if (ltl_parse("again", once.text, once.length, arena, diag, &again) !=
      STATUS_OK)
    abort();
  formula_print(&twice, again.formula, again.names);
  if (strcmp(buffer_text(&once), buffer_text(&twice)) != 0)
    abort();
  buffer_free(&once);
  buffer_free(&twice);
}

static void translate(const struct parsed_formula *parsed, struct diag *diag) {
  const struct automaton_options options = {0};
  struct automaton *automaton;
  if (automaton_from_formula(parsed->formula, &options, diag, &automaton) ==
          STATUS_OK &&
      (automaton->initial_count != 1 || !automaton->state_marks))
    abort();
  automaton_close(automaton);
}

/* Over finite words: what is printed has the states that are stepped through.
 */
static void translate_finite(const struct parsed_formula *parsed,
                             struct diag *diag) {
  struct finite *finite;
  if (finite_from_formula(parsed->formula, NULL, diag, &finite) != STATUS_OK)
    return;
  uint32_t state = 0;
  for (uint64_t letter = 1; letter != 0; letter <<= 1) {
    state = finite_next(finite, state, letter);
    if (state >= finite->state_count)
      abort();
  }
  struct automaton *automaton = finite_to_automaton(finite, NULL);
  if (automaton && (automaton->state_count != finite->state_count ||
                    !(automaton->properties & AUTOMATON_COMPLETE) ||
                    !(automaton->properties & AUTOMATON_DETERMINISTIC)))
    abort();
  automaton_close(automaton);
  finite_close(finite);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  struct arena *arena = arena_open();
  struct sources *sources = sources_open();
  struct diag *diag = diag_open(sources);
  struct parsed_formula parsed;
  if (ltl_parse("fuzz", (const char *)bytes, length, arena, diag, &parsed) ==
      STATUS_OK) {
    if (has_plain_names(&parsed))
      check_printing(&parsed, arena, diag);
    if (length <= LONGEST_TRANSLATED) {
      translate(&parsed, diag);
      translate_finite(&parsed, diag);
    }
  }
  diag_close(diag);
  sources_close(sources);
  arena_close(arena);
  return 0;
}
