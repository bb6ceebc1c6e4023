/* Models from text, and their variables by name. */
#ifndef LARIAT_TESTS_MODEL_KIT_H
#define LARIAT_TESTS_MODEL_KIT_H

#include "report/load.h"

#include <stdlib.h>
#include <string.h>

/* The caller clears it with loaded_clear(). */
static inline void load_model(struct loaded *loaded, const char *text) {
  const struct preprocess_config config = {0};
  loaded_init_text(loaded, "model", text, strlen(text), &config);
  if (!loaded->model)
    abort();
}

static inline struct proctype *find_process(const struct model *model,
                                            const char *name) {
  for (uint32_t i = 0; i < model->proctype_count; i++)
    if (strcmp(model->proctypes[i]->name, name) == 0)
      return model->proctypes[i];
  abort();
}

static inline struct var *find_among(struct var *const *vars, uint32_t count,
                                     const char *name) {
  for (uint32_t i = 0; i < count; i++)
    if (strcmp(vars[i]->name, name) == 0)
      return vars[i];
  abort();
}

static inline struct var *find_global(const struct model *model,
                                      const char *name) {
  return find_among(model->globals, model->global_count, name);
}

static inline struct var *find_local(const struct model *model,
                                     const char *process, const char *name) {
  const struct proctype *proctype = find_process(model, process);
  return find_among(proctype->variables, proctype->variable_count, name);
}

/* The first statement that reads so. */
static inline const struct action *find_action(const struct model *model,
                                               const char *text) {
  for (uint32_t i = 0; i < model->action_count; i++)
    if (strcmp(model->actions[i]->text, text) == 0)
      return model->actions[i];
  abort();
}

#endif
