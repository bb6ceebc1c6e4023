/* Formulas on lassos, by the definition of the operators.
 *
 * Each subformula gets a truth value at each position.  An until is the least
 * solution of its equation: going backwards twice around the loop from "false"
 * finds it; for the greatest solutions (always, weak until, release) the start
 * is "true".  Linear in formula times word.
 */
#include "ltl/lasso.h"

#include "base/memory.h"

static size_t successor(const struct lasso *lasso, size_t i) {
  return i + 1 < lasso->length ? i + 1 : lasso->loop;
}

static bool is_fixpoint(enum formula_kind kind) {
  return kind == FORMULA_ALWAYS || kind == FORMULA_EVENTUALLY ||
         kind == FORMULA_UNTIL || kind == FORMULA_WEAK_UNTIL ||
         kind == FORMULA_RELEASE;
}

/* The operator at one position, given its operands there and its own value at
 * the next position.
 */
static bool unfold(enum formula_kind kind, bool a, bool b, bool next) {
  switch (kind) {
  case FORMULA_ALWAYS:
    return a && next;
  case FORMULA_EVENTUALLY:
    return a || next;
  case FORMULA_RELEASE:
    return b && (a || next);
  default:
    return b || (a && next);
  }
}

static void fixpoint(const struct lasso *lasso, enum formula_kind kind,
                     const bool *a, const bool *b, bool *holds) {
  bool next = kind != FORMULA_UNTIL && kind != FORMULA_EVENTUALLY;
  for (int round = 0; round < 2; round++) {
    for (size_t i = lasso->length; i-- > 0;)
      next = holds[i] = unfold(kind, a[i], b[i], next);
    next = holds[lasso->loop];
  }
}

static bool is_next(enum formula_kind kind) {
  return kind == FORMULA_NEXT || kind == FORMULA_STRONG_NEXT;
}

static bool now(const struct formula *formula, uint64_t letter, bool a,
                bool b) {
  switch (formula->kind) {
  case FORMULA_TRUE:
    return true;
  case FORMULA_ATOM:
    return letter >> formula->atom & 1;
  case FORMULA_NOT:
    return !a;
  case FORMULA_AND:
    return a && b;
  case FORMULA_OR:
    return a || b;
  case FORMULA_IMPLIES:
    return !a || b;
  case FORMULA_EQUIV:
    return a == b;
  default:
    return false;
  }
}

void lasso_evaluate(const struct lasso *lasso, const struct formula *formula,
                    bool *holds) {
  bool *a = memory_alloc(2 * lasso->length * sizeof *a);
  bool *b = a + lasso->length;
  if (formula->left)
    lasso_evaluate(lasso, formula->left, a);
  if (formula->right)
    lasso_evaluate(lasso, formula->right, b);
  if (is_fixpoint(formula->kind))
    fixpoint(lasso, formula->kind, a, b, holds);
  else
    for (size_t i = 0; i < lasso->length; i++)
      holds[i] = is_next(formula->kind)
                     ? a[successor(lasso, i)]
                     : now(formula, lasso->letters[i], a[i], b[i]);
  memory_free(a);
}

bool lasso_satisfies(const struct lasso *lasso, const struct formula *formula) {
  bool *holds = memory_alloc(lasso->length * sizeof *holds);
  lasso_evaluate(lasso, formula, holds);
  bool answer = holds[0];
  memory_free(holds);
  return answer;
}
