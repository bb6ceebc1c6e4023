/* A labelled transition system as a model.
 *
 * The model has one process, whose number is 0; each label is a statement of
 * it.  A state is the number of a state of the graph, in four bytes; a state
 * without transitions is an invalid end state.  Propositions are about the
 * step: which label it has.
 */
#ifndef LARIAT_ENGINE_GRAPH_GRAPH_H
#define LARIAT_ENGINE_GRAPH_GRAPH_H

#include "engine/engine.h"
#include "lts/lts.h"

/* The graph must outlive the model, which has one action for each label, of the
 * same number.  The caller closes it with model_close().
 */
struct model *graph_model_open(const struct lts *lts, const char *path,
                               struct sources *sources);

/* The proposition that the step has this label; its index in model->atoms. */
uint32_t graph_model_atom(struct model *model, const struct lts *lts,
                          const char *label);

/* Graph and model must outlive the engine. */
enum status engine_open_graph(const struct model *model, const struct lts *lts,
                              struct engine **out);

#endif
