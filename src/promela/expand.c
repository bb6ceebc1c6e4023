/* Expansion of macros, as C defines it (C11, section 6.10.3) and gcc does it.
 *
 * Tokens that still have to be scanned lie on a stack, above the text that they
 * interrupt.  Replacing a macro pushes its result there, above a
 * TOKEN_MACRO_END that tells when the result has been scanned; until then the
 * macro is disabled, and its name, when met, is painted: never expanded again.
 * So each step either consumes a token for good or disables one more macro.
 *
 * Invariant: a macro is disabled exactly when one TOKEN_MACRO_END of its name
 * lies on the stack of some expander.
 *
 * Arguments are expanded by an expander of their own, one for each level of
 * calls in arguments of calls; the levels are limited, and so is the sum of all
 * work (macros_spend).
 *
 * A token from a body has the place of the macro's use and, through an
 * expansion record, the place in the body.  A token of an argument keeps its
 * place.
 */
#include "promela/expand.h"
#include "base/buffer.h"
#include "promela/lex.h"

#include <assert.h>
#include <string.h>

enum {
  DEEPEST_ARGUMENT = 1000,
  WORK_OF_TOKEN = 5,
};

/* Some tokens that lie in a row. */
struct view {
  const struct token *items;
  size_t count;
};

struct argument {
  size_t first, count; /* in the call's tokens */
  bool is_expanded;
  struct tokens expanded;
};

/* One use of a macro, while its result is made. */
struct call {
  struct expander *expander;
  struct macro *entry;
  struct macro macro; /* as it was then: it may change between arguments */
  struct token name;
  bool crosses_lines;   /* the name and the ) stand on different lines */
  bool omits_variadic;  /* no argument stands for `...` */
  struct tokens tokens; /* of all arguments */
  VEC(struct argument) arguments;
  struct tokens result;
};

static struct token end_token(void) {
  return (struct token){.kind = TOKEN_END, .line_start = true};
}

static void enable(struct expander *expander, const char *name) {
  struct macro *macro = map_get(&expander->macros->by_name, name);
  assert(macro && macro->disabled);
  macro->disabled = false;
}

static struct token with_line_start(struct expander *expander,
                                    struct token token) {
  if (token.kind != TOKEN_END) {
    token.line_start |= expander->line_start;
    expander->line_start = false;
  }
  return token;
}

/* The next token before expansion. */
static struct token read_next(struct expander *expander, bool past_directives) {
  while (expander->pending.count > 0) {
    struct token token = vec_pop(&expander->pending);
    if (token.kind != TOKEN_MACRO_END)
      return with_line_start(expander, token);
    enable(expander, token.text);
    expander->line_start |= token.line_start;
  }
  if (!expander->read || expander->macros->stopped)
    return end_token();
  return with_line_start(expander,
                         expander->read(expander->from, past_directives));
}

static struct token next_unexpanded(struct expander *expander) {
  return read_next(expander, true);
}

/* Finds the macro that a token names.  A name met while its macro is disabled
 * is painted.
 */
static struct macro *macro_of(struct expander *expander, struct token *token) {
  if (token->kind != TOKEN_NAME || token->painted)
    return NULL;
  struct macro *macro = macros_find(expander->macros, token->text);
  if (macro && macro->disabled) {
    token->painted = true;
    return NULL;
  }
  return macro;
}

static struct token make_token(const struct call *call, enum token_kind kind,
                               const char *text, size_t length) {
  return (struct token){
      .kind = kind,
      .text = intern_text(call->expander->macros->intern, text, length),
      .span = call->name.span,
  };
}

static void spend(struct call *call, size_t work) {
  macros_spend(call->expander->macros, call->name.span, work);
}

/* The place of a token that the macro's body spells at definition. */
static struct span span_in_use(const struct call *call,
                               struct span definition) {
  struct sources *sources = diag_sources(call->expander->macros->diag);
  struct span span = call->name.span;
  span.via = sources_expand(sources, (struct expansion){
                                         .name = call->macro.name,
                                         .use = call->name.span,
                                         .definition = definition,
                                     });
  return span;
}

/* Reading arguments */

static void begin_argument(struct call *call) {
  struct argument argument = {.first = call->tokens.count};
  vec_push(&call->arguments, argument);
}

static bool separates_arguments(const struct call *call,
                                const struct token *token) {
  const int last = call->macro.parameter_count - 1;
  return token->kind == TOKEN_COMMA &&
         !(call->macro.variadic && (int)call->arguments.count - 1 == last);
}

