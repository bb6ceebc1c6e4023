/* The set of visited states.
 *
 * A store answers one question: has this state been seen before?  Searches ask
 * it through this header alone, so none of them depends on how states are kept.
 * A state is a string of bytes of varying length.  A reference names a stored
 * state for as long as the store is open, whatever is inserted later, and the
 * bytes can be rebuilt from it: stacks and queues hold references alone.
 *
 * A stored state may be the head of a packet: then there go with it a fixed
 * number of tails, small numbers, each of which has a colour of two bits.  A
 * search of a product keeps the large component as the head and the small ones
 * as a tail, so that a state of the product costs two bits once its head is
 * there.  After Godefroid and Holzmann: On the Verification of Temporal
 * Properties (PSTV 1993), section 4.2, hybrid storage.
 */
#ifndef LARIAT_STORE_STORE_H
#define LARIAT_STORE_STORE_H

#include "base/snapshot.h"
#include "base/status.h"
#include "store/state_hash.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store;

/* Names one stored state. */
typedef struct {
  uint64_t index;
} state_ref;

enum store_answer {
  STORE_NEW,
  STORE_SEEN,
  STORE_FULL,   /* not inserted: the search ends without a verdict */
  STORE_UNSURE, /* of store_enter() alone: see store_ask() */
};

enum store_choice {
  STORE_CHOICE_TREE,     /* exact, compressed */
  STORE_CHOICE_PLAIN,    /* exact, states as they are */
  STORE_CHOICE_COMPACT,  /* a fingerprint of each state */
  STORE_CHOICE_BITSTATE, /* a few bits of each state */
  STORE_CHOICE_CACHE,    /* exact, but states may be forgotten */
};

/* Which state a cache forgets, of those that lie where room is needed. */
enum replacement {
  REPLACE_WORTH,    /* the one that costs least and was met least often */
  REPLACE_SUBTREE,  /* the one from which least was searched */
  REPLACE_ARRIVALS, /* the one that was found again least often */
  REPLACE_RANDOM,
  REPLACE_OLDEST,
  REPLACE_DEPTH, /* one at a depth other than each fourth */
};

/* Where the bits of a state lie: in one cache line, all over the array, or as
 * it suits the size of the array.
 */
enum bit_layout { BITS_AS_FITS, BITS_IN_LINE, BITS_SPREAD };

struct store_config {
  enum store_choice choice; /* for store_open() */
  size_t memory_bytes;      /* budget; grows towards it, never past it */
  uint32_t tails; /* of each state; 0: a plain set, at no extra cost */

  /* of compact and bitstate; 0: the default */
  uint64_t seed;                /* of the hash functions */
  uint32_t fingerprint_bits;    /* of compact: 40 to 128, whole bytes */
  size_t array_bytes;           /* of bitstate: 3/4 of the memory */
  uint32_t hash_functions;      /* of bitstate: bits set for a state */
  enum bit_layout bit_layout;   /* of bitstate */
  enum replacement replacement; /* of a cache */
  uint64_t most_states; /* of a cache; 0: as many as the memory allows */
  bool then_bits;   /* of a tree: when the memory is full, go on with bits, as
                       long   as there are no tails */
  bool notes_sleep; /* of a cache: store_enter() is told of sleep sets */
  size_t archive_bytes; /* of a cache without tails: memory, of all, for an
                           archive of what is forgotten; 0: there is none */
};

struct store_figures {
  uint64_t states;
  uint64_t pairs; /* of a head and a tail of a colour other than 0 */
  uint64_t bytes; /* allocated by the store, at this moment */
  uint64_t idle;  /* of them, not touched yet */
  /* Of a store that is not exact, how many states it has taken for others, as
   * far as can be expected; 0 when there is nothing to be afraid of.
   */
  double omissions;
  uint64_t replaced;   /* states forgotten */
  uint64_t switched;   /* states that there were when exact became bits */
  uint64_t archived;   /* states noted on disk */
  uint64_t disk_bytes; /* taken for that, at most */
  int archive_problem; /* an error number: why it was given up; 0: it was not */
};

/* Exact, compressed: see store/tree.c. */
enum status store_open_tree(const struct store_config *config,
                            struct store **out);
/* Exact, plain: the yardstick the others are tested against (store/hash.c). */
enum status store_open_hash(const struct store_config *config,
                            struct store **out);
/* Not exact: see store/compact.c and store/bitstate.c. */
enum status store_open_compact(const struct store_config *config,
                               struct store **out);
enum status store_open_bitstate(const struct store_config *config,
                                struct store **out);
