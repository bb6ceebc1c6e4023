/* Executes statements on the state the machine is bound to. */
#include "engine/bytecode/machine.h"

#include "engine/bytecode/print.h"

enum {
  SUSPICIOUS_D_STEP = 1000, /* steps before a loop is looked for */
  ASKED_EACH = 1 << 16,     /* steps of d_steps: is a limit reached? */
};

/* ---- assignment ---- */

static uint8_t *area_base(const struct machine *machine, enum area area) {
  switch (area) {
  case AREA_GLOBAL:
    return machine->state + machine->program->globals;
  case AREA_LOCAL:
    return machine->frame;
  default:
    return machine->outside;
  }
}

void machine_assign(struct machine *machine, const struct place *place,
                    int32_t value, struct span where) {
  int32_t offset = (int32_t)place->offset;
  if (place->code)
    offset += machine_eval(machine, place->code);
  if (machine->failed)
    return;
  const int32_t kept = cell_cut(place->cell, value);
  if (kept != value && machine->config->check_overflow) {
    machine_fail(machine, where, "%d does not fit into %s", value,
                 place->var->name);
    return;
  }
  cell_store(area_base(machine, place->area) + offset, place->cell.kind, kept);
}

/* A declaration in the middle of a body.  An array without a list of values
 * gets its first element set only, as in SPIN; a record is left alone.
 */
static void do_init(struct machine *machine, const struct command *command) {
  const struct var *var = command->action->var;
  if (var->type.kind == TYPE_RECORD)
    return;
  const uint32_t count = command->arg_count > 1 ? var->count : 1;
  for (uint32_t i = 0; i < count; i++) {
    struct place place = command->place;
    place.offset += i * var->stride;
    const int32_t value =
        i < command->arg_count ? machine_eval(machine, command->args[i]) : 0;
    if (!machine->failed)
      machine_assign(machine, &place, value, command->action->where);
  }
}

/* ---- processes ---- */

static void start_channels(struct machine *machine,
                           const struct channel_part *parts, uint32_t count,
                           uint32_t offset, uint8_t *variables) {
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t number = ++machine->state[STATE_CHANNELS];
    machine->channels[number - 1] = offset;
    machine->parts[number - 1] = &parts[i];
    variables[parts[i].slot->offset] = (uint8_t)number;
    offset += parts[i].layout->bytes;
  }
}

static void set_inits(struct machine *machine, const struct value_init *inits,
                      uint32_t count) {
  for (uint32_t i = 0; i < count && !machine->failed; i++)
    machine_assign(machine, &inits[i].place,
                   inits[i].value ? machine_eval(machine, inits[i].value) : 0,
                   inits[i].place.var->where);
}

/* What the configuration says instead of the model. */
static void set_first_values(struct machine *machine) {
  const struct engine_config *config = machine->config;
  for (size_t i = 0; i < config->first_value_count; i++) {
    const struct first_value *first = &config->first_values[i];
    const struct place place = {
        .area = AREA_GLOBAL,
        .cell = program_cell(&first->var->type, first->var->is_array),
        .offset = first->var->offset + first->element * first->var->stride,
        .var = first->var};
    machine_assign(machine, &place, first->value, first->var->where);
  }
}

/* Is there room for one more process of this type?  Notes an error if not. */
static bool has_room(struct machine *machine, const struct process_type *type,
                     struct span where) {
  if (machine_process_count(machine) >= MOST_PROCESSES)
    machine_fail(machine, where, "too many processes (the most is %d)",
                 MOST_PROCESSES);
  else if (machine_channel_count(machine) + type->channel_count > MOST_CHANNELS)
    machine_fail(machine, where, "too many channels (the most is %d)",
                 MOST_CHANNELS);
  else if (machine->length + type->total_bytes > machine->capacity)
    machine_fail(machine, where, "too many processes started in one step");
  return !machine->failed;
}

int32_t machine_run(struct machine *machine, uint32_t type_index,
                    const int32_t *args, uint32_t count, int32_t priority,
                    struct span where) {
  const struct process_type *type = &machine->program->types[type_index];
  if (!has_room(machine, type, where))
    return -1;
  const uint32_t pid = machine->state[STATE_PROCESSES]++;
  const uint32_t offset = (uint32_t)machine->length;
  uint8_t *header = machine->state + offset;
  memset(header, 0, type->total_bytes);
  machine->length += type->total_bytes;
  machine->processes[pid] = offset;
  if (machine->known_count > pid)
    machine->known_count = pid; /* the tables are another's from here on */
  store_location(header, type->initial);
  header[FRAME_PROCTYPE] = (uint8_t)type_index;
  if (machine->program->model->features.priority)
    header[FRAME_PRIORITY] = (uint8_t)(priority > 0 ? priority : 1);
  start_channels(machine, type->channels, type->channel_count,
                 offset + type->frame_bytes, header + FRAME_HEADER);
  const uint32_t caller = machine->pid;
  uint8_t *caller_frame = machine->frame;
  machine_act_as(machine, pid);
  for (uint32_t i = 0; i < type->parameter_count && i < count; i++)
    machine_assign(machine, &type->parameters[i], args[i], where);
  set_inits(machine, type->inits, type->init_count);
  if (machine->tidies)
    machine_tidy(machine, header);
  machine->pid = caller;
  machine->frame = caller_frame;
  return (int32_t)pid;
}

