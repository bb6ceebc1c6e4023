/* See evaluate.h.  Parts without symbolic variables are left to the
 * interpreter, so they mean what they mean everywhere else.
 *
 * Bounds of terms are known from the types of variables, so the question
 * whether a sum wraps around is asked only where it might.
 */
#include "symbolic/evaluate.h"

#include <assert.h>
#include <stddef.h>

/* More than any number that is looked at: "no bound". */
#define FAR (AFFINE_LARGEST)

/* Numbers that differ by a multiple of this are the same int. */
#define TURN ((int64_t)1 << 32)
enum { MOST_TURNS = 6 };

void situation_set(struct situation *at, const uint8_t *state, size_t length) {
  struct process_view views[MOST_SYMBOLIC_PROCESSES];
  const struct variables *variables = &at->control->variables;
  at->state = state;
  at->length = length;
  at->processes = engine_view(at->control->engine, state, length, views);
  at->dims = variables->global_dims;
  for (uint32_t pid = 0; pid < at->processes; pid++) {
    at->places[pid] = views[pid].place;
    at->base[pid] = at->dims;
    at->dims += variables->local_dims[views[pid].place >> 16];
  }
}

void evaluation_init(struct evaluation *evaluation, const struct situation *at,
                     int32_t pid) {
  *evaluation = (struct evaluation){.at = at,
                                    .pid = pid,
                                    .context = pvset_all(at->pv, at->dims),
                                    .failed = pvset_none(at->pv, at->dims),
                                    .overflow = pvset_none(at->pv, at->dims)};
}

void evaluation_clear(struct evaluation *evaluation) {
  pvset_free(evaluation->context);
  pvset_free(evaluation->failed);
  pvset_free(evaluation->overflow);
}

/* ---- bounds ---- */

static int64_t limited(int64_t value) {
  return value > FAR ? FAR : value < -FAR ? -FAR : value;
}

static bool has_all_integers(const struct situation *at) {
  return at->integers == INTEGERS_UNBOUNDED || at->integers == INTEGERS_WATCHED;
}

void type_bounds(const struct situation *at, const struct var *var,
                 int64_t *least, int64_t *most) {
  *least = 0;
  switch (var->type.kind) {
  case TYPE_BYTE:
    *most = UINT8_MAX;
    return;
  case TYPE_SHORT:
    *least = INT16_MIN;
    *most = INT16_MAX;
    return;
  case TYPE_UNSIGNED:
    *most = ((int64_t)1 << var->type.bits) - 1;
    return;
  default:
    *least = has_all_integers(at) ? -FAR : INT32_MIN;
    *most = has_all_integers(at) ? FAR : INT32_MAX;
  }
}

/* ---- what goes wrong ---- */

static void fail_here(struct evaluation *evaluation) {
  pvset_add(&evaluation->failed, evaluation->context);
}

static struct pvterm *constant(const struct evaluation *evaluation,
                               int64_t value) {
  return pvterm_constant(evaluation->at->pv, evaluation->at->dims, value);
}

static struct value constant_value(const struct evaluation *evaluation,
                                   int64_t number) {
  return (struct value){constant(evaluation, number), number, number};
}

/* Notes where the term passes a bound. */
static void note_passing(struct evaluation *evaluation,
                         const struct pvterm *low, const struct pvterm *high) {
  struct pvset *passing = pvset_compare(low, PV_LT, high);
  pvset_cut(&passing, evaluation->context);
  pvset_add(&evaluation->overflow, passing);
  pvset_free(passing);
}

