/* The successors of a state.
 *
 * Processes are tried youngest first and the statements of each in the order of
 * its automaton, as SPIN's verifier does.  A statement inside an `atomic` hands
 * the new state to the region, from which the same process goes on alone; when
 * it cannot, atomicity is lost there and the state is given out.
 *
 * A rendezvous is one step of two processes.  Control goes with the receiver:
 * if its statement lies inside an atomic, it goes on.
 *
 * `else` is possible when no statement before it was; `timeout` when nothing in
 * the whole system was, in a second round.
 */
#include "engine/bytecode/bytecode.h"

#include <assert.h>

enum { LONGEST_RUN = 1000 }; /* statements of an atomic executed in place */

/* One process being tried. */
struct turn {
  uint32_t pid;
  uint32_t from; /* its location */
  bool did_something;
  uint32_t escape; /* group of the last possible statement */
};

/* ---- telling the visitor ---- */

static void report(struct bytecode *self, const struct violation *violation) {
  if (!self->visitor->violation(self->visitor->context, violation,
                                self->region.path.items,
                                self->region.path.count))
    self->stopped = true;
}

/* What the watch knows at the end of the path. */
static uint64_t heard_so_far(const struct bytecode *self) {
  const struct engine_watch *watch = self->machine.hearing.watch;
  if (!watch)
    return 0;
  return self->region.path.count > 0 ? vec_last(&self->region.path)->heard
                                     : watch->start;
}

static void emit(struct bytecode *self, const uint8_t *state, size_t length,
                 int32_t owner) {
  const struct successor successor = {.state = state,
                                      .length = length,
                                      .owner = owner,
                                      .steps = self->region.path.items,
                                      .step_count = self->region.path.count,
                                      .heard = heard_so_far(self),
                                      .changed = UINT64_MAX};
  if (!self->visitor->successor(self->visitor->context, &successor))
    self->stopped = true;
}

/* ---- making one successor ---- */

/* Binds the machine to the state being expanded, acting as pid. */
static void back_to_source(struct bytecode *self, uint32_t pid) {
  machine_move_to(&self->machine, (uint8_t *)self->source, self->source_length,
                  self->source_length);
  machine_act_as(&self->machine, pid);
}

/* Binds the machine to a fresh copy of it, to be changed. */
static void on_copy(struct bytecode *self, uint32_t pid) {
  memcpy(self->scratch.items, self->source, self->source_length);
  machine_move_to(&self->machine, self->scratch.items, self->source_length,
                  self->scratch.capacity);
  machine_act_as(&self->machine, pid);
}

static void no_errors(struct machine *machine) {
  machine->failed = false;
  machine->faults.count = 0;
  machine->message.channel = 0;
  machine->message.count = 0;
  machine->hearing.letter = 0;
}

/* Reports a violation in the step just executed, the last of the path.  One of
 * the trace is that of the step as a whole.
 */
static void report_step(struct bytecode *self,
                        const struct violation *violation) {
  const struct step *step = vec_last(&self->region.path);
  struct violation placed = *violation;
  if (placed.where.source == 0)
    placed.where = step->action->where;
  if (placed.kind == VIOLATION_TRACE)
    placed.pid = step->pid;
  report(self, &placed);
}

/* Reports what went wrong in that step, in order; a run-time error was its end.
 * True when the state it made can still be used.  A step that was cut is the
 * end of the expansion, and nothing is known of it.
 */
static bool report_errors(struct bytecode *self) {
  const struct machine *machine = &self->machine;
  self->stopped |= machine->is_cut;
  for (size_t i = 0; i < machine->faults.count && !self->stopped; i++)
    report_step(self, &machine->faults.items[i]);
  if (machine->failed && !self->stopped)
    report_step(self, &machine->error);
  return !machine->failed;
}

