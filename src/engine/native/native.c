/* The native engine.
 *
 * The interpreter does everything until the code is there, and afterwards what
 * the code leaves to it; it also keeps the path of steps and the states inside
 * atomics, so the two can take turns within one expansion.  The code changes
 * hands between two expansions only.
 *
 * A state is copied once, into the buffer the code works on.  Where processes
 * and channels lie follows from the types of the processes; the tables are kept
 * from state to state and compared with the types, which hardly ever change.
 */
#include "engine/native/native.h"

#include "engine/memo/memo.h"

#include <assert.h>

/* ---- steps ---- */

static const struct action *action_of(const struct native *self, uint32_t pid,
                                      uint32_t from, uint32_t transition) {
  const struct native_run *run = &self->run;
  const uint8_t type = run->source[run->processes[pid] + FRAME_PROCTYPE];
  return self->interpreter->program->types[type]
      .locations[from]
      .transitions[transition]
      .command->action;
}

/* The steps of a chain as far as they do not depend on who makes them, worked
 * out when they are needed first.
 */
static const struct step *
steps_of(struct native *self, const struct native_chain *chain, uint32_t pid) {
  struct step **steps = &self->chains[chain->number];
  if (*steps)
    return *steps;
  *steps = memory_alloc(chain->count * sizeof **steps);
  for (uint32_t i = 0; i < chain->count; i++) {
    const struct native_link *link = &chain->links[i];
    (*steps)[i] = (struct step){
        .from = link->from,
        .transition = link->transition,
        .action = action_of(self, pid, link->from, link->transition),
        .partner = NO_PROCESS};
  }
  return *steps;
}

/* The receiver's statement becomes the second half of the step. */
static void complete_handshake(struct native *self, struct step *step) {
  const struct native_offer *offer = self->run.offer;
  step->partner = (int32_t)self->run.pid;
  step->partner_from = step->from;
  step->partner_transition = step->transition;
  step->partner_action = step->action;
  step->pid = (int32_t)offer->sender;
  step->from = offer->from;
  step->transition = offer->transition;
  step->action = action_of(self, offer->sender, offer->from, offer->transition);
}

/* Puts the steps of a chain that one process made on the path. */
static void path_add_steps(struct native *self,
                           const struct native_chain *chain, uint32_t pid) {
  struct region *region = &self->interpreter->region;
  const size_t first = region->path.count;
  if (chain->count == 0)
    return;
  vec_reserve(&region->path, first + chain->count);
  struct step *steps = region->path.items + first;
  memcpy(steps, steps_of(self, chain, pid), chain->count * sizeof *steps);
  for (uint32_t i = 0; i < chain->count; i++)
    steps[i].pid = (int32_t)pid;
  region->path.count += chain->count;
}

/* Puts the steps of what is being given out on the path. */
static void path_add_chain(struct native *self) {
  const size_t first = self->interpreter->region.path.count;
  path_add_steps(self, self->run.chain, self->run.pid);
  if (self->run.chain->is_handshake)
    complete_handshake(self, &self->interpreter->region.path.items[first]);
}

static void path_back(struct native *self) {
  self->interpreter->region.path.count = self->interpreter->source_steps;
}

/* Puts the steps that led into the atomic on the path, as far as they are not.
 * Whoever needs the path calls this first.
 */
static void tell_path(struct native *self) {
  struct region *region = &self->interpreter->region;
  if (!self->untold)
    return;
  self->untold = false;
  for (size_t i = 0; i < region->items.count; i++) {
    struct region_item *item = &region->items.items[i];
    if (!item->entered || !item->untold)
      continue;
    const struct native_chain *chain = item->untold;
    path_add_steps(self, chain, (uint32_t)item->state.owner);
    item->step_count = chain->count;
    item->untold = NULL;
  }
  self->interpreter->source_steps = region->path.count;
}

/* ---- what the code leaves to others ---- */

static struct native *native_of(struct native_run *run) {
  return (struct native *)((char *)run - offsetof(struct native, run));
}

/* The interpreter takes part in the expansion from now on. */
static struct bytecode *begin(struct native *self) {
  if (!self->begun)
    bytecode_begin(self->interpreter, self->state, self->length, self->options,
                   self->visitor);
  self->begun = true;
  return self->interpreter;
}

/* The same, bound to the source. */
static struct bytecode *enter(struct native *self) {
  struct bytecode *interpreter = begin(self);
  tell_path(self);
  if (!self->entered)
    machine_enter(&interpreter->machine, (uint8_t *)interpreter->source,
                  interpreter->source_length);
  self->entered = true;
  interpreter->machine.timeout = self->run.timeout;
  return interpreter;
}

