/* See assumptions.h.  A formula under assumptions is their conjunction with its
 * negation, whose automaton is smaller than a product; every other claim is
 * multiplied with the automaton of the assumptions.
 */
#include "report/assumptions.h"

#include "report/translation.h"
#include "search/claim_product.h"
#include "search/formula_claim.h"

const struct formula *assumed_formula(const struct loaded *loaded,
                                      const struct formula *rest) {
  struct arena *arena = loaded->model->arena;
  for (uint32_t i = 0; i < loaded->assumed.block_count; i++) {
    const struct ltl_block *block = loaded->assumed.blocks[i];
    struct formula *both = ARENA_NEW(arena, struct formula);
    *both = (struct formula){.kind = FORMULA_AND,
                             .where = block->where,
                             .left = block->formula,
                             .right = rest};
    rest = rest ? both : block->formula;
  }
  return rest;
}

const struct formula *violating_formula(const struct loaded *loaded,
                                        const struct ltl_block *block) {
  struct formula *negation = ARENA_NEW(loaded->model->arena, struct formula);
  *negation = (struct formula){
      .kind = FORMULA_NOT, .where = block->where, .left = block->formula};
  return assumed_formula(loaded, negation);
}

bool assumes_automata(const struct loaded *loaded) {
  return loaded->assumed.automaton_count > 0;
}

bool has_assumptions(const struct loaded *loaded) {
  return assumes_automata(loaded) || loaded->assumed.block_count > 0;
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
  const struct assumed *assumed = &loaded->assumed;
  const struct formula *formula =
      has_formulas ? NULL : assumed_formula(loaded, NULL);
  if (formula)
    claim =
        multiply(claim, formula_claim(limits, loaded, formula, reason), reason);
  for (uint32_t i = 0; i < assumed->automaton_count && claim; i++)
    claim = multiply(
        claim, claim_from_never(loaded->model, assumed->automata[i], reason),
        reason);
  return claim;
}
