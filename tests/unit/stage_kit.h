/* A model in one of its states, for tests that look at what can move there. */
#ifndef LARIAT_TESTS_STAGE_KIT_H
#define LARIAT_TESTS_STAGE_KIT_H

#include "engine/engine.h"
#include "model_kit.h"

#include <stdlib.h>
#include <string.h>

struct stage {
  struct loaded loaded;
  struct engine *engine;
  uint8_t state[4096];
  size_t length;
};

/* In the initial state. */
static inline void stage_open(struct stage *stage, const char *text) {
  const struct engine_config config = {0};
  const uint8_t *state;
  struct violation violation;
  load_model(&stage->loaded, text);
  if (engine_open_bytecode(stage->loaded.model, &config, &stage->engine) !=
          STATUS_OK ||
      !engine_initial(stage->engine, &state, &stage->length, &violation) ||
      stage->length > sizeof stage->state)
    abort();
  memcpy(stage->state, state, stage->length);
}

static inline void stage_close(struct stage *stage) {
  engine_close(stage->engine);
  loaded_clear(&stage->loaded);
}

static inline bool stage_take(void *context,
                              const struct successor *successor) {
  struct stage *stage = context;
  memcpy(stage->state, successor->state, successor->length);
  stage->length = successor->length;
  return false;
}

static inline bool stage_pass(void *context, const struct violation *violation,
                              const struct step *steps, size_t step_count) {
  (void)context, (void)violation, (void)steps, (void)step_count;
  return true;
}

/* Goes on by one step of a process. */
static inline void stage_step(struct stage *stage, uint32_t pid) {
  const uint64_t only[4] = {UINT64_C(1) << pid};
  const struct engine_visitor visitor = {.context = stage,
                                         .successor = stage_take,
                                         .violation = stage_pass,
                                         .only = only};
  uint8_t from[sizeof stage->state];
  memcpy(from, stage->state, stage->length);
  if (engine_expand(stage->engine, from, stage->length, NO_PROCESS, 0,
                    &visitor))
    abort(); /* it could not move */
}

#endif
