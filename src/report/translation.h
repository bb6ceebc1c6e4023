/* The automata of formulas, within the limits of a check. */
#ifndef LARIAT_REPORT_TRANSLATION_H
#define LARIAT_REPORT_TRANSLATION_H

#include "ltl/finite.h"
#include "report/verify.h"

/* NULL when there is none or it takes too long: *reason says why. */
struct automaton *translate_formula(const struct search_config *limits,
                                    const struct loaded *loaded,
                                    const struct formula *formula,
                                    struct automaton_options options,
                                    const char **reason);

/* The same over finite runs; and such an automaton with guards on its edges. */
struct finite *translate_finite_formula(const struct search_config *limits,
                                        const struct loaded *loaded,
                                        const struct formula *formula,
                                        const char **reason);
struct automaton *write_out_finite(const struct search_config *limits,
                                   const struct finite *finite,
                                   const char **reason);

/* A search has what time its automaton has left. */
void take_time(struct search_config *limits, double seconds);

#endif
