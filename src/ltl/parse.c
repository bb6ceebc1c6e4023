/* A parser by precedence for formulas with free atoms.
 *
 * An atom may be an expression of Promela, of which no more is known here than
 * where it ends: names, calls and subscripts, joined by operators of arithmetic
 * and comparison.
 *
 * Precedence as in SPIN, from loose to tight: -> and <->, ||, &&, then U, W, V
 * and R; prefix operators bind most tightly, binary ones associate to the left.
 * The first error ends the reading: in one line of text the rest is seldom more
 * than its echo.
 */
#include "ltl/parse.h"

#include "base/vec.h"

#include <ctype.h>
#include <string.h>

/* Deeper formulas are nobody's; the stack is not the place to find out. */
enum { DEEPEST = 1000 };

enum token_kind {
  TOKEN_END,
  TOKEN_OPEN,
  TOKEN_CLOSE,
  TOKEN_NAME,
  TOKEN_QUOTED,
  TOKEN_PREFIX,
  TOKEN_INFIX,
  TOKEN_BAD,
};

struct token {
  enum token_kind kind;
  enum formula_kind operator; /* of a prefix, an infix, true and false */
  uint32_t offset, length;
};

static const struct symbol {
  const char *text;
  enum token_kind kind;
  enum formula_kind operator;
  int precedence;
} symbols[] = {
    /* longer ones first */
    {"<->", TOKEN_INFIX, FORMULA_EQUIV, 1},
    {"->", TOKEN_INFIX, FORMULA_IMPLIES, 1},
    {"||", TOKEN_INFIX, FORMULA_OR, 2},
    {"&&", TOKEN_INFIX, FORMULA_AND, 3},
    {"/\\", TOKEN_INFIX, FORMULA_AND, 3},
    {"\\/", TOKEN_INFIX, FORMULA_OR, 2},
    {"[]", TOKEN_PREFIX, FORMULA_ALWAYS, 0},
    {"<>", TOKEN_PREFIX, FORMULA_EVENTUALLY, 0},
    {"!", TOKEN_PREFIX, FORMULA_NOT, 0},
    {"(", TOKEN_OPEN, FORMULA_TRUE, 0},
    {")", TOKEN_CLOSE, FORMULA_TRUE, 0},
};

static const struct symbol words[] = {
    {"U", TOKEN_INFIX, FORMULA_UNTIL, 4},
    {"until", TOKEN_INFIX, FORMULA_UNTIL, 4},
    {"stronguntil", TOKEN_INFIX, FORMULA_UNTIL, 4},
    {"W", TOKEN_INFIX, FORMULA_WEAK_UNTIL, 4},
    {"weakuntil", TOKEN_INFIX, FORMULA_WEAK_UNTIL, 4},
    {"V", TOKEN_INFIX, FORMULA_RELEASE, 4},
    {"R", TOKEN_INFIX, FORMULA_RELEASE, 4},
    {"release", TOKEN_INFIX, FORMULA_RELEASE, 4},
    {"implies", TOKEN_INFIX, FORMULA_IMPLIES, 1},
    {"equivalent", TOKEN_INFIX, FORMULA_EQUIV, 1},
    {"X", TOKEN_PREFIX, FORMULA_NEXT, 0},
    {"next", TOKEN_PREFIX, FORMULA_NEXT, 0},
    {"weaknext", TOKEN_PREFIX, FORMULA_NEXT, 0},
    {"X[!]", TOKEN_PREFIX, FORMULA_STRONG_NEXT, 0},
    {"strongnext", TOKEN_PREFIX, FORMULA_STRONG_NEXT, 0},
    {"G", TOKEN_PREFIX, FORMULA_ALWAYS, 0},
    {"always", TOKEN_PREFIX, FORMULA_ALWAYS, 0},
    {"F", TOKEN_PREFIX, FORMULA_EVENTUALLY, 0},
    {"eventually", TOKEN_PREFIX, FORMULA_EVENTUALLY, 0},
    {"true", TOKEN_NAME, FORMULA_TRUE, 0},
    {"1", TOKEN_NAME, FORMULA_TRUE, 0},
    {"false", TOKEN_NAME, FORMULA_FALSE, 0},
    {"0", TOKEN_NAME, FORMULA_FALSE, 0},
};

