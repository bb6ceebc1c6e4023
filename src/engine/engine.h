/* The next-state interface: what a search knows of a model.
 *
 * A state is a string of bytes.  An engine gives the initial state, the
 * successors of a state in a fixed order, what goes wrong on the way, the value
 * of a proposition, and the variables of a state in readable form.
 *
 * A successor is reached by one or more steps: an `atomic` sequence runs until
 * it ends, blocks or hands over, and the states inside it are not given out.
 * With ENGINE_SINGLE_STEPS each statement is a successor of its own; then the
 * process that has the right to go on (the owner) is part of the answer.
 *
 * Searches, stores and reports see this header alone.  An engine is used by one
 * thread at a time.
 */
#ifndef LARIAT_ENGINE_ENGINE_H
#define LARIAT_ENGINE_ENGINE_H

#include "base/buffer.h"
#include "base/snapshot.h"
#include "base/status.h"
#include "model/model.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct engine;

enum { NO_PROCESS = -1 };

/* One executed statement, or a rendezvous: a send and its receive. */
struct step {
  int32_t pid;
  uint32_t from;       /* location of the process before the step */
  uint32_t transition; /* index in that location's transitions */
  const struct action *action;
  int32_t partner; /* receiver of a rendezvous, or NO_PROCESS */
  uint32_t partner_from, partner_transition;
  const struct action *partner_action;
  /* the message sent or received; valid as long as the successor is */
  uint32_t channel; /* its number, 0: none */
  const int32_t *values;
  uint32_t value_count;
  const struct type *value_types;
  uint64_t heard; /* what the watch knows after it: see engine_watch() */
};

enum violation_kind {
  VIOLATION_ASSERTION,
  VIOLATION_END_STATE,
  VIOLATION_RUNTIME,
  VIOLATION_TRACE,
  VIOLATION_CLAIM,
  VIOLATION_ACCEPTANCE_CYCLE,
  VIOLATION_NON_PROGRESS_CYCLE,
  VIOLATION_UNBOUNDED,
};

struct violation {
  enum violation_kind kind;
  const char *message;
  struct span where;
  int32_t pid; /* whose step it was, or NO_PROCESS */
};

/* The name used in JSON: "assertion", "end-state", ... */
const char *violation_kind_name(enum violation_kind kind);

struct successor {
  const uint8_t *state;
  size_t length;
  int32_t owner; /* who must go on (single steps only), or NO_PROCESS */
  const struct step *steps;
  size_t step_count;
  uint64_t heard; /* what the watch knows after all of them */
  /* bit i: bytes 8i to 8i+7 may differ from the expanded state; all ones:
   * anything may, the length too
   */
  uint64_t changed;
};

/* A step that an engine has taken before, as the words of the state that change
 * by it; the length does not.
 */
enum known_step {
  KNOWN_HEAD, /* bit i: bytes 8i to 8i+7 change; above them how many do */
  KNOWN_NOTE, /* for who visits, to keep what follows from the words, however
                 often they are met; 0 at first */
  KNOWN_OWN,  /* of the engine */
  KNOWN_WORDS = KNOWN_OWN + 2, /* each: exclusive or of before and after */
  KNOWN_MASK_BITS = 56,        /* of the head, that are not the number */
};

static inline uint64_t known_step_changed(const uint64_t *step) {
  return step[KNOWN_HEAD] & ((UINT64_C(1) << KNOWN_MASK_BITS) - 1);
}

static inline size_t known_step_words(const uint64_t *step) {
  return (size_t)(step[KNOWN_HEAD] >> KNOWN_MASK_BITS);
}

/* One of them: how far it lies behind the base, and its note, or 0: who visits
 * may have to look at the step for that.
 */
struct known_place {
  uint64_t offset, note;
};

/* Several of them.  All stay where they are until the next expansion, and keep
 * their names as long as they are known.
 */
struct known_steps {
  const struct known_place *places;
  uint32_t count;
  uint64_t *base; /* the same until the next expansion, as is its name */
  uint64_t base_name;
};

