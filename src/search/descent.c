/* See descent.h.  A state costs 24 bytes and 8 for each word that differs.
 */
#include "search/descent.h"

void descent_init(struct descent *descent, struct budget *budget) {
  *descent = (struct descent){0};
  words_init(&descent->words, budget);
}

void descent_clear(struct descent *descent) {
  words_clear(&descent->words);
  vec_free(&descent->joined);
  vec_free(&descent->firsts);
}

/* One has been pushed that begins here, and may end in another block. */
static void note_firsts(struct descent *descent, uint64_t start) {
  const uint64_t end = descent->words.count;
  descent->firsts.count = (start + WORDS_IN_BLOCK - 1) >> WORDS_SHIFT;
  if ((start & (WORDS_IN_BLOCK - 1)) == 0)
    vec_push(&descent->firsts, start);
  while (descent->firsts.count <= end >> WORDS_SHIFT)
    vec_push(&descent->firsts, end);
}

static bool push(struct descent *descent, const uint64_t *words, size_t count,
                 const uint64_t *tail) {
  const uint64_t start = descent->words.count;
  if (!words_push_each(&descent->words, words, count))
    return false;
  if (!words_push_each(&descent->words, tail, DIFFERENCE_TAIL)) {
    words_pop_all(&descent->words, count);
    return false;
  }
  note_firsts(descent, start);
  words_spill(&descent->words, descent->words.count);
  return true;
}

bool descent_push_over(struct descent *descent, const uint64_t *step,
                       uint64_t name) {
  const uint64_t tail[DIFFERENCE_TAIL] = {name, step[KNOWN_NOTE],
                                          step[KNOWN_HEAD]};
  return push(descent, step + KNOWN_WORDS, difference_words(step[KNOWN_HEAD]),
              tail);
}

bool descent_push_whole(struct descent *descent, const uint64_t *head) {
  const uint64_t tail[DIFFERENCE_TAIL] = {0, difference_note(head), *head};
  return push(descent, difference_start(head), difference_words(*head), tail);
}

const uint64_t *descent_join(struct descent *descent, uint64_t place) {
  const uint64_t *head = words_at(&descent->words, place);
  const uint64_t first = place + 1 - DIFFERENCE_TAIL - difference_words(*head);
  if (first >> WORDS_SHIFT == place >> WORDS_SHIFT)
    return head;
  descent->joined.count = 0;
  for (uint64_t i = first; i <= place; i++)
    vec_push(&descent->joined, *words_at(&descent->words, i));
  return vec_last(&descent->joined);
}

bool descent_trace(const struct descent *descent, uint64_t *end,
                   uint64_t *place) {
  while (*end > 0) {
    *place = *end - 1;
    const uint64_t head = *words_at(&descent->words, *place);
    *end -= difference_words(head) + DIFFERENCE_TAIL;
    if (head & DIFFERENCE_MARK)
      return true;
  }
  return false;
}
