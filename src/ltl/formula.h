/* Formulas of linear temporal logic over numbered atoms. */
#ifndef LARIAT_LTL_FORMULA_H
#define LARIAT_LTL_FORMULA_H

#include "base/source.h"

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
  FORMULA_NEXT,
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

#endif
