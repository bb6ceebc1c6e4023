/* Successors that are known already.
 *
 * What a process can do depends on its own variables and on a few others, and
 * the same values of these come again and again: while one process moves, the
 * others stay where they are.  So the successors that a process leads to are
 * kept, as the words that change, under the bytes that it can read or write
 * (touched.h).  Where these are met again, nothing is executed.
 *
 * Invariant: what is kept is all that the engine inside gives for this process,
 * in its order.  What fails, or starts or ends a process, is never kept.
 *
 * Most processes need not even be looked up.  A search that tells of its path
 * (engine_visitor) has what they can do from what they could do one step before
 * (course.h).  Otherwise the state is compared with the one expanded before,
 * and where nothing has changed that a process touches, it can do what it could
 * then.  Where little is met again, a process is not looked up for a while.
 *
 * Cost: a look-up takes a few operations for each word of the process's frame
 * and for each other word that it touches; a successor one for its name, or as
 * bytes a few for each word that changes.  Memory is limited, and all is
 * forgotten when it is full.
 */
#include "engine/memo/memo.h"

#include "base/seconds.h"
#include "base/vec.h"
#include "engine/memo/course.h"
#include "engine/wrapper.h"

#include <string.h>

enum {
  LOOKS_EACH = 1 << 10, /* expansions from one look back to the next */
  TRIED = 1 << 9,       /* misses after which it is seen whether it pays: */
  SLOW_FEW = 2,         /* one in so many expansions, or fewer, does */
  QUICK_FEW = 4,        /* if the engine inside is quick, too */
  PAUSES = 4,           /* a part of the expansions so far, */
  TRIALS_EACH = 64,     /* looks back */
  PAUSE = 1 << 16,      /* and no more, make a pause */
  /* options, and what successors depend on of them */
  NEEDED = ENGINE_NO_STEPS,
  BARRED = ENGINE_SINGLE_STEPS,
  TELLING = ENGINE_ALL_PATHS | ENGINE_TIDY | ENGINE_UNJOINED,
};

struct memo {
  struct wrapper wrapper;
  enum memo_speed (*speed)(struct engine *inner);
  struct stands stands;
  struct known known;
  struct course course;
  uint64_t notes; /* whose they are */
  uint32_t crew;  /* with other processes, or another manner, another one */
  uint64_t expansions;

  /* the state expanded last that no path was told of */
  uint64_t last[TOUCHED_WORDS];
  uint32_t last_entries[MOST_PROCESSES]; /* what each could do; 0: not known */
  const struct stand *last_stands[MOST_PROCESSES];

  enum memo_speed speed_now; /* of the engine inside */
  uint32_t misses;           /* of late: processes that were left to it, */
  uint32_t off_path;         /* and expansions that no path was told of */
  uint32_t pause;            /* expansions that are left to it as a whole */
  bool is_trying;            /* whether that is faster, during this pause */
  uint32_t trial;            /* looks back until it is tried; 0: not begun */
  double since, known_seconds;
  bool prints, watches;
  bool tells_known;     /* as the last expansion was made, who visits */
  bool needs_room;      /* for what is known */
  VEC(uint8_t) scratch; /* a successor */

  /* of the expansion under way */
  const struct engine_visitor *visitor;
  const uint8_t *state;
  size_t length;
  unsigned options;
  uint64_t manner; /* those that successors depend on, as part of a key */
  bool is_on_path; /* which was told */
  uint32_t *now;   /* what each process can do; 0: not known */
  bool is_copied;  /* to scratch */
  bool moved;      /* somebody did */
  bool stopped;    /* the visitor had enough */
  struct known_steps steps; /* that wait to be given out: */
  struct known_place waiting[WALK_ROOM];
};

/* Nothing is known of any process. */
static void forget_last(struct memo *self) {
  memset(self->last_entries, 0, sizeof self->last_entries);
}

static void forget_all(struct memo *self) {
  course_forget(&self->course);
  forget_last(self);
}

/* Expansions of a pause: the longer, the more has been tried. */
static uint32_t pause_now(const struct memo *self) {
  const uint64_t pause = self->expansions / PAUSES;
  return pause < PAUSE ? (uint32_t)pause : PAUSE;
}

