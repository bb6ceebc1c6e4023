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
 * The number of states in the figures is that of states entered.
 */
#include "base/vec.h"
#include "search/ref_stack.h"
#include "search/run.h"

enum {
  PINNED_EACH = 16,
  TAG_PINNED = TAG_LOWEST, /* there are no groups here */
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

  struct sleep *sleep; /* NULL: nothing sleeps */
  bool again;          /* the state was visited before */
  struct store_visit visit;
  struct sleep_mask chosen; /* processes */
  VEC(struct trial) trials;
  VEC(uint32_t) announced; /* the trial of each successor */
  size_t settled_count;    /* of these */
  VEC(struct candidate) candidates;
};

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

static bool push(struct traversal *self, state_ref ref, sleep_set asleep) {
  return ref_stack_push(&self->stack, ref, 0) &&
         (!self->sleep || words_push(&self->sleeps, asleep));
}

static void pop(struct traversal *self) {
  ref_stack_pop(&self->stack);
  if (self->sleep)
    (void)words_pop(&self->sleeps);
}

/* The first one goes on top. */
static void push_candidates(struct traversal *self) {
  struct run *run = self->run;
  for (size_t i = self->candidates.count; i-- > 0 && !run->stopped;) {
    const struct candidate *candidate = &self->candidates.items[i];
    const sleep_set asleep =
        self->sleep ? self->trials.items[candidate->trial].asleep : 0;
    if (!candidate->is_new &&
        store_owed(run->store, candidate->ref, asleep) == 0)
      continue;
    if (!push(self, candidate->ref, asleep))
      run_stop(run, SEARCH_MEMORY);
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
  push_candidates(self);
}

/* ---- the traversal ---- */

static bool lead(void *searcher, uint64_t place, struct path *path) {
  struct traversal *self = searcher;
  struct run *run = self->run;
  for (uint64_t i = 1; i <= place; i++) {
    if (!ref_stack_is_on_path(&self->stack, i))
      continue;
    const size_t length =
        store_load(run->store, ref_stack_at(&self->stack, i), run->state);
    if (!path_go_to(path, run->state, length))
      return false;
  }
  return true;
}

static void expand(struct traversal *self, uint64_t top) {
  struct run *run = self->run;
  struct search_figures *figures = &run->result->figures;
  const uint64_t max_depth = run->config->max_depth;
  *ref_stack_tag(&self->stack, top) |=
      TAG_ON_PATH | (self->visit.pins ? TAG_PINNED : 0);
  figures->states += !self->again;
  if (self->depth > figures->depth)
    figures->depth = self->depth;
  self->keep = max_depth == 0 || self->depth < max_depth;
  find_successors(self, top);
  run_report(run, true);
  ref_stack_spill(&self->stack, top);
  if (self->sleep)
    words_spill(&self->sleeps, top);
  self->depth++;
}

static void leave(struct traversal *self, uint64_t top) {
  const struct store_visit visit = {
      .pins = (*ref_stack_tag(&self->stack, top) & TAG_PINNED) != 0};
  store_leave(self->run->store, ref_stack_at(&self->stack, top), &visit);
  pop(self);
  self->depth--;
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
  case STORE_FULL:
    run_stop(run, SEARCH_STACK);
    break;
  }
}

/* Takes the next entry from the stack, or expands it. */
static void advance(struct traversal *self) {
  const uint64_t top = ref_stack_count(&self->stack) - 1;
  if (ref_stack_is_on_path(&self->stack, top))
    leave(self, top);
  else
    come_to(self, top);
}

static void clear(struct traversal *self) {
  ref_stack_clear(&self->stack);
  words_clear(&self->sleeps);
  vec_free(&self->trials);
  vec_free(&self->announced);
  vec_free(&self->candidates);
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
  if (!push(&self, initial, 0))
    run_stop(run, SEARCH_MEMORY);
  while (!run->stopped && ref_stack_count(&self.stack) > 0)
    advance(&self);
  if (self.cut)
    run_stop(run, SEARCH_DEPTH);
  clear(&self);
}
