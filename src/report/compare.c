/* Comparing two systems: see compare.h.
 *
 * On the fly both sides are looked at through views that share the numbers of
 * labels; a model is explored only as far as the comparison goes.  If that
 * takes too many pairs and the user did not insist, or for the other relations,
 * both graphs are built and refined.
 */
#include "report/compare.h"

#include "lts/on_the_fly.h"
#include "lts/transform.h"
#include "report/side_view.h"

enum { PAIRS_BEFORE_REFINEMENT = 4000000 };

/* ---- on the fly ---- */

/* Notes how far a side was looked at, and closes it. */
static void note_side(struct side_view *view, struct compared_side *side) {
  if (view->model) {
    side->states = model_graph_states(view->model);
    side->edges = model_graph_edges(view->model);
    side->faulty = model_graph_is_faulty(view->model);
  } else if (view->graph) {
    side->states = view->graph->state_count;
    side->edges = view->graph->edge_count;
  }
  side_view_close(view);
}

static void compare_views(const struct compare_config *config,
                          struct side_view *views, struct compared *out) {
  const struct on_the_fly_config limits = {
      .limits = config->graph.limits,
      .max_pairs = config->method == COMPARE_AUTO ? PAIRS_BEFORE_REFINEMENT
                                                  : config->most_pairs,
      .replaces = config->replaces};
  const struct lts_view left = side_view_look(&views[0], out->labels);
  const struct lts_view right = side_view_look(&views[1], out->labels);
  on_the_fly_compare(&left, &right, &limits, &out->comparison);
}

static void check_views(const struct compare_config *config,
                        struct side_view *views, struct compared *out) {
  const struct lts_view left = side_view_look(&views[0], out->labels);
  const struct lts_view right = side_view_look(&views[1], out->labels);
  (void)config;
  lts_comparison_check(&out->comparison, &left, &right);
}

typedef void view_user(const struct compare_config *config,
                       struct side_view *views, struct compared *out);

/* Opens both sides for the user of their views. */
static enum status open_views(const struct compare_config *config,
                              view_user *use, view_user *use_again,
                              struct compared *out) {
  struct side_view views[2] = {{0}};
  enum status status = STATUS_OK;
  if (side_view_open(&views[0], out->sides[0].loaded, &config->graph,
                     out->labels, &status) &&
      side_view_open(&views[1], out->sides[1].loaded, &config->graph,
                     out->labels, &status)) {
    use(config, views, out);
    if (use_again)
      use_again(config, views, out);
  } else {
    out->comparison.answer = LTS_UNKNOWN;
  }
  for (int i = 0; i < 2; i++)
    note_side(&views[i], &out->sides[i]);
  return status;
}

/* Views that forget are no good for checking a formula: it goes back to states
 * that nobody holds.  So both sides are opened anew for that, and looked at as
 * far as the formula goes.
 */
static void compare_forgetting(const struct compare_config *config,
                               struct compared *out) {
  struct compare_config forgetting = *config;
  forgetting.graph.forgets = true;
  const enum status status = open_views(&forgetting, compare_views, NULL, out);
  out->no_start = status == STATUS_BAD_INPUT;
  if (!out->comparison.has_formula)
    return;
  const struct compared_side sides[2] = {out->sides[0], out->sides[1]};
  (void)open_views(config, check_views, NULL, out);
  out->sides[0] = sides[0];
  out->sides[1] = sides[1];
}

static void compare_on_the_fly(const struct compare_config *config,
                               struct compared *out) {
  out->on_the_fly = true;
  out->labels = lts_builder_open();
  if (config->replaces)
    compare_forgetting(config, out);
  else
    out->no_start =
        open_views(config, compare_views, check_views, out) == STATUS_BAD_INPUT;
}

/* ---- whole graphs ---- */

/* Builds the graph of a side; false when it is not whole. */
static bool build_side(const struct compare_config *config,
                       struct compared_side *side, struct lts **graph,
                       struct compared *out) {
  const enum reachable_end end =
      model_graph_whole(side->loaded, &config->graph, graph, &side->faulty);
  if (*graph) {
    side->states = (*graph)->state_count;
    side->edges = (*graph)->edge_count;
  }
  out->cut = out->cut || end == REACHABLE_CUT;
  out->no_start = out->no_start || end == REACHABLE_NOTHING;
  return end == REACHABLE_ALL;
}

static void compare_graphs(const struct compare_config *config,
                           struct compared *out) {
  struct lts *graphs[2] = {NULL, NULL};
  uint32_t from[2] = {0, 0};
  out->on_the_fly = false;
  out->comparison = (struct lts_comparison){.answer = LTS_UNKNOWN};
  if (build_side(config, &out->sides[0], &graphs[0], out) &&
      build_side(config, &out->sides[1], &graphs[1], out)) {
    from[0] = graphs[0]->initial;
    from[1] = graphs[0]->state_count + graphs[1]->initial;
    out->joint = lts_join(graphs[0], graphs[1]);
  }
  lts_close(graphs[0]);
  lts_close(graphs[1]);
  if (out->joint)
    lts_compare(out->joint, from[0], from[1], config->relation,
                config->graph.limits, &out->comparison);
}

/* ---- both ---- */

static bool starts_on_the_fly(const struct compare_config *config,
                              const struct compared *out) {
  const bool has_model =
      !out->sides[0].loaded->graph || !out->sides[1].loaded->graph;
  return config->relation == LTS_STRONG &&
         (config->method == COMPARE_ON_THE_FLY ||
          (config->method == COMPARE_AUTO && has_model));
}

void compare_systems(const struct compare_config *config,
                     const struct compared_side sides[2],
                     struct compared *out) {
  const double start = lts_clock();
  *out = (struct compared){.relation = config->relation,
                           .sides = {sides[0], sides[1]}};
  const bool on_the_fly = starts_on_the_fly(config, out);
  if (on_the_fly)
    compare_on_the_fly(config, out);
  if (!on_the_fly || (config->method == COMPARE_AUTO && !out->no_start &&
                      out->comparison.answer == LTS_UNKNOWN &&
                      !lts_must_stop(config->graph.limits)))
    compare_graphs(config, out);
  out->seconds = lts_clock() - start;
}

void compared_clear(struct compared *compared) {
  lts_comparison_clear(&compared->comparison);
  lts_builder_close(compared->labels);
  lts_close(compared->joint);
}

void compared_formula(struct buffer *out, const struct compared *compared) {
  if (compared->comparison.has_formula)
    hml_print(out, &compared->comparison.formula, compared_names(compared));
}

const char *const *compared_names(const struct compared *compared) {
  return compared->joint ? compared->joint->names
                         : lts_builder_names(compared->labels);
}

const char *compared_reason(const struct compared *compared) {
  if (compared->no_start)
    return "a model has no initial state: an initialiser fails";
  return compared->cut ? "a limit cut the graph of a model"
                       : "a limit was reached";
}
