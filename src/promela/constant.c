/* Constants that the parser itself must know: sizes, capacities, widths.
 *
 * Numbers and names of mtype values, joined by + - * / % and parentheses;
 * 32 bits wide, as everywhere.
 */
#include "promela/parser.h"

static int64_t constant_sum(struct parser *p);

static int64_t constant_name(struct parser *p) {
  struct token name = take(p);
  const struct mtype_value *value = map_get(&p->mtype_values, name.text);
  if (value)
    return value->value;
  (void)find_variable(p, name.text, name.span);
  if (!map_get(&p->reported, name.text))
    semantic_error(p, name.span,
                   "'%s' is a variable: a constant is needed "
                   "here",
                   name.text);
  return 1;
}

static int64_t constant_primary(struct parser *p) {
  int64_t value = 0;
  if (!enter(p))
    return 1;
  switch (peek(p)->kind) {
  case TOKEN_NUMBER:
    value = (int32_t)take(p).value;
    break;
  case TOKEN_KW_TRUE:
  case TOKEN_KW_SKIP:
    take(p);
    value = 1;
    break;
  case TOKEN_KW_FALSE:
    take(p);
    break;
  case TOKEN_MINUS:
    take(p);
    value = -constant_primary(p);
    break;
  case TOKEN_LPAREN:
    take(p);
    value = constant_sum(p);
    expect(p, TOKEN_RPAREN, "");
    break;
  default:
    if (at_name(p))
      value = constant_name(p);
    else
      syntax_error(p, "expected a constant");
  }
  leave(p);
  return value;
}

static int64_t divide(struct parser *p, enum token_kind kind, int64_t a,
                      int64_t b, struct span where) {
  if (b != 0)
    return kind == TOKEN_SLASH ? a / b : a % b;
  semantic_error(p, where, "division by zero");
  return 1;
}

static int64_t constant_product(struct parser *p) {
  int64_t value = constant_primary(p);
  while (at(p, TOKEN_STAR) || at(p, TOKEN_SLASH) || at(p, TOKEN_PERCENT)) {
    struct token token = take(p);
    int64_t right = constant_primary(p);
    value = token.kind == TOKEN_STAR
                ? value * right
                : divide(p, token.kind, value, right, token.span);
    value = (int32_t)value;
  }
  return value;
}

static int64_t constant_sum(struct parser *p) {
  int64_t value = constant_product(p);
  while (at(p, TOKEN_PLUS) || at(p, TOKEN_MINUS)) {
    bool add = take(p).kind == TOKEN_PLUS;
    int64_t right = constant_product(p);
    value = (int32_t)(add ? value + right : value - right);
  }
  return value;
}

int64_t parse_signed_constant(struct parser *p) {
  return constant_sum(p);
}

int64_t parse_constant(struct parser *p, const char *what) {
  struct span start = peek(p)->span;
  int64_t value = constant_sum(p);
  if (value < 0)
    semantic_error(p, span_from(p, start), "%s cannot be negative", what);
  return value < 0 ? 1 : value;
}

/* As in SPIN, a variable counts as its constant initial value. */
static int64_t size_of_variable(struct parser *p) {
  enum { USUAL_SIZE = 8 };
  const struct token name = take(p);
  const struct var *var = find_variable(p, name.text, name.span);
  if (map_get(&p->reported, name.text))
    return 1;
  if (var->init_count > 0 && var->inits[0]->kind == EXPR_CONST &&
      var->inits[0]->value > 0)
    return var->inits[0]->value;
  diag_warning(p->diag, name.span,
               "'%s' has no constant initial value above 0: it counts as %d "
               "here, as in SPIN",
               name.text, USUAL_SIZE);
  return USUAL_SIZE;
}

int64_t parse_size(struct parser *p) {
  const bool is_variable = at_name(p) &&
                           peek_at(p, 1)->kind == TOKEN_RBRACKET &&
                           !map_get(&p->mtype_values, peek(p)->text);
  return is_variable ? size_of_variable(p)
                     : parse_constant(p, "the size of an array");
}
