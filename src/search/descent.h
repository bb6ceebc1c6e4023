/* The upper part of the stack of a depth-first search, in a store that names no
 * states: of each one that waits, and of each one of the path among them, how
 * it differs from the one on the path below it, which it is a successor of.
 *
 * The search goes along the topmost difference to expand a state and along the
 * same one back, so it needs the bytes of one state only.
 */
#ifndef LARIAT_SEARCH_DESCENT_H
#define LARIAT_SEARCH_DESCENT_H

#include "engine/engine.h"
#include "search/difference.h"
#include "search/words.h"

struct descent {
  struct words words;   /* of the differences, each followed by its head */
  VEC(uint64_t) joined; /* a copy of one that lies in two blocks */
  VEC(uint64_t)
  firsts; /* by block: where the first one that lies in it, or in
             a later one, begins */
};

void descent_init(struct descent *descent, struct budget *budget);
void descent_clear(struct descent *descent);

static inline bool descent_is_empty(const struct descent *descent) {
  return descent->words.count == 0;
}

/* Pushes a difference, which comes as a step does (engine.h), with its name;
 * false, and nothing is changed, when the budget does not allow it.  Now and
 * then what lies deep is put into a file: see words_spill().
 */
bool descent_push_over(struct descent *descent, const uint64_t *step,
                       uint64_t name);
static inline bool descent_push(struct descent *descent, const uint64_t *step,
                                uint64_t name) {
  const size_t count = difference_words(step[KNOWN_HEAD]);
  uint64_t *room = words_room(&descent->words, count + DIFFERENCE_TAIL);
  if (!room) /* it may lie in two blocks */
    return descent_push_over(descent, step, name);
  for (size_t i = 0; i < count; i++)
    room[i] = step[KNOWN_WORDS + i];
  room[count] = name;
  room[count + 1] = step[KNOWN_NOTE];
  room[count + 2] = step[KNOWN_HEAD];
  return true;
}

/* The head of the topmost, which is marked when it is on the path. */
static inline uint64_t *descent_top(const struct descent *descent) {
  return words_top(&descent->words);
}

/* A difference by the place of its head, with its words before it, until the
 * next call.
 */
const uint64_t *descent_join(struct descent *descent, uint64_t place);
/* The same for the topmost, whose head this is. */
static inline const uint64_t *descent_whole(struct descent *descent,
                                            const uint64_t *head) {
  const uint64_t place = descent->words.count - 1;
  const bool is_joined = !(*head & DIFFERENCE_LONG) &&
                         (place & (WORDS_IN_BLOCK - 1)) >=
                             (uint64_t)DIFFERENCE_WORDS + DIFFERENCE_TAIL - 1;
  return is_joined ? head : descent_join(descent, place);
}

/* Takes off the topmost, which has so many words. */
static inline void descent_pop(struct descent *descent, size_t words) {
  words_pop_all(&descent->words, words + DIFFERENCE_TAIL);
}

/* Where differences begin that lie in this block or behind it: all below lie
 * before.
 */
static inline uint64_t descent_first(const struct descent *descent,
                                     uint64_t block) {
  return descent->firsts.items[block];
}

/* Pushes another one that is as this head tells, whole, without its name. */
bool descent_push_whole(struct descent *descent, const uint64_t *head);

/* The place of the topmost one on the path of those that end here or below;
 * *end becomes where it begins, for the next call.  False: there is none.
 */
bool descent_trace(const struct descent *descent, uint64_t *end,
                   uint64_t *place);

#endif
