/* See copies.h.  The state that is expanded is copied once, before the first of
 * its successors; of a successor that is as long, there follow the words that
 * changed, and of any other all bytes.
 */
#include "search/copies.h"

#include <string.h>

enum { WORD_BYTES = 8, MASKED_WORDS = 64 };

void copies_free(struct copies *copies) {
  vec_free(&copies->words);
  vec_free(&copies->rebuilt);
}

/* Copies bytes, and tells where to. */
static size_t add_bytes(struct copies *copies, const uint8_t *bytes,
                        size_t length) {
  const size_t first = copies->words.count;
  const size_t end = first + length / WORD_BYTES + (length % WORD_BYTES > 0);
  vec_reserve(&copies->words, end);
  if (length > 0)
    memcpy(copies->words.items + first, bytes, length);
  copies->words.count = end;
  return first;
}

static uint64_t mask_of(size_t length) {
  const size_t words = length / WORD_BYTES;
  if (length % WORD_BYTES > 0 || words > MASKED_WORDS)
    return 0;
  return words < MASKED_WORDS ? (UINT64_C(1) << words) - 1 : UINT64_MAX;
}

void copies_begin(struct copies *copies, const uint8_t *origin, size_t length) {
  if (length != copies->origin_length)
    copies->mask = mask_of(length);
  copies->origin = origin;
  copies->origin_length = length;
  copies->origin_at = SIZE_MAX;
}

static void add_words(struct copies *copies, const uint8_t *state,
                      uint64_t changed) {
  vec_reserve(&copies->words, copies->words.count + MASKED_WORDS);
  uint64_t *end = copies->words.items + copies->words.count;
  for (; changed != 0; changed &= changed - 1)
    memcpy(end++, state + (size_t)__builtin_ctzll(changed) * WORD_BYTES,
           WORD_BYTES);
  copies->words.count = (size_t)(end - copies->words.items);
}

static void add_whole(struct copies *copies, const struct successor *successor,
                      struct copy *copy) {
  copy->changed = UINT64_MAX;
  copy->words = add_bytes(copies, successor->state, successor->length);
}

void copies_add(struct copies *copies, const struct successor *successor,
                struct copy *copy) {
  const uint64_t changed = successor->changed;
  copy->length = successor->length;
  if (changed == UINT64_MAX || copies->mask == 0 ||
      successor->length != copies->origin_length) {
    add_whole(copies, successor, copy);
    return;
  }
  if (copies->origin_at == SIZE_MAX)
    copies->origin_at =
        add_bytes(copies, copies->origin, copies->origin_length);
  copy->origin = copies->origin_at;
  copy->words = copies->words.count;
  copy->changed = changed & copies->mask;
  add_words(copies, successor->state, copy->changed);
}

const uint8_t *copies_get(struct copies *copies, const struct copy *copy) {
  const uint64_t *words = copies->words.items + copy->words;
  if (copy->changed == UINT64_MAX)
    return (const uint8_t *)words;
  vec_reserve(&copies->rebuilt, copy->length);
  uint8_t *bytes = copies->rebuilt.items;
  memcpy(bytes, copies->words.items + copy->origin, copy->length);
  for (uint64_t left = copy->changed; left != 0; left &= left - 1)
    memcpy(bytes + (size_t)__builtin_ctzll(left) * WORD_BYTES, words++,
           WORD_BYTES);
  return bytes;
}
