/* Definitions of macros.
 *
 * A body is stored ready for substitution: each piece knows whether it is a
 * parameter and which of the operators # and ## apply to it, so the operators
 * are checked once, here, and expansion never meets them.
 */
#include "promela/macro.h"
#include "promela/lex.h"

#include <assert.h>
#include <string.h>

/* A token of a file costs 1, as does a byte of a token made by # or ##; a token
 * given to or made by a macro costs 5, a file 100.
 */
enum { MOST_WORK = 20 * 1000 * 1000 };

struct definition {
  struct macros *macros;
  const struct token *tokens, *end; /* what is left of the line */
  struct macro result;
  VEC(const char *) parameters;
  VEC(struct piece) pieces;
};

static struct macro *entry_of(struct macros *macros, const char *name) {
  struct macro *macro = map_get(&macros->by_name, name);
  if (!macro) {
    macro = ARENA_NEW(macros->arena, struct macro);
    macro->name = name;
    map_put(&macros->by_name, name, macro);
  }
  return macro;
}

static void add_builtin(struct macros *macros, const char *name,
                        enum builtin builtin) {
  struct macro *macro = entry_of(macros, intern_string(macros->intern, name));
  macro->defined = true;
  macro->builtin = builtin;
}

void macros_init(struct macros *macros, struct intern *intern,
                 struct diag *diag) {
  *macros = (struct macros){
      .arena = arena_open(),
      .intern = intern,
      .diag = diag,
      .defined_word = intern_string(intern, "defined"),
      .variadic_word = intern_string(intern, "__VA_ARGS__"),
      .work_left = MOST_WORK,
  };
  add_builtin(macros, "__LINE__", BUILTIN_LINE);
  add_builtin(macros, "__FILE__", BUILTIN_FILE);
  add_builtin(macros, "__COUNTER__", BUILTIN_COUNTER);
}

void macros_clear(struct macros *macros) {
  map_free(&macros->by_name);
  arena_close(macros->arena);
}

struct macro *macros_find(const struct macros *macros, const char *name) {
  struct macro *macro = map_get(&macros->by_name, name);
  return macro && macro->defined ? macro : NULL;
}

void macros_undefine(struct macros *macros, const char *name) {
  struct macro *macro = macros_find(macros, name);
  if (macro)
    macro->defined = false;
}

void macros_stop(struct macros *macros, struct span where, const char *text) {
  if (!macros->stopped)
    diag_error(macros->diag, where, "%s", text);
  macros->stopped = true;
}

void macros_spend(struct macros *macros, struct span where, size_t work) {
  if (work <= macros->work_left)
    macros->work_left -= work;
  else
    macros_stop(macros, where,
                "the text grows without bounds: the macros or #includes used "
                "here multiply each other");
}

static bool at(const struct definition *definition, enum token_kind kind) {
  return definition->tokens < definition->end &&
         definition->tokens->kind == kind;
}

static bool take(struct definition *definition, enum token_kind kind) {
  bool found = at(definition, kind);
  definition->tokens += found;
  return found;
}

/* The next token, or the name of the macro when the line is at its end. */
static struct span place(const struct definition *definition) {
  return definition->tokens < definition->end ? definition->tokens->span
                                              : definition->result.where;
}

static int find_parameter(const struct definition *definition,
                          const char *name) {
  for (size_t i = 0; i < definition->parameters.count; i++)
    if (definition->parameters.items[i] == name)
      return (int)i;
  return NO_PARAMETER;
}

static bool take_ellipsis(struct definition *definition) {
  if (!at(definition, TOKEN_DOTDOT))
    return false;
  definition->tokens++;
  return take(definition, TOKEN_DOT);
}

static bool read_parameter(struct definition *definition) {
  struct macros *macros = definition->macros;
  const char *name = macros->variadic_word;
  struct span where = place(definition);
  if (at(definition, TOKEN_NAME))
    name = definition->tokens++->text;
  definition->result.variadic = take_ellipsis(definition);
  if (name == macros->variadic_word && !definition->result.variadic) {
    diag_error(macros->diag, where, "the name of a parameter is expected here");
    return false;
  }
  if (find_parameter(definition, name) != NO_PARAMETER) {
    diag_error(macros->diag, where, "two parameters are named '%s'", name);
    return false;
  }
  vec_push(&definition->parameters, name);
  return true;
}

/* What follows the opening parenthesis. */
static bool read_parameters(struct definition *definition) {
  definition->result.function_like = true;
  if (take(definition, TOKEN_RPAREN))
    return true;
  do {
    if (!read_parameter(definition))
      return false;
  } while (!definition->result.variadic && take(definition, TOKEN_COMMA));
  if (take(definition, TOKEN_RPAREN))
    return true;
  diag_error(definition->macros->diag, place(definition),
             "')' is missing after the parameters of macro '%s'",
             definition->result.name);
  return false;
}

