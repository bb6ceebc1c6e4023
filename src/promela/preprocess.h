/* The built-in preprocessor: files and -D definitions in, tokens out. */
#ifndef LARIAT_PROMELA_PREPROCESS_H
#define LARIAT_PROMELA_PREPROCESS_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/intern.h"
#include "base/limit.h"
#include "base/status.h"
#include "base/vec.h"
#include "promela/token.h"

/* A text read after the model, as if it stood at its end. */
struct preprocess_extra {
  const char *name; /* in messages */
  const char *text;
};

struct preprocess_config {
  const char *const *defines; /* "NAME" or "NAME=VALUE" */
  size_t define_count;
  const char *const *include_dirs;
  size_t include_dir_count;
  const struct preprocess_extra *extras;
  size_t extra_count;
  const struct limit *limit; /* of what comes after it, too; NULL: none */
};

struct tokens {
  struct token *items; /* the last one is TOKEN_END */
  size_t count, capacity;
};

/* Reads path ("-": standard input) and everything it includes.  Errors go to
 * diag; the tokens read are given in any case, so that the parser can go on.
 * Strings live in intern.
 */
enum status preprocess_file(const char *path,
                            const struct preprocess_config *config,
                            struct intern *intern, struct diag *diag,
                            struct tokens *out);

/* The same for a text in memory, named name in messages. */
enum status preprocess_text(const char *name, const char *bytes, size_t length,
                            const struct preprocess_config *config,
                            struct intern *intern, struct diag *diag,
                            struct tokens *out);

void tokens_free(struct tokens *tokens);

#endif
