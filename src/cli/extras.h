/* Formulas, claims and automata given apart from the model: each becomes a text
 * at the model's end, so that they see its macros and variables.
 */
#ifndef LARIAT_CLI_EXTRAS_H
#define LARIAT_CLI_EXTRAS_H

#include "base/arena.h"
#include "base/vec.h"
#include "cli/options.h"
#include "promela/preprocess.h"
#include "report/patience.h"

struct extras {
  struct arena *arena;
  bool for_graph; /* its formulas are no Promela */
  VEC(struct preprocess_extra) texts;
  VEC(const char *) only_from; /* names of texts whose properties are checked */
  VEC(const char *) good_from; /* and of those whose claims are of good runs */
  struct patience *patience;   /* during extras_init() */
};

/* False when a file cannot be read or is no automaton, or when the patience
 * comes to its end: a message says so.
 */
bool extras_init(struct extras *extras, const struct options *options,
                 struct patience *patience);
void extras_clear(struct extras *extras);

#endif
