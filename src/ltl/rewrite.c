/* Simplification while building.
 *
 * Every term is built by the functions here and in joint.c, which know the
 * usual laws: those of <>, [] and X over the boolean operators, those for
 * eventual and universal terms (Etessami and Holzmann 2000; Babiak et al.
 * 2012), and those that need an implication between two parts (Somenzi and
 * Bloem 2000).  Laws for U are written once; a V b is treated as the negation
 * of !a U !b.
 *
 * Most laws make terms smaller, but not all; what must end in any case is kept
 * in bounds by counting the rewritings, and their depth.
 */
#include "ltl/rewrite.h"

#include "ltl/imply.h"

enum { DEEPEST_REWRITING = 100 };

bool term_begin_rewriting(struct terms *terms) {
  if (terms->effort == EFFORT_IDENTITY || terms->rewritings_left == 0 ||
      terms->rewriting_depth == DEEPEST_REWRITING)
    return false;
  terms->rewritings_left--;
  terms->rewriting_depth++;
  return true;
}

void term_end_rewriting(struct terms *terms) {
  terms->rewriting_depth--;
}

static struct term *negate_joint(struct terms *terms, const struct term *t) {
  term_list parts = {0};
  for (size_t i = 0; i < t->count; i++)
    vec_push(&parts, term_not(terms, t->parts[i]));
  struct term *result =
      term_join(terms, t->kind == TERM_AND ? TERM_OR : TERM_AND, parts.items,
                parts.count);
  vec_free(&parts);
  return result;
}

static struct term *negate(struct terms *terms, const struct term *t) {
  if (t->kind == TERM_BOOLEAN)
    return term_boolean(terms, bdd_not(terms->bdd, t->guard));
  if (t->kind == TERM_AND || t->kind == TERM_OR)
    return negate_joint(terms, t);
  struct term *a = term_not(terms, t->parts[0]);
  if (t->kind == TERM_NEXT)
    return term_next(terms, a);
  struct term *b = term_not(terms, t->parts[1]);
  return t->kind == TERM_UNTIL ? term_release(terms, a, b)
                               : term_until(terms, a, b);
}

struct term *term_not(struct terms *terms, struct term *t) {
  if (!t->negation) {
    t->negation = negate(terms, t);
    if (!t->negation->negation)
      t->negation->negation = t;
  }
  return t->negation;
}

struct term *term_finally(struct terms *terms, struct term *t) {
  return term_until(terms, terms->truth, t);
}

struct term *term_globally(struct terms *terms, struct term *t) {
  return term_release(terms, terms->falsehood, t);
}

/* ---- the laws of U, X, <> and [] ---- */

struct term *term_next(struct terms *terms, struct term *t) {
  if (term_is_suspendable(t))
    return t;
  struct term *suspended, *rest;
  if (terms->effort > EFFORT_IDENTITY)
    for (enum term_kind kind = TERM_AND; kind <= TERM_OR; kind++)
      if (term_split(terms, t, kind, term_is_suspendable, &suspended, &rest))
        return term_join_two(terms, kind, term_next(terms, rest), suspended);
  return term_raw(terms, TERM_NEXT, &t, 1);
}

/* <>[]t: what lies below it need not be looked at in step. */
static struct term *finally_globally(struct terms *terms, struct term *t) {
  struct term *with, *without;
  if (term_split(terms, t, TERM_OR, term_is_universal, &with, &without))
    return term_join_two(terms, TERM_OR,
                         term_finally(terms, term_globally(terms, without)),
                         term_finally(terms, with));
  if (term_split(terms, t, TERM_OR, term_is_eventual, &with, &without))
    return term_join_two(terms, TERM_OR,
                         term_finally(terms, term_globally(terms, without)),
                         term_globally(terms, with));
  if (t->kind != TERM_AND)
    return NULL;
  term_list parts = {0};
  bool found = false;
  for (size_t i = 0; i < t->count; i++) {
    bool next = t->parts[i]->kind == TERM_NEXT;
    vec_push(&parts, next ? t->parts[i]->parts[0] : t->parts[i]);
    found = found || next;
  }
  struct term *result = NULL;
  if (found)
    result = term_finally(
        terms, term_globally(terms, term_join(terms, TERM_AND, parts.items,
                                              parts.count)));
  vec_free(&parts);
  return result;
}

/* A simpler term that may stand for t below <> or in a disjunction there. */
static struct term *below_finally(struct terms *terms, struct term *t) {
  if (t->kind == TERM_NEXT && t->parts[0]->universal)
    return t->parts[0];
  if (t->kind == TERM_UNTIL)
    return t->parts[1];
  if (term_is_globally(t))
    return finally_globally(terms, t->parts[1]);
  if (t->kind == TERM_RELEASE)
    return term_join_two(
        terms, TERM_OR, term_globally(terms, t->parts[1]),
        term_join_two(terms, TERM_AND, t->parts[0], t->parts[1]));
  return NULL;
}

/* <>b by the parts of a disjunction b; by those of a conjunction when they are
 * universal.
 */
static struct term *finally_by_parts(struct terms *terms, struct term *b) {
  bool conjunction = b->kind == TERM_AND;
  if (conjunction && !b->universal)
    return NULL;
  term_list parts = {0};
  bool found = conjunction;
  for (size_t i = 0; i < b->count; i++) {
    struct term *simpler = conjunction ? term_finally(terms, b->parts[i])
                                       : below_finally(terms, b->parts[i]);
    vec_push(&parts, simpler ? simpler : b->parts[i]);
    found = found || simpler;
  }
  struct term *result = NULL;
  if (conjunction)
    result = term_join(terms, TERM_AND, parts.items, parts.count);
  else if (found)
    result = term_finally(terms,
                          term_join(terms, TERM_OR, parts.items, parts.count));
  vec_free(&parts);
  return result;
}

