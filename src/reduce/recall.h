/* What a search met before, as far as it helps to save time: wrong answers are
 * possible, and must do no harm.
 *
 * See recall.c for how it is done.
 */
#ifndef LARIAT_REDUCE_RECALL_H
#define LARIAT_REDUCE_RECALL_H

#include "base/snapshot.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

uint64_t recall_hash(const uint8_t *state, size_t length);

/* States given out lately. */
struct recall {
  uint16_t *tags; /* by hash */
};

void recall_init(struct recall *recall);
void recall_clear(struct recall *recall);

/* Was the state with this hash given out lately?  It may be forgotten. */
bool recall_has(const struct recall *recall, uint64_t hash);
void recall_add(struct recall *recall, uint64_t hash);

void recall_save(const struct recall *recall, struct snapshot_writer *out);
void recall_restore(struct recall *recall, struct snapshot_reader *in);

/* The hashes of a sample. */
struct chosen {
  uint64_t *slots;
  uint32_t count;
  uint32_t level; /* one in two to this power belongs to it */
};

/* A sample of all states of some kind that were ever met: how often, and how
 * many of them they are.
 */
struct sample {
  struct chosen chosen;
  uint64_t met, first; /* the latter: for the first time */
};

void sample_init(struct sample *sample);
void sample_clear(struct sample *sample);

void sample_meet(struct sample *sample, uint64_t hash);

/* Of so many of these meetings, were at least so many the first with a state?
 * Yes, as long as too few are known.
 */
bool sample_is_fresh(const struct sample *sample, uint64_t least, uint64_t of);

void sample_save(const struct sample *sample, struct snapshot_writer *out);
void sample_restore(struct sample *sample, struct snapshot_reader *in);

/* A sample of the states that were left out: which of them were given out at
 * another time.
 */
struct returns {
  struct chosen chosen;
  uint32_t left_out, came; /* in the sample; the latter: given out, too */
};

void returns_init(struct returns *returns);
void returns_clear(struct returns *returns);

void returns_note_left_out(struct returns *returns, uint64_t hash);
void returns_note_given(struct returns *returns, uint64_t hash);

/* Of so many states left out, did at most so many come all the same?  Yes, as
 * long as too few are known.
 */
bool returns_are_few(const struct returns *returns, uint32_t most, uint32_t of);

/* Begins anew. */
void returns_forget(struct returns *returns);

void returns_save(const struct returns *returns, struct snapshot_writer *out);
void returns_restore(struct returns *returns, struct snapshot_reader *in);

#endif
