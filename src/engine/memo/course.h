/* What each process can do in the states along the path of a search, as far as
 * it follows from what it could do one step before.
 *
 * Included inside src/engine/ only.
 */
#ifndef LARIAT_ENGINE_MEMO_COURSE_H
#define LARIAT_ENGINE_MEMO_COURSE_H

#include "engine/memo/known.h"
#include "engine/memo/views.h"

struct course {
  const struct stands *stands;
  struct known *known;
  struct views views;
  VEC(struct opening) openings;

  /* of the state at hand */
  const uint8_t *state;
  const uint32_t
      *before;   /* what each process could do before a step; or NULL */
  uint32_t step; /* this one */
  uint32_t *now; /* what each can do; 0: not known */
};

/* Both must live as long. */
void course_init(struct course *course, const struct stands *stands,
                 struct known *known);
void course_clear(struct course *course);
/* What was known is forgotten. */
void course_forget(struct course *course);

/* What each process could do before the step that led to a state, or NULL if it
 * is not known; level and step are those of engine_visitor.  If it is known,
 * these are the processes now.  A crew is certain processes and a manner of
 * expansion.
 */
const uint32_t *course_before(const struct course *course, uint64_t level,
                              uint64_t step, uint64_t crew);

/* Finds out what each process can do in a state, as far as it follows.  An
 * entry that is found otherwise is to be written to `now`, and learned.
 */
void course_enter(struct course *course, const uint8_t *state, uint64_t level,
                  uint64_t step, uint64_t crew, const uint32_t *before);
void course_learn(struct course *course, uint32_t pid, uint32_t entry,
                  const struct stand *stand);

#endif
