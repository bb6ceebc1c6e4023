/* What is copied as a difference comes back as it was. */
#include "search/copies.h"

#include "base/rng.h"
#include "tap.h"

#include <string.h>

enum { BATCH = 20, LONGEST = 700, WORD = 8, MASKED = 64 };

struct waiting {
  uint8_t state[LONGEST];
  size_t length;
  struct copy copy;
};

/* Changes some bytes, and says where as engines do. */
static uint64_t change(uint8_t *state, size_t length, struct rng *rng) {
  uint64_t changed = 0;
  for (uint64_t left = rng_below(rng, 5); left > 0 && length > 0; left--) {
    const size_t byte = (size_t)rng_below(rng, length);
    state[byte] = (uint8_t)rng_below(rng, 256);
    changed |= UINT64_C(1) << byte / WORD % MASKED;
  }
  return length > (size_t)MASKED * WORD ? UINT64_MAX : changed;
}

/* Some successors are longer or shorter, and say nothing of where. */
static void add_successor(struct copies *copies, const uint8_t *origin,
                          size_t length, struct rng *rng,
                          struct waiting *waiting) {
  memcpy(waiting->state, origin, LONGEST);
  waiting->length = length;
  uint64_t changed = change(waiting->state, length, rng);
  if (rng_below(rng, 6) == 0) {
    waiting->length = (size_t)rng_below(rng, LONGEST);
    changed = UINT64_MAX;
  }
  const struct successor successor = {
      .state = waiting->state, .length = waiting->length, .changed = changed};
  copies_add(copies, &successor, &waiting->copy);
}

static bool comes_back(struct copies *copies, const struct waiting *waiting) {
  return waiting->copy.length == waiting->length &&
         (waiting->length == 0 || memcmp(copies_get(copies, &waiting->copy),
                                         waiting->state, waiting->length) == 0);
}

/* The successors of a few states wait together, and all are asked for at the
 * end.
 */
static bool batch_comes_back(struct copies *copies, struct rng *rng) {
  static struct waiting waiting[BATCH];
  uint8_t origin[LONGEST] = {0};
  for (unsigned i = 0; i < BATCH;) {
    size_t length = (size_t)rng_below(rng, LONGEST);
    if (rng_below(rng, 3) > 0)
      length = length / WORD * WORD;
    (void)change(origin, length, rng);
    copies_begin(copies, origin, length);
    for (uint64_t left = rng_below(rng, 8); left > 0 && i < BATCH; left--)
      add_successor(copies, origin, length, rng, &waiting[i++]);
  }
  bool all = true;
  for (unsigned i = 0; i < BATCH; i++)
    all = all && comes_back(copies, &waiting[i]);
  copies_drop(copies);
  return all;
}

TEST(copies_are_what_was_copied) {
  struct copies copies = {0};
  struct rng rng;
  rng_seed(&rng, 1);
  for (unsigned i = 0; i < 2000; i++)
    CHECK(batch_comes_back(&copies, &rng));
  copies_free(&copies);
}

/* Dropping may come in the middle of an expansion. */
TEST(a_state_may_go_on_having_successors_after_all_copies_were_dropped) {
  struct copies copies = {0};
  struct rng rng;
  struct waiting waiting;
  uint8_t origin[LONGEST] = {1, 2, 3};
  rng_seed(&rng, 2);
  copies_begin(&copies, origin, 64);
  for (unsigned i = 0; i < 100; i++) {
    add_successor(&copies, origin, 64, &rng, &waiting);
    CHECK(comes_back(&copies, &waiting));
    copies_drop(&copies);
  }
  copies_free(&copies);
}

RUN_TESTS(
    RUN(copies_are_what_was_copied),
    RUN(a_state_may_go_on_having_successors_after_all_copies_were_dropped))
