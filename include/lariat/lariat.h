/* Lariat, a model checker for Promela, as a library.
 *
 * Load a model, check it, read the verdicts, walk the counterexamples.  Handles
 * are opaque and belong to the caller: each lar_..._open or _load has its
 * _close, which accepts NULL.  Strings belong to the handle they were asked of
 * and live until it is closed, unless it is said otherwise.
 *
 * A struct that may grow in later versions begins with its size: set it to
 * sizeof the struct before passing it, so that programs compiled today go on
 * working.  Zero in every other field of an options struct is the default.
 *
 * Handles are used by one thread at a time; different models are independent.
 */
#ifndef LARIAT_LARIAT_H
#define LARIAT_LARIAT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* "0.1.0" */
const char *lar_version(void);

/* ---- models ---- */

typedef struct lar_model lar_model;

typedef struct {
  size_t size;
  const char *const *defines; /* "NAME" or "NAME=VALUE" */
  size_t define_count;
  const char *const *include_dirs;
  size_t include_dir_count;
} lar_load_options;

/* Always gives a handle, also for a model with errors: see the messages then.
 * path "-" is standard input; options may be NULL.
 */
lar_model *lar_model_load(const char *path, const lar_load_options *options);
/* The same for a text in memory, called name in messages. */
lar_model *lar_model_load_text(const char *name, const char *text,
                               size_t length, const lar_load_options *options);
void lar_model_close(lar_model *model);

/* 0: the model has errors and cannot be checked. */
int lar_model_is_usable(const lar_model *model);

enum lar_level { LAR_NOTE, LAR_WARNING, LAR_ERROR };

typedef struct {
  size_t size;
  enum lar_level level; /* a note belongs to the message before it */
  const char *file;     /* "" when the message is about no place */
  uint32_t line, column;
  const char *text;
} lar_message;

size_t lar_model_message_count(const lar_model *model);
/* 0 when there is no such message. */
int lar_model_message(const lar_model *model, size_t index, lar_message *out);

/* The properties a check can be asked for; "safety" is the first. */
size_t lar_model_property_count(const lar_model *model);
const char *lar_model_property_name(const lar_model *model, size_t index);

/* ---- checking ---- */

typedef struct lar_result lar_result;

typedef struct {
  size_t size;
  const char *const *properties; /* none: all */
  size_t property_count;
  int breadth_first;   /* gives a shortest counterexample */
  int keep_going;      /* do not stop at the first violation */
  uint64_t max_errors; /* different violations; 0: one, or all */
  uint64_t max_depth;  /* transitions; 0: no limit */
  uint64_t max_bytes;  /* 0: nearly all of the machine's */
  double max_seconds;  /* 0: no limit */
  int strict_ends;     /* channels must be empty in an end state */
  int check_overflow;  /* a value that does not fit is an error */
  int spin_counts;     /* count states and transitions as SPIN does */
} lar_check_options;

/* NULL when the model is not usable, a property has an unknown name, or the
 * check failed inside.  The model must outlive the result; options may be NULL.
 */
lar_result *lar_check(const lar_model *model, const lar_check_options *options);
void lar_result_close(lar_result *result);

enum lar_verdict { LAR_HOLDS, LAR_VIOLATED, LAR_UNKNOWN };

/* Violated if any property is; holds only if all of them do. */
enum lar_verdict lar_result_verdict(const lar_result *result);
size_t lar_result_property_count(const lar_result *result);

typedef struct {
  size_t size;
  const char *name, *kind; /* "safety", "ltl", ... */
  enum lar_verdict verdict;
  const char *reason; /* why it is unknown, or NULL */
  size_t violation_count;
  uint64_t states, transitions, matched, depth;
  int complete, exact;
  uint64_t memory_bytes;
  double bytes_per_state, seconds, cpu_seconds;
  const char *vacuous; /* why a formula holds for no good reason, or NULL */
} lar_property;

/* 0 when there is no such property. */
int lar_result_property(const lar_result *result, size_t index,
                        lar_property *out);

typedef struct {
  size_t size;
  const char *kind; /* "assertion", "end-state", "runtime", ... */
  const char *message;
  const char *file; /* "" when there is no place */
  uint32_t line;
  size_t step_count; /* of the run that shows it */
} lar_violation;

/* 0 when there is no such violation. */
int lar_result_violation(const lar_result *result, size_t property,
                         size_t index, lar_violation *out);

/* ---- walking a counterexample ---- */

typedef struct lar_trace lar_trace;

/* Stands in the initial state.  NULL when there is no such violation.  The
 * result must outlive the trace, and one trace of a result is walked at a time.
 */
lar_trace *lar_trace_open(const lar_result *result, size_t property,
                          size_t violation);
void lar_trace_close(lar_trace *trace);

typedef struct {
  size_t size;
  int pid;
  const char *process, *file;
  uint32_t line;
  const char *statement;
  int partner; /* the receiver of a rendezvous, or -1 */
  const char *partner_process, *partner_statement; /* NULL without one */
  const char *channel; /* of the message sent or received, or NULL */
  size_t value_count, change_count;
  const char *printed; /* by printf; "" when nothing was */
} lar_step;

/* Takes the next step; 0 at the end.  Strings live until the next call. */
int lar_trace_next(lar_trace *trace, lar_step *out);

/* Of the step taken last; NULL when there is no such value. */
const char *lar_trace_value(const lar_trace *trace, size_t index);

typedef struct {
  size_t size;
  const char *name;           /* "x", "q", "P(1):y" */
  const char *before, *after; /* NULL: it did not, or does not, exist */
} lar_change;

/* What the step taken last changed; 0 when there is no such change. */
int lar_trace_change(const lar_trace *trace, size_t index, lar_change *out);

/* Calls each for every variable and channel of the state the trace stands in.
 */
void lar_trace_state(const lar_trace *trace,
                     void (*each)(void *context, const char *name,
                                  const char *value),
                     void *context);

#ifdef __cplusplus
}
#endif

#endif
