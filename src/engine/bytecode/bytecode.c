/* The interpreter as an engine. */
#include "engine/bytecode/bytecode.h"

static void close_engine(struct engine *engine) {
  struct bytecode *self = (struct bytecode *)engine;
  machine_clear(&self->machine);
  region_free(&self->region);
  vec_free(&self->scratch);
  vec_free(&self->current);
  buffer_free(&self->name);
  buffer_free(&self->value);
  memory_free(self->initial);
  program_close(self->program);
  memory_free(self);
}

static bool initial(struct engine *engine, const uint8_t **state,
                    size_t *length, struct violation *violation) {
  struct bytecode *self = (struct bytecode *)engine;
  machine_start(&self->machine, self->initial);
  *state = self->initial;
  *length = self->machine.length;
  if (!self->machine.failed)
    return true;
  *violation = self->machine.error;
  return false;
}

static void set_limit(struct engine *engine, const struct engine_limit *limit) {
  ((struct bytecode *)engine)->region.limit = limit;
}

static void print_to(struct engine *engine, struct buffer *out) {
  ((struct bytecode *)engine)->machine.print = out;
}

static const uint8_t *coverage(const struct engine *engine) {
  return ((const struct bytecode *)engine)->machine.coverage;
}

static void bind(struct bytecode *self, const uint8_t *state, size_t length) {
  machine_enter(&self->machine, (uint8_t *)state, length);
}

static bool holds(struct engine *engine, const uint8_t *state, size_t length,
                  uint32_t atom) {
  struct bytecode *self = (struct bytecode *)engine;
  bind(self, state, length);
  self->machine.failed = false;
  self->machine.pid = MOST_PROCESSES; /* nobody */
  self->machine.frame = self->machine.state;
  const bool value = machine_eval(&self->machine, self->program->atoms[atom]);
  return value && !self->machine.failed;
}

static bool evaluate(struct engine *engine, const uint8_t *state, size_t length,
                     int32_t pid, uint32_t atom, int32_t *value,
                     struct violation *violation) {
  struct bytecode *self = (struct bytecode *)engine;
  struct machine *machine = &self->machine;
  bind(self, state, length);
  machine->failed = false;
  machine->pid = MOST_PROCESSES; /* nobody */
  machine->frame = machine->state;
  if (pid != NO_PROCESS)
    machine_act_as(machine, (uint32_t)pid);
  *value = machine_eval(machine, self->program->atoms[atom]);
  if (machine->failed)
    *violation = machine->error;
  return !machine->failed;
}

static const struct engine_watch *watch(struct engine *engine,
                                        const struct engine_watch *watch) {
  return machine_watch(&((struct bytecode *)engine)->machine, watch);
}

static bool is_event(const struct engine *engine, uint32_t atom) {
  const struct bytecode *self = (const struct bytecode *)engine;
  return expr_is_event(self->program->model->atoms[atom]);
}

static uint32_t process_count(struct engine *engine, const uint8_t *state,
                              size_t length) {
  (void)engine;
  (void)length;
  return state[STATE_PROCESSES];
}

static const struct proctype *process(struct engine *engine,
                                      const uint8_t *state, size_t length,
                                      uint32_t pid, uint32_t *location) {
  struct bytecode *self = (struct bytecode *)engine;
  bind(self, state, length);
  *location = load_location(machine_header(&self->machine, pid));
  return machine_type(&self->machine, pid)->proctype;
}

/* Processes seldom come and go: where each one's frame lay in the state viewed
 * last is tried first, and holds as long as types agree.
 */
uint32_t bytecode_view(struct engine *engine, const uint8_t *state,
                       size_t length, struct process_view *views) {
  struct bytecode *self = (struct bytecode *)engine;
  const struct program *program = self->program;
  const uint32_t count = state[STATE_PROCESSES];
  (void)length;
  self->seats[0].offset = program->fixed_bytes;
  for (uint32_t pid = 0; pid < count; pid++) {
    struct seat *seat = &self->seats[pid];
    const uint8_t *frame = state + seat->offset;
    const uint32_t type = frame[FRAME_PROCTYPE];
    views[pid] =
        (struct process_view){.place = type << 16 | load_location(frame),
                              .frame = frame + FRAME_HEADER};
    if (seat->type == type + 1)
      continue;
    seat->type = type + 1;
    seat[1] = (struct seat){.offset = seat->offset +
                                      program->types[type].total_bytes};
  }
  return count;
}

