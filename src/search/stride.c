/* See stride.h.
 *
 * This does what dfs_unnamed.c does, in the same order, for the states that
 * make up nearly all of a large search; it leaves to it whatever is not as
 * usual: differences that are long or lie in two blocks of the stack, states of
 * which not all is known, limits.  What it has to do with run and stack between
 * two such places is done once, at the beginning and at the end.
 *
 * Invariant: between two steps the state, its sum and its depth belong to the
 * topmost difference that is marked, as in dfs_unnamed.c.
 *
 * Cost: a state takes the look-ups of a walk and a few operations for each word
 * that changes, down and back; a transition takes its note, which is what it
 * changes in the hash, and a look into the store.
 */
#include "search/stride.h"

#include "engine/walk.h"
#include "store/spread.h"

enum { BATCH = 32, AHEAD = 4, LAST_BIT = 63 };

/* All that changes from step to step. */
struct pace {
  uint8_t *state;
  size_t length;
  uint64_t sum, depth;
  uint64_t *block; /* where the top of the stack is */
  uint64_t *top;   /* the head there */
  uint64_t states; /* new ones */
  uint64_t taken;  /* arrivals at these and others */
  uint64_t deepest;
  uint32_t left; /* expansions */
  /* where to look for states */
  struct spread *spread; /* NULL: the store is asked */
  const struct store_window *window;
};

/* ---- the stack ---- */

/* The first word of a block that a difference can begin before and be whole,
 * with another one below it.
 */
static inline bool is_low(const struct pace *pace) {
  return pace->top <=
         pace->block + (size_t)DIFFERENCE_WORDS + (size_t)DIFFERENCE_TAIL;
}

static inline void find_top(const struct stride *stride, struct pace *pace) {
  pace->top = descent_top(stride->descent);
  pace->block = pace->top - ((stride->descent->words.count - 1) &
                             (uint64_t)(WORDS_IN_BLOCK - 1));
}

static inline void note_top(const struct stride *stride,
                            const struct pace *pace) {
  struct words *words = &stride->descent->words;
  words->count = ((words->count - 1) & ~(uint64_t)(WORDS_IN_BLOCK - 1)) +
                 (uint64_t)(pace->top + 1 - pace->block);
}

/* It may lie in two blocks. */
__attribute__((noinline)) static struct pace push_over(struct stride *stride,
                                                       struct pace pace,
                                                       const uint64_t *step,
                                                       uint64_t name) {
  note_top(stride, &pace);
  if (!descent_push_over(stride->descent, step, name)) {
    run_stop_full(stride->run);
    pace.left = 0;
  }
  find_top(stride, &pace);
  run_note_stack(stride->run);
  return pace;
}

static inline void push(struct stride *stride, struct pace *pace,
                        const uint64_t *step, uint64_t name) {
  const uint64_t head = step[KNOWN_HEAD];
  const size_t count = difference_words(head);
  uint64_t *end = pace->top + 1;
  if (end + count + DIFFERENCE_TAIL >= pace->block + WORDS_IN_BLOCK) {
    *pace = push_over(stride, *pace, step, name);
    return;
  }
  end[0] = step[KNOWN_WORDS];
  end[1] = step[KNOWN_WORDS + 1];
  for (size_t i = 2; i < count; i++)
    end[i] = step[KNOWN_WORDS + i];
  end += count;
  end[0] = name;
  end[1] = step[KNOWN_NOTE];
  end[2] = head;
  pace->top = end + 2;
}

/* ---- going ---- */

/* To the end of the topmost difference, or back. */
static inline void go_along(struct pace *pace, uint64_t head,
                            const uint64_t *words) {
  (void)words_change(pace->state, head & DIFFERENCE_MASK, words);
  pace->sum ^= pace->top[-1];
}

static inline void ascend(struct pace *pace, uint64_t head) {
  uint64_t *words =
      pace->top + 1 - DIFFERENCE_TAIL - (size_t)(head >> DIFFERENCE_WORDS & 63);
  go_along(pace, head, words);
  pace->top = words - 1;
  pace->depth--;
}

static inline void descend(struct pace *pace, uint64_t head) {
  *pace->top = head | DIFFERENCE_MARK;
  go_along(pace, head,
           pace->top + 1 - DIFFERENCE_TAIL -
               (size_t)(head >> DIFFERENCE_WORDS));
  if (++pace->depth > pace->deepest)
    pace->deepest = pace->depth;
}

/* ---- expanding ---- */

__attribute__((noinline)) uint64_t
stride_find_note(const struct state_hasher *hasher, uint64_t *step) {
  return step[KNOWN_NOTE] = state_hasher_first_change(
             hasher, known_step_changed(step), step + KNOWN_WORDS);
}

/* Steps of different processes mostly commute.  So what two of the first steps
 * lead to is likely to be looked for next.
 */
