/* The expressions of #if: integers of 64 bits, all signed, with C's operators.
 *
 * Two stacks, one of values and one of operators that wait for their right
 * operand (Dijkstra's shunting yard), so that no depth of parentheses overflows
 * the C stack, and the cost is linear.  Everything is evaluated, also what &&
 * || and ?: skip; a division by zero makes its value invalid instead of failing
 * at once, and an invalid value that is skipped does no harm.
 */
#include "promela/condition.h"
#include "base/vec.h"

#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct value {
  int64_t number;
  bool invalid; /* divided by zero */
};

enum precedence {
  LEVEL_OPENING, /* ( and ?, which wait for ) and : */
  LEVEL_CHOICE,  /* a complete ?: */
  LEVEL_OR,
  LEVEL_AND,
  LEVEL_BIT_OR,
  LEVEL_BIT_XOR,
  LEVEL_BIT_AND,
  LEVEL_EQUALITY,
  LEVEL_ORDER,
  LEVEL_SHIFT,
  LEVEL_SUM,
  LEVEL_PRODUCT,
  LEVEL_UNARY,
};

struct operation {
  enum token_kind kind;
  enum precedence level;
};

struct evaluation {
  struct diag *diag;
  VEC(struct value) values;
  VEC(struct operation) operations;
};

/* LEVEL_OPENING: not a binary operator. */
static enum precedence binary_level(enum token_kind kind) {
  static const enum precedence levels[TOKEN_KINDS] = {
      [TOKEN_OR] = LEVEL_OR,         [TOKEN_AND] = LEVEL_AND,
      [TOKEN_PIPE] = LEVEL_BIT_OR,   [TOKEN_CARET] = LEVEL_BIT_XOR,
      [TOKEN_AMP] = LEVEL_BIT_AND,   [TOKEN_EQ] = LEVEL_EQUALITY,
      [TOKEN_NE] = LEVEL_EQUALITY,   [TOKEN_LT] = LEVEL_ORDER,
      [TOKEN_LE] = LEVEL_ORDER,      [TOKEN_GT] = LEVEL_ORDER,
      [TOKEN_GE] = LEVEL_ORDER,      [TOKEN_LSHIFT] = LEVEL_SHIFT,
      [TOKEN_RSHIFT] = LEVEL_SHIFT,  [TOKEN_PLUS] = LEVEL_SUM,
      [TOKEN_MINUS] = LEVEL_SUM,     [TOKEN_STAR] = LEVEL_PRODUCT,
      [TOKEN_SLASH] = LEVEL_PRODUCT, [TOKEN_PERCENT] = LEVEL_PRODUCT,
  };
  return levels[kind];
}

static struct value valid(int64_t number) {
  return (struct value){.number = number};
}

static struct value pop(struct evaluation *evaluation) {
  assert(evaluation->values.count > 0);
  return vec_pop(&evaluation->values);
}

static int64_t apply_unary(enum token_kind kind, int64_t a) {
  switch (kind) {
  case TOKEN_NOT:
    return !a;
  case TOKEN_TILDE:
    return ~a;
  case TOKEN_MINUS:
    return (int64_t)(0 - (uint64_t)a);
  default:
    return a;
  }
}

static int64_t shift(int64_t a, int64_t left) {
  if (left >= 0)
    return left < 64 ? (int64_t)((uint64_t)a << left) : 0;
  return left > -64 ? a >> -left : a >> 63;
}

static struct value divide(enum token_kind kind, int64_t a, int64_t b) {
  if (b == 0)
    return (struct value){.invalid = true};
  if (b == -1) /* the one that may overflow */
    return valid(kind == TOKEN_SLASH ? apply_unary(TOKEN_MINUS, a) : 0);
  return valid(kind == TOKEN_SLASH ? a / b : a % b);
}

