/* What each process can do along the path of a search, read from what an engine
 * has learned (engine/memo/).
 *
 * Most states of a search lead nowhere that was not met before: which steps
 * there are follows from what each process could do one step before, and from
 * the step.  So it takes a few look-ups, and no call, as long as all of it is
 * known.  What does not follow the engine may remember, and then it follows the
 * next time.  A state of which something was never met must be expanded.
 *
 * What a process can do is an entry: the names of steps.  What each could do in
 * the states of the path is a row of entries for each level.  What follows from
 * an entry and a step, and after an own step from the bytes that count only
 * then, lies in a table.
 *
 * Invariant: an entry that is given is the one that would be found under the
 * bytes of the state.
 *
 * Cost: one access to the table for each process that a step reaches, and one
 * or two for its own.
 */
#ifndef LARIAT_ENGINE_WALK_H
#define LARIAT_ENGINE_WALK_H

#include "base/word.h"
#include "engine/engine.h"

enum {
  WALK_MOST_STEPS = 64,                /* of one process */
  WALK_ROOM = 2 * WALK_MOST_STEPS + 2, /* for those of a state */
  WALK_NAME_BITS = 20,                 /* of an entry, or a step */
  WALK_ENTRIES_AT_ONCE = 4,            /* the length of a row is a multiple */
  WALK_OPENING_PIECES = 2,
  WALK_PLACE_WORDS = sizeof(struct known_place) / WORD_SIZE,
  WALK_COPIED = 2,    /* places of an entry, at least */
  WALK_REACHING = 48, /* processes of which it is known what they touch */
  WALK_LANES = 2,     /* paths that are followed at a time */
  WALK_LANE_SHIFT = 31,
};

/* The level of a state on one of the paths. */
static inline uint64_t walk_level(unsigned lane, uint64_t level) {
  return (level & ((UINT64_C(1) << WALK_LANE_SHIFT) - 1)) |
         (uint64_t)lane << WALK_LANE_SHIFT;
}

static inline unsigned walk_lane(uint64_t level) {
  return (unsigned)(level >> WALK_LANE_SHIFT) & 1;
}

/* What the engine has in a step, which lies at the place that is its name. */
enum {
  /* processes that may touch the bytes that change, and a version */
  STEP_REACHED = KNOWN_OWN,
  /* where its process stood, which one that is, and above that the opening to
   * where it stands then, if it is the same for all that is known
   */
  STEP_STAND,
  STEP_PID_SHIFT = 32,
  STEP_OPENING_SHIFT = 40,
};

/* In place of what a process can do after a step of another: it came to stand
 * elsewhere, by a handshake, and this is the opening.
 */
static const uint32_t WALK_OPENS = UINT32_C(1) << WALK_NAME_BITS;

/* In place of an opening: there are several. */
static const uint32_t STEP_MANY_OPENINGS = UINT32_MAX >> (STEP_OPENING_SHIFT -
                                                          STEP_PID_SHIFT);

/* Some bytes of a word. */
struct piece {
  uint64_t place, mask;
};

static inline uint64_t piece_of(const uint8_t *state,
                                const struct piece *piece) {
  return word_at(state, piece->place) & piece->mask;
}

/* What counts where a process stands, and did not before; those that are not
 * needed have no bytes.
 */
struct opening {
  struct piece pieces[WALK_OPENING_PIECES];
};

/* What the process could do before, the number of an opening with the step, and
 * the two words that the opening has in the state; then what it can do.
 */
struct walk_view {
  uint64_t key[3];
  uint64_t after;
};

/* What each process could do in the state last met at a level; 0: not known. */
struct walk_row {
  uint64_t sign; /* the level, and which processes these are: walk_sign() */
  uint32_t entries[];
};

struct walk {
  uint32_t left; /* so many states, before the engine must be asked again */
  uint32_t used; /* of them, by who walks */
  uint32_t process_count; /* at most: a state may have fewer, */
  uint32_t count_at;      /* as this byte of it says */
  uint32_t reach_version;
  uint64_t *steps;
  uint64_t steps_name; /* is added to that of a step */
  uint64_t *entries;   /* at the place of its name: the number of steps, in the
                          lower half, and then the places of these */
  const struct opening *openings; /* from the first on, which has number 1 */
  const struct walk_view *views;
  const uint64_t *glances; /* what the process could do before, and the step;
                              then, in the last bits, what it can do */
  unsigned view_shift, glance_shift; /* of a hash */
  uint8_t *rows[WALK_LANES];
  size_t row_bytes;
  uint64_t level_mask;
  uint32_t crew; /* certain processes, in a certain manner of expansion */
  const struct stands *stands;
  struct engine *engine; /* whose it is */
  /* The other processes that a step reaches, a bit each; noted in the step. */
  uint64_t (*find_reached)(const struct walk *walk, uint64_t *step);
  /* Looks for what does not follow, in the row of this level, among all that
   * was ever met, and learns it; false: some of it was not.
   */
  bool (*recall)(struct walk *walk, const uint8_t *state, uint64_t level,
                 uint64_t step);
};

