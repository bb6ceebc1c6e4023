/* report/folds: what is folded, unfolded again, is the run. */
#include "report/folds.h"

#include "base/memory.h"
#include "base/rng.h"
#include "tap.h"

enum { ROUNDS = 200, LONGEST = 3000 };

/* Blocks of a few kinds of moves, each repeated. */
static size_t random_moves(struct rng *rng, struct move *moves) {
  size_t count = 0;
  while (count < LONGEST - 100) {
    const size_t length = 1 + rng_below(rng, 4), times = 1 + rng_below(rng, 20);
    const uint32_t kind = (uint32_t)rng_below(rng, 3);
    for (size_t i = 0; i < length * times; i++)
      moves[count++] = (struct move){.from = kind + (uint32_t)(i % length),
                                     .partner = NO_PROCESS};
    if (rng_below(rng, 8) == 0)
      break;
  }
  return count;
}

/* Every round of a fold is its first one. */
static bool is_repeated(const struct trail *trail, const struct fold *fold) {
  for (size_t i = fold->length; i < fold->length * fold->times; i++)
    if (trail->moves[fold->first + i].from !=
        trail->moves[fold->first + i % fold->length].from)
      return false;
  return true;
}

static size_t steps_left(const struct trail *trail, const fold_list *folds) {
  size_t rest = trail->move_count;
  for (size_t i = 0; i < folds->count; i++)
    rest -= folds->items[i].length * (folds->items[i].times - 1);
  return rest;
}

TEST(folds_repeat_and_neither_overlap_nor_cross_the_cycle) {
  struct rng rng;
  rng_seed(&rng, 7);
  struct move *moves = memory_alloc(LONGEST * sizeof *moves);
  for (int round = 0; round < ROUNDS; round++) {
    struct trail trail = {.moves = moves};
    trail.move_count = random_moves(&rng, moves);
    trail.loop_start = rng_below(&rng, trail.move_count + 1);
    fold_list folds = {0};
    folds_find(&trail, FOLDS_SHORT_RUN, SIZE_MAX, &folds);
    size_t end = 0;
    for (size_t i = 0; i < folds.count; i++) {
      const struct fold *fold = &folds.items[i];
      const size_t after = fold->first + fold->length * fold->times;
      CHECK(fold->first >= end && after < trail.move_count + 1);
      CHECK(fold->first >= trail.loop_start || after <= trail.loop_start);
      CHECK(is_repeated(&trail, fold));
      CHECK(folds_after(&folds, fold->first + fold->length) == fold);
      end = after;
    }
    CHECK(trail.move_count > FOLDS_SHORT_RUN || folds.count == 0);
    vec_free(&folds);
  }
  memory_free(moves);
}

/* The longest block that is repeated there, looked for in the plainest way. */
static struct fold plain_fold(const struct trail *trail, size_t first,
                              size_t end) {
  struct fold best = {first, 1, 1};
  for (size_t length = 1; length <= 64 && first + 4 * length <= end; length++) {
    size_t at = first + length;
    while (at < end && trail->moves[at].from == trail->moves[at - length].from)
      at++;
    const size_t times = (at - first) / length;
    if (times >= 4 && times * length > best.times * best.length)
      best = (struct fold){first, length, times};
  }
  return best;
}

TEST(of_blocks_that_are_repeated_the_one_that_covers_most_is_folded) {
  struct rng rng;
  rng_seed(&rng, 8);
  struct move *moves = memory_alloc(LONGEST * sizeof *moves);
  for (int round = 0; round < ROUNDS; round++) {
    struct trail trail = {.moves = moves};
    trail.move_count = random_moves(&rng, moves);
    trail.loop_start = trail.move_count;
    struct fold_search search;
    struct fold fold = {0};
    fold_search_begin(&search, &trail, 0, SIZE_MAX);
    bool found = fold_search_next(&search, &fold);
    for (size_t at = 0; at < trail.move_count;) {
      struct fold plain = plain_fold(&trail, at, trail.move_count);
      const size_t covered = plain.length * plain.times;
      if (plain.times > 1 && at + covered == trail.move_count)
        plain.times--;
      at += plain.length * plain.times;
      if (plain.times == 1)
        continue;
      CHECK(found && fold.first == plain.first && fold.times == plain.times &&
            fold.length == plain.length);
      found = fold_search_next(&search, &fold);
    }
    CHECK(!found);
  }
  memory_free(moves);
}

TEST(what_would_stay_too_long_is_not_folded) {
  enum { ROUND = 3, TIMES = 100 };
  struct move moves[ROUND * TIMES];
  for (uint32_t i = 0; i < ROUND * TIMES; i++)
    moves[i] = (struct move){.from = i % ROUND, .partner = NO_PROCESS};
  const struct trail trail = {
      .moves = moves, .move_count = ROUND * TIMES, .loop_start = ROUND * TIMES};
  fold_list folds = {0};
  folds_find(&trail, FOLDS_SHORT_RUN, 2 * ROUND - 1, &folds);
  CHECK(folds.count == 0);
  folds_find(&trail, FOLDS_SHORT_RUN, 2 * ROUND, &folds);
  CHECK(folds.count == 1);
  vec_free(&folds);
}

TEST(a_million_rounds_are_one_fold_and_the_last_round_is_shown) {
  enum { MOVES = 2000000 };
  struct move *moves = memory_alloc(MOVES * sizeof *moves);
  for (size_t i = 0; i < MOVES; i++)
    moves[i] = (struct move){.from = i % 2, .partner = NO_PROCESS};
  const struct trail trail = {
      .moves = moves, .move_count = MOVES, .loop_start = MOVES};
  fold_list folds = {0};
  folds_find(&trail, FOLDS_SHORT_RUN, SIZE_MAX, &folds);
  CHECK(folds.count == 1);
  CHECK(folds.items[0].length == 2 && folds.items[0].times == MOVES / 2 - 1);
  CHECK(steps_left(&trail, &folds) == 4);
  vec_free(&folds);
  memory_free(moves);
}

int main(void) {
  static const struct tap_test tests[] = {
      RUN(folds_repeat_and_neither_overlap_nor_cross_the_cycle),
      RUN(of_blocks_that_are_repeated_the_one_that_covers_most_is_folded),
      RUN(what_would_stay_too_long_is_not_folded),
      RUN(a_million_rounds_are_one_fold_and_the_last_round_is_shown),
  };
  return tap_main(tests, sizeof tests / sizeof *tests);
}
