/* From a property to the claim of its violations, to the search for one. */
#include "report/temporal.h"

#include "base/seconds.h"
#include "report/assumptions.h"
#include "report/components_check.h"
#include "report/coverage.h"
#include "report/good_claim.h"
#include "report/machine_memory.h"
#include "report/reduction.h"
#include "report/slices.h"
#include "report/translation.h"
#include "search/claim_product.h"
#include "search/claim_shape.h"

#include <string.h>

/* The runs that violate a formula, of those that are assumed. */
static struct claim *negated(const struct search_config *limits,
                             const struct loaded *loaded,
                             const struct ltl_block *block,
                             const char **reason) {
  return formula_claim(limits, loaded, violating_formula(loaded, block),
                       reason);
}

/* What a cycle that is found is reported as. */
static struct violation describe(const struct verify_config *config,
                                 const struct property *property) {
  struct violation violation = {.kind = VIOLATION_ACCEPTANCE_CYCLE,
                                .message = "acceptance cycle",
                                .where = property->where,
                                .pid = NO_PROCESS};
  if (strcmp(property->kind, "ltl") == 0) {
    violation.message = "a run that violates the formula";
  } else if (strcmp(property->kind, "progress") == 0) {
    violation.kind = VIOLATION_NON_PROGRESS_CYCLE;
    violation.message = "non-progress cycle";
  } else if (config->liveness == LIVENESS_BUCHI_DET) {
    violation.message = "a run that the automaton of good runs does not accept";
  } else if (strcmp(property->kind, "acceptance") == 0 &&
             config->fairness == FAIRNESS_LABELS) {
    violation.message =
        "a run on which every process repeats its accept labels";
  }
  return violation;
}

/* The claim of a property's violations, as long as nothing is assumed of runs.
 * Fairness by labels asks for accept labels itself: then any run that is fair
 * is one that repeats the labels of every process.
 */
static struct claim *claim_of(const struct verify_config *config,
                              const struct loaded *loaded,
                              const struct property *property,
                              const char **reason) {
  const struct model *model = loaded->model;
  if (strcmp(property->kind, "ltl") == 0)
    return negated(&config->search, loaded, property->block, reason);
  if (strcmp(property->kind, "never") == 0)
    return claim_from_never(model, property->never, reason);
  if (strcmp(property->kind, "progress") == 0)
    return claim_for_progress(model);
  return config->fairness == FAIRNESS_LABELS ? claim_for_anything()
                                             : claim_for_acceptance(model);
}

static void leave_out_stopping(struct claim *claim,
                               const struct property *property,
                               enum liveness_kind search) {
  claim_leave_out_stopping(claim, strcmp(property->kind, "ltl") == 0 ||
                                      search == LIVENESS_BUCHI_DET);
}

/* The claim for the runs that count, in the form that costs least.  A run so
 * far can always be continued to one that is fair by process, but not always to
 * one that satisfies an assumption, is fair by labels or does not stop: there
 * no violation is known before the run is.
 */
static struct claim *finish_claim(const struct verify_config *config,
                                  const struct loaded *loaded,
                                  const struct property *property,
                                  struct claim *claim, const char **reason) {
  const bool is_formula = strcmp(property->kind, "ltl") == 0;
  const bool by_labels = config->fairness == FAIRNESS_LABELS;
  claim = assume_for_claim(&config->search, loaded, claim, is_formula, reason);
  if (claim && by_labels) {
    struct claim *endless = claim_without_ends(claim, reason);
    claim_close(claim);
    claim = endless;
  }
  if (!claim)
    return NULL;
  claim_trim(claim);
  claim_recognise(claim, claim->stutters && !by_labels);
  return claim;
}

/* Does it accept a run only by coming to its end? */
static bool ends_by_prefix(const struct claim *claim) {
  bool ends = false;
  for (uint32_t i = 0; i < claim->state_count; i++) {
    ends |= claim->states[i].final;
    if (claim->states[i].accepting && !claim->states[i].final)
      return false;
  }
  return ends;
}

/* Not every search does with a store that misses or forgets states. */
static bool liveness_is_bound(const struct verify_config *config) {
  return !store_choice_is_exact(config->store.choice) ||
         config->store.choice == STORE_CHOICE_CACHE;
}

/* Where the good runs have a deterministic claim that is no larger, the product
 * with it is no larger either, and often half as large: the claim of bad runs
 * must guess when the bad part begins.  A violation that a prefix shows is
 * found without a search for cycles anyway.
 */
static struct claim *prefer_good(const struct verify_config *config,
                                 const struct loaded *loaded,
                                 const struct property *property,
                                 struct claim *bad, enum liveness_kind *kind) {
  enum { MOST_STATES = 32 }; /* with more, translating again takes too long */
  const char *reason = NULL;
  if (!config->choose_search || *kind != LIVENESS_MAGIC ||
      liveness_is_bound(config) || bad->state_count > MOST_STATES ||
      ends_by_prefix(bad))
    return bad;
  struct claim *good = good_claim(config, loaded, property, &reason);
  const bool is_refusing = good && good->states[good->state_count - 1].final;
  if (!good || good->state_count > bad->state_count + is_refusing) {
    claim_close(good);
    return bad;
  }
  *kind = LIVENESS_BUCHI_DET;
  if (config->deadlock_free)
    leave_out_stopping(good, property, *kind);
  claim_close(bad);
  return good;
}