/* The result of an operation of the program's: is it one with 32 bits? */
static struct value checked(struct evaluation *evaluation, struct value value) {
  const enum integers integers = evaluation->at->integers;
  if (integers == INTEGERS_UNBOUNDED || integers == INTEGERS_WRAPPED)
    return value;
  if (value.most > INT32_MAX) {
    struct pvterm *bound = constant(evaluation, INT32_MAX);
    note_passing(evaluation, bound, value.term);
    pvterm_free(bound);
  }
  if (value.least < INT32_MIN) {
    struct pvterm *bound = constant(evaluation, INT32_MIN);
    note_passing(evaluation, value.term, bound);
    pvterm_free(bound);
  }
  if (integers == INTEGERS_CHECKED) {
    value.most = value.most > INT32_MAX ? INT32_MAX : value.most;
    value.least = value.least < INT32_MIN ? INT32_MIN : value.least;
  }
  return value;
}

/* ---- numbers that wrap around ---- */

/* How often 2^32 must be subtracted from a number for an int. */
static int64_t turns_of(int64_t number) {
  const int64_t above = number - INT32_MIN;
  return above >= 0 ? above / TURN : -((TURN - 1 - above) / TURN);
}

/* `inner` where the term is less than `bound`, elsewhere `outer`. */
static struct pvterm *below(const struct evaluation *evaluation,
                            const struct pvterm *term, int64_t bound,
                            const struct pvterm *inner,
                            const struct pvterm *outer) {
  struct pvterm *limit = constant(evaluation, bound);
  struct pvset *condition = pvset_compare(term, PV_LT, limit);
  struct pvterm *choice = pvterm_choose(condition, inner, outer);
  pvset_free(condition);
  pvterm_free(limit);
  return choice;
}

static struct pvterm *shifted(const struct evaluation *evaluation,
                              const struct pvterm *term, int64_t turns) {
  struct pvterm *by = constant(evaluation, -turns * TURN);
  struct pvterm *sum = pvterm_add(term, by);
  pvterm_free(by);
  return sum;
}

/* The number as the program has it: a piece for each number of turns. */
static struct value looked_at(const struct evaluation *evaluation,
                              struct value value) {
  if (evaluation->at->integers != INTEGERS_WRAPPED ||
      (value.least >= INT32_MIN && value.most <= INT32_MAX))
    return value;
  const int64_t first = turns_of(value.least), last = turns_of(value.most);
  struct value out = {NULL, INT32_MIN, INT32_MAX};
  if (last - first >= MOST_TURNS) {
    out.term = pvterm_wrap(value.term, INT32_MIN, TURN);
  } else {
    out.term = shifted(evaluation, value.term, last);
    for (int64_t turns = last; turns-- > first;) {
      struct pvterm *inner = shifted(evaluation, value.term, turns);
      struct pvterm *outer = out.term;
      out.term = below(evaluation, value.term, INT32_MIN + (turns + 1) * TURN,
                       inner, outer);
      pvterm_free(inner);
      pvterm_free(outer);
    }
  }
  pvterm_free(value.term);
  return out;
}

/* ---- parts ---- */

/* The value of a part without symbolic variables. */
static bool explicit_value(struct evaluation *evaluation,
                           const struct expr *expr, int64_t *out) {
  if (expr->kind == EXPR_CONST) {
    *out = expr->value;
    return true;
  }
  const struct situation *at = evaluation->at;
  const uintptr_t atom = (uintptr_t)map_get(&at->control->explicit, expr);
  assert(atom > 0);
  int32_t value = 0;
  struct violation violation;
  const bool good =
      engine_evaluate(at->control->engine, at->state, at->length,
                      evaluation->pid, (uint32_t)atom - 1, &value, &violation);
  *out = value;
  if (!good)
    fail_here(evaluation);
  return good;
}

static bool is_explicit(const struct evaluation *evaluation,
                        const struct expr *expr) {
  return expr->kind == EXPR_CONST ||
         map_get(&evaluation->at->control->explicit, expr) != NULL;
}

