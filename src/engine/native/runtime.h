/* What generated code and the native engine share.
 *
 * This file is compiled twice: as part of Lariat, and, embedded as bytes, in
 * front of the code generated for a model.  So it includes nothing of Lariat,
 * and whatever lies here in a struct is the interface between the two; a change
 * to it changes NATIVE_ABI.
 *
 * The code of a model works on one buffer, `state`: a copy of the state being
 * expanded.  A transition writes into it, gives it out, and puts the words it
 * wrote back from the source.  So at the start of every transition the buffer
 * equals the source.  Places are offsets from the start of a state; processes
 * and channels begin at whole words of 8 bytes.
 *
 * What the code cannot or need not do itself (a run-time error, a failed
 * assertion, a rare construct) it leaves to the interpreter, one statement at a
 * time, before it has given out anything of that statement.
 */
#ifndef LARIAT_ENGINE_NATIVE_RUNTIME_H
#define LARIAT_ENGINE_NATIVE_RUNTIME_H

/* The system's headers are a quarter of a quick compiler's work: of a model's
 * code, the compiler's own names stand for what is needed of them.
 */
#ifdef NATIVE_MODEL
#define bool _Bool
#define true 1
#define false 0
#define NULL 0
#define UINT64_C(number) number##ull
#define UINT64_MAX UINT64_C(0xffffffffffffffff)
#define memcpy __builtin_memcpy
#define memmove __builtin_memmove
#define memset __builtin_memset
typedef __SIZE_TYPE__ size_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __INT16_TYPE__ int16_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __INT32_TYPE__ int32_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT64_TYPE__ uint64_t;
#else
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#endif

enum {
  NATIVE_ABI = 4,
  NATIVE_MOST = 256, /* processes, channels; 255 at most, see program.h */
  NATIVE_WORD = 8,
  NATIVE_MASKED = 512, /* bytes of a state that a mask of words covers */
};

struct successor;
struct native_run;

/* One statement: where it starts, and its number there. */
struct native_link {
  uint32_t from, transition;
};

/* The statements that made a successor, the first with its number, the others
 * inside an atomic.  In a handshake the first is the receiver's, and the
 * sender's is in the offer.
 */
struct native_chain {
  uint32_t number; /* among all of the unit */
  bool is_handshake;
  uint32_t count;
  const struct native_link *links;
};

/* Bytes of a frame. */
struct native_piece {
  uint32_t first, length;
};

/* A message that looks for a receiver. */
struct native_offer {
  uint32_t channel; /* its number */
  uint32_t count;
  const int32_t *values;
  uint32_t sender; /* pid */
  uint32_t frame;  /* offset of its frame */
  uint32_t from, transition, target;
  uint32_t piece_count; /* what no longer matters to the sender at its target */
  const struct native_piece *pieces;
};

enum native_answer { NATIVE_BLOCKED, NATIVE_DONE, NATIVE_STOPPED };

/* Tries one statement of a process whose frame lies at `frame`, or tries to
 * receive by it what run->offer offers.  The numbers are what it does not share
 * with others that have the same function; `done`: one before it was possible.
 */
typedef enum native_answer native_step(struct native_run *run, uint8_t *state,
                                       uint32_t frame, uint32_t pid,
                                       const int32_t *numbers, bool done);
/* Tries all statements of a location; true when one was possible. */
typedef bool native_location(struct native_run *run, uint8_t *state,
                             uint32_t frame, uint32_t pid);
/* A proposition: 0, 1, or -1 when the interpreter must be asked. */
typedef int native_atom(const struct native_run *run, const uint8_t *state);

struct native_statement {
  native_step *function;
  const int32_t *numbers;
  uint32_t escape;
  bool is_else;
};

/* The code of a location: a function, or its statements, or nothing to do. */
struct native_code {
  bool is_there; /* no: left to the interpreter; nobody receives there */
  native_location *function;
  const struct native_statement *statements;
  uint32_t count;
};

