/* From a property to the claim of its violations, to the search for one. */
#include "report/temporal.h"

#include "search/formula_claim.h"

#include <string.h>

static const struct ltl_block *find_block(const struct model *model,
                                          const char *name) {
  for (uint32_t i = 0; i < model->ltl_count; i++)
    if (strcmp(model->ltl[i].name, name) == 0)
      return &model->ltl[i];
  return NULL;
}

static const struct proctype *find_never(const struct model *model,
                                         const char *name) {
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    const struct proctype *proctype = model->proctypes[i];
    if (proctype->kind == PROC_NEVER &&
        strcmp(process_name(model, proctype->name), name) == 0)
      return proctype;
  }
  return NULL;
}

/* What is assumed of all runs, as one formula with `rest`. */
static const struct formula *assuming(const struct model *model,
                                      const struct formula *rest) {
  for (uint32_t i = 0; i < model->ltl_count; i++) {
    const struct ltl_block *block = &model->ltl[i];
    if (!declared_in(model, block->where, EXTRA_ASSUMPTION))
      continue;
    struct formula *both = ARENA_NEW(model->arena, struct formula);
    *both = (struct formula){.kind = FORMULA_AND,
                             .where = block->where,
                             .left = block->formula,
                             .right = rest};
    rest = both;
  }
  return rest;
}

static bool has_assumptions(const struct model *model) {
  return assuming(model, NULL) != NULL;
}

/* The runs that violate a formula, of those that are assumed. */
static struct claim *negated(const struct loaded *loaded,
                             const struct ltl_block *block,
                             const char **reason) {
  const struct automaton_options options = {0};
  struct automaton *automaton = NULL;
  struct formula *negation = ARENA_NEW(loaded->model->arena, struct formula);
  *negation = (struct formula){
      .kind = FORMULA_NOT, .where = block->where, .left = block->formula};
  if (automaton_from_formula(assuming(loaded->model, negation), &options,
                             loaded->diag, &automaton) != STATUS_OK) {
    *reason = "the formula's automaton would be too large";
    return NULL;
  }
  struct claim *claim = claim_from_automaton(automaton);
  automaton_close(automaton);
  return claim;
}

/* The claim of a property; what is found is described in *violation. */
static struct claim *claim_of(const struct loaded *loaded,
                              const struct property *property,
                              struct violation *violation,
                              const char **reason) {
  const struct model *model = loaded->model;
  *violation = (struct violation){.kind = VIOLATION_ACCEPTANCE_CYCLE,
                                  .message = "acceptance cycle",
                                  .pid = NO_PROCESS};
  if (strcmp(property->kind, "ltl") == 0) {
    const struct ltl_block *block = find_block(model, property->name);
    violation->where = block->where;
    violation->message = "a run that violates the formula";
    return negated(loaded, block, reason);
  }
  if (has_assumptions(model)) {
    *reason = "--assume goes with formulas only";
    return NULL;
  }
  if (strcmp(property->kind, "never") == 0) {
    const struct proctype *never = find_never(model, property->name);
    violation->where = never->where;
    return claim_from_never(model, never, reason);
  }
  if (strcmp(property->kind, "progress") == 0) {
    violation->kind = VIOLATION_NON_PROGRESS_CYCLE;
    violation->message = "non-progress cycle";
    return claim_for_progress(model);
  }
  return claim_for_acceptance(model);
}

/* Runs that stop do not count: then neither does a prefix of a run that might
 * have to stop.  The end of a never claim is a violation in any case.
 */
static void leave_out_stopping(struct claim *claim,
                               const struct property *property) {
  claim->stutters = false;
  if (strcmp(property->kind, "ltl") == 0)
    for (uint32_t i = 0; i < claim->state_count; i++)
      claim->states[i].final = false;
}

enum status temporal_check(const struct verify_config *config,
                           const struct loaded *loaded,
                           const struct property *property,
                           struct engine *engine,
                           const struct observer *observer,
                           struct search_result *result, const char **reason) {
  struct liveness_config liveness = {.kind = config->liveness,
                                     .weak_fairness = config->weak_fairness,
                                     .classic = config->classic,
                                     .limits = config->search};
  *reason = "the property cannot be checked";
  struct claim *claim = claim_of(loaded, property, &liveness.violation, reason);
  if (!claim)
    return STATUS_OK;
  *reason = NULL;
  if (config->deadlock_free)
    leave_out_stopping(claim, property);
  liveness.claim = claim;
  liveness.limits.max_bytes = search_memory(liveness.limits.max_bytes);
  const enum status status = liveness_run(&liveness, engine, observer, result);
  claim_close(claim);
  return status;
}
