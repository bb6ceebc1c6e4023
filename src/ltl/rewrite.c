/* Simplification while building.
 *
 * Every term is built by the functions below, which know the usual laws: those
 * of <>, [] and X over the boolean operators, those for eventual and universal
 * terms (Etessami and Holzmann 2000; Babiak et al. 2012), and those that need
 * an implication between two parts (Somenzi and Bloem 2000).  Laws for U are
 * written once; a V b is treated as the negation of !a U !b.
 *
 * Most laws make terms smaller, but not all; what must end in any case is kept
 * in bounds by counting the rewritings, and their depth.
 */
#include "ltl/rewrite.h"

#include "ltl/imply.h"

#include <stdlib.h>

typedef VEC(struct term *) term_list;

enum { DEEPEST_REWRITING = 100 };

static bool begin_rewriting(struct terms *terms) {
  if (terms->effort == EFFORT_IDENTITY || terms->rewritings_left == 0 ||
      terms->rewriting_depth == DEEPEST_REWRITING)
    return false;
  terms->rewritings_left--;
  terms->rewriting_depth++;
  return true;
}

static void end_rewriting(struct terms *terms) {
  terms->rewriting_depth--;
}

struct term *term_not(struct terms *terms, struct term *t) {
  if (t->negation)
    return t->negation;
  struct term *result = NULL;
  if (t->kind == TERM_BOOLEAN) {
    result = term_boolean(terms, bdd_not(terms->bdd, t->guard));
  } else {
    term_list parts = {0};
    for (size_t i = 0; i < t->count; i++)
      vec_push(&parts, term_not(terms, t->parts[i]));
    if (t->kind == TERM_AND)
      result = term_or(terms, parts.items, parts.count);
    else if (t->kind == TERM_OR)
      result = term_and(terms, parts.items, parts.count);
    else if (t->kind == TERM_NEXT)
      result = term_next(terms, parts.items[0]);
    else if (t->kind == TERM_UNTIL)
      result = term_release(terms, parts.items[0], parts.items[1]);
    else
      result = term_until(terms, parts.items[0], parts.items[1]);
    vec_free(&parts);
  }
  t->negation = result;
  if (!result->negation)
    result->negation = t;
  return result;
}

static struct term *finally(struct terms *terms, struct term *t) {
  return term_until(terms, terms->truth, t);
}

static struct term *globally(struct terms *terms, struct term *t) {
  return term_release(terms, terms->falsehood, t);
}

static struct term *join(struct terms *terms, enum term_kind kind,
                         struct term *const *parts, size_t count) {
  return kind == TERM_AND ? term_and(terms, parts, count)
                          : term_or(terms, parts, count);
}

static struct term *join_two(struct terms *terms, enum term_kind kind,
                             struct term *a, struct term *b) {
  struct term *both[] = {a, b};
  return join(terms, kind, both, 2);
}

static bool is_suspendable(const struct term *t) {
  return t->eventual && t->universal;
}

static bool is_eventual(const struct term *t) {
  return t->eventual;
}

static bool is_universal(const struct term *t) {
  return t->universal;
}

static bool is_finally_globally(const struct term *t) {
  return term_is_finally(t) && term_is_globally(t->parts[1]);
}

static bool is_globally_finally(const struct term *t) {
  return term_is_globally(t) && term_is_finally(t->parts[1]);
}

/* ---- conjunctions and disjunctions ---- */

/* One of the two under construction; the comments speak of the conjunction,
 * the disjunction is its dual.
 */
struct joint {
  struct terms *terms;
  enum term_kind kind, dual;
  bdd_node boolean;
  term_list parts;
};

static void add_part(struct joint *j, struct term *t) {
  if (t->kind == j->kind) {
    for (size_t i = 0; i < t->count; i++)
      add_part(j, t->parts[i]);
  } else if (t->kind == TERM_BOOLEAN) {
    j->boolean = j->kind == TERM_AND
                     ? bdd_and(j->terms->bdd, j->boolean, t->guard)
                     : bdd_or(j->terms->bdd, j->boolean, t->guard);
  } else {
    vec_push(&j->parts, t);
  }
}

static int by_number(const void *a, const void *b) {
  uint32_t x = (*(struct term *const *)a)->number;
  uint32_t y = (*(struct term *const *)b)->number;
  return (x > y) - (x < y);
}

static void sort_parts(struct joint *j) {
  if (j->parts.count > 1)
    qsort(j->parts.items, j->parts.count, sizeof(struct term *), by_number);
  size_t kept = 0;
  for (size_t i = 0; i < j->parts.count; i++)
    if (kept == 0 || j->parts.items[i] != j->parts.items[kept - 1])
      j->parts.items[kept++] = j->parts.items[i];
  j->parts.count = kept;
}

