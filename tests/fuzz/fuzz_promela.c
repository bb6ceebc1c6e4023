/* Any bytes through the front end: no crash, no hang, no leak.
 *
 * For libFuzzer.  The bytes are a model; what the front end says about it does
 * not matter here, only that it says it.
 */
#include "promela/promela.h"

/* The name is libFuzzer's.  NOLINTBEGIN(readability-identifier-naming) */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);
/* NOLINTEND(readability-identifier-naming) */

static void build(const struct tokens *tokens, struct diag *diag,
                  struct model *model) {
  struct arena *scratch = arena_open();
  struct ast ast = {0};
  if (promela_parse(tokens, scratch, diag, model, &ast) == STATUS_OK)
    promela_lower(&ast, NULL, diag, model);
  arena_close(scratch);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  const struct preprocess_config config = {0};
  struct sources *sources = sources_open();
  struct diag *diag = diag_open(sources);
  struct model *model = model_open();
  struct tokens tokens = {0};
  model->sources = sources;
  preprocess_text("fuzz.pml", (const char *)bytes, length, &config,
                  model->intern, diag, &tokens);
  if (tokens.count > 0)
    build(&tokens, diag, model);
  tokens_free(&tokens);
  model_close(model);
  diag_close(diag);
  sources_close(sources);
  return 0;
}