/* Puts a step that was just executed on the path; path_back() takes it off. */
static void path_add(struct bytecode *self, const struct step *step) {
  const struct message_values *message = &self->machine.message;
  const uint64_t heard = machine_heard(&self->machine, heard_so_far(self));
  self->machine.coverage[step->action->number] = 1;
  vec_push(&self->region.path, *step);
  struct step *added = vec_last(&self->region.path);
  added->channel = message->channel;
  added->values = message->values;
  added->value_count = message->count;
  added->value_types = message->types;
  added->heard = heard;
}

/* A step of one process that was just executed. */
static void path_add_own(struct bytecode *self, const struct step *step) {
  if (machine_hears(&self->machine))
    machine_hear(&self->machine, step);
  path_add(self, step);
}

static void path_back(struct bytecode *self) {
  self->region.path.count = self->source_steps;
}

static void move(struct bytecode *self, uint32_t pid, uint32_t target) {
  uint8_t *header = machine_header(&self->machine, pid);
  if (target == 0)
    return;
  store_location(header, target);
  if (self->machine.tidies)
    machine_tidy(&self->machine, header);
}

static void stamp_last(struct bytecode *self, uint32_t pid) {
  if (self->program->model->features.last)
    self->machine.state[STATE_HEADER] = (uint8_t)pid;
}

/* ---- inside an atomic ---- */

bool bytecode_goes_on(const struct bytecode *self,
                      const struct region_state *state, size_t offset) {
  return !state->once ||
         (load_location(self->origin + offset) != state->place &&
          region_passes(&self->region));
}

bool bytecode_is_simple(const struct command_location *location) {
  if (location->count != 1 || location->once)
    return false;
  const struct command *command = location->transitions[0].command;
  if (command->kind == ACTION_SEND)
    return command->is_buffered; /* otherwise it may be a handshake */
  return command->kind != ACTION_END && !command->runs;
}

/* Executes the only statement of the owner of scratch in place.  False when
 * that leads no further: it blocked, failed, or left the atomic.
 */
static bool step_ahead(struct bytecode *self, uint32_t pid) {
  struct machine *machine = &self->machine;
  const uint32_t from = load_location(machine_header(machine, pid));
  const struct command_transition *transition =
      &machine_type(machine, pid)->locations[from].transitions[0];
  no_errors(machine);
  machine_act_as(machine, pid);
  if (!machine_can(machine, transition->command)) {
    emit(self, machine->state, machine->length, NO_PROCESS);
    return false;
  }
  if (!machine->failed)
    machine_do(machine, transition->command);
  path_add_own(self, &(struct step){.pid = (int32_t)pid,
                                    .from = from,
                                    .action = transition->command->action,
                                    .partner = NO_PROCESS});
  if (!report_errors(self))
    return false;
  move(self, pid, transition->target);
  stamp_last(self, pid);
  if (!transition->atomic)
    emit(self, machine->state, machine->length, NO_PROCESS);
  return transition->atomic && !self->stopped;
}

/* Through the region; false when the state is to be given out instead. */
static bool push_ahead(struct bytecode *self, uint32_t pid) {
  struct machine *machine = &self->machine;
  const uint8_t *header = machine_header(machine, pid);
  const struct command_location *at = machine_location(machine, pid);
  const struct region_state state = {.bytes = machine->state,
                                     .length = machine->length,
                                     .owner = (int32_t)pid,
                                     .place = load_location(header),
                                     .once = at->once,
                                     .heard = heard_so_far(self),
                                     .changed = UINT64_MAX};
  if (!bytecode_goes_on(self, &state, (size_t)(header - machine->state)))
    return false;
  return region_push(&self->region, &state, self->source_steps,
                     (self->options & ENGINE_ALL_PATHS) != 0) ||
         !at->quiet;
}

/* Goes on inside an atomic: in place as long as there is one simple statement
 * at a time, through the region where there is a choice.
 */