static uint32_t channel_offset(const struct program *program,
                               uint32_t channel) {
  uint32_t offset = program->first_channel;
  for (uint32_t i = 0; i + 1 < channel; i++)
    offset += program->channels[i].layout->bytes;
  return offset;
}

static struct state_room room(const struct engine *engine, uint32_t channel) {
  const struct program *program = ((const struct bytecode *)engine)->program;
  if (channel == 0)
    return (struct state_room){program->globals, program->model->global_bytes};
  return (struct state_room){channel_offset(program, channel),
                             program->channels[channel - 1].layout->bytes};
}

unsigned bytecode_channel_fill(struct engine *engine, const uint8_t *state,
                               size_t length, uint32_t channel) {
  const struct program *program = ((struct bytecode *)engine)->program;
  (void)length;
  const uint32_t capacity =
      program->channels[channel - 1].layout->type->capacity;
  if (capacity == 0)
    return CHANNEL_EMPTY;
  uint16_t messages;
  memcpy(&messages, state + program->channel_offsets[channel - 1],
         sizeof messages);
  return messages == 0          ? CHANNEL_EMPTY
         : messages == capacity ? CHANNEL_FULL
                                : 0;
}

static const uint8_t *view_channels(const struct channel_part *parts,
                                    uint32_t count, const uint8_t *state,
                                    const uint8_t *at,
                                    struct channel_view *views) {
  for (uint32_t i = 0; i < count; i++) {
    const struct channel_layout *layout = parts[i].layout;
    uint16_t messages = 0;
    if (layout->type->capacity > 0)
      memcpy(&messages, at, sizeof messages);
    views[i] = (struct channel_view){.slot = parts[i].slot,
                                     .capacity = layout->type->capacity,
                                     .offset = (uint32_t)(at - state),
                                     .bytes = layout->bytes,
                                     .messages = messages,
                                     .message_bytes = layout->message_bytes,
                                     .contents = at + CHANNEL_HEADER};
    at += layout->bytes;
  }
  return at;
}

static uint32_t channels(struct engine *engine, const uint8_t *state,
                         size_t length, struct channel_view *views) {
  const struct program *program = ((struct bytecode *)engine)->program;
  uint32_t count = program->channel_count;
  const uint8_t *at = view_channels(program->channels, count, state,
                                    state + program->first_channel, views);
  (void)length;
  for (uint32_t pid = 0; pid < state[STATE_PROCESSES]; pid++) {
    const struct process_type *type = &program->types[at[FRAME_PROCTYPE]];
    at = view_channels(type->channels, type->channel_count, state,
                       at + type->frame_bytes, views + count);
    count += type->channel_count;
  }
  return count;
}

static void note_traffic(struct engine *engine,
                         struct channel_traffic *traffic) {
  ((struct bytecode *)engine)->machine.traffic = traffic;
}

/* Of the last expansion: it is kept up to the next. */
static size_t memory(const struct engine *engine) {
  return region_memory(&((const struct bytecode *)engine)->region);
}

static const struct engine_kind bytecode_kind = {
    .name = "bytecode",
    .close = close_engine,
    .initial = initial,
    .expand = bytecode_expand,
    .print_to = print_to,
    .set_limit = set_limit,
    .memory = memory,
    .coverage = coverage,
    .holds = holds,
    .evaluate = evaluate,
    .watch = watch,
    .is_event = is_event,
    .describe = bytecode_describe,
    .channel_name = bytecode_channel_name,
    .process_count = process_count,
    .process = process,
    .view = bytecode_view,
    .room = room,
    .channel_fill = bytecode_channel_fill,
    .channels = channels,
    .note_traffic = note_traffic,
};

/* Hidden variables that are only read keep their initial values for good. */
static void start_outside(struct bytecode *self) {
  machine_start(&self->machine, self->initial);
}

enum status engine_open_bytecode(const struct model *model,
                                 const struct engine_config *config,
                                 struct engine **out) {
  struct bytecode *self = memory_alloc(sizeof *self);
  self->base.kind = &bytecode_kind;
  self->program = program_compile(model, config);
  self->config = *config;
  machine_init(&self->machine, self->program, &self->config);
  self->initial =
      memory_alloc(machine_room(self->program) + self->program->headroom + 8);
  start_outside(self);
  *out = &self->base;
  return STATUS_OK;
}
