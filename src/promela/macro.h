/* The macros of a model: what #define, #undef and -D say. */
#ifndef LARIAT_PROMELA_MACRO_H
#define LARIAT_PROMELA_MACRO_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/intern.h"
#include "base/map.h"
#include "promela/preprocess.h"

#include <stdbool.h>
#include <stddef.h>

enum builtin { BUILTIN_NONE, BUILTIN_LINE, BUILTIN_FILE, BUILTIN_COUNTER };

enum { NO_PARAMETER = -1 };

/* One token of a body, with the operators # and ## folded into it. */
struct piece {
  struct token token;
  int parameter; /* its index, or NO_PARAMETER */
  bool quote;    /* # stands before it */
  bool paste;    /* ## stands behind it */
};

/* There is at most one of these a name; #undef and a new #define change it in
 * place, so `disabled` outlives them.
 */
struct macro {
  const char *name; /* interned */
  struct span where;
  bool defined;
  bool disabled; /* its expansion is being scanned */
  bool function_like;
  bool variadic; /* the last parameter takes all arguments that are left */
  enum builtin builtin;
  int parameter_count;
  size_t piece_count;
  struct piece *pieces;
};

struct macros {
  struct arena *arena;
  struct intern *intern;
  struct diag *diag;
  struct map by_name;
  const char *defined_word, *variadic_word; /* defined, __VA_ARGS__ */
  unsigned counter;                         /* of __COUNTER__ */
  size_t work_left;
  bool stopped; /* no more tokens: the text is out of bounds */
};

void macros_init(struct macros *macros, struct intern *intern,
                 struct diag *diag);
void macros_clear(struct macros *macros);

/* The macro of this name (interned) if it is defined now, else NULL. */
struct macro *macros_find(const struct macros *macros, const char *name);

/* The first token of the line, if it is a name; NULL, after an error there or
 * at where, if it is not.
 */
const struct token *macros_expect_name(struct macros *macros, struct span where,
                                       const struct tokens *line);

/* Takes the tokens after #define; where is the place of the directive. */
void macros_define(struct macros *macros, struct span where,
                   const struct tokens *line);
void macros_undefine(struct macros *macros, const char *name);

/* Accounts for work done at a place.  All work together is bounded so that
 * macros and includes that double and double again end with a message.
 */
void macros_spend(struct macros *macros, struct span where, size_t work);

/* Reports an error after which reading on would only cause more of them. */
void macros_stop(struct macros *macros, struct span where, const char *text);

#endif
