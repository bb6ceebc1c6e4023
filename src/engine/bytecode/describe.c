/* States in readable form: every variable with its value, every channel with
 * its messages, every process with its place.
 *
 * Two states of the same processes have everything at the same bytes.  So what
 * reads the same in both is found before a word of it is written, and the
 * difference of two states takes little longer than to compare them.
 */
#include "engine/bytecode/bytecode.h"

#include <string.h>

struct description {
  struct bytecode *self;
  const uint8_t *unlike; /* a state of the same processes, or NULL */
  void (*each)(void *context, const struct binding *binding);
  void *context;
  int32_t pid;
  const char *owner;
};

/* Are so many bytes of the state the same in the other one? */
static bool reads_the_same(const struct description *description,
                           const uint8_t *at, size_t bytes) {
  return description->unlike &&
         memcmp(at,
                description->unlike + (at - description->self->machine.state),
                bytes) == 0;
}

static const char *channel_label(struct bytecode *self, uint32_t channel) {
  struct machine *machine = &self->machine;
  if (channel == 0 || channel > machine_channel_count(machine))
    return NULL;
  return machine->parts[channel - 1]->slot->name;
}

static void put_value(struct bytecode *self, struct buffer *out,
                      const struct type *type, int32_t value) {
  const char *name = NULL;
  if (type->kind == TYPE_MTYPE)
    name = model_mtype_name(self->program->model, type->subtype, value);
  else if (type->kind == TYPE_CHAN)
    name = channel_label(self, (uint32_t)value);
  if (name)
    buffer_puts(out, name);
  else
    buffer_printf(out, "%d", value);
}

static void put_message(struct bytecode *self, const uint8_t *message,
                        const struct channel_layout *layout) {
  buffer_putc(&self->value, '[');
  for (uint32_t f = 0; f < layout->type->field_count; f++) {
    if (f > 0)
      buffer_putc(&self->value, ',');
    put_value(self, &self->value, &layout->type->fields[f],
              cell_load(message + layout->offsets[f], layout->cells[f].kind));
  }
  buffer_putc(&self->value, ']');
}

static void tell(struct description *description, enum binding_kind kind,
                 const struct var *var, const char *name) {
  const struct binding binding = {.kind = kind,
                                  .pid = description->pid,
                                  .owner = description->owner,
                                  .name = name,
                                  .value =
                                      buffer_text(&description->self->value),
                                  .var = var};
  description->each(description->context, &binding);
}

static void describe_channel(struct description *description,
                             uint32_t channel) {
  struct bytecode *self = description->self;
  struct machine *machine = &self->machine;
  const struct channel_part *part = machine->parts[channel - 1];
  if (part->layout->type->capacity == 0)
    return;
  const uint8_t *header = machine->state + machine->channels[channel - 1];
  if (reads_the_same(description, header, part->layout->bytes))
    return;
  buffer_clear(&self->value);
  const uint8_t *message = header + CHANNEL_HEADER;
  const uint32_t length = machine_channel_length(machine, channel);
  for (uint32_t i = 0; i < length; i++) {
    if (i > 0)
      buffer_putc(&self->value, ' ');
    put_message(self, message + (size_t)i * part->layout->message_bytes,
                part->layout);
  }
  if (length == 0)
    buffer_puts(&self->value, "[]");
  tell(description, BINDING_CHANNEL, part->slot->var, part->slot->name);
}

static void describe_variable(struct description *description,
                              const struct var *var, const uint8_t *base,
                              const char *prefix);

static void describe_element(struct description *description,
                             const struct var *var, const uint8_t *at,
                             const char *name) {
  struct bytecode *self = description->self;
  if (var->type.kind == TYPE_RECORD) {
    struct buffer inside = {0};
    buffer_printf(&inside, "%s.", name);
    const struct record *record = var->type.record;
    for (uint32_t f = 0; f < record->field_count; f++)
      describe_variable(description, record->fields[f], at,
                        buffer_text(&inside));
    buffer_free(&inside);
    return;
  }
  const struct cell cell = program_cell(&var->type, var->is_array);
  buffer_clear(&self->value);
  put_value(self, &self->value, &var->type, cell_load(at, cell.kind));
  tell(description, BINDING_VARIABLE, var, name);
}

