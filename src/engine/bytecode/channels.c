/* Sending and receiving: the contents of channels, and the trace automaton that
 * watches them.
 *
 * Messages lie back to back, oldest first; what is behind the last one is zero,
 * so equal contents are equal bytes.
 */
#include "engine/bytecode/machine.h"

static uint8_t *message_at(const struct machine *machine, uint32_t channel,
                           uint32_t index) {
  return machine->state + machine->channels[channel - 1] + CHANNEL_HEADER +
         (size_t)index * machine_layout(machine, channel)->message_bytes;
}

static void set_length(struct machine *machine, uint32_t channel,
                       uint32_t length) {
  const uint16_t value = (uint16_t)length;
  memcpy(machine->state + machine->channels[channel - 1], &value, sizeof value);
}

static void note_sent(struct channel_traffic *traffic, uint32_t channel,
                      uint32_t length) {
  if (!traffic)
    return;
  traffic->some = true;
  if (length > traffic->longest[channel - 1])
    traffic->longest[channel - 1] = (uint16_t)length;
}

static void note_received(struct channel_traffic *traffic, uint32_t channel) {
  if (!traffic)
    return;
  traffic->some = true;
  traffic->received[channel - 1]++;
}

uint32_t machine_channel_of(struct machine *machine,
                            const struct command *command) {
  if (command->constant_channel > 0)
    return (uint32_t)command->constant_channel;
  const int32_t channel = machine_eval(machine, command->channel);
  if (machine->failed)
    return 0;
  if (channel > 0 && (uint32_t)channel <= machine_channel_count(machine))
    return (uint32_t)channel;
  const char *verb = command->kind == ACTION_SEND ? "send to" : "receive from";
  if (channel == 0)
    machine_fail(machine, command->action->where, "%s an uninitialised channel",
                 verb);
  else
    machine_fail(machine, command->action->where,
                 "%s channel number %d, which is gone", verb, channel);
  return 0;
}

static int32_t field_of(const struct machine *machine, uint32_t channel,
                        const uint8_t *message, uint32_t field) {
  const struct channel_layout *layout = machine_layout(machine, channel);
  return cell_load(message + layout->offsets[field], layout->cells[field].kind);
}

static int32_t pattern_value(struct machine *machine,
                             const struct command_pattern *pattern) {
  return pattern->is_constant ? pattern->constant
                              : machine_eval(machine, pattern->value);
}

static bool message_fits(struct machine *machine, uint32_t channel,
                         uint32_t index, const struct command_pattern *patterns,
                         uint32_t count) {
  const uint8_t *message = message_at(machine, channel, index);
  const uint32_t fields = machine_layout(machine, channel)->type->field_count;
  for (uint32_t i = 0; i < count && i < fields; i++)
    if (patterns[i].kind == PATTERN_MATCH &&
        field_of(machine, channel, message, i) !=
            pattern_value(machine, &patterns[i]))
      return false;
  return true;
}

int32_t machine_find_message(struct machine *machine, uint32_t channel,
                             const struct command_pattern *patterns,
                             uint32_t count, bool random) {
  const uint32_t length = machine_channel_length(machine, channel);
  const uint32_t last = random || length == 0 ? length : 1;
  for (uint32_t i = 0; i < last; i++)
    if (message_fits(machine, channel, i, patterns, count))
      return (int32_t)i;
  return -1;
}

bool machine_fits(struct machine *machine,
                  const struct command_pattern *patterns, uint32_t count,
                  const int32_t *values) {
  for (uint32_t i = 0; i < count && i < machine->message.count; i++)
    if (patterns[i].kind == PATTERN_MATCH &&
        values[i] != pattern_value(machine, &patterns[i]))
      return false;
  return true;
}

/* Cuts a value to a field's type, or notes that it does not fit. */
static int32_t convert(struct machine *machine, struct cell cell, int32_t value,
                       struct span where) {
  const int32_t kept = cell_cut(cell, value);
  if (kept != value && machine->config->check_overflow)
    machine_fail(machine, where, "%d does not fit into a message field", value);
  return kept;
}

void machine_compose(struct machine *machine, const struct command *command,
                     uint32_t channel) {
  const struct channel_layout *layout = machine_layout(machine, channel);
  struct message_values *message = &machine->message;
  const uint32_t fields = layout->type->field_count;
  if (command->arg_count != fields) {
    machine_fail(machine, command->action->where,
                 "%u value%s sent, but the channel's messages have %u",
                 command->arg_count, command->arg_count == 1 ? "" : "s",
                 fields);
    return;
  }
  for (uint32_t i = 0; i < fields; i++)
    message->values[i] = convert(machine, layout->cells[i],
                                 machine_eval(machine, command->args[i]),
                                 command->action->where);
  message->channel = channel;
  message->count = fields;
  message->types = layout->type->fields;
}

/* Where a sorted send puts the message: before the first larger one. */
static uint32_t sorted_position(const struct machine *machine, uint32_t channel,
                                uint32_t length) {
  const struct message_values *message = &machine->message;
  for (uint32_t i = 0; i < length; i++) {
    const uint8_t *other = message_at(machine, channel, i);
    for (uint32_t f = 0; f < message->count; f++) {
      const int32_t theirs = field_of(machine, channel, other, f);
      if (theirs > message->values[f])
        return i;
      if (theirs < message->values[f])
        break;
    }
  }
  return length;
}

void machine_enqueue(struct machine *machine, uint32_t channel, bool sorted) {
  const struct channel_layout *layout = machine_layout(machine, channel);
  const uint32_t length = machine_channel_length(machine, channel);
  const uint32_t position =
      sorted ? sorted_position(machine, channel, length) : length;
  uint8_t *at = message_at(machine, channel, position);
  memmove(at + layout->message_bytes, at,
          (size_t)(length - position) * layout->message_bytes);
  for (uint32_t i = 0; i < machine->message.count; i++)
    cell_store(at + layout->offsets[i], layout->cells[i].kind,
               machine->message.values[i]);
  set_length(machine, channel, length + 1);
  note_sent(machine->traffic, channel, length + 1);
}

