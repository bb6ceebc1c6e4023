/* Depth-first search.
 *
 * One stack holds the states still to expand and, among them, those whose
 * successors lie above: an entry is marked when it is expanded and popped when
 * it is met again.  Some neighbours on top of the stack, siblings, may be
 * expanded one after the other as a group, before any of their successors: so
 * there are more look-ups in the store to overlap.
 *
 * Invariant: the entries right above a group, up to the next group and with it,
 * are successors of members of it, and the tag of each says of which: how many
 * entries that one lies below the topmost of its group.  So from each entry a
 * path leads down to the initial state, which is alone in its group.
 *
 * Each state is expanded once, and successors are taken in the order of the
 * engine.  The search has two parts:
 *
 * The first ORDERED_STATES states are searched in true depth-first order, each
 * a group of its own.  A state is stored when it is generated, but counts as
 * visited, by its colour in the store, when it is expanded.  Successors are
 * pushed unless they have been visited, so a state may wait in several places,
 * and is expanded at the topmost, as deep as can be; the others are dropped
 * when they are met, or before that when they become too many.  Errors that
 * only long runs lead to are found early this way.
 *
 * From then on, or from the start in a store that is not exact or whose colours
 * cannot be taken back, a state counts as visited when it is generated: only
 * new successors are pushed, and the colours are given up.  For large state
 * spaces that is the cheaper way: a byte less for each state, and a stack that
 * holds no state twice.
 *
 * Where an expansion leaves out interleavings, the rest must be explored from a
 * state further on (reduce/ample.c).  A successor will do that is still to be
 * expanded, for it is left before this state is.  In true depth-first order one
 * that was visited will do as well, unless it is pending: on the path, and the
 * rest of it to be explored further on, too.  For when such a state is left, so
 * is the one further on, and by induction all was explored (compare Holzmann
 * and Peled 1994).  Where this spares many an expansion of the rest, the first
 * part of the search goes on for longer.
 *
 * The stack holds the siblings of a path as well as the path.  It has at most
 * as many entries as there are states; in the first part a quarter more, or
 * STACK_ROOM, and what the last expansion added.  Only its top is in memory
 * (words.c).
 *
 * With a limit on depth there are no groups, and the search is incomplete in
 * one more way: a state that was visited near the limit is not expanded again
 * when a shorter path leads to it, and in the second part this holds for a
 * state met at the limit, too.  It is the shape of the search that is cut, not
 * the reachable states within so many steps; breadth-first search gives exactly
 * those.
 */
#include "search/checkpoint.h"
#include "search/ref_stack.h"
#include "search/run.h"

#include <assert.h>

/* So few that what the order costs is not felt. */
static const uint64_t ORDERED_STATES = 100000;
static const uint64_t STACK_ROOM = 1 << 16; /* entries */
/* The order is kept while it spares the rest of one expansion in so many. */
static const uint64_t WORTH_ORDER = 16;

enum {
  GROUP = 8,        /* states expanded together, at most */
  GROUP_BATCH = 16, /* successors that wait then are enough */
};

struct depth_first {
  struct run *run;
  struct ref_stack stack;
  uint64_t depth; /* of the group under expansion */
  uint64_t top;   /* its topmost entry */
  bool keep;      /* its successors are not too deep */
  bool cut;       /* a new one was */

  struct rng order; /* of successors, if it is random */

  bool ordered;            /* the first part */
  uint64_t ordered_states; /* it has so many at most */
  uint64_t tidy_at;        /* entries of the stack */
  bool resolved;           /* what is left out was explored from a successor */
  uint64_t expanded, spared; /* of late: states, and the rest of some */
};

/* ---- the search ---- */

/* Notes of a visited successor whether it is pending. */
static bool is_visited(struct depth_first *self, state_ref ref) {
  const unsigned colour = store_colour(self->run->store, ref, 0);
  self->resolved |= colour == COLOUR_VISITED;
  return colour != COLOUR_UNVISITED;
}

