/* Depth-first search in a store that names no states.
 *
 * The search stands at one state, whose bytes it has.  The stack holds how to
 * go on from there: differences between states, each with what it changes in
 * the hash as a note (descent.h).  To go down along a difference and to come
 * back are the same few exclusive ors, so no state on the stack is ever rebuilt
 * or hashed as a whole.  There may be a second search, which takes turns with
 * it (lines.h).
 *
 * A state counts as visited when it is generated, and is expanded once.  Only
 * the successors that are new get onto the stack, the first of them on top.  A
 * batch of look-ups is that of one state, so there are no groups as in dfs.c,
 * and what is said there of a limit on depth holds for the second part of that
 * search.
 *
 * What an expansion leaves out must be explored from a state further on
 * (reduce/ample.c).  A new successor will do that, for it is left before this
 * state is; and so has one that is done (marks.h).  One that waits further down
 * the stack is pushed again, so that it is left before, too; where it waited it
 * is done then, and is passed over.  So each state is done after the successor
 * that it relies on, or lies below it on the stack: nobody relies on himself.
 * With two searches in turn this holds as well, for what the second takes lies
 * above states that the first does not leave any more.  A successor loses its
 * mark when it is pushed again, so a state gets onto the stack twice at most.
 *
 * Cost: a state costs the stack 24 bytes and 8 for each word of it that a step
 * changes; a transition a product for each of these words, unless the engine
 * knows the step and what it changes in the hash.
 */
#include "engine/walk.h"
#include "search/fan.h"
#include "search/lines.h"
#include "store/spread.h"

#include <assert.h>

static_assert((int)RUN_BATCH == (int)FAN_BATCH,
              "a batch is a batch of the fan");

struct unnamed {
  struct run *run;
  struct lines lines;
  struct fan fan;           /* the successors of the state in run->state */
  struct known_steps known; /* that some of them are */
  struct state_hash hashes[FAN_BATCH]; /* of those that wait */
  struct state_hasher *hasher;
  const struct store_window *window;
  const struct spread *spread; /* NULL: the store has no such bits */
  bool is_doubted;  /* in this expansion the store was, if it was to be */
  bool keep;        /* its successors are not too deep */
  bool resolved;    /* what it leaves out was explored from a successor */
  bool cut;         /* a new one was */
  struct rng order; /* of successors, if it is random */
};

static const struct state_hash *sums_now(const struct unnamed *self) {
  return &self->lines.now->sums;
}

/* ---- successors ---- */

/* Asks the memory for what the store looks at when it is asked. */
static inline void fetch(const struct unnamed *self, uint64_t hash) {
  if (self->spread)
    (void)spread_fetch(self->spread, hash);
  else
    store_window_fetch(self->window, hash);
}

/* A successor waits now. */
static inline bool wait_for_more(struct run *run, uint64_t hash) {
  const struct unnamed *self = run->searcher;
  fetch(self, hash);
  return ++run->ticket_count < RUN_BATCH || run_take_more(run);
}

/* A successor of the same length has changed the first sum by so much.  Of two
 * hashes the second waits until all are settled.
 */
static inline bool note_change(struct run *run, uint64_t change) {
  struct unnamed *self = run->searcher;
  const uint64_t hash =
      state_hash_finish(sums_now(self)->first ^ change, run->length);
  self->hashes[run->ticket_count].first = hash;
  return wait_for_more(run, hash);
}

/* So many of them, which the batch has room for, wait now. */
static void take_some(struct unnamed *self, const struct known_place *places,
                      uint32_t count) {
  struct run *run = self->run;
  for (uint32_t i = 0; i < count; i++) {
    uint64_t *step = self->known.base + places[i].offset;
    const uint64_t hash =
        stride_hash(self->hasher, sums_now(self)->first, run->length, step);
    self->hashes[run->ticket_count].first = hash;
    self->fan.waiting[run->ticket_count++].known = step;
    fetch(self, hash);
  }
}

static bool take_known(void *context, const struct known_steps *steps) {
  struct run *run = context;
  struct unnamed *self = run->searcher;
  const struct known_place *places = steps->places;
  self->known = *steps;
  for (uint32_t left = steps->count; left > 0;) {
    const uint32_t room = RUN_BATCH - run->ticket_count;
    const uint32_t count = left < room ? left : room;
    take_some(self, places, count);
    places += count;
    left -= count;
    if (run->ticket_count == RUN_BATCH && !run_take_more(run))
      return false;
  }
  return true;
}

/* One in which these words may differ.  Those that do not are left out, as in
 * steps that are known: how long the stack is must not depend on how a step was
 * made, for two searches take turns by that.
 */
