/* What of a model has to be searched for a property. */
#ifndef LARIAT_REPORT_SLICES_H
#define LARIAT_REPORT_SLICES_H

#include "base/map.h"
#include "report/verify.h"

/* A model without the variables that a property does not see, and an engine
 * for it.  Moves of one are moves of the other.
 */
struct part {
  struct loaded loaded;
  struct engine *engine;
  struct names unseen; /* variables that are left out, unless nothing in the
                          whole model reads them: see struct static_help */
};

/* Prepares parts of the model for an engine like that, without those variables
 * that keep their first value: see model/constants.h.  NULL when nothing can be
 * left out, whatever the property.
 */
struct slices *slices_open(const struct verify_config *config,
                           const struct loaded *loaded, struct arena *arena);
void slices_close(struct slices *slices); /* accepts NULL */

/* The part for assertions, end states, run-time errors and these propositions;
 * the whole model and the verification's own engine when it has no slices.
 */
struct part part_for(const struct verification *verification,
                     const struct loaded *loaded, const uint32_t *atoms,
                     size_t count);

/* The engine that searched last, the verification's own to begin with. */
struct engine *searching_engine(const struct verification *verification);

/* The marks of all engines together: see engine_coverage(). */
const uint8_t *verification_marks(const struct verification *verification,
                                  const struct loaded *loaded);

/* What is known without a search; `open` as in model/constants.h.  Names live
 * in arena.
 */
struct static_help static_help_of(const struct model *model, bool overflow,
                                  const struct map *open, struct arena *arena);

/* Does a run of a part of the model exist in the whole?  A cycle need not come
 * back to the same values of variables that do not matter.  A d_step may be
 * over sooner in the part: the limit (or NULL) is asked.
 */
bool is_run_of_whole(struct engine *whole, const struct trail *trail,
                     const struct engine_limit *limit);

/* Can the run be repeated for ever, if it is to be a cycle?  Then what matters
 * in the model, whatever the property, is the same again at its end.
 */
bool repeats_in_what_matters(const struct loaded *loaded,
                             const struct engine_config *config,
                             const struct trail *trail);

#endif
