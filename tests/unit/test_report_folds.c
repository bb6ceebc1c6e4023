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

TEST(folds_repeat_and_neither_overlap_nor_cross_the_cycle) {
  struct rng rng;
  rng_seed(&rng, 7);
  struct move *moves = memory_alloc(LONGEST * sizeof *moves);
  for (int round = 0; round < ROUNDS; round++) {
    struct trail trail = {.moves = moves};
    trail.move_count = random_moves(&rng, moves);
    trail.loop_start = rng_below(&rng, trail.move_count + 1);
    fold_list folds = {0};
    folds_find(&trail, FOLDS_SHORT_RUN, &folds);
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

TEST(a_million_rounds_are_one_fold_and_the_last_round_is_shown) {
  enum { MOVES = 2000000 };
  struct move *moves = memory_alloc(MOVES * sizeof *moves);
  for (size_t i = 0; i < MOVES; i++)
    moves[i] = (struct move){.from = i % 2, .partner = NO_PROCESS};
  const struct trail trail = {
      .moves = moves, .move_count = MOVES, .loop_start = MOVES};
  fold_list folds = {0};
  folds_find(&trail, FOLDS_SHORT_RUN, &folds);
  CHECK(folds.count == 1);
  CHECK(folds.items[0].length == 2 && folds.items[0].times == MOVES / 2 - 1);
  CHECK(folds_rest(&trail, &folds) == 4);
  vec_free(&folds);
  memory_free(moves);
}

int main(void) {
  static const struct tap_test tests[] = {
      RUN(folds_repeat_and_neither_overlap_nor_cross_the_cycle),
      RUN(a_million_rounds_are_one_fold_and_the_last_round_is_shown),
  };
  return tap_main(tests, sizeof tests / sizeof *tests);
}
