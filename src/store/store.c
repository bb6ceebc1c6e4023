/* Hands each call to the kind of store it was made on, and counts. */
#include "store/store.h"

#include "store/kind.h"

#include <assert.h>

void store_close(struct store *store) {
  if (store)
    store->kind->close(store);
}

void store_announce(struct store *store, const uint8_t *state, size_t length,
                    struct store_ticket *ticket) {
  assert(store && ticket && (state || length == 0));
  if (length > store->longest)
    store->longest = length;
  store->kind->announce(store, state, length, ticket);
}

enum store_answer store_settle(struct store *store,
                               const struct store_ticket *ticket) {
  const enum store_answer answer = store->kind->settle(store, ticket);
  store->states += answer == STORE_NEW;
  return answer;
}

enum store_answer store_insert(struct store *store, const uint8_t *state,
                               size_t length, state_ref *ref) {
  struct store_ticket ticket;
  store_announce(store, state, length, &ticket);
  *ref = ticket.ref;
  return store_settle(store, &ticket);
}

size_t store_load(struct store *store, state_ref ref, uint8_t *buffer) {
  return store->kind->load(store, ref, buffer);
}

size_t store_longest(const struct store *store) {
  return store->longest;
}

bool store_is_exact(const struct store *store) {
  return store->kind->exact;
}

void store_figures(const struct store *store, struct store_figures *out) {
  out->states = store->states;
  out->bytes = store->budget.used;
}

const char *store_name(const struct store *store) {
  return store->kind->name;
}