/* Nothing was known of a process there: is it worth while to look it up? */
static void note_miss(const struct memo *self, struct stand *stand) {
  if (++stand->missed < TRIED)
    return;
  const uint64_t few = self->speed_now == MEMO_SLOW ? SLOW_FEW : QUICK_FEW;
  if (self->expansions - stand->since < few * TRIED)
    stand->paused = self->expansions + pause_now(self);
  stand->missed = 0;
  stand->since = self->expansions;
}

/* ---- giving out ---- */

static bool give(struct memo *self, const struct successor *successor) {
  self->moved = true;
  self->stopped |= !self->visitor->successor(self->visitor->context, successor);
  return !self->stopped;
}

/* As bytes. */
static bool give_whole(struct memo *self, const uint64_t *step) {
  const uint64_t changed = known_step_changed(step);
  if (!self->is_copied) {
    vec_reserve(&self->scratch, self->length);
    memcpy(self->scratch.items, self->state, self->length);
    self->is_copied = true;
  }
  (void)words_change(self->scratch.items, changed, step + KNOWN_WORDS);
  const bool goes_on =
      give(self, &(struct successor){.state = self->scratch.items,
                                     .length = self->length,
                                     .owner = NO_PROCESS,
                                     .changed = changed});
  (void)words_change(self->scratch.items, changed, step + KNOWN_WORDS);
  return goes_on;
}

__attribute__((noinline)) static void
give_bytes(struct memo *self, const struct known_steps *steps) {
  for (uint32_t i = 0; i < steps->count; i++)
    if (!give_whole(self, steps->base + steps->places[i].offset))
      return;
}

/* Those that wait, all at once. */
static void give_waiting(struct memo *self) {
  struct known_steps *steps = &self->steps;
  if (steps->count == 0)
    return;
  self->moved = true;
  if (!self->visitor->known)
    give_bytes(self, steps);
  else
    self->stopped |= !self->visitor->known(self->visitor->context, steps);
  steps->count = 0;
}

/* They wait to be given out. */
static void give_known(struct memo *self, uint32_t entry) {
  const uint64_t *at = known_at(&self->known, entry);
  if (self->steps.count + walk_step_count(at) >= WALK_ROOM)
    give_waiting(self);
  self->steps.count += walk_copy_steps(at, self->waiting + self->steps.count);
}

/* ---- keeping ---- */

/* Are the processes still the same? */
static bool has_same_processes(const struct memo *self,
                               const struct successor *successor) {
  return successor->length == self->length &&
         successor->state[STATE_PROCESSES] == self->state[STATE_PROCESSES] &&
         program_has_processes(successor->state, self->stands.offsets,
                               self->stands.types, self->stands.process_count);
}

static bool take_successor(void *context, const struct successor *successor) {
  struct memo *self = context;
  if (!has_same_processes(self, successor))
    known_drop(&self->known);
  if (known_is_begun(&self->known))
    known_add(&self->known, self->state, successor);
  return give(self, successor);
}

static bool take_violation(void *context, const struct violation *violation,
                           const struct step *steps, size_t step_count) {
  struct memo *self = context;
  known_drop(&self->known);
  self->moved = true;
  self->stopped |= !self->visitor->violation(self->visitor->context, violation,
                                             steps, step_count);
  return !self->stopped;
}

/* Leaves a process to the engine inside.  Apart, for it is seldom. */
__attribute__((noinline)) static void execute(struct memo *self, uint32_t pid) {
  uint64_t only[ENGINE_ONLY_WORDS] = {0};
  engine_let_move(only, pid);
  self->misses++;
  give_waiting(self);
  if (self->stopped)
    return;
  const struct engine_visitor visitor = {.context = self,
                                         .successor = take_successor,
                                         .violation = take_violation,
                                         .only = only};
  self->stopped |=
      !engine_expand(self->wrapper.inner, self->state, self->length, NO_PROCESS,
                     self->options, &visitor);
}

__attribute__((noinline)) static uint32_t
execute_and_keep(struct memo *self, const struct stand *stand, uint32_t pid) {
  self->needs_room = true;
  known_begin(&self->known, stand, self->manner, self->state);
  execute(self, pid);
  if (self->stopped)
    known_drop(&self->known);
  return known_end(&self->known);
}

/* ---- looking up ---- */

