/* See lines.h.  What the second search takes is the lowest part of the stack of
 * the first, where the path of this one is the way to it.
 *
 * Cost: the second needs a stack of its own, and what a state costs there it
 * does not cost in the first.
 */
#include "search/lines.h"
#include "store/spread.h"

enum {
  NEAR_BYTES = 1 << 17, /* of an array of bits: worth no second search */
  QUIET_BLOCKS = 2,
  STACK_SHARE = 8, /* of the memory: what a second stack may take of it */
};

static const size_t STACK_BYTES =
    (size_t)2 * WORDS_RESIDENT * WORDS_IN_BLOCK * sizeof(uint64_t);

static void count_sums(struct lines *lines) {
  const struct run *run = lines->run;
  lines->now->sums = state_hasher_sums(lines->hasher, run->state, run->length);
}

static void open_second(struct lines *lines) {
  const struct run *run = lines->run;
  struct line *second = &lines->line[1];
  second->state = memory_alloc(run->room);
  memcpy(second->state, run->state, run->length);
  second->length = run->length;
  second->room = run->room;
  second->sums = lines->now->sums;
}

/* For two stacks, as far as they do not lie in a file? */
static bool has_memory(const struct run *run) {
  const size_t most = run->config->max_bytes;
  return most == 0 || most / STACK_SHARE >= STACK_BYTES;
}

/* Does the store take long to answer?  One that grows will. */
static bool is_far(const struct run *run) {
  const struct spread *spread = store_spread(run->store);
  return !spread || spread->bits / 8 >= NEAR_BYTES;
}

void lines_open(struct lines *lines, struct run *run, bool may_be_two,
                state_ref initial) {
  *lines =
      (struct lines){.run = run,
                     .hasher = store_hasher(run->store),
                     .now = &lines->line[0],
                     .may_be_two = may_be_two && has_memory(run) && is_far(run),
                     .is_in_turn = true};
  lines->glean.from = &lines->line[0].descent;
  doubt_init(&lines->doubt, run->store);
  if (!lines->hasher->both) /* half of what is known of a state is too little */
    marks_init(&lines->marks, &run->budget);
  for (unsigned i = 0; i < STRIDE_LINES; i++)
    descent_init(&lines->line[i].descent, &run->budget);
  run_load(run, initial);
  count_sums(lines);
  open_second(lines);
}

static void turn_to(struct lines *lines, unsigned number) {
  struct run *run = lines->run;
  struct line *line = lines->now;
  line->state = run->state;
  line->length = run->length;
  line->room = run->room;
  lines->now = line = &lines->line[number];
  run->state = line->state;
  run->length = line->length;
  run->room = line->room;
}

void lines_close(struct lines *lines) {
  turn_to(lines, 0);
  memory_free(lines->line[1].state);
  for (unsigned i = 0; i < STRIDE_LINES; i++)
    descent_clear(&lines->line[i].descent);
  glean_clear(&lines->glean);
  marks_clear(&lines->marks);
}

/* ---- going ---- */

/* The length may change, or there are two hashes: that is seldom. */
__attribute__((noinline)) static void go_far(struct lines *lines,
                                             const uint64_t *head) {
  struct run *run = lines->run;
  const uint64_t note = difference_note(head);
  run_make_room(run);
  difference_apply(head, run->state, &run->length);
  if (note == 0 || lines->hasher->both)
    count_sums(lines);
  else
    lines->now->sums.first ^= note;
}

/* To the end of a difference, or back. */
static inline void go_along(struct lines *lines, const uint64_t *head) {
  struct run *run = lines->run;
  if ((*head & DIFFERENCE_LONG) || lines->hasher->both) {
    go_far(lines, head);
    return;
  }
  difference_apply(head, run->state, &run->length);
  lines->now->sums.first ^= difference_note(head);
}

uint64_t lines_descend(struct lines *lines) {
  struct line *line = lines->now;
  uint64_t *top = descent_top(&line->descent);
  *top |= DIFFERENCE_MARK;
  const uint64_t *head = descent_whole(&line->descent, top);
  const uint64_t step = difference_step(head);
  go_along(lines, head);
  line->depth++;
  return step;
}

static void ascend(struct lines *lines, const uint64_t *top) {
  struct line *line = lines->now;
  marks_put(&lines->marks, lines_hash(lines), MARK_DONE);
  const uint64_t *head = descent_whole(&line->descent, top);
  const size_t words = difference_words(*head);
  go_along(lines, head);
  descent_pop(&line->descent, words);
  line->depth--;
}

/* ---- what the second takes ---- */

static bool is_empty(const struct lines *lines) {
  const struct descent *descent = &lines->now->descent;
  return lines_is_second(lines) ? descent->words.count <= GLEAN_BOTTOM + 1
                                : descent->words.count == lines->glean.floor;
}

