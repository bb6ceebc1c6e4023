/* The implications in a formula, and the formula without what they promise.
 *
 * Where p -> q is demanded, a system in which p never holds satisfies the
 * demand whatever q says: such a formula holds vacuously.  It does so exactly
 * when it still holds with `false` in the place of q (Beer, Ben-David, Eisner
 * and Rodeh, Efficient Detection of Vacuity in ACTL Formulas, CAV 1997).
 */
#ifndef LARIAT_LTL_ANTECEDENT_H
#define LARIAT_LTL_ANTECEDENT_H

#include "base/vec.h"
#include "ltl/formula.h"

/* Where an implication is demanded. */
enum demand {
  DEMAND_AT_START, /* of the run as a whole */
  DEMAND_ALWAYS,   /* of every suffix */
  DEMAND_AT_TIMES, /* of some suffixes */
};

struct antecedent {
  const struct formula *formula;  /* p */
  const struct formula *promise;  /* q */
  const struct formula *stronger; /* the whole formula, with false for q */
  enum demand demand;
};

typedef VEC(struct antecedent) antecedent_list;

/* Appends the implications demanded by the formula, outer ones first: those
 * that stand below conjunction, [] and X and behind other implications.  !p ||
 * q counts as p -> q.  New formulas lie in the arena; the caller frees the
 * list.
 */
void antecedents_find(const struct formula *formula, struct arena *arena,
                      antecedent_list *out);

/* Is there no temporal operator in it? */
bool formula_is_boolean(const struct formula *formula);

#endif
