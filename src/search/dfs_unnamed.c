/* Depth-first search in a store that names no states.
 *
 * The search stands at one state, whose bytes it has.  The stack holds how to
 * go on from there: differences between states, each with what it changes in
 * the hash as a note (descent.h).  To go down along a difference and to come
 * back are the same few exclusive ors, so no state on the stack is ever rebuilt
 * or hashed as a whole.
 *
 * Invariant: differences that are marked lie on the path, the topmost of them
 * ends at the state where the search stands, and those above it begin there.
 *
 * A state counts as visited when it is generated, and is expanded once.  Only
 * the successors that are new get onto the stack, the first of them on top.  A
 * batch of look-ups is that of one state, so there are no groups as in dfs.c,
 * and what is said there of reduction and of a limit on depth holds for the
 * second part of that search.
 *
 * Cost: a state costs the stack 16 bytes and 8 for each word of it that a step
 * changes; a transition two products for each of these words.
 */
#include "search/descent.h"
#include "search/fan.h"
#include "search/run.h"

#include <assert.h>

static_assert((int)RUN_BATCH == (int)FAN_BATCH,
              "a batch is a batch of the fan");

struct unnamed {
  struct run *run;
  struct descent descent;
  struct fan fan; /* the successors of the state in run->state */
  struct state_hash hashes[FAN_BATCH]; /* of those that wait */
  struct state_hasher *hasher;
  const struct store_window *window;
  struct state_hash sums; /* of the state in run->state */
  uint64_t depth;         /* of it */
  bool keep;              /* its successors are not too deep */
  bool cut;               /* a new one was */
  struct rng order;       /* of successors, if it is random */
};

/* ---- successors ---- */

/* A successor waits now. */
static inline bool wait_for_more(struct run *run, uint64_t hash) {
  const struct unnamed *self = run->searcher;
  store_window_fetch(self->window, hash);
  return ++run->ticket_count < RUN_BATCH || run_take_more(run);
}

/* One of the same length, of which words were written behind the fan's: what
 * they change in the first sum is the note.  Of two hashes the second waits
 * until all are settled.
 */
static inline bool note_step(struct run *run, uint64_t changed, size_t words,
                             uint64_t change) {
  struct unnamed *self = run->searcher;
  const unsigned i = run->ticket_count;
  const uint64_t hash =
      state_hash_finish(self->sums.first + change, run->length);
  fan_add(&self->fan, i, changed, words, change);
  self->hashes[i].first = hash;
  return wait_for_more(run, hash);
}

/* One that comes as the words that change. */
static bool take_words(struct run *run, const struct successor *successor) {
  struct unnamed *self = run->searcher;
  uint64_t *words = fan_end(&self->fan);
  uint64_t change = 0;
  size_t count = 0;
  for (uint64_t left = successor->changed; left != 0; left &= left - 1) {
    const size_t place = (unsigned)__builtin_ctzll(left);
    const uint64_t from = difference_word(run->state, place);
    words[count] = successor->words[count];
    change += state_hasher_change(self->hasher, place, from,
                                  from ^ successor->words[count++]);
  }
  return note_step(run, successor->changed, count, change);
}

/* One in which these words may differ. */
static bool take_step(struct run *run, const uint8_t *state, uint64_t changed) {
  struct unnamed *self = run->searcher;
  uint64_t *words = fan_end(&self->fan);
  uint64_t change = 0;
  size_t count = 0;
  for (uint64_t left = changed; left != 0; left &= left - 1) {
    const size_t place = (unsigned)__builtin_ctzll(left);
    const uint64_t from = difference_word(run->state, place);
    const uint64_t to = difference_word(state, place);
    change += state_hasher_change(self->hasher, place, from, to);
    words[count++] = from ^ to;
  }
  return note_step(run, changed, count, change);
}

static bool take_other_length(struct run *run,
                              const struct successor *successor) {
  struct unnamed *self = run->searcher;
  const unsigned i = run->ticket_count;
  self->hashes[i] = store_hash(run->store, successor->state, successor->length);
  fan_add_long(&self->fan, i, successor);
  return wait_for_more(run, self->hashes[i].first);
}

/* One that the engine does not say that much of.  Apart, because it is seldom.
 */
__attribute__((noinline)) static bool
take_other(struct run *run, const struct successor *successor) {
  const struct fan *fan = &((struct unnamed *)run->searcher)->fan;
  if (successor->length != fan->length || fan->mask == 0)
    return take_other_length(run, successor);
  return take_step(run, successor->state,
                   difference_find(fan->origin, successor->state, fan->length));
}

static bool take(void *context, const struct successor *successor) {
  struct run *run = context;
  const struct fan *fan = &((struct unnamed *)run->searcher)->fan;
  if (successor->words)
    return take_words(run, successor);
  if (!fan_is_told(fan, successor))
    return take_other(run, successor);
  return take_step(run, successor->state, successor->changed & fan->mask);
}

/* What changes in the second sum when these words of the state do. */
static uint64_t second_change(const struct unnamed *self, uint64_t changed,
                              const uint64_t *words) {
  uint64_t change = 0;
  for (; changed != 0; changed &= changed - 1) {
    const size_t place = (unsigned)__builtin_ctzll(changed);
    const uint64_t from = difference_word(self->run->state, place);
    change +=
        state_hasher_second_change(self->hasher, place, from, from ^ *words++);
  }
  return change;
}