static int64_t apply_bits(enum token_kind kind, int64_t a, int64_t b) {
  switch (kind) {
  case TOKEN_PIPE:
    return a | b;
  case TOKEN_CARET:
    return a ^ b;
  case TOKEN_AMP:
    return a & b;
  case TOKEN_LSHIFT:
    return shift(a, b);
  default:
    return shift(a, b == INT64_MIN ? INT64_MAX : -b);
  }
}

static int64_t compare(enum token_kind kind, int64_t a, int64_t b) {
  switch (kind) {
  case TOKEN_EQ:
    return a == b;
  case TOKEN_NE:
    return a != b;
  case TOKEN_LT:
    return a < b;
  case TOKEN_LE:
    return a <= b;
  case TOKEN_GT:
    return a > b;
  default:
    return a >= b;
  }
}

/* && when skips is false, || when it is true: the left value that decides. */
static struct value apply_logic(bool skips, struct value a, struct value b) {
  if (a.invalid || (a.number != 0) == skips)
    return (struct value){skips, a.invalid};
  return (struct value){b.number != 0, b.invalid};
}

static struct value apply_strict(struct operation operation, int64_t a,
                                 int64_t b) {
  switch (operation.level) {
  case LEVEL_PRODUCT:
    if (operation.kind != TOKEN_STAR)
      return divide(operation.kind, a, b);
    return valid((int64_t)((uint64_t)a * (uint64_t)b));
  case LEVEL_SUM:
    if (operation.kind == TOKEN_MINUS)
      return valid((int64_t)((uint64_t)a - (uint64_t)b));
    return valid((int64_t)((uint64_t)a + (uint64_t)b));
  case LEVEL_ORDER:
  case LEVEL_EQUALITY:
    return valid(compare(operation.kind, a, b));
  default:
    return valid(apply_bits(operation.kind, a, b));
  }
}

static struct value apply_binary(struct operation operation, struct value a,
                                 struct value b) {
  if (operation.level == LEVEL_AND || operation.level == LEVEL_OR)
    return apply_logic(operation.level == LEVEL_OR, a, b);
  struct value result = apply_strict(operation, a.number, b.number);
  result.invalid |= a.invalid || b.invalid;
  return result;
}

/* Applies the operation on top of the stack. */
static void reduce(struct evaluation *evaluation) {
  struct operation operation = vec_pop(&evaluation->operations);
  struct value last = pop(evaluation);
  assert(operation.level != LEVEL_OPENING);
  if (operation.level == LEVEL_UNARY) {
    last.number = apply_unary(operation.kind, last.number);
  } else if (operation.level == LEVEL_CHOICE) {
    struct value first = pop(evaluation);
    struct value condition = pop(evaluation);
    if (condition.number != 0)
      last = first;
    last.invalid |= condition.invalid;
  } else {
    last = apply_binary(operation, pop(evaluation), last);
  }
  vec_push(&evaluation->values, last);
}

static void reduce_to(struct evaluation *evaluation, enum precedence level) {
  while (evaluation->operations.count > 0 &&
         vec_last(&evaluation->operations)->level >= level)
    reduce(evaluation);
}

static void push(struct evaluation *evaluation, enum token_kind kind,
                 enum precedence level) {
  struct operation operation = {kind, level};
  vec_push(&evaluation->operations, operation);
}

/* Reduces to the innermost ( or ?, which must be of this kind; removes it. */
static bool close_group(struct evaluation *evaluation,
                        enum token_kind opening) {
  reduce_to(evaluation, LEVEL_CHOICE);
  if (evaluation->operations.count == 0 ||
      vec_last(&evaluation->operations)->kind != opening)
    return false;
  (void)vec_pop(&evaluation->operations);
  return true;
}

static int64_t escaped(const char *text) {
  static const char letters[] = "abfnrtv", values[] = "\a\b\f\n\r\t\v";
  if (text[0] >= '0' && text[0] <= '7')
    return strtol(text, NULL, 8);
  if (text[0] == 'x')
    return strtol(text + 1, NULL, 16);
  const char *letter = strchr(letters, text[0]);
  return letter ? values[letter - letters] : text[0];
}