__attribute__((noinline)) static void look_up(struct memo *self, uint32_t pid) {
  struct stand *stand = stands_of(&self->stands, self->state, pid);
  if (!stand->is_known || stand->paused > self->expansions) {
    execute(self, pid);
    return;
  }
  uint32_t entry = known_find(&self->known, stand, self->manner, self->state);
  if (entry != 0) {
    give_known(self, entry);
  } else {
    note_miss(self, stand);
    entry = execute_and_keep(self, stand, pid);
  }
  self->now[pid] = entry;
  if (!self->is_on_path)
    self->last_stands[pid] = stand;
  else
    course_learn(&self->course, pid, entry, stand);
}

static void try_process(struct memo *self, uint32_t pid) {
  const uint32_t entry = self->now[pid];
  if (entry != 0)
    give_known(self, entry);
  else
    look_up(self, pid);
}

/* ---- without a path ---- */

/* A word has changed: forgets the processes that touch the bytes that did. */
static void note_change(struct memo *self, size_t place, uint64_t bytes) {
  for (uint32_t pid = 0; pid < self->stands.process_count; pid++)
    if (self->last_entries[pid] != 0 &&
        (self->last_stands[pid]->masks[place] & bytes))
      self->last_entries[pid] = 0;
}

/* Compares the state with the last one, which it becomes. */
static void note_changes(struct memo *self) {
  const size_t fixed = self->stands.program->fixed_bytes / WORD_SIZE;
  for (size_t i = 0; i < self->length / WORD_SIZE; i++) {
    const uint64_t word = word_at(self->state, i);
    const uint64_t bytes = word ^ self->last[i];
    if (bytes == 0)
      continue;
    self->last[i] = word;
    if (i < fixed || self->stands.has_handshakes)
      note_change(self, i, bytes);
    if (i >= fixed)
      self->last_entries[self->stands.owners[i]] = 0;
  }
}

static void go_anywhere(struct memo *self) {
  self->off_path++;
  note_changes(self);
  self->now = self->last_entries;
}

/* ---- expanding ---- */

/* Other processes, or the same in another manner. */
static void change_crew(struct memo *self) {
  forget_last(self);
  if (++self->crew == 0)
    course_forget(&self->course);
}

/* Are these other processes than before? */
static bool find_processes(struct memo *self) {
  const bool are_others = stands_find_processes(&self->stands, self->state);
  if (are_others)
    change_crew(self);
  return are_others;
}

/* Can the path that is told be followed?  Not if there are too many processes,
 * also where the state at hand has fewer of them.
 */
static bool comes_along(struct memo *self) {
  const struct engine_visitor *visitor = self->visitor;
  self->course.level = visitor->level;
  course_ready(&self->course, self->crew);
  if (!walk_before(&self->course.walk, visitor->level, visitor->step) &&
      find_processes(self))
    course_ready(&self->course, self->crew);
  return self->stands.process_count <= WALK_REACHING;
}

/* Finds out what each process can do, as far as it follows. */
static void go(struct memo *self) {
  const struct engine_visitor *visitor = self->visitor;
  if (visitor->level == 0)
    (void)find_processes(self);
  self->is_on_path = visitor->level != 0 && comes_along(self);
  if (!self->is_on_path) {
    go_anywhere(self);
    return;
  }
  course_enter(&self->course, self->state, visitor->level, visitor->step);
  self->now = self->course.now;
}

static bool is_for_memo(const struct memo *self, size_t length, int32_t owner,
                        unsigned options) {
  return owner == NO_PROCESS && (options & NEEDED) == NEEDED &&
         !(options & BARRED) && !self->prints && !self->watches &&
         length % WORD_SIZE == 0 && length <= TOUCHED_WORDS * WORD_SIZE;
}

/* A path is told, and there is code: which is faster, to know or to execute, is
 * tried out, by as many expansions each way.
 */
static void try_code(struct memo *self) {
  const double now = seconds_on(CLOCK_THREAD_CPUTIME_ID);
  if (self->trial == 0) {
    self->trial = 1;
  } else if (--self->trial == 0) {
    self->known_seconds = now - self->since;
    self->pause = LOOKS_EACH;
    self->is_trying = true;
  }
  self->since = now;
}

/* It has been: the better way is taken for a while. */
static void end_trial(struct memo *self) {
  const bool is_faster =
      seconds_on(CLOCK_THREAD_CPUTIME_ID) - self->since < self->known_seconds;
  self->is_trying = false;
  self->pause = is_faster ? PAUSE : 0;
  self->trial = is_faster ? 0 : TRIALS_EACH;
}

