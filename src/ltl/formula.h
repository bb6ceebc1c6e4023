/* Formulas of linear temporal logic over numbered atoms. */
#ifndef LARIAT_LTL_FORMULA_H
#define LARIAT_LTL_FORMULA_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/source.h"

#include <stdbool.h>
#include <stdint.h>

enum formula_kind {
  FORMULA_TRUE,
  FORMULA_FALSE,
  FORMULA_ATOM, /* a proposition; its meaning belongs to who made the formula */
  FORMULA_NOT,
  FORMULA_AND,
  FORMULA_OR,
  FORMULA_IMPLIES,
  FORMULA_EQUIV,
  FORMULA_NEXT,        /* on finite words: the weak one */
  FORMULA_STRONG_NEXT, /* elsewhere the same */
  FORMULA_ALWAYS,
  FORMULA_EVENTUALLY,
  FORMULA_UNTIL,
  FORMULA_WEAK_UNTIL,
  FORMULA_RELEASE,
};

struct formula {
  enum formula_kind kind;
  struct span where;
  uint32_t atom;                      /* FORMULA_ATOM */
  const struct formula *left, *right; /* unary operators use left */
};

/* A formula in the arena; operands that the kind does not have are NULL. */
const struct formula *formula_new(struct arena *arena, enum formula_kind kind,
                                  const struct formula *left,
                                  const struct formula *right);
const struct formula *formula_atom(struct arena *arena, uint32_t atom);

bool formula_is_unary(enum formula_kind kind);

/* Prints in SPIN's syntax, with names[i] for atom i; a name that is more than a
 * word gets parentheses.
 */
void formula_print(struct buffer *out, const struct formula *formula,
                   const char *const *names);
void formula_print_name(struct buffer *out, const char *name);

#endif
