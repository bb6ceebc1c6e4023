/* See wrapper.h: every call is passed on. */
#include "engine/wrapper.h"

static struct engine *inner_of(const struct engine *engine) {
  return ((const struct wrapper *)engine)->inner;
}

bool wrapper_initial(struct engine *engine, const uint8_t **state,
                     size_t *length, struct violation *violation) {
  return engine_initial(inner_of(engine), state, length, violation);
}

void wrapper_print_to(struct engine *engine, struct buffer *out) {
  engine_print_to(inner_of(engine), out);
}

void wrapper_set_limit(struct engine *engine,
                       const struct engine_limit *limit) {
  engine_set_limit(inner_of(engine), limit);
}

size_t wrapper_memory(const struct engine *engine) {
  return engine_memory(inner_of(engine));
}

const uint8_t *wrapper_coverage(const struct engine *engine) {
  return engine_coverage(inner_of(engine));
}

bool wrapper_holds(struct engine *engine, const uint8_t *state, size_t length,
                   uint32_t atom) {
  return engine_holds(inner_of(engine), state, length, atom);
}

bool wrapper_evaluate(struct engine *engine, const uint8_t *state,
                      size_t length, int32_t pid, uint32_t atom, int32_t *value,
                      struct violation *violation) {
  return engine_evaluate(inner_of(engine), state, length, pid, atom, value,
                         violation);
}

const struct engine_watch *wrapper_watch(struct engine *engine,
                                         const struct engine_watch *watched) {
  return engine_watch(inner_of(engine), watched);
}

bool wrapper_is_event(const struct engine *engine, uint32_t atom) {
  return engine_is_event(inner_of(engine), atom);
}

void wrapper_describe(struct engine *engine, const uint8_t *state,
                      size_t length, const struct state_bytes *unlike,
                      void (*each)(void *context,
                                   const struct binding *binding),
                      void *context) {
  engine_describe(inner_of(engine), state, length, unlike, each, context);
}

const char *wrapper_channel_name(struct engine *engine, const uint8_t *state,
                                 size_t length, uint32_t channel) {
  return engine_channel_name(inner_of(engine), state, length, channel);
}

uint32_t wrapper_process_count(struct engine *engine, const uint8_t *state,
                               size_t length) {
  return engine_process_count(inner_of(engine), state, length);
}

const struct proctype *wrapper_process(struct engine *engine,
                                       const uint8_t *state, size_t length,
                                       uint32_t pid, uint32_t *location) {
  return engine_process(inner_of(engine), state, length, pid, location);
}

uint32_t wrapper_view(struct engine *engine, const uint8_t *state,
                      size_t length, struct process_view *views) {
  return engine_view(inner_of(engine), state, length, views);
}

struct state_room wrapper_room(const struct engine *engine, uint32_t channel) {
  return engine_room(((const struct wrapper *)engine)->inner, channel);
}

unsigned wrapper_channel_fill(struct engine *engine, const uint8_t *state,
                              size_t length, uint32_t channel) {
  return engine_channel_fill(inner_of(engine), state, length, channel);
}
