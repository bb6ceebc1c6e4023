/* ltl blocks: temporal operators around ordinary expressions.
 *
 * Expressions and formulas share one grammar (see parse_expr.c).  An operand
 * stays an expression as long as no temporal operator touches it; then its
 * boolean operators become operators of the formula, and what is left below
 * them are the atoms.  Equal texts are one atom.
 *
 * Precedence as in SPIN: U, V and W bind more tightly than &&, which binds more
 * tightly than ||, then -> and <->; the prefix operators bind most tightly; all
 * binary ones associate to the left.
 */
#include "model/print.h"
#include "promela/parser.h"

#include <string.h>

enum { IMPLIES_PRECEDENCE = 1, UNTIL_PRECEDENCE = 4 };

static const struct {
  const char *word;
  enum formula_kind kind;
  bool prefix;
} words[] = {
    {"U", FORMULA_UNTIL, false},
    {"until", FORMULA_UNTIL, false},
    {"stronguntil", FORMULA_UNTIL, false},
    {"W", FORMULA_WEAK_UNTIL, false},
    {"weakuntil", FORMULA_WEAK_UNTIL, false},
    {"V", FORMULA_RELEASE, false},
    {"R", FORMULA_RELEASE, false},
    {"release", FORMULA_RELEASE, false},
    {"implies", FORMULA_IMPLIES, false},
    {"equivalent", FORMULA_EQUIV, false},
    {"X", FORMULA_NEXT, true},
    {"next", FORMULA_NEXT, true},
    {"weaknext", FORMULA_NEXT, true},
    {"strongnext", FORMULA_STRONG_NEXT, true},
    {"always", FORMULA_ALWAYS, true},
    {"eventually", FORMULA_EVENTUALLY, true},
};

static bool find_word(const struct token *token, bool prefix,
                      enum formula_kind *kind) {
  if (token->kind != TOKEN_NAME)
    return false;
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (words[i].prefix == prefix && strcmp(words[i].word, token->text) == 0) {
      *kind = words[i].kind;
      return true;
    }
  return false;
}

static bool prefix_kind(const struct parser *p, enum formula_kind *kind) {
  if (at(p, TOKEN_ALWAYS))
    *kind = FORMULA_ALWAYS;
  else if (at(p, TOKEN_EVENTUALLY))
    *kind = FORMULA_EVENTUALLY;
  else
    return find_word(peek(p), true, kind);
  return true;
}

bool at_ltl_prefix(const struct parser *p) {
  enum formula_kind kind;
  return prefix_kind(p, &kind);
}

int ltl_operator(const struct parser *p, enum formula_kind *kind) {
  if (at(p, TOKEN_ARROW)) {
    *kind = FORMULA_IMPLIES;
  } else if (at(p, TOKEN_EQUIV)) {
    *kind = FORMULA_EQUIV;
  } else if (!find_word(peek(p), false, kind)) {
    return 0;
  }
  return *kind == FORMULA_IMPLIES || *kind == FORMULA_EQUIV ? IMPLIES_PRECEDENCE
                                                            : UNTIL_PRECEDENCE;
}

static struct formula *new_formula(struct parser *p, enum formula_kind kind,
                                   struct span where) {
  struct formula *formula = ARENA_NEW(p->model->arena, struct formula);
  formula->kind = kind;
  formula->where = where;
  return formula;
}

static uint32_t atom_number(struct parser *p, struct expr *expr) {
  struct buffer text = {0};
  print_expr(&text, expr);
  const char *key =
      intern_text(p->model->intern, buffer_text(&text), text.length);
  buffer_free(&text);
  uint32_t *number = map_get(&p->atom_numbers, key);
  if (!number) {
    number = ARENA_NEW(p->arena, uint32_t);
    *number = (uint32_t)p->atoms.count;
    map_put(&p->atom_numbers, key, number);
    vec_push(&p->atoms, expr);
  }
  return *number;
}

static const struct formula *formula_of_expr(struct parser *p,
                                             struct expr *expr) {
  struct formula *formula = new_formula(p, FORMULA_ATOM, expr->where);
  switch (expr->kind) {
  case EXPR_AND:
  case EXPR_OR:
    formula->kind = expr->kind == EXPR_AND ? FORMULA_AND : FORMULA_OR;
    formula->left = formula_of_expr(p, expr->a);
    formula->right = formula_of_expr(p, expr->b);
    break;
  case EXPR_NOT:
    formula->kind = FORMULA_NOT;
    formula->left = formula_of_expr(p, expr->a);
    break;
  case EXPR_CONST:
    formula->kind = expr->value ? FORMULA_TRUE : FORMULA_FALSE;
    break;
  default:
    formula->atom = atom_number(p, expr);
  }
  return formula;
}

const struct formula *formula_of(struct parser *p, struct operand operand) {
  if (operand.formula)
    return operand.formula;
  check_events(p, operand.expr);
  return formula_of_expr(p, operand.expr);
}

struct operand ltl_combine(struct parser *p, enum formula_kind kind,
                           struct operand left, struct operand right,
                           struct span where) {
  struct formula *formula = new_formula(p, kind, where);
  formula->left = formula_of(p, left);
  if (!formula_is_unary(kind))
    formula->right = formula_of(p, right);
  return (struct operand){left.expr, formula};
}

/* X[!], the strong next: nothing else begins like this. */
static bool accept_strong_mark(struct parser *p) {
  if (!at(p, TOKEN_LBRACKET) || peek_at(p, 1)->kind != TOKEN_NOT ||
      peek_at(p, 2)->kind != TOKEN_RBRACKET)
    return false;
  for (int i = 0; i < 3; i++)
    (void)take(p);
  return true;
}

struct operand ltl_prefix(struct parser *p) {
  enum formula_kind kind = FORMULA_ALWAYS;
  prefix_kind(p, &kind);
  struct span start = take(p).span;
  if (kind == FORMULA_NEXT && accept_strong_mark(p))
    kind = FORMULA_STRONG_NEXT;
  struct operand inner = parse_operand(p);
  return ltl_combine(p, kind, inner, inner, span_from(p, start));
}

static const struct formula *parse_formula(struct parser *p) {
  p->ltl_mode = true;
  begin_expression(p);
  const struct formula *formula = formula_of(p, parse_formula_operand(p));
  end_expression(p);
  p->ltl_mode = false;
  return formula;
}

static const char *block_name(struct parser *p) {
  if (at_name(p))
    return take(p).text;
  const char *name =
      arena_printf(p->model->arena, "ltl_%u", p->unnamed_formulas++);
  return intern_string(p->model->intern, name);
}

void parse_ltl_block(struct parser *p) {
  struct ltl_block block = {.where = take(p).span};
  if (at_name(p))
    block.where = peek(p)->span;
  block.name = block_name(p);
  for (size_t i = 0; i < p->ltl.count; i++)
    if (p->ltl.items[i].name == block.name)
      semantic_error(p, block.where, "formula '%s' is declared twice",
                     block.name);
  expect(p, TOKEN_LBRACE, "before the formula");
  block.formula = parse_formula(p);
  accept(p, TOKEN_SEMI);
  if (!accept(p, TOKEN_RBRACE))
    syntax_error(p, "expected the end of the formula");
  vec_push(&p->ltl, block);
  calm_down(p);
}
