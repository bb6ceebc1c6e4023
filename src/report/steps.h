/* Steps of a run as people read them: who, where, what, and what changed. */
#ifndef LARIAT_REPORT_STEPS_H
#define LARIAT_REPORT_STEPS_H

#include "engine/engine.h"
#include "report/inlined.h"
#include "report/load.h"

/* A variable or channel whose value a step changed.  NULL: it did not exist
 * before (a process was born), or does not any more.
 */
struct change {
  const char *name; /* "x", "q", "P(1):y" */
  const char *before, *after;
};

/* One side of a step. */
struct actor {
  int32_t pid; /* NO_PROCESS: nobody */
  const char *process;
  struct position where;
  struct inlined inlined;
  const char *statement;
};

struct readable_step {
  struct actor actor, partner; /* partner: the receiver of a rendezvous */
  const char *channel;         /* of the message, or NULL */
  const char *const *values;   /* of the message */
  size_t value_count;
  const struct change *changes;
  size_t change_count;
  const char *printed; /* "" when nothing was */
};

struct step_reader;

/* The model and the engine must outlive the reader. */
struct step_reader *step_reader_open(struct engine *engine,
                                     const struct loaded *loaded);
void step_reader_close(struct step_reader *reader); /* accepts NULL */

/* Stands in this state: changes are counted from here. */
void step_reader_stand(struct step_reader *reader, const uint8_t *state,
                       size_t length);

/* Reads a step that leads from the state the reader stands in to `after`, and
 * stands there; a step that failed has no state after it (NULL).  The answer is
 * valid until the next call.
 */
const struct readable_step *
step_reader_step(struct step_reader *reader, const struct step *step,
                 const uint8_t *after, size_t length, const char *printed);

/* The state the reader stands in: every variable and channel in turn. */
void step_reader_values(const struct step_reader *reader,
                        void (*each)(void *context, const char *name,
                                     const char *value),
                        void *context);

#endif
