/* The automata of formulas, within the limits of a check. */
#ifndef LARIAT_REPORT_TRANSLATION_H
#define LARIAT_REPORT_TRANSLATION_H

#include "ltl/automaton.h"
#include "report/verify.h"

/* NULL when there is none or it takes too long: *reason says why. */
struct automaton *translate_formula(const struct search_config *limits,
                                    const struct loaded *loaded,
                                    const struct formula *formula,
                                    struct automaton_options options,
                                    const char **reason);

#endif