static bool take_step(struct run *run, const uint8_t *state, uint64_t may) {
  struct unnamed *self = run->searcher;
  uint64_t *words = fan_end(&self->fan), changed = 0;
  size_t count = 0;
  for (uint64_t left = may; left != 0; left &= left - 1) {
    const size_t place = (unsigned)__builtin_ctzll(left);
    const uint64_t word = word_at(run->state, place) ^ word_at(state, place);
    words[count] = word;
    count += word != 0;
    changed |= (uint64_t)(word != 0) << place;
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
  lines_note_long(&self->lines);
  uint64_t *step = fan_add_long(&self->fan, i, successor);
  if (is_longest || self->hasher->both) {
    self->hashes[i] =
        store_hash(run->store, successor->state, successor->length);
  } else {
    step[KNOWN_NOTE] = long_change(self->hasher, step);
    self->hashes[i].first = state_hash_finish(
        sums_now(self)->first ^ step[KNOWN_NOTE], successor->length);
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
        state_hash_finish(sums_now(self)->second ^ change, self->run->length);
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

/* Once in an expansion: of the first batch of its successors. */
static inline uint64_t find_doubted(struct unnamed *self, uint64_t states,
                                    uint64_t is_new) {
  const bool is_doubted = self->is_doubted;
  self->is_doubted = true;
  return is_doubted ? 0
                    : doubt_seen(&self->lines.doubt, states, is_new,
                                 self->run->ticket_count);
}

/* Is there a successor that is done?  If not, and none is new, one that waits
 * further down is put on top as well: gives it, as a bit.
 */
static uint64_t find_other_way(struct unnamed *self) {
  struct run *run = self->run;
  uint64_t waiting = 0;
  for (unsigned i = run->ticket_count; i-- > 0;) {
    const enum mark mark =
        marks_look_up(&self->lines.marks, self->hashes[i].first);
    self->resolved |= mark == MARK_DONE;
    if (mark == MARK_WAITING && self->keep)
      waiting = UINT64_C(1) << i;
  }
  if (run->goes_on)
    return 0;
  run->goes_on = self->resolved || waiting != 0;
  self->lines.marks.gained += run->goes_on;
  return self->resolved ? 0 : waiting;
}

static void mark_all(struct unnamed *self, uint64_t which, enum mark mark) {
  for (; which != 0; which &= which - 1)
    marks_put(&self->lines.marks, self->hashes[__builtin_ctzll(which)].first,
              mark);
}

/* Marks the successors that are new.  If something was left out, gives the one
 * that is to be pushed again, as a bit.
 */
__attribute__((noinline)) static uint64_t mark_successors(struct unnamed *self,
                                                          uint64_t is_new) {
  uint64_t again = 0;
  if (engine_left_out(self->run->engine)) {
    marks_attend(&self->lines.marks);
    again = find_other_way(self);
  }
  mark_all(self, is_new, MARK_WAITING);
  mark_all(self, again, MARK_NONE);
  return again;
}

/* Are marks made, or worth making again? */
static bool marks_matter(const struct unnamed *self) {
  const struct marks *marks = &self->lines.marks;
  return marks_are_made(marks) ||
         (marks->slots && engine_left_out(self->run->engine));
}

static void settle(void *searcher) {
  struct unnamed *self = searcher;
  if (self->hasher->both)
    complete_hashes(self);
  struct run *run = self->run;
  const uint64_t states = run->result->figures.states;
  const uint64_t is_new = find_new(self, run->ticket_count);
  run->goes_on |= is_new != 0;
  const uint64_t again = marks_matter(self) ? mark_successors(self, is_new) : 0;
  fan_settle(&self->fan, is_new | again | find_doubted(self, states, is_new));
}

/* ---- expanding ---- */

/* Pushes the states of the fan, the first one on top. */
static bool push_fan(struct unnamed *self) {
  const struct fan *fan = &self->fan;
  for (size_t i = fan->items.count; i-- > 0;) {
    const struct fan_item *item = &fan->items.items[i];
    if (!descent_push(&self->lines.now->descent, fan_step(fan, item),
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

/* Until it is left, one that has left something out may be done or not. */
static void mark_expanded(struct unnamed *self) {
  const bool is_done = !engine_left_out(self->run->engine) || self->resolved;
  marks_put(&self->lines.marks, lines_hash(&self->lines),
            is_done ? MARK_DONE : MARK_NONE);
}

/* Expands the state where the search stands, which a step led to. */
static void expand(struct unnamed *self, uint64_t step) {
  struct run *run = self->run;
  const uint64_t depth = self->lines.now->depth;
  self->keep = run_note_depth(run, depth);
  run->level = walk_level(lines_is_second(&self->lines), depth + 1);
  run->step = step;
  self->is_doubted = self->resolved = false;
  marks_begin_expansion(&self->lines.marks);
  fan_begin(&self->fan, run->state, run->length);
  run_begin_expansion_here(run, depth);
  run_settle(run);
  mark_expanded(self);
  if (self->fan.items.count > 0)
    keep_successors(self);
  run_report(run, true);
  run_note_stack(run);
  lines_pass_on(&self->lines);
}

/* ---- going ---- */

static bool lead(void *searcher, uint64_t place, struct path *path) {
  const struct unnamed *self = searcher;
  (void)place;
  return lines_lead(&self->lines, path);
}

/* It waited in two places, and was expanded at the other. */
static bool is_done(const struct unnamed *self) {
  return marks_tell(&self->lines.marks, lines_hash(&self->lines), MARK_DONE);
}

/* Goes as far as all is known. */
static void stride(struct unnamed *self) {
  uint64_t step;
  if (lines_stride(&self->lines, &step))
    expand(self, step);
}

void search_unnamed(struct run *run, state_ref initial) {
  static const struct strategy strategy = {
      .take = take, .take_known = take_known, .settle = settle, .lead = lead};
  struct unnamed self = {.run = run,
                         .hasher = store_hasher(run->store),
                         .window = store_window(run->store),
                         .spread = store_spread(run->store)};
  const bool is_plain = !self.hasher->both && run->config->order_seed == 0;
  run->strategy = &strategy;
  run->searcher = &self;
  rng_seed(&self.order, run->config->order_seed);
  lines_open(&self.lines, run, is_plain && engine_can_walk(run->engine),
             initial);
  run->notes = self.hasher->seed;
  expand(&self, 0);
  while (run_goes_on(run) && lines_find_waiting(&self.lines)) {
    const uint64_t step = lines_descend(&self.lines);
    if (!is_done(&self))
      expand(&self, step);
    if (is_plain && run_goes_on(run))
      stride(&self);
  }
  if (self.cut)
    run_stop(run, SEARCH_DEPTH);
  lines_close(&self.lines);
  fan_free(&self.fan);
}
