/* See glean.h.  The first search must not come upon the floor from above but
 * near the beginning of a block, where it takes care of what lies in two
 * (stride.c).
 */
#include "search/glean.h"

void glean_clear(struct glean *glean) {
  vec_free(&glean->words);
  vec_free(&glean->heads);
}

bool glean_lay_bottom(struct descent *descent) {
  for (unsigned i = 0; i < GLEAN_BOTTOM; i++)
    if (!words_push(&descent->words, 0))
      return false;
  return words_push(&descent->words,
                    DIFFERENCE_LONG | (GLEAN_BOTTOM + 1 - DIFFERENCE_TAIL));
}

/* Where the blocks end that are taken next. */
static uint64_t next_floor(const struct glean *glean) {
  const struct descent *from = glean->from;
  const uint64_t last = (from->words.count >> WORDS_SHIFT) - 1;
  uint64_t block = (glean->floor >> WORDS_SHIFT) + 1;
  while (block <= last && descent_first(from, block) - (block << WORDS_SHIFT) >
                              (uint64_t)DIFFERENCE_WORDS + DIFFERENCE_TAIL)
    block++;
  return block <= last ? descent_first(from, block) : glean->floor;
}

static void find_heads(struct glean *glean) {
  size_t end = glean->words.count;
  glean->heads.count = 0;
  while (end > 0) {
    vec_push(&glean->heads, (uint32_t)(end - 1));
    end -= difference_words(glean->words.items[end - 1]) + DIFFERENCE_TAIL;
  }
  glean->left = glean->heads.count;
}

bool glean_more(struct glean *glean) {
  glean->start = glean->floor;
  glean->floor = next_floor(glean);
  glean->words.count = 0;
  for (uint64_t i = glean->start; i < glean->floor; i++)
    vec_push(&glean->words, *words_at(&glean->from->words, i));
  find_heads(glean);
  return glean->left > 0;
}
