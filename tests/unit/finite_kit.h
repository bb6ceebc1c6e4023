/* Formulas over finite words, by their definition. */
#ifndef LARIAT_TESTS_FINITE_KIT_H
#define LARIAT_TESTS_FINITE_KIT_H

#include "ltl/formula.h"

struct word {
  const uint64_t *letters;
  size_t length;
};

static inline bool holds(const struct formula *f, const struct word *word,
                         size_t i);

/* Is there a position from i on where g has the wanted value, and f too at all
 * positions before it?  NULL stands for a formula that always has it.
 */
static inline bool meets(const struct formula *f, const struct formula *g,
                         const struct word *word, size_t i, bool wanted) {
  for (size_t j = i; j < word->length; j++) {
    if (holds(g, word, j) == wanted)
      return true;
    if (f && holds(f, word, j) != wanted)
      return false;
  }
  return false;
}

static inline bool holds_always(const struct formula *f,
                                const struct word *word, size_t i) {
  return !meets(NULL, f, word, i, false);
}

/* The paper's definition, on non-empty words: (word, i) satisfies f. */
static inline bool holds(const struct formula *f, const struct word *word,
                         size_t i) {
  const bool last = i + 1 == word->length;
  switch (f->kind) {
  case FORMULA_TRUE:
    return true;
  case FORMULA_FALSE:
    return false;
  case FORMULA_ATOM:
    return word->letters[i] >> f->atom & 1;
  case FORMULA_NOT:
    return !holds(f->left, word, i);
  case FORMULA_AND:
    return holds(f->left, word, i) && holds(f->right, word, i);
  case FORMULA_OR:
    return holds(f->left, word, i) || holds(f->right, word, i);
  case FORMULA_IMPLIES:
    return !holds(f->left, word, i) || holds(f->right, word, i);
  case FORMULA_EQUIV:
    return holds(f->left, word, i) == holds(f->right, word, i);
  case FORMULA_NEXT:
    return last || holds(f->left, word, i + 1);
  case FORMULA_STRONG_NEXT:
    return !last && holds(f->left, word, i + 1);
  case FORMULA_ALWAYS:
    return holds_always(f->left, word, i);
  case FORMULA_EVENTUALLY:
    return meets(NULL, f->left, word, i, true);
  case FORMULA_UNTIL:
    return meets(f->left, f->right, word, i, true);
  case FORMULA_WEAK_UNTIL:
    return meets(f->left, f->right, word, i, true) ||
           holds_always(f->left, word, i);
  case FORMULA_RELEASE:
    return !meets(f->left, f->right, word, i, false);
  }
  return false;
}

/* The same for the empty word, read as a last position without a letter: there
 * a fixed point is what it is at a last position.
 */
static inline bool holds_on_empty(const struct formula *f) {
  switch (f->kind) {
  case FORMULA_TRUE:
  case FORMULA_NEXT:
    return true;
  case FORMULA_FALSE:
  case FORMULA_ATOM:
  case FORMULA_STRONG_NEXT:
    return false;
  case FORMULA_NOT:
    return !holds_on_empty(f->left);
  case FORMULA_AND:
    return holds_on_empty(f->left) && holds_on_empty(f->right);
  case FORMULA_OR:
  case FORMULA_WEAK_UNTIL:
    return holds_on_empty(f->left) || holds_on_empty(f->right);
  case FORMULA_IMPLIES:
    return !holds_on_empty(f->left) || holds_on_empty(f->right);
  case FORMULA_EQUIV:
    return holds_on_empty(f->left) == holds_on_empty(f->right);
  case FORMULA_ALWAYS:
  case FORMULA_EVENTUALLY:
    return holds_on_empty(f->left);
  case FORMULA_UNTIL:
  case FORMULA_RELEASE:
    return holds_on_empty(f->right);
  }
  return false;
}

static inline bool word_satisfies(const struct word *word,
                                  const struct formula *f) {
  return word->length > 0 ? holds(f, word, 0) : holds_on_empty(f);
}

#endif
