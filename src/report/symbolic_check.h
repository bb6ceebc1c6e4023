/* Checking with symbolic integers: from a property to a verdict. */
#ifndef LARIAT_REPORT_SYMBOLIC_CHECK_H
#define LARIAT_REPORT_SYMBOLIC_CHECK_H

#include "base/map.h"
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

/* What is special about a run that was found symbolically. */
struct symbolic_finding {
  struct engine *engine;         /* with the parameters of the run */
  const char *const *parameters; /* "N=3" */
  size_t parameter_count;
  const struct symbolic_part *parts; /* loops that were unrolled, in order */
  size_t part_count;
};

/* The reachable set at a place that was asked for. */
struct symbolic_shown {
  const char *where;  /* as the user wrote it */
  const char *values; /* explicit variables and other processes */
  const char *set;
  const char **names; /* of the symbolic variables */
  uint32_t dims;
  const int64_t *points; /* all of them if they are few, else NULL */
  size_t point_count;
};

struct symbolic_report {
  const char *variables; /* "c, g", or "none" */
  const char *states;    /* exact number in decimal; NULL: not known */
  const char *inside;    /* the same inside atomics, where loops meet */
  bool reduced;          /* interleavings were left out */
  bool complete;         /* the reachable set was found */
  bool holds_at_first;   /* for all integers, but an int wraps around */
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
                    const struct observer *observer, struct arena *arena,
                    struct verified *verified, bool *bug);

/* Releases what the findings hold. */
void symbolic_clear(struct verified *verified);

/* Sets the first values of header->engine from its parameters; they lie in the
 * arena.  False, with the reason in *error, when the model has none such.
 */
struct trace_header;
bool parameters_read(struct trace_header *header, const struct model *model,
                     struct arena *arena, struct buffer *error);

/* Has the model a variable of this name, here or there?  If not, *error says
 * so; option is where it was named.
 */
bool symbolic_has_variable(const struct model *model, const char *option,
                           const char *name, struct buffer *error);

/* Makes the variables that are assumed to have any first value keys of *out. */
void symbolic_parameters(const struct loaded *loaded, struct map *out);

/* Is this a process and a label or line of the model?  If not, *error says so.
 */
bool symbolic_can_show(const struct model *model, const char *where,
                       struct buffer *error);

#endif