static inline uint64_t known_step_name(const struct known_steps *steps,
                                       const uint64_t *step) {
  return steps->base_name + (uint64_t)(step - steps->base);
}

/* A bit for each process; lets one move that there may be. */
enum { ENGINE_ONLY_WORDS = 4 };
static inline void engine_let_move(uint64_t *only, uint32_t pid) {
  only[pid / 64] |= UINT64_C(1) << (pid % 64);
}

/* What expansion reports; return false to end it early. */
struct engine_visitor {
  void *context;
  bool (*successor)(void *context, const struct successor *successor);
  /* Not NULL, where steps are not asked for: successors may come this way. */
  bool (*known)(void *context, const struct known_steps *steps);
  /* steps lead from the expanded state up to and including the bad one */
  bool (*violation)(void *context, const struct violation *violation,
                    const struct step *steps, size_t step_count);
  /* Not NULL: only processes whose bits are set here move, `timeout` is false,
   * and a state without successors is nothing to report.
   */
  const uint64_t *only;
  /* How the state was come to, for a search along a path: it is at this level
   * of it, counted from 1 (0: not told), and the known step of this name (0: it
   * has none) led there from the state that was last expanded one level before.
   */
  uint64_t level, step;
  uint64_t notes; /* whose they are; those of another are gone */
};

enum engine_option {
  ENGINE_SINGLE_STEPS = 1, /* one statement at a time */
  ENGINE_ALL_PATHS = 2,    /* count every path through an atomic, as SPIN does;
                              otherwise equal states inside are joined */
  ENGINE_NO_STEPS = 4,     /* the steps of a successor are not looked at; those
                              of a violation may be */
  ENGINE_NO_MESSAGES = 8,  /* nor are the messages of steps */
  ENGINE_REST = 16, /* only what the last expansion, which must have been one
                       of the same state, left out: see engine_left_out() */
  ENGINE_UNJOINED = 32, /* whatever state may have been given out as a successor
                           before, though others are given in its place now */
  ENGINE_TIDY = 64, /* what no longer matters (model/dead.h) to a process that
                       moves, or starts, becomes zero; not for single steps */
  ENGINE_PATIENT = 128, /* no limit is asked: this has come to its end before */
};

struct first_value {
  const struct var *var;
  uint32_t element;
  int32_t value;
};

struct engine_config {
  bool strict_ends;    /* channels must be empty in an end state */
  bool check_overflow; /* a value that does not fit is a run-time error */
  bool ignore_trace;   /* leave trace/notrace out */
  bool merge; /* let a step go on through statements nobody can notice; for
                 properties that do not count steps */
  size_t memory_bytes; /* of the process; 0: as much as there is */
  /* capacities instead of those declared; read when an engine is opened */
  const struct channel_room *rooms;
  size_t room_count;
  /* values of global variables at the start instead of those declared */
  const struct first_value *first_values;
  size_t first_value_count;
};

/* The interpreter (engine/bytecode/).  The model must outlive the engine. */
enum status engine_open_bytecode(const struct model *model,
                                 const struct engine_config *config,
                                 struct engine **out);
/* What a native engine waits for when it is opened. */
enum engine_wait {
  ENGINE_WAIT_NOT,     /* the compiler is asked only when the work lasts */
  ENGINE_WAIT_QUICK,   /* any, at least code that is compiled quickly */
  ENGINE_WAIT_THOROUGH /* the fastest */
};

/* The same as code compiled by the machine's C compiler (engine/native/).  It
 * interprets until the code is there, and without a compiler for ever; code,
 * and better code, is taken into use between two expansions.
 */
enum status engine_open_native(const struct model *model,
                               const struct engine_config *config,
                               enum engine_wait wait, struct engine **out);

/* The C code of a model, complete; false when there is none: the interpreter
 * does it all.
 */
bool engine_native_text(const struct model *model,
                        const struct engine_config *config, struct buffer *out);