static void end_process(struct machine *machine) {
  const uint32_t pid = machine->pid;
  const struct process_type *type = machine_type(machine, pid);
  machine->length -= type->total_bytes;
  machine->state[STATE_PROCESSES]--;
  machine->state[STATE_CHANNELS] =
      (uint8_t)(machine->state[STATE_CHANNELS] - type->channel_count);
}

void machine_start(struct machine *machine, uint8_t *state) {
  const struct program *program = machine->program;
  const struct model *model = program->model;
  machine_move_to(machine, state, program->fixed_bytes, machine_room(program));
  memset(state, 0, program->fixed_bytes);
  machine->failed = machine->tidies = false;
  machine->pid = 0;
  machine->frame = state;
  if (program->channel_count > MOST_CHANNELS) {
    machine_fail(machine, NO_SPAN, "too many channels (the most is %d)",
                 MOST_CHANNELS);
    return;
  }
  start_channels(machine, program->channels, program->channel_count,
                 program->first_channel, state + program->globals);
  set_inits(machine, program->inits, program->init_count);
  set_first_values(machine);
  if (program->trace) {
    const uint16_t place = (uint16_t)program->trace->initial;
    memcpy(state + STATE_TRACE, &place, sizeof place);
  }
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    const struct proctype *proctype = model->proctypes[i];
    for (uint32_t n = 0; n < proctype->active && !machine->failed; n++)
      machine_run(machine, i, NULL, 0, proctype->priority, proctype->where);
  }
}

size_t machine_room(const struct program *program) {
  const struct model *model = program->model;
  size_t bytes = program->fixed_bytes;
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    const uint32_t active = model->proctypes[i]->active;
    bytes += (size_t)(active < MOST_PROCESSES ? active : MOST_PROCESSES) *
             program->types[i].total_bytes;
  }
  return bytes;
}

/* ---- who may move ---- */

bool machine_enabled(struct machine *machine, uint32_t pid) {
  if (machine->enabled_depth >= DEEPEST_ENABLED) {
    machine_fail(machine, NO_SPAN, "enabled() depends on itself");
    return false;
  }
  const uint32_t caller = machine->pid;
  const bool testing = machine->testing;
  machine->enabled_depth++;
  machine->testing = true;
  machine_act_as(machine, pid);
  const struct command_location *location = machine_location(machine, pid);
  bool found = false;
  for (uint32_t t = 0; t < location->count && !found; t++) {
    const struct command *command = location->transitions[t].command;
    uint32_t channel;
    found = machine_can(machine, command) ||
            (machine_is_rendezvous(machine, command, &channel) &&
             machine_has_receiver(machine, command, channel));
  }
  machine->testing = testing;
  machine->enabled_depth--;
  machine_act_as(machine, caller);
  return found;
}

bool machine_provided(struct machine *machine, uint32_t pid) {
  const struct process_type *type = machine_type(machine, pid);
  if (!type->provided)
    return true;
  machine_act_as(machine, pid);
  return machine_eval(machine, type->provided) != 0;
}

/* No process of a higher priority can move. */
static bool is_highest(struct machine *machine, uint32_t pid) {
  const uint8_t mine = machine_header(machine, pid)[FRAME_PRIORITY];
  for (uint32_t other = 0; other < machine_process_count(machine); other++)
    if (other != pid && machine_header(machine, other)[FRAME_PRIORITY] > mine &&
        machine_provided(machine, other)) {
      machine_act_as(machine, pid);
      if (machine_enabled(machine, other))
        return false;
    }
  return true;
}

bool machine_allowed(struct machine *machine, uint32_t pid) {
  const struct features *features = &machine->program->model->features;
  if (features->provided && !machine_provided(machine, pid))
    return false;
  return !features->priority || is_highest(machine, pid);
}

