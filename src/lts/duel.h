/* Two runs side by side that show what a formula says.
 *
 * Of two states that a formula tells apart each gets a run.  Both have the same
 * visible labels, hidden steps included where these count, up to the last one:
 * that is a step of one of them, the winner, which the other cannot do any more
 * at the end of its run.  On the way there each step of one is answered by a
 * step of the other: in a game in which the formula is the plan of the one who
 * says that they differ (Stirling 1995), these are the moves.
 */
#ifndef LARIAT_LTS_DUEL_H
#define LARIAT_LTS_DUEL_H

#include "lts/hml.h"

struct duel_step {
  uint32_t state, target;
  uint32_t edge; /* its place among the edges of the state */
  uint32_t label;
};

struct duel_run {
  VEC(struct duel_step) steps;
};

struct duel {
  struct duel_run runs[2]; /* of the left, of the right */
  int winner;              /* whose last step the other cannot do */
};

/* The formula holds for the left view, or else for the right one, and not for
 * the other.  False when it takes too long, or a view is at its limit.  Clear
 * the duel in any case.
 */
bool duel_find(const struct hml *hml, bool of_left,
               const struct lts_view views[2], uint64_t patience,
               struct duel *out);
void duel_clear(struct duel *duel);

#endif
