/* Saved counterexamples: the file format of docs/trace-format.md. */
#ifndef LARIAT_REPORT_TRACE_H
#define LARIAT_REPORT_TRACE_H

#include "report/load.h"
#include "report/walk.h"

/* How the model was read and run: a replay must do the same. */
struct trace_header {
  const char *model;
  const char *property;
  struct preprocess_config preprocess;
  struct engine_config engine;
  const char *const *capacities; /* "q=8": other than those declared */
  size_t capacity_count;
  const char *const *parameters; /* "N=3": values at the start that differ */
  size_t parameter_count;
};

/* Executes the trail and writes it.  After STATUS_IO errno tells why;
 * STATUS_BAD_INPUT: the engine does not repeat the trail.
 */
enum status trace_write(const char *path, const struct trace_header *header,
                        const struct loaded *loaded, struct engine *engine,
                        const struct trail *trail);

/* The same document, into a buffer. */
enum status trace_print(struct buffer *out, const struct trace_header *header,
                        const struct loaded *loaded, struct engine *engine,
                        const struct trail *trail);

/* What the file says a step does: compared with the model at replay. */
struct recorded_step {
  const char *process, *statement;
};

/* Sets the rooms of header->engine from the capacities; they lie in the arena.
 * False, with the reason in *error, when the model has no such channels.
 */
bool trace_set_rooms(struct trace_header *header, const struct loaded *loaded,
                     struct arena *arena, struct buffer *error);

struct trace;

/* On failure *error gets one line that says what is wrong with the file. */
enum status trace_read(const char *path, struct trace **out,
                       struct buffer *error);
void trace_close(struct trace *trace); /* accepts NULL */

const struct trace_header *trace_header(const struct trace *trace);
const struct trail *trace_trail(const struct trace *trace);

/* False, with the reason in *error, when the trace does not fit the model: a
 * step is not possible or does something else, or the end is not what the
 * trace says.  If it fits, the trail's violation is the one met, with its
 * place.
 */
bool trace_fits(struct trace *trace, const struct trace_header *header,
                const struct loaded *loaded, struct engine *engine,
                struct buffer *error);

#endif