static bool settled(void *searcher, state_ref ref, bool is_new) {
  struct depth_first *self = searcher;
  const uint64_t place = self->run->origin;
  if (!is_new && !self->ordered)
    return true;
  if (!is_new && is_visited(self, ref)) {
    self->run->goes_on |= self->resolved;
    return true;
  }
  self->run->goes_on |= place == self->run->place;
  self->cut |= is_new && !self->keep;
  return !self->keep ||
         ref_stack_push(&self->stack, ref, (uint8_t)(self->top - place));
}

/* ---- the way to a state ---- */

/* The lowest entry of the group that this one, which is on the path, is in. */
static uint64_t lowest_of_group(const struct ref_stack *stack, uint64_t entry) {
  while (!(*ref_stack_tag(stack, entry) & TAG_LOWEST))
    entry--;
  return entry;
}

/* The entry on the path that this one, which is too, is a successor of. */
static uint64_t parent_of(const struct ref_stack *stack, uint64_t entry) {
  uint64_t parent = lowest_of_group(stack, entry) - 1;
  while (!ref_stack_is_on_path(stack, parent))
    parent--;
  return parent - (*ref_stack_tag(stack, entry) & TAG_ORIGIN);
}

/* Loads the state of this entry of the stack and goes there. */
static bool lead_to_entry(struct depth_first *self, uint64_t entry,
                          struct path *path, uint8_t *state) {
  const size_t length =
      store_load(self->run->store, ref_stack_at(&self->stack, entry), state);
  return path_go_to(path, state, length);
}

static bool lead(void *searcher, uint64_t place, struct path *path) {
  struct depth_first *self = searcher;
  struct long_list entries;
  long_list_init(&entries);
  for (; place > 0; place = parent_of(&self->stack, place))
    long_list_push(&entries, place);
  uint8_t *state = memory_alloc(store_longest(self->run->store) + 1);
  bool found = true;
  while (found && !long_list_is_empty(&entries))
    found = lead_to_entry(self, long_list_pop(&entries), path, state);
  memory_free(state);
  long_list_clear(&entries);
  return found;
}

/* ---- groups ---- */

/* In order: the state is pending unless something is known to be better. */
static void expand_in_order(struct depth_first *self, uint64_t entry,
                            state_ref ref) {
  struct run *run = self->run;
  store_paint(run->store, ref, 0, COLOUR_PENDING);
  self->resolved = false;
  run_begin_expansion(run, ref, entry);
  self->expanded++;
  self->spared += engine_left_out(run->engine) && self->resolved &&
                  ref_stack_count(&self->stack) == entry + 1;
  if (!engine_left_out(run->engine) || self->resolved)
    store_paint(run->store, ref, 0, COLOUR_VISITED);
  else
    *ref_stack_tag(&self->stack, entry) |= TAG_PENDING;
}

static void expand(struct depth_first *self, uint64_t entry) {
  *ref_stack_tag(&self->stack, entry) |= TAG_ON_PATH;
  if (self->ordered)
    expand_in_order(self, entry, ref_stack_at(&self->stack, entry));
  else
    run_begin_expansion(self->run, ref_stack_at(&self->stack, entry), entry);
}

/* Should the entry below this one be expanded together with it? */
static bool takes_next(const struct depth_first *self, uint64_t entry) {
  const struct run *run = self->run;
  return !self->ordered && run->config->max_depth == 0 && !run->stopped &&
         run->ticket_count < GROUP_BATCH && self->top - entry + 1 < GROUP &&
         run->findings.waiting.count == 0 && entry > 0 &&
         !ref_stack_is_on_path(&self->stack, entry - 1);
}

/* Lines up the entries from this one on. */
static void put_in_order(struct depth_first *self, uint64_t first) {
  if (self->run->config->order_seed != 0)
    ref_stack_shuffle(&self->stack, first, &self->order);
  else
    ref_stack_reverse(&self->stack, first); /* the first one goes on top */
}

