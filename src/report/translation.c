/* See translation.h: a formula may take longer than the search for it. */
#include "report/translation.h"

#include "report/patience.h"

/* Why there is no automaton. */
static const char *failure(enum status status, const struct patience *patience,
                           const struct formula *formula) {
  return status == STATUS_STOPPED ? search_end_text(patience->end)
                                  : automaton_refusal(formula);
}

struct automaton *translate_formula(const struct search_config *limits,
                                    const struct loaded *loaded,
                                    const struct formula *formula,
                                    struct automaton_options options,
                                    const char **reason) {
  struct patience patience = patience_begin(limits);
  const struct limit limit = patience_limit(&patience);
  struct automaton *automaton = NULL;
  options.limit = &limit;
  const enum status status =
      automaton_from_formula(formula, &options, loaded->diag, &automaton);
  if (status != STATUS_OK)
    *reason = failure(status, &patience, formula);
  return automaton;
}

struct finite *translate_finite_formula(const struct search_config *limits,
                                        const struct loaded *loaded,
                                        const struct formula *formula,
                                        const char **reason) {
  struct patience patience = patience_begin(limits);
  const struct limit limit = patience_limit(&patience);
  struct finite *finite = NULL;
  const enum status status =
      finite_from_formula(formula, &limit, loaded->diag, &finite);
  if (status != STATUS_OK)
    *reason = failure(status, &patience, formula);
  return finite;
}

struct automaton *write_out_finite(const struct search_config *limits,
                                   const struct finite *finite,
                                   const char **reason) {
  struct patience patience = patience_begin(limits);
  const struct limit limit = patience_limit(&patience);
  struct automaton *automaton = finite_to_automaton(finite, &limit);
  if (!automaton)
    *reason = patience.end != SEARCH_COMPLETE
                  ? search_end_text(patience.end)
                  : "the formula's automaton would be too large";
  return automaton;
}

static const double SOME_SECONDS = 0.01; /* for a search that has none left */

/* Not none: 0 would be no limit. */
void take_time(struct search_config *limits, double seconds) {
  if (limits->max_seconds > 0)
    limits->max_seconds = seconds < limits->max_seconds
                              ? limits->max_seconds - seconds
                              : SOME_SECONDS;
}
