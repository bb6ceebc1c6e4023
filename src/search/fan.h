/* The successors of the state under expansion, each as the difference from it:
 * first those that turned out to be new, then those of which it is not known
 * yet.
 */
#ifndef LARIAT_SEARCH_FAN_H
#define LARIAT_SEARCH_FAN_H

#include "base/rng.h"
#include "base/vec.h"
#include "engine/engine.h"
#include "search/difference.h"

enum { FAN_BATCH = 32 }; /* of which it is not known, at most */

struct fan {
  const uint8_t *origin;     /* the state that is expanded */
  size_t length;             /* of it */
  uint64_t mask;             /* of its words: see difference_mask() */
  VEC(uint64_t) words;       /* of differences, each followed by its head */
  VEC(size_t) heads;         /* of those that are new */
  size_t waiting[FAN_BATCH]; /* heads of the others */
  VEC(uint8_t) rebuilt;
};

void fan_free(struct fan *fan);

/* Empties it.  The successors that follow come from this state, which stays
 * where it is as long.
 */
void fan_begin(struct fan *fan, const uint8_t *origin, size_t length);

/* Does this successor say which words of the state, all of which are in the
 * mask, it differs in?
 */
static inline bool fan_is_told(const struct fan *fan,
                               const struct successor *successor) {
  return successor->length == fan->length && fan->mask != 0 &&
         successor->changed != UINT64_MAX;
}

/* Where the words of a difference that is not long are to be written. */
static inline uint64_t *fan_end(const struct fan *fan) {
  return fan->words.items + fan->words.count;
}

/* They were, up to there: adds the difference, as number i of its batch. */
static inline void fan_add(struct fan *fan, unsigned i, uint64_t *end,
                           uint64_t changed) {
  *end = changed;
  fan->waiting[i] = (size_t)(end - fan->words.items);
  fan->words.count = fan->waiting[i] + 1;
}

/* Adds one that is long. */
void fan_add_long(struct fan *fan, unsigned i,
                  const struct successor *successor);

/* Of a batch, those with their bits set are new; the others are forgotten. */
void fan_settle(struct fan *fan, uint64_t is_new);

/* Puts all, which are new, into a random order. */
void fan_shuffle(struct fan *fan, struct rng *rng);

/* The bytes of number i of a batch, until the next call. */
const uint8_t *fan_rebuild(struct fan *fan, unsigned i, size_t *length);

#endif
