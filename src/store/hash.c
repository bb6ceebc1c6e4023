/* Exact store: open addressing over states as they are.
 *
 * The states lie back to back in order of arrival, each after its length and
 * the colours of its tails; a reference is the offset of such a record.  A
 * place of the table holds the offset of a record plus one, or zero when it is
 * free, and above it a piece of the state's hash that spares most reads of
 * records that differ.
 *
 * Invariant: no place between the home of a state and its own is free.  Nothing
 * is ever deleted.
 *
 * The table is at most half full, so a hit takes 1.5 probes on average and a
 * miss 2.5 (Knuth, TAOCP 3, section 6.4, Algorithm L).  A state costs its
 * length, 4 bytes, a quarter of a byte for each tail, and 16 to 32 bytes of the
 * table.  When the table grows it is filled again from the states, so it never
 * exists twice.
 */
#include "store/kind.h"
#include "store/mix.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { OFFSET_BITS = 44, FIRST_PLACES = 256, FIRST_BYTES = 4096 };

static const uint64_t OFFSET_MASK = (UINT64_C(1) << OFFSET_BITS) - 1;

struct hash_store {
  struct store base;
  struct region places, records;
  size_t place_count, places_used; /* place_count is a power of two */
  size_t records_used;             /* in bytes */
  size_t header_bytes;             /* what precedes a state in its record */
};

static uint64_t hash_bytes(const uint8_t *bytes, size_t length) {
  uint64_t hash = mix64(length + 1);
  for (; length >= sizeof hash; bytes += 8, length -= 8) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    hash = mix64(hash ^ word) + 1;
  }
  uint64_t rest = 0;
  if (length > 0)
    memcpy(&rest, bytes, length);
  return mix64(hash ^ rest);
}

static uint32_t record_length(const struct hash_store *self, uint64_t offset) {
  uint32_t length;
  memcpy(&length, self->records.base + offset, sizeof length);
  return length;
}

static const uint8_t *record_bytes(const struct hash_store *self,
                                   uint64_t offset) {
  return self->records.base + offset + self->header_bytes;
}

static bool record_is(const struct hash_store *self, uint64_t offset,
                      const uint8_t *state, size_t length) {
  return record_length(self, offset) == length &&
         (length == 0 ||
          memcmp(record_bytes(self, offset), state, length) == 0);
}

/* The place of the state: where it is, or the free one where it belongs. */
static uint64_t *find(const struct hash_store *self, uint64_t hash,
                      const uint8_t *state, size_t length) {
  uint64_t *places = (uint64_t *)self->places.base;
  size_t i = hash & (self->place_count - 1);
  for (; places[i] != 0; i = (i + 1) & (self->place_count - 1)) {
    const uint64_t offset = (places[i] & OFFSET_MASK) - 1;
    if (((places[i] ^ hash) & ~OFFSET_MASK) == 0 &&
        record_is(self, offset, state, length))
      break;
  }
  return &places[i];
}

/* Clears the table and enters all records again. */
static void fill_places(struct hash_store *self) {
  memset(self->places.base, 0, self->place_count * sizeof(uint64_t));
  for (uint64_t offset = 0; offset < self->records_used;) {
    const uint8_t *state = record_bytes(self, offset);
    const size_t length = record_length(self, offset);
    const uint64_t hash = hash_bytes(state, length);
    *find(self, hash, state, length) = (hash & ~OFFSET_MASK) | (offset + 1);
    offset += self->header_bytes + length;
  }
}

static bool has_free_place(struct hash_store *self) {
  if (2 * self->places_used < self->place_count)
    return true;
  const size_t count =
      self->place_count > 0 ? 2 * self->place_count : FIRST_PLACES;
  if (!region_grow(&self->places, &self->base.budget, count * sizeof(uint64_t)))
    return false;
  self->place_count = count;
  fill_places(self);
  return true;
}

static bool has_free_bytes(struct hash_store *self, size_t bytes) {
  const size_t needed = self->records_used + bytes;
  if (needed >= OFFSET_MASK)
    return false;
  return needed <= self->records.bytes ||
         region_grow(&self->records, &self->base.budget,
                     needed + needed / 8 + FIRST_BYTES);
}

static uint64_t append(struct hash_store *self, const uint8_t *state,
                       uint32_t length) {
  const uint64_t offset = self->records_used;
  memcpy(self->records.base + offset, &length, sizeof length);
  if (length > 0)
    memcpy(self->records.base + offset + self->header_bytes, state, length);
  self->records_used += self->header_bytes + length;
  return offset;
}

static void announce(struct store *store, const uint8_t *state, size_t length,
                     uint64_t changed, struct store_ticket *ticket) {
  (void)changed;
  struct hash_store *self = (struct hash_store *)store;
  ticket->answer = STORE_FULL;
  const bool has_place = has_free_place(self);
  if (self->place_count == 0 || length > UINT32_MAX)
    return;
  const uint64_t hash = hash_bytes(state, length);
  uint64_t *place = find(self, hash, state, length);
  if (*place != 0) {
    ticket->ref.index = (*place & OFFSET_MASK) - 1;
    ticket->answer = STORE_SEEN;
    return;
  }
  if (!has_place || !has_free_bytes(self, self->header_bytes + length))
    return;
  ticket->ref.index = append(self, state, (uint32_t)length);
  ticket->answer = STORE_NEW;
  *place = (hash & ~OFFSET_MASK) | (ticket->ref.index + 1);
  self->places_used++;
}

static enum store_answer settle(struct store *store,
                                const struct store_ticket *ticket) {
  (void)store;
  return ticket->answer;
}

static size_t load(struct store *store, state_ref ref, uint8_t *buffer) {
  const struct hash_store *self = (const struct hash_store *)store;
  assert(ref.index < self->records_used);
  const size_t length = record_length(self, ref.index);
  memcpy(buffer, record_bytes(self, ref.index), length);
  return length;
}

static struct colours colours(struct store *store, state_ref head) {
  const struct hash_store *self = (const struct hash_store *)store;
  assert(head.index < self->records_used);
  return (struct colours){.bits = self->records.base + head.index +
                                  sizeof(uint32_t)};
}

/* Records that are there stay as they are, and so do those to come. */
static void set_tails(struct store *store, uint32_t tails) {
  struct hash_store *self = (struct hash_store *)store;
  if (store->states == 0)
    self->header_bytes = sizeof(uint32_t) + colours_bytes(tails);
}

static void release(struct store *store) {
  struct hash_store *self = (struct hash_store *)store;
  region_release(&self->records, &self->base.budget);
  region_release(&self->places, &self->base.budget);
  assert(self->base.budget.used == sizeof *self);
  free(self);
}

static const struct store_kind hash_kind = {.name = "hash",
                                            .exact = true,
                                            .announce = announce,
                                            .settle = settle,
                                            .load = load,
                                            .colours = colours,
                                            .set_tails = set_tails,
                                            .close = release};

enum status store_open_hash(const struct store_config *config,
                            struct store **out) {
  struct hash_store *self = store_make(&hash_kind, sizeof *self, config);
  if (!self)
    return STATUS_NO_MEMORY;
  store_set_tails(&self->base, config->tails);
  *out = &self->base;
  return STATUS_OK;
}
