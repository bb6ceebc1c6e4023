/* An engine around an engine: whatever it does not do itself, the inner one
 * does.  Included inside src/engine/ and src/reduce/ only.
 */
#ifndef LARIAT_ENGINE_WRAPPER_H
#define LARIAT_ENGINE_WRAPPER_H

#include "engine/kind.h"

/* The first member of each; the inner engine is not closed with it. */
struct wrapper {
  struct engine base;
  struct engine *inner;
};

bool wrapper_initial(struct engine *engine, const uint8_t **state,
                     size_t *length, struct violation *violation);
void wrapper_print_to(struct engine *engine, struct buffer *out);
void wrapper_set_limit(struct engine *engine, const struct engine_limit *limit);
size_t wrapper_memory(const struct engine *engine);
const uint8_t *wrapper_coverage(const struct engine *engine);
bool wrapper_holds(struct engine *engine, const uint8_t *state, size_t length,
                   uint32_t atom);
bool wrapper_evaluate(struct engine *engine, const uint8_t *state,
                      size_t length, int32_t pid, uint32_t atom, int32_t *value,
                      struct violation *violation);
const struct engine_watch *wrapper_watch(struct engine *engine,
                                         const struct engine_watch *watch);
bool wrapper_is_event(const struct engine *engine, uint32_t atom);
void wrapper_describe(struct engine *engine, const uint8_t *state,
                      size_t length, const struct state_bytes *unlike,
                      void (*each)(void *context,
                                   const struct binding *binding),
                      void *context);
const char *wrapper_channel_name(struct engine *engine, const uint8_t *state,
                                 size_t length, uint32_t channel);
uint32_t wrapper_process_count(struct engine *engine, const uint8_t *state,
                               size_t length);
const struct proctype *wrapper_process(struct engine *engine,
                                       const uint8_t *state, size_t length,
                                       uint32_t pid, uint32_t *location);
uint32_t wrapper_view(struct engine *engine, const uint8_t *state,
                      size_t length, struct process_view *views);
struct state_room wrapper_room(const struct engine *engine, uint32_t channel);
unsigned wrapper_channel_fill(struct engine *engine, const uint8_t *state,
                              size_t length, uint32_t channel);

/* For the table of a kind that has its own `close`, `expand`, `holds` and
 * `set_limit`; the first one for a kind that also hears who listens, by
 * `print_to` and `watch`, and takes memory for itself.
 */
#define WRAPPER_ANSWERS                                                        \
  .initial = wrapper_initial, .coverage = wrapper_coverage,                    \
  .evaluate = wrapper_evaluate, .is_event = wrapper_is_event,                  \
  .describe = wrapper_describe, .channel_name = wrapper_channel_name,          \
  .process_count = wrapper_process_count, .process = wrapper_process,          \
  .view = wrapper_view, .room = wrapper_room,                                  \
  .channel_fill = wrapper_channel_fill
#define WRAPPER_FUNCTIONS                                                      \
  WRAPPER_ANSWERS, .print_to = wrapper_print_to, .watch = wrapper_watch,       \
                   .memory = wrapper_memory

#endif
