/* Promela source to model. */
#ifndef LARIAT_PROMELA_PROMELA_H
#define LARIAT_PROMELA_PROMELA_H

#include "base/diag.h"
#include "base/status.h"
#include "promela/ast.h"
#include "promela/preprocess.h"

/* Tokens to tree: names are resolved, types checked, inlines expanded, heads of
 * processes and declarations put into model.  Bodies go to *out, in arena.
 */
enum status promela_parse(const struct tokens *tokens, struct arena *arena,
                          struct diag *diag, struct model *model,
                          struct ast *out);

/* Bodies to automata; lays out the variables.  At the limit (NULL: none)
 * STATUS_STOPPED, without a message.
 */
enum status promela_lower(const struct ast *ast, const struct limit *limit,
                          struct diag *diag, struct model *model);

/* From a path ("-": standard input) to a model, or to messages that say why
 * not; to neither at the limit.  The caller closes *out with model_close(). The
 * texts stay in diag_sources(diag), to which the model's spans point.
 */
enum status promela_load(const char *path,
                         const struct preprocess_config *config,
                         struct diag *diag, struct model **out);

/* The same for a text in memory, named name in messages. */
enum status promela_load_text(const char *name, const char *bytes,
                              size_t length,
                              const struct preprocess_config *config,
                              struct diag *diag, struct model **out);

#endif
