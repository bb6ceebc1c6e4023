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
  /* A graph that forgets states, so that their numbers go to others, keeps
   * those that are held: as often as they are held, until they are dropped.
   * All others, but for the initial one, may be forgotten at the next look at
   * edges.  NULL: no state is ever forgotten.
   */
  void (*hold)(void *context, uint32_t state);
  void (*drop)(void *context, uint32_t state);
  /* Of memory that grows with what was looked at; may be NULL. */
  size_t (*bytes)(void *context);
};

/* A graph that is there already, seen from one of its states. */
struct lts_view lts_view_of(const struct lts *lts, uint32_t initial);

static inline void lts_view_hold(const struct lts_view *view, uint32_t state) {
  if (view->hold)
    view->hold(view->context, state);
}

static inline void lts_view_drop(const struct lts_view *view, uint32_t state) {
  if (view->drop)
    view->drop(view->context, state);
}

static inline size_t lts_view_bytes(const struct lts_view *view) {
  return view->bytes ? view->bytes(view->context) : 0;
}

#endif
