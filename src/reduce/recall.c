/* States by their hashes: the last ones that were given out, and samples.
 *
 * Of what was given out each slot of a table holds the last one that fell
 * there, by a part of its hash.  A search comes back to most states soon, so a
 * table that fits the caches of a processor knows most of them.
 *
 * A sample has the states whose hashes begin with some zeros; whether such a
 * state was met before is known for certain, however long ago.  When there are
 * too many of them, another zero is asked for (Gibbons 2001, distinct
 * sampling).  Where two kinds of meetings are told apart, the first two of the
 * zeros are marks.
 *
 * Cost: a hash, and one access to memory; for the sample a few for one state in
 * sixteen or fewer.
 *
 * P. B. Gibbons: Distinct sampling for highly-accurate answers to distinct
 * values queries and event reports.  VLDB 2001.
 */
#include "reduce/recall.h"

#include "base/memory.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
  RECALL_SLOTS = 1 << 15,
  FIRST_LEVEL = 4,
  MOST_LEVELS = 32, /* more than there is memory for */
  SAMPLE_SLOTS = 1 << 13,
  MOST_SAMPLED = SAMPLE_SLOTS / 2,
  MET_LEAST = 1 << 15,
  LEFT_OUT_LEAST = 1 << 8, /* in the sample */
};

#define MARK_LEFT_OUT (UINT64_C(1) << 63)
#define MARK_GIVEN (UINT64_C(1) << 62)
#define MARKS (MARK_LEFT_OUT | MARK_GIVEN)

uint64_t recall_hash(const uint8_t *state, size_t length) {
  return XXH3_64bits(state, length);
}

/* ---- those given out lately ---- */

void recall_init(struct recall *recall) {
  recall->tags = memory_alloc(RECALL_SLOTS * sizeof *recall->tags);
}

void recall_clear(struct recall *recall) {
  memory_free(recall->tags);
}

static uint16_t *slot_of(const struct recall *recall, uint64_t hash) {
  return &recall->tags[hash & (RECALL_SLOTS - 1)];
}

static uint16_t tag_of(uint64_t hash) {
  return (uint16_t)(hash >> 32);
}

bool recall_has(const struct recall *recall, uint64_t hash) {
  return *slot_of(recall, hash) == tag_of(hash);
}

void recall_add(struct recall *recall, uint64_t hash) {
  *slot_of(recall, hash) = tag_of(hash);
}

void recall_save(const struct recall *recall, struct snapshot_writer *out) {
  snapshot_put_bytes(out, recall->tags, RECALL_SLOTS * sizeof *recall->tags);
}

void recall_restore(struct recall *recall, struct snapshot_reader *in) {
  snapshot_get_bytes(in, recall->tags, RECALL_SLOTS * sizeof *recall->tags);
}

/* ---- the states of a sample ---- */

static void chosen_init(struct chosen *chosen) {
  *chosen = (struct chosen){
      .slots = memory_alloc(SAMPLE_SLOTS * sizeof *chosen->slots),
      .level = FIRST_LEVEL};
}

static void chosen_clear(struct chosen *chosen) {
  memory_free(chosen->slots);
}

static bool belongs(const struct chosen *chosen, uint64_t hash) {
  return hash >> (64 - chosen->level) == 0 && hash != 0; /* 0: a free slot */
}

/* The slot of a hash, or the free one where it belongs. */
static uint64_t *find_slot(const struct chosen *chosen, uint64_t hash) {
  size_t i = hash & (SAMPLE_SLOTS - 1);
  while (chosen->slots[i] != 0 && (chosen->slots[i] & ~MARKS) != hash)
    i = (i + 1) & (SAMPLE_SLOTS - 1);
  return &chosen->slots[i];
}

/* Adds a hash with its marks. */
static void enter(struct chosen *chosen, uint64_t marked) {
  *find_slot(chosen, marked & ~MARKS) = marked;
  chosen->count++;
}

/* Asks for another zero, if there are too many. */
static bool thin_out(struct chosen *chosen) {
  uint64_t *old = chosen->slots;
  if (chosen->count <= MOST_SAMPLED)
    return false;
  chosen->slots = memory_alloc(SAMPLE_SLOTS * sizeof *chosen->slots);
  chosen->level++;
  chosen->count = 0;
  for (size_t i = 0; i < SAMPLE_SLOTS; i++)
    if (belongs(chosen, old[i] & ~MARKS))
      enter(chosen, old[i]);
  memory_free(old);
  return true;
}

