/* See stride.h.
 *
 * This does what dfs_unnamed.c and lines.c do, in the same order, for the
 * states that make up nearly all of a large search; it leaves to them whatever
 * is not as usual: differences that are long or lie in two blocks of the stack,
 * states of which not all is known, limits.  What it has to do with run and
 * stack between two such places is done once, at the beginning and at the end.
 *
 * An expansion has two parts: to make ready, up to where the memory of the
 * store is asked for, and to settle.  Of two searches the one settles after the
 * other has made ready.  Only what is settled has changed the store, so the
 * searches come to it in turn.
 *
 * Invariant: between two expansions the state, its sum and its depth belong to
 * the topmost difference that is marked, as in lines.h.
 *
 * Cost: a state takes the look-ups of a walk and a few operations for each word
 * that changes, down and back; a transition takes its note, which is what it
 * changes in the hash, and a look into the store.
 */
#include "search/stride.h"

#include "engine/walk.h"
#include "store/spread.h"

enum { BATCH = 32, AHEAD = 4, LAST_BIT = 63 };

/* Where a line is: all that changes from step to step. */
struct pace {
  uint8_t *state;
  size_t length;
  uint64_t sum, depth;
  uint64_t *block; /* where the top of the stack is */
  uint64_t *top;   /* the head there */
  uint64_t *low;   /* up to here it may not be all there is of it */
  uint64_t step;   /* that led here */
  uint64_t level;  /* of the walk, where the path of the line begins */
  struct stride_line *line;
};

/* The steps that lead on from there, and the hashes of where. */
struct ways {
  struct known_place places[WALK_ROOM];
  struct state_hash hashes[BATCH];
  struct spread_place bits[BATCH]; /* if they were asked for */
};

/* What the lines have in common. */
struct tally {
  struct run *run;
  struct state_hasher *hasher;
  struct walk *walk;
  uint64_t found;  /* states, before */
  uint64_t states; /* new ones */
  uint64_t taken;  /* arrivals at these and others */
  uint64_t deepest;
  uint64_t most;          /* where it ends to be deep */
  uint32_t left, put_off; /* expansions */
  struct doubt doubt;
  bool is_single; /* there is one line */
  /* where to look for states */
  struct spread *spread; /* NULL: the store is asked */
  const struct store_window *window;
};

enum ready {
  READY,  /* to look into the store */
  OPEN,   /* not all is known where the line stands */
  HALTED, /* it stands where it stood; how to go on is not as usual */
};

/* ---- the stack ---- */

/* So low in the block that the topmost difference may begin in the one before,
 * or have none below it here.  Between states of one length all words may
 * change, and no more.
 */
static inline bool is_low(const struct pace *pace) {
  return pace->top <= pace->low;
}

static inline void find_top(struct pace *pace) {
  const struct descent *descent = pace->line->descent;
  pace->top = descent_top(descent);
  pace->block =
      pace->top - ((descent->words.count - 1) & (uint64_t)(WORDS_IN_BLOCK - 1));
  pace->low = pace->block + pace->length / WORD_SIZE + DIFFERENCE_TAIL;
}

static inline void note_top(const struct pace *pace) {
  struct words *words = &pace->line->descent->words;
  words->count = ((words->count - 1) & ~(uint64_t)(WORDS_IN_BLOCK - 1)) +
                 (uint64_t)(pace->top + 1 - pace->block);
}

/* No more expansions: somebody must look at what has come about. */
static void halt(struct tally *tally) {
  tally->put_off += tally->left;
  tally->left = 0;
}

/* What is copied, and given to a function that is called, is not in the way of
 * the compiler, which keeps the rest where it is used.
 */
struct both {
  struct tally tally;
  struct pace pace;
};

/* It may lie in two blocks. */
__attribute__((noinline)) static void
push_apart(struct both *both, const uint64_t *step, uint64_t name) {
  struct tally *tally = &both->tally;
  struct pace *pace = &both->pace;
  note_top(pace);
  const bool is_pushed = descent_push_over(pace->line->descent, step, name);
  if (!is_pushed)
    run_stop_full(tally->run);
  if (!is_pushed || tally->is_single)
    halt(tally);
  find_top(pace);
  run_note_stack(tally->run);
}