/* What the code of a model provides. */
struct native_unit {
  uint32_t abi;
  uint32_t run_bytes; /* of struct native_run, as the unit sees it */
  uint32_t type_count, location_count, atom_count, chain_count;
  const uint32_t *first; /* of each proctype: where its locations start */
  const struct native_code *locations;
  const struct native_code *receivers;
  native_atom *const *atoms; /* NULL: left to the interpreter */
};

/* One engine at work, as the code sees it. */
struct native_run {
  const struct native_unit *unit;
  const uint8_t *source; /* the state being expanded */

  /* giving out */
  void *context;
  const struct successor *successor;
  bool (*visit)(void *context, const struct successor *successor);
  uint64_t *changed;  /* of the successor */
  size_t *length;     /* of the successor */
  uint64_t inherited; /* words that differ from the state asked for already */
  const struct native_chain *chain; /* how it was made */
  const struct native_offer *offer;
  uint32_t pid; /* whose turn it is; in a handshake the receiver */
  bool stopped; /* the visitor had enough */
  bool timeout; /* nothing else can move */
  bool tidies;  /* what no longer matters becomes zero */

  uint8_t *coverage; /* of actions, by number */
  uint8_t *outside;  /* variables that are in no state */

  /* the processes and channels of the source, oldest first */
  uint32_t processes[NATIVE_MOST];  /* offsets */
  uint32_t channels[NATIVE_MOST];   /* offsets, by number - 1 */
  uint32_t capacities[NATIVE_MOST]; /* likewise */
  uint16_t layouts[NATIVE_MOST];    /* likewise: numbers of their layouts */

  /* what is left to others */
  bool (*statement)(struct native_run *run, uint32_t pid, uint32_t transition,
                    bool did_something);
  bool (*receive)(struct native_run *run, const struct native_offer *offer,
                  uint32_t pid, uint32_t transition);
  /* goes on later inside an atomic, from what is in the buffer now, or gives
   * that out; false when the visitor had enough
   */
  bool (*go_on)(struct native_run *run, uint32_t pid, uint64_t changed);
};

#define NATIVE_UNLIKELY(condition) __builtin_expect(!!(condition), 0)

/* What is not worth a copy in every statement: the compiler's time counts. */
#define NATIVE_APART __attribute__((noinline, unused)) static

/* ---- values ---- */

static inline int32_t native_u8(const uint8_t *state, uint32_t at) {
  return state[at];
}

static inline int32_t native_u16(const uint8_t *state, uint32_t at) {
  uint16_t value;
  memcpy(&value, state + at, sizeof value);
  return value;
}

static inline int32_t native_s16(const uint8_t *state, uint32_t at) {
  int16_t value;
  memcpy(&value, state + at, sizeof value);
  return value;
}

static inline int32_t native_s32(const uint8_t *state, uint32_t at) {
  int32_t value;
  memcpy(&value, state + at, sizeof value);
  return value;
}

static inline void native_put8(uint8_t *state, uint32_t at, int32_t value) {
  state[at] = (uint8_t)value;
}

static inline void native_put16(uint8_t *state, uint32_t at, int32_t value) {
  const uint16_t narrow = (uint16_t)value;
  memcpy(state + at, &narrow, sizeof narrow);
}

static inline void native_put32(uint8_t *state, uint32_t at, int32_t value) {
  memcpy(state + at, &value, sizeof value);
}

/* Division by 0 is caught before; by -1 it wraps around. */
static inline int32_t native_divide(int32_t a, int32_t b) {
  return b == -1 ? (int32_t)(0 - (uint32_t)a) : a / b;
}

static inline int32_t native_modulo(int32_t a, int32_t b) {
  return b == -1 ? 0 : a % b;
}

static inline int32_t native_shift_left(int32_t a, int32_t by) {
  return (int32_t)((uint32_t)a << by);
}

static inline int32_t native_shift_right(int32_t a, int32_t by) {
  return a < 0 ? ~(~a >> by) : a >> by;
}

/* ---- words ---- */

/* The word at an offset, as a bit of a mask. */
static inline uint64_t native_word(uint32_t at) {
  return UINT64_C(1) << (at / NATIVE_WORD & 63);
}

/* The words from an offset to another, both included. */
static inline uint64_t native_words(uint32_t from, uint32_t to) {
  return (UINT64_MAX << (from / NATIVE_WORD & 63)) &
         (UINT64_MAX >> (63 - (to / NATIVE_WORD & 63)));
}