static bool leave_statement(struct native_run *run, uint32_t pid,
                            uint32_t transition, bool did_something) {
  struct bytecode *interpreter = enter(native_of(run));
  const bool possible =
      bytecode_try_statement(interpreter, pid, transition, did_something);
  run->stopped |= interpreter->stopped;
  return possible;
}

static bool leave_receive(struct native_run *run,
                          const struct native_offer *offer, uint32_t pid,
                          uint32_t transition) {
  struct bytecode *interpreter = enter(native_of(run));
  const bool taken = bytecode_offer(interpreter, offer->sender,
                                    offer->transition, pid, transition);
  run->stopped |= interpreter->stopped;
  return taken;
}

/* The steps of a handshake are not those of one process alone: they are told at
 * once.
 */
static bool push_later(struct native *self, const struct region_state *state) {
  struct bytecode *interpreter = self->interpreter;
  const struct native_chain *chain = self->run.chain;
  const bool all_paths = (self->options & ENGINE_ALL_PATHS) != 0;
  if (!chain->is_handshake)
    return region_push_untold(&interpreter->region, state, chain, all_paths);
  tell_path(self);
  path_add_chain(self);
  const bool is_ahead = region_push(&interpreter->region, state,
                                    interpreter->source_steps, all_paths);
  path_back(self);
  return is_ahead;
}

static bool go_on_later(struct native_run *run, uint32_t pid,
                        uint64_t changed) {
  struct native *self = native_of(run);
  struct bytecode *interpreter = begin(self);
  const uint32_t frame = run->processes[pid];
  const uint32_t place = (uint32_t)native_u16(self->scratch.items, frame);
  const struct command_location *at =
      &interpreter->program->types[self->types[pid]].locations[place];
  const struct region_state state = {.bytes = self->scratch.items,
                                     .length = self->successor.length,
                                     .owner = (int32_t)pid,
                                     .place = place,
                                     .once = at->once,
                                     .changed = changed | run->inherited};
  if (bytecode_goes_on(interpreter, &state, frame) &&
      (push_later(self, &state) || !at->quiet))
    return true;
  return native_emit(run, changed, run->chain);
}

/* Gives a successor out together with its steps. */
static bool visit_with_steps(void *context, const struct successor *made) {
  struct native *self = context;
  struct successor successor = *made;
  (void)begin(self);
  tell_path(self);
  path_add_chain(self);
  successor.steps = self->interpreter->region.path.items;
  successor.step_count = self->interpreter->region.path.count;
  const bool goes_on =
      self->visitor->successor(self->visitor->context, &successor);
  path_back(self);
  return goes_on;
}

/* ---- binding ---- */

static uint32_t enter_channels(struct native *self,
                               const struct channel_part *parts, uint32_t count,
                               uint32_t offset, uint32_t *number) {
  struct native_run *run = &self->run;
  for (uint32_t i = 0; i < count; i++, ++*number) {
    const struct channel_layout *layout = parts[i].layout;
    run->channels[*number] = offset;
    run->capacities[*number] = layout->type->capacity;
    run->layouts[*number] = (uint16_t)layouts_find(&self->layouts, layout);
    offset += layout->bytes;
  }
  return offset;
}

/* Seldom necessary, and apart for that. */
__attribute__((noinline)) static void enter_processes(struct native *self,
                                                      const uint8_t *state) {
  const struct program *program = self->interpreter->program;
  const struct native_unit *unit = self->run.unit;
  uint32_t number = 0;
  uint32_t offset =
      enter_channels(self, program->channels, program->channel_count,
                     program->first_channel, &number);
  self->type_count = state[STATE_PROCESSES];
  for (uint32_t pid = 0; pid < self->type_count; pid++) {
    const uint8_t index = state[offset + FRAME_PROCTYPE];
    const struct process_type *type = &program->types[index];
    self->types[pid] = index;
    self->codes[pid] = unit->locations + unit->first[index];
    self->run.processes[pid] = offset;
    offset = enter_channels(self, type->channels, type->channel_count,
                            offset + type->frame_bytes, &number);
  }
}

static void bind_tables(struct native *self, const uint8_t *state) {
  if (!program_has_processes(state, self->run.processes, self->types,
                             self->type_count))
    enter_processes(self, state);
}