static inline void push_over(struct tally *tally, struct pace *pace,
                             const uint64_t *step, uint64_t name) {
  struct both both = {*tally, *pace};
  push_apart(&both, step, name);
  *tally = both.tally;
  *pace = both.pace;
}

static inline void push(struct tally *tally, struct pace *pace,
                        const uint64_t *step, uint64_t name) {
  const uint64_t head = step[KNOWN_HEAD];
  const size_t count = difference_words(head);
  uint64_t *end = pace->top + 1;
  if (end + count + DIFFERENCE_TAIL >= pace->block + WORDS_IN_BLOCK) {
    push_over(tally, pace, step, name);
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

/* To the end of a difference, or back. */
static inline void go_along(struct pace *pace, uint64_t head, uint64_t note,
                            const uint64_t *words) {
  (void)words_change(pace->state, head & DIFFERENCE_MASK, words);
  pace->sum ^= note;
}

static inline void ascend(struct pace *pace, uint64_t head) {
  uint64_t *words =
      pace->top + 1 - DIFFERENCE_TAIL - (size_t)(head >> DIFFERENCE_WORDS & 63);
  go_along(pace, head, pace->top[-1], words);
  pace->top = words - 1;
  pace->depth--;
}

static inline void descend(struct pace *pace, uint64_t head) {
  *pace->top = head | DIFFERENCE_MARK;
  go_along(pace, head, pace->top[-1],
           pace->top + 1 - DIFFERENCE_TAIL -
               (size_t)(head >> DIFFERENCE_WORDS));
  pace->depth++;
}

/* The steps from where a line stands; false: not all is known. */
__attribute__((always_inline)) static inline bool
find_ways(const struct tally *tally, const struct pace *pace, struct ways *ways,
          uint32_t *count) {
  return walk_steps(tally->walk, pace->state, pace->level + pace->depth + 1,
                    pace->step, ways->places, count);
}

/* ---- what another line has left ---- */

/* Along the path of the other line. */
static void go_after(const struct tally *tally, struct pace *pace,
                     const uint64_t *head) {
  struct ways ways;
  uint32_t count;
  struct glean *glean = pace->line->glean;
  go_along(pace, *head, difference_note(head), difference_start(head));
  pace->depth++;
  pace->step = glean->is_known ? difference_step(head) : 0;
  glean->is_known = find_ways(tally, pace, &ways, &count);
}

/* Onto its own stack, which is empty. */
static void put(struct pace *pace, const uint64_t *head) {
  const size_t count = difference_words(*head);
  uint64_t *end = pace->top + 1;
  memcpy(end, difference_start(head), count * sizeof *end);
  end[count] = pace->line->glean->is_known ? difference_step(head) : 0;
  end[count + 1] = difference_note(head);
  end[count + 2] = *head;
  pace->top = end + count + 2;
}

/* A line that has no states of its own takes the next that waits. */
__attribute__((noinline)) static bool take_left_apart(struct both *both) {
  struct pace *pace = &both->pace;
  struct glean *glean = pace->line->glean;
  if (!glean || !glean_is_bottom(pace->line->descent, pace->top))
    return false;
  for (const uint64_t *head; (head = glean_look(glean)) != NULL;) {
    if ((*head & DIFFERENCE_LONG) || pace->depth >= both->tally.most)
      return false;
    glean->left--;
    if (!(*head & DIFFERENCE_MARK)) {
      put(pace, head);
      return true;
    }
    go_after(&both->tally, pace, head);
  }
  return false;
}

static inline bool take_left(const struct tally *tally, struct pace *pace) {
  struct both both = {*tally, *pace};
  const bool taken = take_left_apart(&both);
  *pace = both.pace;
  return taken;
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
static inline void fetch_ahead(const struct tally *tally,
                               const struct pace *pace, const struct ways *ways,
                               uint32_t count) {
  const uint32_t some = count < AHEAD ? count : AHEAD;
  for (uint32_t i = 0; i < some; i++) {
    const uint64_t sum = pace->sum ^ ways->places[i].note;
    for (uint32_t j = i + 1; j < some; j++)
      store_window_fetch(
          tally->window,
          state_hash_finish(sum ^ ways->places[j].note, pace->length));
  }
}

/* That a place in the state at this level does not tell yet. */
__attribute__((noinline)) static uint64_t
find_note(const struct walk *walk, const struct state_hasher *hasher,
          uint64_t level, uint64_t offset) {
  uint64_t *step = walk->steps + offset;
  const uint64_t note =
      step[KNOWN_NOTE] != 0 ? step[KNOWN_NOTE] : stride_find_note(hasher, step);
  walk_note(walk, level, &(struct known_place){offset, note});
  return note;
}

/* Of where the ways lead. */
__attribute__((always_inline)) static inline void
find_hashes(const struct tally *tally, const struct pace *pace,
            struct ways *ways, uint32_t count, bool fetch) {
  for (uint32_t i = 0; i < count; i++) {
    struct known_place *place = &ways->places[i];
    if (place->note == 0)
      place->note = find_note(tally->walk, tally->hasher,
                              pace->level + pace->depth + 1, place->offset);
    const uint64_t hash =
        state_hash_finish(pace->sum ^ place->note, pace->length);
    ways->hashes[i].first = hash;
    if (!tally->spread)
      store_window_fetch(tally->window, hash);
    else if (fetch)
      ways->bits[i] = spread_fetch(tally->spread, hash);
  }
  if (!tally->spread && !fetch)
    fetch_ahead(tally, pace, ways, count);
}

/* Goes down and back, up to a state that is to be expanded, and makes ready to
 * look for its successors, so many.
 */
__attribute__((always_inline)) static inline enum ready
prepare(struct tally *tally, struct pace *pace, struct ways *ways,
        uint32_t *count, bool fetch) {
  while (!is_low(pace)) {
    const uint64_t head = *pace->top;
    if (head & DIFFERENCE_LONG) {
      if (!take_left(tally, pace))
        return HALTED;
    } else if (head & DIFFERENCE_MARK) {
      ascend(pace, head);
    } else {
      if (tally->left == 0 || pace->depth >= tally->most)
        return HALTED;
      pace->step = pace->top[-2];
      descend(pace, head);
      if (pace->depth > tally->deepest)
        tally->deepest = pace->depth;
      if (!find_ways(tally, pace, ways, count) || *count > BATCH)
        return OPEN;
      tally->left--;
      find_hashes(tally, pace, ways, *count, fetch);
      return READY;
    }
  }
  return HALTED;
}

/* Asks the store. */
static inline uint64_t take_all(struct tally *tally, const struct ways *ways,
                                uint32_t count) {
  uint64_t is_new;
  const unsigned taken =
      store_take_hashes(tally->run->store, ways->hashes, count, &is_new);
  tally->taken += taken;
  if (taken < count) {
    run_stop(tally->run, SEARCH_MEMORY);
    halt(tally);
  }
  return is_new;
}

/* Which of the ways lead to new states? */
static inline uint64_t find_new(struct tally *tally, const struct ways *ways,
                                uint32_t count, bool fetched) {
  if (!tally->spread)
    return take_all(tally, ways, count);
  tally->taken += count;
  return fetched
             ? spread_take_at(tally->spread, ways->bits, ways->hashes, count)
             : spread_take(tally->spread, ways->hashes, count,
                           SPREAD_FUNCTIONS);
}

/* And one that may be new, although the store has seen it: it is searched like
 * those, but not counted.
 */
static inline uint64_t find_more(struct tally *tally, uint64_t is_new,
                                 uint32_t count) {
  const uint64_t doubted =
      doubt_seen(&tally->doubt, tally->found + tally->states, is_new, count);
  tally->states -= doubted != 0;
  return is_new | doubted;
}

/* Puts them on the stack, the first one on top. */
__attribute__((always_inline)) static inline void
settle(struct tally *tally, struct pace *pace, const struct ways *ways,
       uint32_t count, bool fetched) {
  const struct walk *walk = tally->walk;
  const uint64_t is_new = find_new(tally, ways, count, fetched);
  for (uint64_t left = find_more(tally, is_new, count); left != 0;) {
    const unsigned i = LAST_BIT - (unsigned)__builtin_clzll(left);
    const uint64_t offset = ways->places[i].offset;
    left ^= UINT64_C(1) << i;
    tally->states++;
    push(tally, pace, walk->steps + offset, walk->steps_name + offset);
  }
}

/* ---- one line, or two ---- */

static enum ready go(struct tally *shared, struct pace *line) {
  struct tally tally = *shared;
  struct pace pace = *line;
  struct ways ways;
  uint32_t count;
  enum ready ready;
  while ((ready = prepare(&tally, &pace, &ways, &count, false)) == READY)
    settle(&tally, &pace, &ways, count, false);
  *shared = tally;
  *line = pace;
  return ready;
}

/* While what the one looks for is on its way from memory, the other goes on;
 * but they come to the store in turn.
 */
static enum ready go_in_turn(struct tally *shared, struct pace *lines,
                             unsigned *turn) {
  struct tally tally = *shared;
  struct pace a = lines[0], b = lines[1];
  struct ways of_a, of_b;
  uint32_t count_of_a, count_of_b;
  enum ready ready;
  *turn = 0;
  ready = prepare(&tally, &a, &of_a, &count_of_a, true);
  while (ready == READY) {
    *turn = 1;
    ready = prepare(&tally, &b, &of_b, &count_of_b, true);
    settle(&tally, &a, &of_a, count_of_a, true);
    if (ready != READY)
      break;
    *turn = 0;
    ready = prepare(&tally, &a, &of_a, &count_of_a, true);
    settle(&tally, &b, &of_b, count_of_b, true);
  }
  *shared = tally;
  lines[0] = a;
  lines[1] = b;
  return ready;
}

/* ---- beginning and end ---- */

static uint32_t allowed(const struct run *run, const struct walk *walk) {
  if (run->countdown <= 1 || run_is_interrupted(run))
    return 0;
  return walk->left < run->countdown - 1 ? walk->left : run->countdown - 1;
}

static struct pace begin(struct stride_line *line) {
  struct pace pace = {.state = line->state,
                      .length = line->length,
                      .sum = line->sum,
                      .depth = line->depth,
                      .level = walk_level(line->lane, 0),
                      .line = line};
  find_top(&pace);
  return pace;
}

static void end(const struct pace *pace) {
  note_top(pace);
  pace->line->sum = pace->sum;
  pace->line->depth = pace->depth;
}

static void note(const struct tally *tally, uint32_t used) {
  struct run *run = tally->run;
  struct search_figures *figures = &run->result->figures;
  tally->walk->used += used;
  run->countdown -= used;
  if (tally->spread)
    store_note_new(run->store, tally->states);
  figures->states += tally->states;
  figures->matched += tally->taken - tally->states;
  if (tally->deepest > figures->depth)
    figures->depth = tally->deepest;
}

static enum ready go_lines(struct stride *stride, struct tally *tally) {
  struct pace paces[STRIDE_LINES];
  enum ready ready;
  for (unsigned i = 0; i < stride->line_count; i++)
    paces[i] = begin(&stride->lines[i]);
  stride->turn = 0;
  if (tally->is_single)
    ready = go(tally, &paces[0]);
  else
    ready = go_in_turn(tally, paces, &stride->turn);
  for (unsigned i = 0; i < stride->line_count; i++)
    end(&paces[i]);
  stride->step = paces[stride->turn].step;
  return ready;
}

bool stride_go(struct stride *stride) {
  struct run *run = stride->run;
  struct walk *walk = engine_walk(run->engine);
  const uint32_t left = walk ? allowed(run, walk) : 0;
  const uint64_t deep = walk_level(1, 0) - 2,
                 limit = run->config->max_depth - 1;
  stride->turn = 0;
  if (!walk || left == 0)
    return false;
  for (unsigned i = 0; i < stride->line_count; i++)
    if (!walk_has_lane(walk, stride->lines[i].lane))
      return false;
  struct tally tally = {.run = run,
                        .hasher = stride->hasher,
                        .walk = walk,
                        .found = run->result->figures.states,
                        .most = limit < deep ? limit : deep,
                        .left = left,
                        .doubt = *stride->doubt,
                        .is_single = stride->line_count == 1,
                        .spread = store_spread(run->store),
                        .window = store_window(run->store)};
  const enum ready ready = go_lines(stride, &tally);
  *stride->doubt = tally.doubt;
  note(&tally, left - tally.left - tally.put_off);
  return ready == OPEN;
}