bool evaluate_place(struct evaluation *evaluation, const struct ref *ref,
                    uint32_t *dim) {
  const struct situation *at = evaluation->at;
  const struct symbolic_var *chosen =
      variables_find(&at->control->variables, ref->var);
  assert(chosen && !ref->field);
  int64_t index = 0;
  if (ref->index && !explicit_value(evaluation, ref->index, &index))
    return false;
  if (index < 0 || index >= ref->var->count) {
    fail_here(evaluation);
    return false;
  }
  *dim = chosen->first + (uint32_t)index;
  if (chosen->owner)
    *dim += at->base[evaluation->pid];
  return true;
}

static struct value evaluate_ref(struct evaluation *evaluation,
                                 const struct ref *ref) {
  const struct situation *at = evaluation->at;
  uint32_t dim;
  if (!evaluate_place(evaluation, ref, &dim))
    return constant_value(evaluation, 0);
  struct value value = {.term = pvterm_variable(at->pv, at->dims, dim)};
  type_bounds(at, ref->var, &value.least, &value.most);
  return value;
}

/* ---- arithmetic ---- */

static struct value negate(struct value a) {
  struct value out = {pvterm_scale(a.term, -1), -a.most, -a.least};
  pvterm_free(a.term);
  return out;
}

static struct value add(struct value a, struct value b) {
  struct value out = {pvterm_add(a.term, b.term), limited(a.least + b.least),
                      limited(a.most + b.most)};
  pvterm_free(a.term);
  pvterm_free(b.term);
  return out;
}

static struct value scale(struct value a, int64_t factor) {
  enum { SMALL = 512 }; /* products with larger factors get no bounds */
  struct value out = {pvterm_scale(a.term, factor), -FAR, FAR};
  if (factor <= SMALL && factor >= -SMALL) {
    const int64_t low = a.least * factor, high = a.most * factor;
    out.least = limited(low < high ? low : high);
    out.most = limited(low < high ? high : low);
  }
  pvterm_free(a.term);
  return out;
}

static struct value evaluate_product(struct evaluation *evaluation,
                                     const struct expr *expr) {
  const bool is_left = is_explicit(evaluation, expr->a);
  struct expr *factor = is_left ? expr->a : expr->b;
  struct value other = evaluate_term(evaluation, is_left ? expr->b : expr->a);
  int64_t number = 0;
  if (!explicit_value(evaluation, factor, &number))
    return other;
  return scale(other, number);
}

static struct value evaluate_quotient(struct evaluation *evaluation,
                                      const struct expr *expr) {
  struct value a = looked_at(evaluation, evaluate_term(evaluation, expr->a));
  int64_t by = 0;
  if (!explicit_value(evaluation, expr->b, &by))
    return a;
  if (by == 0) {
    fail_here(evaluation);
    return a;
  }
  const int64_t size = by < 0 ? -by : by;
  struct value out = a;
  if (expr->kind == EXPR_DIV) {
    out.term = pvterm_divide(a.term, by);
    const int64_t far = -a.least > a.most ? -a.least : a.most;
    out.most = far < 0 ? 0 : far;
    out.least = -out.most;
  } else {
    out.term = pvterm_remainder(a.term, by);
    out.most = a.most > 0 ? size - 1 : 0;
    out.least = a.least < 0 ? 1 - size : 0;
  }
  pvterm_free(a.term);
  return out;
}

static struct value evaluate_choice(struct evaluation *evaluation,
                                    const struct expr *expr) {
  struct pvset *outer = pvset_copy(evaluation->context);
  struct pvset *condition = evaluate_condition(evaluation, expr->a, false);
  pvset_cut(&evaluation->context, condition);
  struct value b = evaluate_term(evaluation, expr->b);
  pvset_free(evaluation->context);
  evaluation->context = pvset_minus(outer, condition);
  struct value c = evaluate_term(evaluation, expr->c);
  pvset_free(evaluation->context);
  evaluation->context = outer;
  struct value out = {pvterm_choose(condition, b.term, c.term),
                      b.least < c.least ? b.least : c.least,
                      b.most > c.most ? b.most : c.most};
  pvset_free(condition);
  pvterm_free(b.term);
  pvterm_free(c.term);
  return out;
}

