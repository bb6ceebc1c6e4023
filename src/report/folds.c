/* See folds.h.
 *
 * From left to right, at each place the block of up to LONGEST_ROUND moves that
 * covers most when it is repeated.  A block is looked at only where its second
 * round begins with the same move as the first, so the cost is a few
 * comparisons a move in practice, LONGEST_ROUND at worst.
 */
#include "report/folds.h"

enum {
  LONGEST_ROUND = 64, /* moves */
  LEAST_ROUNDS = 4,
};

static bool is_same_move(const struct move *a, const struct move *b) {
  return a->pid == b->pid && a->from == b->from &&
         a->transition == b->transition && a->partner == b->partner &&
         (a->partner == NO_PROCESS ||
          (a->partner_from == b->partner_from &&
           a->partner_transition == b->partner_transition));
}

/* How many moves from `first` on are those of `length` moves before. */
static size_t matching(const struct trail *trail, size_t first, size_t length,
                       size_t end) {
  size_t at = first + length;
  while (at < end &&
         is_same_move(&trail->moves[at], &trail->moves[at - length]))
    at++;
  return at - first - length;
}

static struct fold best_fold(const struct trail *trail, size_t first,
                             size_t end) {
  struct fold best = {first, 1, 1};
  for (size_t length = 1;
       length <= LONGEST_ROUND && first + LEAST_ROUNDS * length <= end;
       length++) {
    const size_t times = 1 + matching(trail, first, length, end) / length;
    if (times >= LEAST_ROUNDS && times * length > best.times * best.length)
      best = (struct fold){first, length, times};
  }
  return best;
}

void folds_find(const struct trail *trail, size_t whole, fold_list *out) {
  if (trail->move_count <= whole)
    return;
  for (size_t at = 0; at < trail->move_count;) {
    const size_t end =
        at < trail->loop_start ? trail->loop_start : trail->move_count;
    struct fold fold = best_fold(trail, at, end);
    if (fold.times > 1 && at + fold.length * fold.times == trail->move_count)
      fold.times--; /* how it ends is worth seeing */
    if (fold.times > 1)
      vec_push(out, fold);
    at += fold.length * fold.times;
  }
}

size_t folds_rest(const struct trail *trail, const fold_list *folds) {
  size_t rest = trail->move_count;
  for (size_t i = 0; i < folds->count; i++)
    rest -= folds->items[i].length * (folds->items[i].times - 1);
  return rest;
}

const struct fold *folds_after(const fold_list *folds, size_t position) {
  size_t low = 0, high = folds->count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    const struct fold *fold = &folds->items[middle];
    if (fold->first + fold->length == position)
      return fold;
    if (fold->first + fold->length < position)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}