static void warn_of_unclosed(struct definition *definition,
                             const struct token *token) {
  if (lex_is_unclosed(token))
    diag_warning(definition->macros->diag, token->span,
                 "the closing %c is missing", token->text[0]);
}

/* Folds a ## into the piece before it. */
static bool read_paste(struct definition *definition) {
  struct span where = definition->tokens++->span;
  if (definition->pieces.count == 0 || definition->tokens == definition->end) {
    diag_error(definition->macros->diag, where,
               "'##' cannot stand at either end of a macro's text");
    return false;
  }
  vec_last(&definition->pieces)->paste = true;
  return true;
}

static bool read_piece(struct definition *definition) {
  if (at(definition, TOKEN_HASHHASH))
    return read_paste(definition);

  struct piece piece = {.token = *definition->tokens};
  if (definition->result.function_like && take(definition, TOKEN_HASH))
    piece.quote = true;
  const struct token *token = definition->tokens++;
  piece.parameter = NO_PARAMETER;
  if (token < definition->end && token->kind == TOKEN_NAME)
    piece.parameter = find_parameter(definition, token->text);
  if (piece.quote && piece.parameter == NO_PARAMETER) {
    diag_error(definition->macros->diag, piece.token.span,
               "'#' must stand before a parameter of the macro");
    return false;
  }
  warn_of_unclosed(definition, token);
  vec_push(&definition->pieces, piece);
  return true;
}

static bool read_body(struct definition *definition) {
  while (definition->tokens < definition->end)
    if (!read_piece(definition))
      return false;
  if (definition->pieces.count > 0)
    definition->pieces.items[0].token.space_before = false;
  return true;
}

const struct token *macros_expect_name(struct macros *macros, struct span where,
                                       const struct tokens *line) {
  if (line->count > 0 && line->items[0].kind == TOKEN_NAME)
    return &line->items[0];
  diag_error(macros->diag, line->count > 0 ? line->items[0].span : where,
             "the name of a macro is expected here");
  return NULL;
}

static bool may_be_defined(struct macros *macros, const struct token *name) {
  if (name->text != macros->defined_word && name->text != macros->variadic_word)
    return true;
  diag_error(macros->diag, name->span, "'%s' cannot be the name of a macro",
             name->text);
  return false;
}

/* Reads what follows the name. */
static bool read_definition(struct definition *definition) {
  if (at(definition, TOKEN_LPAREN) && !definition->tokens->space_before) {
    definition->tokens++;
    if (!read_parameters(definition))
      return false;
  }
  return read_body(definition);
}

static bool same_piece(const struct piece *a, const struct piece *b) {
  return a->token.text == b->token.text &&
         a->token.space_before == b->token.space_before &&
         a->parameter == b->parameter && a->quote == b->quote &&
         a->paste == b->paste;
}

static bool same_macro(const struct macro *a, const struct macro *b) {
  if (a->function_like != b->function_like || a->variadic != b->variadic ||
      a->builtin != b->builtin || a->parameter_count != b->parameter_count ||
      a->piece_count != b->piece_count)
    return false;
  for (size_t i = 0; i < a->piece_count; i++)
    if (!same_piece(&a->pieces[i], &b->pieces[i]))
      return false;
  return true;
}

static void store(struct definition *definition) {
  struct macros *macros = definition->macros;
  struct macro *result = &definition->result;
  struct macro *entry = entry_of(macros, result->name);
  result->defined = true;
  result->disabled = entry->disabled;
  result->parameter_count = (int)definition->parameters.count;
  result->piece_count = definition->pieces.count;
  result->pieces = definition->pieces.items;
  if (entry->defined && !same_macro(entry, result)) {
    diag_warning(macros->diag, result->where,
                 "macro '%s' is defined again, in another way", result->name);
    diag_note(macros->diag, entry->where, "it was first defined here");
  }
  result->pieces =
      ARENA_ARRAY(macros->arena, struct piece, result->piece_count);
  if (result->piece_count > 0)
    memcpy(result->pieces, definition->pieces.items,
           result->piece_count * sizeof *result->pieces);
  *entry = *result;
}

void macros_define(struct macros *macros, struct span where,
                   const struct tokens *line) {
  const struct token *name = macros_expect_name(macros, where, line);
  if (!name || !may_be_defined(macros, name))
    return;
  struct definition definition = {
      .macros = macros,
      .tokens = name + 1,
      .end = line->items + line->count,
      .result = {.name = name->text, .where = name->span},
  };
  if (read_definition(&definition))
    store(&definition);
  vec_free(&definition.parameters);
  vec_free(&definition.pieces);
}