static struct value evaluate_truth(struct evaluation *evaluation,
                                   struct expr *expr) {
  struct pvset *set = evaluate_condition(evaluation, expr, false);
  struct value value = {pvterm_truth(set), 0, 1};
  pvset_free(set);
  return value;
}

struct value evaluate_term(struct evaluation *evaluation, struct expr *expr) {
  if (is_explicit(evaluation, expr)) {
    int64_t number = 0;
    (void)explicit_value(evaluation, expr, &number);
    return constant_value(evaluation, number);
  }
  switch (expr->kind) {
  case EXPR_REF:
    return evaluate_ref(evaluation, expr->ref);
  case EXPR_NEGATE:
    return checked(evaluation, negate(evaluate_term(evaluation, expr->a)));
  case EXPR_ADD: {
    const struct value a = evaluate_term(evaluation, expr->a);
    return checked(evaluation, add(a, evaluate_term(evaluation, expr->b)));
  }
  case EXPR_SUB: {
    const struct value a = evaluate_term(evaluation, expr->a);
    const struct value b = evaluate_term(evaluation, expr->b);
    return checked(evaluation, add(a, negate(b)));
  }
  case EXPR_MUL:
    return checked(evaluation, evaluate_product(evaluation, expr));
  case EXPR_DIV:
  case EXPR_MOD:
    return checked(evaluation, evaluate_quotient(evaluation, expr));
  case EXPR_COND:
    return evaluate_choice(evaluation, expr);
  default:
    return evaluate_truth(evaluation, expr);
  }
}

/* ---- conditions ---- */

static struct pvset *constant_set(const struct evaluation *evaluation,
                                  bool all) {
  return all ? pvset_all(evaluation->at->pv, evaluation->at->dims)
             : pvset_none(evaluation->at->pv, evaluation->at->dims);
}

static struct pvset *compare(struct evaluation *evaluation,
                             const struct expr *expr, bool negated) {
  const struct value a =
      looked_at(evaluation, evaluate_term(evaluation, expr->a));
  const struct value b =
      looked_at(evaluation, evaluate_term(evaluation, expr->b));
  const struct pvterm *x = a.term, *y = b.term;
  struct pvset *set = NULL;
  switch (expr->kind) {
  case EXPR_LT:
    set = negated ? pvset_compare(y, PV_LE, x) : pvset_compare(x, PV_LT, y);
    break;
  case EXPR_LE:
    set = negated ? pvset_compare(y, PV_LT, x) : pvset_compare(x, PV_LE, y);
    break;
  case EXPR_GT:
    set = negated ? pvset_compare(x, PV_LE, y) : pvset_compare(y, PV_LT, x);
    break;
  case EXPR_GE:
    set = negated ? pvset_compare(x, PV_LT, y) : pvset_compare(y, PV_LE, x);
    break;
  case EXPR_EQ:
    set = pvset_compare(x, negated ? PV_NE : PV_EQ, y);
    break;
  default:
    set = pvset_compare(x, negated ? PV_EQ : PV_NE, y);
    break;
  }
  pvterm_free(a.term);
  pvterm_free(b.term);
  return set;
}

/* a && b, and by de Morgan !(a || b): the second part is evaluated only where
 * the first does not decide.
 */
static struct pvset *both(struct evaluation *evaluation,
                          const struct expr *expr, bool negated) {
  struct pvset *outer = pvset_copy(evaluation->context);
  struct pvset *a = evaluate_condition(evaluation, expr->a, negated);
  pvset_cut(&evaluation->context, a);
  if (!pvset_is_empty(evaluation->context)) {
    struct pvset *b = evaluate_condition(evaluation, expr->b, negated);
    pvset_cut(&a, b);
    pvset_free(b);
  }
  pvset_free(evaluation->context);
  evaluation->context = outer;
  return a;
}

