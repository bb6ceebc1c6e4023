/* What a model states and a check can be asked for by name. */
#ifndef LARIAT_REPORT_PROPERTIES_H
#define LARIAT_REPORT_PROPERTIES_H

#include "model/model.h"

#include <stdbool.h>
#include <stddef.h>

struct property {
  const char *name;
  struct span where; /* in the text; no place for the standing ones */
  const char *kind;  /* "safety", "ltl", "finite", "never", "acceptance",
                        "progress" */
  const struct ltl_block *block; /* of a formula, or NULL */
  const struct proctype *never;  /* of a never claim, or NULL */
};

struct properties {
  struct property *items; /* safety first */
  size_t count, capacity;
};

/* Names under which texts are added to a model: formulas to check, and
 * assumptions, which are no properties.  An assumption from a file has the
 * file's name behind a space.
 */
#define EXTRA_FORMULA "--ltl"
#define EXTRA_FINITE "--finite"
#define EXTRA_ASSUMPTION "--assume"

/* Was this declared in the text of that name? */
bool declared_in(const struct model *model, struct span where,
                 const char *name);

/* Is what was declared there an assumption? */
bool is_assumption(const struct model *model, struct span where);

/* Names live in the model's arena. */
void properties_list(const struct model *model, struct properties *out);
/* Progress can be asked for where no label is too: then every cycle violates
 * it.
 */
void properties_add_progress(struct properties *out);
const struct property *properties_find(const struct properties *properties,
                                       const char *name);

/* A process's name as people write it: "init", not ":init:". */
const char *process_name(const struct model *model, const char *name);

#endif