void engine_close(struct engine *engine); /* accepts NULL */

/* The initial state: valid until the next call.  False when initialisation
 * itself fails (a run-time error in an initialiser): *violation says how.
 */
bool engine_initial(struct engine *engine, const uint8_t **state,
                    size_t *length, struct violation *violation);

/* Visits the successors of a state and every violation met on the way, an
 * invalid end state included.  False when the visitor, or a limit, ended it
 * early.
 */
bool engine_expand(struct engine *engine, const uint8_t *state, size_t length,
                   int32_t owner, unsigned options,
                   const struct engine_visitor *visitor);

/* What is known of the states along the path of a search (walk.h), for one that
 * tells of it: valid until the engine is called again; all else is as in the
 * last expansion.  Who walks counts the states.  NULL: nothing at present.
 */
struct walk;
struct walk *engine_walk(struct engine *engine);
/* Is there ever anything? */
bool engine_can_walk(const struct engine *engine);

/* Did the last expansion leave transitions out, on the condition that one of
 * the successors given leads on to states not expanded yet?  A search that
 * finds none such must expand the rest of the state, too.
 */
bool engine_left_out(const struct engine *engine);

/* The text printed by the steps of the successor being visited goes to out;
 * NULL (the default) switches printing off.
 */
void engine_print_to(struct engine *engine, struct buffer *out);

/* One expansion may take long, and much memory: an atomic sequence can have as
 * many states inside as a model.  Who gives a limit is asked now and then in
 * the midst of it, with the bytes that it takes; false ends it early.
 */
struct engine_limit {
  bool (*goes_on)(void *context, size_t bytes);
  void *context;
};

/* It must stay where it is until the next call; NULL (the default): none. */
void engine_set_limit(struct engine *engine, const struct engine_limit *limit);

/* Bytes that grow with what it has learned, to be faster, and those that its
 * last expansion took, if it was a large one; all else is little.
 */
size_t engine_memory(const struct engine *engine);

/* What the engine has learned from the expansions so far, as far as later ones
 * depend on it.  What makes no sense fails the reader.
 */
void engine_save(const struct engine *engine, struct snapshot_writer *out);
void engine_restore(struct engine *engine, struct snapshot_reader *in);

/* Which actions (by number) have been executed so far, one byte each. */
const uint8_t *engine_coverage(const struct engine *engine);
/* Adds actions, so many bytes as before, that were executed at another time. */
void engine_add_coverage(struct engine *engine, const uint8_t *covered,
                         size_t count);

/* The value of model->atoms[atom] in a state. */
bool engine_holds(struct engine *engine, const uint8_t *state, size_t length,
                  uint32_t atom);

/* The value of model->atoms[atom] as process pid sees it (NO_PROCESS: as nobody
 * does).  False after a run-time error, which *violation describes.  Only the
 * interpreter answers.
 */
bool engine_evaluate(struct engine *engine, const uint8_t *state, size_t length,
                     int32_t pid, uint32_t atom, int32_t *value,
                     struct violation *violation);

/* Watches events, the propositions about a step.  The letter of a step has bit
 * i set when its statement fits atoms[i], which must be an event to count; the
 * statements inside a d_step and both sides of a handshake are one letter.  The
 * operands of events have their values of the state that is expanded.
 *
 * A number goes with each path out of that state: `start` before the first
 * step, and after each what `read` makes of the number and the step's letter;
 * without `read` the letters are joined.  Paths through an atomic that meet in
 * one state are followed as one only if their numbers agree too.
 */
struct engine_watch {
  const uint32_t *atoms;
  uint32_t atom_count; /* at most 64 */
  uint64_t start;
  uint64_t (*read)(void *context, uint64_t before, uint64_t letter);
  void *context;
};

/* Starts to watch, until the next call (NULL: nothing); gives the watch that
 * ends.  It must stay where it is; `start` may change between expansions.
 */
const struct engine_watch *engine_watch(struct engine *engine,
                                        const struct engine_watch *watch);