/* ---- the tables ---- */

enum { WALK_GLANCE_BITS = 64 - 2 * WALK_NAME_BITS }; /* for what it can do */

static const uint64_t WALK_FACTOR = UINT64_C(0x9e3779b97f4a7c15);

/* What follows from what a process could do before, and from the step. */
static inline uint64_t walk_glance_key(uint32_t before, uint32_t step) {
  return (uint64_t)before << WALK_NAME_BITS | step;
}

static inline uint64_t walk_glance_hash(uint64_t key) {
  return key * WALK_FACTOR;
}

/* 0: it is not known. */
static inline uint32_t walk_glance(const struct walk *walk, uint32_t before,
                                   uint32_t step) {
  const uint64_t key = walk_glance_key(before, step);
  const uint64_t glance =
      walk->glances[walk_glance_hash(key) >> walk->glance_shift];
  const uint64_t differs = glance ^ key << WALK_GLANCE_BITS;
  return differs >> WALK_GLANCE_BITS == 0 ? (uint32_t)differs : 0;
}

/* And from the bytes that count only now. */
static inline struct walk_view walk_view_key(const struct walk *walk,
                                             const uint8_t *state,
                                             uint32_t before, uint32_t step,
                                             uint32_t number) {
  const struct opening *opening = &walk->openings[number - 1];
  return (struct walk_view){
      .key = {(uint64_t)(before | number << WALK_NAME_BITS) << 32 | step,
              piece_of(state, &opening->pieces[0]),
              piece_of(state, &opening->pieces[1])}};
}

/* None of the products waits for another. */
static inline uint64_t walk_view_hash(const struct walk_view *view) {
  return view->key[0] * WALK_FACTOR +
         view->key[1] * UINT64_C(0xd6e8feb86659fd93) +
         view->key[2] * UINT64_C(0xa0761d6478bd642f);
}

/* 0: it is not known. */
static inline uint32_t walk_view(const struct walk *walk,
                                 const struct walk_view *key) {
  const struct walk_view *view =
      &walk->views[walk_view_hash(key) >> walk->view_shift];
  const uint64_t differs = (view->key[0] ^ key->key[0]) |
                           (view->key[1] ^ key->key[1]) |
                           (view->key[2] ^ key->key[2]);
  return differs == 0 ? (uint32_t)view->after : 0;
}

static inline uint32_t walk_through(const struct walk *walk,
                                    const uint8_t *state, uint32_t before,
                                    uint32_t step, uint32_t opening) {
  const struct walk_view key =
      walk_view_key(walk, state, before, step, opening);
  return walk_view(walk, &key);
}

/* ---- following a step ---- */

static inline uint32_t walk_pid_of_step(const uint64_t *step) {
  return (uint8_t)(step[STEP_STAND] >> STEP_PID_SHIFT);
}

/* Is a step of this name known still?  It made this process move. */
static inline bool walk_has_step(const struct walk *walk, uint64_t name) {
  return (name ^ walk->steps_name) >> 32 == 0;
}

static inline uint32_t walk_mover(const struct walk *walk, uint64_t name) {
  return walk_pid_of_step(walk->steps + (uint32_t)name);
}

/* The opening that follows from what a process could do before and from its own
 * step; 0: it is not known, or there is none.  For most steps it is the same
 * always.
 */
static inline uint32_t walk_opening(const struct walk *walk, uint32_t before,
                                    uint32_t step) {
  const uint32_t opening =
      (uint32_t)(walk->steps[step + STEP_STAND] >> STEP_OPENING_SHIFT);
  return opening != STEP_MANY_OPENINGS ? opening
                                       : walk_glance(walk, before, step);
}

static inline uint32_t walk_own(const struct walk *walk, const uint8_t *state,
                                uint32_t before, uint32_t step) {
  const uint32_t opening = walk_opening(walk, before, step);
  return opening != 0 ? walk_through(walk, state, before, step, opening) : 0;
}

/* After a step of another. */
static inline uint32_t walk_other(const struct walk *walk, const uint8_t *state,
                                  uint32_t before, uint32_t step) {
  const uint32_t after = walk_glance(walk, before, step);
  return after & WALK_OPENS
             ? walk_through(walk, state, before, step, after ^ WALK_OPENS)
             : after;
}

static inline uint64_t walk_reached(const struct walk *walk, uint64_t *step) {
  const uint64_t reached = step[STEP_REACHED];
  return reached >> WALK_REACHING == walk->reach_version
             ? reached
             : walk->find_reached(walk, step);
}

/* Rows of levels that lie 2^31 apart are far from each other in time. */
static inline uint64_t walk_sign(const struct walk *walk, uint64_t level) {
  return level << 32 | walk->crew;
}

static inline uint64_t walk_row_level(const struct walk_row *row) {
  return row->sign >> 32;
}

static inline struct walk_row *walk_row_at(uint8_t *rows, size_t row_bytes,
                                           uint64_t number) {
  return (struct walk_row *)(void *)(rows + number * row_bytes);
}

