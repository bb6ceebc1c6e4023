/* Terms, each stored once: a hash table over kind and parts.
 *
 * Equal terms have equal addresses, so that comparing is free and results can
 * be kept in the terms themselves.
 */
#include "ltl/term.h"

#include "base/memory.h"
#include "ltl/rewrite.h"

#include <assert.h>
#include <string.h>

enum { FIRST_CAPACITY = 256, EXACT_CHECKS = 400, REWRITINGS = 20000 };

struct terms *terms_open(struct bdd *bdd, uint32_t atom_count) {
  struct terms *terms = memory_alloc(sizeof *terms);
  terms->arena = arena_open();
  terms->bdd = bdd;
  terms->atom_count = atom_count;
  terms->effort = EFFORT_SYNTAX;
  terms->exact_checks_left = EXACT_CHECKS;
  terms->rewritings_left = REWRITINGS;
  terms->capacity = FIRST_CAPACITY;
  terms->table = memory_alloc(terms->capacity * sizeof(struct term *));
  terms->truth = term_boolean(terms, BDD_TRUE);
  terms->falsehood = term_boolean(terms, BDD_FALSE);
  return terms;
}

void terms_close(struct terms *terms) {
  if (!terms)
    return;
  arena_close(terms->arena);
  memory_free(terms->table);
  memory_free(terms->implications);
  vec_free(&terms->variables);
  memory_free(terms);
}

/* ---- storing once ---- */

static size_t hash(const struct term *t) {
  uint64_t mixed = (uint64_t)t->kind * 31 + t->guard;
  for (size_t i = 0; i < t->count; i++)
    mixed = (mixed ^ t->parts[i]->number) * UINT64_C(0x9E3779B97F4A7C15);
  return (size_t)(mixed ^ (mixed >> 32));
}

static bool same(const struct term *a, const struct term *b) {
  return a->kind == b->kind && a->guard == b->guard && a->count == b->count &&
         (a->count == 0 ||
          memcmp(a->parts, b->parts, a->count * sizeof *a->parts) == 0);
}

static struct term **find_slot(const struct terms *terms,
                               const struct term *wanted) {
  size_t slot = hash(wanted) & (terms->capacity - 1);
  while (terms->table[slot] && !same(terms->table[slot], wanted))
    slot = (slot + 1) & (terms->capacity - 1);
  return &terms->table[slot];
}

static void grow(struct terms *terms) {
  struct term **old = terms->table;
  size_t old_capacity = terms->capacity;
  terms->capacity *= 2;
  terms->table = memory_alloc(terms->capacity * sizeof(struct term *));
  for (size_t i = 0; i < old_capacity; i++)
    if (old[i])
      *find_slot(terms, old[i]) = old[i];
  memory_free(old);
}

static void classify(struct term *t) {
  bool all_eventual = true, all_universal = true;
  for (size_t i = 0; i < t->count; i++) {
    all_eventual = all_eventual && t->parts[i]->eventual;
    all_universal = all_universal && t->parts[i]->universal;
  }
  t->eventual = all_eventual;
  t->universal = all_universal;
  if (t->kind == TERM_BOOLEAN)
    t->eventual = t->universal = t->guard <= BDD_TRUE;
  if (t->kind == TERM_UNTIL)
    t->eventual = term_is_finally(t) || t->parts[1]->eventual;
  if (t->kind == TERM_RELEASE)
    t->universal = term_is_globally(t) || t->parts[1]->universal;
}

static struct term *keep(struct terms *terms, const struct term *wanted) {
  struct term **slot = find_slot(terms, wanted);
  if (*slot)
    return *slot;
  struct term *kept = ARENA_NEW(terms->arena, struct term);
  *kept = *wanted;
  kept->number = (uint32_t)terms->count++;
  kept->parts = ARENA_ARRAY(terms->arena, struct term *, wanted->count + 1);
  for (size_t i = 0; i < wanted->count; i++)
    kept->parts[i] = wanted->parts[i];
  classify(kept);
  *slot = kept;
  if (terms->count * 2 > terms->capacity)
    grow(terms);
  return kept;
}

struct term *term_raw(struct terms *terms, enum term_kind kind,
                      struct term *const *parts, size_t count) {
  struct term wanted = {
      .kind = kind, .parts = (struct term **)parts, .count = count};
  return keep(terms, &wanted);
}

struct term *term_boolean(struct terms *terms, bdd_node guard) {
  struct term wanted = {.kind = TERM_BOOLEAN, .guard = guard};
  return keep(terms, &wanted);
}

/* ---- from formulas ---- */

static struct term *atom(struct terms *terms, const struct formula *formula,
                         const uint32_t *atoms, bool negated) {
  uint32_t number = 0;
  while (atoms[number] != formula->atom)
    number++;
  assert(number < terms->atom_count);
  bdd_node variable = bdd_variable(terms->bdd, number);
  return term_boolean(terms,
                      negated ? bdd_not(terms->bdd, variable) : variable);
}

static struct term *join(struct terms *terms, bool conjunction, struct term *a,
                         struct term *b) {
  return term_join_two(terms, conjunction ? TERM_AND : TERM_OR, a, b);
}

/* a <-> b: both or none. */
static struct term *equivalence(struct terms *terms, struct term *a,
                                struct term *b) {
  struct term *none = join(terms, true, term_not(terms, a), term_not(terms, b));
  return join(terms, false, join(terms, true, a, b), none);
}

struct term *term_of_formula(struct terms *terms, const struct formula *formula,
                             const uint32_t *atoms, bool negated) {
  enum formula_kind kind = formula->kind;
  if (kind == FORMULA_TRUE || kind == FORMULA_FALSE)
    return (kind == FORMULA_TRUE) != negated ? terms->truth : terms->falsehood;
  if (kind == FORMULA_ATOM)
    return atom(terms, formula, atoms, negated);
  if (kind == FORMULA_NOT)
    return term_of_formula(terms, formula->left, atoms, !negated);
  if (kind == FORMULA_EQUIV)
    return equivalence(terms,
                       term_of_formula(terms, formula->left, atoms, negated),
                       term_of_formula(terms, formula->right, atoms, false));
  bool left_negated = kind == FORMULA_IMPLIES ? !negated : negated;
  struct term *a = term_of_formula(terms, formula->left, atoms, left_negated);
  if (kind == FORMULA_NEXT || kind == FORMULA_STRONG_NEXT)
    return term_next(terms, a);
  if (kind == FORMULA_ALWAYS || kind == FORMULA_EVENTUALLY)
    return (kind == FORMULA_ALWAYS) != negated
               ? term_release(terms, terms->falsehood, a)
               : term_until(terms, terms->truth, a);
  struct term *b = term_of_formula(terms, formula->right, atoms, negated);
  switch (kind) {
  case FORMULA_AND:
    return join(terms, !negated, a, b);
  case FORMULA_OR:
  case FORMULA_IMPLIES:
    return join(terms, negated, a, b);
  case FORMULA_UNTIL:
    return negated ? term_release(terms, a, b) : term_until(terms, a, b);
  case FORMULA_RELEASE:
    return negated ? term_until(terms, a, b) : term_release(terms, a, b);
  default: /* a W b is b V (a || b), and its negation !b U (!a && !b) */
    assert(kind == FORMULA_WEAK_UNTIL);
    return negated ? term_until(terms, b, join(terms, true, a, b))
                   : term_release(terms, b, join(terms, false, a, b));
  }
}