static struct claim *build_claim(const struct verify_config *config,
                                 const struct loaded *loaded,
                                 const struct property *property,
                                 enum liveness_kind *kind,
                                 const char **reason) {
  const bool is_good = *kind == LIVENESS_BUCHI_DET;
  struct claim *claim = is_good ? good_claim(config, loaded, property, reason)
                                : claim_of(config, loaded, property, reason);
  if (claim && config->deadlock_free)
    leave_out_stopping(claim, property, *kind);
  if (claim && !is_good)
    claim = finish_claim(config, loaded, property, claim, reason);
  return claim && !is_good ? prefer_good(config, loaded, property, claim, kind)
                           : claim;
}

static enum status
check_as_asked(const struct verify_config *config, const struct loaded *loaded,
               const struct property *property, struct verification *out,
               const struct observer *observer, struct search_result *result,
               struct temporal_use *used, const char **reason) {
  struct liveness_config liveness = {.kind = config->liveness,
                                     .fairness = config->fairness,
                                     .classic = config->classic,
                                     .store = config->store,
                                     .limits = config->search};
  *reason = "the property cannot be checked";
  *used = (struct temporal_use){.search = liveness.kind};
  liveness.violation = describe(config, property);
  if (config->by_components) {
    components_check(config, loaded, property, &liveness.violation, out->engine,
                     observer, result, reason);
    return STATUS_OK;
  }
  const double start = seconds_on(CLOCK_MONOTONIC);
  struct claim *claim =
      build_claim(config, loaded, property, &liveness.kind, reason);
  take_time(&liveness.limits, seconds_on(CLOCK_MONOTONIC) - start);
  *used = (struct temporal_use){.search = liveness.kind};
  if (!claim)
    return STATUS_OK;
  *reason = NULL;
  if (!loaded->graph)
    claim_find_fallible(claim, loaded->model, config->engine.check_overflow);
  liveness.claim = claim;
  liveness.limits.max_bytes = search_memory(liveness.limits.max_bytes);
  struct coverage_count count;
  const struct part part =
      part_for(out, loaded, claim->atoms, claim->atom_count);
  struct reduction reduction;
  reduction_for_claim(config, &part.loaded, property, claim, part.engine,
                      &reduction);
  struct engine *counting =
      coverage_begin(&count, config, part.loaded.model, reduction.engine);
  const enum status status =
      liveness_run(&liveness, counting, observer, result);
  coverage_end(&count, loaded, part.engine, &used->coverage);
  used->unseen = part.unseen;
  used->reduced = reduction.reduced != NULL;
  used->not_reduced = reduction.hindrance;
  reduction_clear(&reduction);
  claim_close(claim);
  return status;
}

/* ---- fairness ---- */

static void tell_nothing(void *context, const struct violation *violation,
                         const struct trail *trail) {
  (void)context, (void)violation, (void)trail;
}

static void pass_on_progress(void *context,
                             const struct search_figures *figures) {
  const struct observer *outer = context;
  if (outer->progress)
    outer->progress(outer->context, figures);
}

static bool asks_for_fair_processes(const struct verify_config *config) {
  return config->fairness == FAIRNESS_WEAK ||
         config->liveness == LIVENESS_STRONG;
}

/* Whether to look at all runs first, fair or not: they can be reduced.  A cycle
 * that is found there says nothing, but ends that search.
 */
static bool begins_with_all_runs(const struct verify_config *config,
                                 const struct loaded *loaded) {
  return asks_for_fair_processes(config) && config->reduce != REDUCE_NEVER &&
         config->choose_search && !config->by_components && !config->coverage &&
         !loaded->graph && !liveness_is_bound(config);
}

enum status
temporal_check(const struct verify_config *config, const struct loaded *loaded,
               const struct property *property, struct verification *out,
               const struct observer *observer, struct search_result *result,
               struct temporal_use *used, const char **reason) {
  struct verify_config fair = *config;
  if (begins_with_all_runs(config, loaded)) {
    struct verify_config all = *config;
    const struct observer silent = {(void *)observer, pass_on_progress,
                                    tell_nothing};
    all.fairness = FAIRNESS_NONE;
    all.search.max_errors = 1;
    if (all.liveness == LIVENESS_STRONG)
      all.liveness = LIVENESS_MAGIC;
    const enum status status = check_as_asked(&all, loaded, property, out,
                                              &silent, result, used, reason);
    const double seconds = result->figures.seconds;
    if (status != STATUS_OK || *reason || result->violations == 0)
      return status;
    take_time(&fair.search, seconds);
    *result = (struct search_result){0};
  }
  return check_as_asked(&fair, loaded, property, out, observer, result, used,
                        reason);
}
