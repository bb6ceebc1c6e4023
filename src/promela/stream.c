/* The parser's view of its tokens: look-ahead, separators, recovery.
 *
 * SPIN makes most semicolons optional: a line that ends after a name, a
 * constant, a closing bracket, `od`, `fi`, `else`, `break`, `++` or `--` ends
 * the statement, unless a parenthesis is open.  Here line_ended() says so.  It
 * matters to tokens that could both continue an expression and begin a
 * statement (`-`, `!`, `(`); all others continue, so that a condition may be
 * broken before an operator, which SPIN reads only with its old rules (-o7).
 */
#include "promela/parser.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void *parser_keep(struct arena *to, const void *items, size_t bytes) {
  if (bytes == 0)
    return NULL;
  void *copy = arena_alloc(to, bytes);
  memcpy(copy, items, bytes);
  return copy;
}

const struct token *peek(const struct parser *p) {
  return &p->in.items[p->in.next];
}

const struct token *peek_at(const struct parser *p, size_t ahead) {
  const struct token *token = peek(p);
  while (ahead-- > 0 && token->kind != TOKEN_END)
    token++;
  return token;
}

bool at(const struct parser *p, enum token_kind kind) {
  return peek(p)->kind == kind;
}

bool at_name(const struct parser *p) {
  return at(p, TOKEN_NAME) || at(p, TOKEN_KW_IN);
}

struct token take(struct parser *p) {
  p->previous = *peek(p);
  if (p->previous.kind != TOKEN_END)
    p->in.next++;
  return p->previous;
}

bool accept(struct parser *p, enum token_kind kind) {
  if (!at(p, kind))
    return false;
  take(p);
  return true;
}

static const char *describe(const struct parser *p, const struct token *token) {
  if (token->kind == TOKEN_END)
    return p->call ? "the end of the inline" : "the end of the file";
  return arena_printf(p->arena, "'%s'", token->text);
}

/* What was put around a text that is no file has a place without a name. */
static bool is_written(const struct parser *p, const struct token *token) {
  return sources_position(diag_sources(p->diag), token->span).file[0] != '\0';
}

enum { LONGEST_MESSAGE = 400 };

void semantic_error(struct parser *p, struct span where, const char *format,
                    ...) {
  if (p->panic)
    return;
  char text[LONGEST_MESSAGE];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  diag_error(p->diag, where, "%s", text);
}

void syntax_error(struct parser *p, const char *format, ...) {
  if (p->panic)
    return;
  char text[LONGEST_MESSAGE];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  const struct token *token = peek(p);
  if (is_written(p, token))
    diag_error(p->diag, token->span, "%s, but found %s", text,
               describe(p, token));
  else
    diag_error(p->diag,
               is_written(p, &p->previous) ? p->previous.span : NO_SPAN,
               "%s, but the text ends there", text);
  if (token->kind == TOKEN_ASSIGN &&
      (p->previous.kind == TOKEN_NAME || p->previous.kind == TOKEN_RBRACKET))
    diag_note(p->diag, token->span, "'=' assigns; to compare, write '=='");
  p->panic = true;
}

bool expect(struct parser *p, enum token_kind kind, const char *where) {
  if (accept(p, kind))
    return true;
  syntax_error(p, "expected %s %s", token_kind_text(kind), where);
  return false;
}

void open_parenthesis(struct parser *p, const char *where) {
  expect(p, TOKEN_LPAREN, where);
  p->parentheses++;
}

void close_parenthesis(struct parser *p, const char *where) {
  expect(p, TOKEN_RPAREN, where);
  if (p->parentheses > 0)
    p->parentheses--;
}

const char *expect_name(struct parser *p, const char *what,
                        struct span *where) {
  *where = peek(p)->span;
  if (at_name(p))
    return take(p).text;
  syntax_error(p, "expected the name of %s", what);
  return NULL;
}

static bool ends_statement(enum token_kind kind) {
  switch (kind) {
  case TOKEN_RBRACE:
  case TOKEN_RPAREN:
  case TOKEN_RBRACKET:
  case TOKEN_KW_OD:
  case TOKEN_KW_FI:
  case TOKEN_KW_ELSE:
  case TOKEN_KW_BREAK:
  case TOKEN_NAME:
  case TOKEN_NUMBER:
  case TOKEN_KW_TRUE:
  case TOKEN_KW_FALSE:
  case TOKEN_KW_SKIP:
  case TOKEN_KW_TIMEOUT:
  case TOKEN_INC:
  case TOKEN_DEC:
    return true;
  default:
    return false;
  }
}

bool line_ended(const struct parser *p) {
  return p->in_body && p->parentheses == 0 && peek(p)->line_start &&
         ends_statement(p->previous.kind);
}

bool begins_unit(enum token_kind kind) {
  switch (kind) {
  case TOKEN_KW_PROCTYPE:
  case TOKEN_KW_D_PROCTYPE:
  case TOKEN_KW_ACTIVE:
  case TOKEN_KW_INIT:
  case TOKEN_KW_NEVER:
  case TOKEN_KW_TRACE:
  case TOKEN_KW_NOTRACE:
  case TOKEN_KW_INLINE:
  case TOKEN_KW_TYPEDEF:
  case TOKEN_KW_LTL:
    return true;
  default:
    return false;
  }
}

/* Skips a bracketed group from its opening token on; no recursion. */
static void skip_group(struct parser *p) {
  size_t open = 0;
  do {
    enum token_kind kind = take(p).kind;
    if (kind == TOKEN_LBRACE || kind == TOKEN_LPAREN)
      open++;
    else if (kind == TOKEN_RBRACE || kind == TOKEN_RPAREN)
      open--;
  } while (open > 0 && !at(p, TOKEN_END));
}

void calm_down(struct parser *p) {
  p->panic = p->stop;
  p->parentheses = 0;
}

void give_up(struct parser *p) {
  p->panic = p->stop = true;
}

void skip_to_separator(struct parser *p) {
  calm_down(p);
  for (;;) {
    switch (peek(p)->kind) {
    case TOKEN_END:
    case TOKEN_SEMI:
    case TOKEN_ARROW:
    case TOKEN_RBRACE:
    case TOKEN_COLONCOLON:
    case TOKEN_KW_FI:
    case TOKEN_KW_OD:
      return;
    case TOKEN_LBRACE:
      skip_group(p);
      break;
    default:
      if (begins_unit(peek(p)->kind))
        return;
      take(p);
      if (peek(p)->line_start)
        return;
    }
  }
}

void skip_to_unit(struct parser *p) {
  calm_down(p);
  while (!at(p, TOKEN_END) && !at(p, TOKEN_SEMI) &&
         !begins_unit(peek(p)->kind)) {
    if (at(p, TOKEN_LBRACE))
      skip_group(p);
    else
      take(p);
  }
}

bool enter(struct parser *p) {
  if (p->nesting < MAX_NESTING) {
    p->nesting++;
    return true;
  }
  semantic_error(p, peek(p)->span, "nested too deeply (more than %d levels)",
                 MAX_NESTING);
  give_up(p);
  return false;
}

void leave(struct parser *p) {
  p->nesting--;
}

struct span span_from(const struct parser *p, struct span start) {
  struct span end = p->previous.span;
  if (end.source == start.source && end.via == start.via &&
      end.offset + end.length > start.offset)
    start.length = end.offset + end.length - start.offset;
  return start;
}
