/* Does one term imply another?  A "no" may be wrong, a "yes" never is. */
#ifndef LARIAT_LTL_IMPLY_H
#define LARIAT_LTL_IMPLY_H

#include "ltl/term.h"

bool term_implies(struct terms *terms, struct term *a, struct term *b);

#endif
