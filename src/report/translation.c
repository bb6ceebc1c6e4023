/* See translation.h: a formula may take longer than the search for it. */
#include "report/translation.h"

#include "base/seconds.h"

struct patience {
  const struct search_config *limits;
  double start;
  enum search_end end; /* why there is no more of it */
};

static bool goes_on(void *context) {
  struct patience *patience = context;
  patience->end = search_end_now(patience->limits, patience->start);
  return patience->end == SEARCH_COMPLETE;
}

struct automaton *translate_formula(const struct search_config *limits,
                                    const struct loaded *loaded,
                                    const struct formula *formula,
                                    struct automaton_options options,
                                    const char **reason) {
  struct patience patience = {limits, seconds_on(CLOCK_MONOTONIC),
                              SEARCH_COMPLETE};
  const struct limit limit = {goes_on, &patience};
  struct automaton *automaton = NULL;
  options.limit = &limit;
  const enum status status =
      automaton_from_formula(formula, &options, loaded->diag, &automaton);
  if (status == STATUS_STOPPED)
    *reason = search_end_text(patience.end);
  else if (status != STATUS_OK)
    *reason = automaton_refusal(formula);
  return automaton;
}