/* a && b is a when a implies b. */
static bool makes_redundant(struct joint *j, struct term *a, struct term *b) {
  return j->kind == TERM_AND ? term_implies(j->terms, a, b)
                             : term_implies(j->terms, b, a);
}

/* a && b is false when a implies !b. */
static bool excludes(struct joint *j, struct term *a, struct term *b) {
  return j->kind == TERM_AND ? term_implies(j->terms, a, term_not(j->terms, b))
                             : term_implies(j->terms, term_not(j->terms, a), b);
}

static void drop_redundant(struct joint *j) {
  for (size_t i = 0; i < j->parts.count; i++)
    for (size_t k = 0; k < j->parts.count; k++)
      if (i != k && makes_redundant(j, j->parts.items[i], j->parts.items[k])) {
        for (size_t m = k + 1; m < j->parts.count; m++)
          j->parts.items[m - 1] = j->parts.items[m];
        j->parts.count--;
        if (k < i)
          i--;
        k--;
      }
}

static bool is_contradiction(struct joint *j) {
  for (size_t i = 0; i < j->parts.count; i++)
    for (size_t k = i + 1; k < j->parts.count; k++)
      if (excludes(j, j->parts.items[i], j->parts.items[k]))
        return true;
  return false;
}

/* a && (b || c) is a && c when a implies !b.  NULL: nothing to leave out. */
static struct term *resolve(struct joint *j, struct term *a, struct term * or) {
  if (or->kind != j->dual)
    return NULL;
  term_list rest = {0};
  for (size_t i = 0; i < or->count; i++)
    if (!excludes(j, a, or->parts[i]))
      vec_push(&rest, or->parts[i]);
  struct term *result = rest.count < or->count
                            ? join(j->terms, j->dual, rest.items, rest.count)
                            : NULL;
  vec_free(&rest);
  return result;
}

/* []a || a U b is b V (a || b), and <>a && a V b is b U (a && b). */
static struct term *merge_weak(struct joint *j, struct term *a,
                               struct term *b) {
  bool conjunction = j->kind == TERM_AND;
  enum term_kind kind = conjunction ? TERM_RELEASE : TERM_UNTIL;
  bool fits = conjunction ? term_is_finally(a) : term_is_globally(a);
  if (!fits || b->kind != kind || a->parts[1] != b->parts[0])
    return NULL;
  struct term *both = join_two(j->terms, j->kind, b->parts[0], b->parts[1]);
  return conjunction ? term_until(j->terms, b->parts[1], both)
                     : term_release(j->terms, b->parts[1], both);
}

/* Two parts as one: X a && X b, a V b && a V c, a U c && b U c, and <>a && <>b
 * for universal a and b.  NULL: these two stay apart.
 */
static struct term *merge(struct joint *j, struct term *a, struct term *b) {
  struct terms *terms = j->terms;
  if (a->kind != b->kind)
    return NULL;
  if (a->kind == TERM_NEXT)
    return term_next(terms, join_two(terms, j->kind, a->parts[0], b->parts[0]));
  bool conjunction = j->kind == TERM_AND;
  enum term_kind splits_right = conjunction ? TERM_RELEASE : TERM_UNTIL;
  bool suspendable = is_suspendable(a) && is_suspendable(b);
  if (a->kind == splits_right && a->parts[0] == b->parts[0] && !suspendable) {
    struct term *right = join_two(terms, j->kind, a->parts[1], b->parts[1]);
    return conjunction ? term_release(terms, a->parts[0], right)
                       : term_until(terms, a->parts[0], right);
  }
  enum term_kind splits_left = conjunction ? TERM_UNTIL : TERM_RELEASE;
  if (a->kind != splits_left)
    return NULL;
  if (a->parts[1] == b->parts[1]) {
    struct term *left = join_two(terms, j->kind, a->parts[0], b->parts[0]);
    return conjunction ? term_until(terms, left, a->parts[1])
                       : term_release(terms, left, a->parts[1]);
  }
  struct term *both = NULL;
  if (conjunction && is_finally_globally(a) && is_finally_globally(b))
    both = finally(terms, join_two(terms, TERM_AND, a->parts[1], b->parts[1]));
  if (!conjunction && is_globally_finally(a) && is_globally_finally(b))
    both = globally(terms, join_two(terms, TERM_OR, a->parts[1], b->parts[1]));
  return both;
}

/* Replaces one or two parts by a simpler one.  False: nothing to simplify. */
static bool simplify_once(struct joint *j) {
  for (size_t i = 0; i < j->parts.count; i++)
    for (size_t k = 0; k < j->parts.count; k++) {
      if (i == k)
        continue;
      struct term *a = j->parts.items[i], *b = j->parts.items[k];
      struct term *simpler = resolve(j, a, b);
      if (simpler) {
        j->parts.items[k] = simpler;
        return true;
      }
      simpler = merge_weak(j, a, b);
      if (!simpler && k > i)
        simpler = merge(j, a, b);
      if (simpler) {
        j->parts.items[i] = simpler;
        j->parts.items[k] = vec_pop(&j->parts);
        return true;
      }
    }
  return false;
}