static void run_ahead(struct bytecode *self, uint32_t pid) {
  struct machine *machine = &self->machine;
  const struct features *features = &self->program->model->features;
  const bool restricted = features->provided || features->priority;
  for (int steps = 0; steps < LONGEST_RUN; steps++) {
    if ((restricted && !machine_allowed(machine, pid)) ||
        !bytecode_is_simple(machine_location(machine, pid)))
      break;
    if (!step_ahead(self, pid))
      return;
  }
  if (!push_ahead(self, pid))
    emit(self, machine->state, machine->length, NO_PROCESS);
}

/* The state in scratch is complete: give it out, or go on inside an atomic. */
static void finish(struct bytecode *self, uint32_t pid, bool atomic) {
  struct machine *machine = &self->machine;
  stamp_last(self, pid);
  if (!atomic)
    emit(self, machine->state, machine->length, NO_PROCESS);
  else if (self->options & ENGINE_SINGLE_STEPS)
    emit(self, machine->state, machine->length,
         machine_location(machine, pid)->quiet ? NO_PROCESS : (int32_t)pid);
  else
    run_ahead(self, pid);
}

/* ---- rendezvous ---- */

/* The statement that receives, when this one would: itself, or the first of a
 * d_step.  *after is where the process stands then inside the d_step.
 */
static const struct command *receiving(struct bytecode *self, uint32_t pid,
                                       const struct command *command,
                                       uint32_t channel, uint32_t *after) {
  struct machine *machine = &self->machine;
  if (command->kind == ACTION_RECEIVE) {
    const bool fits =
        !command->action->copy &&
        machine_channel_of(machine, command) == channel &&
        machine_fits(machine, command->patterns, command->pattern_count,
                     machine->message.values);
    return fits && !machine->failed ? command : NULL;
  }
  if (command->kind != ACTION_D_STEP)
    return NULL;
  const struct command_location *first =
      &machine_type(machine, pid)->locations[command->enter];
  for (uint32_t t = 0; t < first->count; t++) {
    const struct command *inner = first->transitions[t].command;
    *after = first->transitions[t].target;
    if (inner->kind == ACTION_RECEIVE &&
        receiving(self, pid, inner, channel, after))
      return inner;
  }
  return NULL;
}

/* Comes before the rest of a receiver's d_step, which may hide the message.
 * `taken` is the transition's own command, or the first inside its d_step.
 */
static void hear_handshake(struct machine *machine, const struct step *step,
                           const struct command *receive,
                           const struct command *taken) {
  machine->hearing.letter = 0;
  if (!machine_hears(machine))
    return;
  machine_hear(machine, step);
  if (taken == receive)
    return;
  struct step inner = *step;
  inner.partner_from = receive->enter;
  inner.partner_action = taken->action;
  machine_hear(machine, &inner);
}

/* The handshake: the sender has moved in scratch, the receiver takes over. */
static void shake_hands(struct bytecode *self, struct step *step,
                        const struct command_transition *send,
                        const struct command_transition *receive,
                        const struct command *receiver, uint32_t after) {
  struct machine *machine = &self->machine;
  const uint32_t pid = (uint32_t)step->partner;
  machine->faults.count = 0; /* those are another receiver's */
  on_copy(self, (uint32_t)step->pid);
  machine_observe(machine, 's');
  move(self, (uint32_t)step->pid, send->target);
  machine_act_as(machine, pid);
  machine_observe(machine, 'r');
  machine_bind(machine, receiver->patterns, receiver->pattern_count,
               receiver->action->where);
  hear_handshake(machine, step, receive->command, receiver);
  if (receive->command->kind == ACTION_D_STEP && !machine->failed)
    machine_do_d_step(machine, receive->command, after);
  machine->coverage[receive->command->action->number] = 1;
  machine->coverage[receiver->action->number] = 1;
  path_add(self, step);
  if (report_errors(self)) {
    move(self, pid, receive->target);
    finish(self, pid, receive->atomic);
  }
  path_back(self);
}

/* Offers the message to one statement of another process; true when it took
 * it.
 */
