/* What each kind of engine provides; included inside src/engine/ only. */
#ifndef LARIAT_ENGINE_KIND_H
#define LARIAT_ENGINE_KIND_H

#include "engine/engine.h"

struct engine_kind {
  const char *name;
  /* what does the work at present; NULL: the engine of this name */
  const char *(*name_now)(const struct engine *engine);
  /* NULL: there is never one */
  const char *(*problem)(const struct engine *engine);
  /* both NULL: expansions depend on nothing but the state */
  void (*save)(const struct engine *engine, struct snapshot_writer *out);
  void (*restore)(struct engine *engine, struct snapshot_reader *in);
  void (*close)(struct engine *engine);
  bool (*initial)(struct engine *engine, const uint8_t **state, size_t *length,
                  struct violation *violation);
  bool (*expand)(struct engine *engine, const uint8_t *state, size_t length,
                 int32_t owner, unsigned options,
                 const struct engine_visitor *visitor);
  /* NULL: it knows nothing */
  struct walk *(*walk)(struct engine *engine);
  void (*print_to)(struct engine *engine, struct buffer *out);
  /* NULL: no expansion takes long */
  void (*set_limit)(struct engine *engine, const struct engine_limit *limit);
  /* NULL: none */
  size_t (*memory)(const struct engine *engine);
  const uint8_t *(*coverage)(const struct engine *engine);
  bool (*holds)(struct engine *engine, const uint8_t *state, size_t length,
                uint32_t atom);
  /* NULL: it cannot */
  bool (*evaluate)(struct engine *engine, const uint8_t *state, size_t length,
                   int32_t pid, uint32_t atom, int32_t *value,
                   struct violation *violation);
  /* both NULL: the engine knows no events */
  const struct engine_watch *(*watch)(struct engine *engine,
                                      const struct engine_watch *watch);
  bool (*is_event)(const struct engine *engine, uint32_t atom);
  void (*describe)(struct engine *engine, const uint8_t *state, size_t length,
                   const struct state_bytes *unlike,
                   void (*each)(void *context, const struct binding *binding),
                   void *context);
  const char *(*channel_name)(struct engine *engine, const uint8_t *state,
                              size_t length, uint32_t channel);
  uint32_t (*process_count)(struct engine *engine, const uint8_t *state,
                            size_t length);
  const struct proctype *(*process)(struct engine *engine, const uint8_t *state,
                                    size_t length, uint32_t pid,
                                    uint32_t *location);
  uint32_t (*view)(struct engine *engine, const uint8_t *state, size_t length,
                   struct process_view *views);
  struct state_room (*room)(const struct engine *engine, uint32_t channel);
  unsigned (*channel_fill)(struct engine *engine, const uint8_t *state,
                           size_t length, uint32_t channel);
  /* both NULL: the engine tells nothing of channels */
  uint32_t (*channels)(struct engine *engine, const uint8_t *state,
                       size_t length, struct channel_view *views);
  void (*note_traffic)(struct engine *engine, struct channel_traffic *traffic);
};

/* The first member of every engine. */
struct engine {
  const struct engine_kind *kind;
  bool left_out; /* see engine_left_out() */
};

#endif