static struct term *finish(struct joint *j) {
  struct terms *terms = j->terms;
  bool conjunction = j->kind == TERM_AND;
  bdd_node neutral = conjunction ? BDD_TRUE : BDD_FALSE;
  bdd_node absorbing = conjunction ? BDD_FALSE : BDD_TRUE;
  if (j->boolean == absorbing)
    return term_boolean(terms, absorbing);
  if (j->boolean != neutral)
    vec_push(&j->parts, term_boolean(terms, j->boolean));
  sort_parts(j);
  if (begin_rewriting(terms)) {
    drop_redundant(j);
    bool contradiction = is_contradiction(j);
    bool simplified = !contradiction && simplify_once(j);
    struct term *simpler =
        simplified ? join(terms, j->kind, j->parts.items, j->parts.count)
                   : NULL;
    end_rewriting(terms);
    if (contradiction)
      return term_boolean(terms, absorbing);
    if (simplified)
      return simpler;
  }
  if (j->parts.count == 0)
    return term_boolean(terms, neutral);
  if (j->parts.count == 1)
    return j->parts.items[0];
  return term_raw(terms, j->kind, j->parts.items, j->parts.count);
}

static struct term *build(struct terms *terms, enum term_kind kind,
                          struct term *const *parts, size_t count) {
  struct joint j = {
      .terms = terms,
      .kind = kind,
      .dual = kind == TERM_AND ? TERM_OR : TERM_AND,
      .boolean = kind == TERM_AND ? BDD_TRUE : BDD_FALSE,
  };
  for (size_t i = 0; i < count; i++)
    add_part(&j, parts[i]);
  struct term *result = finish(&j);
  vec_free(&j.parts);
  return result;
}

struct term *term_and(struct terms *terms, struct term *const *parts,
                      size_t count) {
  return build(terms, TERM_AND, parts, count);
}

struct term *term_or(struct terms *terms, struct term *const *parts,
                     size_t count) {
  return build(terms, TERM_OR, parts, count);
}

/* ---- the laws of U, X, <> and [] ---- */

/* Splits an AND or OR into the parts with a property and the others.  False
 * when it is of another kind or no part has the property.
 */
static bool split(struct terms *terms, struct term *t, enum term_kind kind,
                  bool (*property)(const struct term *), struct term **with,
                  struct term **without) {
  if (t->kind != kind)
    return false;
  term_list yes = {0}, no = {0};
  for (size_t i = 0; i < t->count; i++)
    if (property(t->parts[i]))
      vec_push(&yes, t->parts[i]);
    else
      vec_push(&no, t->parts[i]);
  bool found = yes.count > 0;
  if (found) {
    *with = join(terms, kind, yes.items, yes.count);
    *without = join(terms, kind, no.items, no.count);
  }
  vec_free(&yes);
  vec_free(&no);
  return found;
}

struct term *term_next(struct terms *terms, struct term *t) {
  if (is_suspendable(t))
    return t;
  struct term *suspended, *rest;
  if (terms->effort > EFFORT_IDENTITY)
    for (enum term_kind kind = TERM_AND; kind <= TERM_OR; kind++)
      if (split(terms, t, kind, is_suspendable, &suspended, &rest))
        return join_two(terms, kind, term_next(terms, rest), suspended);
  return term_raw(terms, TERM_NEXT, &t, 1);
}

/* <>[]t: what lies below it need not be looked at in step. */
static struct term *finally_globally(struct terms *terms, struct term *t) {
  struct term *with, *without;
  if (split(terms, t, TERM_OR, is_universal, &with, &without))
    return join_two(terms, TERM_OR, finally(terms, globally(terms, without)),
                    finally(terms, with));
  if (split(terms, t, TERM_OR, is_eventual, &with, &without))
    return join_two(terms, TERM_OR, finally(terms, globally(terms, without)),
                    globally(terms, with));
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
    result = finally(
        terms, globally(terms, term_and(terms, parts.items, parts.count)));
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
    return join_two(terms, TERM_OR, globally(terms, t->parts[1]),
                    join_two(terms, TERM_AND, t->parts[0], t->parts[1]));
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
    struct term *simpler = conjunction ? finally(terms, b->parts[i])
                                       : below_finally(terms, b->parts[i]);
    vec_push(&parts, simpler ? simpler : b->parts[i]);
    found = found || simpler;
  }
  struct term *result = NULL;
  if (conjunction)
    result = term_and(terms, parts.items, parts.count);
  else if (found)
    result = finally(terms, term_or(terms, parts.items, parts.count));
  vec_free(&parts);
  return result;
}

