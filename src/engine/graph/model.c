/* What the model of a graph consists of: see graph.h. */
#include "engine/graph/graph.h"

#include <string.h>

static void add_actions(struct model *model, const struct lts *lts) {
  struct action *actions =
      ARENA_ARRAY(model->arena, struct action, lts->label_count);
  model->action_count = lts->label_count;
  model->actions = ARENA_ARRAY(model->arena, struct action *, lts->label_count);
  for (uint32_t label = 0; label < lts->label_count; label++) {
    actions[label] = (struct action){
        .kind = ACTION_GOTO, .text = lts->names[label], .number = label};
    model->actions[label] = &actions[label];
  }
}

/* Its locations are the states of the graph; the engine lists one when it is
 * asked for it.
 */
static void add_process(struct model *model) {
  struct proctype *process = ARENA_NEW(model->arena, struct proctype);
  *process = (struct proctype){
      .name = "graph", .kind = PROC_PLAIN, .active = 1, .priority = 1};
  model->proctype_count = 1;
  model->proctypes = ARENA_NEW(model->arena, struct proctype *);
  model->proctypes[0] = process;
}

static uint32_t add_atom(struct model *model, enum expr_kind kind) {
  struct expr *expr = ARENA_NEW(model->arena, struct expr);
  expr->kind = kind;
  return model_add_atom(model, expr);
}

struct model *graph_model_open(const struct lts *lts, const char *path,
                               struct sources *sources) {
  struct model *model = model_open();
  model->sources = sources;
  model->path = arena_copy(model->arena, path, strlen(path));
  add_actions(model, lts);
  add_process(model);
  model->np_atom = add_atom(model, EXPR_NP);
  model->accepting_atom = add_atom(model, EXPR_ACCEPTING);
  return model;
}

uint32_t graph_model_atom(struct model *model, const struct lts *lts,
                          const char *label) {
  for (uint32_t i = 0; i < model->atom_count; i++)
    if (model->atoms[i]->kind == EXPR_LABEL &&
        strcmp(model->atoms[i]->label, label) == 0)
      return i;
  const uint32_t atom = add_atom(model, EXPR_LABEL);
  struct expr *expr = model->atoms[atom];
  expr->label = arena_copy(model->arena, label, strlen(label));
  expr->location = lts_find_label(lts, label);
  return atom;
}
