/* Long runs in short: parts that are the same moves again and again. */
#ifndef LARIAT_REPORT_FOLDS_H
#define LARIAT_REPORT_FOLDS_H

#include "base/vec.h"
#include "search/trail.h"

/* moves[first .. first + length) and the same again, `times` times in all. */
struct fold {
  size_t first, length, times;
};

typedef VEC(struct fold) fold_list;

enum {
  FOLDS_SHORT_RUN = 200, /* steps: people can read it as it is */
  FOLDS_SEEN = 512,      /* moves */
};

/* One fold after the other, in ascending order and without overlap; none
 * reaches across the beginning of the cycle.
 */
struct fold_search {
  const struct trail *trail;
  size_t at;   /* has come so far */
  size_t rest; /* steps that remain when each fold is shown once */
  size_t most; /* and when these are more, it ends */
  /* A part of the trail. */
  struct move seen[FOLDS_SEEN];
  size_t seen_first, seen_count;
};

/* A run of at most so many steps as `whole` has no folds. */
void fold_search_begin(struct fold_search *search, const struct trail *trail,
                       size_t whole, size_t most);
bool fold_search_next(struct fold_search *search, struct fold *out);

/* All of them; none, when more steps than `most` would remain. */
void folds_find(const struct trail *trail, size_t whole, size_t most,
                fold_list *out);

/* The fold whose first round ends after so many steps; NULL: none does. */
const struct fold *folds_after(const fold_list *folds, size_t position);

#endif
