/* Which variables are symbolic, and where they stand in a vector.
 *
 * A state of a symbolic search is a control state (places of processes,
 * channels, explicit variables) and a set of vectors, one number for each
 * symbolic variable: the global ones first, then those of each process in the
 * order of process numbers.
 */
#ifndef LARIAT_SYMBOLIC_VARIABLES_H
#define LARIAT_SYMBOLIC_VARIABLES_H

#include "base/map.h"
#include "base/vec.h"
#include "model/model.h"

struct symbolic_var {
  const struct var *var;
  const struct proctype *owner; /* NULL: global */
  uint32_t first;               /* dimension of element 0, in its frame */
  bool is_parameter;            /* never written; any value that is assumed */
  uint32_t first_atom;          /* of the abstract model: reads element 0 */
};

struct variables {
  VEC(struct symbolic_var *) items;
  struct map by_var;
  uint32_t global_dims;
  uint32_t *local_dims; /* of each proctype */
};

struct variables_wish {
  const char *const *symbolic; /* names of variables to make symbolic */
  size_t symbolic_count;
  const char *const *explicit; /* and of those to leave explicit */
  size_t explicit_count;
  struct expr *const *assumed; /* their variables are parameters */
  size_t assumed_count;
};

/* Chooses; the memory of symbolic_var is the arena's. */
void variables_init(struct variables *variables, const struct model *model,
                    const struct variables_wish *wish, struct arena *arena);
void variables_clear(struct variables *variables);

/* NULL: it is explicit. */
const struct symbolic_var *variables_find(const struct variables *variables,
                                          const struct var *var);

/* Does the expression read a symbolic variable? */
bool variables_in(const struct variables *variables, struct expr *expr);

#endif
