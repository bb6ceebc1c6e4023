/* Formulas as the translation sees them: in negation normal form, each stored
 * once.
 *
 * A term without temporal operators is one leaf, whatever its size: a boolean
 * function of the atoms.  Conjunctions and disjunctions have any number of
 * parts, at most one of them a leaf; W, <> and [] are written with U and V.
 */
#ifndef LARIAT_LTL_TERM_H
#define LARIAT_LTL_TERM_H

#include "base/arena.h"
#include "base/vec.h"
#include "ltl/bdd.h"
#include "ltl/formula.h"

enum term_kind {
  TERM_BOOLEAN,
  TERM_AND,
  TERM_OR,
  TERM_NEXT,
  TERM_UNTIL,
  TERM_RELEASE,
};

struct term {
  enum term_kind kind;
  uint32_t number; /* in order of creation */
  bdd_node guard;  /* TERM_BOOLEAN: variable i is atom i */
  size_t count;
  struct term **parts; /* of AND and OR: ascending numbers */

  /* Eventual: it holds whenever a suffix satisfies it; universal: every suffix
   * of a word that satisfies it does so too (Etessami and Holzmann 2000).
   */
  bool eventual, universal;

  /* Filled when first needed. */
  struct term *negation;
  bool expanded;
  bdd_node expansion;     /* see tableau.c */
  uint32_t next;          /* its variable "holds in the next state", or 0 */
  uint32_t promise;       /* its variable "will hold some time", or 0 */
  const uint64_t *sample; /* see imply.c */
};

/* How hard implications between terms are looked for. */
enum term_effort {
  EFFORT_IDENTITY, /* only t implies t */
  EFFORT_SYNTAX,   /* rules on the structure */
  EFFORT_EXACT,    /* and an emptiness check, for small terms */
};

typedef VEC(struct term *) term_list;

struct term_pair; /* see imply.c */

enum { MOST_ATOMS = 64, MOST_PROMISES = 64 };

struct terms {
  struct arena *arena;
  struct bdd *bdd;
  uint32_t atom_count;
  enum term_effort effort;
  struct term **table; /* open addressing */
  size_t count, capacity;
  struct term_pair *implications;
  size_t implication_count, implication_capacity;
  term_list variables; /* of bdd variable MOST_ATOMS + i */
  struct term *truth, *falsehood;
  unsigned exact_checks_left, rewritings_left, rewriting_depth;
};

struct terms *terms_open(struct bdd *bdd, uint32_t atom_count);
void terms_close(struct terms *terms); /* accepts NULL */

/* The term itself, without any simplification. */
struct term *term_raw(struct terms *terms, enum term_kind kind,
                      struct term *const *parts, size_t count);
struct term *term_boolean(struct terms *terms, bdd_node guard);

/* atoms[i] is what formulas call the atom i of the terms. */
struct term *term_of_formula(struct terms *terms, const struct formula *formula,
                             const uint32_t *atoms, bool negated);

static inline bool term_is_true(const struct term *t) {
  return t->kind == TERM_BOOLEAN && t->guard == BDD_TRUE;
}

static inline bool term_is_false(const struct term *t) {
  return t->kind == TERM_BOOLEAN && t->guard == BDD_FALSE;
}

/* <> and [] */
static inline bool term_is_finally(const struct term *t) {
  return t->kind == TERM_UNTIL && term_is_true(t->parts[0]);
}

static inline bool term_is_globally(const struct term *t) {
  return t->kind == TERM_RELEASE && term_is_false(t->parts[0]);
}

static inline bool term_is_finally_globally(const struct term *t) {
  return term_is_finally(t) && term_is_globally(t->parts[1]);
}

static inline bool term_is_globally_finally(const struct term *t) {
  return term_is_globally(t) && term_is_finally(t->parts[1]);
}

static inline bool term_is_eventual(const struct term *t) {
  return t->eventual;
}

static inline bool term_is_universal(const struct term *t) {
  return t->universal;
}

/* X makes no difference to it. */
static inline bool term_is_suspendable(const struct term *t) {
  return t->eventual && t->universal;
}

#endif
