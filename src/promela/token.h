/* The words of a model, after preprocessing. */
#ifndef LARIAT_PROMELA_TOKEN_H
#define LARIAT_PROMELA_TOKEN_H

#include "base/source.h"

#include <stdbool.h>
#include <stdint.h>

enum token_kind {
  TOKEN_END, /* of the text */
  TOKEN_NAME,
  TOKEN_NUMBER,    /* decimal, or a character in quotes */
  TOKEN_STRING,    /* text holds it with its quotes */
  TOKEN_C_TEXT,    /* the {...} or [...] after c_code, c_expr, ... */
  TOKEN_OTHER,     /* what is none of these; inside the preprocessor only */
  TOKEN_HASH_LINE, /* the # of a directive; inside the preprocessor only */
  TOKEN_MACRO_END, /* inside the preprocessor only */

#define PUNCTUATOR(spelling, kind) TOKEN_##kind,
#define ALSO_SPELLED(spelling, kind)
#include "promela/punctuators.def"
#undef ALSO_SPELLED
#undef PUNCTUATOR

#define KEYWORD(spelling, kind) TOKEN_##kind,
#include "promela/keywords.def"
#undef KEYWORD
  TOKEN_KINDS,
};

struct token {
  enum token_kind kind;
  bool line_start;   /* the first token on its line (of the use, for a macro) */
  bool space_before; /* white space or a comment stands before it */
  bool painted;      /* inside the preprocessor: never a macro's name again */
  struct span span;
  const char *text; /* interned spelling; for all kinds but TOKEN_END */
  int64_t value;    /* TOKEN_NUMBER */
};

/* How a kind is written in messages: "';'", "'proctype'", "a name". */
const char *token_kind_text(enum token_kind kind);

#endif
