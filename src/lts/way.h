/* A shortest way through a graph that has certain labels. */
#ifndef LARIAT_LTS_WAY_H
#define LARIAT_LTS_WAY_H

#include "lts/duel.h"

struct way_query {
  const struct lts_view *view;
  uint32_t from;
  const uint32_t *labels; /* in this order */
  size_t label_count;
  bool hidden_before; /* hidden steps may come before a label */
  bool hidden_after;  /* and after the last one */
  /* May the way go on from a state before the last label, and may it end in
   * this one?  NULL: always.
   */
  bool (*may_pass)(void *context, uint32_t state);
  bool (*may_end)(void *context, uint32_t state);
  void *context;
};

enum way_answer { WAY_FOUND, WAY_NONE, WAY_GAVE_UP };

/* Appends the way to *run or, if there is none, one with as many of the labels
 * as possible.  Takes the edges looked at from *patience.
 */
enum way_answer way_find(const struct way_query *query, uint64_t *patience,
                         struct duel_run *run);

#endif
