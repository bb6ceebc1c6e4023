/* Characters to tokens, for the preprocessor: no word is reserved yet, and
 * numbers and characters have no value yet (promela/finish.h does that).
 */
#ifndef LARIAT_PROMELA_LEX_H
#define LARIAT_PROMELA_LEX_H

#include "base/diag.h"
#include "base/intern.h"
#include "promela/token.h"

#include <stdbool.h>
#include <stdint.h>

struct lexer {
  struct intern *intern;
  struct diag *diag; /* NULL: no complaints */
  const char *bytes;
  uint32_t length;
  uint32_t source; /* for spans */
  uint32_t offset; /* of the next character */
  uint32_t end;    /* behind the last character taken */
  bool line_start; /* no token of this line was given yet */
  bool crossed;    /* a newline that ends no directive was passed since */
};

/* Reads length bytes, which are the text of source (0: of none). */
void lex_init(struct lexer *lexer, struct intern *intern, struct diag *diag,
              const char *bytes, size_t length, uint32_t source);

/* The next token; TOKEN_END at the end of the text. */
struct token lex_next(struct lexer *lexer);

/* The next token of this line; TOKEN_END at its end, as often as asked. */
struct token lex_next_in_line(struct lexer *lexer);

/* The "name" or <name> of an #include, where one comes next in this line: its
 * text holds the marks around it.
 */
bool lex_header_name(struct lexer *lexer, struct token *out);

/* Is this token a string or a character whose closing quote is missing? */
bool lex_is_unclosed(const struct token *token);

#endif
