/* Graphs made from graphs. */
#ifndef LARIAT_LTS_TRANSFORM_H
#define LARIAT_LTS_TRANSFORM_H

#include "lts/lts.h"

/* Stands for a label that no edge has. */
#define LTS_NO_LABEL UINT32_MAX

/* A graph whose label of hidden steps, if it has one, is `i` alone. */
uint32_t lts_hidden_label(const struct lts *lts); /* or LTS_NO_LABEL */

/* Both graphs side by side.  The states of the right one follow those of the
 * left one, whose initial state is that of the whole; equal names are one
 * label, and all names of hidden steps are the label `i`.  NULL when there is
 * no room for so many states or edges.
 */
struct lts *lts_join(const struct lts *left, const struct lts *right);

/* One graph in the same way: one name for hidden steps. */
struct lts *lts_copy(const struct lts *lts);

/* States that lie on a cycle of hidden steps become one state, and no hidden
 * step leads from a state to itself.  The states are numbered so that a hidden
 * step leads to a smaller number.  *map, to be freed with memory_free(), has
 * the new number of each state.
 */
struct lts *lts_collapse(const struct lts *lts, uint32_t hidden,
                         uint32_t **map);

/* The states that can be reached, numbered breadth first from 0, the initial
 * one; edges are sorted by label and target, and no two are equal.
 */
struct lts *lts_tidy(const struct lts *lts);

#endif
