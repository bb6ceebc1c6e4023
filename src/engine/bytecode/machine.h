/* The interpreter at work: one state being changed or asked.
 *
 * machine_enter() binds the machine to the bytes of a state; evaluation and
 * execution read and write those bytes in place.  A run-time error is noted in
 * `error` and makes every later result meaningless: whoever executes something
 * looks at `failed` afterwards.  After any other violation execution goes on; a
 * step, for it may be a whole d_step, can have many of them.
 *
 * The tables of offsets belong to the processes alive.  Since processes come
 * and go at the end of a state only, entries below the current counts stay
 * right for every state that the present one was made from.
 */
#ifndef LARIAT_ENGINE_BYTECODE_MACHINE_H
#define LARIAT_ENGINE_BYTECODE_MACHINE_H

#include "base/buffer.h"
#include "base/vec.h"
#include "engine/bytecode/program.h"
#include "engine/event.h"

#include <assert.h>
#include <string.h>

enum { LONGEST_MESSAGE = 256, DEEPEST_ENABLED = 16, MOST_EVENTS = 64 };

/* The message of the step being executed. */
struct message_values {
  uint32_t channel; /* number, 0: none */
  uint32_t count;
  int32_t *values;
  const struct type *types;
};

/* The events that are watched, and those of the step being executed. */
struct hearing {
  const struct engine_watch *watch; /* NULL: nobody watches */
  struct event_query queries[MOST_EVENTS];
  uint8_t bits[MOST_EVENTS]; /* of each query, in a letter */
  uint32_t count;
  int32_t *values; /* of all queries */
  uint64_t letter;
};

struct machine {
  const struct program *program;
  const struct engine_config *config;
  uint8_t *state;
  size_t length;
  size_t capacity; /* room at state: it may grow up to here */
  uint8_t *outside;
  uint32_t processes[MOST_PROCESSES + 1]; /* offsets of the frames */
  uint32_t channels[MOST_CHANNELS + 1];   /* offsets, by number - 1 */
  const struct channel_part *parts[MOST_CHANNELS + 1];
  /* whose tables these are: they serve all states with the same processes */
  bool has_tables;
  uint32_t known_count;
  uint8_t known_types[MOST_PROCESSES + 1];

  /* the process that acts */
  uint32_t pid;
  uint8_t *frame; /* its variables, header skipped */
  bool timeout;   /* nothing else can move */
  bool testing;   /* enabled(): no effects */
  bool tidies;    /* processes that move or start are tidied: machine_tidy() */
  uint32_t enabled_depth;

  int32_t *stack;
  uint32_t stack_size;
  struct message_values message;
  struct channel_traffic *traffic; /* or NULL: nobody asks */
  struct hearing hearing;
  uint8_t *coverage;    /* of executed actions, by number */
  struct buffer *print; /* printf goes here, or NULL */
  struct buffer text;   /* for messages */

  const struct engine_limit *limit; /* asked in d_steps that last, or NULL */
  uint64_t spent;                   /* statements of them since it was asked */

  bool failed;                  /* a run-time error in this step, its end */
  bool is_cut;                  /* no error was: the limit was reached */
  struct violation error;       /* which one */
  VEC(struct violation) faults; /* what it went on after, each place once */
};

void machine_init(struct machine *machine, const struct program *program,
                  const struct engine_config *config);
void machine_clear(struct machine *machine);

/* Binds the machine to a state and works out the offsets, unless they are known
 * from the state before.
 */
void machine_enter(struct machine *machine, uint8_t *state, size_t length);

/* Binds it to other bytes with the same processes (a copy of the last). */
static inline void machine_move_to(struct machine *machine, uint8_t *state,
                                   size_t length, size_t capacity) {
  machine->state = state;
  machine->length = length;
  machine->capacity = capacity;
}

static inline uint32_t machine_process_count(const struct machine *machine) {
  return machine->state[STATE_PROCESSES];
}

static inline uint32_t machine_channel_count(const struct machine *machine) {
  return machine->state[STATE_CHANNELS];
}

static inline uint8_t *machine_header(const struct machine *machine,
                                      uint32_t pid) {
  return machine->state + machine->processes[pid];
}

