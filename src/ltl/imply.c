/* Implication between terms: by rules, by examples, by emptiness.
 *
 * The rules on the structure are quick and find most implications.  Then the
 * terms are evaluated on a fixed sample of words, 64 at a time: a word in which
 * the first holds and not the second settles the question.  What is left is
 * probably an implication, and then the automaton of "a and not b" is built and
 * searched for an accepted word, unless it gets large.
 */
#include "ltl/imply.h"

#include "ltl/rewrite.h"
#include "ltl/tableau.h"

#include <assert.h>

struct term_pair {
  struct term *a, *b;
  uint8_t known[EFFORT_EXACT + 1]; /* for each effort: 1 + answer, or 0 */
};

/* ---- the sample ---- */

/* Words that end in a loop: 64 of each shape. */
static const struct shape {
  uint32_t length, loop; /* letters in all; the first of those repeated */
} shapes[] = {{1, 0}, {3, 2}, {4, 1}, {6, 3}};

enum { SHAPES = sizeof shapes / sizeof shapes[0], POSITIONS = 14 };

static uint64_t scramble(uint64_t x) {
  x += UINT64_C(0x9E3779B97F4A7C15);
  x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
  return x ^ (x >> 31);
}

/* In which of the words the atom holds at the position. */
static uint64_t letter(uint32_t atom, uint32_t position) {
  return scramble((uint64_t)atom << 32 | position);
}

static uint64_t sample_guard(const struct bdd *bdd, bdd_node guard,
                             uint32_t position, uint64_t words) {
  if (words == 0 || guard == BDD_FALSE)
    return 0;
  if (guard == BDD_TRUE)
    return words;
  uint64_t holds = letter(bdd_top(bdd, guard), position);
  return sample_guard(bdd, bdd_high(bdd, guard), position, words & holds) |
         sample_guard(bdd, bdd_low(bdd, guard), position, words & ~holds);
}

/* a U b backwards twice around the loop: from "no" the least solution, and for
 * a V b from "yes" the greatest.
 */
static void sample_fixpoint(const struct term *t, uint64_t *values,
                            const uint64_t *a, const uint64_t *b,
                            struct shape shape) {
  bool until = t->kind == TERM_UNTIL;
  uint64_t next = until ? 0 : UINT64_MAX;
  for (int round = 0; round < 2; round++) {
    for (uint32_t i = shape.length; i-- > 0;) {
      values[i] = until ? b[i] | (a[i] & next) : b[i] & (a[i] | next);
      next = values[i];
    }
    next = values[shape.loop];
  }
}

static const uint64_t *sample(struct terms *terms, struct term *t);

static void sample_next(const uint64_t *a, uint64_t *values,
                        struct shape shape) {
  for (uint32_t i = 0; i < shape.length; i++)
    values[i] = a[i + 1 < shape.length ? i + 1 : shape.loop];
}

static void sample_joint(struct terms *terms, const struct term *t,
                         uint64_t *values, uint32_t first, struct shape shape) {
  bool conjunction = t->kind == TERM_AND;
  for (uint32_t i = 0; i < shape.length; i++)
    values[i] = conjunction ? UINT64_MAX : 0;
  for (size_t k = 0; k < t->count; k++) {
    const uint64_t *part = sample(terms, t->parts[k]) + first;
    for (uint32_t i = 0; i < shape.length; i++)
      values[i] = conjunction ? values[i] & part[i] : values[i] | part[i];
  }
}

static void sample_shape(struct terms *terms, const struct term *t,
                         uint64_t *values, uint32_t first, struct shape shape) {
  switch (t->kind) {
  case TERM_BOOLEAN:
    for (uint32_t i = 0; i < shape.length; i++)
      values[i] = sample_guard(terms->bdd, t->guard, first + i, UINT64_MAX);
    return;
  case TERM_AND:
  case TERM_OR:
    sample_joint(terms, t, values, first, shape);
    return;
  case TERM_NEXT:
    sample_next(sample(terms, t->parts[0]) + first, values, shape);
    return;
  case TERM_UNTIL:
  case TERM_RELEASE:
    sample_fixpoint(t, values, sample(terms, t->parts[0]) + first,
                    sample(terms, t->parts[1]) + first, shape);
  }
}

/* For each position of each shape the words in whose rest t holds. */
static const uint64_t *sample(struct terms *terms, struct term *t) {
  if (t->sample)
    return t->sample;
  uint64_t *values = ARENA_ARRAY(terms->arena, uint64_t, POSITIONS);
  uint32_t first = 0;
  for (size_t i = 0; i < SHAPES; i++) {
    sample_shape(terms, t, values + first, first, shapes[i]);
    first += shapes[i].length;
  }
  assert(first == POSITIONS);
  t->sample = values;
  return values;
}

static bool has_counterexample(struct terms *terms, struct term *a,
                               struct term *b) {
  const uint64_t *in_a = sample(terms, a), *in_b = sample(terms, b);
  for (size_t i = 0; i < POSITIONS; i++)
    if (in_a[i] & ~in_b[i])
      return true;
  return false;
}

/* ---- rules ---- */

