/* States by their hashes: the last ones that were given out, and a sample.
 *
 * Of what was given out each slot of a table holds the last one that fell
 * there, by a part of its hash.  A search comes back to most states soon, so a
 * table that fits the caches of a processor knows most of them.
 *
 * The sample has the states whose hashes begin with some zeros; whether such a
 * state was met before is known for certain, however long ago.  When there are
 * too many of them, another zero is asked for (Gibbons 2001, distinct
 * sampling).
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
};

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

/* ---- the sample ---- */

void sample_init(struct sample *sample) {
  *sample = (struct sample){
      .hashes = memory_alloc(SAMPLE_SLOTS * sizeof *sample->hashes),
      .level = FIRST_LEVEL};
}

void sample_clear(struct sample *sample) {
  memory_free(sample->hashes);
}

static bool belongs(const struct sample *sample, uint64_t hash) {
  return hash >> (64 - sample->level) == 0 && hash != 0; /* 0: a free slot */
}

/* The slot of a hash, or the free one where it belongs. */
static uint64_t *sample_slot(const struct sample *sample, uint64_t hash) {
  size_t i = hash & (SAMPLE_SLOTS - 1);
  while (sample->hashes[i] != 0 && sample->hashes[i] != hash)
    i = (i + 1) & (SAMPLE_SLOTS - 1);
  return &sample->hashes[i];
}

static void thin_out(struct sample *sample) {
  uint64_t *old = sample->hashes;
  sample->hashes = memory_alloc(SAMPLE_SLOTS * sizeof *sample->hashes);
  sample->level++;
  sample->count = 0;
  for (size_t i = 0; i < SAMPLE_SLOTS; i++)
    if (belongs(sample, old[i])) {
      *sample_slot(sample, old[i]) = old[i];
      sample->count++;
    }
  memory_free(old);
}

/* Adds one that is met for the first time. */
static void enter(struct sample *sample, uint64_t hash) {
  *sample_slot(sample, hash) = hash;
  sample->first += UINT64_C(1) << sample->level;
  if (++sample->count > MOST_SAMPLED)
    thin_out(sample);
}

void sample_meet(struct sample *sample, uint64_t hash) {
  if (!belongs(sample, hash))
    return;
  sample->met += UINT64_C(1) << sample->level;
  if (*sample_slot(sample, hash) != hash)
    enter(sample, hash);
}

bool sample_is_fresh(const struct sample *sample, uint64_t least, uint64_t of) {
  return sample->met < MET_LEAST || sample->first * of >= sample->met * least;
}

void sample_save(const struct sample *sample, struct snapshot_writer *out) {
  snapshot_put(out, sample->level - FIRST_LEVEL);
  snapshot_put(out, sample->met);
  snapshot_put(out, sample->first);
  snapshot_put(out, sample->count);
  for (size_t i = 0; i < SAMPLE_SLOTS; i++)
    if (sample->hashes[i] != 0)
      snapshot_put(out, sample->hashes[i]);
}

void sample_restore(struct sample *sample, struct snapshot_reader *in) {
  sample->level = FIRST_LEVEL + (uint32_t)snapshot_get_up_to(in, MOST_LEVELS);
  sample->met = snapshot_get(in);
  sample->first = snapshot_get_up_to(in, sample->met);
  sample->count = (uint32_t)snapshot_get_up_to(in, MOST_SAMPLED);
  for (uint32_t i = 0; i < sample->count; i++) {
    const uint64_t hash = snapshot_get(in);
    *sample_slot(sample, hash) = hash;
  }
}