/* Laws of a U b that look at b alone.  NULL: none applies. */
static struct term *until_by_right(struct terms *terms, struct term *a,
                                   struct term *b) {
  struct term *with, *without;
  if (term_split(terms, b, TERM_AND, term_is_suspendable, &with, &without))
    return term_join_two(terms, TERM_AND, term_until(terms, a, without), with);
  if (term_split(terms, b, TERM_OR, term_is_eventual, &with, &without))
    return term_join_two(terms, TERM_OR, term_until(terms, a, without), with);
  if (!term_is_true(a))
    return NULL;
  if (b->kind == TERM_AND || b->kind == TERM_OR)
    return finally_by_parts(terms, b);
  if (term_is_globally(b))
    return finally_globally(terms, b->parts[1]);
  struct term *simpler = below_finally(terms, b);
  return simpler ? term_finally(terms, simpler) : NULL;
}

/* a without what makes no difference while b does not hold. */
static struct term *weaken(struct terms *terms, struct term *a,
                           struct term *b) {
  if (a->kind == TERM_BOOLEAN && b->kind == TERM_BOOLEAN)
    return term_boolean(terms, bdd_or(terms->bdd, a->guard, b->guard));
  if (a->kind != TERM_AND && a->kind != TERM_OR)
    return a;
  term_list rest = {0};
  for (size_t i = 0; i < a->count; i++) {
    struct term *part = a->parts[i];
    bool idle = a->kind == TERM_AND
                    ? term_implies(terms, term_not(terms, b), part)
                    : term_implies(terms, part, b);
    if (!idle)
      vec_push(&rest, part);
  }
  if (rest.count < a->count)
    a = term_join(terms, a->kind, rest.items, rest.count);
  vec_free(&rest);
  return a;
}

/* b without the alternatives y for which y implies a U (the others). */
static struct term *drop_alternatives(struct terms *terms, struct term *a,
                                      struct term *b) {
  if (b->kind != TERM_OR || terms->effort < EFFORT_EXACT)
    return b;
  for (size_t i = 0; i < b->count; i++) {
    term_list rest = {0};
    for (size_t k = 0; k < b->count; k++)
      if (k != i)
        vec_push(&rest, b->parts[k]);
    struct term *others = term_join(terms, TERM_OR, rest.items, rest.count);
    vec_free(&rest);
    struct term *parts[] = {a, others};
    struct term *until = term_raw(terms, TERM_UNTIL, parts, 2);
    if (term_implies(terms, b->parts[i], until))
      return others;
  }
  return b;
}

/* Laws of a U b that need an implication.  NULL: none applies. */
static struct term *until_by_implication(struct terms *terms, struct term *a,
                                         struct term *b) {
  if (term_implies(terms, a, b))
    return b;
  if (!term_is_true(a) && term_implies(terms, term_not(terms, b), a))
    return term_finally(terms, b);
  if (b->kind == TERM_UNTIL) {
    if (term_implies(terms, a, b->parts[0]))
      return b;
    if (term_implies(terms, b->parts[0], a))
      return term_until(terms, a, b->parts[1]);
  }
  if (a->kind == TERM_UNTIL && term_implies(terms, a->parts[0], b))
    return term_until(terms, a->parts[1], b);
  struct term *smaller = drop_alternatives(terms, a, b);
  if (smaller != b)
    return term_until(terms, a, smaller);
  struct term *weaker = weaken(terms, a, b);
  return weaker != a ? term_until(terms, weaker, b) : NULL;
}

static struct term *until_by_laws(struct terms *terms, struct term *a,
                                  struct term *b) {
  if (b->kind == TERM_NEXT && (a->kind == TERM_NEXT || term_is_true(a))) {
    struct term *left = term_is_true(a) ? a : a->parts[0];
    return term_next(terms, term_until(terms, left, b->parts[0]));
  }
  struct term *simpler = until_by_right(terms, a, b);
  if (!simpler)
    simpler = until_by_implication(terms, a, b);
  if (!simpler && a->universal && !term_is_true(a) && b->kind == TERM_BOOLEAN)
    simpler = term_join_two(
        terms, TERM_OR, b,
        term_join_two(terms, TERM_AND, a, term_finally(terms, b)));
  return simpler;
}

/* A simpler term for a U b, or NULL. */
static struct term *rewrite_until(struct terms *terms, struct term *a,
                                  struct term *b) {
  if (b->kind == TERM_BOOLEAN && b->guard <= BDD_TRUE)
    return b;
  if (term_is_false(a) || b->eventual)
    return b;
  if (!term_begin_rewriting(terms))
    return NULL;
  struct term *simpler = until_by_laws(terms, a, b);
  term_end_rewriting(terms);
  return simpler;
}

struct term *term_until(struct terms *terms, struct term *a, struct term *b) {
  struct term *simpler = rewrite_until(terms, a, b);
  if (simpler)
    return simpler;
  struct term *parts[] = {a, b};
  return term_raw(terms, TERM_UNTIL, parts, 2);
}

struct term *term_release(struct terms *terms, struct term *a, struct term *b) {
  struct term *simpler =
      rewrite_until(terms, term_not(terms, a), term_not(terms, b));
  if (simpler)
    return term_not(terms, simpler);
  struct term *parts[] = {a, b};
  return term_raw(terms, TERM_RELEASE, parts, 2);
}
