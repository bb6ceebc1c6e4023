/* Terms built with simplification.  All results are equivalent to what the
 * name says; how much is found depends on terms->effort.
 */
#ifndef LARIAT_LTL_REWRITE_H
#define LARIAT_LTL_REWRITE_H

#include "ltl/term.h"

struct term *term_not(struct terms *terms, struct term *t);
struct term *term_and(struct terms *terms, struct term *const *parts,
                      size_t count);
struct term *term_or(struct terms *terms, struct term *const *parts,
                     size_t count);
struct term *term_next(struct terms *terms, struct term *t);
struct term *term_until(struct terms *terms, struct term *a, struct term *b);
struct term *term_release(struct terms *terms, struct term *a, struct term *b);

/* The same formula with its suspendable parts under a common <> or []: <>a || b
 * as <>(a || b).  That saves a state when b is not taken up at once.
 */
struct term *term_gather(struct terms *terms, struct term *t);

#endif
