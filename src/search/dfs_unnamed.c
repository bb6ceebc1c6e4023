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
 * Cost: a state costs the stack 24 bytes and 8 for each word of it that a step
 * changes; a transition a product for each of these words, unless the engine
 * knows the step and what it changes in the hash.
 */
#include "engine/walk.h"
#include "search/descent.h"
#include "search/fan.h"
#include "search/run.h"
#include "search/stride.h"

#include <assert.h>

static_assert((int)RUN_BATCH == (int)FAN_BATCH,
              "a batch is a batch of the fan");

struct unnamed {
  struct run *run;
  struct descent descent;
  struct fan fan;           /* the successors of the state in run->state */
  struct known_steps known; /* that some of them are */
  struct state_hash hashes[FAN_BATCH]; /* of those that wait */
  struct state_hasher *hasher;
  const struct store_window *window;
  struct state_hash sums; /* of the state in run->state */
  uint64_t depth;         /* of it */
  bool keep;              /* its successors are not too deep */
  bool cut;               /* a new one was */
  bool is_plain;          /* one hash, and successors in their order */
  struct rng order;       /* of successors, if it is random */
};

/* ---- successors ---- */

/* A successor waits now. */
static inline bool wait_for_more(struct run *run, uint64_t hash) {
  const struct unnamed *self = run->searcher;
  store_window_fetch(self->window, hash);
  return ++run->ticket_count < RUN_BATCH || run_take_more(run);
}

/* A successor of the same length has changed the first sum by so much.  Of two
 * hashes the second waits until all are settled.
 */
static inline bool note_change(struct run *run, uint64_t change) {
  struct unnamed *self = run->searcher;
  const uint64_t hash =
      state_hash_finish(self->sums.first ^ change, run->length);
  self->hashes[run->ticket_count].first = hash;
  return wait_for_more(run, hash);
}

/* So many of them, which the batch has room for, wait now. */
static void take_some(struct unnamed *self, const uint32_t *offsets,
                      uint32_t count) {
  struct run *run = self->run;
  for (uint32_t i = 0; i < count; i++) {
    uint64_t *step = self->known.base + offsets[i];
    const uint64_t hash =
        stride_hash(self->hasher, self->sums.first, run->length, step);
    self->hashes[run->ticket_count].first = hash;
    self->fan.waiting[run->ticket_count++].known = step;
    store_window_fetch(self->window, hash);
  }
}

static bool take_known(void *context, const struct known_steps *steps) {
  struct run *run = context;
  struct unnamed *self = run->searcher;
  const uint32_t *offsets = steps->offsets;
  self->known = *steps;
  for (uint32_t left = steps->count; left > 0;) {
    const uint32_t room = RUN_BATCH - run->ticket_count;
    const uint32_t count = left < room ? left : room;
    take_some(self, offsets, count);
    offsets += count;
    left -= count;
    if (run->ticket_count == RUN_BATCH && !run_take_more(run))
      return false;
  }
  return true;
}

/* One in which these words may differ. */
static bool take_step(struct run *run, const uint8_t *state, uint64_t changed) {
  struct unnamed *self = run->searcher;
  uint64_t *words = fan_end(&self->fan);
  size_t count = 0;
  for (uint64_t left = changed; left != 0; left &= left - 1) {
    const size_t place = (unsigned)__builtin_ctzll(left);
    words[count++] = word_at(run->state, place) ^ word_at(state, place);
  }
  const uint64_t note = state_hasher_first_change(self->hasher, changed, words);
  fan_add(&self->fan, run->ticket_count, difference_head(changed, count), note);
  return note_change(run, note);
}

/* What a long difference changes in the first sum. */
static uint64_t long_change(const struct state_hasher *hasher,
                            const uint64_t *step) {
  const uint64_t *words = step + KNOWN_WORDS;
  const uint64_t *end = words + difference_words(step[KNOWN_HEAD]);
  uint64_t change = 0;
  size_t place = 0;
  for (words++; words < end; place += DIFFERENCE_PIECE) {
    change ^= state_hasher_first_change_from(hasher, place, *words, words + 1);
    words += 1 + __builtin_popcountll(*words);
  }
  return change;
}

/* Where a state is longer than any before, or there are two hashes, the whole
 * state is hashed, and there is no note.
 */
