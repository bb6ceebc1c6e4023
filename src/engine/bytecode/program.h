/* A model compiled for the interpreter.
 *
 * Expressions become code for a small stack machine; every statement becomes a
 * `struct command` with its operands in place.  A program is read-only.
 *
 * A state, byte by byte:
 *
 *   processes, channels (1 byte each), place of the trace automaton (2)
 *   [_last (1), padding (3): only when the model reads _last]
 *   global variables, the channels of global variables
 *   for each process, oldest first:
 *     location (2), proctype (1), priority (1), variables, its channels
 *
 * A channel is its length (2) followed by room for all messages; one without
 * capacity takes no room.  Processes die youngest first, so a state grows and
 * shrinks at its end alone.  Channels and processes start at whole words of 8
 * bytes: the store and the native engine work by such words, and two things
 * that vary on their own do not share one.
 */
#ifndef LARIAT_ENGINE_BYTECODE_PROGRAM_H
#define LARIAT_ENGINE_BYTECODE_PROGRAM_H

#include "base/arena.h"
#include "engine/engine.h"
#include "model/dead.h"
#include "model/model.h"

#include <stdbool.h>
#include <stdint.h>

enum {
  STATE_PROCESSES = 0,
  STATE_CHANNELS = 1,
  STATE_TRACE = 2,
  STATE_HEADER = 4,
  FRAME_LOCATION = 0,
  FRAME_PROCTYPE = 2,
  FRAME_PRIORITY = 3,
  FRAME_HEADER = 4,
  CHANNEL_HEADER = 2,
  STATE_WORD = 8,
  MOST_PROCESSES = 255,
  MOST_CHANNELS = 255,
};

enum opcode {
#define OPCODE(name) OP_##name,
#include "engine/bytecode/opcodes.def"
#undef OPCODE
};

struct insn {
  uint16_t op;
  uint16_t small;
  int32_t value;
};

/* How one value is kept. */
enum cell_kind { CELL_U8, CELL_U16, CELL_S16, CELL_S32 };
struct cell {
  uint8_t kind;
  uint8_t bits; /* a stored value is cut to so many bits */
};

/* Which memory a reference leads to. */
enum area { AREA_GLOBAL, AREA_LOCAL, AREA_OUTSIDE };

/* A place to write: code that computes the offset, or a constant one. */
struct place {
  enum area area;
  struct cell cell;
  const struct insn *code; /* NULL: the offset is constant */
  uint32_t offset;
  const struct var *var; /* for messages */
};

struct command_pattern {
  enum pattern_kind kind;
  struct place place;       /* PATTERN_BIND */
  const struct insn *value; /* PATTERN_MATCH, unless constant */
  bool is_constant;
  int32_t constant;
};

/* A statement, ready to run. */
struct command {
  enum action_kind kind;
  const struct action *action;
  const struct insn *value; /* the condition, or the value assigned */
  bool runs;                /* the condition starts a process */
  struct place place;       /* ASSIGN, INIT */
  const struct insn *channel;
  int32_t constant_channel; /* > 0: a global channel known beforehand */
  bool is_buffered;         /* the channel has capacity, whichever it is */
  const struct insn **args;
  uint32_t arg_count;
  struct command_pattern *patterns;
  uint32_t pattern_count;
  uint32_t enter; /* D_STEP */
};

/* A variable whose value alone rules a statement out, if there is one; see
 * glance.c.
 */
enum glance_area {
  GLANCE_NONE,
  GLANCE_GLOBAL,
  GLANCE_OF_PID, /* the element of an array of bytes that _pid names */
  GLANCE_LOCAL,
  GLANCE_TIMEOUT,
  GLANCE_AREAS
};
struct glance {
  uint8_t area, cell;
  uint8_t bound; /* for processes of lower numbers only */
  bool outside;  /* the value must lie outside of the range, or else inside */
  uint32_t offset;
  int32_t low;
  uint32_t span; /* the range goes from low to low + span */
};