static uint64_t top_block(const struct lines *lines) {
  return lines->line[0].descent.words.count >> WORDS_SHIFT;
}

void lines_note_long(struct lines *lines) {
  lines->noisy = top_block(lines) + QUIET_BLOCKS;
  if (lines->glean.floor > 0)
    lines->may_be_two = lines->is_in_turn = false;
}

/* It becomes so only when the first stack grows by a block, so it does not
 * matter how often it is asked.
 */
static bool can_take_more(const struct lines *lines) {
  return lines->may_be_two && top_block(lines) >= lines->noisy &&
         glean_has_more(&lines->glean);
}

/* Has the stack of the second its bottom? */
static bool has_bottom(struct lines *lines) {
  struct descent *descent = &lines->line[1].descent;
  if (descent_is_empty(descent) && !glean_lay_bottom(descent))
    run_stop_full(lines->run);
  return !lines->run->stopped;
}

/* Along the path of the first. */
static void go_after(struct lines *lines, const uint64_t *head) {
  go_along(lines, head);
  lines->now->depth++;
  lines->glean.is_known = false;
}

/* A state that waited is on the stack now. */
static bool put(struct lines *lines, const uint64_t *head) {
  if (!has_bottom(lines))
    return false;
  if (!descent_push_whole(&lines->now->descent, head))
    run_stop_full(lines->run);
  return !lines->run->stopped;
}

/* The second is left without a state that waits; true: it has taken one. */
static bool take_left(struct lines *lines) {
  struct glean *glean = &lines->glean;
  do {
    for (const uint64_t *head; (head = glean_look(glean)) != NULL;) {
      glean->left--;
      if (!(*head & DIFFERENCE_MARK))
        return put(lines, head);
      go_after(lines, head);
    }
  } while (can_take_more(lines) && glean_more(glean));
  return false;
}

/* ---- in turn ---- */

static bool go_back(struct lines *lines) {
  for (;;) {
    if (is_empty(lines))
      return lines_is_second(lines) && take_left(lines);
    const uint64_t *top = descent_top(&lines->now->descent);
    if (!(*top & DIFFERENCE_MARK))
      return true;
    ascend(lines, top);
  }
}

bool lines_find_waiting(struct lines *lines) {
  for (unsigned tries = 0; tries < STRIDE_LINES; tries++) {
    turn_to(lines, lines->turn);
    if (go_back(lines))
      return true;
    lines->turn ^= 1;
  }
  return false;
}

static bool has_work(struct lines *lines, unsigned number) {
  turn_to(lines, number);
  return !is_empty(lines) ||
         (number == 1 && (lines->glean.left > 0 || can_take_more(lines)) &&
          has_bottom(lines));
}

static struct stride_line stride_line(struct lines *lines, unsigned number) {
  const struct line *line = &lines->line[number];
  return (struct stride_line){.descent = &lines->line[number].descent,
                              .glean = number == 1 ? &lines->glean : NULL,
                              .lane = number,
                              .state = line->state,
                              .length = line->length,
                              .sum = line->sums.first,
                              .depth = line->depth};
}

/* Those that have something to do, first the one whose turn it is. */
static void find_lines(struct lines *lines, struct stride *stride) {
  for (unsigned i = 0; i < STRIDE_LINES; i++) {
    const unsigned number = lines->turn ^ i;
    if (has_work(lines, number) && (i == 0 || lines->is_in_turn))
      stride->lines[stride->line_count++] = stride_line(lines, number);
  }
}

/* Where they have come to. */
static void take_over(struct lines *lines, const struct stride *stride) {
  for (unsigned i = 0; i < stride->line_count; i++) {
    const struct stride_line *from = &stride->lines[i];
    struct line *line = &lines->line[from->lane];
    line->sums.first = from->sum;
    line->depth = from->depth;
  }
  lines->turn = stride->lines[stride->turn].lane;
  turn_to(lines, lines->turn);
}

/* Is there nothing but the time that keeps it from going on? */
static bool goes_on_after_tick(struct run *run) {
  if (run->countdown > 1)
    return false;
  run_check_limits(run);
  return run->countdown > 1 && run_goes_on(run);
}

/* The one that is alone has had its turn as well. */
static bool stride_once(struct lines *lines, uint64_t *step) {
  struct stride stride = {
      .run = lines->run, .hasher = lines->hasher, .doubt = &lines->doubt};
  find_lines(lines, &stride);
  if (stride.line_count == 0)
    return false;
  const bool is_open = stride_go(&stride);
  take_over(lines, &stride);
  if (stride.line_count == 1 && !is_open)
    lines_pass_on(lines);
  *step = stride.step;
  return is_open;
}

bool lines_stride(struct lines *lines, uint64_t *step) {
  bool is_open;
  do
    is_open = stride_once(lines, step);
  while (!is_open && goes_on_after_tick(lines->run));
  return is_open;
}
