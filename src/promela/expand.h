/* Expansion of macros in a stream of tokens. */
#ifndef LARIAT_PROMELA_EXPAND_H
#define LARIAT_PROMELA_EXPAND_H

#include "promela/macro.h"

/* Gives the next token of the text below, TOKEN_END when there is none, or
 * when a directive comes first and may not be passed.
 */
typedef struct token token_reader(void *from, bool past_directives);

struct expander {
  struct macros *macros;
  token_reader *read; /* NULL: nothing lies below */
  void *from;
  struct tokens pending; /* to be read before that; the next one is the last */
  bool in_condition;     /* evaluate `defined` */
  bool line_start;       /* of the next token, whatever it says itself */
  int depth;             /* of arguments in arguments */
};

/* The next token of the expanded text. */
struct token expander_next(struct expander *expander);
void expander_clear(struct expander *expander);

/* Adds the expansion of a line to *out.  in_condition: as #if has it. */
void expand_line(struct macros *macros, const struct token *items, size_t count,
                 bool in_condition, struct tokens *out);

#endif