bool machine_at_end(const struct machine *machine) {
  for (uint32_t pid = 0; pid < machine_process_count(machine); pid++)
    if (!machine_location(machine, pid)->is_end)
      return false;
  if (machine->config->strict_ends)
    for (uint32_t c = 1; c <= machine_channel_count(machine); c++)
      if (machine_channel_length(machine, c) > 0)
        return false;
  const struct process_type *trace = machine->program->trace;
  if (!trace || machine->config->ignore_trace ||
      trace->proctype->kind == PROC_NOTRACE ||
      machine_process_count(machine) == 0)
    return true;
  uint16_t place;
  memcpy(&place, machine->state + STATE_TRACE, sizeof place);
  return trace->locations[place].is_end;
}

/* ---- can it be executed? ---- */

bool machine_is_rendezvous(struct machine *machine,
                           const struct command *command, uint32_t *channel) {
  if (command->kind != ACTION_SEND)
    return false;
  *channel = machine_channel_of(machine, command);
  return *channel > 0 && machine_layout(machine, *channel)->type->capacity == 0;
}

static bool can_send(struct machine *machine, const struct command *command) {
  const uint32_t channel = machine_channel_of(machine, command);
  if (channel == 0)
    return !machine->testing; /* the error is met by executing it */
  const uint32_t capacity = machine_layout(machine, channel)->type->capacity;
  return capacity > 0 && machine_channel_length(machine, channel) < capacity;
}

static bool can_receive(struct machine *machine,
                        const struct command *command) {
  const uint32_t channel = machine_channel_of(machine, command);
  if (channel == 0)
    return !machine->testing;
  if (machine_layout(machine, channel)->type->capacity == 0) {
    if (command->action->copy)
      machine_fail(machine, command->action->where,
                   "a rendezvous channel cannot be polled");
    return machine->failed;
  }
  return machine_find_message(machine, channel, command->patterns,
                              command->pattern_count,
                              command->action->random) >= 0;
}

/* A handshake needs a step of two processes: a d_step has none to offer. */
static bool is_handshake(struct machine *machine,
                         const struct command *command) {
  uint32_t channel;
  if (!machine_is_rendezvous(machine, command, &channel))
    return false;
  machine_fail(machine, command->action->where,
               "a rendezvous send inside a d_step");
  return true;
}

static bool can_start_d_step(struct machine *machine,
                             const struct command *command) {
  const struct command_location *location =
      &machine_type(machine, machine->pid)->locations[command->enter];
  for (uint32_t t = 0; t < location->count; t++) {
    const struct command *first = location->transitions[t].command;
    if (machine_can(machine, first) || is_handshake(machine, first))
      return true;
  }
  return false;
}

/* An error in a guard counts as "can": executing it then reports the error. */
bool machine_can(struct machine *machine, const struct command *command) {
  switch (command->kind) {
  case ACTION_TEST:
    if (command->runs)
      return machine->testing ? machine_eval(machine, command->value) != 0
                              : true;
    return machine_eval(machine, command->value) != 0 || machine->failed;
  case ACTION_SEND:
    return can_send(machine, command) || machine->failed;
  case ACTION_RECEIVE:
    return can_receive(machine, command) || machine->failed;
  case ACTION_D_STEP:
    return can_start_d_step(machine, command) || machine->failed;
  case ACTION_END:
    return machine->pid + 1 == machine_process_count(machine);
  default:
    return true;
  }
}

/* ---- execution ---- */

static void do_send(struct machine *machine, const struct command *command) {
  const uint32_t channel = machine_channel_of(machine, command);
  if (channel == 0)
    return;
  machine_compose(machine, command, channel);
  if (machine->failed)
    return;
  machine_enqueue(machine, channel, command->action->sorted);
  machine_observe(machine, 's');
}

static void do_receive(struct machine *machine, const struct command *command) {
  const uint32_t channel = machine_channel_of(machine, command);
  if (channel == 0)
    return;
  const int32_t index =
      machine_find_message(machine, channel, command->patterns,
                           command->pattern_count, command->action->random);
  if (index < 0 || machine->failed)
    return;
  machine_dequeue(machine, channel, (uint32_t)index, command->action->copy);
  if (!command->action->copy)
    machine_observe(machine, 'r');
  machine_bind(machine, command->patterns, command->pattern_count,
               command->action->where);
}

static void do_set_priority(struct machine *machine,
                            const struct command *command) {
  const int32_t pid = machine_eval(machine, command->args[0]);
  const int32_t priority = machine_eval(machine, command->args[1]);
  if (machine->failed || pid < 0 ||
      (uint32_t)pid >= machine_process_count(machine))
    return;
  if (priority < 1 || priority > 255)
    machine_fail(machine, command->action->where,
                 "priority %d is outside of 1 to 255", priority);
  else
    machine_header(machine, (uint32_t)pid)[FRAME_PRIORITY] = (uint8_t)priority;
}