static bool all_imply(struct terms *terms, struct term *a, struct term *b) {
  for (size_t i = 0; i < a->count; i++)
    if (!term_implies(terms, a->parts[i], b))
      return false;
  return true;
}

static bool some_implies(struct terms *terms, struct term *a, struct term *b) {
  for (size_t i = 0; i < a->count; i++)
    if (term_implies(terms, a->parts[i], b))
      return true;
  return false;
}

static bool implies_all(struct terms *terms, struct term *a, struct term *b) {
  for (size_t i = 0; i < b->count; i++)
    if (!term_implies(terms, a, b->parts[i]))
      return false;
  return true;
}

static bool implies_some(struct terms *terms, struct term *a, struct term *b) {
  for (size_t i = 0; i < b->count; i++)
    if (term_implies(terms, a, b->parts[i]))
      return true;
  return false;
}

static bool implies_by_left(struct terms *terms, struct term *a,
                            struct term *b) {
  switch (a->kind) {
  case TERM_AND:
    return some_implies(terms, a, b);
  case TERM_OR:
  case TERM_UNTIL:
    return all_imply(terms, a, b);
  case TERM_RELEASE:
    return term_implies(terms, a->parts[1], b);
  case TERM_NEXT:
    return b->eventual && term_implies(terms, a->parts[0], b);
  default:
    return false;
  }
}

static bool implies_by_right(struct terms *terms, struct term *a,
                             struct term *b) {
  switch (b->kind) {
  case TERM_AND:
  case TERM_RELEASE:
    return implies_all(terms, a, b);
  case TERM_OR:
    return implies_some(terms, a, b);
  case TERM_UNTIL:
    return term_implies(terms, a, b->parts[1]);
  case TERM_NEXT:
    return a->universal && term_implies(terms, a, b->parts[0]);
  default:
    return false;
  }
}

static bool implies_by_rules(struct terms *terms, struct term *a,
                             struct term *b) {
  if (a->kind == TERM_BOOLEAN && b->kind == TERM_BOOLEAN)
    return bdd_minus(terms->bdd, a->guard, b->guard) == BDD_FALSE;
  if (implies_by_left(terms, a, b) || implies_by_right(terms, a, b))
    return true;
  if (a->kind != b->kind || a->kind < TERM_NEXT)
    return false;
  for (size_t i = 0; i < a->count; i++)
    if (!term_implies(terms, a->parts[i], b->parts[i]))
      return false;
  return true;
}

/* ---- answers are kept ---- */

static struct term_pair *find_pair(struct terms *terms, const struct term *a,
                                   const struct term *b) {
  size_t mask = terms->implication_capacity - 1;
  size_t slot = (size_t)scramble((uint64_t)a->number << 32 | b->number) & mask;
  struct term_pair *pairs = terms->implications;
  while (pairs[slot].a && (pairs[slot].a != a || pairs[slot].b != b))
    slot = (slot + 1) & mask;
  return &pairs[slot];
}

static void grow_pairs(struct terms *terms) {
  struct term_pair *old = terms->implications;
  size_t old_capacity = terms->implication_capacity;
  terms->implication_capacity = old_capacity > 0 ? 2 * old_capacity : 1024;
  terms->implications =
      memory_alloc(terms->implication_capacity * sizeof *terms->implications);
  for (size_t i = 0; i < old_capacity; i++)
    if (old[i].a)
      *find_pair(terms, old[i].a, old[i].b) = old[i];
  memory_free(old);
}

static void remember(struct terms *terms, struct term *a, struct term *b,
                     bool answer) {
  if (2 * terms->implication_count >= terms->implication_capacity)
    grow_pairs(terms);
  struct term_pair *pair = find_pair(terms, a, b);
  if (!pair->a) {
    terms->implication_count++;
    pair->a = a;
    pair->b = b;
  }
  pair->known[terms->effort] = (uint8_t)(1 + answer);
}

static bool implies_exactly(struct terms *terms, struct term *a,
                            struct term *b) {
  if (terms->exact_checks_left == 0)
    return false;
  terms->exact_checks_left--;
  return tableau_is_empty(
      terms, term_join_two(terms, TERM_AND, a, term_not(terms, b)));
}

static bool find_answer(struct terms *terms, struct term *a, struct term *b) {
  if (has_counterexample(terms, a, b))
    return false;
  enum term_effort effort = terms->effort;
  terms->effort = EFFORT_SYNTAX;
  bool answer = implies_by_rules(terms, a, b) ||
                (effort == EFFORT_EXACT && implies_exactly(terms, a, b));
  terms->effort = effort;
  return answer;
}

bool term_implies(struct terms *terms, struct term *a, struct term *b) {
  if (a == b || term_is_false(a) || term_is_true(b))
    return true;
  if (terms->effort == EFFORT_IDENTITY || term_is_true(a) || term_is_false(b))
    return false;
  if (terms->implication_capacity == 0)
    grow_pairs(terms);
  const struct term_pair *pair = find_pair(terms, a, b);
  if (pair->a && pair->known[terms->effort])
    return pair->known[terms->effort] == 2;
  bool answer = find_answer(terms, a, b);
  remember(terms, a, b, answer);
  return answer;
}
