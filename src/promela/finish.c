/* The last step from text to tokens.
 *
 * Numbers and characters are those of SPIN's lexer: decimal only, taken to 32
 * bits; a word that begins with digits is a number and then a name; after a
 * backslash, n r t f have their meaning in C and any other character its own.
 *
 * Embedded C is recognised by its tokens, after preprocessing, so it may come
 * out of macros, and strings and comments in it hide brackets as they should.
 * Nobody reads it, so only its place is kept.
 */
#include "promela/finish.h"
#include "promela/lex.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct keyword {
  const char *spelling;
  enum token_kind kind;
};

static const struct keyword keywords[] = {
#define KEYWORD(spelling, kind) {spelling, TOKEN_##kind},
#include "promela/keywords.def"
#undef KEYWORD
};

void finisher_init(struct finisher *finisher, struct intern *intern,
                   struct diag *diag, struct tokens *out) {
  *finisher = (struct finisher){.intern = intern, .diag = diag, .out = out};
  for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
    map_put(&finisher->keywords, intern_string(intern, keywords[i].spelling),
            (void *)&keywords[i]);
}

void finisher_clear(struct finisher *finisher) {
  map_free(&finisher->keywords);
}

static void emit(struct finisher *finisher, struct token token) {
  vec_push(finisher->out, token);
}

static void take_name(struct finisher *finisher, struct token token) {
  const struct keyword *keyword = map_get(&finisher->keywords, token.text);
  if (keyword)
    token.kind = keyword->kind;
  emit(finisher, token);
}

/* Numbers */

static unsigned char unescaped(char c) {
  switch (c) {
  case 'n':
    return '\n';
  case 'r':
    return '\r';
  case 't':
    return '\t';
  case 'f':
    return '\f';
  default:
    return (unsigned char)c;
  }
}

static void take_character(struct finisher *finisher, struct token token) {
  const char *inner = token.text + 1;
  const bool is_escaped = inner[0] == '\\';
  if (strlen(token.text) != (is_escaped ? 4 : 3)) {
    diag_error(finisher->diag, token.span,
               "one character is expected between the quotes");
  } else if (is_escaped) {
    token.value = unescaped(inner[1]);
    if (isdigit((unsigned char)inner[1]))
      diag_warning(finisher->diag, token.span,
                   "%s is the character '%c', of value %d, in Promela",
                   token.text, inner[1], inner[1]);
  } else {
    token.value = (unsigned char)inner[0];
  }
  emit(finisher, token);
}

static bool is_hexadecimal(const char *text) {
  return text[0] == '0' && (text[1] == 'x' || text[1] == 'X') &&
         isxdigit((unsigned char)text[2]);
}

/* The value of digits, as a signed number of 32 bits. */
static void set_value(struct finisher *finisher, struct token *token,
                      int base) {
  const long long exact = strtoll(token->text, NULL, base);
  token->value = (int32_t)(uint32_t)(unsigned long long)exact;
  if (exact > INT64_C(1) << 31) /* -2147483648 is fine */
    diag_warning(finisher->diag, token->span,
                 "%s does not fit into 32 bits and is read as %d", token->text,
                 (int)token->value);
}

/* Shortens a span to a part of its text, where it is the place of the text. */
static struct span part_of(const struct token *token, size_t first,
                           size_t length) {
  struct span span = token->span;
  if (span.via == 0 && span.length == strlen(token->text)) {
    span.offset += (uint32_t)first;
    span.length = (uint32_t)length;
  }
  return span;
}

static void take_number(struct finisher *finisher, struct token token) {
  if (is_hexadecimal(token.text)) {
    set_value(finisher, &token, 16);
    diag_error(finisher->diag, token.span,
               "Promela has decimal numbers only: write %lld for %s",
               (long long)token.value, token.text);
    emit(finisher, token);
    return;
  }
  const size_t length = strlen(token.text);
  const size_t digits = strspn(token.text, "0123456789");
  struct token number = token;
  number.text = intern_text(finisher->intern, token.text, digits);
  number.span = part_of(&token, 0, digits);
  set_value(finisher, &number, 10);
  emit(finisher, number);
  if (digits == length)
    return;
  struct token name = {.kind = TOKEN_NAME};
  name.text = intern_string(finisher->intern, token.text + digits);
  name.span = part_of(&token, digits, length - digits);
  take_name(finisher, name);
}

/* What is not Promela */