static const struct command_transition *first_possible(struct machine *machine,
                                                       uint32_t place) {
  const struct command_location *location =
      &machine_type(machine, machine->pid)->locations[place];
  const struct glances glances = machine_glances(machine);
  for (uint32_t t = 0; t < location->count; t++) {
    const struct command_transition *transition = &location->transitions[t];
    if (!machine_rules_out(&glances, &transition->glance) &&
        (machine_can(machine, transition->command) ||
         is_handshake(machine, transition->command)))
      return transition;
  }
  return NULL;
}

/* Remembers a state now and then (at powers of two) to notice when the same one
 * comes again: a d_step is deterministic, so it would never end.
 */
struct loop_watch {
  uint64_t steps, next_mark;
  uint32_t place;
  struct buffer state;
};

static bool repeats(struct loop_watch *watch, const struct machine *machine,
                    uint32_t place) {
  if (watch->steps >= watch->next_mark) {
    buffer_clear(&watch->state);
    buffer_add(&watch->state, (const char *)machine->state, machine->length);
    watch->place = place;
    watch->next_mark = 2 * watch->steps;
    return false;
  }
  return watch->place == place && watch->state.length == machine->length &&
         memcmp(watch->state.text, machine->state, machine->length) == 0;
}

/* Many short d_steps are as long as one. */
static void ask_limit(struct machine *machine) {
  const struct engine_limit *limit = machine->limit;
  if (machine->spent < ASKED_EACH || !limit)
    return;
  if (limit->goes_on(limit->context, 0))
    machine->spent = 0;
  else
    machine->failed = machine->is_cut = true;
}

/* One that has taken so many steps already: shall it go on? */
static void look_after(struct machine *machine, struct loop_watch *watch,
                       const struct command *command, uint32_t place) {
  if (repeats(watch, machine, place))
    machine_fail(machine, command->action->where, "this d_step never ends");
  if (watch->steps % ASKED_EACH > 0 || machine->failed)
    return;
  machine->spent += ASKED_EACH;
  ask_limit(machine);
}

void machine_do_d_step(struct machine *machine, const struct command *command,
                       uint32_t place) {
  struct loop_watch watch = {0};
  ask_limit(machine);
  while (!machine->failed &&
         machine_type(machine, machine->pid)->locations[place].inside) {
    const struct command_transition *next = first_possible(machine, place);
    if (!next) {
      const struct proctype *proctype =
          machine_type(machine, machine->pid)->proctype;
      machine_fail(machine, proctype->locations[place].where,
                   "a statement inside a d_step blocks");
      break;
    }
    machine_do(machine, next->command);
    if (machine_hears(machine))
      machine_hear(machine, &(struct step){.pid = (int32_t)machine->pid,
                                           .from = place,
                                           .action = next->command->action,
                                           .partner = NO_PROCESS});
    place = next->target;
    if (++watch.steps >= SUSPICIOUS_D_STEP)
      look_after(machine, &watch, command, place);
  }
  machine->spent += watch.steps % ASKED_EACH;
  buffer_free(&watch.state);
}

static void do_assert(struct machine *machine, const struct command *command) {
  if (machine_eval(machine, command->value) == 0 && !machine->failed)
    machine_blame(machine, VIOLATION_ASSERTION, command->action->where,
                  command->action->text);
}

void machine_do(struct machine *machine, const struct command *command) {
  machine->coverage[command->action->number] = 1;
  switch (command->kind) {
  case ACTION_GOTO:
  case ACTION_ELSE:
    break;
  case ACTION_TEST: /* the others were evaluated to see whether they can */
    if (command->runs)
      (void)machine_eval(machine, command->value);
    break;
  case ACTION_ASSIGN: {
    const int32_t value = machine_eval(machine, command->value);
    if (!machine->failed)
      machine_assign(machine, &command->place, value, command->action->where);
    break;
  }
  case ACTION_INIT:
    do_init(machine, command);
    break;
  case ACTION_SEND:
    do_send(machine, command);
    break;
  case ACTION_RECEIVE:
    do_receive(machine, command);
    break;
  case ACTION_ASSERT:
    do_assert(machine, command);
    break;
  case ACTION_PRINTF:
  case ACTION_PRINTM:
    bytecode_print(machine, command);
    break;
  case ACTION_SET_PRIORITY:
    do_set_priority(machine, command);
    break;
  case ACTION_D_STEP:
    machine_do_d_step(machine, command, command->enter);
    break;
  case ACTION_END:
    end_process(machine);
    break;
  }
  if (machine->failed && machine->error.where.source == 0)
    machine->error.where = command->action->where;
}
