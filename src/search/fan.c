/* See fan.h.
 *
 * Invariant: behind the words there is room for the rest of the batch, if no
 * difference is long.
 */
#include "search/fan.h"

#include <assert.h>

static_assert((int)DIFFERENCE_WORDS == (int)KNOWN_MASK_BITS,
              "the head of a known step is that of a difference");

void fan_free(struct fan *fan) {
  vec_free(&fan->words);
  vec_free(&fan->items);
}

/* For so many words, and a batch. */
static void make_room(struct fan *fan, size_t words) {
  const size_t batch = (size_t)FAN_BATCH * (KNOWN_WORDS + DIFFERENCE_WORDS);
  vec_reserve(&fan->words, fan->words.count + words + batch);
}

void fan_begin(struct fan *fan, const uint8_t *origin, size_t length) {
  if (length != fan->length)
    fan->mask = difference_mask(length);
  fan->origin = origin;
  fan->length = length;
  fan->words.count = fan->items.count = 0;
  make_room(fan, 0);
}

uint64_t *fan_add_long(struct fan *fan, unsigned i,
                       const struct successor *successor) {
  make_room(fan, difference_long_room(fan->length, successor->length));
  const uint64_t head =
      difference_write_long(fan->origin, fan->length, successor->state,
                            successor->length, fan_end(fan));
  uint64_t *step = fan->words.items + fan->words.count;
  fan_add(fan, i, head, 0);
  return step;
}

size_t fan_settle(struct fan *fan, uint64_t is_new) {
  const size_t before = fan->items.count;
  vec_reserve(&fan->items, before + FAN_BATCH);
  for (; is_new != 0; is_new &= is_new - 1)
    fan->items.items[fan->items.count++] =
        fan->waiting[__builtin_ctzll(is_new)];
  make_room(fan, 0);
  return fan->items.count - before;
}

void fan_shuffle(struct fan *fan, struct rng *rng) {
  for (size_t left = fan->items.count; left > 1; left--) {
    struct fan_item *last = &fan->items.items[left - 1];
    struct fan_item *other = &fan->items.items[rng_below(rng, left)];
    const struct fan_item item = *last;
    *last = *other;
    *other = item;
  }
}
