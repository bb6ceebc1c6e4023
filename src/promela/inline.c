/* Inlines: a call is replaced by the body, as tokens.
 *
 * Each parameter name in the body becomes the tokens of the argument, which are
 * those of the caller, already replaced there if the caller is an inline
 * itself.  The result is read as one block.  A token of the body has the span
 * of the call, and an expansion that tells where in the body it stands; the
 * tokens of an argument keep their own spans.
 */
#include "promela/parser.h"

#include <string.h>

struct argument {
  const struct token *tokens;
  size_t count;
};
typedef VEC(struct argument) argument_list;
typedef VEC(struct token) token_list;

static bool parse_formals(struct parser *p, struct inline_def *def) {
  VEC(const char *) names = {0};
  if (!expect(p, TOKEN_LPAREN, "after the name of the inline"))
    return false;
  while (at_name(p)) {
    vec_push(&names, take(p).text);
    if (!accept(p, TOKEN_COMMA))
      break;
  }
  def->formals = PARSER_KEEP(p->arena, &names);
  def->formal_count = (uint32_t)names.count;
  vec_free(&names);
  return expect(p, TOKEN_RPAREN, "after the parameters of the inline");
}

static bool take_body(struct parser *p, struct inline_def *def) {
  const struct token *first = peek(p);
  size_t open = 0;
  if (first->kind != TOKEN_LBRACE) {
    syntax_error(p, "expected '{' before the body of the inline");
    return false;
  }
  do {
    if (at(p, TOKEN_END)) {
      semantic_error(p, first->span, "this '{' is never closed");
      give_up(p);
      return false;
    }
    enum token_kind kind = take(p).kind;
    open += kind == TOKEN_LBRACE;
    open -= kind == TOKEN_RBRACE;
  } while (open > 0);
  def->body = first;
  def->body_count = (size_t)(peek(p) - first);
  return true;
}

void parse_inline_definition(struct parser *p) {
  take(p);
  struct inline_def *def = ARENA_NEW(p->arena, struct inline_def);
  def->name = expect_name(p, "an inline", &def->where);
  if (!def->name || !parse_formals(p, def) || !take_body(p, def))
    return;
  const struct inline_def *old = map_get(&p->inlines, def->name);
  if (old) {
    semantic_error(p, def->where, "inline '%s' is declared twice", def->name);
    diag_note(p->diag, old->where, "the first declaration is here");
    return;
  }
  map_put(&p->inlines, def->name, def);
}

/* The arguments of a call: tokens between commas, parentheses respected. */
static void take_arguments(struct parser *p, argument_list *out) {
  if (!expect(p, TOKEN_LPAREN, "after the name of the inline"))
    return;
  struct argument argument = {peek(p), 0};
  size_t open = 0;
  for (;; take(p)) {
    enum token_kind kind = peek(p)->kind;
    if (open == 0 && (kind == TOKEN_COMMA || kind == TOKEN_RPAREN)) {
      vec_push(out, argument);
      argument = (struct argument){peek(p) + 1, 0};
      if (kind == TOKEN_RPAREN)
        break;
      continue;
    }
    if (kind == TOKEN_END || kind == TOKEN_SEMI) {
      syntax_error(p, "expected ')' after the arguments of the inline");
      return;
    }
    open += kind == TOKEN_LPAREN || kind == TOKEN_LBRACKET;
    if (open > 0)
      open -= kind == TOKEN_RPAREN || kind == TOKEN_RBRACKET;
    argument.count++;
  }
  take(p);
  if (out->count == 1 && out->items[0].count == 0)
    out->count = 0; /* f() */
}

static const struct argument *find_argument(const struct inline_def *def,
                                            const argument_list *arguments,
                                            const struct token *token) {
  if (token->kind != TOKEN_NAME)
    return NULL;
  for (uint32_t i = 0; i < def->formal_count; i++)
    if (def->formals[i] == token->text)
      return &arguments->items[i];
  return NULL;
}

static struct token placed(struct parser *p, const struct inline_def *def,
                           const struct token *token, struct span call) {
  struct token copy = *token;
  struct expansion expansion = {.name = def->name,
                                .use = call,
                                .definition = token->span,
                                .is_inline = true};
  copy.span = call;
  copy.span.via = sources_expand(diag_sources(p->diag), expansion);
  return copy;
}

static void substitute(const struct argument *argument,
                       const struct token *formal, token_list *out) {
  for (size_t i = 0; i < argument->count; i++) {
    struct token token = argument->tokens[i];
    token.line_start = i == 0 && formal->line_start;
    vec_push(out, token);
  }
}

