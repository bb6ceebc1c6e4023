/* Loading a model: the texts, the messages and the model share one lifetime.
 *
 * Spans in messages, actions and violations point into the sources, so these
 * are the last to go.
 */
#include "report/load.h"

#include "engine/graph/graph.h"
#include "report/load_graph.h"
#include "report/properties.h"

#include <string.h>

static void begin(struct loaded *loaded) {
  *loaded = (struct loaded){.sources = sources_open()};
  loaded->diag = diag_open(loaded->sources);
}

/* Every property asks for these, and there may be thousands. */
static void find_assumed(const struct model *model, struct assumed *out) {
  const struct ltl_block **blocks =
      ARENA_ARRAY(model->arena, const struct ltl_block *, model->ltl_count);
  const struct proctype **automata =
      ARENA_ARRAY(model->arena, const struct proctype *, model->proctype_count);
  *out = (struct assumed){.blocks = blocks, .automata = automata};
  for (uint32_t i = 0; i < model->ltl_count; i++)
    if (is_assumption(model, model->ltl[i].where))
      blocks[out->block_count++] = &model->ltl[i];
  for (uint32_t i = 0; i < model->proctype_count; i++)
    if (model->proctypes[i]->kind == PROC_NEVER &&
        is_assumption(model, model->proctypes[i]->where))
      automata[out->automaton_count++] = model->proctypes[i];
}

/* A model with errors in it is of no use to anybody. */
static void finish(struct loaded *loaded, enum status status) {
  if (status == STATUS_OK && diag_errors(loaded->diag) == 0) {
    find_assumed(loaded->model, &loaded->assumed);
    return;
  }
  model_close(loaded->model);
  lts_close(loaded->graph);
  loaded->model = NULL;
  loaded->graph = NULL;
  if (diag_errors(loaded->diag) == 0 && status != STATUS_STOPPED)
    diag_error(loaded->diag, NO_SPAN, "the model cannot be loaded: %s",
               status_text(status));
}

void loaded_init(struct loaded *loaded, const char *path,
                 const struct preprocess_config *config) {
  begin(loaded);
  finish(loaded,
         is_graph_path(path)
             ? load_graph(path, config, loaded->diag, &loaded->graph,
                          &loaded->model)
             : promela_load(path, config, loaded->diag, &loaded->model));
}

void loaded_init_text(struct loaded *loaded, const char *name,
                      const char *bytes, size_t length,
                      const struct preprocess_config *config) {
  begin(loaded);
  finish(loaded, promela_load_text(name, bytes, length, config, loaded->diag,
                                   &loaded->model));
}

bool is_graph_path(const char *path) {
  static const char suffix[] = ".aut";
  const size_t length = strlen(path), suffix_length = sizeof suffix - 1;
  return length > suffix_length &&
         strcmp(path + length - suffix_length, suffix) == 0;
}

enum status loaded_engine(const struct loaded *loaded,
                          const struct engine_config *config,
                          struct engine **out) {
  return loaded->graph ? engine_open_graph(loaded->model, loaded->graph, out)
                       : engine_open_bytecode(loaded->model, config, out);
}

void loaded_clear(struct loaded *loaded) {
  model_close(loaded->model);
  lts_close(loaded->graph);
  diag_close(loaded->diag);
  sources_close(loaded->sources);
  *loaded = (struct loaded){0};
}
