/* What a depth-first search has left waiting deep in its stack, for a second
 * search to take.
 *
 * Between two looks into a store the processor waits for its memory.  A second
 * search over the same store, one expansion of the one and one of the other in
 * turn, gives it something to do.  The first search comes back to the states
 * that wait deep in its stack much later or not at all, so the second takes
 * them, from the bottom up: some blocks of the stack at a time, which are not
 * the first one's from then on.
 *
 * The differences in the stack are read in the order in which they lie there.
 * One that is on the path of the first search leads the second along this path;
 * one that is not is a state that waits, next to where the second stands then.
 *
 * Invariant: below `floor` nothing of the stack changes any more; all states
 * that wait there are the second's, and where it stands when it has none of its
 * own is on the path of the first, at the place to which it has read.
 */
#ifndef LARIAT_SEARCH_GLEAN_H
#define LARIAT_SEARCH_GLEAN_H

#include "search/descent.h"

struct glean {
  struct descent *from;
  uint64_t floor;      /* a place in that stack */
  uint64_t start;      /* and where the words come from */
  VEC(uint64_t) words; /* a copy of whole differences */
  VEC(uint32_t) heads; /* of them, in these, the first one last */
  size_t left;         /* heads, not read yet */
  bool is_known; /* the engine knows how the second has come to where it stands
                  */
};

/* The bottom of the stack of the second search: with so much below it a
 * difference never is the lowest of all.
 */
enum { GLEAN_BOTTOM = DIFFERENCE_WORDS + DIFFERENCE_TAIL + 1 };

/* Is this its head, in that stack? */
static inline bool glean_is_bottom(const struct descent *descent,
                                   const uint64_t *head) {
  return head == descent->words.blocks.items[0] + GLEAN_BOTTOM;
}

/* Puts it there; false when the budget does not allow it. */
bool glean_lay_bottom(struct descent *descent);

void glean_clear(struct glean *glean);

/* May more be taken, as soon as all that was is read? */
static inline bool glean_has_more(const struct glean *glean) {
  const uint64_t top = glean->from->words.count >> WORDS_SHIFT;
  return top >= (glean->floor >> WORDS_SHIFT) + 2;
}

/* Takes more; false: it cannot be done now. */
bool glean_more(struct glean *glean);

static inline const uint64_t *glean_head(const struct glean *glean, size_t i) {
  return &glean->words.items[glean->heads.items[i]];
}

/* The head of the next one; NULL: all are read.  Reading it makes one less. */
static inline const uint64_t *glean_look(const struct glean *glean) {
  return glean->left > 0 ? glean_head(glean, glean->left - 1) : NULL;
}

#endif
