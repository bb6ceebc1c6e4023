/* Hands each call to the kind of store it was made on, and counts. */
#include "store/store.h"

#include "store/kind.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void *store_make(const struct store_kind *kind, size_t size,
                 const struct store_config *config) {
  struct store *store = calloc(1, size);
  if (store) {
    store->kind = kind;
    store->budget =
        (struct budget){.limit = config->memory_bytes, .used = size};
  }
  return store;
}

void store_close(struct store *store) {
  if (store)
    store->kind->close(store);
}

void store_announce(struct store *store, const uint8_t *state, size_t length,
                    uint64_t changed, struct store_ticket *ticket) {
  assert(store && ticket && (state || length == 0));
  if (length > store->longest)
    store->longest = length;
  store->kind->announce(store, state, length, changed, ticket);
}

enum store_answer store_settle(struct store *store,
                               struct store_ticket *ticket) {
  const enum store_answer answer = store->kind->settle(store, ticket);
  store->states += answer == STORE_NEW && !store_replaces(store);
  return answer;
}

static enum store_answer insert_unnamed(struct store *store,
                                        const uint8_t *state, size_t length,
                                        state_ref *ref) {
  const struct state_hash hash = store_hash(store, state, length);
  uint64_t is_new;
  if (store_take_hashes(store, &hash, 1, &is_new) == 0 ||
      (is_new && !store_refer(store, state, length, ref)))
    return STORE_FULL;
  return is_new ? STORE_NEW : STORE_SEEN;
}

enum store_answer store_insert(struct store *store, const uint8_t *state,
                               size_t length, state_ref *ref) {
  if (store_names_none(store))
    return insert_unnamed(store, state, length, ref);
  struct store_ticket ticket;
  store_announce(store, state, length, UINT64_MAX, &ticket);
  const enum store_answer answer = store_settle(store, &ticket);
  *ref = ticket.ref;
  return answer;
}

bool store_names_none(const struct store *store) {
  return store->kind->refer && store->tails == 0;
}

bool store_refer(struct store *store, const uint8_t *state, size_t length,
                 state_ref *ref) {
  assert(store_names_none(store));
  return store->kind->refer(store, state, length, ref);
}

struct state_hasher *store_hasher(struct store *store) {
  assert(store_names_none(store));
  return store->kind->hasher(store);
}

struct state_hash store_hash(struct store *store, const uint8_t *state,
                             size_t length) {
  struct state_hash hash;
  assert(state || length == 0);
  if (length > store->longest)
    store->longest = length;
  state_hasher_fresh(store_hasher(store), state, length, &hash);
  return hash;
}

const struct store_window *store_window(const struct store *store) {
  assert(store_names_none(store));
  return &store->window;
}

struct spread *store_spread(const struct store *store) {
  return store->spread;
}

void store_note_new(struct store *store, uint64_t states) {
  store->states += states;
}

unsigned store_take_hashes(struct store *store, const struct state_hash *hashes,
                           unsigned count, uint64_t *is_new) {
  assert(count <= STORE_BATCH);
  *is_new = 0;
  const unsigned taken = store->kind->take_hashes(store, hashes, count, is_new);
  for (uint64_t left = *is_new; left != 0; left &= left - 1)
    store->states++;
  return taken;
}

size_t store_load(struct store *store, state_ref ref, uint8_t *buffer) {
  return store->kind->load(store, ref, buffer);
}

size_t store_longest(const struct store *store) {
  return store->longest;
}

/* Where the colour of a tail lies in the byte that holds it. */
static unsigned colour_shift(uint64_t index) {
  return 2 * (index % COLOURS_PER_BYTE);
}

unsigned store_colour(struct store *store, state_ref head, uint32_t tail) {
  assert(tail < store->tails);
  if (store->kind->colour)
    return store->kind->colour(store, head, tail);
  const struct colours colours = store->kind->colours(store, head);
  if (!colours.bits)
    return 0;
  const uint64_t index = colours.first + tail;
  return colours.bits[index / COLOURS_PER_BYTE] >> colour_shift(index) & 3;
}

static void raise_colour(struct store *store, state_ref head, uint32_t tail,
                         unsigned colour) {
  const unsigned old = store->kind->colour(store, head, tail);
  if (colour <= old)
    return;
  store->kind->raise(store, head, tail, colour);
  store->pairs += old == 0;
}

void store_paint(struct store *store, state_ref head, uint32_t tail,
                 unsigned colour) {
  assert(tail < store->tails && colour <= 3);
  if (store->kind->raise) {
    raise_colour(store, head, tail, colour);
    return;
  }
  const struct colours colours = store->kind->colours(store, head);
  assert(colours.bits);
  const uint64_t index = colours.first + tail;
  uint8_t *byte = &colours.bits[index / COLOURS_PER_BYTE];
  const unsigned shift = colour_shift(index);
  const unsigned old = *byte >> shift & 3;
  *byte ^= (uint8_t)((old ^ colour) << shift);
  store->pairs += (uint64_t)(colour != 0) - (uint64_t)(old != 0);
}

void store_set_tails(struct store *store, uint32_t tails) {
  assert(store->states == 0 || tails == 0);
  store->kind->set_tails(store, tails);
  store->tails = tails;
  store->pairs = 0;
}

uint32_t store_tails(const struct store *store) {
  return store->tails;
}

