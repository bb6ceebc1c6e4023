/* Differences come off a descent as they were pushed, those in files too. */
#include "search/descent.h"

#include "base/rng.h"
#include "tap.h"

#include <stdlib.h>

enum { WORD = WORD_SIZE, BYTES = 80, LONG_BYTES = 1000, STEPS = 60000 };

static const size_t AMPLE = (size_t)1 << 28;

/* Where a search is. */
struct walk {
  struct descent descent;
  uint8_t state[LONG_BYTES];
  size_t length;
  uint64_t sum; /* of all states on the path, by which they are known */
};

static uint64_t hash_of(const struct walk *walk) {
  uint64_t hash = walk->length;
  for (size_t i = 0; i < walk->length; i++)
    hash = (hash ^ walk->state[i]) * UINT64_C(0x100000001b3);
  return hash;
}

static bool push_short(struct walk *walk, struct rng *rng) {
  uint64_t step[KNOWN_WORDS + 3] = {0};
  size_t count = 0;
  uint64_t changed = 0;
  for (size_t i = 0; i < walk->length / WORD; i++)
    if (count < 3 && rng_below(rng, 4) == 0) {
      changed |= UINT64_C(1) << i;
      step[KNOWN_WORDS + count++] = rng_next(rng);
    }
  step[KNOWN_HEAD] = difference_head(changed, count);
  return descent_push(&walk->descent, step, 0);
}

static bool push_long(struct walk *walk, struct rng *rng) {
  uint64_t step[KNOWN_WORDS + LONG_BYTES / WORD + 8] = {0};
  uint8_t other[LONG_BYTES];
  const size_t length = rng_below(rng, 2) > 0
                            ? BYTES
                            : (size_t)rng_below(rng, LONG_BYTES / WORD) * WORD;
  for (size_t i = 0; i < length; i++)
    other[i] = (uint8_t)rng_below(rng, 3);
  step[KNOWN_HEAD] = difference_write_long(walk->state, walk->length, other,
                                           length, step + KNOWN_WORDS);
  return descent_push(&walk->descent, step, 0);
}

static bool push(struct walk *walk, struct rng *rng) {
  return walk->length != BYTES || rng_below(rng, 500) == 0
             ? push_long(walk, rng)
             : push_short(walk, rng);
}

static void go_along(struct walk *walk) {
  struct descent *descent = &walk->descent;
  difference_apply(descent_whole(descent, descent_top(descent)), walk->state,
                   &walk->length);
}

static void descend(struct walk *walk) {
  walk->sum += hash_of(walk);
  *descent_top(&walk->descent) |= DIFFERENCE_MARK;
  go_along(walk);
}

static void ascend(struct walk *walk) {
  go_along(walk);
  descent_pop(&walk->descent, difference_words(*descent_top(&walk->descent)));
  walk->sum -= hash_of(walk);
}

/* The way back along those on the path leads to where all began. */
static bool traces_back(struct walk *walk) {
  uint8_t state[LONG_BYTES];
  size_t length = walk->length;
  uint64_t end = walk->descent.words.count, place;
  memcpy(state, walk->state, sizeof state);
  while (descent_trace(&walk->descent, &end, &place))
    difference_apply(descent_join(&walk->descent, place), state, &length);
  bool is_zero = length == BYTES;
  for (size_t i = 0; i < length; i++)
    is_zero = is_zero && state[i] == 0;
  return is_zero;
}

TEST(the_way_down_is_the_way_back) {
  struct budget budget = {.limit = AMPLE};
  struct walk *walk = calloc(1, sizeof *walk);
  struct rng rng;
  rng_seed(&rng, 3);
  descent_init(&walk->descent, &budget);
  walk->length = BYTES;
  bool all = true;
  for (unsigned i = 0; i < STEPS && all; i++) {
    for (uint64_t left = 1 + rng_below(&rng, 3); left > 0; left--)
      all = all && push(walk, &rng);
    descend(walk);
  }
  CHECK(all && walk->descent.words.spilled > 0);
  CHECK(traces_back(walk));
  while (!descent_is_empty(&walk->descent)) {
    if (*descent_top(&walk->descent) & DIFFERENCE_MARK)
      ascend(walk);
    else
      descend(walk);
  }
  CHECK(walk->sum == 0);
  CHECK(walk->length == BYTES);
  CHECK(traces_back(walk));
  descent_clear(&walk->descent);
  CHECK(budget.used == 0);
  free(walk);
}

TEST(what_the_budget_does_not_allow_leaves_no_part) {
  struct budget budget = {.limit = WORDS_IN_BLOCK * sizeof(uint64_t)};
  struct descent descent;
  descent_init(&descent, &budget);
  uint64_t step[KNOWN_WORDS + 6] = {[KNOWN_NOTE] = 5};
  const uint64_t head = difference_head(3, 2);
  uint64_t pushed = 0;
  step[KNOWN_HEAD] = head;
  while (descent_push(&descent, step, 4))
    pushed++;
  CHECK(pushed == WORDS_IN_BLOCK / 5);
  descent_pop(&descent, 2);
  step[KNOWN_HEAD] = difference_head(63, 6);
  CHECK(!descent_push(&descent, step, 4));
  step[KNOWN_HEAD] = difference_head(31, 5);
  CHECK(!descent_push(&descent, step, 4));
  CHECK(descent.words.count == (pushed - 1) * 5);
  CHECK(*descent_top(&descent) == head);
  CHECK(difference_note(descent_top(&descent)) == 5);
  CHECK(difference_step(descent_top(&descent)) == 4);
  descent_clear(&descent);
  CHECK(budget.used == 0);
}

RUN_TESTS(RUN(the_way_down_is_the_way_back),
          RUN(what_the_budget_does_not_allow_leaves_no_part))
