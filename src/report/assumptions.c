/* See assumptions.h.  A formula under assumptions is their conjunction with its
 * negation, whose automaton is smaller than a product; every other claim is
 * multiplied with the automaton of the assumptions.
 */
#include "report/assumptions.h"

#include "report/properties.h"
#include "report/translation.h"
#include "search/claim_product.h"
#include "search/formula_claim.h"

const struct formula *assumed_formula(const struct model *model,
                                      const struct formula *rest) {
  for (uint32_t i = 0; i < model->ltl_count; i++) {
    const struct ltl_block *block = &model->ltl[i];
    if (!is_assumption(model, block->where))
      continue;
    struct formula *both = ARENA_NEW(model->arena, struct formula);
    *both = (struct formula){.kind = FORMULA_AND,
                             .where = block->where,
                             .left = block->formula,
                             .right = rest};
    rest = rest ? both : block->formula;
  }
  return rest;
}

static bool is_assumed(const struct model *model,
                       const struct proctype *proctype) {
  return proctype->kind == PROC_NEVER && is_assumption(model, proctype->where);
}

const struct formula *violating_formula(const struct model *model,
                                        const struct ltl_block *block) {
  struct formula *negation = ARENA_NEW(model->arena, struct formula);
  *negation = (struct formula){
      .kind = FORMULA_NOT, .where = block->where, .left = block->formula};
  return assumed_formula(model, negation);
}

bool has_assumptions(const struct model *model) {
  return assumes_automata(model) || assumed_formula(model, NULL) != NULL;
}

bool assumes_automata(const struct model *model) {
  for (uint32_t i = 0; i < model->proctype_count; i++)
    if (is_assumed(model, model->proctypes[i]))
      return true;
  return false;
}

struct claim *formula_claim(const struct search_config *limits,
                            const struct loaded *loaded,
                            const struct formula *formula,
                            const char **reason) {
  const struct automaton_options options = {0};
  struct automaton *automaton =
      translate_formula(limits, loaded, formula, options, reason);
  struct claim *claim = automaton ? claim_from_automaton(automaton) : NULL;
  automaton_close(automaton);
  return claim;
}

/* Closes both. */
static struct claim *multiply(struct claim *claim, struct claim *assumption,
                              const char **reason) {
  struct claim *both =
      assumption ? claim_product(claim, assumption, reason) : NULL;
  claim_close(claim);
  claim_close(assumption);
  return both;
}

struct claim *assume_for_claim(const struct search_config *limits,
                               const struct loaded *loaded, struct claim *claim,
                               bool has_formulas, const char **reason) {
  const struct model *model = loaded->model;
  const struct formula *formula =
      has_formulas ? NULL : assumed_formula(model, NULL);
  if (formula)
    claim =
        multiply(claim, formula_claim(limits, loaded, formula, reason), reason);
  for (uint32_t i = 0; i < model->proctype_count && claim; i++) {
    const struct proctype *proctype = model->proctypes[i];
    if (is_assumed(model, proctype))
      claim =
          multiply(claim, claim_from_never(model, proctype, reason), reason);
  }
  return claim;
}