static inline uint32_t load_location(const uint8_t *header) {
  uint16_t location;
  memcpy(&location, header + FRAME_LOCATION, sizeof location);
  return location;
}

static inline void store_location(uint8_t *header, uint32_t location) {
  const uint16_t value = (uint16_t)location;
  memcpy(header + FRAME_LOCATION, &value, sizeof value);
}

/* Sets to zero what no longer matters to the process that has this header. */
static inline void machine_tidy(const struct machine *machine,
                                uint8_t *header) {
  const struct dead_place *dead =
      &machine->program->dead[header[FRAME_PROCTYPE]][load_location(header)];
  for (uint32_t i = 0; i < dead->count; i++)
    memset(header + FRAME_HEADER + dead->pieces[i].offset, 0,
           dead->pieces[i].length);
}

static inline const struct process_type *
machine_type(const struct machine *machine, uint32_t pid) {
  return &machine->program->types[machine_header(machine, pid)[FRAME_PROCTYPE]];
}

static inline const struct command_location *
machine_location(const struct machine *machine, uint32_t pid) {
  return &machine_type(machine, pid)
              ->locations[load_location(machine_header(machine, pid))];
}

static inline void machine_act_as(struct machine *machine, uint32_t pid) {
  machine->pid = pid;
  machine->frame = machine_header(machine, pid) + FRAME_HEADER;
}

static inline int32_t cell_load(const uint8_t *at, uint32_t kind) {
  switch (kind) {
  case CELL_U8:
    return *at;
  case CELL_U16: {
    uint16_t value;
    memcpy(&value, at, sizeof value);
    return value;
  }
  case CELL_S16: {
    int16_t value;
    memcpy(&value, at, sizeof value);
    return value;
  }
  default: {
    int32_t value;
    memcpy(&value, at, sizeof value);
    return value;
  }
  }
}

/* Where the variables lie that may rule out statements of the acting process;
 * see glance.c.
 */
struct glances {
  const uint8_t *bases[GLANCE_AREAS];
  uint32_t pid;
};

static inline struct glances machine_glances(const struct machine *machine) {
  const uint8_t *globals = machine->state + machine->program->globals;
  return (struct glances){
      .bases = {[GLANCE_GLOBAL] = globals,
                [GLANCE_OF_PID] = globals + machine->pid,
                [GLANCE_LOCAL] = machine->frame,
                [GLANCE_TIMEOUT] = (const uint8_t *)&machine->timeout},
      .pid = machine->pid};
}

/* Is a statement impossible for the plain reason that was found for it? */
static inline bool machine_rules_out(const struct glances *glances,
                                     const struct glance *glance) {
  if (glance->area == GLANCE_NONE || glances->pid >= glance->bound)
    return false;
  const uint8_t *at = glances->bases[glance->area] + glance->offset;
  const int32_t value =
      glance->cell == CELL_U8 ? *at : cell_load(at, glance->cell);
  return ((uint32_t)value - (uint32_t)glance->low <= glance->span) ==
         glance->outside;
}

/* What is left of a value when it is kept in this cell. */
static inline int32_t cell_cut(struct cell cell, int32_t value) {
  if (cell.kind == CELL_S16)
    return (int16_t)value;
  if (cell.bits >= 32)
    return value;
  return (int32_t)((uint32_t)value & ((UINT32_C(1) << cell.bits) - 1));
}

static inline void cell_store(uint8_t *at, uint32_t kind, int32_t value) {
  switch (kind) {
  case CELL_U8:
    *at = (uint8_t)value;
    break;
  case CELL_U16:
  case CELL_S16: {
    const uint16_t narrow = (uint16_t)value;
    memcpy(at, &narrow, sizeof narrow);
    break;
  }
  default:
    memcpy(at, &value, sizeof value);
    break;
  }
}

