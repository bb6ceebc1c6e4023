/* Checking with symbolic integers: from a property to a verdict. */
#ifndef LARIAT_REPORT_SYMBOLIC_CHECK_H
#define LARIAT_REPORT_SYMBOLIC_CHECK_H

#include "report/load.h"
#include "report/properties.h"
#include "report/verify.h"
#include "symbolic/symbolic.h"

/* What the user asks for. */
struct symbolic_wish {
  bool unbounded; /* int is all integers */
  const char *const *symbolic_names, *const *explicit_names;
  size_t symbolic_count, explicit_count;
  const char *const *shown; /* "control@l2", "control@12" */
  size_t shown_count;
};

/* The reachable set at a place that was asked for. */
struct symbolic_shown {
  const char *where;  /* as the user wrote it */
  const char *values; /* explicit variables and other processes */
  const char *set;
};

struct symbolic_report {
  const char *variables; /* "c, g", or "none" */
  const char *states;    /* exact number in decimal; NULL: not known */
  bool proved;           /* without the set of reachable states */
  struct symbolic_figures figures;
  struct symbolic_shown *shown;
  size_t shown_count, shown_capacity;
};

/* Sets verdict, findings and the report of `verified`; *bug when a run could
 * not be repeated.
 */
void symbolic_check(const struct verify_config *config,
                    const struct loaded *loaded,
                    const struct property *property,
                    const struct observer *observer, struct engine *engine,
                    struct arena *arena, struct verified *verified, bool *bug);

/* Is this a process and a label or line of the model?  If not, *error says so.
 */
bool symbolic_can_show(const struct model *model, const char *where,
                       struct buffer *error);

#endif
