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
}

bool descent_push_over(struct descent *descent, const uint64_t *step,
                       uint64_t name) {
  const uint64_t tail[DIFFERENCE_TAIL] = {name, step[KNOWN_NOTE],
                                          step[KNOWN_HEAD]};
  const size_t count = difference_words(step[KNOWN_HEAD]);
  if (!words_push_each(&descent->words, step + KNOWN_WORDS, count))
    return false;
  if (!words_push_each(&descent->words, tail, DIFFERENCE_TAIL)) {
    words_pop_all(&descent->words, count);
    return false;
  }
  words_spill(&descent->words, descent->words.count);
  return true;
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

void descent_trace(const struct descent *descent, descent_places *out) {
  for (uint64_t end = descent->words.count; end > 0;) {
    const uint64_t head = *words_at(&descent->words, end - 1);
    if (head & DIFFERENCE_MARK)
      vec_push(out, end - 1);
    end -= difference_words(head) + DIFFERENCE_TAIL;
  }
}
