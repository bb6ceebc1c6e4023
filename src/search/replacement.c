/* Depth-first traversal with replacement, of Jard and Jéron (Bounded-memory
 * Algorithms for Verification On-the-fly, CAV 1991, section 2.1).
 *
 * The stack holds the path and the successors of its states that are still to
 * be tried, as in dfs.c.  A state is entered into the store when it is
 * expanded, and pinned there until it is left; from then on the store may
 * forget it, and it is expanded again when it is met again.
 *
 * Invariant: the marked entries of the stack, from the bottom up, are a path
 * from the initial state without a state twice, and exactly these states are
 * pinned.  So no path is longer than there are states, and the search ends,
 * though it may take long.
 *
 * Nothing is missed: when a state is left, each of its successors is in the
 * path, or was left before.  Hence, when the initial state is left, all states
 * have been expanded.  This also holds where the engine leaves out
 * interleavings: an expansion that does has a successor that is expanded later
 * (run_expand), so each ends in one that leaves out nothing.
 *
 * The number of states in the figures is that of expansions.
 */
#include "search/ref_stack.h"
#include "search/run.h"

struct traversal {
  struct run *run;
  struct ref_stack stack;
  uint64_t depth; /* of the state under expansion */
  bool keep;      /* its successors are not too deep */
  bool cut;       /* a new one was */
};

static bool settled(void *searcher, state_ref ref, bool is_new) {
  struct traversal *self = searcher;
  if (!is_new)
    return true;
  self->run->goes_on = true;
  self->cut |= !self->keep;
  return !self->keep || ref_stack_push(&self->stack, ref, 0);
}

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
  *ref_stack_tag(&self->stack, top) |= TAG_ON_PATH;
  figures->states++;
  if (self->depth > figures->depth)
    figures->depth = self->depth;
  self->keep = max_depth == 0 || self->depth < max_depth;
  run_expand(run, ref_stack_at(&self->stack, top), top);
  ref_stack_reverse(&self->stack, top + 1); /* the first one goes on top */
  run_report(run, true);
  ref_stack_spill(&self->stack, top);
  self->depth++;
}

static void leave(struct traversal *self, state_ref ref) {
  store_unpin(self->run->store, ref);
  ref_stack_pop(&self->stack);
  self->depth--;
}

/* Takes the next entry from the stack, or expands it. */
static void advance(struct traversal *self) {
  struct run *run = self->run;
  const uint64_t top = ref_stack_count(&self->stack) - 1;
  const state_ref ref = ref_stack_at(&self->stack, top);
  if (ref_stack_is_on_path(&self->stack, top)) {
    leave(self, ref);
    return;
  }
  switch (store_pin(run->store, ref)) {
  case STORE_NEW:
    expand(self, top);
    break;
  case STORE_SEEN:
    run->result->figures.matched++;
    ref_stack_pop(&self->stack);
    break;
  case STORE_FULL:
    run_stop(run, SEARCH_STACK);
    break;
  }
}

void search_with_replacement(struct run *run, state_ref initial) {
  static const struct strategy strategy = {.settled = settled, .lead = lead};
  struct traversal self = {.run = run};
  run->strategy = &strategy;
  run->searcher = &self;
  ref_stack_init(&self.stack, &run->budget);
  if (!ref_stack_push(&self.stack, initial, 0))
    run_stop(run, SEARCH_MEMORY);
  while (!run->stopped && ref_stack_count(&self.stack) > 0)
    advance(&self);
  if (self.cut)
    run_stop(run, SEARCH_DEPTH);
  ref_stack_clear(&self.stack);
}
