/* What processes can do, by where they stand and by the bytes that they touch.
 *
 * A step is the words of the state that change.  An entry is the steps that a
 * process can take; it lists their names, for the same steps are taken in many
 * entries.  All entries lie one behind the other, all steps do, and they are
 * forgotten together.
 *
 * Included inside src/engine/ only.
 */
#ifndef LARIAT_ENGINE_MEMO_KNOWN_H
#define LARIAT_ENGINE_MEMO_KNOWN_H

#include "engine/memo/stands.h"
#include "engine/walk.h"

/* An entry begins with its key: the number of the stand with the manner of
 * expansion, and the words.  Then, at the place that is its name, it has the
 * number of steps, in the lower half, and that of the stand; then the places of
 * the steps.
 */
/* Places by tags, which they follow from. */
struct known_table {
  struct known_slot {
    uint32_t tag;
    uint32_t at; /* 0: free */
  } * slots;
  uint32_t slot_count, count;
};

typedef VEC(uint64_t) known_words;

struct known {
  known_words words; /* of entries */
  struct known_table entries;
  known_words steps;
  struct known_table step_table;
  uint32_t generation; /* how often all was forgotten, from 1 on */
  size_t most_words;   /* of entries and steps */

  /* of the entry that is being made */
  uint32_t tag;
  size_t start;   /* of its key; 0: none */
  uint32_t entry; /* its name */
  const struct stand *stand;
};

/* It takes a small part of so much memory; 0: there is enough. */
void known_init(struct known *known, size_t memory_bytes);
void known_clear(struct known *known);
void known_forget(struct known *known);
size_t known_memory(const struct known *known); /* in bytes */

/* Sees to it that words stay where they are during one expansion; forgets all
 * when there are too many, and says so.
 */
bool known_make_room(struct known *known);

/* The entry for where a process stands in a state, or 0; the next one that is
 * begun is for that.
 */
static inline uint32_t known_find(struct known *known,
                                  const struct stand *stand, uint64_t manner,
                                  const uint8_t *state);

/* Makes an entry: begins, adds steps, and ends with its name, or 0 if there is
 * no room for it or something could not be added.
 */
void known_begin(struct known *known, const struct stand *stand,
                 uint64_t manner, const uint8_t *state);
void known_add(struct known *known, const uint8_t *state,
               const struct successor *successor);
void known_drop(struct known *known);
uint32_t known_end(struct known *known);

static inline bool known_is_begun(const struct known *known) {
  return known->start != 0;
}

/* ---- reading ---- */

static inline uint64_t *known_at(const struct known *known, uint32_t name) {
  return known->words.items + name;
}

static inline uint32_t known_stand(const uint64_t *entry) {
  return (uint32_t)(*entry >> 32);
}

static inline struct known_place *known_places_of(uint64_t *entry) {
  return (struct known_place *)(void *)(entry + 1);
}

static inline uint64_t *known_step_at(const struct known *known,
                                      uint32_t name) {
  return known->steps.items + name;
}

/* ---- keys ---- */

/* The words of a key are read where they are: first for its tag, then to be
 * compared, or kept.
 */
static inline uint64_t known_mix(uint64_t hash, uint64_t word) {
  return ((hash << 29 | hash >> 35) ^ word) * UINT64_C(0x9e3779b97f4a7c15);
}

static inline uint32_t known_tag(const struct stand *stand, uint64_t manner,
                                 const uint8_t *state) {
  const struct piece *end = stand->pieces + stand->count;
  uint64_t hash = stand->number | manner;
  for (const struct piece *piece = stand->pieces; piece < end; piece++)
    hash = known_mix(hash, piece_of(state, piece));
  return (uint32_t)(hash >> 32);
}

static inline bool known_is_key(const struct stand *stand, uint64_t manner,
                                const uint8_t *state, const uint64_t *words) {
  const struct piece *end = stand->pieces + stand->count;
  if (*words++ != (stand->number | manner))
    return false;
  for (const struct piece *piece = stand->pieces; piece < end; piece++)
    if (piece_of(state, piece) != *words++)
      return false;
  return true;
}

static inline uint32_t known_key_words(const struct stand *stand) {
  return 1U + stand->count;
}

static inline uint32_t known_find(struct known *known,
                                  const struct stand *stand, uint64_t manner,
                                  const uint8_t *state) {
  const uint32_t key_words = known_key_words(stand);
  const uint32_t tag = known_tag(stand, manner, state);
  known->tag = tag;
  for (uint32_t i = tag;; i++) {
    const struct known_slot *slot =
        &known->entries.slots[i & (known->entries.slot_count - 1)];
    if (slot->at == 0 ||
        (slot->tag == tag &&
         known_is_key(stand, manner, state,
                      known->words.items + slot->at - key_words)))
      return slot->at;
  }
}

#endif