/* Puts back the word at an offset. */
static inline void native_back(const struct native_run *run, uint8_t *state,
                               uint32_t at) {
  at &= ~(uint32_t)(NATIVE_WORD - 1);
  memcpy(state + at, run->source + at, NATIVE_WORD);
}

/* Puts back all words of a mask, in a state that it covers or not. */
static inline void native_undo(const struct native_run *run, uint8_t *state,
                               uint64_t changed) {
  if (*run->length > NATIVE_MASKED) {
    memcpy(state, run->source, *run->length);
    return;
  }
  for (; changed; changed &= changed - 1)
    native_back(run, state, (uint32_t)__builtin_ctzll(changed) * NATIVE_WORD);
}

/* ---- giving out ---- */

/* False when the visitor had enough. */
static inline bool native_emit(struct native_run *run, uint64_t changed,
                               const struct native_chain *chain) {
  run->chain = chain;
  *run->changed = changed | run->inherited;
  if (run->visit(run->context, run->successor))
    return true;
  run->stopped = true;
  return false;
}

/* The same after the youngest process has ended. */
NATIVE_APART bool native_emit_shorter(struct native_run *run, uint8_t *state,
                                      uint32_t bytes, uint32_t channels,
                                      const struct native_chain *chain) {
  state[0]--;
  state[1] = (uint8_t)(state[1] - channels);
  *run->length -= bytes;
  const bool goes_on = native_emit(run, UINT64_MAX, chain);
  *run->length += bytes;
  native_back(run, state, 0);
  return goes_on;
}

/* ---- statements ---- */

/* Leaves a statement to the interpreter. */
NATIVE_APART enum native_answer native_leave(struct native_run *run,
                                             uint32_t pid, uint32_t transition,
                                             bool done) {
  if (!run->statement(run, pid, transition, done))
    return NATIVE_BLOCKED;
  return run->stopped ? NATIVE_STOPPED : NATIVE_DONE;
}

NATIVE_APART enum native_answer
native_leave_taking(struct native_run *run, uint32_t pid, uint32_t transition) {
  if (!run->receive(run, run->offer, pid, transition))
    return NATIVE_BLOCKED;
  return run->stopped ? NATIVE_STOPPED : NATIVE_DONE;
}

/* Tries the statements of a location in order; those of another escape than the
 * first that was possible are not tried any more.
 */
static inline bool native_try(struct native_run *run, uint8_t *state,
                              uint32_t frame, uint32_t pid,
                              const struct native_code *code) {
  bool done = false;
  uint32_t escape = 0;
  if (code->function)
    return code->function(run, state, frame, pid);
  for (uint32_t i = 0; i < code->count; i++) {
    const struct native_statement *statement = &code->statements[i];
    if (escape > 0 && escape != statement->escape)
      break;
    if (done && statement->is_else)
      continue;
    switch (
        statement->function(run, state, frame, pid, statement->numbers, done)) {
    case NATIVE_BLOCKED:
      break;
    case NATIVE_STOPPED:
      return true;
    case NATIVE_DONE:
      done = true;
      escape = statement->escape;
    }
  }
  return done;
}

/* ---- processes and channels ---- */

static inline uint32_t native_place(const struct native_run *run,
                                    const uint8_t *state, uint32_t frame) {
  uint32_t header;
  memcpy(&header, state + frame, sizeof header);
  return run->unit->first[header >> 16 & 0xff] + (header & 0xffff);
}

/* Is there a channel of this number? */
static inline bool native_is_channel(const uint8_t *state, int32_t channel) {
  return (uint32_t)channel - 1 < state[1];
}

static inline int32_t native_length(const struct native_run *run,
                                    const uint8_t *state, uint32_t channel) {
  return run->capacities[channel - 1] == 0
             ? 0
             : native_u16(state, run->channels[channel - 1]);
}

static inline bool native_is_full(const struct native_run *run,
                                  const uint8_t *state, uint32_t channel) {
  const uint32_t capacity = run->capacities[channel - 1];
  return capacity > 0 &&
         (uint32_t)native_length(run, state, channel) == capacity;
}