/* Notes a run-time error of the acting process at a place of the text. */
void machine_fail(struct machine *machine, struct span where,
                  const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Notes a violation of the acting process that the step goes on after. */
void machine_blame(struct machine *machine, enum violation_kind kind,
                   struct span where, const char *message);

/* ---- eval.c ---- */

int32_t machine_eval(struct machine *machine, const struct insn *code);

/* The length of a channel by number (checked to exist). */
uint32_t machine_channel_length(const struct machine *machine,
                                uint32_t channel);
const struct channel_layout *machine_layout(const struct machine *machine,
                                            uint32_t channel);

/* ---- channels.c ---- */

/* The channel a command works on; 0, with an error noted, when it is none. */
uint32_t machine_channel_of(struct machine *machine,
                            const struct command *command);

/* Where the first message that fits the patterns lies (its index), or -1; only
 * index 0 is tried unless random.
 */
int32_t machine_find_message(struct machine *machine, uint32_t channel,
                             const struct command_pattern *patterns,
                             uint32_t count, bool random);

/* Do the values fit the patterns? */
bool machine_fits(struct machine *machine,
                  const struct command_pattern *patterns, uint32_t count,
                  const int32_t *values);

/* Evaluates what a send sends, cut to the fields' types, into `message`. */
void machine_compose(struct machine *machine, const struct command *command,
                     uint32_t channel);
void machine_enqueue(struct machine *machine, uint32_t channel, bool sorted);
/* Takes (or, with copy, reads) message number index into `message`. */
void machine_dequeue(struct machine *machine, uint32_t channel, uint32_t index,
                     bool copy);
/* Gives the values of `message` to the variables of the patterns. */
void machine_bind(struct machine *machine,
                  const struct command_pattern *patterns, uint32_t count,
                  struct span where);
/* Shows a send ('s') or receive ('r') to the trace automaton. */
void machine_observe(struct machine *machine, char event);

/* ---- hear.c ---- */

/* See engine_watch(). */
const struct engine_watch *machine_watch(struct machine *machine,
                                         const struct engine_watch *watch);
void machine_stop_watch(struct machine *machine);
/* Evaluates the operands of the watched events in the present state. */
void machine_ask(struct machine *machine);
/* Joins the events of a statement just executed, whose message is in `message`,
 * to the letter of the step.
 */
void machine_hear(struct machine *machine, const struct step *step);
static inline bool machine_hears(const struct machine *machine) {
  return machine->hearing.count > 0;
}
/* What the watch knows after the step, from what it knew before. */
uint64_t machine_heard(const struct machine *machine, uint64_t before);

/* ---- execute.c ---- */

/* Can the command be executed now by the acting process?  (A rendezvous send
 * asks for a partner in expand.c instead: false here.)
 */
bool machine_can(struct machine *machine, const struct command *command);

/* Executes it: machine_can() said yes for this very state. */
void machine_do(struct machine *machine, const struct command *command);

/* Runs a d_step from a place inside it on: always the first possible statement,
 * until control leaves it.  When the limit is reached the step is cut: it
 * fails, and what it met on the way says nothing.
 */
void machine_do_d_step(struct machine *machine, const struct command *command,
                       uint32_t place);

/* Assigns with the conversion of the place's type. */
void machine_assign(struct machine *machine, const struct place *place,
                    int32_t value, struct span where);

/* Is it a send on a channel without capacity?  *channel gets its number. */
bool machine_is_rendezvous(struct machine *machine,
                           const struct command *command, uint32_t *channel);

/* Would some other process take what the acting process sends here now? */
bool machine_has_receiver(struct machine *machine,
                          const struct command *command, uint32_t channel);

/* Starts a process; gives its pid, or -1 with an error noted. */
int32_t machine_run(struct machine *machine, uint32_t type, const int32_t *args,
                    uint32_t count, int32_t priority, struct span where);

/* Builds the initial state in `state`, which has room for machine_room(). */
void machine_start(struct machine *machine, uint8_t *state);

/* Could process pid do anything at all?  (enabled(pid)) */
bool machine_enabled(struct machine *machine, uint32_t pid);

/* Does the process's `provided` clause let it move? */
bool machine_provided(struct machine *machine, uint32_t pid);

/* May the process move, as far as `provided` and priorities go? */
bool machine_allowed(struct machine *machine, uint32_t pid);

/* Is every process where it may rest? */
bool machine_at_end(const struct machine *machine);

/* Bytes of the initial state. */
size_t machine_room(const struct program *program);

#endif