static inline struct walk_row *walk_row_of(const struct walk *walk,
                                           uint64_t level) {
  return walk_row_at(walk->rows[walk_lane(level)], walk->row_bytes,
                     level & walk->level_mask);
}

/* What each process could do one level before; NULL if it is forgotten. */
static inline const uint32_t *walk_before(const struct walk *walk,
                                          uint64_t level, uint64_t step) {
  const struct walk_row *row = walk_row_of(walk, level - 1);
  return level > 1 && walk_has_step(walk, step) &&
                 row->sign == walk_sign(walk, level - 1)
             ? row->entries
             : NULL;
}

/* What each process can do in the state that a step leads to. */
__attribute__((always_inline)) static inline void
walk_follow(const struct walk *walk, const uint8_t *state, uint32_t step,
            const uint32_t *before, uint32_t *now) {
  const uint32_t count = walk->process_count;
  uint64_t *words = walk->steps + step;
  const uint32_t mover = walk_pid_of_step(words);
  for (uint32_t i = 0; i < count; i += WALK_ENTRIES_AT_ONCE)
    memcpy(now + i, before + i, WALK_ENTRIES_AT_ONCE * sizeof *now);
  now[mover] = walk_own(walk, state, before[mover], step);
  const uint64_t others = (UINT64_C(1) << count) - 1;
  for (uint64_t left = walk_reached(walk, words) & others; left != 0;
       left &= left - 1) {
    const uint32_t pid = (uint32_t)__builtin_ctzll(left);
    now[pid] = walk_other(walk, state, before[pid], step);
  }
}

/* Was this path told of yet? */
static inline bool walk_has_lane(const struct walk *walk, unsigned lane) {
  return walk->rows[lane] != NULL;
}

/* The row of a level, for the state that is met there now. */
static inline uint32_t *walk_enter(const struct walk *walk, uint64_t level) {
  struct walk_row *row = walk_row_of(walk, level);
  row->sign = walk_sign(walk, level);
  return row->entries;
}

/* ---- steps ---- */

static inline uint32_t walk_step_count(const uint64_t *entry) {
  return (uint32_t)*entry;
}

/* Copies the places of the steps of an entry, two in any case: most have no
 * more.  Gives how many they are.
 */
static inline uint32_t walk_copy_steps(const uint64_t *entry,
                                       struct known_place *restrict out) {
  const uint32_t count = walk_step_count(entry);
  memcpy(out, ++entry, WALK_COPIED * sizeof *out);
  for (uint32_t i = WALK_COPIED; i < count; i++)
    memcpy(&out[i], entry + (size_t)i * WALK_PLACE_WORDS, sizeof *out);
  return count;
}

/* Gathers those of processes, the youngest of so many first, in `out`, where
 * there are *count already, up to one of which they are not known, or too many;
 * gives how many processes are left.
 */
__attribute__((always_inline)) static inline uint32_t
walk_gather(const uint64_t *entries, const uint32_t *now, uint32_t left,
            struct known_place *restrict out, uint32_t *count) {
  uint32_t found = *count;
  for (; left > 0 && now[left - 1] != 0 &&
         found < (uint32_t)WALK_ROOM - WALK_MOST_STEPS;
       left--)
    found += walk_copy_steps(entries + now[left - 1], out + found);
  *count = found;
  return left;
}

/* The steps, of which there are *count, that lead on from a state, if these are
 * all there is: all is known, and there is at least one.  False: the state must
 * be expanded.  Level and step are those of engine_visitor.
 */
__attribute__((always_inline)) static inline bool
walk_steps(struct walk *walk, const uint8_t *state, uint64_t level,
           uint64_t step, struct known_place *out, uint32_t *count) {
  const uint32_t *before = walk_before(walk, level, step);
  uint32_t *now = walk_enter(walk, level);
  uint32_t left = state[walk->count_at];
  *count = 0;
  if (before) {
    walk_follow(walk, state, (uint32_t)step, before, now);
    left = walk_gather(walk->entries, now, left, out, count);
  }
  if (left > 0 && walk->recall(walk, state, level, step))
    left = walk_gather(walk->entries, now, left, out, count);
  if (left == 0 && *count > 0)
    return true;
  walk_row_of(walk, level)->sign = 0;
  return false;
}

/* The note of a step that leads on from the state met at a level has been found
 * out, and is there from now on.
 */
static inline void walk_note(const struct walk *walk, uint64_t level,
                             const struct known_place *place) {
  const struct walk_row *row = walk_row_of(walk, level);
  for (uint32_t i = 0; i < walk->process_count; i++) {
    uint64_t *entry = walk->entries + row->entries[i];
    for (uint32_t j = 0; j < walk_step_count(entry); j++) {
      uint64_t *words = entry + 1 + (size_t)j * WALK_PLACE_WORDS;
      if (words[0] == place->offset)
        words[1] = place->note;
    }
  }
}

#endif
