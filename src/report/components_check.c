/* From a formula to a generalised automaton to the search by components.
 *
 * The one process of a graph can always move as long as anybody can, so every
 * run is fair, in whatever way it is asked for.
 */
#include "report/components_check.h"

#include "ltl/automaton.h"
#include "report/assumptions.h"
#include "report/machine_memory.h"
#include "report/translation.h"
#include "search/two_pass_scc.h"

#include <string.h>

void components_check(const struct verify_config *config,
                      const struct loaded *loaded,
                      const struct property *property,
                      const struct violation *violation, struct engine *engine,
                      const struct observer *observer,
                      struct search_result *result, const char **reason) {
  const struct automaton_options options = {.generalized = true};
  if (!loaded->graph || strcmp(property->kind, "ltl") != 0) {
    *reason = "--search scc goes with formulas over graphs only";
    return;
  }
  const struct formula *formula = violating_formula(loaded, property->block);
  struct automaton *automaton =
      translate_formula(&config->search, loaded, formula, options, reason);
  if (!automaton)
    return;
  struct two_pass_config search = {.lts = loaded->graph,
                                   .model = loaded->model,
                                   .automaton = automaton,
                                   .stutters = !config->deadlock_free,
                                   .violation = *violation,
                                   .limits = config->search};
  search.limits.max_bytes = search_memory(search.limits.max_bytes);
  two_pass_scc(&search, engine, observer, result);
  *reason = NULL;
  automaton_close(automaton);
}