struct command_transition {
  const struct command *command;
  const struct transition *transition;
  uint32_t target;
  uint32_t escape;
  bool atomic;
  /* the channel from which it may receive in a handshake, as its first
   * statement: a number, or one of these
   */
  uint16_t listens;
  struct glance glance;
};
enum { LISTENS_TO_NONE = 0, LISTENS_TO_ANY = UINT16_MAX };

struct command_location {
  const struct command_transition *transitions;
  uint32_t count;
  bool is_end, inside;
  bool quiet; /* a step goes on here at once: see merge.c */
  bool once;  /* and a loop is cut */
};

/* A channel type with its messages laid out. */
struct channel_layout {
  const struct channel_type *type;
  struct cell *cells;
  uint32_t *offsets; /* of each field in a message */
  uint32_t message_bytes;
  uint32_t bytes; /* of the whole channel in a state */
};

/* One channel that a process (or the model) brings along. */
struct channel_part {
  const struct channel_slot *slot;
  const struct channel_layout *layout;
};

struct value_init {
  struct place place;
  const struct insn *value; /* NULL: zero */
};

struct process_type {
  const struct proctype *proctype;
  const struct command_location *locations;
  uint32_t initial;
  uint32_t frame_bytes; /* header included */
  uint32_t total_bytes; /* with its channels */
  const struct channel_part *channels;
  uint32_t channel_count;
  const struct place *parameters;
  uint32_t parameter_count;
  const struct value_init *inits;
  uint32_t init_count;
  const struct insn *provided; /* or NULL */
};

/* What the expressions run, poll and the like need beyond one number. */
struct expr_detail {
  const struct expr *expr;
  const struct insn **args;
  uint32_t arg_count;
  struct command_pattern *patterns;
  uint32_t pattern_count;
  const struct insn *operand; /* channel or pid; NULL: not given */
  struct place place;         /* EXPR_REMOTE */
};

struct program {
  struct arena *arena;
  const struct model *model;
  const struct engine_config *config; /* while it is made, else NULL */
  struct process_type *types;         /* one for each proctype of the model */
  uint32_t globals;                   /* offset of the global variables */
  const struct channel_part *channels;
  uint32_t channel_count;
  uint32_t first_channel; /* offset of the channels of global variables */
  const uint32_t *channel_offsets; /* of each of them */
  uint32_t fixed_bytes;            /* everything before the first process */
  size_t headroom;                 /* what a state may grow by in one step */
  const struct value_init *inits;
  uint32_t init_count;
  const struct insn **atoms;
  struct expr_detail **details;
  uint32_t detail_count;
  uint32_t stack_need;              /* values the deepest expression keeps */
  uint32_t most_fields;             /* of a message */
  const struct process_type *trace; /* of trace or notrace, or NULL */
  struct dead_place **dead;         /* by proctype and location */
};

/* Never fails: memory comes from an arena. */
struct program *program_compile(const struct model *model,
                                const struct engine_config *config);
/* Merges statements: see merge.c. */
void program_merge(struct program *program);
/* Finds what rules statements out: see glance.c. */
void program_glance(struct program *program);
void program_close(struct program *program);

/* Are the processes of a state where others, so many of these types, were?
 * Each type that agrees makes sure that the next process is where it is looked
 * for.
 */
static inline bool program_has_processes(const uint8_t *state,
                                         const uint32_t *offsets,
                                         const uint8_t *types, uint32_t most) {
  const uint32_t count = state[STATE_PROCESSES];
  if (count > most)
    return false;
  for (uint32_t pid = 0; pid < count; pid++)
    if (state[offsets[pid] + FRAME_PROCTYPE] != types[pid])
      return false;
  return true;
}

/* The names of fields: how a leaf of this type is kept. */
struct cell program_cell(const struct type *type, bool in_array);

#endif
