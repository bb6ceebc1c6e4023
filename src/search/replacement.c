/* Depth-first traversal with replacement, of Jard and Jéron (Bounded-memory
 * Algorithms for Verification On-the-fly, CAV 1991, section 2.1).
 *
 * The stack holds the path and the successors of its states that are still to
 * be tried, as in dfs.c.  A state is entered into the store when it is
 * expanded; from when it is left on the store may forget it, and it is expanded
 * again when it is met again.
 *
 * Invariant: the marked entries of the stack, from the bottom up, are a path
 * from the initial state.  At least one of every PINNED_EACH of them is pinned
 * in the store, which then keeps it; the authors pin all.  A state that is
 * pinned is not entered again, so no path has more than PINNED_EACH times as
 * many states as there are, and the search ends, though it may take long.
 *
 * Nothing is missed: when a state is left, each of its successors is in the
 * path, or was left before.  Hence, when the initial state is left, all states
 * have been expanded.  This also holds where the engine leaves out
 * interleavings: an expansion that does has a successor that is expanded later
 * (run_expand), so each ends in one that leaves out nothing.
 *
 * Sleep sets (reduce/sleep.h), when there are any: an entry of the stack has
 * the set of statements that are asleep in its state.  The successors of a
 * state are taken statement by statement; those tried before are asleep in the
 * next ones, as far as they are independent.  The store keeps with each state
 * the statements that were asleep at every visit.  When a state is met with
 * fewer asleep, the difference is tried, and it may be on the path twice then;
 * each time fewer are left, so this ends, too.  (Godefroid, Holzmann, Pirottin:
 * State-Space Caching Revisited, CAV 1992.)
 *
 * With an archive (store/archive.c), where the store notes what it forgets, a
 * state is expanded once.  A successor that is not in memory and certainly not
 * in the archive is new; one that may be there is postponed (postponed.c).
 * When many are, or there is nothing else to do, they are looked up together;
 * those that are new are entered, and are due: each becomes the root of a
 * search of its own, when the stack is down to the initial state.  The search
 * ends when nothing is on the stack, postponed or due.
 *
 * Nothing is missed then: a state that was entered is on the stack or due, or
 * was expanded, and the store never forgets that it was entered.  It does not
 * matter whether a state is on the path when it goes to the archive: it is
 * expanded once, and what that gives depends on nothing but the state itself.
 * (Reduction relies on the model alone where states are replaced, see
 * reduce/ample.c.  Sleep sets do not: nothing sleeps with an archive.)  So no
 * state need be pinned for the search to end.
 *
 * Invariant: with an archive, the marked entries of the stack from the second
 * on are a path from a root, or from the initial state.
 *
 * When the archive is given up, because the disk is full or there is no memory
 * for the log, those that were postponed count as new unless they are in
 * memory, and the search goes on without.  Paths to all that is due are in the
 * log, and no more states are postponed.
 *
 * The number of states in the figures is that of states entered.
 */
#include "base/vec.h"
#include "search/postponed.h"
#include "search/ref_stack.h"
#include "search/run.h"

#include <errno.h>

/* There are no groups here, so these parts of a tag have another meaning. */
enum {
  PINNED_EACH = 16,
  LOOK_EACH = 1 << 10, /* states: whether to go on like this */
  PATH_SHARE = 4,      /* of the room, for a path without an archive */
  TAG_PINNED = 0x40,
  TAG_ROOT = 0x20,
  TAG_DISTANCE = 0x1f, /* to the entry it comes from, or this and more */
};

/* A statement tried in the state under expansion. */
struct trial {
  sleep_set bit;
  sleep_set asleep; /* after it */
};

/* A successor that may have to be expanded. */
struct candidate {
  state_ref ref;
  uint32_t trial;
  bool is_new;
};

struct traversal {
  struct run *run;
  struct ref_stack stack;
  struct words sleeps; /* a set for each of its entries, if there are any */
  uint64_t depth;      /* of the state under expansion */
  bool keep;           /* its successors are not too deep */
  bool cut;            /* a new one was */

  uint64_t expanded; /* states; some often, and some in part */

  struct sleep *sleep; /* NULL: nothing sleeps */
  bool again;          /* the state was visited before */
  struct store_visit visit;
  struct sleep_mask chosen; /* processes */
  VEC(struct trial) trials;
  VEC(uint32_t) announced; /* the trial of each successor */
  size_t settled_count;    /* of these */
  VEC(struct candidate) candidates;

  struct postponed postponed;
  struct store_question root; /* at the second place of the stack, if any */
};

/* ---- the archive ---- */

static bool has_archive(const struct traversal *self) {
  return store_has_archive(self->run->store);
}