/* A variable that was declared with its channel gives its name to the channel's
 * contents.  Where the model assigns to it, it is described as `chan` NAME.
 */
static void describe_variable(struct description *description,
                              const struct var *var, const uint8_t *base,
                              const char *prefix) {
  if ((var->channel && !var->is_written) || var->outside)
    return; /* its channel is described, or it is in no state */
  const uint8_t *first = base + var->offset;
  if (reads_the_same(description, first, (size_t)var->count * var->stride))
    return;
  struct buffer name = {0};
  for (uint32_t i = 0; i < var->count; i++) {
    const uint8_t *at = first + (size_t)i * var->stride;
    if (reads_the_same(description, at, var->stride))
      continue;
    buffer_clear(&name);
    buffer_printf(&name, "%s%s%s", var->channel ? "chan " : "", prefix,
                  var_shown_name(var));
    if (var->is_array)
      buffer_printf(&name, "[%u]", i);
    describe_element(description, var, at, buffer_text(&name));
  }
  buffer_free(&name);
}

static void describe_process(struct description *description, uint32_t pid,
                             uint32_t *channel) {
  struct bytecode *self = description->self;
  struct machine *machine = &self->machine;
  const struct process_type *type = machine_type(machine, pid);
  const uint8_t *header = machine_header(machine, pid);
  description->pid = (int32_t)pid;
  description->owner = type->proctype->name;
  const struct location *place =
      &type->proctype->locations[load_location(header)];
  const struct position position =
      sources_position(self->program->model->sources, place->where);
  buffer_clear(&self->value);
  buffer_printf(&self->value, "line %u", position.line);
  tell(description, BINDING_LOCATION, NULL, "at");
  for (uint32_t i = 0; i < type->proctype->variable_count; i++)
    describe_variable(description, type->proctype->variables[i],
                      header + FRAME_HEADER, "");
  for (uint32_t i = 0; i < type->channel_count; i++)
    describe_channel(description, ++*channel);
}

/* Has it the processes of the state that the machine is in? */
static bool has_same_processes(const struct machine *machine,
                               const struct state_bytes *state) {
  if (state->length != machine->length ||
      state->bytes[STATE_PROCESSES] != machine->state[STATE_PROCESSES])
    return false;
  for (uint32_t pid = 0; pid < machine->state[STATE_PROCESSES]; pid++)
    if (state->bytes[machine->processes[pid] + FRAME_PROCTYPE] !=
        machine->known_types[pid])
      return false;
  return true;
}

void bytecode_describe(struct engine *engine, const uint8_t *state,
                       size_t length, const struct state_bytes *unlike,
                       void (*each)(void *context,
                                    const struct binding *binding),
                       void *context) {
  struct bytecode *self = (struct bytecode *)engine;
  const struct model *model = self->program->model;
  struct description description = {
      .self = self, .each = each, .context = context, .pid = NO_PROCESS};
  machine_enter(&self->machine, (uint8_t *)state, length);
  if (unlike && has_same_processes(&self->machine, unlike))
    description.unlike = unlike->bytes;
  for (uint32_t i = 0; i < model->global_count; i++)
    describe_variable(&description, model->globals[i],
                      state + self->program->globals, "");
  uint32_t channel = 0;
  while (channel < self->program->channel_count)
    describe_channel(&description, ++channel);
  for (uint32_t pid = 0; pid < state[STATE_PROCESSES]; pid++)
    describe_process(&description, pid, &channel);
}

const char *bytecode_channel_name(struct engine *engine, const uint8_t *state,
                                  size_t length, uint32_t channel) {
  struct bytecode *self = (struct bytecode *)engine;
  machine_enter(&self->machine, (uint8_t *)state, length);
  const char *name = channel_label(self, channel);
  buffer_clear(&self->name);
  if (name)
    buffer_puts(&self->name, name);
  else
    buffer_printf(&self->name, "#%u", channel);
  return buffer_text(&self->name);
}
