/* How each kind of token is called in messages: one table, filled from the
 * lists of punctuators and keywords.
 */
#include "promela/token.h"

#include <assert.h>

static const char *const kind_texts[TOKEN_KINDS] = {
    [TOKEN_END] = "the end of the text",
    [TOKEN_NAME] = "a name",
    [TOKEN_NUMBER] = "a number",
    [TOKEN_STRING] = "a string",
    [TOKEN_C_TEXT] = "C code",
    [TOKEN_OTHER] = "an unknown character",
    [TOKEN_HASH_LINE] = "a directive",
    [TOKEN_MACRO_END] = "the end of a macro",

#define PUNCTUATOR(spelling, kind) [TOKEN_##kind] = "'" spelling "'",
#define ALSO_SPELLED(spelling, kind)
#include "promela/punctuators.def"
#undef ALSO_SPELLED
#undef PUNCTUATOR

#define KEYWORD(spelling, kind) [TOKEN_##kind] = "'" spelling "'",
#include "promela/keywords.def"
#undef KEYWORD
};

const char *token_kind_text(enum token_kind kind) {
  assert(kind < TOKEN_KINDS);
  return kind_texts[kind];
}
