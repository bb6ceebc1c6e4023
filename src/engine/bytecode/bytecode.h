/* The reference engine: interprets a compiled model. */
#ifndef LARIAT_ENGINE_BYTECODE_BYTECODE_H
#define LARIAT_ENGINE_BYTECODE_BYTECODE_H

#include "engine/bytecode/machine.h"
#include "engine/bytecode/region.h"
#include "engine/kind.h"

/* Where a process was seen last. */
struct seat {
  uint32_t offset; /* of its frame in the state */
  uint32_t type;   /* number of its proctype, plus one; 0: not known */
};

struct bytecode {
  struct engine base;
  struct program *program;
  struct engine_config config;
  struct machine machine;
  uint8_t *initial;
  struct region region;
  VEC(uint8_t) scratch;      /* the successor being made */
  VEC(uint8_t) current;      /* the inner state being expanded */
  struct buffer name, value; /* for descriptions */
  struct seat seats[257];    /* by number; one more than there can be */

  /* of the expansion under way */
  const struct engine_visitor *visitor;
  unsigned options;
  bool stopped;          /* the visitor had enough */
  const uint8_t *origin; /* the state that is expanded */
  const uint8_t *source; /* the one whose successors are made, or inside */
  size_t source_length;
  size_t source_steps; /* steps of the path that lead to it */
  bool moved;          /* something could be done in it */
};

bool bytecode_expand(struct engine *engine, const uint8_t *state, size_t length,
                     int32_t owner, unsigned options,
                     const struct engine_visitor *visitor);

/* ---- the pieces of an expansion, for an engine around this one ---- */

/* Starts an expansion; the machine is still to be bound to the state. */
void bytecode_begin(struct bytecode *self, const uint8_t *state, size_t length,
                    unsigned options, const struct engine_visitor *visitor);
/* Changes the state whose successors are made: the path stays as it is. */
void bytecode_set_source(struct bytecode *self, const uint8_t *state,
                         size_t length);
/* Every statement of a process, in order; sets `moved`. */
void bytecode_try_process(struct bytecode *self, uint32_t pid);
/* One statement; true when it was possible.  Whether one before it was decides
 * about `else`.
 */
bool bytecode_try_statement(struct bytecode *self, uint32_t pid, uint32_t index,
                            bool did_something);
/* One handshake of two statements; true when the receiver takes the message. */
bool bytecode_offer(struct bytecode *self, uint32_t sender, uint32_t index,
                    uint32_t receiver, uint32_t receiver_index);
/* Nothing moved: reports an end state that is not valid. */
void bytecode_report_end(struct bytecode *self);
/* Has the location one statement that an atomic may execute in place? */
bool bytecode_is_simple(const struct command_location *location);
/* A process, whose frame lies at an offset, has come to a place inside an
 * indivisible sequence: may it go on at once?
 */
bool bytecode_goes_on(const struct bytecode *self,
                      const struct region_state *state, size_t offset);
/* Is it an `else`, or a d_step that begins with one? */
bool bytecode_begins_with_else(const struct process_type *type,
                               const struct command *command);

uint32_t bytecode_view(struct engine *engine, const uint8_t *state,
                       size_t length, struct process_view *views);
unsigned bytecode_channel_fill(struct engine *engine, const uint8_t *state,
                               size_t length, uint32_t channel);

void bytecode_describe(struct engine *engine, const uint8_t *state,
                       size_t length, const struct state_bytes *unlike,
                       void (*each)(void *context,
                                    const struct binding *binding),
                       void *context);
const char *bytecode_channel_name(struct engine *engine, const uint8_t *state,
                                  size_t length, uint32_t channel);

#endif
