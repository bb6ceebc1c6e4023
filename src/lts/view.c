/* A graph in memory as one that is looked at: see view.h. */
#include "lts/view.h"

#include "lts/transform.h"

static bool edges(void *context, uint32_t state, struct lts_edges *out) {
  const struct lts *lts = context;
  const uint32_t first = lts->first_edge[state];
  *out = (struct lts_edges){lts->labels + first, lts->targets + first,
                            lts->first_edge[state + 1] - first};
  return true;
}

struct lts_view lts_view_of(const struct lts *lts, uint32_t initial) {
  return (struct lts_view){.context = (void *)lts,
                           .initial = initial,
                           .hidden = lts_hidden_label(lts),
                           .edges = edges};
}
