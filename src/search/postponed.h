/* States that were postponed and turned out to be new, and the way to them.
 *
 * A search with an archive cannot always tell at once whether it has seen a
 * state (store_ask).  Those that are new are due: they wait here to be
 * expanded.  The search has left their path by then, so that is found in a log:
 * from the first one that was postponed on, for each state that is expanded,
 * where it was reached from.
 */
#ifndef LARIAT_SEARCH_POSTPONED_H
#define LARIAT_SEARCH_POSTPONED_H

#include "base/vec.h"
#include "search/words.h"
#include "store/store.h"

struct postponed {
  struct words due; /* a question in three words */
  struct words log; /* a state, and the one it was reached from; 0: none */
};

void postponed_init(struct postponed *postponed, struct budget *budget);
void postponed_clear(struct postponed *postponed);

/* False when there is no memory for it. */
bool postponed_add(struct postponed *postponed,
                   const struct store_question *question);
/* In any order; false when none is due. */
bool postponed_take(struct postponed *postponed,
                    struct store_question *question);

/* Is there a log? */
static inline bool postponed_is_logged(const struct postponed *postponed) {
  return postponed->log.count > 0;
}

/* False when there is no memory, and the log is as before. */
bool postponed_log(struct postponed *postponed, state_ref state,
                   state_ref from);
uint64_t postponed_log_bytes(const struct postponed *postponed);

/* Lists the references of the states on the way to one that was logged, from it
 * back to the one that was reached from none.
 */
void postponed_trace(const struct postponed *postponed, state_ref last,
                     struct long_list *out);

#endif