static void bind(struct native *self, const uint8_t *state, size_t length) {
  vec_reserve(&self->scratch, length);
  memcpy(self->scratch.items, state, length);
  bind_tables(self, state);
  self->run.source = state;
  self->successor.state = self->scratch.items;
  self->successor.length = length;
  self->entered = false;
}

/* ---- expansion ---- */

__attribute__((noinline)) static bool leave_process(struct native *self,
                                                    uint32_t pid) {
  struct bytecode *interpreter = enter(self);
  interpreter->moved = false;
  bytecode_try_process(interpreter, pid);
  self->run.stopped |= interpreter->stopped;
  return interpreter->moved;
}

static bool try_process(struct native *self, uint32_t pid) {
  struct native_run *run = &self->run;
  uint8_t *state = self->scratch.items;
  const uint32_t frame = run->processes[pid];
  const struct native_code *code = &self->codes[pid][native_u16(state, frame)];
  run->pid = pid;
  return code->is_there ? native_try(run, state, frame, pid, code)
                        : leave_process(self, pid);
}

/* Goes on with the states inside atomic sequences, where nobody waits for
 * `timeout`, and comes back.
 */
__attribute__((noinline)) static void expand_region(struct native *self) {
  static const struct native_chain no_steps = {0};
  struct bytecode *interpreter = self->interpreter;
  struct region *region = &interpreter->region;
  const struct region_item *item;
  const bool timeout = self->run.timeout;
  const uint64_t inherited = self->run.inherited;
  self->run.timeout = false;
  while (!self->run.stopped && (item = region_next(region))) {
    const uint32_t owner = (uint32_t)item->state.owner;
    const size_t length = item->state.length;
    self->run.inherited = item->state.changed;
    self->untold |= item->untold != NULL;
    vec_reserve(&interpreter->current, length);
    memcpy(interpreter->current.items, region->bytes.items + item->offset,
           length);
    bytecode_set_source(interpreter, interpreter->current.items, length);
    bind(self, interpreter->current.items, length);
    if (!try_process(self, owner) && !self->run.stopped)
      (void)native_emit(&self->run, 0, &no_steps);
  }
  self->run.stopped |= region->is_over;
  self->run.timeout = timeout;
  self->run.inherited = inherited;
  self->untold = false;
  region_clear(region); /* the next process begins anew */
  bytecode_set_source(interpreter, self->state, self->length);
  bind(self, self->state, self->length);
}

/* Whatever one process leads to comes before the next one. */
static bool try_all(struct native *self) {
  const struct region *region = &self->interpreter->region;
  const uint64_t *only = self->visitor->only;
  bool moved = false;
  for (uint32_t pid = self->run.source[STATE_PROCESSES];
       pid-- > 0 && !self->run.stopped;) {
    if (only && !(only[pid / 64] >> (pid % 64) & 1))
      continue;
    moved |= try_process(self, pid);
    if (self->begun && region->met > 0)
      expand_region(self);
  }
  return moved;
}

/* Once more, when nothing could move. */
static bool try_timeout(struct native *self) {
  self->run.timeout = true;
  const bool moved = try_all(self);
  self->run.timeout = self->interpreter->machine.timeout = false;
  return moved;
}

static void expand_source(struct native *self) {
  const struct features *features =
      &self->interpreter->program->model->features;
  bool moved = try_all(self);
  if (self->visitor->only)
    return;
  if (!moved && !self->run.stopped && features->timeout)
    moved = try_timeout(self);
  if (moved || self->run.stopped)
    return;
  bytecode_report_end(enter(self));
  self->run.stopped |= self->interpreter->stopped;
}

/* Can code give what is asked for? */
static bool is_for_code(const struct native *self, int32_t owner,
                        unsigned options) {
  const struct machine *machine = &self->interpreter->machine;
  return owner == NO_PROCESS &&
         (options & (ENGINE_NO_STEPS | ENGINE_NO_MESSAGES)) &&
         !(options & ENGINE_SINGLE_STEPS) && !machine->print &&
         !machine->hearing.watch;
}

/* Better code has the same chains. */
static void use_code(struct native *self, const struct native_unit *unit) {
  self->run.unit = unit;
  if (unit && !self->chains)
    self->chains = memory_alloc((unit->chain_count + 1) * sizeof *self->chains);
}

