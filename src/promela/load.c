/* From a file to a model: preprocess, parse, lower. */
#include "promela/promela.h"

static enum status build(const struct tokens *tokens, const struct limit *limit,
                         struct diag *diag, struct model *model) {
  struct arena *scratch = arena_open();
  struct ast ast = {0};
  enum status status = promela_parse(tokens, scratch, diag, model, &ast);
  if (status == STATUS_OK)
    status = promela_lower(&ast, limit, diag, model);
  arena_close(scratch); /* the tree dies here; the model shares none of it */
  return status;
}

static struct model *start(const char *name, struct diag *diag) {
  struct model *model = model_open();
  model->sources = diag_sources(diag);
  model->path = intern_string(model->intern, name);
  return model;
}

/* From the tokens to the model, which is closed unless all went well.  After
 * errors in the preprocessor the parser goes on, to find more.
 */
static enum status finish(enum status status, struct tokens *tokens,
                          const struct preprocess_config *config,
                          struct diag *diag, struct model *model,
                          struct model **out) {
  if (status == STATUS_OK ||
      (status == STATUS_BAD_INPUT && tokens->count > 0)) {
    enum status built = build(tokens, config->limit, diag, model);
    status = status == STATUS_OK ? built : status;
  }
  tokens_free(tokens);
  if (status != STATUS_OK) {
    model_close(model);
    model = NULL;
  }
  *out = model;
  return status;
}

enum status promela_load(const char *path,
                         const struct preprocess_config *config,
                         struct diag *diag, struct model **out) {
  struct tokens tokens = {0};
  struct model *model = start(path, diag);
  enum status status =
      preprocess_file(path, config, model->intern, diag, &tokens);
  return finish(status, &tokens, config, diag, model, out);
}

enum status promela_load_text(const char *name, const char *bytes,
                              size_t length,
                              const struct preprocess_config *config,
                              struct diag *diag, struct model **out) {
  struct tokens tokens = {0};
  struct model *model = start(name, diag);
  enum status status = preprocess_text(name, bytes, length, config,
                                       model->intern, diag, &tokens);
  return finish(status, &tokens, config, diag, model, out);
}
