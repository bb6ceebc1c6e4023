/* Store of fingerprints: a state is known by a hash of 40 to 128 bits.
 *
 * Two states with the same fingerprint are taken for one, and the second is
 * never searched: then an error may be missed, but none can be invented.  Of n
 * states, the expected number of those lost that way is n(n-1)/2 divided by
 * the number of fingerprints, which is also a bound on the probability that any
 * is (Wolper and Leroy, Reliable Hashing without Collision Detection, CAV
 * 1993).
 *
 * The table is open addressing with linear probing.  A slot holds the bytes of
 * a fingerprint and the colours of its tails; one of all zeros is free.
 *
 * Invariant: no slot between the home of a fingerprint and its own is free.
 * Nothing is ever deleted.
 *
 * The home is the upper half of the fingerprint's first word scaled to the
 * number of slots.  So when the table grows, which it does in place, nearly
 * every fingerprint belongs further back; the slots are taken from the last to
 * the first, and the few that belong among those not yet taken wait until all
 * have been.
 *
 * With four fifths of the slots in use at most, a state costs 1.25 to 1.5 times
 * the bytes of its fingerprint.  What waits to be expanded is kept by the
 * carrier.
 */
#include "store/carrier.h"
#include "store/mix.h"

#include "base/vec.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  DEFAULT_BYTES = 8,
  MOST_BYTES = 16,
  FIRST_SLOTS = 512,
  HOME_SHIFT = 24,
  MOST_SPREADS = 32, /* while a table grows to twice its size */
};

static const uint64_t LARGE_SLOTS = 1 << 15; /* no longer doubled */
static const uint64_t MOST_SLOTS = UINT64_C(1) << 32;

struct compact_store {
  struct store base;
  struct carrier carrier;
  struct region slots;
  uint64_t slot_count, used;
  uint32_t print_bytes, slot_bytes;
  uint64_t masks[2]; /* of the bytes of a fingerprint, of MOST_BYTES */
};

/* ---- slots ---- */

/* No fingerprint is zero. */
static void write_print(uint8_t *out, struct state_hash hash) {
  const struct state_hash print = {hash.first | 1, hash.second};
  memcpy(out, &print, MOST_BYTES);
}

static uint8_t *slot_at(const struct compact_store *self, uint64_t slot) {
  return self->slots.base + slot * self->slot_bytes;
}

/* The first bit of a fingerprint is always set. */
static bool is_free(const uint8_t *slot) {
  return !(*slot & 1);
}

/* Both are read to MOST_BYTES, whatever follows. */
static bool is_same(const struct compact_store *self, const uint8_t *slot,
                    const uint8_t *print) {
  uint64_t a[2], b[2];
  memcpy(a, slot, sizeof a);
  memcpy(b, print, sizeof b);
  return (((a[0] ^ b[0]) & self->masks[0]) |
          ((a[1] ^ b[1]) & self->masks[1])) == 0;
}

/* By the four bytes that every fingerprint has: 1 to 4. */
static uint64_t home_of(const struct compact_store *self,
                        const uint8_t *print) {
  uint32_t part;
  memcpy(&part, print + 1, sizeof part);
  return (part * self->slot_count) >> 32;
}

/* Told by the same bytes. */
static void note_window(struct compact_store *self) {
  self->base.window =
      (struct store_window){.base = self->slots.base,
                            .bytes = self->slot_count * self->slot_bytes,
                            .shift = HOME_SHIFT};
}

static uint64_t next_slot(const struct compact_store *self, uint64_t slot) {
  return slot + 1 == self->slot_count ? 0 : slot + 1;
}

/* The slot of a fingerprint: where it is, or the free one where it belongs. */
static uint8_t *find(const struct compact_store *self, const uint8_t *print) {
  uint64_t i = home_of(self, print);
  uint8_t *slot;
  while (slot = slot_at(self, i), !is_free(slot) && !is_same(self, slot, print))
    i = next_slot(self, i);
  return slot;
}

/* ---- growing ---- */

typedef VEC(uint8_t) slot_list;

static void move_slot(struct compact_store *self, uint64_t from,
                      slot_list *waiting) {
  uint8_t *slot = slot_at(self, from);
  if (is_free(slot))
    return;
  const size_t end = waiting->count;
  vec_reserve(waiting, end + self->slot_bytes + MOST_BYTES);
  uint8_t *taken = waiting->items + end;
  memcpy(taken, slot, self->slot_bytes);
  memset(slot, 0, self->slot_bytes);
  const uint64_t home = home_of(self, taken);
  uint8_t *place = home >= from ? find(self, taken) : NULL;
  if (place && place >= slot_at(self, home)) /* and not past the end */
    memcpy(place, taken, self->slot_bytes);
  else
    waiting->count += self->slot_bytes;
}

static void spread(struct compact_store *self, uint64_t old_count) {
  slot_list waiting = {0};
  for (uint64_t i = old_count; i-- > 0;)
    move_slot(self, i, &waiting);
  for (size_t i = 0; i < waiting.count; i += self->slot_bytes)
    memcpy(find(self, waiting.items + i), waiting.items + i, self->slot_bytes);
  vec_free(&waiting);
}

static bool make_slots(struct compact_store *self, uint64_t count) {
  if (count > MOST_SLOTS || !region_grow(&self->slots, &self->base.budget,
                                         count * self->slot_bytes + MOST_BYTES))
    return false;
  self->slot_count = count;
  return true;
}

static bool grow(struct compact_store *self) {
  const uint64_t old = self->slot_count;
  uint64_t added = old < LARGE_SLOTS ? old : old / 5;
  if (old == 0)
    added = FIRST_SLOTS;
  while (!make_slots(self, old + added)) {
    if (old == 0 || added <= old / MOST_SPREADS)
      return false;
    added /= 2; /* the limit is near */
  }
  note_window(self);
  spread(self, old);
  return true;
}

