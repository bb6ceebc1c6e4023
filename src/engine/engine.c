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

bool engine_can_walk(const struct engine *engine) {
  return engine->kind->walk != NULL;
}

struct walk *engine_walk(struct engine *engine) {
  return engine->kind->walk ? engine->kind->walk(engine) : NULL;
}

bool engine_left_out(const struct engine *engine) {
  return engine->left_out;
}

void engine_set_limit(struct engine *engine, const struct engine_limit *limit) {
  if (engine->kind->set_limit)
    engine->kind->set_limit(engine, limit);
}

size_t engine_memory(const struct engine *engine) {
  return engine->kind->memory ? engine->kind->memory(engine) : 0;
}

void engine_print_to(struct engine *engine, struct buffer *out) {
  engine->kind->print_to(engine, out);
}

const uint8_t *engine_coverage(const struct engine *engine) {
  return engine->kind->coverage(engine);
}

void engine_save(const struct engine *engine, struct snapshot_writer *out) {
  if (engine->kind->save)
    engine->kind->save(engine, out);
}

void engine_restore(struct engine *engine, struct snapshot_reader *in) {
  if (engine->kind->restore)
    engine->kind->restore(engine, in);
}

void engine_add_coverage(struct engine *engine, const uint8_t *covered,
                         size_t count) {
  uint8_t *all = (uint8_t *)(uintptr_t)engine_coverage(engine); /* its own */
  for (size_t i = 0; i < count; i++)
    all[i] |= covered[i];
}

bool engine_holds(struct engine *engine, const uint8_t *state, size_t length,
                  uint32_t atom) {
  return engine->kind->holds(engine, state, length, atom);
}

bool engine_evaluate(struct engine *engine, const uint8_t *state, size_t length,
                     int32_t pid, uint32_t atom, int32_t *value,
                     struct violation *violation) {
  return engine->kind->evaluate(engine, state, length, pid, atom, value,
                                violation);
}

const struct engine_watch *engine_watch(struct engine *engine,
                                        const struct engine_watch *watch) {
  return engine->kind->watch ? engine->kind->watch(engine, watch) : NULL;
}

bool engine_is_event(const struct engine *engine, uint32_t atom) {
  return engine->kind->is_event && engine->kind->is_event(engine, atom);
}

void engine_describe(struct engine *engine, const uint8_t *state, size_t length,
                     const struct state_bytes *unlike,
                     void (*each)(void *context, const struct binding *binding),
                     void *context) {
  engine->kind->describe(engine, state, length, unlike, each, context);
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

uint32_t engine_view(struct engine *engine, const uint8_t *state, size_t length,
                     struct process_view *views) {
  return engine->kind->view(engine, state, length, views);
}

struct state_room engine_room(const struct engine *engine, uint32_t channel) {
  return engine->kind->room ? engine->kind->room(engine, channel)
                            : (struct state_room){0};
}

unsigned engine_channel_fill(struct engine *engine, const uint8_t *state,
                             size_t length, uint32_t channel) {
  return engine->kind->channel_fill(engine, state, length, channel);
}

uint32_t engine_channels(struct engine *engine, const uint8_t *state,
                         size_t length, struct channel_view *views) {
  return engine->kind->channels
             ? engine->kind->channels(engine, state, length, views)
             : 0;
}

void engine_note_traffic(struct engine *engine,
                         struct channel_traffic *traffic) {
  if (engine->kind->note_traffic)
    engine->kind->note_traffic(engine, traffic);
}

const char *engine_name(const struct engine *engine) {
  return engine->kind->name_now ? engine->kind->name_now(engine)
                                : engine->kind->name;
}

const char *engine_problem(const struct engine *engine) {
  return engine->kind->problem ? engine->kind->problem(engine) : NULL;
}
