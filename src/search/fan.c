/* See fan.h.
 *
 * Invariant: behind the words there is room for the rest of the batch, if no
 * difference is long.
 */
#include "search/fan.h"

#include <assert.h>

void fan_free(struct fan *fan) {
  vec_free(&fan->words);
  vec_free(&fan->heads);
  vec_free(&fan->rebuilt);
}

/* For so many words, and a batch. */
static void make_room(struct fan *fan, size_t words) {
  const size_t batch = (size_t)FAN_BATCH * (DIFFERENCE_WORDS + 1);
  vec_reserve(&fan->words, fan->words.count + words + batch);
}

void fan_begin(struct fan *fan, const uint8_t *origin, size_t length) {
  if (length != fan->length)
    fan->mask = difference_mask(length);
  fan->origin = origin;
  fan->length = length;
  fan->words.count = fan->heads.count = 0;
  make_room(fan, 0);
}

void fan_add_long(struct fan *fan, unsigned i,
                  const struct successor *successor) {
  make_room(fan, difference_long_room(fan->length, successor->length));
  const uint64_t *end =
      difference_write_long(fan->origin, fan->length, successor->state,
                            successor->length, fan_end(fan));
  fan->words.count = (size_t)(end - fan->words.items);
  fan->waiting[i] = fan->words.count - 1;
}

void fan_settle(struct fan *fan, uint64_t is_new) {
  for (; is_new != 0; is_new &= is_new - 1)
    vec_push(&fan->heads, fan->waiting[__builtin_ctzll(is_new)]);
  fan->words.count = fan->heads.count > 0 ? *vec_last(&fan->heads) + 1 : 0;
  make_room(fan, 0);
}

void fan_shuffle(struct fan *fan, struct rng *rng) {
  for (size_t left = fan->heads.count; left > 1; left--) {
    size_t *last = &fan->heads.items[left - 1];
    size_t *other = &fan->heads.items[rng_below(rng, left)];
    const size_t head = *last;
    *last = *other;
    *other = head;
  }
}

const uint8_t *fan_rebuild(struct fan *fan, unsigned i, size_t *length) {
  const uint64_t *head = fan->words.items + fan->waiting[i];
  const size_t change = *head & DIFFERENCE_LONG
                            ? (size_t)head[-(ptrdiff_t)difference_size(*head)]
                            : 0;
  *length = fan->length;
  const size_t other = fan->length ^ change;
  vec_reserve(&fan->rebuilt,
              difference_room(other > *length ? other : *length));
  if (*length > 0)
    memcpy(fan->rebuilt.items, fan->origin, *length);
  (void)difference_apply(head, fan->rebuilt.items, length);
  assert(*length == other);
  return fan->rebuilt.items;
}
