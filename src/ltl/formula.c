/* Formulas: making and printing them.
 *
 * Printed formulas have parentheses wherever an operand is binary and not the
 * same associative operator, so nobody has to remember a precedence.
 */
#include "ltl/formula.h"

#include <ctype.h>
#include <string.h>

const struct formula *formula_new(struct arena *arena, enum formula_kind kind,
                                  const struct formula *left,
                                  const struct formula *right) {
  struct formula *formula = ARENA_NEW(arena, struct formula);
  *formula = (struct formula){.kind = kind, .left = left, .right = right};
  return formula;
}

const struct formula *formula_atom(struct arena *arena, uint32_t atom) {
  struct formula *formula = ARENA_NEW(arena, struct formula);
  *formula = (struct formula){.kind = FORMULA_ATOM, .atom = atom};
  return formula;
}

bool formula_is_unary(enum formula_kind kind) {
  return kind == FORMULA_NOT || kind == FORMULA_NEXT ||
         kind == FORMULA_STRONG_NEXT || kind == FORMULA_ALWAYS ||
         kind == FORMULA_EVENTUALLY;
}

static const char *const signs[] = {
    [FORMULA_NOT] = "!",
    [FORMULA_AND] = " && ",
    [FORMULA_OR] = " || ",
    [FORMULA_IMPLIES] = " -> ",
    [FORMULA_EQUIV] = " <-> ",
    [FORMULA_NEXT] = "X ",
    [FORMULA_STRONG_NEXT] = "X[!] ",
    [FORMULA_ALWAYS] = "[] ",
    [FORMULA_EVENTUALLY] = "<> ",
    [FORMULA_UNTIL] = " U ",
    [FORMULA_WEAK_UNTIL] = " W ",
    [FORMULA_RELEASE] = " V ",
};

static void print_operand(struct buffer *out, enum formula_kind outer,
                          const struct formula *operand,
                          const char *const *names) {
  bool bare = operand->kind <= FORMULA_ATOM || formula_is_unary(operand->kind);
  if (operand->kind == outer)
    bare = bare || outer == FORMULA_AND || outer == FORMULA_OR;
  if (!bare)
    buffer_putc(out, '(');
  formula_print(out, operand, names);
  if (!bare)
    buffer_putc(out, ')');
}

void formula_print_name(struct buffer *out, const char *name) {
  bool bare = *name != '\0';
  for (const char *c = name; *c; c++)
    bare = bare && (isalnum((unsigned char)*c) || strchr("_.@:[]", *c));
  buffer_printf(out, bare ? "%s" : "(%s)", name);
}

void formula_print(struct buffer *out, const struct formula *formula,
                   const char *const *names) {
  enum formula_kind kind = formula->kind;
  if (kind == FORMULA_TRUE || kind == FORMULA_FALSE) {
    buffer_puts(out, kind == FORMULA_TRUE ? "true" : "false");
  } else if (kind == FORMULA_ATOM) {
    formula_print_name(out, names[formula->atom]);
  } else if (formula_is_unary(kind)) {
    buffer_puts(out, signs[kind]);
    print_operand(out, kind, formula->left, names);
  } else {
    print_operand(out, kind, formula->left, names);
    buffer_puts(out, signs[kind]);
    print_operand(out, kind, formula->right, names);
  }
}
