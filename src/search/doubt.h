/* Of states that a lossy store takes for visited, those that are searched all
 * the same.
 *
 * When an array of bits is full, most states that are taken for visited have
 * never been.  What can be reached through them alone is lost with them, and
 * the search dies out before the array can take no more.  So now and then one
 * successor that the store has seen is searched as though it were new.  Its own
 * successors are asked for as usual.  It counts as seen, and nobody relies on
 * its being new.
 *
 * The more are lost for each state that is found, the more often: one in
 * DOUBT_SELDOM expansions where fewer are lost than found, and up to one in
 * DOUBT_OFTEN.  A store that has lost little is believed.
 *
 * Invariant: a doubt in an expansion leads to one more, and of DOUBT_OFTEN
 * expansions one at most has a doubt, so there are at most a seventh more of
 * them than new states, and every search ends.
 *
 * Cost: a count in each expansion, and those that are in vain.
 */
#ifndef LARIAT_SEARCH_DOUBT_H
#define LARIAT_SEARCH_DOUBT_H

#include "store/store.h"

enum { DOUBT_SELDOM = 24, DOUBT_OFTEN = 8 };

struct doubt {
  const struct store *store;
  uint32_t left;   /* expansions up to the next */
  uint32_t waited; /* so many there were from the last one on */
  uint32_t each;   /* one in so many; 0: there are none now */
  uint32_t chosen; /* which successor it was, the last time */
  uint32_t until_weighed;
  uint64_t states; /* that had been found when it was weighed */
  double lost;     /* of them */
};

static inline void doubt_init(struct doubt *doubt, const struct store *store) {
  *doubt = (struct doubt){.store = store, .left = 1};
}

/* The time has come for one, or to see whether the store is to be believed. */
uint64_t doubt_choose(struct doubt *doubt, uint64_t states, uint64_t is_new,
                      unsigned count);

/* To be called once in each expansion.  So many states had been found before
 * it; of so many successors, as many as bits, these are new: gives the one to
 * be searched besides, as a bit, or 0.
 */
static inline uint64_t doubt_seen(struct doubt *doubt, uint64_t states,
                                  uint64_t is_new, unsigned count) {
  return --doubt->left == 0 ? doubt_choose(doubt, states, is_new, count) : 0;
}

#endif
