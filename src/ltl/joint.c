/* Conjunctions and disjunctions, simplified.
 *
 * Parts are flattened, sorted and joined in pairs: one that another makes
 * redundant is dropped, two that exclude each other are a contradiction, and
 * two that are alike become one.  Each step makes the list shorter or a part
 * smaller; then everything starts again.  Quadratic in the number of parts,
 * with an implication for each pair.
 */
#include "ltl/rewrite.h"

#include "ltl/imply.h"

#include <stdlib.h>

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
static struct term *resolve(struct joint *j, struct term *a, struct term *b) {
  if (b->kind != j->dual)
    return NULL;
  term_list rest = {0};
  for (size_t i = 0; i < b->count; i++)
    if (!excludes(j, a, b->parts[i]))
      vec_push(&rest, b->parts[i]);
  struct term *result = NULL;
  if (rest.count < b->count)
    result = term_join(j->terms, j->dual, rest.items, rest.count);
  vec_free(&rest);
  return result;
}

struct term *term_merge_weak(struct terms *terms, enum term_kind kind,
                             struct term *a, struct term *b) {
  bool conjunction = kind == TERM_AND;
  bool fits = conjunction ? term_is_finally(a) : term_is_globally(a);
  if (!fits || b->kind != (conjunction ? TERM_RELEASE : TERM_UNTIL) ||
      a->parts[1] != b->parts[0])
    return NULL;
  struct term *both = term_join_two(terms, kind, b->parts[0], b->parts[1]);
  return conjunction ? term_until(terms, b->parts[1], both)
                     : term_release(terms, b->parts[1], both);
}

/* <>[]a && <>[]b as <>([]a && []b). */
static struct term *merge_limits(struct joint *j, struct term *a,
                                 struct term *b) {
  bool conjunction = j->kind == TERM_AND;
  bool (*fits)(const struct term *) =
      conjunction ? term_is_finally_globally : term_is_globally_finally;
  if (!fits(a) || !fits(b))
    return NULL;
  struct term *both =
      term_join_two(j->terms, j->kind, a->parts[1], b->parts[1]);
  return conjunction ? term_finally(j->terms, both)
                     : term_globally(j->terms, both);
}

static struct term *until_or_release(struct terms *terms, enum term_kind kind,
                                     struct term *a, struct term *b) {
  return kind == TERM_UNTIL ? term_until(terms, a, b)
                            : term_release(terms, a, b);
}

/* Two parts as one: X a && X b, a V b && a V c, a U c && b U c, and limits.
 * NULL: these two stay apart.
 */
static struct term *merge(struct joint *j, struct term *a, struct term *b) {
  struct terms *terms = j->terms;
  if (a->kind != b->kind || a->kind < TERM_NEXT)
    return NULL;
  if (a->kind == TERM_NEXT)
    return term_next(terms,
                     term_join_two(terms, j->kind, a->parts[0], b->parts[0]));
  bool same_left = a->parts[0] == b->parts[0];
  bool same_right = a->parts[1] == b->parts[1];
  bool joins_right = (a->kind == TERM_RELEASE) == (j->kind == TERM_AND);
  bool suspendable = term_is_suspendable(a) && term_is_suspendable(b);
  if (joins_right && same_left && !suspendable)
    return until_or_release(
        terms, a->kind, a->parts[0],
        term_join_two(terms, j->kind, a->parts[1], b->parts[1]));
  if (!joins_right && same_right)
    return until_or_release(
        terms, a->kind, term_join_two(terms, j->kind, a->parts[0], b->parts[0]),
        a->parts[1]);
  return merge_limits(j, a, b);
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
      simpler = term_merge_weak(j->terms, j->kind, a, b);
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

/* A simpler term for the whole, or NULL; parts may have been dropped then. */
static struct term *rewrite(struct joint *j) {
  drop_redundant(j);
  if (is_contradiction(j))
    return j->kind == TERM_AND ? j->terms->falsehood : j->terms->truth;
  if (simplify_once(j))
    return term_join(j->terms, j->kind, j->parts.items, j->parts.count);
  return NULL;
}

static struct term *finish(struct joint *j) {
  struct terms *terms = j->terms;
  bool conjunction = j->kind == TERM_AND;
  struct term *neutral = conjunction ? terms->truth : terms->falsehood;
  struct term *absorbing = conjunction ? terms->falsehood : terms->truth;
  if (j->boolean == absorbing->guard)
    return absorbing;
  if (j->boolean != neutral->guard)
    vec_push(&j->parts, term_boolean(terms, j->boolean));
  sort_parts(j);
  if (term_begin_rewriting(terms)) {
    struct term *simpler = rewrite(j);
    term_end_rewriting(terms);
    if (simpler)
      return simpler;
  }
  if (j->parts.count == 0)
    return neutral;
  if (j->parts.count == 1)
    return j->parts.items[0];
  return term_raw(terms, j->kind, j->parts.items, j->parts.count);
}

struct term *term_join(struct terms *terms, enum term_kind kind,
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

struct term *term_join_two(struct terms *terms, enum term_kind kind,
                           struct term *a, struct term *b) {
  struct term *both[] = {a, b};
  return term_join(terms, kind, both, 2);
}

bool term_split(struct terms *terms, struct term *t, enum term_kind kind,
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
    *with = term_join(terms, kind, yes.items, yes.count);
    *without = term_join(terms, kind, no.items, no.count);
  }
  vec_free(&yes);
  vec_free(&no);
  return found;
}
