/* From a formula over finite words to its derivatives. */
#ifndef LARIAT_LTL_DERIVATIVE_H
#define LARIAT_LTL_DERIVATIVE_H

#include "ltl/dfa.h"
#include "ltl/formula.h"

/* An automaton that accepts the words that satisfy the formula; atoms[i] is
 * what the formula calls atom i of the dfa.  False when it would be too large,
 * or at a limit.  The caller clears *out in any case.
 */
bool derivatives_of(const struct formula *formula, const uint32_t *atoms,
                    uint32_t atom_count, struct effort *effort,
                    struct dfa *out);

#endif
