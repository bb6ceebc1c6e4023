/* Sleep sets: statements that need not be tried, because what they lead to is
 * reached another way.
 *
 * When two statements of different processes are independent, it does not
 * matter which comes first.  A search that has tried one of them in a state
 * need not try it again right after the other: it puts it to sleep until
 * something happens that depends on it.  Every state is still reached, but not
 * from everywhere.  (Godefroid: Using Partial Orders to Improve Automatic
 * Verification Methods, CAV 1990; with a store that forgets: Godefroid,
 * Holzmann, Pirottin: State-Space Caching Revisited, CAV 1992.)
 *
 * A set is a word: each process has a field of it, with a bit for each
 * statement of its place.  Statements for which there is no bit never sleep.
 */
#ifndef LARIAT_REDUCE_SLEEP_H
#define LARIAT_REDUCE_SLEEP_H

#include "engine/engine.h"

struct sleep;
typedef uint64_t sleep_set;

/* facts_hindrance() must have found nothing.  The model must live as long. */
struct sleep *sleep_open(const struct model *model);
void sleep_close(struct sleep *self); /* accepts NULL */

/* The state that the following are about; it must stay where it is.  With these
 * options it is expanded.
 */
void sleep_look_at(struct sleep *self, struct engine *engine, unsigned options,
                   const uint8_t *state, size_t length);

/* Processes by number, as engine_visitor.only has them. */
struct sleep_mask {
  uint64_t words[4];
};

/* Finds the processes that have statements other than these; false when all
 * have.
 */
bool sleep_find_awake(struct sleep *self, sleep_set asleep,
                      struct sleep_mask *out);
/* The processes of these statements. */
struct sleep_mask sleep_owners(const struct sleep *self, sleep_set set);

/* The bit of the statement of a step; 0: it never sleeps. */
sleep_set sleep_bit(struct sleep *self, const struct step *step);

/* Of the statements asleep, those that still are after the statement of this
 * bit.
 */
sleep_set sleep_after(struct sleep *self, sleep_set bit, sleep_set asleep);

#endif