static bool offer_to_statement(struct bytecode *self, struct step *step,
                               uint32_t pid, uint32_t index,
                               const struct command_transition *send,
                               uint32_t channel) {
  struct machine *machine = &self->machine;
  uint32_t after = 0;
  back_to_source(self, pid);
  const struct command_transition *receive =
      &machine_location(machine, pid)->transitions[index];
  machine->failed = false;
  const struct command *receiver =
      receiving(self, pid, receive->command, channel, &after);
  machine->failed = false;
  if (!receiver)
    return false;
  step->partner = (int32_t)pid;
  step->partner_from = load_location(machine_header(machine, pid));
  step->partner_transition = index;
  step->partner_action = receive->command->action;
  shake_hands(self, step, send, receive, receiver, after);
  back_to_source(self, (uint32_t)step->pid);
  machine_compose(machine, send->command, channel); /* for the next one */
  return true;
}

/* Tries one process as the receiver; true when it took the message. */
static bool offer_to(struct bytecode *self, struct step *step, uint32_t pid,
                     const struct command_transition *send, uint32_t channel) {
  bool taken = false;
  uint32_t escape = 0;
  const struct command_location *location =
      machine_location(&self->machine, pid);
  for (uint32_t t = 0; t < location->count && !self->stopped; t++) {
    const uint32_t group = location->transitions[t].escape;
    const uint32_t from = location->transitions[t].listens;
    if (escape > 0 && escape != group)
      break;
    if ((from != channel && from != LISTENS_TO_ANY) ||
        !offer_to_statement(self, step, pid, t, send, channel))
      continue;
    taken = true;
    escape = group;
  }
  return taken;
}

static bool try_rendezvous(struct bytecode *self, struct step *step,
                           const struct command_transition *send,
                           uint32_t channel) {
  struct machine *machine = &self->machine;
  const uint32_t sender = (uint32_t)step->pid;
  machine_compose(machine, send->command, channel);
  if (machine->failed) {
    path_add(self, step);
    report_errors(self);
    path_back(self);
    return true;
  }
  bool taken = false;
  for (uint32_t pid = machine_process_count(machine); pid-- > 0;) {
    back_to_source(self, sender);
    if (pid == sender || !machine_provided(machine, pid))
      continue; /* priorities are for who acts: here, the sender */
    taken |= offer_to(self, step, pid, send, channel);
    if (self->stopped)
      break;
  }
  back_to_source(self, sender);
  return taken;
}

/* ---- one statement ---- */

static void execute(struct bytecode *self, struct step *step,
                    const struct command_transition *transition) {
  struct machine *machine = &self->machine;
  const uint32_t pid = (uint32_t)step->pid;
  if (!machine->failed) {
    on_copy(self, pid);
    if (machine->print)
      buffer_clear(machine->print);
    machine_do(machine, transition->command);
  }
  path_add_own(self, step);
  if (report_errors(self)) {
    if (step->action->kind != ACTION_END)
      move(self, pid, transition->target);
    finish(self, pid, transition->atomic);
  }
  path_back(self);
  back_to_source(self, pid);
}

/* A condition that starts a process is tested by executing it. */
static bool execute_run(struct bytecode *self, struct step *step,
                        const struct command_transition *transition) {
  struct machine *machine = &self->machine;
  on_copy(self, (uint32_t)step->pid);
  const bool possible =
      machine_eval(machine, transition->command->value) != 0 || machine->failed;
  const bool failed = machine->failed;
  back_to_source(self, (uint32_t)step->pid);
  if (!possible)
    return false;
  machine->failed = failed;
  execute(self, step, transition);
  return true;
}

bool bytecode_begins_with_else(const struct process_type *type,
                               const struct command *command) {
  if (command->kind == ACTION_D_STEP) {
    const struct command_location *first = &type->locations[command->enter];
    return first->count == 1 &&
           bytecode_begins_with_else(type, first->transitions[0].command);
  }
  return command->kind == ACTION_ELSE;
}

