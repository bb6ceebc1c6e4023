/* Formulas as text whose atoms are free names. */
#ifndef LARIAT_LTL_PARSE_H
#define LARIAT_LTL_PARSE_H

#include "base/diag.h"
#include "base/status.h"
#include "ltl/formula.h"

struct parsed_formula {
  const struct formula *formula;
  const char **names; /* of the atoms, in order of appearance */
  uint32_t atom_count;
};

/* Reads a formula in SPIN's syntax; G and F stand for [] and <> as well.  An
 * atom is a name, an expression such as x > 0 or len(q) < 3, or any text
 * between double quotes.  The text is added to the
 * sources of the diag under the given name; errors point into it.
 * Everything lies in the arena.
 */
enum status ltl_parse(const char *name, const char *text, size_t length,
                      struct arena *arena, struct diag *diag,
                      struct parsed_formula *out);

#endif