static void add_to_argument(struct call *call, struct token token) {
  (void)macro_of(call->expander, &token); /* for the paint */
  token.space_before |= token.line_start;
  token.line_start = false;
  vec_push(&call->tokens, token);
  vec_last(&call->arguments)->count++;
  spend(call, WORK_OF_TOKEN);
}

/* Reads up to the closing parenthesis; the opening one has been read. */
static bool read_arguments(struct call *call) {
  size_t open = 1;
  begin_argument(call);
  for (;;) {
    struct token token = next_unexpanded(call->expander);
    call->crosses_lines |= token.line_start;
    open += token.kind == TOKEN_LPAREN;
    open -= token.kind == TOKEN_RPAREN;
    if (open == 0)
      return true;
    if (token.kind == TOKEN_END) {
      if (!call->expander->macros->stopped)
        diag_error(call->expander->macros->diag, call->name.span,
                   "this use of macro '%s' has no closing ')'",
                   call->macro.name);
      return false;
    }
    if (open == 1 && separates_arguments(call, &token))
      begin_argument(call);
    else
      add_to_argument(call, token);
  }
}

/* Adds an argument for `...` when it is left out. */
static void complete_variadic(struct call *call) {
  const size_t wanted = (size_t)call->macro.parameter_count;
  const bool is_empty = call->arguments.count == 1 && call->tokens.count == 0;
  if (!call->macro.variadic)
    return;
  call->omits_variadic =
      call->arguments.count + 1 == wanted || (wanted == 1 && is_empty);
  if (call->arguments.count + 1 == wanted)
    begin_argument(call);
}

static bool has_right_count(struct call *call) {
  const size_t wanted = (size_t)call->macro.parameter_count;
  if (wanted == 0 && call->arguments.count == 1 && call->tokens.count == 0)
    return true;
  complete_variadic(call);
  if (call->arguments.count == wanted)
    return true;
  struct diag *diag = call->expander->macros->diag;
  diag_error(
      diag, call->name.span, "macro '%s' takes %zu argument%s and is given %zu",
      call->macro.name, wanted, wanted == 1 ? "" : "s", call->arguments.count);
  diag_note(diag, call->macro.where, "it is defined here");
  return false;
}

static bool read_parenthesis(struct call *call) {
  struct token token = read_next(call->expander, false);
  call->crosses_lines = token.line_start;
  if (token.kind == TOKEN_LPAREN)
    return true;
  if (token.kind != TOKEN_END)
    vec_push(&call->expander->pending, token);
  return false;
}

/* Making the result */

static struct view argument_as_written(const struct call *call, int parameter) {
  const struct argument *argument = &call->arguments.items[parameter];
  if (argument->count == 0)
    return (struct view){0};
  return (struct view){call->tokens.items + argument->first, argument->count};
}

static void push_in_reverse(struct tokens *pending, struct view view) {
  vec_reserve(pending, pending->count + view.count);
  for (size_t i = view.count; i > 0; i--)
    vec_push(pending, view.items[i - 1]);
}

static void expand_view(struct expander *expander, struct view view,
                        struct tokens *out) {
  push_in_reverse(&expander->pending, view);
  for (;;) {
    struct token token = expander_next(expander);
    if (token.kind == TOKEN_END)
      break;
    vec_push(out, token);
  }
  expander_clear(expander);
}

static struct view argument_expanded(struct call *call, int parameter) {
  struct argument *argument = &call->arguments.items[parameter];
  const struct expander *outer = call->expander;
  if (!argument->is_expanded) {
    argument->is_expanded = true;
    struct expander inner = {.macros = outer->macros,
                             .in_condition = outer->in_condition,
                             .depth = outer->depth + 1};
    expand_view(&inner, argument_as_written(call, parameter),
                &argument->expanded);
  }
  return (struct view){argument->expanded.items, argument->expanded.count};
}

static void add_escaped(struct buffer *text, const char *bytes) {
  for (const char *c = bytes; *c; c++) {
    if (*c == '"' || *c == '\\')
      buffer_putc(text, '\\');
    buffer_putc(text, *c);
  }
}

static void add_quoted(struct buffer *text, const struct token *token) {
  if (token->kind == TOKEN_STRING || token->text[0] == '\'' ||
      lex_is_unclosed(token))
    add_escaped(text, token->text);
  else
    buffer_puts(text, token->text);
}