static void chosen_save(const struct chosen *chosen,
                        struct snapshot_writer *out) {
  snapshot_put(out, chosen->level - FIRST_LEVEL);
  snapshot_put(out, chosen->count);
  for (size_t i = 0; i < SAMPLE_SLOTS; i++)
    if (chosen->slots[i] != 0)
      snapshot_put(out, chosen->slots[i]);
}

static void chosen_restore(struct chosen *chosen, struct snapshot_reader *in) {
  chosen->level = FIRST_LEVEL + (uint32_t)snapshot_get_up_to(in, MOST_LEVELS);
  uint32_t left = (uint32_t)snapshot_get_up_to(in, MOST_SAMPLED);
  for (chosen->count = 0; left > 0; left--)
    enter(chosen, snapshot_get(in));
}

/* ---- how often states are met ---- */

void sample_init(struct sample *sample) {
  *sample = (struct sample){0};
  chosen_init(&sample->chosen);
}

void sample_clear(struct sample *sample) {
  chosen_clear(&sample->chosen);
}

void sample_meet(struct sample *sample, uint64_t hash) {
  const uint64_t stands_for = UINT64_C(1) << sample->chosen.level;
  if (!belongs(&sample->chosen, hash))
    return;
  sample->met += stands_for;
  if (*find_slot(&sample->chosen, hash) == hash)
    return;
  enter(&sample->chosen, hash);
  sample->first += stands_for;
  (void)thin_out(&sample->chosen);
}

bool sample_is_fresh(const struct sample *sample, uint64_t least, uint64_t of) {
  return sample->met < MET_LEAST || sample->first * of >= sample->met * least;
}

void sample_save(const struct sample *sample, struct snapshot_writer *out) {
  chosen_save(&sample->chosen, out);
  snapshot_put(out, sample->met);
  snapshot_put(out, sample->first);
}

void sample_restore(struct sample *sample, struct snapshot_reader *in) {
  chosen_restore(&sample->chosen, in);
  sample->met = snapshot_get(in);
  sample->first = snapshot_get_up_to(in, sample->met);
}

/* ---- which of those left out come all the same ---- */

void returns_init(struct returns *returns) {
  *returns = (struct returns){0};
  chosen_init(&returns->chosen);
}

void returns_clear(struct returns *returns) {
  chosen_clear(&returns->chosen);
}

static void count_all(struct returns *returns) {
  returns->left_out = returns->came = 0;
  for (size_t i = 0; i < SAMPLE_SLOTS; i++) {
    const uint64_t marks = returns->chosen.slots[i] & MARKS;
    returns->left_out += (marks & MARK_LEFT_OUT) != 0;
    returns->came += marks == MARKS;
  }
}

static void mark(struct returns *returns, uint64_t hash, uint64_t with) {
  if (!belongs(&returns->chosen, hash))
    return;
  uint64_t *slot = find_slot(&returns->chosen, hash);
  const uint64_t before = *slot;
  if (before & with)
    return;
  *slot = before | hash | with;
  returns->chosen.count += before == 0;
  returns->left_out += with == MARK_LEFT_OUT;
  returns->came += (*slot & MARKS) == MARKS;
  if (thin_out(&returns->chosen))
    count_all(returns);
}

void returns_note_left_out(struct returns *returns, uint64_t hash) {
  mark(returns, hash, MARK_LEFT_OUT);
}

void returns_note_given(struct returns *returns, uint64_t hash) {
  mark(returns, hash, MARK_GIVEN);
}

bool returns_are_few(const struct returns *returns, uint32_t most,
                     uint32_t of) {
  return returns->left_out < LEFT_OUT_LEAST ||
         (uint64_t)returns->came * of <= (uint64_t)returns->left_out * most;
}

void returns_forget(struct returns *returns) {
  returns_clear(returns);
  returns_init(returns);
}

void returns_save(const struct returns *returns, struct snapshot_writer *out) {
  chosen_save(&returns->chosen, out);
}

void returns_restore(struct returns *returns, struct snapshot_reader *in) {
  chosen_restore(&returns->chosen, in);
  count_all(returns);
}