/* Tries one statement; true when it was possible. */
static bool try_transition(struct bytecode *self, const struct turn *turn,
                           uint32_t index,
                           const struct command_transition *transition) {
  struct machine *machine = &self->machine;
  const struct command *command = transition->command;
  if (turn->did_something &&
      bytecode_begins_with_else(machine_type(machine, turn->pid), command))
    return false;
  no_errors(machine);
  uint32_t channel;
  const bool shakes = command->kind == ACTION_SEND &&
                      machine_is_rendezvous(machine, command, &channel);
  if (!shakes && !command->runs) {
    machine->failed = false; /* met again, and reported, below */
    if (!machine_can(machine, command))
      return false;
  }
  struct step step = {.pid = (int32_t)turn->pid,
                      .from = turn->from,
                      .transition = index,
                      .action = command->action,
                      .partner = NO_PROCESS};
  if (shakes)
    return try_rendezvous(self, &step, transition, channel);
  if (command->runs)
    return execute_run(self, &step, transition);
  execute(self, &step, transition);
  return true;
}

static void report_choice(struct bytecode *self, uint32_t pid,
                          const struct action *action) {
  const struct violation violation = {
      .kind = VIOLATION_RUNTIME,
      .message = "a D_proctype has more than one possible step",
      .where = action->where,
      .pid = (int32_t)pid};
  report(self, &violation);
}

bool bytecode_try_statement(struct bytecode *self, uint32_t pid, uint32_t index,
                            bool did_something) {
  back_to_source(self, pid);
  const struct turn turn = {
      .pid = pid,
      .from = load_location(machine_header(&self->machine, pid)),
      .did_something = did_something};
  return try_transition(
      self, &turn, index,
      &machine_location(&self->machine, pid)->transitions[index]);
}

bool bytecode_offer(struct bytecode *self, uint32_t sender, uint32_t index,
                    uint32_t receiver, uint32_t receiver_index) {
  struct machine *machine = &self->machine;
  back_to_source(self, sender);
  no_errors(machine);
  const struct command_transition *send =
      &machine_location(machine, sender)->transitions[index];
  struct step step = {.pid = (int32_t)sender,
                      .from = load_location(machine_header(machine, sender)),
                      .transition = index,
                      .action = send->command->action,
                      .partner = NO_PROCESS};
  const uint32_t channel = machine_channel_of(machine, send->command);
  assert(channel > 0);
  machine_compose(machine, send->command, channel);
  return offer_to_statement(self, &step, receiver, receiver_index, send,
                            channel);
}

void bytecode_try_process(struct bytecode *self, uint32_t pid) {
  struct machine *machine = &self->machine;
  back_to_source(self, pid);
  no_errors(machine);
  if (!machine_allowed(machine, pid))
    return;
  machine_act_as(machine, pid);
  const struct process_type *type = machine_type(machine, pid);
  struct turn turn = {.pid = pid,
                      .from = load_location(machine_header(machine, pid))};
  const struct command_location *location = &type->locations[turn.from];
  const struct glances glances = machine_glances(machine);
  for (uint32_t t = 0; t < location->count && !self->stopped; t++) {
    const struct command_transition *transition = &location->transitions[t];
    if (turn.escape > 0 && turn.escape != transition->escape)
      break;
    if (machine_rules_out(&glances, &transition->glance) ||
        !try_transition(self, &turn, t, transition))
      continue;
    if (turn.did_something && type->proctype->deterministic && !self->stopped)
      report_choice(self, pid, transition->command->action);
    turn.did_something = true;
    turn.escape = transition->escape;
    self->moved = true;
  }
}

/* ---- one state ---- */

void bytecode_set_source(struct bytecode *self, const uint8_t *state,
                         size_t length) {
  const size_t room = length + self->program->headroom;
  vec_reserve(&self->scratch, room);
  self->source = state;
  self->source_length = length;
  self->source_steps = self->region.path.count;
}

