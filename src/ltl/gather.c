/* The last form of a term before it is translated.
 *
 * What simplification takes apart, because the parts may then be simplified,
 * makes a smaller automaton when it is put together again: suspendable parts
 * below a common <> or [], an until that stops at the first chance, a weak
 * until instead of an alternative.  Nothing is simplified any more.
 */
#include "ltl/rewrite.h"

/* The parts of a disjunction that are suspendable, below one <>; the dual for a
 * conjunction.  Nothing below the operator is simplified: that would take it
 * apart again.
 */
static struct term *gather_parts(struct terms *terms, struct term *t) {
  bool conjunction = t->kind == TERM_AND;
  term_list inner = {0}, outer = {0};
  bool found = false;
  for (size_t i = 0; i < t->count; i++) {
    struct term *part = t->parts[i];
    bool temporal =
        conjunction ? term_is_globally(part) : term_is_finally(part);
    if (temporal || term_is_suspendable(part))
      vec_push(&inner, temporal ? part->parts[1] : part);
    else
      vec_push(&outer, part);
    found = found || temporal;
  }
  if (found && inner.count > 1) {
    struct term *pair[] = {conjunction ? terms->falsehood : terms->truth,
                           term_join(terms, t->kind, inner.items, inner.count)};
    vec_push(&outer,
             term_raw(terms, conjunction ? TERM_RELEASE : TERM_UNTIL, pair, 2));
    t = term_join(terms, t->kind, outer.items, outer.count);
  }
  vec_free(&inner);
  vec_free(&outer);
  return t;
}

/* a U (b && e) with an eventual e is (a && !b) U (b && e): the first b is as
 * good as any, and there is nothing to choose.
 */
static struct term *stop_at_first(struct terms *terms, struct term *a,
                                  struct term *b) {
  struct term *eventual, *rest;
  if (a->kind == TERM_BOOLEAN &&
      term_split(terms, b, TERM_AND, term_is_eventual, &eventual, &rest) &&
      rest->kind == TERM_BOOLEAN)
    a = term_boolean(terms, bdd_minus(terms->bdd, a->guard, rest->guard));
  return a;
}

/* t with parts i and k replaced by one. */
static struct term *replace_two(struct terms *terms, const struct term *t,
                                size_t i, size_t k, struct term *both) {
  term_list parts = {0};
  vec_push(&parts, both);
  for (size_t m = 0; m < t->count; m++)
    if (m != i && m != k)
      vec_push(&parts, t->parts[m]);
  struct term *result = term_join(terms, t->kind, parts.items, parts.count);
  vec_free(&parts);
  return result;
}

static struct term *gather_weak(struct terms *terms, struct term *t) {
  for (size_t i = 0; i < t->count; i++)
    for (size_t k = 0; k < t->count; k++) {
      struct term *both =
          i != k ? term_merge_weak(terms, t->kind, t->parts[i], t->parts[k])
                 : NULL;
      if (both)
        return replace_two(terms, t, i, k, both);
    }
  return t;
}

static struct term *gather_binary(struct terms *terms, enum term_kind kind,
                                  struct term *a, struct term *b) {
  if (kind == TERM_UNTIL)
    a = stop_at_first(terms, a, b);
  else
    a = term_not(terms,
                 stop_at_first(terms, term_not(terms, a), term_not(terms, b)));
  struct term *parts[] = {a, b};
  return term_raw(terms, kind, parts, 2);
}

static bool is_joint(const struct term *t) {
  return t->kind == TERM_AND || t->kind == TERM_OR;
}

static struct term *gather(struct terms *terms, struct term *t);

static struct term *gather_joint(struct terms *terms, struct term *t) {
  term_list parts = {0};
  for (size_t i = 0; i < t->count; i++)
    vec_push(&parts, gather(terms, t->parts[i]));
  t = term_join(terms, t->kind, parts.items, parts.count);
  vec_free(&parts);
  if (is_joint(t))
    t = gather_weak(terms, t);
  return is_joint(t) ? gather_parts(terms, t) : t;
}

static struct term *gather(struct terms *terms, struct term *t) {
  if (t->kind == TERM_BOOLEAN)
    return t;
  if (is_joint(t))
    return gather_joint(terms, t);
  struct term *first = gather(terms, t->parts[0]);
  if (t->kind == TERM_NEXT)
    return term_raw(terms, TERM_NEXT, &first, 1);
  return gather_binary(terms, t->kind, first, gather(terms, t->parts[1]));
}

struct term *term_gather(struct terms *terms, struct term *t) {
  enum term_effort effort = terms->effort;
  terms->effort = EFFORT_IDENTITY;
  struct term *result = gather(terms, t);
  terms->effort = effort;
  return result;
}