struct parser {
  const char *text;
  size_t length;
  uint32_t source;
  struct arena *arena;
  struct diag *diag;
  struct token token;
  int precedence; /* of an infix token */
  int depth;
  bool failed;
  VEC(const char *) names;
};

/* ---- tokens ---- */

static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

static void set_symbol(struct parser *p, const struct symbol *symbol) {
  p->token.kind = symbol->kind;
  p->token.operator= symbol->operator;
  p->precedence = symbol->precedence;
}

static void read_word(struct parser *p) {
  struct token *token = &p->token;
  const char *start = p->text + token->offset;
  size_t rest = p->length - token->offset;
  while (token->length < rest && is_word(start[token->length]))
    token->length++;
  if (rest >= 4 && memcmp(start, "X[!]", 4) == 0)
    token->length = 4;
  token->kind = TOKEN_NAME;
  token->operator= FORMULA_ATOM;
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (strlen(words[i].text) == token->length &&
        memcmp(words[i].text, start, token->length) == 0)
      set_symbol(p, &words[i]);
  if (token->operator== FORMULA_ATOM && isdigit((unsigned char)*start))
    token->kind = TOKEN_BAD;
}

static void read_quoted(struct parser *p) {
  const char *start = p->text + p->token.offset;
  const char *end = memchr(start + 1, '"', p->length - p->token.offset - 1);
  p->token.kind = end ? TOKEN_QUOTED : TOKEN_BAD;
  p->token.operator= FORMULA_ATOM;
  p->token.length = end ? (uint32_t)(end - start) + 1 : 1;
}

/* Of the character that begins here: in UTF-8 those that follow are marked. */
static uint32_t character_length(const char *start, size_t rest) {
  uint32_t length = 1;
  while (length < rest && ((unsigned char)start[length] & 0xc0) == 0x80)
    length++;
  return length;
}

static void read_symbol(struct parser *p) {
  const char *start = p->text + p->token.offset;
  size_t rest = p->length - p->token.offset;
  p->token.kind = TOKEN_BAD;
  p->token.length = character_length(start, rest);
  for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
    size_t length = strlen(symbols[i].text);
    if (length > rest || memcmp(symbols[i].text, start, length) != 0)
      continue;
    set_symbol(p, &symbols[i]);
    p->token.length = (uint32_t)length;
    return;
  }
}

static void advance(struct parser *p) {
  size_t at = p->token.offset + p->token.length;
  while (at < p->length && isspace((unsigned char)p->text[at]))
    at++;
  p->token = (struct token){.kind = TOKEN_END, .offset = (uint32_t)at};
  if (at == p->length)
    return;
  if (is_word(p->text[at]))
    read_word(p);
  else if (p->text[at] == '"')
    read_quoted(p);
  else
    read_symbol(p);
}

static struct span span_of(const struct parser *p, const struct token *token) {
  return (struct span){p->source, token->offset, token->length, 0};
}

static void fail(struct parser *p, const char *expected) {
  if (!p->failed) {
    struct span where = span_of(p, &p->token);
    if (p->token.kind == TOKEN_END)
      diag_error(p->diag, where, "the formula ends where %s is missing",
                 expected);
    else if (p->token.kind == TOKEN_BAD)
      diag_error(p->diag, where, "no part of a formula: '%.*s'",
                 (int)p->token.length, p->text + p->token.offset);
    else
      diag_error(p->diag, where, "expected %s instead of '%.*s'", expected,
                 (int)p->token.length, p->text + p->token.offset);
  }
  p->failed = true;
}

/* ---- formulas ---- */

