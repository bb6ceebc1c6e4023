/* Whether the search of a property may leave equivalent interleavings out. */
#ifndef LARIAT_REPORT_REDUCTION_H
#define LARIAT_REPORT_REDUCTION_H

#include "report/properties.h"
#include "report/verify.h"

/* An engine to search with, and why it is not a reduced one. */
struct reduction {
  struct engine *engine;
  struct engine *tidy;    /* around the engine itself, or NULL */
  struct engine *reduced; /* around that, or NULL */
  struct engine *joining; /* the same, when nothing can be left out */
  const char *hindrance;  /* or NULL */
};

/* For assertions, end states and run-time errors. */
void reduction_for_safety(const struct verify_config *config,
                          const struct loaded *loaded, struct engine *engine,
                          struct reduction *out);

/* For the product with the claim of a property. */
void reduction_for_claim(const struct verify_config *config,
                         const struct loaded *loaded,
                         const struct property *property,
                         const struct claim *claim, struct engine *engine,
                         struct reduction *out);

void reduction_clear(struct reduction *reduction);

/* Could the answer depend on how many steps something takes?  Then statements
 * must not be merged.
 */
bool counts_steps(const struct verify_config *config,
                  const struct loaded *loaded, const struct property *property);

#endif
