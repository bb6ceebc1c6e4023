/* See course.h.
 *
 * What a process can do depends on the bytes that it touches (touched.h).  A
 * step of another process leaves its frame as it is, so the same bytes count
 * for it before and after; what it can do then follows from what it could do
 * before and from the step, which is a set of bits that change.  After a step
 * of its own it may touch others besides: those are the opening between where
 * it stood and where it stands, and what they hold is part of what the rest
 * follows from. All this is kept in a table (views.h).
 *
 * So in a state of which all is known nothing of it is looked at but the bytes
 * of one opening.
 *
 * Invariant: an entry that is given is the one that would be found under the
 * bytes of the state.
 *
 * Cost: one access to a table for each process that a step reaches, and one or
 * two for its own.
 */
#include "engine/memo/course.h"

enum {
  ENTRY_BITS = 20, /* of the name of an entry */
  MOST_OPENINGS = 1 << 10,
  VERSION_SHIFT = STANDS_REACHING, /* in STEP_REACHED */
};

/* Of a step, in place of its opening. */
static const uint32_t MANY_OPENINGS = UINT32_MAX >>
                                      (STEP_OPENING_SHIFT - STEP_PID_SHIFT);

void course_init(struct course *course, const struct stands *stands,
                 struct known *known) {
  course->stands = stands;
  course->known = known;
  views_init(&course->views);
}

void course_clear(struct course *course) {
  views_clear(&course->views);
  vec_free(&course->openings);
}

void course_forget(struct course *course) {
  views_forget(&course->views);
}

/* ---- learning ---- */

static const struct stand *stand_of_entry(const struct course *course,
                                          uint32_t entry) {
  return course->stands->all.items[known_stand(known_at(course->known, entry))];
}

/* The number of the opening between two stands, from 1 on; 0: there is none. */
static uint32_t find_opening(struct course *course, const struct stand *from,
                             const struct stand *to) {
  struct opening opening;
  for (uint32_t i = 0; i < course->openings.count; i++)
    if (course->openings.items[i].from == from &&
        course->openings.items[i].to == to)
      return i + 1;
  if (course->openings.count == MOST_OPENINGS ||
      !stand_open(from, to, &opening))
    return 0;
  vec_push(&course->openings, opening);
  return (uint32_t)course->openings.count;
}

/* What follows from what a process could do before, and from the step. */
static struct view_key first_key(const struct course *course, uint32_t before) {
  return views_key(before, course->step, 0, 0);
}

/* And from the bytes that count only now. */
static struct view_key second_key(const struct course *course, uint32_t before,
                                  uint32_t number) {
  const struct opening *opening = &course->openings.items[number - 1];
  return views_key(before | number << ENTRY_BITS, course->step,
                   piece_of(course->state, &opening->pieces[0]),
                   piece_of(course->state, &opening->pieces[1]));
}

/* The opening that follows from what a process could do before and from its own
 * step; 0: it is not known, or there is none.  For most steps it is the same
 * always.
 */
static inline uint32_t opening_of(const struct course *course, uint32_t before,
                                  const uint64_t *step) {
  const uint32_t opening = (uint32_t)(step[STEP_STAND] >> STEP_OPENING_SHIFT);
  return opening != MANY_OPENINGS
             ? opening
             : views_after(&course->views, first_key(course, before));
}

static void note_opening(struct course *course, uint32_t before, uint64_t *step,
                         uint32_t opening) {
  const uint32_t noted = (uint32_t)(step[STEP_STAND] >> STEP_OPENING_SHIFT);
  if (noted == 0)
    step[STEP_STAND] |= (uint64_t)opening << STEP_OPENING_SHIFT;
  else if (noted != opening)
    step[STEP_STAND] |= (uint64_t)MANY_OPENINGS << STEP_OPENING_SHIFT;
  if (noted == MANY_OPENINGS)
    views_learn(&course->views, first_key(course, before), opening);
}

/* After a step of its own. */
static void learn_own(struct course *course, uint32_t before, uint64_t *step,
                      uint32_t entry, const struct stand *stand) {
  const uint32_t noted = opening_of(course, before, step);
  const bool is_noted =
      noted != 0 && course->openings.items[noted - 1].to == stand;
  const uint32_t opening =
      is_noted ? noted
               : find_opening(course, stand_of_entry(course, before), stand);
  if (opening == 0)
    return;
  if (opening != noted)
    note_opening(course, before, step, opening);
  views_learn(&course->views, second_key(course, before, opening), entry);
}

void course_learn(struct course *course, uint32_t pid, uint32_t entry,
                  const struct stand *stand) {
  if (!course->before || course->before[pid] == 0 || entry == 0)
    return;
  const uint32_t before = course->before[pid];
  uint64_t *step = known_step_at(course->known, course->step);
  if (pid == known_pid_of_step(step))
    learn_own(course, before, step, entry, stand);
  else if (stand_of_entry(course, before) == stand)
    views_learn(&course->views, first_key(course, before), entry);
}

/* ---- following ---- */

__attribute__((noinline)) static void find_reached(const struct course *course,
                                                   uint64_t *step) {
  const struct stands *stands = course->stands;
  step[STEP_REACHED] =
      (uint64_t)stands->reach_version << VERSION_SHIFT |
      stands_reached(stands, known_pid_of_step(step), known_step_changed(step),
                     step + KNOWN_WORDS);
}

/* What a process can do after the step, if it is known. */
static inline uint32_t follow_other(const struct course *course,
                                    uint32_t before) {
  return views_after(&course->views, first_key(course, before));
}

static inline uint32_t follow_own(const struct course *course, uint32_t before,
                                  const uint64_t *step) {
  const uint32_t opening = opening_of(course, before, step);
  return opening != 0
             ? views_after(&course->views, second_key(course, before, opening))
             : 0;
}

static inline void follow(const struct course *course, uint32_t *now,
                          uint32_t count) {
  uint64_t *step = known_step_at(course->known, course->step);
  const uint32_t mover = known_pid_of_step(step);
  const uint32_t *before = course->before;
  if (step[STEP_REACHED] >> VERSION_SHIFT != course->stands->reach_version)
    find_reached(course, step);
  views_copy(now, before, count);
  now[mover] = follow_own(course, before[mover], step);
  const uint64_t others = (UINT64_C(1) << count) - 1;
  for (uint64_t left = step[STEP_REACHED] & others; left != 0;
       left &= left - 1) {
    const uint32_t pid = (uint32_t)__builtin_ctzll(left);
    now[pid] = follow_other(course, before[pid]);
  }
}

const uint32_t *course_before(const struct course *course, uint64_t level,
                              uint64_t step, uint64_t crew) {
  return level > 1 && step >> 32 == course->known->generation
             ? views_at(&course->views, level - 1, crew)
             : NULL;
}

void course_enter(struct course *course, const uint8_t *state, uint64_t level,
                  uint64_t step, uint64_t crew, const uint32_t *before) {
  const uint32_t count = course->stands->process_count;
  course->before = before;
  course->state = state;
  course->step = (uint32_t)step;
  course->now = views_enter(&course->views, level, crew, count);
  if (before)
    follow(course, course->now, count);
  else
    memset(course->now, 0, count * sizeof *course->now);
}