/* A backslash that would escape the closing quote is dropped. */
static void drop_open_escape(struct buffer *text) {
  size_t backslashes = 0;
  while (backslashes < text->length &&
         text->text[text->length - 1 - backslashes] == '\\')
    backslashes++;
  text->length -= backslashes % 2;
}

static struct token quote(struct call *call, const struct piece *piece) {
  struct view view = argument_as_written(call, piece->parameter);
  struct buffer text = {0};
  buffer_putc(&text, '"');
  for (size_t i = 0; i < view.count && !call->expander->macros->stopped; i++) {
    if (i > 0 && view.items[i].space_before)
      buffer_putc(&text, ' ');
    add_quoted(&text, &view.items[i]);
    spend(call, strlen(view.items[i].text));
  }
  drop_open_escape(&text);
  buffer_putc(&text, '"');
  struct token token =
      make_token(call, TOKEN_STRING, buffer_text(&text), text.length);
  token.span = span_in_use(call, piece->token.span);
  token.space_before = piece->token.space_before;
  buffer_free(&text);
  return token;
}

/* Joins two tokens; false when they do not make one token. */
static bool join(struct call *call, struct token *left,
                 const struct token *right) {
  struct buffer text = {0};
  buffer_puts(&text, left->text);
  buffer_puts(&text, right->text);
  spend(call, text.length);
  struct lexer lexer;
  lex_init(&lexer, call->expander->macros->intern, NULL, buffer_text(&text),
           text.length, 0);
  lexer.line_start = false; /* a # here is no directive */
  struct token token = lex_next(&lexer);
  bool is_one = token.kind != TOKEN_END && token.kind != TOKEN_OTHER &&
                lexer.offset == lexer.length;
  buffer_free(&text);
  if (!is_one)
    return false;
  left->kind = token.kind;
  left->text = token.text;
  left->painted = false;
  return true;
}

static void append(struct call *call, struct view view) {
  spend(call, view.count * WORK_OF_TOKEN);
  if (call->expander->macros->stopped)
    return;
  for (size_t i = 0; i < view.count; i++)
    vec_push(&call->result, view.items[i]);
}

/* Joins the first token of the view to the end of the result. */
static void append_joined(struct call *call, struct view view) {
  if (view.count == 0 || call->expander->macros->stopped)
    return;
  struct token *left = vec_last(&call->result);
  const struct token *right = &view.items[0];
  if (join(call, left, right)) {
    view.items++;
    view.count--;
  } else {
    diag_error(call->expander->macros->diag, call->name.span,
               "'%s' and '%s' cannot be joined by '##'", left->text,
               right->text);
    diag_note(call->expander->macros->diag, call->macro.where,
              "macro '%s' is defined here", call->macro.name);
  }
  append(call, view);
}

/* What stands for a piece: *single is the room for a token made here. */
static struct view operand(struct call *call, const struct piece *piece,
                           bool is_joined, struct token *single) {
  struct view view = {single, 1};
  if (piece->quote) {
    *single = quote(call, piece);
  } else if (piece->parameter == NO_PARAMETER) {
    *single = piece->token;
    single->line_start = false;
    single->span = span_in_use(call, piece->token.span);
  } else if (is_joined) {
    view = argument_as_written(call, piece->parameter);
  } else {
    view = argument_expanded(call, piece->parameter);
  }
  return view;
}

/* Is this the comma of `, ## __VA_ARGS__`?  It goes when they are left out, and
 * is not joined to them when they are not.
 */
static bool is_optional_comma(const struct macro *macro, size_t i) {
  return macro->variadic && macro->pieces[i].paste &&
         macro->pieces[i].token.kind == TOKEN_COMMA &&
         macro->pieces[i + 1].parameter == macro->parameter_count - 1;
}

static void substitute(struct call *call) {
  const struct macro *macro = &call->macro;
  bool joins = false;      /* ## stands before this piece */
  bool left_empty = false; /* what stands before it came to nothing */
  for (size_t i = 0; i < macro->piece_count && !call->expander->macros->stopped;
       i++) {
    const struct piece *piece = &macro->pieces[i];
    if (is_optional_comma(macro, i) && call->omits_variadic) {
      i++;
      joins = macro->pieces[i].paste;
      left_empty = true;
      continue;
    }
    struct token single = {0};
    size_t before = call->result.count;
    struct view view = operand(call, piece, joins || piece->paste, &single);
    if (joins && !left_empty)
      append_joined(call, view);
    else
      append(call, view);
    if (call->result.count > before && !joins)
      call->result.items[before].space_before = piece->token.space_before;
    left_empty = (!joins || left_empty) && view.count == 0;
    joins = piece->paste && !is_optional_comma(macro, i);
  }
}

