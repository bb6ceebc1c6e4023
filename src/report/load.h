/* A model together with the texts it came from and what was said about them. */
#ifndef LARIAT_REPORT_LOAD_H
#define LARIAT_REPORT_LOAD_H

#include "base/diag.h"
#include "promela/promela.h"

struct loaded {
  struct sources *sources;
  struct diag *diag;
  struct model *model; /* NULL: diag says why */
};

/* Clear with loaded_clear(), whether there is a model or not. */
void loaded_init(struct loaded *loaded, const char *path,
                 const struct preprocess_config *config);
void loaded_init_text(struct loaded *loaded, const char *name,
                      const char *bytes, size_t length,
                      const struct preprocess_config *config);
void loaded_clear(struct loaded *loaded);

#endif