void machine_dequeue(struct machine *machine, uint32_t channel, uint32_t index,
                     bool copy) {
  const struct channel_layout *layout = machine_layout(machine, channel);
  struct message_values *message = &machine->message;
  uint8_t *at = message_at(machine, channel, index);
  message->channel = channel;
  message->count = layout->type->field_count;
  message->types = layout->type->fields;
  for (uint32_t i = 0; i < message->count; i++)
    message->values[i] = field_of(machine, channel, at, i);
  if (copy)
    return;
  const uint32_t length = machine_channel_length(machine, channel);
  memmove(at, at + layout->message_bytes,
          (size_t)(length - index - 1) * layout->message_bytes);
  memset(message_at(machine, channel, length - 1), 0, layout->message_bytes);
  set_length(machine, channel, length - 1);
  note_received(machine->traffic, channel);
}

void machine_bind(struct machine *machine,
                  const struct command_pattern *patterns, uint32_t count,
                  struct span where) {
  if (count != machine->message.count) {
    machine_fail(machine, where,
                 "%u value%s received, but the channel's messages have %u",
                 count, count == 1 ? "" : "s", machine->message.count);
    return;
  }
  for (uint32_t i = 0; i < count; i++)
    if (patterns[i].kind == PATTERN_BIND)
      machine_assign(machine, &patterns[i].place, machine->message.values[i],
                     where);
}

/* ---- rendezvous ---- */

static bool takes_message(struct machine *machine, uint32_t pid,
                          uint32_t channel) {
  const struct command_location *location = machine_location(machine, pid);
  machine_act_as(machine, pid);
  for (uint32_t t = 0; t < location->count; t++) {
    const struct command *command = location->transitions[t].command;
    if (command->kind == ACTION_RECEIVE && !command->action->copy &&
        machine_channel_of(machine, command) == channel &&
        machine_fits(machine, command->patterns, command->pattern_count,
                     machine->message.values))
      return true;
  }
  return false;
}

bool machine_has_receiver(struct machine *machine,
                          const struct command *command, uint32_t channel) {
  const uint32_t sender = machine->pid;
  bool found = false;
  machine_compose(machine, command, channel);
  for (uint32_t pid = 0;
       pid < machine_process_count(machine) && !found && !machine->failed;
       pid++)
    found = pid != sender && takes_message(machine, pid, channel);
  machine_act_as(machine, sender);
  return found;
}

/* ---- trace and notrace ---- */

static uint32_t trace_place(const struct machine *machine) {
  uint16_t place;
  memcpy(&place, machine->state + STATE_TRACE, sizeof place);
  return place;
}

static void set_trace_place(struct machine *machine, uint32_t place) {
  const uint16_t value = (uint16_t)place;
  memcpy(machine->state + STATE_TRACE, &value, sizeof value);
}

static bool names_channel(struct machine *machine,
                          const struct command *command) {
  return command->channel && machine_eval(machine, command->channel) ==
                                 (int32_t)machine->message.channel;
}

/* Is the event one the trace speaks of at all? */
static bool is_watched(struct machine *machine, enum action_kind kind) {
  const struct process_type *trace = machine->program->trace;
  for (uint32_t l = 1; l < trace->proctype->location_count; l++)
    for (uint32_t t = 0; t < trace->locations[l].count; t++) {
      const struct command *command =
          trace->locations[l].transitions[t].command;
      if (command->kind == kind && names_channel(machine, command))
        return true;
    }
  return false;
}

static bool event_matches(struct machine *machine, enum action_kind kind,
                          const struct command *command) {
  if (command->kind != kind || !names_channel(machine, command))
    return false;
  if (kind == ACTION_RECEIVE)
    return machine_fits(machine, command->patterns, command->pattern_count,
                        machine->message.values);
  for (uint32_t i = 0; i < command->arg_count && i < machine->message.count;
       i++) {
    const struct expr *arg = command->action->args[i];
    if (arg->kind == EXPR_CONST && arg->value != machine->message.values[i])
      return false;
  }
  return true;
}

static void no_match(struct machine *machine) {
  const struct proctype *trace = machine->program->trace->proctype;
  if (trace->kind == PROC_NOTRACE) { /* only the first try counts */
    set_trace_place(machine, trace->location_count - 1);
    return;
  }
  machine_blame(machine, VIOLATION_TRACE, NO_SPAN,
                "the trace does not allow this event");
}

void machine_observe(struct machine *machine, char event) {
  const struct process_type *trace = machine->program->trace;
  if (!trace || machine->config->ignore_trace)
    return;
  const enum action_kind kind = event == 's' ? ACTION_SEND : ACTION_RECEIVE;
  if (!is_watched(machine, kind))
    return;
  const struct command_location *place =
      &trace->locations[trace_place(machine)];
  for (uint32_t t = 0; t < place->count; t++) {
    if (!event_matches(machine, kind, place->transitions[t].command))
      continue;
    set_trace_place(machine, place->transitions[t].target);
    if (trace->proctype->kind == PROC_NOTRACE &&
        place->transitions[t].target == trace->proctype->location_count - 1)
      machine_blame(machine, VIOLATION_TRACE, NO_SPAN,
                    "all events of the notrace happened");
    for (t++; t < place->count; t++)
      if (event_matches(machine, kind, place->transitions[t].command))
        machine_fail(machine, place->transitions[t].command->action->where,
                     "two events of the trace match at once");
    return;
  }
  no_match(machine);
}
