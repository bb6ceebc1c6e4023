/* A trail, executed again and read step by step. */
#ifndef LARIAT_REPORT_WALK_H
#define LARIAT_REPORT_WALK_H

#include "report/steps.h"
#include "search/trail.h"

struct walk;

/* Stands in the initial state.  Engine, model and trail must outlive it.  If
 * the engine has a limit, it ends the walk like a refusal.
 */
enum status walk_open(struct engine *engine, const struct loaded *loaded,
                      const struct trail *trail, struct walk **out);
void walk_close(struct walk *walk); /* accepts NULL */

/* The next step, valid until the next call; NULL at the end of the trail, or
 * where the engine refuses to go on: walk_refused() tells which.
 */
const struct readable_step *walk_next(struct walk *walk);
/* The same without reading the step, which is much faster. */
bool walk_skip(struct walk *walk);
bool walk_refused(const struct walk *walk);

struct move walk_move(const struct walk *walk); /* read last */
/* What the step read last, or the end of the run, violates; or NULL.  In a
 * trail that is about a violation, others in that step do not count.
 */
const struct violation *walk_violation(struct walk *walk);
/* The state the run stands in; before the last step if that violates
 * something that counts.  NULL when the model has no initial state.
 */
const uint8_t *walk_last_good(const struct walk *walk, size_t *length);
size_t walk_position(const struct walk *walk); /* steps taken */
size_t walk_length(const struct walk *walk);   /* steps in all */
const struct step_reader *walk_reader(const struct walk *walk);

#endif
