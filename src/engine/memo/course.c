/* See course.h, and walk.h for how it is followed.
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
 */
#include "engine/memo/course.h"

enum { MOST_OPENINGS = 1 << 10 };

void course_init(struct course *course, const struct stands *stands,
                 const struct known *known, size_t memory_bytes) {
  course->stands = stands;
  course->known = known;
  views_init(&course->views, memory_bytes);
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

static bool is_same_opening(const struct opening *a, const struct opening *b) {
  for (unsigned i = 0; i < WALK_OPENING_PIECES; i++)
    if (a->pieces[i].place != b->pieces[i].place ||
        a->pieces[i].mask != b->pieces[i].mask)
      return false;
  return true;
}

/* Its number, from 1 on; 0: there are too many. */
static uint32_t number_opening(struct course *course,
                               const struct opening *opening) {
  for (uint32_t i = 0; i < course->openings.count; i++)
    if (is_same_opening(&course->openings.items[i], opening))
      return i + 1;
  if (course->openings.count == MOST_OPENINGS)
    return 0;
  vec_push(&course->openings, *opening);
  return (uint32_t)course->openings.count;
}

/* Between two stands; many have the same. */
static uint32_t find_opening(struct course *course, const struct stand *from,
                             const struct stand *to) {
  const uint32_t mixed = from->number * 61 + to->number;
  struct opening_ends *ends = &course->ends[mixed % COURSE_ENDS];
  struct opening opening;
  if (ends->from == from && ends->to == to)
    return ends->number;
  *ends = (struct opening_ends){from, to, 0};
  if (stand_open(from, to, &opening))
    ends->number = number_opening(course, &opening);
  return ends->number;
}

/* What is learned is part of the walk at once. */
static void show_views(struct course *course) {
  const struct views *views = &course->views;
  course->walk.views = views->views.items;
  course->walk.glances = views->glances.items;
  course->walk.view_shift = views->views.shift;
  course->walk.glance_shift = views->glances.shift;
}

static void learn(struct course *course, uint32_t before, uint32_t after) {
  views_learn_glance(&course->views, walk_glance_key(before, course->step),
                     after);
  show_views(course);
}

static void note_opening(struct course *course, uint32_t before, uint64_t *step,
                         uint32_t opening) {
  const uint32_t noted = (uint32_t)(step[STEP_STAND] >> STEP_OPENING_SHIFT);
  if (noted == 0)
    step[STEP_STAND] |= (uint64_t)opening << STEP_OPENING_SHIFT;
  else if (noted != opening)
    step[STEP_STAND] |= (uint64_t)STEP_MANY_OPENINGS << STEP_OPENING_SHIFT;
  if (noted == STEP_MANY_OPENINGS)
    learn(course, before, opening);
}

/* What an opening leads to. */
static void learn_through(struct course *course, uint32_t before,
                          uint32_t opening, uint32_t entry) {
  course->walk.openings = course->openings.items;
  struct walk_view view = walk_view_key(&course->walk, course->state, before,
                                        course->step, opening);
  view.after = entry;
  views_learn(&course->views, &view);
  show_views(course);
}

/* After a step of its own. */
static void learn_own(struct course *course, uint32_t before, uint64_t *step,
                      uint32_t entry, const struct stand *stand) {
  const uint32_t opening =
      find_opening(course, stand_of_entry(course, before), stand);
  if (opening == 0)
    return;
  if (opening != walk_opening(&course->walk, before, course->step))
    note_opening(course, before, step, opening);
  learn_through(course, before, opening, entry);
}

/* After a handshake that made it move. */
static void learn_moved(struct course *course, uint32_t before, uint32_t entry,
                        const struct stand *stand) {
  const uint32_t opening =
      find_opening(course, stand_of_entry(course, before), stand);
  if (opening == 0)
    return;
  learn(course, before, opening | WALK_OPENS);
  learn_through(course, before, opening, entry);
}

void course_learn(struct course *course, uint32_t pid, uint32_t entry,
                  const struct stand *stand) {
  if (!course->before || course->before[pid] == 0 || entry == 0)
    return;
  const uint32_t before = course->before[pid];
  uint64_t *step = known_step_at(course->known, course->step);
  if (pid == walk_pid_of_step(step))
    learn_own(course, before, step, entry, stand);
  else if (stand_of_entry(course, before) == stand)
    learn(course, before, entry);
  else
    learn_moved(course, before, entry, stand);
}

/* ---- following ---- */

static uint64_t find_reached(const struct walk *walk, uint64_t *step) {
  return step[STEP_REACHED] =
             (uint64_t)walk->reach_version << WALK_REACHING |
             stands_reached(walk->stands, walk_pid_of_step(step),
                            known_step_changed(step), step + KNOWN_WORDS);
}

void course_ready(struct course *course, uint32_t crew) {
  struct views *views = &course->views;
  const struct known *known = course->known;
  views_make_room(views, course->stands->process_count, course->level);
  course->walk = (struct walk){.process_count = course->stands->process_count,
                               .count_at = STATE_PROCESSES,
                               .reach_version = course->stands->reach_version,
                               .steps = known->steps.items,
                               .steps_name = (uint64_t)known->generation << 32,
                               .entries = known->words.items,
                               .openings = course->openings.items,
                               .rows = {views->rows[0], views->rows[1]},
                               .row_bytes = views->row_bytes,
                               .level_mask = views->level_mask,
                               .crew = crew,
                               .stands = course->stands,
                               .find_reached = find_reached};
  show_views(course);
}

void course_come(struct course *course, const uint8_t *state, uint64_t level,
                 uint64_t step) {
  course->before = walk_before(&course->walk, level, step);
  course->state = state;
  course->level = level;
  course->step = (uint32_t)step;
  course->now = walk_enter(&course->walk, level);
}

void course_enter(struct course *course, const uint8_t *state, uint64_t level,
                  uint64_t step) {
  const struct walk *walk = &course->walk;
  course_come(course, state, level, step);
  if (course->before)
    walk_follow(walk, state, course->step, course->before, course->now);
  else
    memset(course->now, 0, walk->process_count * sizeof *course->now);
}