/* A number or a character as C writes it. */
static bool read_number(const char *text, int64_t *out) {
  if (text[0] == '\'') {
    *out = text[1] == '\\' ? escaped(text + 2) : (signed char)text[1];
    return text[1] != '\'';
  }
  char *suffix;
  errno = 0;
  *out = (int64_t)strtoull(text, &suffix, 0);
  return errno == 0 && suffix[strspn(suffix, "uUlL")] == '\0';
}

static bool complain(struct evaluation *evaluation, const struct token *token) {
  diag_error(evaluation->diag, token->span,
             "'%s' has no place in the condition of an #if", token->text);
  return false;
}

/* Takes a token where an operand may begin; *is_complete: one has ended. */
static bool take_operand(struct evaluation *evaluation,
                         const struct token *token, bool *is_complete) {
  struct value value = {0};
  switch (token->kind) {
  case TOKEN_NUMBER:
    if (!read_number(token->text, &value.number))
      return complain(evaluation, token);
    break;
  case TOKEN_LPAREN:
    push(evaluation, token->kind, LEVEL_OPENING);
    return true;
  case TOKEN_NOTNOT:
    push(evaluation, TOKEN_NOT, LEVEL_UNARY);
    push(evaluation, TOKEN_NOT, LEVEL_UNARY);
    return true;
  case TOKEN_NOT:
  case TOKEN_TILDE:
  case TOKEN_PLUS:
  case TOKEN_MINUS:
    push(evaluation, token->kind, LEVEL_UNARY);
    return true;
  case TOKEN_NAME: /* not a macro: counts as 0 */
    break;
  default:
    return complain(evaluation, token);
  }
  vec_push(&evaluation->values, value);
  *is_complete = true;
  return true;
}

/* Takes a token behind an operand. */
static bool take_operator(struct evaluation *evaluation,
                          const struct token *token, bool *is_complete) {
  *is_complete = token->kind == TOKEN_RPAREN;
  switch (token->kind) {
  case TOKEN_RPAREN:
    return close_group(evaluation, TOKEN_LPAREN) || complain(evaluation, token);
  case TOKEN_QUERY:
    reduce_to(evaluation, LEVEL_OR); /* not LEVEL_CHOICE: groups to the right */
    push(evaluation, token->kind, LEVEL_OPENING);
    return true;
  case TOKEN_COLON:
    if (!close_group(evaluation, TOKEN_QUERY))
      return complain(evaluation, token);
    push(evaluation, token->kind, LEVEL_CHOICE);
    return true;
  default:
    break;
  }
  enum precedence level = binary_level(token->kind);
  if (level == LEVEL_OPENING)
    return complain(evaluation, token);
  reduce_to(evaluation, level);
  push(evaluation, token->kind, level);
  return true;
}

static bool take_all(struct evaluation *evaluation,
                     const struct tokens *expression, struct span where) {
  bool is_complete = false; /* an operand ends here */
  for (size_t i = 0; i < expression->count; i++) {
    const struct token *token = &expression->items[i];
    bool ok = is_complete ? take_operator(evaluation, token, &is_complete)
                          : take_operand(evaluation, token, &is_complete);
    if (!ok)
      return false;
  }
  if (is_complete)
    reduce_to(evaluation, LEVEL_CHOICE);
  if (is_complete && evaluation->operations.count == 0)
    return true;
  diag_error(evaluation->diag, where, "this condition is not complete");
  return false;
}

bool condition_holds(const struct tokens *expression, struct span where,
                     struct diag *diag) {
  struct evaluation evaluation = {.diag = diag};
  struct value result = {0};
  if (take_all(&evaluation, expression, where))
    result = pop(&evaluation);
  if (result.invalid)
    diag_error(diag, where, "this condition divides by zero");
  vec_free(&evaluation.values);
  vec_free(&evaluation.operations);
  return !result.invalid && result.number != 0;
}
