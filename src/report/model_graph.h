/* The graph of a model, with labels: all of it, or built where one looks. */
#ifndef LARIAT_REPORT_MODEL_GRAPH_H
#define LARIAT_REPORT_MODEL_GRAPH_H

#include "lts/limits.h"
#include "lts/view.h"
#include "report/labelling.h"
#include "report/load.h"
#include "report/reachable.h"

struct model_graph_config {
  struct labelling labelling;
  struct engine_config engine;
  uint64_t max_states; /* 0: no limit */
  size_t max_bytes;    /* of the states */
  bool forgets;        /* a view keeps only the states that are held */
  const struct lts_limits *limits;
};

struct model_graph;

/* NULL, with *status, when there is no engine, no store, or (STATUS_BAD_INPUT)
 * no initial state.  Labels get their numbers from `labels`, which other graphs
 * may share; model, configuration and labels must outlive the graph.
 */
struct model_graph *model_graph_open(const struct loaded *loaded,
                                     const struct model_graph_config *config,
                                     struct lts_builder *labels,
                                     enum status *status);
void model_graph_close(struct model_graph *graph); /* accepts NULL */

/* The graph is built as the view is looked at. */
struct lts_view model_graph_view(struct model_graph *graph);

uint64_t model_graph_states(const struct model_graph *graph); /* so far */
uint64_t model_graph_edges(const struct model_graph *graph);
/* Did a step violate something on the way (assertion, run-time error)? */
bool model_graph_is_faulty(const struct model_graph *graph);

/* All of it at once.  A graph from a file is renamed only.  After REACHABLE_CUT
 * *out has what there was room for, or is NULL.
 */
enum reachable_end model_graph_whole(const struct loaded *loaded,
                                     const struct model_graph_config *config,
                                     struct lts **out, bool *faulty);

#endif
