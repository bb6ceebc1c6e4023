/* What --assume says about the runs that count: formulas and automata. */
#ifndef LARIAT_REPORT_ASSUMPTIONS_H
#define LARIAT_REPORT_ASSUMPTIONS_H

#include "report/load.h"
#include "search/claim.h"
#include "search/search.h"

/* The assumed formulas and `rest` as one formula; NULL for nothing at all. */
const struct formula *assumed_formula(const struct loaded *loaded,
                                      const struct formula *rest);

/* What the runs satisfy that violate a formula, of those that are assumed. */
const struct formula *violating_formula(const struct loaded *loaded,
                                        const struct ltl_block *block);

bool has_assumptions(const struct loaded *loaded);
bool assumes_automata(const struct loaded *loaded);

/* The runs that satisfy a formula; NULL when *reason says why not. */
struct claim *formula_claim(const struct search_config *limits,
                            const struct loaded *loaded,
                            const struct formula *formula, const char **reason);

/* Of the runs a claim looks for, those that satisfy the assumptions, or just
 * the automata among them if the formulas are in the claim already.  The claim
 * given is closed, or is the answer; NULL when *reason says why there is none.
 */
struct claim *assume_for_claim(const struct search_config *limits,
                               const struct loaded *loaded, struct claim *claim,
                               bool has_formulas, const char **reason);

#endif