/* The second hashes of all that wait, but for those that are long, which have
 * theirs.
 */
static void complete_hashes(struct unnamed *self) {
  for (unsigned i = 0; i < self->run->ticket_count; i++) {
    const struct fan_item *item = &self->fan.waiting[i];
    if (item->head & DIFFERENCE_LONG)
      continue;
    const uint64_t change = second_change(self, item->head & DIFFERENCE_MASK,
                                          self->fan.words.items + item->first);
    self->hashes[i].second =
        state_hash_finish_second(self->sums.second + change, self->run->length);
  }
}

static void settle(void *searcher) {
  struct unnamed *self = searcher;
  struct run *run = self->run;
  uint64_t is_new;
  if (self->hasher->both)
    complete_hashes(self);
  const unsigned taken =
      store_take_hashes(run->store, self->hashes, run->ticket_count, &is_new);
  const size_t found = fan_settle(&self->fan, is_new);
  run->result->figures.states += found;
  run->result->figures.matched += taken - found;
  run->goes_on |= found > 0;
  if (taken < run->ticket_count)
    run_stop(run, SEARCH_MEMORY);
}

/* ---- expanding ---- */

/* Pushes the states of the fan, the first one on top. */
static bool push_fan(struct unnamed *self) {
  const struct fan *fan = &self->fan;
  for (size_t i = fan->items.count; i-- > 0;) {
    const struct fan_item *item = &fan->items.items[i];
    if (!descent_push(&self->descent, fan->words.items + item->first,
                      item->note, item->head))
      return false;
  }
  return true;
}

static void keep_successors(struct unnamed *self) {
  struct run *run = self->run;
  self->cut |= !self->keep;
  if (run->config->order_seed != 0)
    fan_shuffle(&self->fan, &self->order);
  if (self->keep && !push_fan(self))
    run_stop_full(run);
}

/* Expands the state where the search stands. */
static void expand(struct unnamed *self) {
  struct run *run = self->run;
  self->keep = run_note_depth(run, self->depth);
  fan_begin(&self->fan, run->state, run->length);
  run_begin_expansion_here(run, self->depth);
  run_settle(run);
  if (self->fan.items.count > 0)
    keep_successors(self);
  run_report(run, true);
}

/* ---- going ---- */

static void count_sums(struct unnamed *self) {
  const struct run *run = self->run;
  self->sums = state_hasher_sums(self->hasher, run->state, run->length);
  state_hasher_prepare(self->hasher, run->length);
}

/* The length changes, or there are two hashes: that is seldom. */
__attribute__((noinline)) static void go_far(struct unnamed *self,
                                             const uint64_t *head) {
  struct run *run = self->run;
  run_make_room(run);
  difference_apply(head, run->state, &run->length);
  count_sums(self);
}

/* Goes along the topmost difference, to its end (sign 1) or back (-1). */
static void go_along(struct unnamed *self, int sign) {
  struct run *run = self->run;
  const uint64_t *head = descent_top(&self->descent);
  if ((*head & DIFFERENCE_LONG) || self->hasher->both) {
    go_far(self, head);
    return;
  }
  difference_apply(head, run->state, &run->length);
  self->sums.first += (uint64_t)sign * difference_note(head);
}

static void descend(struct unnamed *self) {
  *descent_mark(&self->descent) |= DIFFERENCE_MARK;
  go_along(self, 1);
  self->depth++;
  expand(self);
  descent_spill(&self->descent);
}

static void ascend(struct unnamed *self) {
  go_along(self, -1);
  descent_pop(&self->descent);
  self->depth--;
}

/* ---- the way to a state ---- */

/* To where the search stands: first back, then the same way again. */
static bool lead(void *searcher, uint64_t place, struct path *path) {
  struct unnamed *self = searcher;
  const struct run *run = self->run;
  size_t length = run->length;
  uint8_t *state = memory_alloc(difference_room(store_longest(run->store)));
  descent_places places = {0};
  (void)place;
  descent_trace(&self->descent, &places);
  memcpy(state, run->state, length);
  for (size_t i = 0; i < places.count; i++)
    difference_apply(descent_join(&self->descent, places.items[i]), state,
                     &length);
  bool found = true;
  while (found && places.count > 0) {
    difference_apply(descent_join(&self->descent, vec_pop(&places)), state,
                     &length);
    found = path_go_to(path, state, length);
  }
  vec_free(&places);
  memory_free(state);
  return found;
}

void search_unnamed(struct run *run, state_ref initial) {
  static const struct strategy strategy = {
      .take = take, .settle = settle, .lead = lead};
  struct unnamed self = {.run = run,
                         .hasher = store_hasher(run->store),
                         .window = store_window(run->store)};
  run->strategy = &strategy;
  run->searcher = &self;
  rng_seed(&self.order, run->config->order_seed);
  descent_init(&self.descent, &run->budget);
  run_load(run, initial);
  count_sums(&self);
  expand(&self);
  while (!descent_is_empty(&self.descent) && run_goes_on(run))
    if (*descent_mark(&self.descent) & DIFFERENCE_MARK)
      ascend(&self);
    else
      descend(&self);
  if (self.cut)
    run_stop(run, SEARCH_DEPTH);
  descent_clear(&self.descent);
  fan_free(&self.fan);
}