static bool has_room(struct compact_store *self) {
  return self->used < self->slot_count / 5 * 4 || grow(self);
}

/* ---- the interface ---- */

/* With tails each state gets a reference, for the sake of its colours. */
static void announce(struct store *store, const uint8_t *state, size_t length,
                     uint64_t changed, struct store_ticket *ticket) {
  struct compact_store *self = (struct compact_store *)store;
  struct carried carried;
  ticket->answer = STORE_FULL;
  if (!carrier_write(&self->carrier, state, length, changed, &carried))
    return;
  /* new, as far as is known */
  *ticket = (struct store_ticket){carried.ref, STORE_NEW, carried.hash};
  store_window_fetch(&store->window, ticket->hash.first);
}

static struct state_hasher *hasher(struct store *store) {
  return &((struct compact_store *)store)->carrier.hasher;
}

/* Looks a fingerprint up, and enters it if it is not there. */
static enum store_answer insert(struct compact_store *self,
                                struct state_hash hash) {
  const bool room = has_room(self);
  if (self->slot_count == 0)
    return STORE_FULL;
  uint8_t print[MOST_BYTES];
  write_print(print, hash);
  uint8_t *slot = find(self, print);
  if (!is_free(slot))
    return STORE_SEEN;
  if (!room)
    return STORE_FULL;
  memcpy(slot, print, self->print_bytes);
  self->used++;
  return STORE_NEW;
}

static unsigned take_hashes(struct store *store,
                            const struct state_hash *hashes, unsigned count,
                            uint64_t *is_new) {
  struct compact_store *self = (struct compact_store *)store;
  for (unsigned i = 0; i < count; i++) {
    const enum store_answer answer = insert(self, hashes[i]);
    if (answer == STORE_FULL)
      return i;
    *is_new |= (uint64_t)(answer == STORE_NEW) << i;
  }
  return count;
}

static enum store_answer settle(struct store *store,
                                const struct store_ticket *ticket) {
  return ticket->answer == STORE_FULL
             ? STORE_FULL
             : insert((struct compact_store *)store, ticket->hash);
}

static bool refer(struct store *store, const uint8_t *state, size_t length,
                  state_ref *ref) {
  struct compact_store *self = (struct compact_store *)store;
  return carrier_refer(&self->carrier, state, length, ref);
}

static size_t load(struct store *store, state_ref ref, uint8_t *buffer) {
  struct compact_store *self = (struct compact_store *)store;
  return carrier_load(&self->carrier, ref, buffer);
}

static struct colours colours(struct store *store, state_ref head) {
  struct compact_store *self = (struct compact_store *)store;
  uint8_t print[MOST_BYTES];
  write_print(print, carrier_hash(&self->carrier, head));
  uint8_t *slot = find(self, print);
  assert(!is_free(slot) && "the head is stored");
  return (struct colours){.bits = slot + self->print_bytes};
}

/* Makes slots smaller, where they are; what is left over is for more of them.
 */
static void cut_slots(struct compact_store *self, uint32_t slot_bytes) {
  uint8_t *slots = self->slots.base;
  for (uint64_t i = 0; i < self->slot_count; i++)
    memmove(slots + i * slot_bytes, slots + i * self->slot_bytes, slot_bytes);
  const size_t end = self->slot_count * slot_bytes;
  if (self->slots.bytes > end)
    memset(slots + end, 0, self->slots.bytes - end);
}

static void set_tails(struct store *store, uint32_t tails) {
  struct compact_store *self = (struct compact_store *)store;
  const uint32_t bytes = self->print_bytes + (uint32_t)colours_bytes(tails);
  if (self->used > 0)
    cut_slots(self, bytes);
  else
    self->slot_count = 0;
  self->slot_bytes = bytes;
  note_window(self);
}

/* One bit of a fingerprint is always set. */
static double omissions(const struct store *store) {
  const struct compact_store *self = (const struct compact_store *)store;
  const double n = (double)store->states;
  return ldexp(n * (n - 1) / 2, 1 - 8 * (int)self->print_bytes);
}

static void release(struct store *store) {
  struct compact_store *self = (struct compact_store *)store;
  region_release(&self->slots, &self->base.budget);
  carrier_close(&self->carrier);
  assert(self->base.budget.used == sizeof *self);
  free(self);
}

static const struct store_kind compact_kind = {.name = "compact",
                                               .exact = false,
                                               .grows = true,
                                               .announce = announce,
                                               .settle = settle,
                                               .hasher = hasher,
                                               .take_hashes = take_hashes,
                                               .refer = refer,
                                               .load = load,
                                               .colours = colours,
                                               .set_tails = set_tails,
                                               .omissions = omissions,
                                               .close = release};

enum status store_open_compact(const struct store_config *config,
                               struct store **out) {
  struct compact_store *self = store_make(&compact_kind, sizeof *self, config);
  if (!self)
    return STATUS_NO_MEMORY;
  self->print_bytes = config->fingerprint_bits > 0
                          ? (config->fingerprint_bits + 7) / 8
                          : DEFAULT_BYTES;
  assert(self->print_bytes > 4 && self->print_bytes <= MOST_BYTES);
  memset(self->masks, 0xff, self->print_bytes);
  store_set_tails(&self->base, config->tails);
  if (!carrier_open_hashing(&self->carrier, &self->base.budget, config->seed,
                            self->print_bytes > sizeof(uint64_t))) {
    free(self);
    return STATUS_NO_MEMORY;
  }
  *out = &self->base;
  return STATUS_OK;
}
