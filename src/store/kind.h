/* What each kind of store provides; included inside src/store/ only. */
#ifndef LARIAT_STORE_KIND_H
#define LARIAT_STORE_KIND_H

#include "store/budget.h"
#include "store/store.h"

/* The colours of one head: two bits each, four to a byte, from number `first`
 * on.  Valid until the next call that inserts or loads.
 */
struct colours {
  uint8_t *bits;
  uint64_t first;
};

enum { COLOURS_PER_BYTE = 4 };

/* Bytes that hold so many colours. */
static inline uint64_t colours_bytes(uint64_t count) {
  return count / COLOURS_PER_BYTE + (count % COLOURS_PER_BYTE > 0);
}

/* The two halves of an insertion are described in store.h; a kind that has
 * nothing to fetch does all the work in the first.
 */
struct store_kind {
  const char *name;
  bool exact;
  bool grows; /* while there is memory */
  void (*announce)(struct store *store, const uint8_t *state, size_t length,
                   uint64_t changed, struct store_ticket *ticket);
  enum store_answer (*settle)(struct store *store,
                              const struct store_ticket *ticket);
  /* Of a store that names no states as long as it has no tails; see store.h.
   * Without tails nothing is announced to it.
   */
  struct state_hasher *(*hasher)(struct store *store);
  unsigned (*take_hashes)(struct store *store, const struct state_hash *hashes,
                          unsigned count, uint64_t *is_new);
  bool (*refer)(struct store *store, const uint8_t *state, size_t length,
                state_ref *ref);
  size_t (*load)(struct store *store, state_ref ref, uint8_t *buffer);
  /* Either where the colours are (no bits: the head is not there, and all are
   * 0), or, when they lie nowhere, how they are read and raised.
   */
  struct colours (*colours)(struct store *store, state_ref head);
  unsigned (*colour)(struct store *store, state_ref head, uint32_t tail);
  void (*raise)(struct store *store, state_ref head, uint32_t tail,
                unsigned colour);
  /* store.c notes the number itself. */
  void (*set_tails)(struct store *store, uint32_t tails);
  double (*omissions)(const struct store *store); /* NULL: exact */
  /* Bytes of its budget that it keeps for later; NULL: none. */
  size_t (*idle)(const struct store *store);
  bool (*yield)(struct store *store); /* NULL: none can be given back */

  /* Of a store whose references say all about a state by themselves: the
   * reference it would get, without entering it (false: no memory); and whether
   * a reference is sure to be the one that the state would get now.
   */
  bool (*write)(struct store *store, const uint8_t *state, size_t length,
                uint64_t changed, state_ref *ref);
  bool (*is_current)(const struct store *store, state_ref ref);

  /* Of a store that can be saved.  What restore() meets is a store that was
   * just opened, with the counts it had; false: see store_restore().
   */
  void (*save)(const struct store *store, struct snapshot_writer *out);
  bool (*restore)(struct store *store, struct snapshot_reader *in);
  bool (*names_state)(struct store *store, state_ref ref);

  /* Of a store that replaces states; see store.h. */
  enum store_answer (*pin)(struct store *store, state_ref ref);
  void (*unpin)(struct store *store, state_ref ref);
  enum store_answer (*enter)(struct store *store, state_ref ref,
                             struct store_visit *visit);
  void (*leave)(struct store *store, state_ref ref,
                const struct store_visit *visit);
  void (*expect)(struct store *store, state_ref ref);
  uint64_t (*owed)(struct store *store, state_ref ref, uint64_t asleep);
  uint64_t (*replaced)(const struct store *store);
  double (*repeats)(const struct store *store);
  /* Of one that may have an archive. */
  bool (*has_archive)(const struct store *store);
  bool (*may_recall)(const struct store *store, state_ref ref);
  void (*give_up_archive)(struct store *store, int problem);
  bool (*ask)(struct store *store, const struct store_question *question);
  uint64_t (*questions)(const struct store *store);
  bool (*answer_is_due)(const struct store *store);
  void (*answer_questions)(
      struct store *store,
      void (*is_new)(void *context, const struct store_question *question),
      void *context);
  void (*archive_figures)(const struct store *store, struct store_figures *out);
  void (*close)(struct store *store);
};

/* The first member of every store; store.c keeps the counts. */
struct store {
  const struct store_kind *kind;
  struct budget budget;
  uint32_t tails;
  uint64_t states, pairs;
  uint64_t switched; /* see struct store_figures */
  size_t longest;
  struct store_window window;
  struct spread *spread; /* or NULL; see store.h */
  uint32_t epoch; /* grows when states get other references than before */
};

/* A zeroed store of this kind and size, with its budget; NULL: no memory.  The
 * number of tails is not set.
 */
void *store_make(const struct store_kind *kind, size_t size,
                 const struct store_config *config);

#endif
