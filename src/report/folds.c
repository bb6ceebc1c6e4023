/* See folds.h.
 *
 * From left to right, at each place the block of up to LONGEST_ROUND moves that
 * covers most when it is repeated.  A block is looked at only where its second
 * round begins with the same move as the first, and not where it is several
 * rounds of one that is repeated, so the cost is a few comparisons a move in
 * practice, LONGEST_ROUND at worst.
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

/* Brings a part of the trail into sight that has this move in it, and those
 * that it is compared with.
 */
static void see(struct fold_search *search, size_t index) {
  const size_t left = search->trail->move_count - index;
  const size_t back = index < LONGEST_ROUND ? index : LONGEST_ROUND;
  search->seen_first = index - back;
  search->seen_count =
      back + left < FOLDS_SEEN ? back + left : (size_t)FOLDS_SEEN;
  for (size_t i = 0; i < search->seen_count; i++)
    search->seen[i] = trail_move(search->trail, search->seen_first + i);
}

/* The move is the same as the one so many before it. */
static bool repeats(struct fold_search *search, size_t index, size_t length) {
  if (index < search->seen_first + length ||
      index >= search->seen_first + search->seen_count)
    see(search, index);
  const struct move *move = &search->seen[index - search->seen_first];
  return is_same_move(move, move - length);
}

/* How many moves from `first` on are those of `length` moves before. */
static size_t matching(struct fold_search *search, size_t first, size_t length,
                       size_t end) {
  size_t at = first + length;
  while (at < end && repeats(search, at, length))
    at++;
  return at - first - length;
}

static struct fold best_fold(struct fold_search *search, size_t first,
                             size_t end) {
  struct fold best = {first, 1, 1};
  for (size_t length = 1;
       length <= LONGEST_ROUND && first + LEAST_ROUNDS * length <= end;
       length++) {
    if (best.times > 1 && length % best.length == 0)
      continue; /* it ends where that one does, and covers no more */
    const size_t times = 1 + matching(search, first, length, end) / length;
    if (times >= LEAST_ROUNDS && times * length > best.times * best.length)
      best = (struct fold){first, length, times};
  }
  return best;
}

void fold_search_begin(struct fold_search *search, const struct trail *trail,
                       size_t whole, size_t most) {
  search->trail = trail;
  search->at = trail->move_count <= whole ? trail->move_count : 0;
  search->rest = search->at;
  search->most = most;
  search->seen_first = search->seen_count = 0;
}

bool fold_search_next(struct fold_search *search, struct fold *out) {
  const struct trail *trail = search->trail;
  while (search->at < trail->move_count && search->rest <= search->most) {
    const size_t at = search->at;
    const size_t end =
        at < trail->loop_start ? trail->loop_start : trail->move_count;
    struct fold fold = best_fold(search, at, end);
    if (fold.times > 1 && at + fold.length * fold.times == trail->move_count)
      fold.times--; /* how it ends is worth seeing */
    search->at += fold.length * fold.times;
    search->rest += fold.length;
    *out = fold;
    if (fold.times > 1)
      return true;
  }
  return false;
}

void folds_find(const struct trail *trail, size_t whole, size_t most,
                fold_list *out) {
  struct fold_search search;
  struct fold fold;
  fold_search_begin(&search, trail, whole, most);
  while (fold_search_next(&search, &fold))
    vec_push(out, fold);
  if (search.rest > most)
    out->count = 0;
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
