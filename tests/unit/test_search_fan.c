/* What is in a fan comes back as it was. */
#include "search/fan.h"

#include "tap.h"

enum { LONGEST = 700, WORD = WORD_SIZE, EXPANSIONS = 500 };

struct sample {
  uint8_t state[LONGEST];
  size_t length;
};

static void change(struct sample *sample, struct rng *rng) {
  for (uint64_t left = rng_below(rng, 5); left > 0 && sample->length > 0;
       left--)
    sample->state[rng_below(rng, sample->length)] = (uint8_t)rng_below(rng, 9);
}

/* As a search does, one that says where it differs, or one of another length.
 */
static void add(struct fan *fan, unsigned i, const struct sample *origin,
                const struct sample *other) {
  struct successor successor = {
      .state = other->state, .length = other->length, .changed = UINT64_MAX};
  if (other->length == origin->length && fan->mask != 0)
    successor.changed =
        difference_find(origin->state, other->state, origin->length);
  if (!fan_is_told(fan, &successor)) {
    fan_add_long(fan, i, &successor);
    return;
  }
  uint64_t *words = fan_end(fan);
  size_t count = 0;
  for (uint64_t left = successor.changed; left != 0; left &= left - 1) {
    const size_t place = (size_t)__builtin_ctzll(left);
    words[count++] =
        word_at(origin->state, place) ^ word_at(other->state, place);
  }
  fan_add(fan, i, difference_head(successor.changed, count), i);
}

static bool is_same(const uint8_t *state, size_t length,
                    const struct sample *sample) {
  return length == sample->length &&
         (length == 0 || memcmp(state, sample->state, length) == 0);
}

/* What an item leads to. */
static void rebuild(const struct fan *fan, const struct fan_item *item,
                    struct sample *sample) {
  uint64_t difference[2 * LONGEST / WORD];
  const uint64_t *step = fan_step(fan, item);
  const size_t count = difference_words(step[KNOWN_HEAD]);
  memcpy(difference, step + KNOWN_WORDS, count * WORD);
  difference[count + DIFFERENCE_TAIL - 1] = step[KNOWN_HEAD];
  difference_apply(&difference[count + DIFFERENCE_TAIL - 1], sample->state,
                   &sample->length);
}

/* The new ones stay, in their order. */
static bool new_ones_stay(const struct fan *fan, const struct sample *origin,
                          const struct sample *news, size_t count) {
  bool all = fan->items.count == count;
  for (size_t i = 0; i < count && all; i++) {
    struct sample rebuilt = *origin;
    rebuild(fan, &fan->items.items[i], &rebuilt);
    all = is_same(rebuilt.state, rebuilt.length, &news[i]);
  }
  return all;
}

static bool expand(struct fan *fan, struct rng *rng) {
  static struct sample others[FAN_BATCH], news[4 * FAN_BATCH];
  struct sample origin = {.length = (size_t)rng_below(rng, LONGEST - WORD)};
  if (rng_below(rng, 3) > 0)
    origin.length = origin.length / WORD * WORD;
  change(&origin, rng);
  fan_begin(fan, origin.state, origin.length);
  size_t new_count = 0;
  for (uint64_t batches = rng_below(rng, 5); batches > 0; batches--) {
    const unsigned count = (unsigned)rng_below(rng, FAN_BATCH + 1);
    const uint64_t is_new =
        count > 0 ? rng_next(rng) & UINT64_MAX >> (64 - count) : 0;
    for (unsigned i = 0; i < count; i++) {
      others[i] = origin;
      if (rng_below(rng, 8) == 0)
        others[i].length = (size_t)rng_below(rng, LONGEST - WORD);
      change(&others[i], rng);
      add(fan, i, &origin, &others[i]);
    }
    const size_t before = new_count;
    new_count += fan_settle(fan, is_new);
    for (unsigned i = 0, n = 0; i < count; i++)
      if (is_new >> i & 1)
        news[before + n++] = others[i];
  }
  return new_ones_stay(fan, &origin, news, new_count);
}

TEST(successors_come_back_as_they_were) {
  struct fan fan = {0};
  struct rng rng;
  rng_seed(&rng, 4);
  bool all = true;
  for (unsigned i = 0; i < EXPANSIONS; i++)
    all = all && expand(&fan, &rng);
  CHECK(all);
  fan_free(&fan);
}

static uint64_t note_of(const struct fan *fan, size_t item) {
  return fan_step(fan, &fan->items.items[item])[KNOWN_NOTE];
}

TEST(to_shuffle_loses_none) {
  struct fan fan = {0};
  struct rng rng;
  rng_seed(&rng, 5);
  struct sample origin = {.length = 16}, others[FAN_BATCH];
  fan_begin(&fan, origin.state, origin.length);
  for (unsigned i = 0; i < FAN_BATCH; i++) {
    others[i] = origin;
    others[i].state[0] = (uint8_t)(i + 1);
    add(&fan, i, &origin, &others[i]);
  }
  fan_settle(&fan, UINT64_MAX >> (64 - FAN_BATCH));
  fan_shuffle(&fan, &rng);
  uint64_t met = 0;
  for (size_t i = 0; i < fan.items.count; i++) {
    struct sample rebuilt = origin;
    rebuild(&fan, &fan.items.items[i], &rebuilt);
    met |= UINT64_C(1) << (rebuilt.state[0] - 1);
  }
  CHECK(met == UINT64_MAX >> (64 - FAN_BATCH));
  CHECK(note_of(&fan, 0) != 0 || note_of(&fan, 1) != 1 ||
        note_of(&fan, 2) != 2);
  fan_free(&fan);
}

RUN_TESTS(RUN(successors_come_back_as_they_were), RUN(to_shuffle_loses_none))