/* The entry of the path that an entry comes from. */
static uint64_t origin_of(const struct ref_stack *stack, uint64_t entry) {
  do
    entry -= *ref_stack_tag(stack, entry) & TAG_DISTANCE;
  while (!ref_stack_is_on_path(stack, entry));
  return entry;
}

static uint8_t distance_tag(uint64_t entry, uint64_t origin) {
  const uint64_t distance = entry - origin;
  return (uint8_t)(distance < TAG_DISTANCE ? distance : TAG_DISTANCE);
}

/* What the state at this place was reached from. */
static state_ref source_of(const struct traversal *self, uint64_t place) {
  const struct ref_stack *stack = &self->stack;
  if (place == 0)
    return (state_ref){0};
  if (*ref_stack_tag(stack, place) & TAG_ROOT)
    return (state_ref){self->root.from};
  return ref_stack_at(stack, origin_of(stack, place));
}

/* Without a log there can be no archive. */
static void log_entry(struct traversal *self, uint64_t place) {
  if (!postponed_log(&self->postponed, ref_stack_at(&self->stack, place),
                     source_of(self, place)))
    store_give_up_archive(self->run->store, ENOMEM);
}

/* From now on states are postponed, so all the path must be in the log. */
static bool begin_postponing(struct traversal *self) {
  for (uint64_t i = 0; i < ref_stack_count(&self->stack) && has_archive(self);
       i++)
    if (ref_stack_is_on_path(&self->stack, i))
      log_entry(self, i);
  return has_archive(self);
}

/* False when the archive was given up. */
static bool postpone(struct traversal *self, state_ref ref, uint64_t origin,
                     uint64_t depth) {
  const struct store_question question = {
      ref, ref_stack_at(&self->stack, origin).index, depth};
  if (!postponed_is_logged(&self->postponed) && !begin_postponing(self))
    return false;
  return store_ask(self->run->store, &question);
}

static bool is_too_deep(const struct traversal *self, uint64_t depth) {
  const uint64_t max_depth = self->run->config->max_depth;
  return max_depth > 0 && depth > max_depth;
}

/* Enters a state that is new; it will be expanded when its turn comes. */
static void make_due(void *searcher, const struct store_question *question) {
  struct traversal *self = searcher;
  struct run *run = self->run;
  struct store_visit visit = {.is_new = true};
  run->result->figures.matched--;
  if (is_too_deep(self, question->depth)) {
    self->cut = true;
    return;
  }
  if (store_enter(run->store, question->ref, &visit) == STORE_FULL) {
    run_stop(run, SEARCH_STACK);
    return;
  }
  store_leave(run->store, question->ref, &visit);
  if (!postponed_add(&self->postponed, question))
    run_stop_full(run);
}

/* Finds out which of the states that were postponed are new. */
static void resolve(struct traversal *self) {
  struct run *run = self->run;
  run->result->figures.matched += store_questions(run->store);
  store_answer_questions(run->store, make_due, self);
  run_tick(run);
}

/* ---- successors ---- */

/* Is this statement to be tried now? */
static bool is_due(const struct traversal *self, sleep_set bit) {
  return self->again ? (bit & self->visit.owed) != 0
                     : (bit & self->visit.asleep) == 0;
}

static uint32_t trial_of(struct traversal *self, sleep_set bit) {
  for (size_t i = self->trials.count; bit != 0 && i-- > 0;)
    if (self->trials.items[i].bit == bit)
      return (uint32_t)i;
  vec_push(&self->trials, ((struct trial){.bit = bit}));
  return (uint32_t)self->trials.count - 1;
}

static const uint64_t *choose(void *searcher) {
  struct traversal *self = searcher;
  const struct run *run = self->run;
  sleep_look_at(self->sleep, run->engine, run->options, run->state,
                run->length);
  if (self->again)
    self->chosen = sleep_owners(self->sleep, self->visit.owed);
  else if (!sleep_find_awake(self->sleep, self->visit.asleep, &self->chosen))
    return NULL;
  return self->chosen.words;
}

static bool admits(void *searcher, const struct successor *successor) {
  struct traversal *self = searcher;
  const sleep_set bit = sleep_bit(self->sleep, &successor->steps[0]);
  if (!is_due(self, bit))
    return false;
  vec_push(&self->announced, trial_of(self, bit));
  return true;
}

static bool settled(void *searcher, state_ref ref, bool is_new) {
  struct traversal *self = searcher;
  const uint32_t trial =
      self->sleep ? self->announced.items[self->settled_count++] : 0;
  if (is_new && store_may_recall(self->run->store, ref) &&
      postpone(self, ref, self->run->origin, self->depth + 1))
    return true;
  self->run->goes_on |= is_new;
  self->cut |= is_new && !self->keep;
  if (self->keep && (is_new || self->sleep))
    vec_push(&self->candidates, ((struct candidate){ref, trial, is_new}));
  return true;
}