/* To leave one process after the other to the engine inside takes longer than
 * all of them together, if they are many, or it is quick.  Then all are left to
 * it for a while.  Where a path is told and nearly all is known, its speed does
 * not matter.
 */
__attribute__((noinline)) static void look_back(struct memo *self) {
  const bool is_on_path = self->off_path < LOOKS_EACH / 2;
  self->off_path = 0;
  if (!is_on_path || self->misses > LOOKS_EACH / QUICK_FEW)
    self->speed_now = self->speed(self->wrapper.inner);
  const uint32_t many = self->speed_now == MEMO_SLOW ? 2 * LOOKS_EACH
                        : is_on_path                 ? LOOKS_EACH
                                                     : LOOKS_EACH / 4;
  if (self->misses > many)
    self->pause = pause_now(self);
  else if (is_on_path && self->speed_now != MEMO_SLOW)
    try_code(self);
  self->misses = 0;
}

/* Goes on without what is known?  An engine that is fast is as fast as that,
 * but where a path is told.
 */
static inline bool is_paused(struct memo *self,
                             const struct engine_visitor *visitor) {
  if (self->pause == 0)
    return self->speed_now == MEMO_FAST && visitor->level == 0;
  if (--self->pause == 0 && self->is_trying)
    end_trial(self);
  return true;
}

/* Something was added. */
static void make_room(struct memo *self) {
  if (known_make_room(&self->known))
    forget_all(self);
  self->needs_room = false;
}

/* Counts the states that were walked through. */
static void count_walked(struct memo *self) {
  self->expansions += self->course.walk.used;
  self->course.walk.used = 0;
}

static void begin(struct memo *self, const uint8_t *state, size_t length,
                  unsigned options, const struct engine_visitor *visitor) {
  const uint64_t manner = (uint64_t)(options & TELLING) << 32;
  count_walked(self);
  if (self->needs_room)
    make_room(self);
  if (visitor->known && visitor->notes != self->notes) {
    known_forget(&self->known);
    forget_all(self);
    self->notes = visitor->notes;
  }
  if (manner != self->manner)
    change_crew(self);
  self->options = options;
  self->manner = manner;
  self->tells_known = visitor->known != NULL;
  self->visitor = visitor;
  self->state = state;
  self->length = length;
  self->is_copied = self->moved = self->stopped = false;
  if (++self->expansions % LOOKS_EACH == 0)
    look_back(self);
  self->steps.count = 0;
  self->steps.places = self->waiting;
  self->steps.base = self->known.steps.items;
  self->steps.base_name = (uint64_t)self->known.generation << 32;
  go(self);
}

/* Nobody moved: the engine inside knows what this means. */
static bool expand_end(struct memo *self) {
  return engine_expand(self->wrapper.inner, self->state, self->length,
                       NO_PROCESS, self->options, self->visitor);
}

static void try_all(struct memo *self) {
  uint32_t left = self->state[STATE_PROCESSES];
  while (!self->stopped &&
         (left = walk_gather(self->known.words.items, self->now, left,
                             self->waiting, &self->steps.count)) > 0)
    try_process(self, --left);
}

static void try_some(struct memo *self, const uint64_t *only) {
  for (uint32_t pid = self->state[STATE_PROCESSES];
       pid-- > 0 && !self->stopped;)
    if (only[pid / 64] >> (pid % 64) & 1)
      try_process(self, pid);
}

/* Leaves an expansion to the engine inside.  Who searches, and how, is not
 * looked at here, so nothing may be walked through before it is.
 */
static bool pass_on(struct memo *self, const uint8_t *state, size_t length,
                    int32_t owner, unsigned options,
                    const struct engine_visitor *visitor) {
  self->tells_known = false;
  return engine_expand(self->wrapper.inner, state, length, owner, options,
                       visitor);
}

static bool expand(struct engine *engine, const uint8_t *state, size_t length,
                   int32_t owner, unsigned options,
                   const struct engine_visitor *visitor) {
  struct memo *self = (struct memo *)engine;
  if (is_paused(self, visitor) || !is_for_memo(self, length, owner, options))
    return pass_on(self, state, length, owner, options, visitor);
  begin(self, state, length, options, visitor);
  if (visitor->only)
    try_some(self, visitor->only);
  else
    try_all(self);
  if (!self->stopped)
    give_waiting(self);
  if (!self->moved && !visitor->only)
    return expand_end(self);
  return !self->stopped;
}