/* Exact, but may forget states: see store/cache.c. */
enum status store_open_cache(const struct store_config *config,
                             struct store **out);
/* Of so much memory, what an array of bits gets at most, in bytes. */
size_t store_most_bits(size_t memory);

bool store_choice_is_exact(enum store_choice choice);
/* The one that config->choice says. */
enum status store_open(const struct store_config *config, struct store **out);

/* Releases the store and every state in it.  Accepts NULL. */
void store_close(struct store *store);

/* Looks the state up and inserts it if absent; *ref names it, as that of a
 * ticket does.  The bytes are copied.
 */
enum store_answer store_insert(struct store *store, const uint8_t *state,
                               size_t length, state_ref *ref);

/* store_insert in two halves, for a caller with several states at hand: while
 * the next ones are announced, the memory that settles the first is fetched.
 * Each ticket is settled once, in the order of announcing; the bytes are no
 * longer needed then.  The reference counts when the ticket is settled, unless
 * the answer is STORE_FULL.
 *
 * `changed` says where the state may differ from the one loaded last: bit i,
 * in its bytes 8i to 8i + 7; all bits: anywhere, also in length.
 */
struct store_ticket {
  state_ref ref;
  /* private to the store: */
  enum store_answer answer; /* of the first half */
  struct state_hash hash;
};
void store_announce(struct store *store, const uint8_t *state, size_t length,
                    uint64_t changed, struct store_ticket *ticket);
enum store_answer store_settle(struct store *store,
                               struct store_ticket *ticket);

/* A store that is not exact and has no tails names no states, for that takes
 * longer than to look one up, and most are never asked for: it is left to who
 * wants to load a state later, from its bytes.  False when there is no memory.
 * store_insert() does it for new states.
 */
bool store_names_none(const struct store *store);
bool store_refer(struct store *store, const uint8_t *state, size_t length,
                 state_ref *ref);
/* In place of announcing and settling: the hash of a state, by the functions
 * that the store has (state_hash.h), and what follows from the hashes of
 * several, STORE_BATCH at most.
 */
enum { STORE_BATCH = 64 };
struct state_hasher *store_hasher(struct store *store);
struct state_hash store_hash(struct store *store, const uint8_t *state,
                             size_t length);
/* Where the memory lies that the first hash of a state leads to.  Fetches it,
 * for a hash that will be taken soon.
 */
struct store_window {
  const uint8_t *base;
  uint64_t bytes;
  unsigned shift; /* these upper bits of the hash do not count */
};
const struct store_window *store_window(const struct store *store);
__attribute__((always_inline)) static inline void
store_window_fetch(const struct store_window *window, uint64_t hash) {
  const unsigned __int128 place =
      (unsigned __int128)(hash << window->shift) * window->bytes;
  __builtin_prefetch(window->base + (uint64_t)(place >> 64));
}
/* The bits of a store that has nothing else, with the usual number of functions
 * (spread.h); NULL: it has others.
 */
struct spread *store_spread(const struct store *store);
/* So many new states were added to them. */
void store_note_new(struct store *store, uint64_t states);
/* Bit i of *is_new: that was new.  Tells how many were taken before the store
 * was full.
 */
unsigned store_take_hashes(struct store *store, const struct state_hash *hashes,
                           unsigned count, uint64_t *is_new);

/* Rebuilds the bytes of a stored state in buffer, which has room for
 * store_longest() bytes, and returns its length.  Successors of this state that
 * are inserted next are looked up along what differs from it only.
 */
size_t store_load(struct store *store, state_ref ref, uint8_t *buffer);

/* Room, in bytes, that store_load needs for any state inserted so far. */
size_t store_longest(const struct store *store);

/* The colour, 0 to 3, of a tail, below the number the store was opened for, of
 * a stored head.  All colours of a new head are 0.
 */
unsigned store_colour(struct store *store, state_ref head, uint32_t tail);
void store_paint(struct store *store, state_ref head, uint32_t tail,
                 unsigned colour);

/* Changes the number of tails: of an empty store to any, of every store to 0,
 * which forgets all colours and gives back what memory they took, where that
 * leaves references good.
 */
void store_set_tails(struct store *store, uint32_t tails);

uint32_t store_tails(const struct store *store);

/* Can a colour be any of 0 to 3 at any time, or does it only ever grow?  A
 * store in which it grows may also tell a greater one than was painted.
 */
bool store_can_lower_colours(const struct store *store);

