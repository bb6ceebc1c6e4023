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

#include "base/status.h"

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
  STORE_FULL, /* not inserted: the search ends without a verdict */
};

struct store_config {
  size_t memory_bytes; /* budget; grows towards it, never past it */
  uint32_t tails;      /* of each state; 0: a plain set, at no extra cost */
};

struct store_figures {
  uint64_t states;
  uint64_t pairs; /* of a head and a tail of a colour other than 0 */
  uint64_t bytes; /* allocated by the store, at this moment */
};

/* Exact, compressed: see store/tree.c. */
enum status store_open_tree(const struct store_config *config,
                            struct store **out);
/* Exact, plain: the yardstick the others are tested against (store/hash.c). */
enum status store_open_hash(const struct store_config *config,
                            struct store **out);

/* Releases the store and every state in it.  Accepts NULL. */
void store_close(struct store *store);

/* Looks the state up and inserts it if absent; *ref names it either way unless
 * the answer is STORE_FULL.  The bytes are copied.
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
  enum store_answer answer; /* of the first half: private to the store */
};
void store_announce(struct store *store, const uint8_t *state, size_t length,
                    uint64_t changed, struct store_ticket *ticket);
enum store_answer store_settle(struct store *store,
                               const struct store_ticket *ticket);

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

/* False when STORE_SEEN may be wrong, so that "no error" is not a proof. */
bool store_is_exact(const struct store *store);

void store_figures(const struct store *store, struct store_figures *out);
const char *store_name(const struct store *store);

#endif