void bytecode_report_end(struct bytecode *self) {
  struct machine *machine = &self->machine;
  back_to_source(self, 0);
  if (machine_at_end(machine))
    return;
  struct violation violation = {.kind = VIOLATION_END_STATE,
                                .message = "invalid end state",
                                .pid = NO_PROCESS};
  for (uint32_t pid = 0; pid < machine_process_count(machine); pid++) {
    if (machine_location(machine, pid)->is_end)
      continue;
    const struct proctype *proctype = machine_type(machine, pid)->proctype;
    violation.where =
        proctype->locations[load_location(machine_header(machine, pid))].where;
    violation.pid = (int32_t)pid;
    break;
  }
  report(self, &violation);
}

/* Goes on with the states inside atomic sequences, where nobody waits for
 * `timeout`, and comes back.
 */
static void expand_region(struct bytecode *self) {
  struct machine *machine = &self->machine;
  const uint8_t *source = self->source;
  const size_t source_length = self->source_length;
  const bool timeout = machine->timeout;
  const struct region_item *item;
  machine->timeout = false;
  while (!self->stopped && (item = region_next(&self->region))) {
    const uint32_t owner = (uint32_t)item->state.owner;
    const size_t length = item->state.length;
    vec_reserve(&self->current, length);
    memcpy(self->current.items, self->region.bytes.items + item->offset,
           length);
    bytecode_set_source(self, self->current.items, length);
    self->moved = false;
    machine_enter(machine, self->current.items, length);
    bytecode_try_process(self, owner);
    if (!self->moved && !self->stopped)
      emit(self, self->source, self->source_length, NO_PROCESS);
  }
  self->stopped |= self->region.is_over;
  machine->timeout = timeout;
  region_clear(&self->region); /* the next process begins anew */
  bytecode_set_source(self, source, source_length);
  machine_enter(machine, (uint8_t *)source, source_length);
}

/* Whatever one process leads to comes before the next one. */
static void try_all(struct bytecode *self) {
  const uint32_t count = self->source[STATE_PROCESSES];
  const uint64_t *only = self->visitor->only;
  bool moved = false;
  for (uint32_t pid = count; pid-- > 0 && !self->stopped;) {
    if (only && !(only[pid / 64] >> (pid % 64) & 1))
      continue;
    self->moved = false;
    bytecode_try_process(self, pid);
    moved |= self->moved;
    if (self->region.met > 0)
      expand_region(self);
  }
  self->moved = moved;
}

static void expand_source(struct bytecode *self) {
  struct machine *machine = &self->machine;
  self->moved = false;
  machine->timeout = false;
  try_all(self);
  if (self->visitor->only)
    return;
  if (!self->moved && !self->stopped &&
      self->program->model->features.timeout) {
    machine->timeout = true;
    try_all(self);
    machine->timeout = false;
  }
  if (!self->moved && !self->stopped)
    bytecode_report_end(self);
}

void bytecode_begin(struct bytecode *self, const uint8_t *state, size_t length,
                    unsigned options, const struct engine_visitor *visitor) {
  region_clear(&self->region);
  self->region.is_limited = !(options & ENGINE_PATIENT);
  self->visitor = visitor;
  self->options = options;
  self->machine.tidies = (options & ENGINE_TIDY) != 0;
  self->machine.limit = self->region.is_limited ? self->region.limit : NULL;
  self->machine.is_cut = false;
  self->stopped = false;
  self->origin = state;
  bytecode_set_source(self, state, length);
}

bool bytecode_expand(struct engine *engine, const uint8_t *state, size_t length,
                     int32_t owner, unsigned options,
                     const struct engine_visitor *visitor) {
  struct bytecode *self = (struct bytecode *)engine;
  bytecode_begin(self, state, length, options, visitor);
  machine_enter(&self->machine, (uint8_t *)state, length);
  if (machine_hears(&self->machine))
    machine_ask(&self->machine);
  self->moved = false;
  if (owner != NO_PROCESS && owner < state[STATE_PROCESSES])
    bytecode_try_process(self, (uint32_t)owner);
  if (!self->moved && !self->stopped)
    expand_source(self);
  if (self->region.items.count > 0)
    expand_region(self);
  return !self->stopped;
}