/* Expands the topmost entries as a group. */
static void enter(struct depth_first *self, uint64_t top) {
  struct run *run = self->run;
  self->top = top;
  self->keep = run_note_depth(run, self->depth);
  uint64_t entry = top;
  expand(self, entry);
  while (takes_next(self, entry))
    expand(self, --entry);
  *ref_stack_tag(&self->stack, entry) |= TAG_LOWEST;
  run_settle(run);
  put_in_order(self, top + 1);
  run_report(run, true);
  ref_stack_spill(&self->stack, entry);
  self->depth++;
}

/* Takes off a group. */
static void leave(struct depth_first *self, uint64_t top) {
  if (self->ordered && (*ref_stack_tag(&self->stack, top) & TAG_PENDING))
    store_paint(self->run->store, ref_stack_at(&self->stack, top), 0,
                COLOUR_VISITED);
  for (uint64_t lowest = lowest_of_group(&self->stack, top); top >= lowest;
       top--) {
    ref_stack_pop(&self->stack);
    if (top == 0)
      break;
  }
  self->depth--;
}

/* ---- one after the other ---- */

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
    leave(self, top);
  else if (self->ordered && is_visited(self, ref_stack_at(&self->stack, top)))
    ref_stack_pop(&self->stack);
  else
    enter(self, top);
}

/* Is the order to be kept for some more states? */
static bool pays(struct depth_first *self) {
  const bool pays = self->spared * WORTH_ORDER > self->expanded;
  self->expanded = self->spared = 0;
  return pays;
}

static void keep_order(struct depth_first *self) {
  const bool is_over = self->run->result->figures.states > self->ordered_states;
  if (is_over && pays(self))
    self->ordered_states += ORDERED_STATES;
  else if (is_over)
    end_order(self);
  else if (ref_stack_count(&self->stack) > self->tidy_at)
    tidy(self);
}

/* ---- snapshots ---- */

static void save(void *searcher, struct snapshot_writer *out) {
  const struct depth_first *self = searcher;
  snapshot_put(out, self->depth);
  snapshot_put(out, self->cut);
  snapshot_put(out, self->ordered);
  snapshot_put(out, self->ordered_states);
  snapshot_put(out, self->expanded);
  snapshot_put(out, self->spared);
  snapshot_put(out, self->tidy_at);
  ref_stack_put(&self->stack, out);
}

static bool restore(struct depth_first *self, struct snapshot_reader *in) {
  struct run *run = self->run;
  self->depth = snapshot_get(in);
  self->cut = snapshot_get_up_to(in, 1) != 0;
  self->ordered = snapshot_get_up_to(in, 1) != 0;
  self->ordered_states = snapshot_get(in);
  self->expanded = snapshot_get(in);
  self->spared = snapshot_get(in);
  self->tidy_at = snapshot_get(in);
  if (store_tails(run->store) != self->ordered)
    snapshot_fail(in);
  return ref_stack_get(&self->stack, run->store, in);
}

void search_prepare_depth_first(struct store *store) {
  if (store_is_exact(store) && store_can_lower_colours(store))
    store_set_tails(store, 1);
}

void search_depth_first(struct run *run, state_ref initial) {
  static const struct strategy strategy = {
      .settled = settled, .lead = lead, .save = save};
  const uint64_t wanted = run->config->ordered_states;
  struct depth_first self = {.run = run,
                             .ordered = store_can_lower_colours(run->store),
                             .ordered_states =
                                 wanted > 0 ? wanted : ORDERED_STATES,
                             .tidy_at = STACK_ROOM};
  run->strategy = &strategy;
  run->searcher = &self;
  rng_seed(&self.order, run->config->order_seed);
  ref_stack_init(&self.stack, &run->budget);
  if (checkpoint_resumes(run)
          ? !restore(&self, run->config->checkpoints->resume)
          : !ref_stack_push(&self.stack, initial, 0))
    run_stop(run, SEARCH_MEMORY);
  while (ref_stack_count(&self.stack) > 0 && run_goes_on(run)) {
    advance(&self);
    if (self.ordered && !run->stopped)
      keep_order(&self);
  }
  if (self.cut)
    run_stop(run, SEARCH_DEPTH);
  ref_stack_clear(&self.stack);
}