static struct formula *make(struct parser *p, enum formula_kind kind,
                            struct span where) {
  struct formula *formula = ARENA_NEW(p->arena, struct formula);
  formula->kind = kind;
  formula->where = where;
  return formula;
}

static uint32_t number_atom(struct parser *p) {
  bool quoted = p->token.kind == TOKEN_QUOTED;
  const char *text = p->text + p->token.offset + quoted;
  size_t length = p->token.length - 2 * (size_t)quoted;
  for (size_t i = 0; i < p->names.count; i++)
    if (strlen(p->names.items[i]) == length &&
        memcmp(p->names.items[i], text, length) == 0)
      return (uint32_t)i;
  vec_push(&p->names, arena_copy(p->arena, text, length));
  return (uint32_t)p->names.count - 1;
}

/* ---- expressions as atoms ---- */

static size_t skip_space(const struct parser *p, size_t at) {
  while (at < p->length && isspace((unsigned char)p->text[at]))
    at++;
  return at;
}

static bool looks_at(const struct parser *p, size_t at, const char *text) {
  const size_t length = strlen(text);
  return at + length <= p->length && memcmp(p->text + at, text, length) == 0;
}

/* Behind the bracket that closes the one here; here, if none does. */
static size_t skip_brackets(const struct parser *p, size_t at) {
  size_t depth = 0;
  for (size_t i = at; i < p->length; i++) {
    depth += p->text[i] == '(' || p->text[i] == '[';
    if (p->text[i] == ')' || p->text[i] == ']')
      if (--depth == 0)
        return i + 1;
  }
  return at;
}

/* Behind the calls, subscripts, fields and labels that follow a name. */
static size_t skip_suffixes(const struct parser *p, size_t at) {
  for (;;) {
    size_t next = at;
    if (looks_at(p, at, "(") ||
        (looks_at(p, at, "[") && !looks_at(p, at, "[]")))
      next = skip_brackets(p, at);
    else if (at + 1 < p->length && strchr(".@:", p->text[at]) &&
             is_word(p->text[at + 1]))
      for (next = at + 1; next < p->length && is_word(p->text[next]);)
        next++;
    if (next == at)
      return at;
    at = next;
  }
}

/* Behind the operator of arithmetic or comparison here; here, if none is. */
static size_t skip_operator(const struct parser *p, size_t at) {
  static const char *const operators[] = {"==", "!=", "<=", ">=", "<<", ">>",
                                          "<",  ">",  "+",  "-",  "*",  "/",
                                          "%",  "&",  "|",  "^"};
  for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++)
    if (looks_at(p, at, symbols[i].text) && symbols[i].kind == TOKEN_INFIX)
      return at;
  if (looks_at(p, at, "<>"))
    return at;
  for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++)
    if (looks_at(p, at, operators[i]))
      return at + strlen(operators[i]);
  return at;
}

/* Behind the operand here; here, if none is. */
static size_t skip_operand(const struct parser *p, size_t at) {
  size_t start = at;
  while (start < p->length && strchr("-~", p->text[start]))
    start = skip_space(p, start + 1);
  size_t end = start;
  if (looks_at(p, start, "("))
    return skip_brackets(p, start) > start ? skip_brackets(p, start) : at;
  while (end < p->length && is_word(p->text[end]))
    end++;
  return end > start ? skip_suffixes(p, end) : at;
}

/* Makes a token that begins an expression the whole of it. */
static void extend(struct parser *p, size_t end) {
  for (;;) {
    const size_t at = skip_space(p, end);
    const size_t operand = skip_space(p, skip_operator(p, at));
    if (operand == at || skip_operand(p, operand) == operand)
      break;
    end = skip_operand(p, operand);
  }
  if (end > p->token.offset + p->token.length) {
    p->token.kind = TOKEN_NAME;
    p->token.operator= FORMULA_ATOM;
    p->token.length = (uint32_t)(end - p->token.offset);
  }
}

