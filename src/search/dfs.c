/* Depth-first search.
 *
 * A state is stored, and so counts as visited, when it is generated: expanding
 * a state inserts all successors and pushes the new ones.  One stack holds the
 * states still to expand and, among them, those whose successors lie above: an
 * entry is marked when it is expanded and popped when it is met again.
 *
 * Invariant: the marked entries, from the bottom up, are a path from the
 * initial state, and the entries right above a marked one, up to the next that
 * is marked and with it, are successors of it.
 *
 * Each state is expanded once, in the order of the engine.  The stack costs 8
 * bytes and a bit an entry; it holds the siblings of a path as well as the
 * path, so at most the number of states.  Only its top is in memory (words.c).
 *
 * With a limit on depth the search is incomplete in one more way: a state first
 * met at the limit is not expanded, and not again when a shorter path leads to
 * it.  It is the shape of the search that is cut, not the reachable states
 * within so many steps; breadth-first search gives exactly those.
 */
#include "search/run.h"
#include "search/words.h"

#include <assert.h>

struct depth_first {
  struct run *run;
  struct words refs;
  struct bits expanded; /* one for each of refs */
  uint64_t depth;       /* of the state under expansion */
  bool keep;            /* its successors are not too deep */
  bool cut;             /* a new one was */
};

static bool push(struct depth_first *self, state_ref ref) {
  return words_push(&self->refs, ref.index) &&
         bits_push(&self->expanded, false);
}

static bool settled(void *searcher, state_ref ref, bool is_new) {
  struct depth_first *self = searcher;
  if (!is_new)
    return true;
  self->cut |= !self->keep;
  return !self->keep || push(self, ref);
}

/* Loads the state of this entry of the stack and goes there. */
static bool lead_to_entry(struct depth_first *self, uint64_t entry,
                          struct path *path) {
  struct run *run = self->run;
  const state_ref ref = {*words_at(&self->refs, entry)};
  const size_t length = store_load(run->store, ref, run->state);
  return path_go_to(path, run->state, length);
}

static bool lead(void *searcher, uint64_t place, struct path *path) {
  struct depth_first *self = searcher;
  for (uint64_t i = 1; i <= place; i++)
    if (bits_get(&self->expanded, i) && !lead_to_entry(self, i, path))
      return false;
  return true;
}

/* The first successor goes on top.  None of them is marked yet. */
static void reverse_from(struct depth_first *self, uint64_t first) {
  for (uint64_t last = self->refs.count; first + 1 < last; first++) {
    uint64_t *low = words_at(&self->refs, first);
    uint64_t *high = words_at(&self->refs, --last);
    const uint64_t word = *low;
    *low = *high;
    *high = word;
  }
}

static void enter(struct depth_first *self, uint64_t top) {
  struct run *run = self->run;
  const uint64_t max_depth = run->config->max_depth;
  bits_set(&self->expanded, top);
  self->keep = max_depth == 0 || self->depth < max_depth;
  if (self->depth > run->result->figures.depth)
    run->result->figures.depth = self->depth;
  run_expand(run, (state_ref){*words_at(&self->refs, top)}, top);
  reverse_from(self, top + 1);
  run_report(run, true);
  words_spill(&self->refs, top);
  self->depth++;
}

static void leave(struct depth_first *self) {
  (void)words_pop(&self->refs);
  bits_pop(&self->expanded);
  self->depth--;
}

void search_depth_first(struct run *run, state_ref initial) {
  static const struct strategy strategy = {.settled = settled, .lead = lead};
  struct depth_first self = {.run = run};
  run->strategy = &strategy;
  run->searcher = &self;
  words_init(&self.refs, &run->budget);
  bits_init(&self.expanded, &run->budget);
  if (!push(&self, initial))
    run_stop(run, SEARCH_MEMORY);
  while (!run->stopped && self.refs.count > 0) {
    const uint64_t top = self.refs.count - 1;
    if (bits_get(&self.expanded, top))
      leave(&self);
    else
      enter(&self, top);
  }
  if (self.cut)
    run_stop(run, SEARCH_DEPTH);
  words_clear(&self.refs);
  bits_clear(&self.expanded);
}
