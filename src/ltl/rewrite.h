/* Terms built with simplification.  All results are equivalent to what the
 * name says; how much is found depends on terms->effort.
 */
#ifndef LARIAT_LTL_REWRITE_H
#define LARIAT_LTL_REWRITE_H

#include "ltl/term.h"

struct term *term_not(struct terms *terms, struct term *t);
struct term *term_next(struct terms *terms, struct term *t);
struct term *term_until(struct terms *terms, struct term *a, struct term *b);
struct term *term_release(struct terms *terms, struct term *a, struct term *b);
struct term *term_finally(struct terms *terms, struct term *t);
struct term *term_globally(struct terms *terms, struct term *t);

/* A conjunction or a disjunction. */
struct term *term_join(struct terms *terms, enum term_kind kind,
                       struct term *const *parts, size_t count);
struct term *term_join_two(struct terms *terms, enum term_kind kind,
                           struct term *a, struct term *b);

/* Splits a term of this kind, AND or OR, into the parts with a property and the
 * others.  False when it is of another kind or no part has the property.
 */
bool term_split(struct terms *terms, struct term *t, enum term_kind kind,
                bool (*property)(const struct term *), struct term **with,
                struct term **without);

/* []a || a U b as b V (a || b), and <>a && a V b as b U (a && b).  NULL when
 * the two are not of that form.
 */
struct term *term_merge_weak(struct terms *terms, enum term_kind kind,
                             struct term *a, struct term *b);

/* Around every attempt to rewrite: false when that must not go on. */
bool term_begin_rewriting(struct terms *terms);
void term_end_rewriting(struct terms *terms);

/* The same formula with its suspendable parts under a common <> or []: <>a || b
 * as <>(a || b).  That saves a state when b is not taken up at once.
 */
struct term *term_gather(struct terms *terms, struct term *t);

#endif