/* What sleeps after each statement: those before it, if they do not mind. */
static void find_sleep(struct traversal *self) {
  sleep_set asleep = self->visit.asleep;
  for (size_t i = 0; i < self->trials.count; i++) {
    struct trial *trial = &self->trials.items[i];
    trial->asleep = sleep_after(self->sleep, trial->bit, asleep);
    asleep |= trial->bit;
  }
}

/* Puts the candidates of a statement together; they nearly always are. */
static void sort_candidates(struct traversal *self) {
  for (size_t i = 1; i < self->candidates.count; i++) {
    struct candidate *items = self->candidates.items;
    const struct candidate moved = items[i];
    size_t j = i;
    for (; j > 0 && items[j - 1].trial > moved.trial; j--)
      items[j] = items[j - 1];
    items[j] = moved;
  }
}

static bool push(struct traversal *self, state_ref ref, uint8_t tag,
                 sleep_set asleep) {
  return ref_stack_push(&self->stack, ref, tag) &&
         (!self->sleep || words_push(&self->sleeps, asleep));
}

static void pop(struct traversal *self) {
  ref_stack_pop(&self->stack);
  if (self->sleep)
    (void)words_pop(&self->sleeps);
}

/* The path takes all: it takes less without sleep sets, if there is an archive
 * in their place.
 */
static void stop_without_room(struct run *run) {
  run_stop(run, run->config->max_repeats > 0 ? SEARCH_REPEATS : SEARCH_STACK);
}

/* The first one goes on top. */
static void push_candidates(struct traversal *self, uint64_t origin) {
  struct run *run = self->run;
  for (size_t i = self->candidates.count; i-- > 0 && !run->stopped;) {
    const struct candidate *candidate = &self->candidates.items[i];
    const sleep_set asleep =
        self->sleep ? self->trials.items[candidate->trial].asleep : 0;
    if (!candidate->is_new &&
        store_owed(run->store, candidate->ref, asleep) == 0)
      continue;
    const uint8_t tag = distance_tag(ref_stack_count(&self->stack), origin);
    if (!push(self, candidate->ref, tag, asleep))
      stop_without_room(run);
  }
}

static void find_successors(struct traversal *self, uint64_t top) {
  self->trials.count = self->announced.count = self->candidates.count = 0;
  self->settled_count = 0;
  if (top > 0) /* what comes next if this leads nowhere */
    store_expect(self->run->store, ref_stack_at(&self->stack, top - 1));
  run_begin_expansion(self->run, ref_stack_at(&self->stack, top), top);
  if (self->sleep)
    find_sleep(self); /* while the store's memory is on its way */
  run_settle(self->run);
  if (self->sleep)
    sort_candidates(self);
  push_candidates(self, top);
}

/* ---- the traversal ---- */

static bool go_to(struct traversal *self, state_ref ref, struct path *path) {
  struct run *run = self->run;
  const size_t length = store_load(run->store, ref, run->state);
  return path_go_to(path, run->state, length);
}

static bool has_root(const struct traversal *self) {
  return ref_stack_count(&self->stack) > 1 &&
         (*ref_stack_tag(&self->stack, 1) & TAG_ROOT) != 0;
}

/* From the initial state to the one that the root was reached from. */
static bool lead_to_root(struct traversal *self, struct path *path) {
  struct long_list way;
  long_list_init(&way);
  postponed_trace(&self->postponed, (state_ref){self->root.from}, &way);
  bool leads = !long_list_is_empty(&way);
  if (leads)
    (void)long_list_pop(&way); /* the initial state */
  while (leads && !long_list_is_empty(&way))
    leads = go_to(self, (state_ref){long_list_pop(&way)}, path);
  long_list_clear(&way);
  return leads;
}

static bool lead(void *searcher, uint64_t place, struct path *path) {
  struct traversal *self = searcher;
  if (has_root(self) && !lead_to_root(self, path))
    return false;
  for (uint64_t i = 1; i <= place; i++)
    if (ref_stack_is_on_path(&self->stack, i) &&
        !go_to(self, ref_stack_at(&self->stack, i), path))
      return false;
  return true;
}

/* How often a state was entered, on average.  Expanded it was more often, for
 * statements that were owed.
 */
static double times_entered(const struct traversal *self) {
  return store_repeats(self->run->store) *
         (double)self->run->result->figures.states / (double)self->expanded;
}

/* Does the search go round in what it has forgotten?  It soon will when the
 * path, which is forgotten last, takes much of the room.
 */
static bool repeats_too_much(const struct traversal *self) {
  const struct run *run = self->run;
  const struct search_figures *figures = &run->result->figures;
  const double most = run->config->max_repeats;
  return most > 0 && (times_entered(self) > most ||
                      (figures->switched > 0 &&
                       self->depth > figures->switched / PATH_SHARE));
}

