/* The runs that one claim looks for and that another one accepts as well. */
#ifndef LARIAT_SEARCH_CLAIM_PRODUCT_H
#define LARIAT_SEARCH_CLAIM_PRODUCT_H

#include "search/claim.h"

/* A claim for the runs that violate `claim` among those that satisfy
 * `assumption`.  An end of the claim or a failed assertion in it is a violation
 * by itself only where the assumption accepts whatever follows; elsewhere the
 * run must go on and satisfy the assumption.  In the assumption a final state
 * accepts whatever follows; it has no assertions.
 *
 * NULL when there are more than CLAIM_MOST_ATOMS conditions or too many states:
 * *problem says which.
 */
struct claim *claim_product(const struct claim *claim,
                            const struct claim *assumption,
                            const char **problem);

/* The same claim for infinite runs alone: where it reached an end, or failed in
 * an assertion, it accepts whatever follows.  NULL when there are too many
 * states.
 */
struct claim *claim_without_ends(const struct claim *claim,
                                 const char **problem);

#endif