static bool take_long(struct run *run, const struct successor *successor) {
  struct unnamed *self = run->searcher;
  const unsigned i = run->ticket_count;
  const bool is_longest = successor->length > store_longest(run->store);
  uint64_t *step = fan_add_long(&self->fan, i, successor);
  if (is_longest || self->hasher->both) {
    self->hashes[i] =
        store_hash(run->store, successor->state, successor->length);
  } else {
    step[KNOWN_NOTE] = long_change(self->hasher, step);
    self->hashes[i].first = state_hash_finish(
        self->sums.first ^ step[KNOWN_NOTE], successor->length);
  }
  return wait_for_more(run, self->hashes[i].first);
}

/* One that the engine does not say that much of.  Apart, because it is seldom.
 */
__attribute__((noinline)) static bool
take_other(struct run *run, const struct successor *successor) {
  const struct fan *fan = &((struct unnamed *)run->searcher)->fan;
  if (successor->length != fan->length || fan->mask == 0)
    return take_long(run, successor);
  return take_step(run, successor->state,
                   difference_find(fan->origin, successor->state, fan->length));
}

static bool take(void *context, const struct successor *successor) {
  struct run *run = context;
  const struct fan *fan = &((struct unnamed *)run->searcher)->fan;
  if (!fan_is_told(fan, successor))
    return take_other(run, successor);
  return take_step(run, successor->state, successor->changed & fan->mask);
}

/* The second hashes of all that wait, but for those that are long, which have
 * theirs.
 */
static void complete_hashes(struct unnamed *self) {
  for (unsigned i = 0; i < self->run->ticket_count; i++) {
    const uint64_t *step = fan_step(&self->fan, &self->fan.waiting[i]);
    if (step[KNOWN_HEAD] & DIFFERENCE_LONG)
      continue;
    const uint64_t change = state_hasher_second_change(
        self->hasher, known_step_changed(step), step + KNOWN_WORDS);
    self->hashes[i].second =
        state_hash_finish(self->sums.second ^ change, self->run->length);
  }
}

/* Asks the store which of so many are new. */
static inline uint64_t find_new(struct unnamed *self, unsigned count) {
  struct run *run = self->run;
  uint64_t is_new;
  const unsigned taken =
      store_take_hashes(run->store, self->hashes, count, &is_new);
  const unsigned found = (unsigned)__builtin_popcountll(is_new);
  run->result->figures.states += found;
  run->result->figures.matched += taken - found;
  if (taken < count)
    run_stop(run, SEARCH_MEMORY);
  return is_new;
}

static void settle(void *searcher) {
  struct unnamed *self = searcher;
  if (self->hasher->both)
    complete_hashes(self);
  const uint64_t is_new = find_new(self, self->run->ticket_count);
  fan_settle(&self->fan, is_new);
  self->run->goes_on |= is_new != 0;
}

/* ---- expanding ---- */