/* ---- where all is known ---- */

/* Looks a process up that did not follow. */
static bool recall_process(struct memo *self, const uint8_t *state,
                           uint32_t pid) {
  const struct stand *stand = stands_of(&self->stands, state, pid);
  if (!stand->is_known || stand->paused > self->expansions)
    return false;
  const uint32_t entry = known_find(&self->known, stand, self->manner, state);
  self->course.now[pid] = entry;
  course_learn(&self->course, pid, entry, stand);
  return entry != 0;
}

static bool recall(struct walk *walk, const uint8_t *state, uint64_t level,
                   uint64_t step) {
  struct memo *self = (struct memo *)walk->engine;
  struct course *course = &self->course;
  course_come(course, state, level, step);
  if (!course->before) {
    if (!program_has_processes(state, self->stands.offsets, self->stands.types,
                               self->stands.process_count))
      return false;
    memset(course->now, 0, walk->process_count * sizeof *course->now);
  }
  for (uint32_t pid = 0; pid < state[STATE_PROCESSES]; pid++)
    if (course->now[pid] == 0 && !recall_process(self, state, pid))
      return false;
  return true;
}

/* Is there nothing else to do than to look at what is known? */
static bool is_undisturbed(const struct memo *self) {
  return self->pause == 0 && self->tells_known && self->is_on_path;
}

/* Up to the next look back. */
static struct walk *walk(struct engine *engine) {
  struct memo *self = (struct memo *)engine;
  struct walk *walk = &self->course.walk;
  count_walked(self);
  if (!is_undisturbed(self))
    return NULL;
  if (self->needs_room)
    make_room(self);
  course_ready(&self->course, self->crew);
  walk->engine = engine;
  walk->recall = recall;
  walk->left = (uint32_t)(LOOKS_EACH - 1 - self->expansions % LOOKS_EACH);
  return walk;
}

/* ---- the rest is for the engine inside ---- */

static void print_to(struct engine *engine, struct buffer *out) {
  struct memo *self = (struct memo *)engine;
  self->prints = out != NULL;
  self->tells_known = false;
  wrapper_print_to(engine, out);
}

static const struct engine_watch *watch(struct engine *engine,
                                        const struct engine_watch *watch) {
  struct memo *self = (struct memo *)engine;
  self->watches = watch != NULL;
  self->tells_known = false;
  return wrapper_watch(engine, watch);
}

static const char *name(const struct engine *engine) {
  return engine_name(((const struct memo *)engine)->wrapper.inner);
}

static const char *problem(const struct engine *engine) {
  return engine_problem(((const struct memo *)engine)->wrapper.inner);
}

static size_t memory(const struct engine *engine) {
  const struct memo *self = (const struct memo *)engine;
  return known_memory(&self->known) + views_memory(&self->course.views) +
         engine_memory(self->wrapper.inner);
}

static void close_memo(struct engine *engine) {
  struct memo *self = (struct memo *)engine;
  stands_clear(&self->stands);
  known_clear(&self->known);
  course_clear(&self->course);
  vec_free(&self->scratch);
  engine_close(self->wrapper.inner);
  memory_free(self);
}

static const struct engine_kind memo_kind = {
    .name = "memo",
    .name_now = name,
    .problem = problem,
    .close = close_memo,
    .expand = expand,
    .walk = walk,
    .holds = wrapper_holds,
    .print_to = print_to,
    .watch = watch,
    .set_limit = wrapper_set_limit,
    .memory = memory,
    WRAPPER_ANSWERS,
};

struct engine *
engine_open_memo(struct engine *inner, const struct program *program,
                 size_t memory_bytes,
                 enum memo_speed (*speed)(struct engine *inner)) {
  struct memo *self = memory_alloc(sizeof *self);
  self->wrapper.base.kind = &memo_kind;
  self->wrapper.inner = inner;
  self->speed = speed;
  stands_init(&self->stands, program);
  known_init(&self->known, memory_bytes);
  self->needs_room = true;
  course_init(&self->course, &self->stands, &self->known, memory_bytes);
  return &self->wrapper.base;
}
