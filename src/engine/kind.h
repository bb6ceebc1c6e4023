/* What each kind of engine provides; included inside src/engine/ only. */
#ifndef LARIAT_ENGINE_KIND_H
#define LARIAT_ENGINE_KIND_H

#include "engine/engine.h"

struct engine_kind {
  const char *name;
  void (*close)(struct engine *engine);
  bool (*initial)(struct engine *engine, const uint8_t **state, size_t *length,
                  struct violation *violation);
  bool (*expand)(struct engine *engine, const uint8_t *state, size_t length,
                 int32_t owner, unsigned options,
                 const struct engine_visitor *visitor);
  void (*print_to)(struct engine *engine, struct buffer *out);
  const uint8_t *(*coverage)(const struct engine *engine);
  bool (*holds)(struct engine *engine, const uint8_t *state, size_t length,
                uint32_t atom);
  void (*describe)(struct engine *engine, const uint8_t *state, size_t length,
                   void (*each)(void *context, const struct binding *binding),
                   void *context);
  const char *(*channel_name)(struct engine *engine, const uint8_t *state,
                              size_t length, uint32_t channel);
  uint32_t (*process_count)(struct engine *engine, const uint8_t *state,
                            size_t length);
  const struct proctype *(*process)(struct engine *engine, const uint8_t *state,
                                    size_t length, uint32_t pid,
                                    uint32_t *location);
};

/* The first member of every engine. */
struct engine {
  const struct engine_kind *kind;
};

#endif
