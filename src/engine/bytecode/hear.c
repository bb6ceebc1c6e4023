/* Events: what the watch of an engine hears of the statements executed.
 *
 * The operands of the watched events are evaluated once, in the state to be
 * expanded.  Each statement executed after that, inside a d_step too, is
 * compared with them and joins its bits to the letter of the step being made.
 */
#include "engine/bytecode/machine.h"

#include "base/memory.h"

static const struct expr_detail *event_detail(const struct program *program,
                                              uint32_t atom) {
  if (!expr_is_event(program->model->atoms[atom]))
    return NULL;
  assert(program->atoms[atom]->op == OP_DETAIL);
  return program->details[program->atoms[atom]->value];
}

static void forget(struct hearing *hearing) {
  memory_free(hearing->values);
  *hearing = (struct hearing){0};
}

void machine_stop_watch(struct machine *machine) {
  forget(&machine->hearing);
}

/* Room for the values of all patterns of the watched events. */
static int32_t *alloc_values(const struct program *program,
                             const struct engine_watch *watch) {
  size_t count = 0;
  for (uint32_t i = 0; i < watch->atom_count; i++)
    count += program->model->atoms[watch->atoms[i]]->pattern_count;
  return memory_alloc((count + 1) * sizeof(int32_t));
}

const struct engine_watch *machine_watch(struct machine *machine,
                                         const struct engine_watch *watch) {
  struct hearing *hearing = &machine->hearing;
  const struct engine_watch *before = hearing->watch;
  forget(hearing);
  if (!watch)
    return before;
  assert(watch->atom_count <= MOST_EVENTS);
  hearing->watch = watch;
  hearing->values = alloc_values(machine->program, watch);
  int32_t *values = hearing->values;
  for (uint32_t i = 0; i < watch->atom_count; i++) {
    const struct expr *atom = machine->program->model->atoms[watch->atoms[i]];
    if (!expr_is_event(atom))
      continue;
    hearing->bits[hearing->count] = (uint8_t)i;
    hearing->queries[hearing->count++] =
        (struct event_query){.atom = atom, .values = values};
    values += atom->pattern_count;
  }
  return before;
}

static void evaluate(struct machine *machine, const struct expr_detail *detail,
                     struct event_query *query) {
  machine->failed = false;
  query->operand = detail->operand ? machine_eval(machine, detail->operand) : 0;
  for (uint32_t i = 0; i < detail->pattern_count; i++) {
    const struct command_pattern *pattern = &detail->patterns[i];
    if (pattern->kind == PATTERN_MATCH)
      query->values[i] = pattern->is_constant
                             ? pattern->constant
                             : machine_eval(machine, pattern->value);
  }
  query->known = !machine->failed;
}

void machine_ask(struct machine *machine) {
  struct hearing *hearing = &machine->hearing;
  machine->pid = MOST_PROCESSES; /* nobody */
  machine->frame = machine->state;
  machine->timeout = false;
  for (uint32_t i = 0; i < hearing->count; i++) {
    const uint32_t atom = hearing->watch->atoms[hearing->bits[i]];
    evaluate(machine, event_detail(machine->program, atom),
             &hearing->queries[i]);
  }
  machine->failed = false;
}

void machine_hear(struct machine *machine, const struct step *step) {
  struct hearing *hearing = &machine->hearing;
  struct step told = *step;
  told.channel = machine->message.channel;
  told.values = machine->message.values;
  told.value_count = machine->message.count;
  for (uint32_t i = 0; i < hearing->count; i++)
    if (event_fits(&hearing->queries[i], &told))
      hearing->letter |= UINT64_C(1) << hearing->bits[i];
}

uint64_t machine_heard(const struct machine *machine, uint64_t before) {
  const struct hearing *hearing = &machine->hearing;
  if (!hearing->watch || !hearing->watch->read)
    return before | hearing->letter;
  return hearing->watch->read(hearing->watch->context, before, hearing->letter);
}
