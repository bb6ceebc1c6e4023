/* What each kind of store provides; included inside src/store/ only. */
#ifndef LARIAT_STORE_KIND_H
#define LARIAT_STORE_KIND_H

#include "store/budget.h"
#include "store/store.h"

/* The two halves of an insertion are described in store.h; a kind that has
 * nothing to fetch does all the work in the first.
 */
struct store_kind {
  const char *name;
  bool exact;
  void (*announce)(struct store *store, const uint8_t *state, size_t length,
                   struct store_ticket *ticket);
  enum store_answer (*settle)(struct store *store,
                              const struct store_ticket *ticket);
  size_t (*load)(struct store *store, state_ref ref, uint8_t *buffer);
  void (*close)(struct store *store);
};

/* The first member of every store; store.c keeps the counts. */
struct store {
  const struct store_kind *kind;
  struct budget budget;
  uint64_t states;
  size_t longest;
};

#endif
