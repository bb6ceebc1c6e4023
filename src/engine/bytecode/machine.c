/* Sets the interpreter up, and binds it to states. */
#include "engine/bytecode/machine.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>

void machine_init(struct machine *machine, const struct program *program,
                  const struct engine_config *config) {
  *machine = (struct machine){.program = program, .config = config};
  machine->stack_size = (program->stack_need + 1) * (DEEPEST_ENABLED + 2);
  machine->stack = memory_alloc(machine->stack_size * sizeof(int32_t));
  machine->message.values =
      memory_alloc((program->most_fields + 1) * sizeof(int32_t));
  machine->coverage = memory_alloc(program->model->action_count + 1);
  machine->outside = memory_alloc(program->model->outside_bytes + 8);
}

void machine_clear(struct machine *machine) {
  machine_stop_watch(machine);
  memory_free(machine->stack);
  memory_free(machine->message.values);
  memory_free(machine->outside);
  memory_free(machine->coverage);
  vec_free(&machine->faults);
  buffer_free(&machine->text);
}

static uint32_t enter_channels(struct machine *machine,
                               const struct channel_part *parts, uint32_t count,
                               uint32_t offset, uint32_t *number) {
  for (uint32_t i = 0; i < count; i++) {
    machine->channels[*number] = offset;
    machine->parts[(*number)++] = &parts[i];
    offset += parts[i].layout->bytes;
  }
  return offset;
}

/* Do the tables fit the state?  Each type that agrees makes sure that the next
 * process is where it is looked for.
 */
static bool knows_processes(const struct machine *machine) {
  const uint32_t count = machine_process_count(machine);
  if (!machine->has_tables || count > machine->known_count)
    return false;
  for (uint32_t pid = 0; pid < count; pid++)
    if (machine_header(machine, pid)[FRAME_PROCTYPE] !=
        machine->known_types[pid])
      return false;
  return true;
}

static void enter_processes(struct machine *machine) {
  const struct program *program = machine->program;
  uint32_t number = 0;
  uint32_t offset =
      enter_channels(machine, program->channels, program->channel_count,
                     program->first_channel, &number);
  machine->has_tables = true;
  machine->known_count = machine_process_count(machine);
  for (uint32_t pid = 0; pid < machine->known_count; pid++) {
    const uint8_t index = machine->state[offset + FRAME_PROCTYPE];
    const struct process_type *type = &program->types[index];
    machine->known_types[pid] = index;
    machine->processes[pid] = offset;
    offset = enter_channels(machine, type->channels, type->channel_count,
                            offset + type->frame_bytes, &number);
  }
}

void machine_enter(struct machine *machine, uint8_t *state, size_t length) {
  machine_move_to(machine, state, length, length);
  if (!knows_processes(machine))
    enter_processes(machine);
}

void machine_fail(struct machine *machine, struct span where,
                  const char *format, ...) {
  if (machine->failed)
    return; /* the first error explains the others */
  va_list args;
  char text[512];
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  buffer_clear(&machine->text);
  buffer_puts(&machine->text, text);
  machine->failed = true;
  machine->error = (struct violation){.kind = VIOLATION_RUNTIME,
                                      .message = buffer_text(&machine->text),
                                      .where = where,
                                      .pid = (int32_t)machine->pid};
}

static bool is_blamed(const struct machine *machine, enum violation_kind kind,
                      struct span where) {
  for (size_t i = 0; i < machine->faults.count; i++) {
    const struct violation *fault = &machine->faults.items[i];
    if (fault->kind == kind && fault->where.source == where.source &&
        fault->where.offset == where.offset)
      return true;
  }
  return false;
}

void machine_blame(struct machine *machine, enum violation_kind kind,
                   struct span where, const char *message) {
  if (is_blamed(machine, kind, where))
    return;
  const struct violation fault = {.kind = kind,
                                  .message = message,
                                  .where = where,
                                  .pid = (int32_t)machine->pid};
  vec_push(&machine->faults, fault);
}