static void check_amount(struct parser *p, size_t added, struct span call) {
  if (p->inlined + added <= MAX_INLINED)
    return;
  semantic_error(p, call,
                 "the inlines of this model expand to too much text (over %d "
                 "words)",
                 MAX_INLINED);
  give_up(p);
}

static const struct token *expand(struct parser *p,
                                  const struct inline_def *def,
                                  const argument_list *arguments,
                                  struct span call) {
  token_list tokens = {0};
  for (size_t i = 0; i < def->body_count && !p->stop; i++) {
    const struct token *token = &def->body[i];
    const struct argument *argument = find_argument(def, arguments, token);
    if (argument) {
      substitute(argument, token, &tokens);
    } else {
      struct token copy = placed(p, def, token, call);
      vec_push(&tokens, copy);
    }
    check_amount(p, tokens.count, call);
  }
  p->inlined += tokens.count;
  struct token end = {.kind = TOKEN_END, .span = call, .text = ""};
  vec_push(&tokens, end);
  const struct token *kept = PARSER_KEEP(p->arena, &tokens);
  vec_free(&tokens);
  return kept;
}

static bool may_call(struct parser *p, const struct inline_def *def,
                     const argument_list *arguments, struct span where) {
  if (p->panic || def->is_broken)
    return false;
  for (const struct inline_call *c = p->call; c; c = c->outer)
    if (c->def == def) {
      semantic_error(p, where, "inline '%s' calls itself", def->name);
      diag_note(p->diag, def->where, "it is declared here");
      return false;
    }
  if (arguments->count != def->formal_count) {
    semantic_error(
        p, where, "inline '%s' takes %u argument%s, but %zu %s given",
        def->name, def->formal_count, def->formal_count == 1 ? "" : "s",
        arguments->count, arguments->count == 1 ? "is" : "are");
    diag_note(p->diag, def->where, "it is declared here");
    return false;
  }
  return true;
}

/* Reads the expanded body in place of the tokens that follow the call. */
static void parse_expansion(struct parser *p, struct inline_def *def,
                            const struct token *tokens,
                            const struct inline_call *call,
                            struct sequence *out) {
  struct stream in = p->in;
  struct token previous = p->previous;
  const struct inline_call *outer = p->call;
  uint32_t parentheses = p->parentheses;
  p->in = (struct stream){tokens, 0};
  p->call = call;
  p->parentheses = 0;
  size_t errors = diag_errors(p->diag);
  parse_block(p, out, "inline");
  calm_down(p);
  def->is_broken = diag_errors(p->diag) > errors;
  p->parentheses = parentheses;
  p->call = outer;
  p->in = in;
  p->previous = previous;
}

/* Is it text of the inline that is being read, and not of an argument? */
static bool is_of_body(const struct parser *p, struct span where) {
  const struct expansion *from = sources_inline(diag_sources(p->diag), where);
  return from && strcmp(from->name, p->call->def->name) == 0;
}

struct span span_in_inline(const struct parser *p, size_t first,
                           struct span where) {
  if (!p->call || is_of_body(p, where))
    return where;
  for (size_t i = first; i < p->in.next; i++)
    if (is_of_body(p, p->in.items[i].span))
      return p->in.items[i].span;
  return where;
}

static struct stmt *unknown_call(struct parser *p, const struct token *name) {
  semantic_error(p, name->span, "there is no inline '%s' above this line",
                 name->text);
  if (map_get(&p->proctypes, name->text) && !p->panic)
    diag_note(p->diag, name->span, "to start a process, write run %s(...)",
              name->text);
  else if (strcmp(name->text, "while") == 0 && !p->panic)
    diag_note(p->diag, name->span,
              "a loop is written do :: condition -> ... :: else -> break od");
  else if (!p->panic)
    suggest(p, name->text, name->span);
  p->panic = true;
  return new_stmt(p, STMT_BLOCK, name->span);
}

struct stmt *parse_inline_call(struct parser *p, struct ref *result) {
  struct token name = take(p);
  struct inline_def *def = map_get(&p->inlines, name.text);
  if (!def)
    return unknown_call(p, &name);
  struct stmt *stmt = new_stmt(p, STMT_BLOCK, name.span);
  stmt->from_inline = true;
  argument_list arguments = {0};
  take_arguments(p, &arguments);
  stmt->where = span_from(p, name.span);
  if (may_call(p, def, &arguments, stmt->where)) {
    const struct inline_call call = {def, result, p->call};
    parse_expansion(p, def, expand(p, def, &arguments, stmt->where), &call,
                    &stmt->body);
  }
  vec_free(&arguments);
  return stmt;
}