/* Pushes the states of the fan, the first one on top. */
static bool push_fan(struct unnamed *self) {
  const struct fan *fan = &self->fan;
  for (size_t i = fan->items.count; i-- > 0;) {
    const struct fan_item *item = &fan->items.items[i];
    if (!descent_push(&self->descent, fan_step(fan, item),
                      item->known ? known_step_name(&self->known, item->known)
                                  : 0))
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

/* Expands the state where the search stands, which a step led to. */
static void expand(struct unnamed *self, uint64_t step) {
  struct run *run = self->run;
  self->keep = run_note_depth(run, self->depth);
  run->level = self->depth + 1;
  run->step = step;
  fan_begin(&self->fan, run->state, run->length);
  run_begin_expansion_here(run, self->depth);
  run_settle(run);
  if (self->fan.items.count > 0)
    keep_successors(self);
  run_report(run, true);
  run_note_stack(run);
}

/* ---- going ---- */

static void count_sums(struct unnamed *self) {
  const struct run *run = self->run;
  self->sums = state_hasher_sums(self->hasher, run->state, run->length);
}

/* The length may change, or there are two hashes: that is seldom. */
__attribute__((noinline)) static void go_far(struct unnamed *self,
                                             const uint64_t *head) {
  struct run *run = self->run;
  const uint64_t note = difference_note(head);
  run_make_room(run);
  difference_apply(head, run->state, &run->length);
  if (note == 0 || self->hasher->both)
    count_sums(self);
  else
    self->sums.first ^= note;
}

/* Goes along the topmost difference, to its end or back. */
static inline void go_along(struct unnamed *self, const uint64_t *head) {
  struct run *run = self->run;
  if ((*head & DIFFERENCE_LONG) || self->hasher->both) {
    go_far(self, head);
    return;
  }
  difference_apply(head, run->state, &run->length);
  self->sums.first ^= difference_note(head);
}

/* Goes on from the state where the search stands to the topmost one, whose head
 * this is.
 */
static inline void descend(struct unnamed *self, uint64_t *top) {
  *top |= DIFFERENCE_MARK;
  const uint64_t *head = descent_whole(&self->descent, top);
  const uint64_t step = difference_step(head);
  go_along(self, head);
  self->depth++;
  expand(self, step);
}

static inline void ascend(struct unnamed *self, const uint64_t *top) {
  const uint64_t *head = descent_whole(&self->descent, top);
  const size_t words = difference_words(*head);
  go_along(self, head);
  descent_pop(&self->descent, words);
  self->depth--;
}

/* One step down, or back. */
static inline void go(struct unnamed *self) {
  uint64_t *top = descent_top(&self->descent);
  if (*top & DIFFERENCE_MARK)
    ascend(self, top);
  else
    descend(self, top);
}

/* Goes as far as all is known. */
static void stride(struct unnamed *self) {
  struct stride stride = {.run = self->run,
                          .descent = &self->descent,
                          .hasher = self->hasher,
                          .sum = self->sums.first,
                          .depth = self->depth};
  const bool is_open = stride_go(&stride);
  self->sums.first = stride.sum;
  self->depth = stride.depth;
  if (is_open)
    expand(self, stride.step);
}

/* ---- the way to a state ---- */

/* The states of the path, for one after the other to be made of its
 * differences.
 */
struct retrace {
  struct descent *descent;
  const struct walk *walk; /* NULL: nothing is known */
  uint8_t *state;
  size_t length;
  descent_places places; /* from the top down */
  VEC(int32_t) movers;   /* who made each of these steps; NO_PROCESS: unknown */
};

static int32_t mover_of(const struct walk *walk, const uint64_t *head) {
  const uint64_t step = difference_step(head);
  return walk && walk_has_step(walk, step) ? (int32_t)walk_mover(walk, step)
                                           : NO_PROCESS;
}

/* From where the search stands. */
static void go_back(struct retrace *way) {
  descent_trace(way->descent, &way->places);
  for (size_t i = 0; i < way->places.count; i++) {
    const uint64_t *head = descent_join(way->descent, way->places.items[i]);
    vec_push(&way->movers, mover_of(way->walk, head));
    difference_apply(head, way->state, &way->length);
  }
}

static bool go_forth(struct retrace *way, struct path *path) {
  const int32_t mover = vec_pop(&way->movers);
  difference_apply(descent_join(way->descent, vec_pop(&way->places)),
                   way->state, &way->length);
  return mover == NO_PROCESS
             ? path_go_to(path, way->state, way->length)
             : path_go_to_by(path, (uint32_t)mover, way->state, way->length);
}

/* To where the search stands: first back, then the same way again. */
static bool lead(void *searcher, uint64_t place, struct path *path) {
  struct unnamed *self = searcher;
  const struct run *run = self->run;
  struct retrace way = {
      .descent = &self->descent,
      .walk = engine_walk(run->engine),
      .state = memory_alloc(difference_room(store_longest(run->store))),
      .length = run->length};
  (void)place;
  memcpy(way.state, run->state, run->length);
  go_back(&way);
  bool found = true;
  while (found && way.places.count > 0)
    found = go_forth(&way, path);
  vec_free(&way.places);
  vec_free(&way.movers);
  memory_free(way.state);
  return found;
}

void search_unnamed(struct run *run, state_ref initial) {
  static const struct strategy strategy = {
      .take = take, .take_known = take_known, .settle = settle, .lead = lead};
  struct unnamed self = {.run = run,
                         .hasher = store_hasher(run->store),
                         .window = store_window(run->store)};
  self.is_plain = !self.hasher->both && run->config->order_seed == 0;
  run->strategy = &strategy;
  run->searcher = &self;
  rng_seed(&self.order, run->config->order_seed);
  descent_init(&self.descent, &run->budget);
  run_load(run, initial);
  count_sums(&self);
  run->notes = self.hasher->seed;
  expand(&self, 0);
  while (!descent_is_empty(&self.descent) && run_goes_on(run)) {
    go(&self);
    if (self.is_plain && !descent_is_empty(&self.descent) && run_goes_on(run))
      stride(&self);
  }
  if (self.cut)
    run_stop(run, SEARCH_DEPTH);
  descent_clear(&self.descent);
  fan_free(&self.fan);
}
