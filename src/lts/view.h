/* A graph that is looked at state by state: it may be built while one looks. */
#ifndef LARIAT_LTS_VIEW_H
#define LARIAT_LTS_VIEW_H

#include "lts/lts.h"

struct lts_edges {
  const uint32_t *labels, *targets;
  uint32_t count;
};

struct lts_view {
  void *context;
  uint32_t initial;
  uint32_t hidden; /* the label of hidden steps, or LTS_NO_LABEL */
  /* The edges of a state, valid until the next call; false when a limit stands
   * in the way.
   */
  bool (*edges)(void *context, uint32_t state, struct lts_edges *out);
};

/* A graph that is there already, seen from one of its states. */
struct lts_view lts_view_of(const struct lts *lts, uint32_t initial);

#endif
