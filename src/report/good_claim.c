/* From a property to the claim of its good runs.
 *
 * A formula has one when its own automaton is deterministic; an automaton from
 * a file was looked at when it was read; and runs without a non-progress cycle
 * are those with progress again and again.
 */
#include "report/good_claim.h"

#include "ltl/watch.h"
#include "report/assumptions.h"
#include "report/translation.h"
#include "search/formula_claim.h"

#include <string.h>

/* The formula, for the runs that are assumed. */
static const struct formula *under_assumptions(const struct loaded *loaded,
                                               const struct formula *formula) {
  const struct formula *assumed = assumed_formula(loaded, NULL);
  return assumed ? formula_new(loaded->model->arena, FORMULA_IMPLIES, assumed,
                               formula)
                 : formula;
}

/* Where it is not asked for it must not cost more than it saves. */
static const uint64_t MOST_STEPS = 1 << 25;

static struct claim *claim_of_formula(const struct verify_config *config,
                                      const struct loaded *loaded,
                                      const struct formula *formula,
                                      const char **reason) {
  const bool is_asked_for = config->liveness == LIVENESS_BUCHI_DET;
  const struct automaton_options options = {
      .deterministic = true, .most_steps = is_asked_for ? 0 : MOST_STEPS};
  struct automaton *watch = NULL;
  formula = under_assumptions(loaded, formula);
  struct automaton *automaton =
      translate_formula(&config->search, loaded, formula, options, reason);
  if (automaton) {
    *reason = "no deterministic automaton of the formula was found, which "
              "--search buchi-det needs; use --search magic";
    watch = automaton_watch(automaton);
  }
  struct claim *claim = watch ? claim_from_watch(watch) : NULL;
  automaton_close(automaton);
  automaton_close(watch);
  return claim;
}

static bool describes_good_runs(const struct verify_config *config,
                                const struct model *model, struct span where) {
  for (size_t i = 0; i < config->good_from_count; i++)
    if (declared_in(model, where, config->good_from[i]))
      return true;
  return false;
}

static struct claim *claim_of_never(const struct verify_config *config,
                                    const struct model *model,
                                    const struct proctype *never,
                                    const char **reason) {
  if (describes_good_runs(config, model, never->where))
    return claim_from_never(model, never, reason);
  *reason = "a never claim describes bad runs, but --search buchi-det needs an "
            "automaton of the good ones; use --search magic";
  return NULL;
}

/* Fair runs, or those of an automaton, cannot be told from the others. */
static bool can_look_at_all_runs(const struct verify_config *config,
                                 const struct loaded *loaded,
                                 const struct property *property,
                                 const char **reason) {
  const bool is_formula = strcmp(property->kind, "ltl") == 0;
  if (config->fairness != FAIRNESS_NONE)
    *reason = "--search buchi-det looks at all runs, fair or not; use --search "
              "magic";
  else if (assumes_automata(loaded) || (!is_formula && has_assumptions(loaded)))
    *reason = "with --search buchi-det --assume takes formulas, and goes with "
              "formulas only; use --search magic";
  else
    return true;
  return false;
}

struct claim *good_claim(const struct verify_config *config,
                         const struct loaded *loaded,
                         const struct property *property, const char **reason) {
  const struct model *model = loaded->model;
  if (!can_look_at_all_runs(config, loaded, property, reason))
    return NULL;
  if (strcmp(property->kind, "ltl") == 0)
    return claim_of_formula(config, loaded, property->block->formula, reason);
  if (strcmp(property->kind, "never") == 0)
    return claim_of_never(config, model, property->never, reason);
  if (strcmp(property->kind, "progress") == 0)
    return claim_for_good_progress(model);
  *reason = strcmp(property->kind, "acceptance") == 0
                ? "no deterministic automaton describes the runs that pass "
                  "accept labels finitely often; use --search magic"
                : "--search buchi-det is for properties of infinite runs; use "
                  "--search magic";
  return NULL;
}