/* Stops when there is a better way than this. */
static void look_at_progress(const struct traversal *self) {
  struct run *run = self->run;
  if (run->result->figures.states % LOOK_EACH != 0)
    return;
  if (repeats_too_much(self))
    run_stop(run, SEARCH_REPEATS);
  if (run->config->needs_archive && !has_archive(self))
    run_stop(run, SEARCH_ARCHIVE);
}

static void expand(struct traversal *self, uint64_t top) {
  struct run *run = self->run;
  struct search_figures *figures = &run->result->figures;
  *ref_stack_tag(&self->stack, top) |=
      TAG_ON_PATH | (self->visit.pins ? TAG_PINNED : 0);
  self->expanded++;
  figures->states += !self->again;
  if (self->depth > figures->depth)
    figures->depth = self->depth;
  self->keep = !is_too_deep(self, self->depth + 1);
  if (postponed_is_logged(&self->postponed) && has_archive(self))
    log_entry(self, top);
  find_successors(self, top);
  run_report(run, true);
  ref_stack_spill(&self->stack, top);
  if (self->sleep)
    words_spill(&self->sleeps, top);
  self->depth++;
  look_at_progress(self);
}

static void leave(struct traversal *self, uint64_t top) {
  const uint8_t tag = *ref_stack_tag(&self->stack, top);
  const struct store_visit visit = {.pins = (tag & TAG_PINNED) != 0};
  if (!(tag & TAG_ROOT))
    store_leave(self->run->store, ref_stack_at(&self->stack, top), &visit);
  pop(self);
  self->depth--;
}

/* Begins a search from a state that is due; false when there is none. */
static bool begin_root(struct traversal *self) {
  if (self->postponed.due.count == 0 && store_questions(self->run->store) > 0)
    resolve(self);
  if (!postponed_take(&self->postponed, &self->root))
    return false;
  if (!push(self, self->root.ref, TAG_ROOT | distance_tag(1, 0), 0)) {
    stop_without_room(self->run);
    return true;
  }
  self->visit = (struct store_visit){0};
  self->again = false;
  self->depth = self->root.depth;
  expand(self, 1);
  return true;
}

static void come_to(struct traversal *self, uint64_t top) {
  struct run *run = self->run;
  self->visit = (struct store_visit){
      .pins = self->depth % PINNED_EACH == 0,
      .asleep = self->sleep ? *words_at(&self->sleeps, top) : 0};
  switch (
      store_enter(run->store, ref_stack_at(&self->stack, top), &self->visit)) {
  case STORE_NEW:
    self->again = false;
    expand(self, top);
    break;
  case STORE_SEEN:
    self->again = true;
    run->result->figures.matched++;
    if (self->visit.owed != 0)
      expand(self, top);
    else
      pop(self);
    break;
  case STORE_UNSURE:
    if (postpone(self, self->visit.now, origin_of(&self->stack, top),
                 self->depth))
      pop(self);
    break;
  case STORE_FULL:
    stop_without_room(run);
    break;
  }
}

/* Takes the next entry from the stack, or expands it. */
static void advance(struct traversal *self) {
  const uint64_t top = ref_stack_count(&self->stack) - 1;
  if (store_answer_is_due(self->run->store))
    resolve(self);
  else if (!ref_stack_is_on_path(&self->stack, top))
    come_to(self, top);
  else if (top > 0 || !begin_root(self))
    leave(self, top);
}

static void clear(struct traversal *self) {
  ref_stack_clear(&self->stack);
  words_clear(&self->sleeps);
  vec_free(&self->trials);
  vec_free(&self->announced);
  vec_free(&self->candidates);
  postponed_clear(&self->postponed);
}

void search_with_replacement(struct run *run, state_ref initial) {
  static const struct strategy plain = {.settled = settled, .lead = lead};
  static const struct strategy sleeping = {
      .admits = admits, .choose = choose, .settled = settled, .lead = lead};
  struct traversal self = {.run = run, .sleep = run->config->sleep};
  run->strategy = self.sleep ? &sleeping : &plain;
  run->searcher = &self;
  ref_stack_init(&self.stack, &run->budget);
  words_init(&self.sleeps, &run->budget);
  postponed_init(&self.postponed, &run->budget);
  if (!push(&self, initial, 0, 0))
    run_stop(run, SEARCH_MEMORY);
  while (!run->stopped && ref_stack_count(&self.stack) > 0)
    advance(&self);
  run->result->figures.log_bytes = postponed_log_bytes(&self.postponed);
  if (self.cut)
    run_stop(run, SEARCH_DEPTH);
  clear(&self);
}
