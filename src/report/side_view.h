/* One of two systems that are looked at together. */
#ifndef LARIAT_REPORT_SIDE_VIEW_H
#define LARIAT_REPORT_SIDE_VIEW_H

#include "base/vec.h"
#include "report/model_graph.h"

/* A model's graph, or one from a file whose labels get other numbers. */
struct side_view {
  struct model_graph *model;
  struct lts *graph;
  uint32_t *numbers; /* of the graph's labels */
  VEC(uint32_t) labels;
};

/* Labels get their numbers from the builder, which both sides share.  False
 * when there is nothing to look at; close it all the same.
 */
bool side_view_open(struct side_view *view, const struct loaded *loaded,
                    const struct model_graph_config *config,
                    struct lts_builder *labels, enum status *status);
void side_view_close(struct side_view *view);

/* Valid while the side is open and stays where it is. */
struct lts_view side_view_look(struct side_view *view,
                               struct lts_builder *labels);

#endif