static inline void fetch_ahead(const struct pace *pace, const uint64_t *steps,
                               const uint32_t *offsets, uint32_t count) {
  const uint32_t some = count < AHEAD ? count : AHEAD;
  for (uint32_t i = 0; i < some; i++) {
    const uint64_t sum = pace->sum ^ steps[offsets[i] + KNOWN_NOTE];
    for (uint32_t j = i + 1; j < some; j++) {
      const uint64_t note = steps[offsets[j] + KNOWN_NOTE];
      store_window_fetch(pace->window,
                         state_hash_finish(sum ^ note, pace->length));
    }
  }
}

/* Asks the store. */
static inline uint64_t take_all(const struct stride *stride, struct pace *pace,
                                const struct state_hash *hashes,
                                uint32_t count) {
  uint64_t is_new;
  const unsigned taken =
      store_take_hashes(stride->run->store, hashes, count, &is_new);
  pace->taken += taken;
  if (taken < count) {
    run_stop(stride->run, SEARCH_MEMORY);
    pace->left = 0;
  }
  return is_new;
}

/* Which of the steps lead to new states? */
static inline uint64_t find_new(const struct stride *stride, struct pace *pace,
                                uint64_t *steps, const uint32_t *offsets,
                                uint32_t count) {
  struct state_hash hashes[BATCH];
  for (uint32_t i = 0; i < count; i++) {
    hashes[i].first = stride_hash(stride->hasher, pace->sum, pace->length,
                                  steps + offsets[i]);
    if (!pace->spread)
      store_window_fetch(pace->window, hashes[i].first);
  }
  if (!pace->spread) {
    fetch_ahead(pace, steps, offsets, count);
    return take_all(stride, pace, hashes, count);
  }
  pace->taken += count;
  return spread_take(pace->spread, hashes, count, SPREAD_FUNCTIONS);
}

/* The new ones, the first one on top. */
static inline void push_new(struct stride *stride, struct pace *pace,
                            const struct walk *walk, const uint32_t *offsets,
                            uint64_t is_new) {
  while (is_new != 0) {
    const unsigned i = LAST_BIT - (unsigned)__builtin_clzll(is_new);
    is_new ^= UINT64_C(1) << i;
    pace->states++;
    push(stride, pace, walk->steps + offsets[i], walk->steps_name + offsets[i]);
  }
}

/* Goes down and back; true: not all is known of the state it has come to. */
static inline bool go(struct stride *stride, struct pace *pace,
                      struct walk *walk) {
  uint32_t offsets[WALK_ROOM], count;
  const uint64_t most = stride->run->config->max_depth - 1;
  while (!is_low(pace)) {
    const uint64_t head = *pace->top;
    if (head & DIFFERENCE_LONG)
      return false;
    if (head & DIFFERENCE_MARK) {
      ascend(pace, head);
      continue;
    }
    if (pace->left == 0 || pace->depth >= most)
      return false;
    const uint64_t step = pace->top[-2];
    descend(pace, head);
    stride->step = step;
    if (!walk_steps(walk, pace->state, pace->depth + 1, step, offsets,
                    &count) ||
        count > BATCH)
      return true;
    pace->left--;
    push_new(stride, pace, walk, offsets,
             find_new(stride, pace, walk->steps, offsets, count));
  }
  return false;
}

/* ---- beginning and end ---- */

static uint32_t allowed(const struct run *run, const struct walk *walk) {
  if (run->countdown <= 1 || run_is_interrupted(run))
    return 0;
  return walk->left < run->countdown - 1 ? walk->left : run->countdown - 1;
}

static void note(struct stride *stride, const struct pace *pace,
                 struct walk *walk, uint32_t used) {
  struct run *run = stride->run;
  struct search_figures *figures = &run->result->figures;
  stride->sum = pace->sum;
  stride->depth = pace->depth;
  walk->used += used;
  run->countdown -= used;
  if (pace->spread)
    store_note_new(run->store, pace->states);
  figures->states += pace->states;
  figures->matched += pace->taken - pace->states;
  if (pace->deepest > figures->depth)
    figures->depth = pace->deepest;
}

bool stride_go(struct stride *stride) {
  struct run *run = stride->run;
  struct walk *walk = engine_walk(run->engine);
  const uint32_t left = walk ? allowed(run, walk) : 0;
  if (left == 0)
    return false;
  struct pace pace = {.state = run->state,
                      .length = run->length,
                      .sum = stride->sum,
                      .depth = stride->depth,
                      .left = left,
                      .spread = store_spread(run->store),
                      .window = store_window(run->store)};
  find_top(stride, &pace);
  const bool is_open = go(stride, &pace, walk);
  note_top(stride, &pace);
  note(stride, &pace, walk, left - pace.left);
  return is_open;
}
