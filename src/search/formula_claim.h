/* Claims from the automata of formulas. */
#ifndef LARIAT_SEARCH_FORMULA_CLAIM_H
#define LARIAT_SEARCH_FORMULA_CLAIM_H

#include "ltl/automaton.h"
#include "search/claim.h"

/* The claim of a Büchi automaton with acceptance on states, whose atoms are
 * indices of the model's.  NULL when it has another acceptance.
 */
struct claim *claim_from_automaton(const struct automaton *automaton);

/* The same of an automaton that automaton_watch() made: a claim of good runs
 * that ends where it refuses.
 */
struct claim *claim_from_watch(const struct automaton *automaton);

#endif
