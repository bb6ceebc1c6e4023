/* From a file to a model: preprocess, parse, lower. */
#include "promela/promela.h"

static enum status build(const struct tokens *tokens, struct diag *diag,
                         struct model *model) {
  struct arena *scratch = arena_open();
  struct ast ast = {0};
  enum status status = promela_parse(tokens, scratch, diag, model, &ast);
  if (status == STATUS_OK)
    status = promela_lower(&ast, diag, model);
  arena_close(scratch); /* the tree dies here; the model shares none of it */
  return status;
}

enum status promela_load(const char *path,
                         const struct preprocess_config *config,
                         struct diag *diag, struct model **out) {
  struct tokens tokens = {0};
  struct model *model = model_open();
  model->sources = diag_sources(diag);
  model->path = intern_string(model->intern, path);
  enum status status =
      preprocess_file(path, config, model->intern, diag, &tokens);
  if (status == STATUS_OK || (status == STATUS_BAD_INPUT && tokens.count > 0)) {
    enum status built = build(&tokens, diag, model);
    status = status == STATUS_OK ? built : status;
  }
  tokens_free(&tokens);
  if (status != STATUS_OK) {
    model_close(model);
    model = NULL;
  }
  *out = model;
  return status;
}
