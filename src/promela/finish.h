/* The last step from text to tokens, behind the preprocessor: words become
 * keywords, numbers get values, embedded C becomes one token, and what is not
 * Promela at all is reported and left out.
 */
#ifndef LARIAT_PROMELA_FINISH_H
#define LARIAT_PROMELA_FINISH_H

#include "base/diag.h"
#include "base/intern.h"
#include "base/map.h"
#include "promela/preprocess.h"

/* How embedded C goes on. */
enum embedded {
  EMBEDDED_NONE,
  EMBEDDED_BLOCK,   /* after c_code and its like: [...] and {...} may follow */
  EMBEDDED_STRINGS, /* after c_state and c_track: strings follow */
};

struct finisher {
  struct intern *intern;
  struct diag *diag;
  struct tokens *out;
  struct map keywords; /* interned spelling to the keyword's row */
  enum embedded embedded;
  size_t open;         /* brackets of the C text being read; 0: none */
  struct token c_text; /* the first of them */
};

void finisher_init(struct finisher *finisher, struct intern *intern,
                   struct diag *diag, struct tokens *out);

/* Takes tokens in order; TOKEN_END must be the last one. */
void finisher_take(struct finisher *finisher, struct token token);

void finisher_clear(struct finisher *finisher);

#endif