static struct pvset *either(struct evaluation *evaluation,
                            const struct expr *expr, bool negated) {
  struct pvset *outer = pvset_copy(evaluation->context);
  struct pvset *a = evaluate_condition(evaluation, expr->a, negated);
  struct pvset *rest = pvset_minus(evaluation->context, a);
  pvset_free(evaluation->context);
  evaluation->context = rest;
  if (!pvset_is_empty(evaluation->context)) {
    struct pvset *b = evaluate_condition(evaluation, expr->b, negated);
    pvset_add(&a, b);
    pvset_free(b);
  }
  pvset_free(evaluation->context);
  evaluation->context = outer;
  return a;
}

static struct pvset *nonzero(struct evaluation *evaluation, struct expr *expr,
                             bool negated) {
  const struct value value =
      looked_at(evaluation, evaluate_term(evaluation, expr));
  struct pvterm *zero = constant(evaluation, 0);
  struct pvset *set = pvset_compare(value.term, negated ? PV_EQ : PV_NE, zero);
  pvterm_free(zero);
  pvterm_free(value.term);
  return set;
}

struct pvset *evaluate_condition(struct evaluation *evaluation,
                                 struct expr *expr, bool negated) {
  if (is_explicit(evaluation, expr)) {
    int64_t number = 0;
    (void)explicit_value(evaluation, expr, &number);
    return constant_set(evaluation, (number != 0) != negated);
  }
  switch (expr->kind) {
  case EXPR_NOT:
    return evaluate_condition(evaluation, expr->a, !negated);
  case EXPR_AND:
    return negated ? either(evaluation, expr, true)
                   : both(evaluation, expr, false);
  case EXPR_OR:
    return negated ? both(evaluation, expr, true)
                   : either(evaluation, expr, false);
  case EXPR_LT:
  case EXPR_LE:
  case EXPR_GT:
  case EXPR_GE:
  case EXPR_EQ:
  case EXPR_NE:
    return compare(evaluation, expr, negated);
  default:
    return nonzero(evaluation, expr, negated);
  }
}

/* ---- formulas ---- */

static struct pvset *joined(struct evaluation *evaluation,
                            const struct formula *a, bool not_a,
                            const struct formula *b, bool not_b, bool and) {
  struct pvset *left = evaluate_formula(evaluation, a, not_a);
  struct pvset *right = evaluate_formula(evaluation, b, not_b);
  struct pvset *set = and? pvset_and(left, right) : pvset_or(left, right);
  pvset_free(left);
  pvset_free(right);
  return set;
}

static struct pvset *equivalent(struct evaluation *evaluation,
                                const struct formula *formula, bool negated) {
  struct pvset *yes =
      joined(evaluation, formula->left, false, formula->right, negated, true);
  struct pvset *no =
      joined(evaluation, formula->left, true, formula->right, !negated, true);
  pvset_add(&yes, no);
  pvset_free(no);
  return yes;
}

struct pvset *evaluate_formula(struct evaluation *evaluation,
                               const struct formula *formula, bool negated) {
  switch (formula->kind) {
  case FORMULA_TRUE:
  case FORMULA_FALSE:
    return constant_set(evaluation, (formula->kind == FORMULA_TRUE) != negated);
  case FORMULA_ATOM:
    return evaluate_condition(
        evaluation, evaluation->at->control->model->atoms[formula->atom],
        negated);
  case FORMULA_NOT:
    return evaluate_formula(evaluation, formula->left, !negated);
  case FORMULA_AND:
    return joined(evaluation, formula->left, negated, formula->right, negated,
                  !negated);
  case FORMULA_OR:
    return joined(evaluation, formula->left, negated, formula->right, negated,
                  negated);
  case FORMULA_IMPLIES:
    return joined(evaluation, formula->left, !negated, formula->right, negated,
                  negated);
  case FORMULA_EQUIV:
    return equivalent(evaluation, formula, negated);
  default:
    return NULL;
  }
}
