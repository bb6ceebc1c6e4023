/* Depth-first search.
 *
 * One stack holds the states still to expand and, among them, those whose
 * successors lie above: an entry is marked when it is expanded and popped when
 * it is met again.
 *
 * Invariant: the marked entries, from the bottom up, are a path from the
 * initial state, and the entries right above a marked one, up to the next that
 * is marked and with it, are successors of it.
 *
 * Each state is expanded once, and successors are taken in the order of the
 * engine.  The search has two parts:
 *
 * The first ORDERED_STATES states are searched in true depth-first order.  A
 * state is stored when it is generated, but counts as visited, by its colour in
 * the store, when it is expanded.  Successors are pushed unless they have been
 * visited, so a state may wait in several places, and is expanded at the
 * topmost, as deep as can be; the others are dropped when they are met, or
 * before that when they become too many.  Errors that only long runs lead to
 * are found early this way.
 *
 * From then on, or from the start in a store whose colours cannot be taken
 * back, a state counts as visited when it is generated: only new
 * successors are pushed, and the colours are given up.  For large state spaces
 * that is the cheaper way: a byte less for each state, and a stack that holds
 * no state twice.
 *
 * The stack holds the siblings of a path as well as the path.  It has at most
 * as many entries as there are states; in the first part a quarter more, or
 * STACK_ROOM, and what the last expansion added.  Only its top is in memory
 * (words.c).
 *
 * With a limit on depth the search is incomplete in one more way: a state that
 * was visited near the limit is not expanded again when a shorter path leads to
 * it, and in the second part this holds for a state met at the limit, too.  It
 * is the shape of the search that is cut, not the reachable states within so
 * many steps; breadth-first search gives exactly those.
 */
#include "search/ref_stack.h"
#include "search/run.h"

#include <assert.h>

/* So few that what the order costs is not felt. */
static const uint64_t ORDERED_STATES = 250000;
static const uint64_t STACK_ROOM = 1 << 16; /* entries */

struct depth_first {
  struct run *run;
  struct ref_stack stack;
  uint64_t depth; /* of the state under expansion */
  bool keep;      /* its successors are not too deep */
  bool cut;       /* a new one was */

  bool ordered;            /* the first part */
  uint64_t ordered_states; /* it has so many at most */
  uint64_t tidy_at;        /* entries of the stack */
};

static bool is_visited(const struct depth_first *self, state_ref ref) {
  return store_colour(self->run->store, ref, 0) == COLOUR_VISITED;
}

static bool settled(void *searcher, state_ref ref, bool is_new) {
  struct depth_first *self = searcher;
  if (!is_new && (!self->ordered || is_visited(self, ref)))
    return true;
  self->run->goes_on = true;
  self->cut |= is_new && !self->keep;
  return !self->keep || ref_stack_push(&self->stack, ref, false);
}

/* Loads the state of this entry of the stack and goes there. */
static bool lead_to_entry(struct depth_first *self, uint64_t entry,
                          struct path *path) {
  struct run *run = self->run;
  const size_t length =
      store_load(run->store, ref_stack_at(&self->stack, entry), run->state);
  return path_go_to(path, run->state, length);
}

static bool lead(void *searcher, uint64_t place, struct path *path) {
  struct depth_first *self = searcher;
  for (uint64_t i = 1; i <= place; i++)
    if (ref_stack_is_on_path(&self->stack, i) && !lead_to_entry(self, i, path))
      return false;
  return true;
}

static void enter(struct depth_first *self, uint64_t top) {
  struct run *run = self->run;
  const state_ref ref = ref_stack_at(&self->stack, top);
  const uint64_t max_depth = run->config->max_depth;
  bits_set(&self->stack.on_path, top);
  if (self->ordered)
    store_paint(run->store, ref, 0, COLOUR_VISITED);
  self->keep = max_depth == 0 || self->depth < max_depth;
  if (self->depth > run->result->figures.depth)
    run->result->figures.depth = self->depth;
  run_expand(run, ref, top);
  ref_stack_reverse(&self->stack, top + 1); /* the first one goes on top */
  run_report(run, true);
  words_spill(&self->stack.refs, top);
  self->depth++;
}

static void leave(struct depth_first *self) {
  ref_stack_pop(&self->stack);
  self->depth--;
}

static void tidy(struct depth_first *self) {
  if (!ref_stack_tidy(&self->stack, self->run->store))
    run_stop(self->run, SEARCH_MEMORY);
  const uint64_t count = ref_stack_count(&self->stack);
  self->tidy_at = count + count / 4;
  if (self->tidy_at < STACK_ROOM)
    self->tidy_at = STACK_ROOM;
}

/* Goes over to the second part, which finds each state waiting once. */
static void end_order(struct depth_first *self) {
  tidy(self);
  store_set_tails(self->run->store, 0);
  self->ordered = false;
}

/* Takes the next entry from the stack, or expands it. */
static void advance(struct depth_first *self) {
  const uint64_t top = ref_stack_count(&self->stack) - 1;
  if (ref_stack_is_on_path(&self->stack, top))
    leave(self);
  else if (self->ordered && is_visited(self, ref_stack_at(&self->stack, top)))
    ref_stack_pop(&self->stack);
  else
    enter(self, top);
}

static void keep_order(struct depth_first *self) {
  if (self->run->result->figures.states > self->ordered_states)
    end_order(self);
  else if (ref_stack_count(&self->stack) > self->tidy_at)
    tidy(self);
}

void search_prepare_depth_first(struct store *store) {
  if (store_can_lower_colours(store))
    store_set_tails(store, 1);
}

void search_depth_first(struct run *run, state_ref initial) {
  static const struct strategy strategy = {.settled = settled, .lead = lead};
  const uint64_t wanted = run->config->ordered_states;
  struct depth_first self = {.run = run,
                             .ordered = store_can_lower_colours(run->store),
                             .ordered_states =
                                 wanted > 0 ? wanted : ORDERED_STATES,
                             .tidy_at = STACK_ROOM};
  run->strategy = &strategy;
  run->searcher = &self;
  ref_stack_init(&self.stack, &run->budget);
  if (!ref_stack_push(&self.stack, initial, false))
    run_stop(run, SEARCH_MEMORY);
  while (!run->stopped && ref_stack_count(&self.stack) > 0) {
    advance(&self);
    if (self.ordered && !run->stopped)
      keep_order(&self);
  }
  if (self.cut)
    run_stop(run, SEARCH_DEPTH);
  ref_stack_clear(&self.stack);
}
