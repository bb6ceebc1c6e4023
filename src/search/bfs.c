/* Breadth-first search: the counterexample has as few transitions as can be.
 *
 * States are numbered in the order they are stored, which is the order they are
 * expanded in.  The queue holds references to those not yet expanded and
 * forgets the others.  What leads to a state is kept in a log of all
 * transitions, two bits each: whether the successor was new, and whether it was
 * the last of its state (a state without successors has an entry that is
 * neither new nor a successor).  So state s > 0 was reached by the s-th new
 * entry, and its parent's number is the number of "last" marks before that.
 * The engine gives successors in a fixed order, so the place of an entry among
 * those of its parent names the successor; the run is then executed again from
 * the initial state.
 *
 * The idea is that of a tree in level order without pointers (Jacobson, Space-
 * efficient static trees and graphs, FOCS 1989), here with the transitions that
 * lead to known states left in.  Parents lie before their children, so one scan
 * of the log from its end finds a whole path: 64 transitions at a time.
 *
 * Cost: 8 bytes for each state of the present level and the next, and two bits
 * for each transition, in place of 16 bytes a state for references and parents.
 *
 * A violation in a step from level d takes d + 1 transitions, a violation of a
 * state of that level itself only d.  So the former are held back until the
 * level is done, and the shortest counterexample comes first.
 */
#include "search/checkpoint.h"
#include "search/run.h"
#include "search/words.h"

#include <assert.h>

struct breadth_first {
  struct run *run;
  struct words queue; /* indexed by the numbers of states */
  struct bits is_new, is_last;
  uint64_t new_count, last_count; /* ones in them */
  uint64_t next;                  /* state to expand */
  uint64_t level, level_end;      /* its level; the first state of the next */
};

/* Both or none, so that the two always have the same length. */
static bool log_transition(struct breadth_first *self, bool is_new) {
  if (!bits_push(&self->is_last, false))
    return false;
  if (!bits_push(&self->is_new, is_new)) {
    bits_pop(&self->is_last);
    return false;
  }
  self->new_count += is_new;
  return true;
}

static bool settled(void *searcher, state_ref ref, bool is_new) {
  struct breadth_first *self = searcher;
  return log_transition(self, is_new) &&
         (!is_new || words_push(&self->queue, ref.index));
}

/* Marks the last of the transitions logged from `first` on. */
static bool end_expansion(struct breadth_first *self, uint64_t first) {
  if (self->is_last.count == first && !log_transition(self, false))
    return false;
  bits_set(&self->is_last, self->is_last.count - 1);
  self->last_count++;
  return true;
}

/* A place in the log: a word of it, and the ones before that word. */
struct scan {
  const struct breadth_first *search;
  uint64_t word, new_before, last_before;
};

static uint64_t word_of(const struct bits *bits, uint64_t word) {
  return *words_at(&bits->words, word);
}

static unsigned ones(uint64_t word) {
  return (unsigned)__builtin_popcountll(word);
}

static uint64_t bits_below(unsigned bit) {
  return (UINT64_C(1) << bit) - 1;
}

/* The position of the n-th one, counted from 1. */
static unsigned select_one(uint64_t word, uint64_t n) {
  while (--n > 0)
    word &= word - 1;
  return (unsigned)__builtin_ctzll(word);
}

/* Goes back to the entry that reached this state, and gives its position. */
static uint64_t back_to_state(struct scan *scan, uint64_t state) {
  const struct breadth_first *search = scan->search;
  while (scan->new_before >= state) {
    scan->word--;
    scan->new_before -= ones(word_of(&search->is_new, scan->word));
    scan->last_before -= ones(word_of(&search->is_last, scan->word));
  }
  const unsigned bit = select_one(word_of(&search->is_new, scan->word),
                                  state - scan->new_before);
  return scan->word * WORD_BITS + bit;
}

static uint64_t parent_at(const struct scan *scan, uint64_t position) {
  const uint64_t lasts = word_of(&scan->search->is_last, scan->word);
  return scan->last_before +
         ones(lasts & bits_below((unsigned)(position % WORD_BITS)));
}

/* How many successors of the same state come before the one logged here. */
static uint64_t successors_before(const struct breadth_first *self,
                                  uint64_t position) {
  uint64_t first = position;
  while (first > 0 && !bits_get(&self->is_last, first - 1))
    first--;
  return position - first;
}

