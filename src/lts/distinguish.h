/* A formula that one state of a graph has and another has not. */
#ifndef LARIAT_LTS_DISTINGUISH_H
#define LARIAT_LTS_DISTINGUISH_H

#include "lts/hml.h"
#include "lts/limits.h"

/* Finds a formula of least depth that `left` has and `right` has not, or the
 * other way round: *of_left says which; it never begins with a negation.  False
 * when there is none, or none within reasonable size.  *out is the caller's
 * whatever the answer.
 */
bool distinguish(const struct lts *lts, enum hml_mode mode, uint32_t left,
                 uint32_t right, const struct lts_limits *limits,
                 struct hml *out, bool *of_left);

#endif
