/* What rules a statement out at a glance.
 *
 * Most statements that are tried cannot be executed, and most of those for one
 * plain reason: the first condition of a conjunction compares a variable with a
 * constant, or the channel is empty, or full.  That reason is found here in the
 * code of the statement and kept beside its transition; the interpreter looks
 * at it first.
 *
 * Invariant: a statement that is ruled out cannot be executed, and to find that
 * out in full would meet no run-time error.  One that is not may or may not be
 * possible.
 *
 * Cost: some ten machine instructions instead of a hundred.
 */
#include "engine/bytecode/program.h"

/* Values from low to high, both included. */
static void set_range(struct glance *glance, int32_t low, int32_t high,
                      bool outside) {
  glance->low = low;
  glance->span = (uint32_t)high - (uint32_t)low;
  glance->outside = outside;
}

static void set_variable(struct glance *glance, enum glance_area area,
                         enum cell_kind cell, uint32_t offset) {
  glance->area = (uint8_t)area;
  glance->cell = (uint8_t)cell;
  glance->offset = offset;
  glance->bound = MOST_PROCESSES;
}

/* What is loaded; false when it is not a variable at a fixed offset. */
static bool find_variable(const struct insn *load, struct glance *glance) {
  const uint32_t offset = (uint32_t)load->value;
  switch ((enum opcode)load->op) {
  case OP_GLOBAL_U8:
  case OP_GLOBAL_U16:
  case OP_GLOBAL_S16:
  case OP_GLOBAL_S32:
    set_variable(glance, GLANCE_GLOBAL,
                 (enum cell_kind)(load->op - OP_GLOBAL_U8), offset);
    return true;
  case OP_LOCAL_U8:
  case OP_LOCAL_U16:
  case OP_LOCAL_S16:
  case OP_LOCAL_S32:
    set_variable(glance, GLANCE_LOCAL, (enum cell_kind)(load->op - OP_LOCAL_U8),
                 offset);
    return true;
  case OP_GLOBAL_U8_OF_PID:
    set_variable(glance, GLANCE_OF_PID, CELL_U8, offset);
    if (load->small < MOST_PROCESSES)
      glance->bound = (uint8_t)load->small;
    return true;
  case OP_TIMEOUT:
    set_variable(glance, GLANCE_TIMEOUT, CELL_U8, 0);
    return true;
  default:
    return false;
  }
}

/* Is the value before this instruction, when it is zero, that of it all? */
static bool decides(const struct insn *after) {
  return after->op == OP_END ||
         (after->op == OP_AND_SKIP && after[after->value].op == OP_END);
}

/* The same of a comparison that skips by itself. */
static bool skips_to_end(const struct insn *skip) {
  return skip[skip->value].op == OP_END;
}

/* What it is compared with; false when that is not a constant, or when the
 * comparison alone decides nothing.
 */
static bool find_comparison(const struct insn *test, struct glance *glance) {
  const int32_t value = test->value;
  switch ((enum opcode)test->op) {
  case OP_END:
  case OP_AND_SKIP:
    set_range(glance, 0, 0, true);
    return decides(test);
  case OP_NOT:
    set_range(glance, 0, 0, false);
    return decides(test + 1);
  case OP_EQ_C:
  case OP_NE_C:
    set_range(glance, value, value, test->op == OP_NE_C);
    return decides(test + 1);
  case OP_EQ_C_AND:
  case OP_NE_C_AND:
    set_range(glance, test->small, test->small, test->op == OP_NE_C_AND);
    return skips_to_end(test);
  case OP_LT_C:
  case OP_GE_C:
    set_range(glance, INT32_MIN, value - (value > INT32_MIN),
              test->op == OP_GE_C);
    return value > INT32_MIN && decides(test + 1);
  case OP_LE_C:
  case OP_GT_C:
    set_range(glance, INT32_MIN, value, test->op == OP_GT_C);
    return decides(test + 1);
  default:
    return false;
  }
}

/* A channel that is known beforehand must not be so long. */
static bool find_length(const struct program *program,
                        const struct command *command, struct glance *glance) {
  if (command->constant_channel <= 0)
    return false;
  const uint32_t number = (uint32_t)command->constant_channel - 1;
  const uint32_t capacity = program->channels[number].layout->type->capacity;
  const int32_t blocks = command->kind == ACTION_SEND ? (int32_t)capacity : 0;
  set_variable(glance, GLANCE_GLOBAL, CELL_U16,
               program->channel_offsets[number] - program->globals);
  set_range(glance, blocks, blocks, true);
  return capacity > 0;
}

static bool find_reason(const struct program *program,
                        const struct process_type *type,
                        const struct command *command, struct glance *glance) {
  switch (command->kind) {
  case ACTION_TEST:
    return !command->runs && find_variable(command->value, glance) &&
           find_comparison(command->value + 1, glance);
  case ACTION_SEND:
  case ACTION_RECEIVE:
    return find_length(program, command, glance);
  case ACTION_D_STEP: {
    const struct command_location *first = &type->locations[command->enter];
    return first->count == 1 &&
           find_reason(program, type, first->transitions[0].command, glance);
  }
  default:
    return false;
  }
}

static void glance_at_type(const struct program *program,
                           struct process_type *type) {
  for (uint32_t l = 1; l < type->proctype->location_count; l++) {
    struct command_transition *transitions =
        (struct command_transition *)type->locations[l].transitions;
    for (uint32_t t = 0; t < type->locations[l].count; t++)
      if (!find_reason(program, type, transitions[t].command,
                       &transitions[t].glance))
        transitions[t].glance = (struct glance){.area = GLANCE_NONE};
  }
}

void program_glance(struct program *program) {
  for (uint32_t i = 0; i < program->model->proctype_count; i++)
    glance_at_type(program, &program->types[i]);
}
