/* See known.h. */
#include "engine/memo/known.h"

#include <assert.h>

enum {
  MOST_WORDS = 1 << 19, /* kept, but for those of one more expansion */
  MOST_ADDED = 1 << 13, /* by that */
  FIRST_SLOTS = 1 << 8,
  SHARE = 16, /* of the memory; */
  BYTES = 24, /* for a word with its part of the tables */
};

static_assert((int)TOUCHED_WORDS == (int)KNOWN_MASK_BITS,
              "each word of a state has its bit");

/* ---- tables ---- */

static void clear_table(struct known_table *table) {
  memory_free(table->slots);
  table->count = 0;
  table->slot_count = FIRST_SLOTS;
  table->slots = memory_alloc(table->slot_count * sizeof *table->slots);
}

static void move_slot(struct known_table *table, struct known_slot slot) {
  uint32_t i = slot.tag;
  while (table->slots[i & (table->slot_count - 1)].at != 0)
    i++;
  table->slots[i & (table->slot_count - 1)] = slot;
}

static void add_slot(struct known_table *table, struct known_slot slot) {
  if (++table->count > table->slot_count / 2) {
    struct known_slot *old = table->slots;
    const uint32_t count = table->slot_count;
    table->slot_count *= 4;
    table->slots = memory_alloc(table->slot_count * sizeof *table->slots);
    for (uint32_t i = 0; i < count; i++)
      if (old[i].at != 0)
        move_slot(table, old[i]);
    memory_free(old);
  }
  move_slot(table, slot);
}

/* ---- all of it ---- */

void known_init(struct known *known, size_t memory_bytes) {
  const size_t share = memory_bytes / SHARE / BYTES;
  known->most_words = memory_bytes == 0 || share > MOST_WORDS ? MOST_WORDS
                      : share < 2 * MOST_ADDED ? (size_t)2 * MOST_ADDED
                                               : share;
  known_forget(known);
}

void known_clear(struct known *known) {
  vec_free(&known->words);
  vec_free(&known->steps);
  memory_free(known->entries.slots);
  memory_free(known->step_table.slots);
}

void known_forget(struct known *known) {
  clear_table(&known->entries);
  clear_table(&known->step_table);
  known->words.count = known->steps.count = 0;
  vec_push(&known->words, 0); /* none begins there */
  vec_push(&known->steps, 0);
  known->generation++;
}

size_t known_memory(const struct known *known) {
  const size_t slots =
      (size_t)known->entries.slot_count + known->step_table.slot_count;
  return (known->words.capacity + known->steps.capacity) * sizeof(uint64_t) +
         slots * sizeof(struct known_slot);
}

bool known_make_room(struct known *known) {
  const bool is_full =
      known->words.count + known->steps.count > known->most_words;
  if (is_full)
    known_forget(known);
  vec_reserve(&known->words, known->words.count + MOST_ADDED);
  vec_reserve(&known->steps, known->steps.count + MOST_ADDED);
  return is_full;
}

/* Some words more can always be read. */
static bool has_room(const known_words *words, size_t more) {
  const size_t most = (size_t)1 << WALK_NAME_BITS;
  return words->count + more + WALK_COPIED * WALK_PLACE_WORDS <
         (words->capacity < most ? words->capacity : most);
}

/* ---- steps ---- */

/* Writes one behind the others. */
static void write_step(struct known *known, const uint8_t *state,
                       const struct successor *successor) {
  known_words *words = &known->steps;
  const size_t step = words->count;
  uint64_t changed = 0;
  for (unsigned i = 0; i < KNOWN_WORDS; i++)
    vec_push(words, 0);
  for (size_t i = 0; i < successor->length / WORD_SIZE; i++) {
    const uint64_t word = word_at(state, i) ^ word_at(successor->state, i);
    changed |= (uint64_t)(word != 0) << i;
    if (word != 0)
      vec_push(words, word);
  }
  words->items[step + KNOWN_HEAD] =
      changed | (uint64_t)(words->count - step - KNOWN_WORDS)
                    << KNOWN_MASK_BITS;
  words->items[step + STEP_STAND] =
      known->stand->number | (uint64_t)known->stand->pid << STEP_PID_SHIFT;
}

static bool is_same_step(const uint64_t *a, const uint64_t *b) {
  return a[KNOWN_HEAD] == b[KNOWN_HEAD] &&
         (uint32_t)a[STEP_STAND] == (uint32_t)b[STEP_STAND] &&
         memcmp(a + KNOWN_WORDS, b + KNOWN_WORDS,
                known_step_words(a) * sizeof *a) == 0;
}

static uint32_t tag_of_step(const uint64_t *step) {
  uint64_t hash = known_mix(step[STEP_STAND], step[KNOWN_HEAD]);
  for (size_t i = 0; i < known_step_words(step); i++)
    hash = known_mix(hash, step[KNOWN_WORDS + i]);
  return (uint32_t)(hash >> 32);
}

/* The name of a step that was just written: it may have been known before. */
static uint32_t name_step(struct known *known, uint32_t written) {
  const uint64_t *steps = known->steps.items;
  const struct known_table *table = &known->step_table;
  const uint32_t tag = tag_of_step(steps + written);
  for (uint32_t i = tag;; i++) {
    const struct known_slot *slot = &table->slots[i & (table->slot_count - 1)];
    if (slot->at == 0)
      break;
    if (slot->tag == tag && is_same_step(steps + slot->at, steps + written)) {
      known->steps.count = written;
      return slot->at;
    }
  }
  add_slot(&known->step_table, (struct known_slot){tag, written});
  return written;
}

/* ---- making an entry ---- */

void known_begin(struct known *known, const struct stand *stand,
                 uint64_t manner, const uint8_t *state) {
  known->start = 0;
  if (!has_room(&known->words, known_key_words(stand) + 1))
    return;
  known->start = known->words.count;
  vec_push(&known->words, stand->number | manner);
  for (uint32_t i = 0; i < stand->count; i++)
    vec_push(&known->words, piece_of(state, &stand->pieces[i]));
  known->entry = (uint32_t)known->words.count;
  known->stand = stand;
  vec_push(&known->words, (uint64_t)stand->number << 32);
}

void known_drop(struct known *known) {
  if (known->start != 0)
    known->words.count = known->start;
  known->start = 0;
}

void known_add(struct known *known, const uint8_t *state,
               const struct successor *successor) {
  const uint32_t written = (uint32_t)known->steps.count;
  if (walk_step_count(known_at(known, known->entry)) == WALK_MOST_STEPS ||
      !has_room(&known->words, WALK_PLACE_WORDS) ||
      !has_room(&known->steps, KNOWN_WORDS + TOUCHED_WORDS)) {
    known_drop(known);
    return;
  }
  write_step(known, state, successor);
  uint64_t *entry = known_at(known, known->entry);
  const uint32_t name = name_step(known, written);
  vec_push(&known->words, name);
  vec_push(&known->words, known_step_at(known, name)[KNOWN_NOTE]);
  ++*entry;
}

uint32_t known_end(struct known *known) {
  const bool is_made = known->start != 0;
  known->start = 0;
  if (!is_made)
    return 0;
  add_slot(&known->entries, (struct known_slot){known->tag, known->entry});
  return known->entry;
}