static void refuse(struct finisher *finisher, const struct token *token) {
  const unsigned char first = (unsigned char)token->text[0];
  if (lex_is_unclosed(token))
    diag_error(finisher->diag, token->span, "the closing %c is missing", first);
  else if (first < ' ' || first == 0x7F || (first >= 0x80 && !token->text[1]))
    diag_error(finisher->diag, token->span,
               "a byte of value %d is not part of Promela", first);
  else
    diag_error(finisher->diag, token->span, "'%s' is not part of Promela",
               token->text);
}

/* Embedded C */

/* last is the closing bracket, or TOKEN_END when that is missing. */
static void end_c_text(struct finisher *finisher, const struct token *last) {
  struct token token = finisher->c_text;
  const bool in_braces = token.kind == TOKEN_LBRACE;
  token.kind = TOKEN_C_TEXT;
  token.text = intern_string(finisher->intern, in_braces ? "{...}" : "[...]");
  if (token.span.via == 0 && last->span.via == 0 &&
      token.span.source == last->span.source)
    token.span.length =
        last->span.offset + last->span.length - token.span.offset;
  finisher->open = 0;
  if (in_braces)
    finisher->embedded = EMBEDDED_NONE;
  emit(finisher, token);
}

static void begin_c_text(struct finisher *finisher, struct token token) {
  finisher->c_text = token;
  finisher->open = 1;
  if (token.kind == TOKEN_ALWAYS) /* [] is complete */
    end_c_text(finisher, &token);
}

static void continue_c_text(struct finisher *finisher, struct token token) {
  const bool in_braces = finisher->c_text.kind == TOKEN_LBRACE;
  finisher->open += token.kind == finisher->c_text.kind;
  finisher->open -= token.kind == (in_braces ? TOKEN_RBRACE : TOKEN_RBRACKET);
  if (finisher->open == 0)
    end_c_text(finisher, &token);
}

/* Takes the token if it belongs to embedded C. */
static bool take_embedded(struct finisher *finisher, struct token token) {
  const enum embedded embedded = finisher->embedded;
  if (finisher->open > 0) {
    continue_c_text(finisher, token);
    return true;
  }
  if (embedded == EMBEDDED_STRINGS && token.kind == TOKEN_STRING) {
    token.kind = TOKEN_C_TEXT;
    emit(finisher, token);
    return true;
  }
  if (embedded == EMBEDDED_BLOCK &&
      (token.kind == TOKEN_LBRACE || token.kind == TOKEN_LBRACKET ||
       token.kind == TOKEN_ALWAYS)) {
    begin_c_text(finisher, token);
    return true;
  }
  finisher->embedded = EMBEDDED_NONE;
  return false;
}

/* What the token given last announces. */
static enum embedded announced(const struct finisher *finisher) {
  if (finisher->out->count == 0)
    return EMBEDDED_NONE;
  switch (vec_last(finisher->out)->kind) {
  case TOKEN_KW_C_CODE:
  case TOKEN_KW_C_DECL:
  case TOKEN_KW_C_EXPR:
    return EMBEDDED_BLOCK;
  case TOKEN_KW_C_STATE:
  case TOKEN_KW_C_TRACK:
    return EMBEDDED_STRINGS;
  default:
    return EMBEDDED_NONE;
  }
}

static void take_promela(struct finisher *finisher, struct token token) {
  switch (token.kind) {
  case TOKEN_NAME:
    take_name(finisher, token);
    break;
  case TOKEN_NUMBER:
    if (token.text[0] == '\'')
      take_character(finisher, token);
    else
      take_number(finisher, token);
    break;
  case TOKEN_OTHER:
  case TOKEN_HASH:
  case TOKEN_HASHHASH:
  case TOKEN_BACKSLASH:
  case TOKEN_DOLLAR:
    refuse(finisher, &token);
    break;
  default:
    emit(finisher, token);
  }
  finisher->embedded = announced(finisher);
}

static void take_end(struct finisher *finisher, struct token token) {
  if (finisher->open > 0) {
    diag_error(finisher->diag, finisher->c_text.span,
               "this C code has no closing '%c'",
               finisher->c_text.kind == TOKEN_LBRACE ? '}' : ']');
    end_c_text(finisher, &token);
  }
  emit(finisher, token);
}

void finisher_take(struct finisher *finisher, struct token token) {
  token.painted = false;
  if (token.kind == TOKEN_END)
    take_end(finisher, token);
  else if (!take_embedded(finisher, token))
    take_promela(finisher, token);
}