/* Is model->atoms[atom] an event?  Then engine_holds() says no everywhere. */
bool engine_is_event(const struct engine *engine, uint32_t atom);

/* One line of a state: a variable, a channel's contents, a process's place. */
enum binding_kind { BINDING_VARIABLE, BINDING_CHANNEL, BINDING_LOCATION };
struct binding {
  enum binding_kind kind;
  int32_t pid;           /* owner, or NO_PROCESS for a global */
  const char *owner;     /* its proctype's name, or NULL */
  const char *name;      /* "x", "a[2].b" */
  const char *value;     /* "3", "ack", "[1,req] [2,ack]", "line 12" */
  const struct var *var; /* NULL for a location */
};

/* Tells the lines of a state, always in the same order.  With another state
 * (NULL: none) variables and channels that read the same there may be left out.
 */
struct state_bytes {
  const uint8_t *bytes;
  size_t length;
};
void engine_describe(struct engine *engine, const uint8_t *state, size_t length,
                     const struct state_bytes *unlike,
                     void (*each)(void *context, const struct binding *binding),
                     void *context);

/* The readable name of a channel by number in a state, e.g. "q[1]" or "#7". */
const char *engine_channel_name(struct engine *engine, const uint8_t *state,
                                size_t length, uint32_t channel);

/* Processes of a state: how many, and each one's proctype and location. */
uint32_t engine_process_count(struct engine *engine, const uint8_t *state,
                              size_t length);
const struct proctype *engine_process(struct engine *engine,
                                      const uint8_t *state, size_t length,
                                      uint32_t pid, uint32_t *location);

/* All processes of a state: the place of each, and its variables where the
 * model's layout has them.  Gives their number, 256 at most.  May be called
 * inside a visit.
 */
struct process_view {
  uint32_t place; /* proctype << 16 | location */
  const uint8_t *frame;
};
uint32_t engine_view(struct engine *engine, const uint8_t *state, size_t length,
                     struct process_view *views);

/* Where a channel of a global variable, by number, lies in every state, or (0)
 * the global variables as the model's layout has them.  No bytes: the engine
 * does not tell.  A channel begins with the number of its messages, 16 bits.
 */
struct state_room {
  uint32_t offset, bytes;
};
struct state_room engine_room(const struct engine *engine, uint32_t channel);

/* Whether a channel of a global variable, by number, is empty or full. */
enum { CHANNEL_EMPTY = 1, CHANNEL_FULL = 2 };
unsigned engine_channel_fill(struct engine *engine, const uint8_t *state,
                             size_t length, uint32_t channel);

/* All channels of a state, by number - 1, in the order in which they lie in it.
 * Gives how many there are, 256 at most; none where the engine knows no
 * channels.  May be called inside a visit.
 */
struct channel_view {
  const struct channel_slot *slot;
  uint32_t capacity; /* 0: a handshake, which takes no room in a state */
  uint32_t offset;   /* of its room in the state */
  uint32_t bytes;    /* of its room */
  uint32_t messages; /* in it at present */
  uint32_t message_bytes;
  const uint8_t *contents; /* the messages, oldest first, without gaps */
};
uint32_t engine_channels(struct engine *engine, const uint8_t *state,
                         size_t length, struct channel_view *views);

/* What statements do to channels with capacity, by number - 1: those inside a
 * d_step too, and those of a step that fails.  Whoever reads it clears it.
 */
struct channel_traffic {
  bool some;              /* there was any */
  uint16_t longest[256];  /* the greatest length after a send */
  uint16_t received[256]; /* messages taken out */
};
/* Notes it there from now on, until the next call; NULL: nowhere. */
void engine_note_traffic(struct engine *engine,
                         struct channel_traffic *traffic);

/* What does the work at present: "bytecode", "native", "graph". */
const char *engine_name(const struct engine *engine);

/* Why an engine works more slowly than was asked for, or NULL. */
const char *engine_problem(const struct engine *engine);

#endif
