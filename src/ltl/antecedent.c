/* See antecedent.h.  Only the nodes above an implication are copied to make the
 * stronger formula; the rest is shared.
 */
#include "ltl/antecedent.h"

struct implication {
  const struct formula *node, *condition, *promise;
};

/* Reads p -> q, !p || q and q || !p. */
static bool read_implication(const struct formula *formula,
                             struct implication *out) {
  const struct formula *left = formula->left, *right = formula->right;
  if (formula->kind == FORMULA_IMPLIES)
    *out = (struct implication){formula, left, right};
  else if (formula->kind != FORMULA_OR)
    return false;
  else if (left->kind == FORMULA_NOT)
    *out = (struct implication){formula, left->left, right};
  else if (right->kind == FORMULA_NOT)
    *out = (struct implication){formula, right->left, left};
  else
    return false;
  return true;
}

/* The formula with `replacement` for one node of it; itself if the node is
 * nowhere.
 */
static const struct formula *replace(const struct formula *formula,
                                     const struct formula *node,
                                     const struct formula *replacement,
                                     struct arena *arena) {
  if (formula == node)
    return replacement;
  if (!formula->left)
    return formula;
  const struct formula *left = replace(formula->left, node, replacement, arena);
  const struct formula *right =
      formula->right ? replace(formula->right, node, replacement, arena) : NULL;
  if (left == formula->left && right == formula->right)
    return formula;
  struct formula *copy = ARENA_NEW(arena, struct formula);
  *copy = *formula;
  copy->left = left;
  copy->right = right;
  return copy;
}

struct finder {
  const struct formula *whole;
  struct arena *arena;
  antecedent_list *out;
};

static void add(const struct finder *finder,
                const struct implication *implication, enum demand demand) {
  struct formula *negation = ARENA_NEW(finder->arena, struct formula);
  *negation = (struct formula){.kind = FORMULA_NOT,
                               .where = implication->node->where,
                               .left = implication->condition};
  vec_push(
      finder->out,
      ((struct antecedent){.formula = implication->condition,
                           .promise = implication->promise,
                           .stronger = replace(finder->whole, implication->node,
                                               negation, finder->arena),
                           .demand = demand}));
}

static void find(const struct finder *finder, const struct formula *formula,
                 enum demand demand) {
  struct implication implication;
  switch (formula->kind) {
  case FORMULA_AND:
    find(finder, formula->left, demand);
    find(finder, formula->right, demand);
    break;
  case FORMULA_ALWAYS:
    find(finder, formula->left,
         demand == DEMAND_AT_START ? DEMAND_ALWAYS : demand);
    break;
  case FORMULA_NEXT:
  case FORMULA_STRONG_NEXT:
    find(finder, formula->left,
         demand == DEMAND_AT_START ? DEMAND_AT_TIMES : demand);
    break;
  default:
    if (!read_implication(formula, &implication))
      break;
    add(finder, &implication, demand);
    find(finder, implication.promise, DEMAND_AT_TIMES);
  }
}

void antecedents_find(const struct formula *formula, struct arena *arena,
                      antecedent_list *out) {
  const struct finder finder = {formula, arena, out};
  find(&finder, formula, DEMAND_AT_START);
}

bool formula_is_boolean(const struct formula *formula) {
  switch (formula->kind) {
  case FORMULA_TRUE:
  case FORMULA_FALSE:
  case FORMULA_ATOM:
    return true;
  case FORMULA_NOT:
    return formula_is_boolean(formula->left);
  case FORMULA_AND:
  case FORMULA_OR:
  case FORMULA_IMPLIES:
  case FORMULA_EQUIV:
    return formula_is_boolean(formula->left) &&
           formula_is_boolean(formula->right);
  default:
    return false;
  }
}