/* The successor to take in each state, from the last one back to the first. */
static bool lead(void *searcher, uint64_t place, struct path *path) {
  const struct breadth_first *self = searcher;
  struct scan scan = {.search = self,
                      .word = self->is_new.words.count,
                      .new_before = self->new_count,
                      .last_before = self->last_count};
  struct long_list choices;
  long_list_init(&choices);
  for (uint64_t state = place; state > 0;) {
    const uint64_t position = back_to_state(&scan, state);
    long_list_push(&choices, successors_before(self, position));
    state = parent_at(&scan, position);
  }
  bool found = true;
  while (found && !long_list_is_empty(&choices))
    found = path_go_to_nth(path, long_list_pop(&choices));
  long_list_clear(&choices);
  return found;
}

static void expand(struct breadth_first *self, uint64_t state) {
  struct run *run = self->run;
  const uint64_t first = self->is_last.count;
  run_expand(run, (state_ref){*words_at(&self->queue, state)}, state);
  if (!end_expansion(self, first))
    run_stop(run, SEARCH_MEMORY);
  words_drop_before(&self->queue, state + 1);
  run_report(run, false);
}

/* Expands the states of one level, or the rest of them. */
static void expand_level(struct breadth_first *self) {
  if (self->next == self->level_end)
    self->level_end = self->queue.count;
  while (self->next < self->level_end && run_goes_on(self->run))
    expand(self, self->next++);
  run_report(self->run, true);
}

static bool is_too_deep(const struct run *run, uint64_t level) {
  return run->config->max_depth > 0 && level > run->config->max_depth;
}

static void search_levels(struct breadth_first *self) {
  struct run *run = self->run;
  for (; self->next < self->queue.count && !run->stopped; self->level++) {
    if (is_too_deep(run, self->level)) {
      run_stop(run, SEARCH_DEPTH);
      return;
    }
    run->result->figures.depth = self->level;
    expand_level(self);
  }
}

/* ---- snapshots ---- */

static void save(void *searcher, struct snapshot_writer *out) {
  const struct breadth_first *self = searcher;
  snapshot_put(out, self->next);
  snapshot_put(out, self->level);
  snapshot_put(out, self->level_end);
  snapshot_put(out, self->new_count);
  snapshot_put(out, self->last_count);
  words_put(&self->queue, out);
  bits_put(&self->is_new, out);
  bits_put(&self->is_last, out);
}

static bool restore(struct breadth_first *self, struct snapshot_reader *in) {
  const struct run *run = self->run;
  const struct search_figures *figures = &run->result->figures;
  const uint64_t entries = 2 * (figures->states + figures->matched);
  self->next = snapshot_get_up_to(in, figures->states);
  self->level = snapshot_get(in);
  self->level_end = snapshot_get_up_to(in, figures->states);
  self->new_count = snapshot_get(in);
  self->last_count = snapshot_get(in);
  if (!words_get(&self->queue, figures->states, false, in) ||
      !bits_get_all(&self->is_new, entries, in) ||
      !bits_get_all(&self->is_last, entries, in))
    return false;
  if (self->last_count != self->next ||
      self->next < self->queue.dropped << WORDS_SHIFT ||
      self->is_new.count != self->is_last.count ||
      !words_are_refs(&self->queue, self->next, run->store))
    snapshot_fail(in);
  return !snapshot_failed(in);
}

void search_breadth_first(struct run *run, state_ref initial) {
  static const struct strategy strategy = {
      .settled = settled, .lead = lead, .save = save};
  struct breadth_first self = {.run = run};
  run->strategy = &strategy;
  run->searcher = &self;
  run->holds_back = true;
  words_init(&self.queue, &run->budget);
  bits_init(&self.is_new, &run->budget);
  bits_init(&self.is_last, &run->budget);
  if (checkpoint_resumes(run) ? restore(&self, run->config->checkpoints->resume)
                              : words_push(&self.queue, initial.index))
    search_levels(&self);
  else
    run_stop(run, SEARCH_MEMORY);
  words_clear(&self.queue);
  bits_clear(&self.is_new);
  bits_clear(&self.is_last);
}