/* Laws of a U b that look at b alone.  NULL: none applies. */
static struct term *until_by_right(struct terms *terms, struct term *a,
                                   struct term *b) {
  struct term *with, *without;
  if (split(terms, b, TERM_AND, is_suspendable, &with, &without))
    return join_two(terms, TERM_AND, term_until(terms, a, without), with);
  if (split(terms, b, TERM_OR, is_eventual, &with, &without))
    return join_two(terms, TERM_OR, term_until(terms, a, without), with);
  if (!term_is_true(a))
    return NULL;
  if (b->kind == TERM_AND || b->kind == TERM_OR)
    return finally_by_parts(terms, b);
  if (term_is_globally(b))
    return finally_globally(terms, b->parts[1]);
  struct term *simpler = below_finally(terms, b);
  return simpler ? finally(terms, simpler) : NULL;
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
    a = join(terms, a->kind, rest.items, rest.count);
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
    struct term *others = term_or(terms, rest.items, rest.count);
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
    return finally(terms, b);
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
    simpler = join_two(terms, TERM_OR, b,
                       join_two(terms, TERM_AND, a, finally(terms, b)));
  return simpler;
}

/* A simpler term for a U b, or NULL. */
static struct term *rewrite_until(struct terms *terms, struct term *a,
                                  struct term *b) {
  if (b->kind == TERM_BOOLEAN && b->guard <= BDD_TRUE)
    return b;
  if (term_is_false(a) || b->eventual)
    return b;
  if (!begin_rewriting(terms))
    return NULL;
  struct term *simpler = until_by_laws(terms, a, b);
  end_rewriting(terms);
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

/* ---- gathering ---- */

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
    if (temporal || is_suspendable(part))
      vec_push(&inner, temporal ? part->parts[1] : part);
    else
      vec_push(&outer, part);
    found = found || temporal;
  }
  if (found && inner.count > 1) {
    struct term *pair[] = {conjunction ? terms->falsehood : terms->truth,
                           join(terms, t->kind, inner.items, inner.count)};
    vec_push(&outer,
             term_raw(terms, conjunction ? TERM_RELEASE : TERM_UNTIL, pair, 2));
    t = join(terms, t->kind, outer.items, outer.count);
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
      split(terms, b, TERM_AND, is_eventual, &eventual, &rest) &&
      rest->kind == TERM_BOOLEAN)
    a = term_boolean(terms, bdd_minus(terms->bdd, a->guard, rest->guard));
  return a;
}

/* Joins two parts where merge_weak() can. */
static struct term *gather_weak(struct terms *terms, struct term *t) {
  struct joint j = {.terms = terms, .kind = t->kind};
  for (size_t i = 0; i < t->count; i++)
    for (size_t k = 0; k < t->count; k++) {
      struct term *both =
          i != k ? merge_weak(&j, t->parts[i], t->parts[k]) : NULL;
      if (!both)
        continue;
      vec_push(&j.parts, both);
      for (size_t m = 0; m < t->count; m++)
        if (m != i && m != k)
          vec_push(&j.parts, t->parts[m]);
      t = join(terms, t->kind, j.parts.items, j.parts.count);
      vec_free(&j.parts);
      return t;
    }
  return t;
}

static struct term *gather_temporal(struct terms *terms, enum term_kind kind,
                                    struct term **parts, size_t count) {
  if (kind == TERM_UNTIL)
    parts[0] = stop_at_first(terms, parts[0], parts[1]);
  else if (kind == TERM_RELEASE)
    parts[0] = term_not(terms, stop_at_first(terms, term_not(terms, parts[0]),
                                             term_not(terms, parts[1])));
  return term_raw(terms, kind, parts, count);
}

static struct term *gather(struct terms *terms, struct term *t) {
  if (t->kind == TERM_BOOLEAN)
    return t;
  term_list parts = {0};
  for (size_t i = 0; i < t->count; i++)
    vec_push(&parts, gather(terms, t->parts[i]));
  if (t->kind == TERM_AND || t->kind == TERM_OR) {
    t = join(terms, t->kind, parts.items, parts.count);
    if (t->kind == TERM_AND || t->kind == TERM_OR)
      t = gather_weak(terms, t);
    if (t->kind == TERM_AND || t->kind == TERM_OR)
      t = gather_parts(terms, t);
  } else {
    t = gather_temporal(terms, t->kind, parts.items, parts.count);
  }
  vec_free(&parts);
  return t;
}

struct term *term_gather(struct terms *terms, struct term *t) {
  enum term_effort effort = terms->effort;
  terms->effort = EFFORT_IDENTITY;
  struct term *result = gather(terms, t);
  terms->effort = effort;
  return result;
}