/* Is there a process of this number and type? */
static inline bool native_is_running(const struct native_run *run,
                                     const uint8_t *state, int32_t pid,
                                     uint32_t type) {
  return (uint32_t)pid < state[0] && state[run->processes[pid] + 2] == type;
}

/* The oldest process of a type, or -1. */
NATIVE_APART int32_t native_find(const struct native_run *run,
                                 const uint8_t *state, uint32_t type) {
  for (int32_t pid = 0; pid < state[0]; pid++)
    if (native_is_running(run, state, pid, type))
      return pid;
  return -1;
}

/* Where a process stands, or 0 when there is none. */
static inline int32_t native_location_of(const struct native_run *run,
                                         const uint8_t *state, int32_t pid) {
  return (uint32_t)pid < state[0] ? native_u16(state, run->processes[pid]) : 0;
}

/* The sender moves, and what no longer matters to it becomes zero. */
NATIVE_APART void native_move_sender(const struct native_run *run,
                                     uint8_t *state,
                                     const struct native_offer *offer) {
  if (offer->target > 0)
    native_put16(state, offer->frame, (int32_t)offer->target);
  if (run->tidies)
    for (uint32_t i = 0; i < offer->piece_count; i++)
      memset(state + offer->frame + offer->pieces[i].first, 0,
             offer->pieces[i].length);
}

/* The words of the sender's frame that become zero. */
NATIVE_APART uint64_t native_tidied(const struct native_run *run,
                                    const struct native_offer *offer) {
  uint64_t words = 0;
  if (run->tidies)
    for (uint32_t i = 0; i < offer->piece_count; i++) {
      const uint32_t first = offer->frame + offer->pieces[i].first;
      words |= native_words(first, first + offer->pieces[i].length - 1);
    }
  return words;
}

/* Offers a message to all other processes, youngest first; true when one took
 * it.
 */
NATIVE_APART bool native_handshake(struct native_run *run, uint8_t *state,
                                   const struct native_offer *offer) {
  const uint64_t inherited = run->inherited;
  const uint64_t tidied = native_tidied(run, offer);
  bool taken = false;
  run->offer = offer;
  run->inherited |= tidied;
  for (uint32_t pid = state[0]; pid-- > 0 && !run->stopped;) {
    const uint32_t frame = run->processes[pid];
    const struct native_code *code =
        &run->unit->receivers[native_place(run, state, frame)];
    if (!code->is_there || pid == offer->sender)
      continue;
    run->pid = pid;
    taken |= native_try(run, state, frame, pid, code);
  }
  if (tidied)
    native_undo(run, state, tidied);
  run->inherited = inherited;
  run->pid = offer->sender;
  return taken;
}

/* Takes the first of `length` messages out of the channel at an offset: the
 * others move up, and what is behind the last one stays zero.  A small channel
 * is moved as a whole, by code without branches.
 */
static inline void native_dequeue(uint8_t *state, uint32_t at, uint32_t length,
                                  uint32_t message_bytes, uint32_t capacity) {
  uint8_t *first = state + at + 2;
  const uint32_t all = (capacity - 1) * message_bytes;
  const uint32_t rest = all <= 64 ? all : (length - 1) * message_bytes;
  memmove(first, first + message_bytes, rest);
  memset(first + rest, 0, message_bytes);
  native_put16(state, at, (int32_t)length - 1);
}

/* Takes the message at an offset out of the channel at `at`. */
static inline void native_take_out(uint8_t *state, uint32_t at,
                                   uint32_t message, uint32_t length,
                                   uint32_t message_bytes) {
  const uint32_t last = at + 2 + (length - 1) * message_bytes;
  memmove(state + message, state + message + message_bytes, last - message);
  memset(state + last, 0, message_bytes);
  native_put16(state, at, (int32_t)length - 1);
}

/* Moves the messages from an offset on up by one. */
static inline void native_make_room(uint8_t *state, uint32_t message,
                                    uint32_t bytes, uint32_t message_bytes) {
  memmove(state + message + message_bytes, state + message, bytes);
}

#endif