/* A store that replaces states forgets some to make room for others, but none
 * that is pinned.  Such a store enters a state when it is pinned, not before:
 * until then insertions only tell whether it is there.  A state must be pinned
 * as long as it is painted, and while it is on the path of a search, once for
 * each time it is.  The colours of a forgotten head are 0.
 *
 * store_pin() says STORE_NEW when the state was not there, and STORE_FULL when
 * all room is taken by states that are pinned.  For other stores it has nothing
 * to do and says STORE_SEEN.
 */
bool store_replaces(const struct store *store);
enum store_answer store_pin(struct store *store, state_ref ref);
void store_unpin(struct store *store, state_ref ref);

/* Writes all of the store to a snapshot, and reads it back into one that was
 * just opened with the same configuration, apart from its memory.  References
 * stay good.  STATUS_BAD_INPUT when what is read makes no sense; the store can
 * then only be closed.
 */
bool store_can_save(const struct store *store);
void store_save(const struct store *store, struct snapshot_writer *out);
enum status store_restore(struct store *store, struct snapshot_reader *in);
/* Is this a reference that can be loaded?  For those from outside. */
bool store_names_state(struct store *store, state_ref ref);

/* For a store that replaces states and has no tails: a search comes to a state
 * and goes again.  In between it should not be forgotten.  If `pins`, it is
 * not; otherwise it may be, but only when nothing else can.
 *
 * `asleep` are statements that are not tried this time (reduce/sleep.h).  The
 * store notes which were never tried; it may note more than there are.
 *
 * STORE_NEW: it was not there.  STORE_SEEN: it was; then `owed` are statements
 * that were not tried before and are not asleep now, and if there are none, the
 * search has not come; `asleep` are those that still were never tried.
 * STORE_FULL: there is no room, all states are pinned.
 */
struct store_visit {
  bool pins;   /* told back: it is pinned for this visit, and was not before */
  bool is_new; /* the archive need not be asked */
  state_ref now; /* told back with STORE_UNSURE: the name of the state now */
  uint64_t asleep, owed;
};
enum store_answer store_enter(struct store *store, state_ref ref,
                              struct store_visit *visit);
void store_leave(struct store *store, state_ref ref,
                 const struct store_visit *visit);
/* This state will be entered or left soon: its memory may be fetched. */
void store_expect(struct store *store, state_ref ref);
/* What a visit with these asleep would owe to a state; all ones when it is not
 * there.
 */
uint64_t store_owed(struct store *store, state_ref ref, uint64_t asleep);

/* A store that replaces states may have an archive: what it forgets is noted on
 * disk.  There a state cannot be looked up by itself, only many together.  Of
 * most states it is known at once that they are not there.
 *
 * store_enter() then gives STORE_UNSURE, and enters nothing, when a state is
 * not in memory and may be in the archive, unless `is_new` says that it is not.
 * No state is pinned.
 *
 * The archive is given up when the disk is full, for instance.  Then the store
 * goes on without; questions that wait are to be answered as always.
 */
bool store_has_archive(const struct store *store);
/* May this state, which was just announced and is not in memory, be there? */
bool store_may_recall(const struct store *store, state_ref ref);
void store_give_up_archive(struct store *store, int problem);

/* A state that may be in the archive, and what is to be known again when it
 * turns out that it is not.
 */
struct store_question {
  state_ref ref; /* as announced, or told by store_enter() */
  uint64_t from, depth;
};
/* False when there is no archive any more, and it is not asked. */
bool store_ask(struct store *store, const struct store_question *question);
uint64_t store_questions(const struct store *store); /* that wait */
/* Are there so many that it is time to answer them? */
bool store_answer_is_due(const struct store *store);
/* Answers all: calls for each state that is in neither memory nor archive, with
 * one of the questions about it.  The call may enter it and leave it, and do
 * nothing else to the store.  When the archive was given up, also for those
 * that were forgotten, several times perhaps.
 */
void store_answer_questions(
    struct store *store,
    void (*is_new)(void *context, const struct store_question *question),
    void *context);

/* How often a state was loaded from a store that replaces states, on average,
 * as far as a sample tells.
 */
double store_repeats(const struct store *store);

/* Another limit for a store that grows towards it. */
void store_set_limit(struct store *store, size_t memory_bytes);
/* Gives back some of what it keeps for later, for good; false: it cannot. */
bool store_yield(struct store *store);

/* False when STORE_SEEN may be wrong, so that "no error" is not a proof. */
bool store_is_exact(const struct store *store);

void store_figures(const struct store *store, struct store_figures *out);
const char *store_name(const struct store *store);

#endif
