/* What each process can do in the states along the path of a search, as far as
 * it follows from what it could do one step before.
 *
 * Included inside src/engine/ only.
 */
#ifndef LARIAT_ENGINE_MEMO_COURSE_H
#define LARIAT_ENGINE_MEMO_COURSE_H

#include "engine/memo/known.h"
#include "engine/memo/views.h"

/* The opening between two stands, by its number; 0: there is none. */
struct opening_ends {
  const struct stand *from, *to;
  uint32_t number;
};

enum { COURSE_ENDS = 1 << 10 };

struct course {
  const struct stands *stands;
  const struct known *known;
  struct views views;
  VEC(struct opening) openings;
  struct opening_ends ends[COURSE_ENDS]; /* some that were found of late */

  struct walk walk; /* along it */

  /* of the state at hand */
  const uint8_t *state;
  uint64_t level;
  const uint32_t
      *before;   /* what each process could do before a step; or NULL */
  uint32_t step; /* this one */
  uint32_t *now; /* what each can do; 0: not known */
};

/* Both must live as long. */
void course_init(struct course *course, const struct stands *stands,
                 const struct known *known, size_t memory_bytes);
void course_clear(struct course *course);
/* What was known is forgotten. */
void course_forget(struct course *course);

/* The walk is as what is known is now, for the processes of the stands. */
void course_ready(struct course *course, uint32_t crew);

/* Finds out what each process can do in a state, as far as it follows; level
 * and step are those of engine_visitor.  An entry that is found otherwise is to
 * be written to `now`, and learned.  The course must be ready.
 */
void course_enter(struct course *course, const uint8_t *state, uint64_t level,
                  uint64_t step);
/* The same where `now` is as the walk left it. */
void course_come(struct course *course, const uint8_t *state, uint64_t level,
                 uint64_t step);
void course_learn(struct course *course, uint32_t pid, uint32_t entry,
                  const struct stand *stand);

#endif