bool store_can_lower_colours(const struct store *store) {
  return !store->kind->raise;
}

bool store_replaces(const struct store *store) {
  return store->kind->pin != NULL;
}

enum store_answer store_pin(struct store *store, state_ref ref) {
  if (!store->kind->pin)
    return STORE_SEEN;
  const enum store_answer answer = store->kind->pin(store, ref);
  store->states += answer == STORE_NEW;
  return answer;
}

void store_unpin(struct store *store, state_ref ref) {
  if (store->kind->unpin)
    store->kind->unpin(store, ref);
}

enum store_answer store_enter(struct store *store, state_ref ref,
                              struct store_visit *visit) {
  assert(store_replaces(store) && store->tails == 0);
  const enum store_answer answer = store->kind->enter(store, ref, visit);
  store->states += answer == STORE_NEW;
  return answer;
}

void store_leave(struct store *store, state_ref ref,
                 const struct store_visit *visit) {
  store->kind->leave(store, ref, visit);
}

void store_expect(struct store *store, state_ref ref) {
  store->kind->expect(store, ref);
}

uint64_t store_owed(struct store *store, state_ref ref, uint64_t asleep) {
  return store->kind->owed(store, ref, asleep);
}

double store_repeats(const struct store *store) {
  return store->kind->repeats(store);
}

bool store_has_archive(const struct store *store) {
  return store->kind->has_archive && store->kind->has_archive(store);
}

bool store_may_recall(const struct store *store, state_ref ref) {
  return store->kind->may_recall(store, ref);
}

void store_give_up_archive(struct store *store, int problem) {
  store->kind->give_up_archive(store, problem);
}

bool store_ask(struct store *store, const struct store_question *question) {
  return store->kind->ask(store, question);
}

uint64_t store_questions(const struct store *store) {
  return store->kind->questions(store);
}

bool store_answer_is_due(const struct store *store) {
  return store->kind->answer_is_due(store);
}

void store_answer_questions(
    struct store *store,
    void (*is_new)(void *context, const struct store_question *question),
    void *context) {
  store->kind->answer_questions(store, is_new, context);
}

/* ---- snapshots ---- */

bool store_can_save(const struct store *store) {
  return store->kind->save != NULL;
}

void store_save(const struct store *store, struct snapshot_writer *out) {
  snapshot_put_text(out, store->kind->name);
  snapshot_put(out, store->tails);
  snapshot_put(out, store->states);
  snapshot_put(out, store->pairs);
  snapshot_put(out, store->longest);
  store->kind->save(store, out);
}

static bool is_kind(const struct store *store, struct snapshot_reader *in) {
  struct arena *arena = arena_open();
  const char *name = snapshot_get_text(in, arena);
  const bool is = name && strcmp(name, store->kind->name) == 0;
  arena_close(arena);
  return is;
}

enum status store_restore(struct store *store, struct snapshot_reader *in) {
  enum { LONGEST_STATE = 1 << 24 };
  assert(store->states == 0 && store_can_save(store));
  if (!is_kind(store, in))
    return STATUS_BAD_INPUT;
  store_set_tails(store, (uint32_t)snapshot_get_up_to(in, UINT32_MAX));
  store->states = snapshot_get(in);
  store->pairs = snapshot_get(in);
  store->longest = (size_t)snapshot_get_up_to(in, LONGEST_STATE);
  if (!snapshot_failed(in) && store->kind->restore(store, in))
    return STATUS_OK;
  return snapshot_failed(in) ? STATUS_BAD_INPUT : STATUS_NO_MEMORY;
}

bool store_names_state(struct store *store, state_ref ref) {
  return store->kind->names_state(store, ref);
}

void store_set_limit(struct store *store, size_t memory_bytes) {
  if (store->kind->grows)
    store->budget.limit = memory_bytes;
}

bool store_yield(struct store *store) {
  return store->kind->yield && store->kind->yield(store);
}

bool store_is_exact(const struct store *store) {
  return store->kind->exact;
}

void store_figures(const struct store *store, struct store_figures *out) {
  *out = (struct store_figures){0};
  out->states = store->states;
  out->pairs = store->pairs;
  out->bytes = store->budget.used;
  out->idle = store->kind->idle ? store->kind->idle(store) : 0;
  out->omissions = store->kind->omissions ? store->kind->omissions(store) : 0;
  out->switched = store->switched;
  out->replaced = store->kind->replaced ? store->kind->replaced(store) : 0;
  if (store->kind->archive_figures)
    store->kind->archive_figures(store, out);
}

const char *store_name(const struct store *store) {
  return store->kind->name;
}

bool store_choice_is_exact(enum store_choice choice) {
  return choice != STORE_CHOICE_COMPACT && choice != STORE_CHOICE_BITSTATE;
}

enum status store_open(const struct store_config *config, struct store **out) {
  switch (config->choice) {
  case STORE_CHOICE_TREE:
    break;
  case STORE_CHOICE_PLAIN:
    return store_open_hash(config, out);
  case STORE_CHOICE_COMPACT:
    return store_open_compact(config, out);
  case STORE_CHOICE_BITSTATE:
    return store_open_bitstate(config, out);
  case STORE_CHOICE_CACHE:
    return store_open_cache(config, out);
  }
  return store_open_tree(config, out);
}
