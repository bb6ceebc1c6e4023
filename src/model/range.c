/* Intervals, from the leaves up.
 *
 * A variable has any value of its type; sums that leave the range of an int
 * wrap around and may be anything then.  That is enough for most subscripts
 * that cannot go wrong: constants, bits, remainders.
 */
#include "model/range.h"

#include <stddef.h>

static const struct range ANYTHING = {INT32_MIN, INT32_MAX};
static const struct range TRUTH = {0, 1};
static const struct range BYTE = {0, 255};

static struct range bits(unsigned count) {
  return (struct range){0, (INT64_C(1) << count) - 1};
}

/* Elements of an array of bits are whole bytes. */
struct range range_of_variable(const struct var *var) {
  switch (var->type.kind) {
  case TYPE_BIT:
  case TYPE_BOOL:
    return var->is_array ? BYTE : TRUTH;
  case TYPE_SHORT:
    return (struct range){INT16_MIN, INT16_MAX};
  case TYPE_INT:
  case TYPE_RECORD:
    return ANYTHING;
  case TYPE_UNSIGNED:
    return var->type.bits < 32 ? bits(var->type.bits) : ANYTHING;
  default:
    return BYTE;
  }
}

bool range_inside(struct range inner, struct range outer) {
  return inner.low >= outer.low && inner.high <= outer.high;
}

static struct range join(struct range a, struct range b) {
  return (struct range){a.low < b.low ? a.low : b.low,
                        a.high > b.high ? a.high : b.high};
}

static struct range range_of_ref(const struct ref *ref) {
  while (ref->field)
    ref = ref->field;
  return range_of_variable(ref->var);
}

/* The result of +, - or * before it wraps around. */
static struct range exact_sum(enum expr_kind kind, struct range a,
                              struct range b) {
  if (kind == EXPR_ADD)
    return (struct range){a.low + b.low, a.high + b.high};
  if (kind == EXPR_SUB)
    return (struct range){a.low - b.high, a.high - b.low};
  const struct range low = {a.low * b.low, a.low * b.low};
  const struct range corners[] = {{a.low * b.high, a.low * b.high},
                                  {a.high * b.low, a.high * b.low},
                                  {a.high * b.high, a.high * b.high}};
  return join(join(low, corners[0]), join(corners[1], corners[2]));
}

static struct range remainder_of(struct range a, struct range b) {
  if (b.low <= 0)
    return ANYTHING;
  const int64_t most = b.high - 1 < a.high ? b.high - 1 : a.high;
  return a.low >= 0 ? (struct range){0, most}
                    : (struct range){1 - b.high, b.high - 1};
}

static struct range masked(struct range a, struct range b) {
  if (a.low >= 0 && b.low >= 0)
    return (struct range){0, a.high < b.high ? a.high : b.high};
  if (a.low >= 0 || b.low >= 0)
    return (struct range){0, a.low >= 0 ? a.high : b.high};
  return ANYTHING;
}

static struct range range_of_binary(const struct expr *expr) {
  const struct range a = range_of(expr->a), b = range_of(expr->b);
  switch (expr->kind) {
  case EXPR_ADD:
  case EXPR_SUB:
  case EXPR_MUL: {
    const struct range exact = exact_sum(expr->kind, a, b);
    return range_inside(exact, ANYTHING) ? exact : ANYTHING;
  }
  case EXPR_DIV:
  case EXPR_SHIFT_RIGHT: /* towards zero */
    return a.low >= 0 && b.low >= 0 ? (struct range){0, a.high} : ANYTHING;
  case EXPR_MOD:
    return remainder_of(a, b);
  case EXPR_BIT_AND:
    return masked(a, b);
  default:
    return ANYTHING;
  }
}

struct range range_of(const struct expr *expr) {
  switch (expr->kind) {
  case EXPR_CONST:
    return (struct range){expr->value, expr->value};
  case EXPR_REF:
  case EXPR_REMOTE:
    return range_of_ref(expr->ref);
  case EXPR_NEGATE:
  case EXPR_COMPLEMENT:
    return ANYTHING;
  case EXPR_COND:
    return join(range_of(expr->b), range_of(expr->c));
  case EXPR_LEN:
    return bits(16);
  case EXPR_PID:
  case EXPR_NR_PR:
  case EXPR_RUN:
    return BYTE;
  default:
    if (expr->kind >= EXPR_ADD && expr->kind <= EXPR_SHIFT_RIGHT)
      return range_of_binary(expr);
    return expr->kind <= EXPR_OR ? TRUTH : ANYTHING; /* ! and comparisons */
  }
}

/* ---- failing ---- */

bool range_ref_can_fail(const struct ref *ref, bool overflow) {
  for (; ref; ref = ref->field)
    if (ref->index &&
        (range_can_fail(ref->index, overflow) ||
         !range_inside(range_of(ref->index),
                       (struct range){0, (int64_t)ref->var->count - 1})))
      return true;
  return false;
}

/* A channel that a variable has had from the start on is always there. */
static bool channel_can_fail(const struct expr *channel, bool overflow) {
  if (channel->kind != EXPR_REF || channel->ref->field)
    return true;
  const struct var *var = channel->ref->var;
  return !var->channel || var->is_written ||
         range_ref_can_fail(channel->ref, overflow);
}

static bool operator_can_fail(const struct expr *expr, bool overflow) {
  switch (expr->kind) {
  case EXPR_ADD:
  case EXPR_SUB:
  case EXPR_MUL:
    return overflow && !range_inside(exact_sum(expr->kind, range_of(expr->a),
                                               range_of(expr->b)),
                                     ANYTHING);
  case EXPR_DIV:
  case EXPR_MOD: {
    const struct range divisor = range_of(expr->b);
    return divisor.low <= 0 && divisor.high >= 0;
  }
  case EXPR_SHIFT_LEFT:
  case EXPR_SHIFT_RIGHT:
    return !range_inside(range_of(expr->b), (struct range){0, 31});
  default:
    return false;
  }
}

bool range_can_fail(const struct expr *expr, bool overflow) {
  if (!expr)
    return false;
  switch (expr->kind) {
  case EXPR_CONST:
  case EXPR_PID:
  case EXPR_NR_PR:
  case EXPR_LAST:
  case EXPR_PRIORITY:
  case EXPR_TIMEOUT:
    return false;
  case EXPR_REF:
    return range_ref_can_fail(expr->ref, overflow);
  case EXPR_LEN:
  case EXPR_FULL:
  case EXPR_NFULL:
  case EXPR_EMPTY:
  case EXPR_NEMPTY:
    return channel_can_fail(expr->a, overflow);
  default:
    return expr->kind > EXPR_COND || operator_can_fail(expr, overflow) ||
           range_can_fail(expr->a, overflow) ||
           range_can_fail(expr->b, overflow) ||
           range_can_fail(expr->c, overflow);
  }
}