static bool expand(struct engine *engine, const uint8_t *state, size_t length,
                   int32_t owner, unsigned options,
                   const struct engine_visitor *visitor) {
  struct native *self = (struct native *)engine;
  struct bytecode *interpreter = self->interpreter;
  const bool is_for_it = is_for_code(self, owner, options);
  if (is_for_it && supply_is_open(self->supply))
    use_code(self, supply_ask(self->supply, visitor->only != NULL));
  if (!is_for_it || !self->run.unit)
    return bytecode_expand(&interpreter->base, state, length, owner, options,
                           visitor);
  const bool has_steps = !(options & ENGINE_NO_STEPS);
  self->visitor = visitor;
  self->state = state;
  self->length = length;
  self->options = options;
  self->begun = self->untold = false;
  self->run.visit = has_steps ? visit_with_steps : visitor->successor;
  self->run.context = has_steps ? self : visitor->context;
  self->run.stopped = false;
  self->run.tidies = (options & ENGINE_TIDY) != 0;
  self->run.inherited = length > NATIVE_MASKED ? UINT64_MAX : 0;
  bind(self, state, length);
  expand_source(self);
  return !self->run.stopped;
}

static bool holds(struct engine *engine, const uint8_t *state, size_t length,
                  uint32_t atom) {
  struct native *self = (struct native *)engine;
  const struct native_unit *unit = self->run.unit;
  if (unit && atom < unit->atom_count && unit->atoms[atom]) {
    bind_tables(self, state);
    const int value = unit->atoms[atom](&self->run, state);
    if (value >= 0)
      return value;
  }
  return engine_holds(self->wrapper.inner, state, length, atom);
}

/* ---- the rest is the interpreter's ---- */

static const char *name(const struct engine *engine) {
  const struct native *self = (const struct native *)engine;
  return self->run.unit ? "native" : engine_name(self->wrapper.inner);
}

static const char *problem(const struct engine *engine) {
  return supply_problem(((const struct native *)engine)->supply);
}

static void close_engine(struct engine *engine) {
  struct native *self = (struct native *)engine;
  for (uint32_t i = 0; self->chains && i < self->run.unit->chain_count; i++)
    memory_free(self->chains[i]);
  memory_free(self->chains);
  supply_close(self->supply);
  engine_close(self->wrapper.inner);
  vec_free(&self->scratch);
  vec_free(&self->layouts);
  memory_free(self);
}

static const struct engine_kind native_kind = {
    .name = "native",
    .name_now = name,
    .problem = problem,
    .close = close_engine,
    .expand = expand,
    .holds = holds,
    .set_limit = wrapper_set_limit,
    WRAPPER_FUNCTIONS,
};

static void init_run(struct native *self) {
  self->successor = (struct successor){.owner = NO_PROCESS};
  self->run = (struct native_run){
      .successor = &self->successor,
      .changed = &self->successor.changed,
      .length = &self->successor.length,
      .coverage = self->interpreter->machine.coverage,
      .outside = self->interpreter->machine.outside,
      .statement = leave_statement,
      .receive = leave_receive,
      .go_on = go_on_later,
  };
}

bool engine_native_text(const struct model *model,
                        const struct engine_config *config,
                        struct buffer *out) {
  struct program *program = program_compile(model, config);
  const bool has_code = supply_text(program, config, GRADE_THOROUGH, out);
  program_close(program);
  return has_code;
}

/* Code that is compiled thoroughly does not gain by what is known.  Called
 * between two expansions.
 */
static enum memo_speed speed(struct engine *engine) {
  struct native *self = (struct native *)engine;
  if (supply_is_open(self->supply))
    use_code(self, supply_look(self->supply));
  if (!self->run.unit)
    return MEMO_SLOW;
  return self->run.unit == supply_thorough(self->supply) ? MEMO_FAST
                                                         : MEMO_QUICK;
}

enum status engine_open_native(const struct model *model,
                               const struct engine_config *config,
                               enum engine_wait wait, struct engine **out) {
  struct engine *interpreter;
  const enum status status = engine_open_bytecode(model, config, &interpreter);
  if (status != STATUS_OK)
    return status;
  struct native *self = memory_alloc(sizeof *self);
  self->wrapper.base.kind = &native_kind;
  self->wrapper.inner = interpreter;
  self->interpreter = (struct bytecode *)interpreter;
  init_run(self);
  layouts_collect(self->interpreter->program, &self->layouts);
  self->supply =
      supply_open(self->interpreter->program, &self->interpreter->config);
  if (wait != ENGINE_WAIT_NOT)
    use_code(self, supply_wait(self->supply, wait == ENGINE_WAIT_THOROUGH
                                                 ? GRADE_THOROUGH
                                                 : GRADE_QUICK));
  *out = engine_open_memo(&self->wrapper.base, self->interpreter->program,
                          self->interpreter->config.memory_bytes, speed);
  return STATUS_OK;
}
