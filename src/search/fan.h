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

/* A difference, as a step is (engine.h), with the head of a difference. */
struct fan_item {
  const uint64_t *known; /* a known step, or NULL: */
  size_t first;          /* in the words of the fan, from here on */
};

struct fan {
  const uint8_t *origin; /* the state that is expanded */
  size_t length;         /* of it */
  uint64_t mask;         /* of its words: see difference_mask() */
  VEC(uint64_t) words;
  struct fan_item waiting[FAN_BATCH]; /* of which it is not known */
  VEC(struct fan_item) items;         /* the new ones */
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
  return fan->words.items + fan->words.count + KNOWN_WORDS;
}

/* They were: adds the difference, as number i of its batch. */
static inline void fan_add(struct fan *fan, unsigned i, uint64_t head,
                           uint64_t note) {
  uint64_t *step = fan->words.items + fan->words.count;
  step[KNOWN_HEAD] = head;
  step[KNOWN_NOTE] = note;
  fan->waiting[i] = (struct fan_item){.first = fan->words.count};
  fan->words.count += KNOWN_WORDS + difference_words(head);
}

static inline const uint64_t *fan_step(const struct fan *fan,
                                       const struct fan_item *item) {
  return item->known ? item->known : fan->words.items + item->first;
}

/* Adds one that is long, with no note yet, and gives it. */
uint64_t *fan_add_long(struct fan *fan, unsigned i,
                       const struct successor *successor);

/* Of a batch, those with their bits set are new, and counted; the others are
 * forgotten.
 */
size_t fan_settle(struct fan *fan, uint64_t is_new);

/* Puts all, which are new, into a random order. */
void fan_shuffle(struct fan *fan, struct rng *rng);

#endif
