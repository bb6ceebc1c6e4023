/* From a formula over finite runs to its automaton, to the search.
 *
 * Fairness does not come into it: it is about infinite runs.
 */
#include "report/finite_check.h"

#include "base/seconds.h"
#include "report/assumptions.h"
#include "report/coverage.h"
#include "report/machine_memory.h"
#include "report/slices.h"
#include "report/translation.h"

#include <string.h>

bool is_finite_property(const struct property *property) {
  return strcmp(property->kind, "finite") == 0;
}

enum status finite_check(const struct verify_config *config,
                         const struct loaded *loaded,
                         const struct property *property,
                         struct verification *out,
                         const struct observer *observer,
                         struct search_result *result, struct names *unseen,
                         struct coverage *coverage, const char **reason) {
  struct liveness_config liveness = {
      .kind = LIVENESS_MAGIC, /* one pass: nothing accepts */
      .classic = config->classic,
      .store = config->store,
      .violation = {.kind = VIOLATION_CLAIM,
                    .message = config->finite_runs == FINITE_PREFIX
                                   ? "a run that violates the formula so far"
                                   : "a run that has ended and violates the "
                                     "formula",
                    .where = property->where,
                    .pid = NO_PROCESS},
      .limits = config->search};
  if (has_assumptions(loaded)) {
    *reason = "--assume is about infinite runs and does not go with --finite";
    return STATUS_OK;
  }
  const double start = seconds_on(CLOCK_MONOTONIC);
  struct finite *automaton = translate_finite_formula(
      &config->search, loaded, property->block->formula, reason);
  if (!automaton)
    return STATUS_OK;
  take_time(&liveness.limits, seconds_on(CLOCK_MONOTONIC) - start);
  struct claim *claim = claim_from_finite(automaton, config->finite_runs);
  if (!loaded->graph)
    claim_find_fallible(claim, loaded->model, config->engine.check_overflow);
  liveness.claim = claim;
  liveness.limits.max_bytes = search_memory(liveness.limits.max_bytes);
  *reason = NULL;
  const struct part part =
      part_for(out, loaded, claim->atoms, claim->atom_count);
  *unseen = part.unseen;
  struct coverage_count count;
  struct engine *counting =
      coverage_begin(&count, config, loaded->model, part.engine);
  const enum status status =
      liveness_run(&liveness, counting, observer, result);
  coverage_end(&count, loaded, part.engine, coverage);
  claim_close(claim);
  finite_close(automaton);
  return status;
}
