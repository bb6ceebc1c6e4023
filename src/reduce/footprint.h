/* Which shared objects a statement may read and write.
 *
 * An object is whatever two processes can both touch: a global variable, or one
 * element of a small array of them; the sending and the receiving end of a
 * channel; a local variable, or the place, of processes that others look at;
 * the numbers of processes.  Objects are bits of a fixed number; when a model
 * has more, several share a bit.  That only makes statements look more
 * dependent than they are.
 *
 * Which element of an array, or which channel, often depends on the number of
 * the process or on one of its variables.  Such an access is kept as it is and
 * made exact when the process is known (footprint_resolve).  A statement that
 * is possible now reads its variables now, so there any variable will do; for
 * what a process does later only variables that never change can be used.
 */
#ifndef LARIAT_REDUCE_FOOTPRINT_H
#define LARIAT_REDUCE_FOOTPRINT_H

#include "base/map.h"
#include "engine/engine.h"

enum { OBJECT_WORDS = 8, OBJECT_BITS = 64 * OBJECT_WORDS };

struct objects {
  uint64_t words[OBJECT_WORDS];
};

/* An object that depends on the process. */
enum access_target {
  TARGET_SENDER,
  TARGET_RECEIVER,
  TARGET_CELL,
  TARGET_SENT,     /* the place of a `trace`, if it speaks of sends there */
  TARGET_RECEIVED, /* or of receives */
};
enum access_index {
  INDEX_NONE,
  INDEX_NUMBER,   /* _pid, or what is made of it and of constants */
  INDEX_VARIABLE, /* a variable of the process */
  INDEX_CHANNEL,  /* the same, of type chan: it names the channel itself */
};
struct access {
  enum access_target target;
  enum access_index index;
  const struct var *var;
  const struct expr *number; /* of INDEX_NUMBER */
  uint32_t first, count;     /* objects, or slots of channels */
  bool writes;
  unsigned when; /* CHANNEL_EMPTY or CHANNEL_FULL: only then; 0: always */
};

struct footprint {
  struct objects reads, writes;
  bool everything; /* it may depend on anything */
  bool flat;       /* it had too many accesses: they are reads and writes now */
  struct access *accesses;
  uint32_t access_count, access_capacity;
};

/* What one process does. */
struct tracks {
  struct objects reads, writes;
};

/* The objects of a model. */
struct universe {
  const struct model *model;
  struct arena *arena;
  struct map variables; /* to struct shared */
  struct map channels;  /* of channel variables, to struct slots */
  struct map places;    /* of proctypes whose place others look at, likewise */
  struct map changing;  /* variables that some statement in question writes */
  uint32_t object_count;
  uint32_t first_sender, first_receiver; /* of slot 0 */
  const struct channel_slot **slots;     /* those of the model come first */
  uint32_t slot_count;
  const struct objects *ends_by_bit[2]; /* by SENDER and RECEIVER; of the slots
                                           of each bit */
  struct objects unknown_ends[2];       /* of channels of processes */
  struct objects *shakes_by_bit;        /* those of handshakes */
  uint32_t trace;                /* the place of the `trace` or `notrace` */
  struct objects sent, received; /* slots that it speaks of */
  struct objects trace_reads;
  struct objects noticed;   /* channels where it counts that one waits */
  bool channels_leak;       /* of processes, to others than descendants */
  bool counts_processes;    /* some statement depends on how many there are */
  bool numbers_matter;      /* an end may not change places with a start */
  uint32_t running, number; /* creation of processes; how many there are */
};

/* Adds objects to others; true when there were new ones. */
bool objects_join(struct objects *into, const struct objects *from);

void universe_init(struct universe *universe, const struct model *model);
void universe_clear(struct universe *universe);

/* Where an object lies in the states of an engine: a global variable, or the
 * channel that it is an end of.  No bytes: elsewhere, or it shares its bit.
 */
struct state_room universe_find_room(const struct universe *universe,
                                     const struct engine *engine,
                                     uint32_t object);

/* When the statement will be executed: in the state at hand; in the same
 * transition, after other statements; at some later time.  The first two depend
 * on what could make them possible.  One of a later time does not: as long as
 * it is not possible, nobody can say in which order it comes.  (One inside a
 * transition does at any time: how far an `atomic` gets depends on it; and so
 * does one whose being possible rules others out, by `else` or `unless`.)
 */
enum moment { MOMENT_NOW, MOMENT_INSIDE, MOMENT_LATER };

/* Adds what an expression reads. */
void footprint_add_expr(const struct universe *universe,
                        struct footprint *footprint, struct expr *expr,
                        enum moment moment);

/* Adds what a statement of a proctype does, without the inside of a d_step. */
void footprint_add_action(const struct universe *universe,
                          struct footprint *footprint,
                          const struct proctype *proctype,
                          const struct action *action, enum moment moment);

/* Adds the variables that a statement writes, as keys of the map. */
void footprint_add_changes(struct map *changing, const struct action *action);

/* The channels on which a statement may be one half of a handshake. */
struct objects handshakes_of(const struct universe *universe,
                             const struct action *action);

void footprint_join(const struct universe *universe, struct footprint *into,
                    const struct footprint *from);

/* A process in a state. */
struct situation {
  struct engine *engine;
  const uint8_t *state;
  size_t length;
  uint32_t pid;
  const uint8_t *frame;
};

/* What it means for a process. */
struct tracks footprint_resolve(const struct universe *universe,
                                const struct footprint *footprint,
                                const struct situation *situation);
/* What it means for whatever process. */
struct tracks footprint_of_any(const struct universe *universe,
                               const struct footprint *footprint);

/* The slot of the channel that an access leads to; false when it cannot be
 * told.
 */
bool access_slot(const struct universe *universe, const struct access *access,
                 const struct situation *situation, uint32_t *slot);

/* What an access depends on: the value of its variable, the fill of its
 * channel (all ones: not known).
 */
uint32_t access_value(const struct access *access,
                      const struct situation *situation);
unsigned access_fill(const struct universe *universe,
                     const struct access *access,
                     const struct situation *situation);
/* Whichever of them counts. */
uint32_t access_key(const struct universe *universe,
                    const struct access *access,
                    const struct situation *situation);

static inline bool objects_meet(const struct objects *a,
                                const struct objects *b) {
  uint64_t common = 0;
  for (unsigned i = 0; i < OBJECT_WORDS; i++)
    common |= a->words[i] & b->words[i];
  return common != 0;
}

static inline bool objects_have(const struct objects *objects,
                                uint32_t object) {
  const uint32_t bit = object % OBJECT_BITS;
  return objects->words[bit / 64] >> (bit % 64) & 1;
}

static inline void objects_keep(struct objects *objects,
                                const struct objects *only) {
  for (unsigned i = 0; i < OBJECT_WORDS; i++)
    objects->words[i] &= only->words[i];
}

/* Does one write what the other reads or writes? */
static inline bool tracks_conflict(const struct tracks *a,
                                   const struct tracks *b) {
  uint64_t common = 0;
  for (unsigned i = 0; i < OBJECT_WORDS; i++)
    common |= (a->writes.words[i] & (b->reads.words[i] | b->writes.words[i])) |
              (a->reads.words[i] & b->writes.words[i]);
  return common != 0;
}

#endif