static bool begins_expression(const struct parser *p) {
  return p->token.kind == TOKEN_NAME ||
         (p->token.kind == TOKEN_BAD &&
          isdigit((unsigned char)p->text[p->token.offset]));
}

/* ---- operands ---- */

static struct formula *parse_infix(struct parser *p, int least);

static struct formula *parse_leaf(struct parser *p) {
  const size_t end = p->token.offset + p->token.length;
  if (p->token.kind != TOKEN_QUOTED)
    extend(p, skip_suffixes(p, end));
  if (p->token.kind == TOKEN_BAD)
    fail(p, "an operand");
  struct formula *leaf = make(p, p->token.operator, span_of(p, &p->token));
  if (leaf->kind == FORMULA_ATOM)
    leaf->atom = number_atom(p);
  advance(p);
  return leaf;
}

static struct formula *parse_prefix(struct parser *p) {
  struct formula *formula = make(p, p->token.operator, span_of(p, &p->token));
  struct span start = formula->where;
  advance(p);
  const struct formula *inner = parse_infix(p, 5);
  formula->left = inner;
  formula->where.length =
      inner->where.offset + inner->where.length - start.offset;
  return formula;
}

/* What is in parentheses, or an expression that begins with them. */
static struct formula *parse_group(struct parser *p) {
  struct token open = p->token;
  const size_t end = skip_brackets(p, open.offset);
  extend(p, end);
  if (p->token.length > open.length && p->token.offset + p->token.length > end)
    return parse_leaf(p);
  p->token = open;
  advance(p);
  struct formula *inner = parse_infix(p, 1);
  if (p->token.kind == TOKEN_CLOSE)
    advance(p);
  else
    fail(p, "a closing parenthesis");
  return inner;
}

static struct formula *parse_operand(struct parser *p) {
  if (begins_expression(p))
    return parse_leaf(p);
  switch (p->token.kind) {
  case TOKEN_QUOTED:
    return parse_leaf(p);
  case TOKEN_PREFIX:
    return parse_prefix(p);
  case TOKEN_OPEN:
    return parse_group(p);
  default:
    fail(p, "an operand");
    return make(p, FORMULA_TRUE, span_of(p, &p->token));
  }
}

/* A formula whose infix operators bind at least so tightly. */
static struct formula *parse_infix(struct parser *p, int least) {
  if (p->depth == DEEPEST) {
    if (!p->failed)
      diag_error(p->diag, span_of(p, &p->token), "the formula is too deep");
    p->failed = true;
    return make(p, FORMULA_TRUE, span_of(p, &p->token));
  }
  p->depth++;
  struct formula *left = parse_operand(p);
  while (!p->failed && p->token.kind == TOKEN_INFIX && p->precedence >= least) {
    int precedence = p->precedence;
    struct formula *both = make(p, p->token.operator, left->where);
    advance(p);
    both->left = left;
    both->right = parse_infix(p, precedence + 1);
    both->where.length = both->right->where.offset + both->right->where.length -
                         both->where.offset;
    left = both;
  }
  p->depth--;
  return left;
}

enum status ltl_parse(const char *name, const char *text, size_t length,
                      struct arena *arena, struct diag *diag,
                      struct parsed_formula *out) {
  struct parser p = {
      .text = text,
      .length = length,
      .arena = arena,
      .diag = diag,
      .source = sources_add(diag_sources(diag), name, text, length),
  };
  advance(&p);
  out->formula = parse_infix(&p, 1);
  if (p.token.kind != TOKEN_END)
    fail(&p, "an operator or the end");
  out->atom_count = (uint32_t)p.names.count;
  out->names = ARENA_ARRAY(arena, const char *, p.names.count + 1);
  for (size_t i = 0; i < p.names.count; i++)
    out->names[i] = p.names.items[i];
  vec_free(&p.names);
  return p.failed ? STATUS_BAD_INPUT : STATUS_OK;
}
