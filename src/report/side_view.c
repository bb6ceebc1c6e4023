/* One of two systems: see side_view.h. */
#include "report/side_view.h"

#include <string.h>

static bool graph_edges(void *context, uint32_t state, struct lts_edges *out) {
  struct side_view *view = context;
  const struct lts *graph = view->graph;
  const uint32_t first = graph->first_edge[state];
  const uint32_t end = graph->first_edge[state + 1];
  view->labels.count = 0;
  for (uint32_t e = first; e < end; e++)
    vec_push(&view->labels, view->numbers[graph->labels[e]]);
  *out = (struct lts_edges){view->labels.items, graph->targets + first,
                            end - first};
  return true;
}

static void open_graph(struct side_view *view, const struct loaded *loaded,
                       const struct model_graph_config *config,
                       struct lts_builder *labels) {
  view->graph = labelling_apply(&config->labelling, loaded->graph);
  view->numbers =
      memory_alloc(view->graph->label_count * sizeof *view->numbers);
  for (uint32_t i = 0; i < view->graph->label_count; i++) {
    const char *name = view->graph->names[i];
    view->numbers[i] = lts_builder_label(labels, name, strlen(name));
  }
}

bool side_view_open(struct side_view *view, const struct loaded *loaded,
                    const struct model_graph_config *config,
                    struct lts_builder *labels, enum status *status) {
  *view = (struct side_view){0};
  *status = STATUS_OK;
  if (loaded->graph)
    open_graph(view, loaded, config, labels);
  else
    view->model = model_graph_open(loaded, config, labels, status);
  return *status == STATUS_OK;
}

struct lts_view side_view_look(struct side_view *view,
                               struct lts_builder *labels) {
  if (view->model)
    return model_graph_view(view->model);
  return (struct lts_view){.context = view,
                           .initial = view->graph->initial,
                           .hidden = lts_builder_label(labels, "i", 1),
                           .edges = graph_edges};
}

void side_view_close(struct side_view *view) {
  model_graph_close(view->model);
  lts_close(view->graph);
  memory_free(view->numbers);
  vec_free(&view->labels);
}
