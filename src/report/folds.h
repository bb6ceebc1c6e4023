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

enum { FOLDS_SHORT_RUN = 200 }; /* steps: people can read it as it is */

/* In ascending order, without overlap; none reaches across the beginning of the
 * cycle.  A run of at most so many steps as `whole` has none.
 */
void folds_find(const struct trail *trail, size_t whole, fold_list *out);

/* The steps that remain when each fold is shown once. */
size_t folds_rest(const struct trail *trail, const fold_list *folds);

/* The fold whose first round ends after so many steps; NULL: none does. */
const struct fold *folds_after(const fold_list *folds, size_t position);

#endif
