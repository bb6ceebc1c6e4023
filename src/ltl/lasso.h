/* The meaning of formulas on words that end in a loop. */
#ifndef LARIAT_LTL_LASSO_H
#define LARIAT_LTL_LASSO_H

#include "ltl/formula.h"

/* letters[0 .. length-1], then from letters[loop] on for ever.  Bit i of a
 * letter is atom i of the formula.
 */
struct lasso {
  const uint64_t *letters;
  size_t length, loop; /* loop < length */
};

/* Does the formula hold for the word?  Atoms must be below 64. */
bool lasso_satisfies(const struct lasso *lasso, const struct formula *formula);

/* The same for every suffix: holds[i] for the word from letter i on. */
void lasso_evaluate(const struct lasso *lasso, const struct formula *formula,
                    bool *holds);

#endif
