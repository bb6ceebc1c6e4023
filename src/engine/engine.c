/* Hands each call to the kind of engine it was made on. */
#include "engine/engine.h"

#include "engine/kind.h"

const char *violation_kind_name(enum violation_kind kind) {
  static const char *const names[] = {
      [VIOLATION_ASSERTION] = "assertion",
      [VIOLATION_END_STATE] = "end-state",
      [VIOLATION_RUNTIME] = "runtime",
      [VIOLATION_TRACE] = "trace",
      [VIOLATION_CLAIM] = "claim",
      [VIOLATION_ACCEPTANCE_CYCLE] = "acceptance-cycle",
      [VIOLATION_NON_PROGRESS_CYCLE] = "non-progress-cycle",
      [VIOLATION_UNBOUNDED] = "unbounded",
  };
  return names[kind];
}

void engine_close(struct engine *engine) {
  if (engine)
    engine->kind->close(engine);
}

bool engine_initial(struct engine *engine, const uint8_t **state,
                    size_t *length, struct violation *violation) {
  return engine->kind->initial(engine, state, length, violation);
}

bool engine_expand(struct engine *engine, const uint8_t *state, size_t length,
                   int32_t owner, unsigned options,
                   const struct engine_visitor *visitor) {
  return engine->kind->expand(engine, state, length, owner, options, visitor);
}

void engine_print_to(struct engine *engine, struct buffer *out) {
  engine->kind->print_to(engine, out);
}

const uint8_t *engine_coverage(const struct engine *engine) {
  return engine->kind->coverage(engine);
}

bool engine_holds(struct engine *engine, const uint8_t *state, size_t length,
                  uint32_t atom) {
  return engine->kind->holds(engine, state, length, atom);
}

void engine_describe(struct engine *engine, const uint8_t *state, size_t length,
                     void (*each)(void *context, const struct binding *binding),
                     void *context) {
  engine->kind->describe(engine, state, length, each, context);
}

const char *engine_channel_name(struct engine *engine, const uint8_t *state,
                                size_t length, uint32_t channel) {
  return engine->kind->channel_name(engine, state, length, channel);
}

uint32_t engine_process_count(struct engine *engine, const uint8_t *state,
                              size_t length) {
  return engine->kind->process_count(engine, state, length);
}

const struct proctype *engine_process(struct engine *engine,
                                      const uint8_t *state, size_t length,
                                      uint32_t pid, uint32_t *location) {
  return engine->kind->process(engine, state, length, pid, location);
}

const char *engine_name(const struct engine *engine) {
  return engine->kind->name;
}