static void make_builtin(struct call *call) {
  struct macros *macros = call->expander->macros;
  struct position position =
      sources_position(diag_sources(macros->diag), call->name.span);
  const enum builtin builtin = call->macro.builtin;
  struct buffer text = {0};
  if (builtin == BUILTIN_LINE) {
    buffer_printf(&text, "%u", position.line);
  } else if (builtin == BUILTIN_COUNTER) {
    buffer_printf(&text, "%u", macros->counter++);
  } else {
    buffer_putc(&text, '"');
    add_escaped(&text, position.file);
    buffer_putc(&text, '"');
  }
  struct token token =
      make_token(call, builtin == BUILTIN_FILE ? TOKEN_STRING : TOKEN_NUMBER,
                 buffer_text(&text), text.length);
  append(call, (struct view){&token, 1});
  buffer_free(&text);
}

/* Puts the result on the stack, to be scanned again. */
static void push_result(struct call *call) {
  struct expander *expander = call->expander;
  if (call->result.count == 0) {
    expander->line_start |= call->name.line_start || call->crosses_lines;
    return;
  }
  call->result.items[0].line_start = call->name.line_start;
  call->result.items[0].space_before = call->name.space_before;
  struct token end = {.kind = TOKEN_MACRO_END,
                      .line_start = call->crosses_lines,
                      .text = call->macro.name};
  vec_push(&expander->pending, end);
  call->entry->disabled = true;
  push_in_reverse(&expander->pending,
                  (struct view){call->result.items, call->result.count});
}

static void clear_call(struct call *call) {
  for (size_t i = 0; i < call->arguments.count; i++)
    vec_free(&call->arguments.items[i].expanded);
  vec_free(&call->arguments);
  vec_free(&call->tokens);
  vec_free(&call->result);
}

/* False: the name stands for itself. */
static bool replace(struct expander *expander, struct macro *macro,
                    struct token name) {
  struct call call = {
      .expander = expander, .entry = macro, .macro = *macro, .name = name};
  const bool is_call = !call.macro.function_like ||
                       (read_parenthesis(&call) && read_arguments(&call) &&
                        has_right_count(&call));
  if (expander->depth > DEEPEST_ARGUMENT)
    macros_stop(expander->macros, name.span,
                "macros are used in arguments of macros too deeply");
  if (is_call) {
    if (call.macro.builtin != BUILTIN_NONE)
      make_builtin(&call);
    else
      substitute(&call);
    push_result(&call);
  }
  clear_call(&call);
  return is_call;
}

/* What follows the word `defined` in a condition: a name, or (name). */
static struct token evaluate_defined(struct expander *expander,
                                     struct token word) {
  struct macros *macros = expander->macros;
  struct token name = next_unexpanded(expander);
  bool in_parentheses = name.kind == TOKEN_LPAREN;
  if (in_parentheses)
    name = next_unexpanded(expander);
  bool is_complete = name.kind == TOKEN_NAME;
  if (is_complete && in_parentheses)
    is_complete = next_unexpanded(expander).kind == TOKEN_RPAREN;
  if (!is_complete)
    diag_error(macros->diag, word.span,
               "'defined' wants the name of a macro behind it");
  bool is_defined = is_complete && macros_find(macros, name.text);
  word.kind = TOKEN_NUMBER;
  word.text = intern_string(macros->intern, is_defined ? "1" : "0");
  return word;
}

struct token expander_next(struct expander *expander) {
  for (;;) {
    struct token token = next_unexpanded(expander);
    if (expander->macros->stopped)
      return end_token();
    if (expander->in_condition && token.kind == TOKEN_NAME &&
        token.text == expander->macros->defined_word)
      return evaluate_defined(expander, token);
    struct macro *macro = macro_of(expander, &token);
    if (!macro || !replace(expander, macro, token))
      return token;
  }
}

void expander_clear(struct expander *expander) {
  for (size_t i = 0; i < expander->pending.count; i++)
    if (expander->pending.items[i].kind == TOKEN_MACRO_END)
      enable(expander, expander->pending.items[i].text);
  vec_free(&expander->pending);
}

void expand_line(struct macros *macros, const struct token *items, size_t count,
                 bool in_condition, struct tokens *out) {
  struct expander expander = {.macros = macros, .in_condition = in_condition};
  expand_view(&expander, (struct view){items, count}, out);
}
