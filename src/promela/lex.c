/* Characters to tokens.
 *
 * The lexer looks at the text through current(), which passes over any
 * backslash at the end of a line, so that no other function knows of joined
 * lines; a token's spelling is the text without them.  White space and comments
 * leave two marks on the token that follows: space_before and line_start.
 *
 * A newline inside a comment or behind a backslash does not end a directive, as
 * in C.  Elsewhere it ends the line all the same, provided that white space
 * separates the tokens: that is what SPIN gets to see from gcc -E, and its
 * rules for leaving out semicolons depend on it.
 *
 * A quote without its partner takes the rest of the line as
 * one TOKEN_OTHER, as gcc has it; whether that is an error depends on where
 * the token ends up, so it is not reported here.
 *
 * Every byte is looked at a constant number of times.
 */
#include "promela/lex.h"
#include "base/buffer.h"

#include <assert.h>
#include <string.h>

enum {
  END_OF_TEXT = -1,
  LONGEST_PUNCTUATOR = 3,
  LONGEST_UTF8 = 4,
};

struct punctuator {
  const char *spelling;
  size_t length;
  enum token_kind kind;
};

static const struct punctuator punctuators[] = {
#define PUNCTUATOR(spelling, kind)                                             \
  {spelling, sizeof(spelling) - 1, TOKEN_##kind},
#define ALSO_SPELLED(spelling, kind) PUNCTUATOR(spelling, kind)
#include "promela/punctuators.def"
#undef ALSO_SPELLED
#undef PUNCTUATOR
};

enum { PUNCTUATOR_COUNT = sizeof punctuators / sizeof punctuators[0] };

void lex_init(struct lexer *lexer, struct intern *intern, struct diag *diag,
              const char *bytes, size_t length, uint32_t source) {
  static const char byte_order_mark[] = "\xEF\xBB\xBF";
  const size_t mark_length = sizeof byte_order_mark - 1;
  assert(length < UINT32_MAX);
  *lexer = (struct lexer){
      .intern = intern,
      .diag = diag,
      .bytes = bytes,
      .length = (uint32_t)length,
      .source = source,
      .line_start = true,
  };
  if (length >= mark_length && memcmp(bytes, byte_order_mark, mark_length) == 0)
    lexer->offset = (uint32_t)mark_length;
}

static bool is_blank(int c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static bool is_digit(int c) {
  return c >= '0' && c <= '9';
}

static bool starts_name(int c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool continues_name(int c) {
  return starts_name(c) || is_digit(c);
}

/* The length of the backslash and newline at this offset; 0: there is none.
 * Blanks may stand between the two.
 */
static uint32_t splice_at(const struct lexer *lexer, uint32_t offset) {
  if (offset >= lexer->length || lexer->bytes[offset] != '\\')
    return 0;
  uint32_t end = offset + 1;
  while (end < lexer->length && is_blank((unsigned char)lexer->bytes[end]))
    end++;
  if (end == lexer->length || lexer->bytes[end] != '\n')
    return 0;
  return end + 1 - offset;
}

static int current(struct lexer *lexer) {
  uint32_t splice;
  while ((splice = splice_at(lexer, lexer->offset)) > 0) {
    lexer->offset += splice;
    lexer->crossed = true;
  }
  if (lexer->offset == lexer->length)
    return END_OF_TEXT;
  return (unsigned char)lexer->bytes[lexer->offset];
}

/* Takes the character that current() showed. */
static void advance(struct lexer *lexer) {
  assert(lexer->offset < lexer->length);
  lexer->end = ++lexer->offset;
}

static int after_current(const struct lexer *lexer) {
  struct lexer ahead = *lexer;
  advance(&ahead);
  return current(&ahead);
}

static struct span span_from(const struct lexer *lexer, uint32_t start) {
  return (struct span){
      .source = lexer->source, .offset = start, .length = lexer->end - start};
}

static void skip_line_comment(struct lexer *lexer) {
  for (;;) {
    int c = current(lexer);
    if (c == '\n' || c == END_OF_TEXT)
      return;
    advance(lexer);
  }
}

static void skip_block_comment(struct lexer *lexer) {
  uint32_t start = lexer->offset;
  advance(lexer); /* the slash; the star is not part of a closing mark */
  (void)current(lexer);
  advance(lexer);
  struct span opening = span_from(lexer, start);
  int before = 0;
  for (;;) {
    int c = current(lexer);
    if (c == END_OF_TEXT) {
      if (lexer->diag)
        diag_error(lexer->diag, opening, "this comment has no end");
      return;
    }
    advance(lexer);
    lexer->crossed |= c == '\n';
    if (before == '*' && c == '/')
      return;
    before = c;
  }
}

static bool skip_comment(struct lexer *lexer) {
  int second = after_current(lexer);
  if (second == '/')
    skip_line_comment(lexer);
  else if (second == '*')
    skip_block_comment(lexer);
  return second == '/' || second == '*';
}

/* Returns whether there was any. */
static bool skip_space(struct lexer *lexer, bool across_lines) {
  for (bool any = false;; any = true) {
    int c = current(lexer);
    if (c == '\n' && across_lines) {
      lexer->line_start = true;
      advance(lexer);
    } else if (is_blank(c)) {
      advance(lexer);
    } else if (c != '/' || !skip_comment(lexer)) {
      return any;
    }
  }
}

/* The text from start to the last character taken, less the joints. */
static const char *spelling(const struct lexer *lexer, uint32_t start) {
  const char *bytes = lexer->bytes;
  if (!memchr(bytes + start, '\n', lexer->end - start))
    return intern_text(lexer->intern, bytes + start, lexer->end - start);

  struct buffer joined = {0};
  uint32_t at = start;
  while (at < lexer->end) {
    uint32_t splice = splice_at(lexer, at);
    if (splice == 0)
      buffer_putc(&joined, bytes[at]);
    at += splice > 0 ? splice : 1;
  }
  const char *text =
      intern_text(lexer->intern, buffer_text(&joined), joined.length);
  buffer_free(&joined);
  return text;
}

static enum token_kind take_word(struct lexer *lexer, enum token_kind kind) {
  do
    advance(lexer);
  while (continues_name(current(lexer)));
  return kind;
}

static bool ends_literal(int c) {
  return c == '\n' || c == '\0' || c == END_OF_TEXT;
}

static enum token_kind take_quoted(struct lexer *lexer, int quote) {
  advance(lexer);
  for (;;) {
    int c = current(lexer);
    if (ends_literal(c))
      return TOKEN_OTHER;
    advance(lexer);
    if (c == quote)
      return quote == '"' ? TOKEN_STRING : TOKEN_NUMBER;
    if (c == '\\' && !ends_literal(current(lexer)))
      advance(lexer);
  }
}

/* The longest punctuator that the text goes on with; NULL: none. */
static const struct punctuator *find_punctuator(const struct lexer *lexer) {
  char text[LONGEST_PUNCTUATOR + 1] = {0};
  struct lexer ahead = *lexer;
  for (int i = 0; i < LONGEST_PUNCTUATOR; i++) {
    int c = current(&ahead);
    if (c == END_OF_TEXT)
      break;
    text[i] = (char)c;
    advance(&ahead);
  }
  const struct punctuator *best = NULL;
  for (size_t i = 0; i < PUNCTUATOR_COUNT; i++) {
    const struct punctuator *each = &punctuators[i];
    if (each->spelling[0] == text[0] &&
        (!best || each->length > best->length) &&
        memcmp(each->spelling, text, each->length) == 0)
      best = each;
  }
  return best;
}

static enum token_kind take_other(struct lexer *lexer) {
  bool is_ascii = current(lexer) < 0x80;
  advance(lexer);
  for (int i = 1; i < LONGEST_UTF8 && !is_ascii; i++) {
    if ((current(lexer) & 0xC0) != 0x80 || current(lexer) == END_OF_TEXT)
      break;
    advance(lexer);
  }
  return TOKEN_OTHER;
}

static enum token_kind take_token(struct lexer *lexer) {
  int c = current(lexer);
  if (starts_name(c))
    return take_word(lexer, TOKEN_NAME);
  if (is_digit(c))
    return take_word(lexer, TOKEN_NUMBER);
  if (c == '"' || c == '\'')
    return take_quoted(lexer, c);

  const struct punctuator *punctuator = find_punctuator(lexer);
  if (!punctuator)
    return take_other(lexer);
  for (size_t i = 0; i < punctuator->length; i++) {
    (void)current(lexer);
    advance(lexer);
  }
  return punctuator->kind;
}

static struct token end_token(struct lexer *lexer) {
  lexer->end = lexer->offset;
  return (struct token){.kind = TOKEN_END,
                        .line_start = true,
                        .span = span_from(lexer, lexer->offset)};
}

static struct token read_token(struct lexer *lexer, bool across_lines) {
  bool space = skip_space(lexer, across_lines);
  int c = current(lexer);
  if (c == END_OF_TEXT || c == '\n')
    return end_token(lexer);

  const uint32_t start = lexer->offset;
  const bool begins_line = lexer->line_start;
  struct token token = {.space_before = space};
  token.line_start = begins_line || (space && lexer->crossed);
  lexer->crossed &= !token.line_start;
  token.kind = take_token(lexer);
  if (token.kind == TOKEN_HASH && begins_line)
    token.kind = TOKEN_HASH_LINE;
  token.text = spelling(lexer, start);
  token.span = span_from(lexer, start);
  lexer->line_start = false;
  return token;
}

struct token lex_next(struct lexer *lexer) {
  return read_token(lexer, true);
}

struct token lex_next_in_line(struct lexer *lexer) {
  return read_token(lexer, false);
}

bool lex_header_name(struct lexer *lexer, struct token *out) {
  bool space = skip_space(lexer, false);
  int opening = current(lexer);
  if (opening != '<' && opening != '"')
    return false;
  const int closing = opening == '<' ? '>' : '"';
  struct lexer ahead = *lexer;
  do {
    advance(&ahead);
    if (ends_literal(current(&ahead)))
      return false;
  } while (current(&ahead) != closing);
  advance(&ahead);

  *out = (struct token){
      .kind = TOKEN_STRING,
      .space_before = space,
      .text = spelling(&ahead, lexer->offset),
      .span = span_from(&ahead, lexer->offset),
  };
  *lexer = ahead;
  return true;
}

bool lex_is_unclosed(const struct token *token) {
  return token->kind == TOKEN_OTHER &&
         (token->text[0] == '"' || token->text[0] == '\'');
}
