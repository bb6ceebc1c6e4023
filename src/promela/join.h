/* Formulas with more propositions than an automaton has room for. */
#ifndef LARIAT_PROMELA_JOIN_H
#define LARIAT_PROMELA_JOIN_H

#include "model/model.h"

/* Makes each part without temporal operators of such a formula one proposition,
 * where that means the same; with all variables known to be written or not.
 */
void join_atoms(struct model *model);

#endif
