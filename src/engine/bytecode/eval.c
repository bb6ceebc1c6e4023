/* Evaluates expressions.
 *
 * Arithmetic is that of 32-bit two's complement numbers, as SPIN's verifiers
 * compute; what C leaves undefined is a run-time error here (division by zero,
 * a shift by less than 0 or more than 31) or wraps around (sums, products).
 */
#include "engine/bytecode/machine.h"

#include <stdint.h>

uint32_t machine_channel_length(const struct machine *machine,
                                uint32_t channel) {
  if (machine->parts[channel - 1]->layout->type->capacity == 0)
    return 0;
  uint16_t length;
  memcpy(&length, machine->state + machine->channels[channel - 1],
         sizeof length);
  return length;
}

const struct channel_layout *machine_layout(const struct machine *machine,
                                            uint32_t channel) {
  return machine->parts[channel - 1]->layout;
}

/* Is there a channel of this number?  Notes an error if not. */
static bool is_channel(struct machine *machine, int32_t channel) {
  if (channel > 0 && (uint32_t)channel <= machine_channel_count(machine))
    return true;
  machine_fail(machine, NO_SPAN,
               channel == 0 ? "uninitialised channel"
                            : "there is no channel number %d",
               channel);
  return false;
}

static int32_t channel_test(struct machine *machine, enum opcode op,
                            int32_t channel) {
  if (!is_channel(machine, channel))
    return 0;
  const uint32_t length = machine_channel_length(machine, (uint32_t)channel);
  const uint32_t capacity =
      machine_layout(machine, (uint32_t)channel)->type->capacity;
  /* a rendezvous channel is never full and always empty */
  const bool full = capacity > 0 && length == capacity;
  switch (op) {
  case OP_LEN:
    return (int32_t)length;
  case OP_FULL:
    return full;
  case OP_NFULL:
    return !full;
  case OP_EMPTY:
    return length == 0;
  default:
    return length > 0;
  }
}

/* A result that was wrapped around: an error where the user asked for that. */
static void wrapped(struct machine *machine) {
  if (machine->config->check_overflow)
    machine_fail(machine, NO_SPAN, "the result does not fit into an int");
}

static inline int32_t add(struct machine *machine, int32_t a, int32_t b) {
  int32_t result;
  if (__builtin_add_overflow(a, b, &result))
    wrapped(machine);
  return result;
}

static inline int32_t subtract(struct machine *machine, int32_t a, int32_t b) {
  int32_t result;
  if (__builtin_sub_overflow(a, b, &result))
    wrapped(machine);
  return result;
}

static inline int32_t multiply(struct machine *machine, int32_t a, int32_t b) {
  int32_t result;
  if (__builtin_mul_overflow(a, b, &result))
    wrapped(machine);
  return result;
}

static int32_t divide(struct machine *machine, int32_t a, int32_t b,
                      bool modulo) {
  if (b == 0) {
    machine_fail(machine, NO_SPAN,
                 modulo ? "modulo by zero" : "division by zero");
    return 0;
  }
  if (b == -1)
    return modulo ? 0 : (int32_t)(0 - (uint32_t)a);
  return modulo ? a % b : a / b;
}

static int32_t shift(struct machine *machine, int32_t a, int32_t by,
                     bool left) {
  if (by < 0 || by > 31) {
    machine_fail(machine, NO_SPAN, "shift by %d: only 0 to 31 has a meaning",
                 by);
    return 0;
  }
  if (left)
    return (int32_t)((uint32_t)a << by);
  return a < 0 ? ~(~a >> by) : a >> by;
}

/* ---- expressions with details ---- */

/* Does a process?  Formulas and claims are about all states, also those in
 * which a process is not there: its variables are 0 then.
 */
static bool somebody_asks(const struct machine *machine) {
  return machine->pid < MOST_PROCESSES;
}

/* The process a remote reference means, or -1 when there is none such. */
static int32_t remote_process(struct machine *machine,
                              const struct expr_detail *detail) {
  const struct proctype *wanted = detail->expr->proctype;
  if (detail->operand) {
    const int32_t pid = machine_eval(machine, detail->operand);
    if (machine->failed)
      return -1;
    if (pid >= 0 && (uint32_t)pid < machine_process_count(machine) &&
        machine_type(machine, (uint32_t)pid)->proctype == wanted)
      return pid;
    if (somebody_asks(machine))
      machine_fail(machine, detail->expr->where,
                   "process %d is not a running %s", pid, wanted->name);
    return -1;
  }
  for (uint32_t pid = 0; pid < machine_process_count(machine); pid++)
    if (machine_type(machine, pid)->proctype == wanted)
      return (int32_t)pid;
  if (somebody_asks(machine))
    machine_fail(machine, detail->expr->where, "no %s is running",
                 wanted->name);
  return -1;
}

static int32_t eval_remote(struct machine *machine,
                           const struct expr_detail *detail) {
  const int32_t pid = remote_process(machine, detail);
  if (pid < 0)
    return 0;
  const uint8_t *header = machine_header(machine, (uint32_t)pid);
  if (detail->expr->kind == EXPR_AT)
    return load_location(header) == detail->expr->location;
  int32_t offset = (int32_t)detail->place.offset;
  if (detail->place.code)
    offset += machine_eval(machine, detail->place.code);
  if (machine->failed)
    return 0;
  const uint8_t *area = detail->place.area == AREA_OUTSIDE
                            ? machine->outside
                            : header + FRAME_HEADER;
  return cell_load(area + offset, detail->place.cell.kind);
}

static int32_t eval_poll(struct machine *machine,
                         const struct expr_detail *detail) {
  const int32_t channel = machine_eval(machine, detail->operand);
  if (machine->failed || !is_channel(machine, channel))
    return 0;
  if (machine_layout(machine, (uint32_t)channel)->type->capacity == 0) {
    machine_fail(machine, detail->expr->where,
                 "a rendezvous channel cannot be polled");
    return 0;
  }
  return machine_find_message(machine, (uint32_t)channel, detail->patterns,
                              detail->pattern_count, detail->expr->random) >= 0;
}

static int32_t eval_run(struct machine *machine,
                        const struct expr_detail *detail) {
  if (machine->testing)
    return machine_process_count(machine) < MOST_PROCESSES;
  int32_t args[LONGEST_MESSAGE] = {0};
  for (uint32_t i = 0; i < detail->arg_count && i < LONGEST_MESSAGE; i++)
    args[i] = machine_eval(machine, detail->args[i]);
  if (machine->failed)
    return 0;
  return machine_run(machine, detail->expr->proctype->index, args,
                     detail->arg_count, detail->expr->priority,
                     detail->expr->where);
}

static int32_t eval_enabled(struct machine *machine,
                            const struct expr_detail *detail, int32_t pid) {
  if (pid < 0 || (uint32_t)pid >= machine_process_count(machine))
    return 0;
  if ((uint32_t)pid == machine->pid) {
    machine_fail(machine, detail->expr->where,
                 "enabled(%d) asked by process %d itself", pid, pid);
    return 0;
  }
  return machine_enabled(machine, (uint32_t)pid);
}

/* np_, and its counterpart for accept labels: about all processes at once. */
static int32_t eval_labels(struct machine *machine, const struct expr *expr) {
  if (machine->pid < MOST_PROCESSES) {
    machine_fail(machine, expr->where,
                 "np_ has no value outside of a never claim");
    return 0;
  }
  bool progress = false, accepting = false;
  for (uint32_t pid = 0; pid < machine_process_count(machine); pid++) {
    const uint8_t *header = machine_header(machine, pid);
    const struct proctype *proctype = machine_type(machine, pid)->proctype;
    const struct location *location =
        &proctype->locations[load_location(header)];
    progress |= location->is_progress;
    accepting |= location->is_accept;
  }
  return expr->kind == EXPR_NP ? !progress : accepting;
}

static int32_t eval_detail(struct machine *machine,
                           const struct expr_detail *detail) {
  switch (detail->expr->kind) {
  case EXPR_RUN:
    return eval_run(machine, detail);
  case EXPR_POLL:
    return eval_poll(machine, detail);
  case EXPR_AT:
  case EXPR_REMOTE:
    return eval_remote(machine, detail);
  case EXPR_NP:
  case EXPR_ACCEPTING:
    return eval_labels(machine, detail->expr);
  case EXPR_MOVES:
  case EXPR_SENDS:
  case EXPR_RECEIVES:
  case EXPR_PASSES:
  case EXPR_EXECUTES:
    return 0; /* true of steps, not of states: see hear.c */
  default:
    break;
  }
  const int32_t pid = machine_eval(machine, detail->operand);
  if (machine->failed)
    return 0;
  if (detail->expr->kind == EXPR_ENABLED)
    return eval_enabled(machine, detail, pid);
  if (pid < 0 || (uint32_t)pid >= machine_process_count(machine))
    return 0;
  const uint8_t *header = machine_header(machine, (uint32_t)pid);
  return detail->expr->kind == EXPR_PC_VALUE ? (int32_t)load_location(header)
                                             : header[FRAME_PRIORITY];
}

/* Runs code of an inner expression above the values already on the stack. */
static int32_t eval_above(struct machine *machine,
                          const struct expr_detail *detail, int32_t *top) {
  int32_t *stack = machine->stack;
  const uint32_t size = machine->stack_size;
  machine->stack_size = size - (uint32_t)(top - stack);
  machine->stack = top;
  const int32_t result = machine->stack_size > machine->program->stack_need
                             ? eval_detail(machine, detail)
                             : 0;
  machine->stack = stack;
  machine->stack_size = size;
  return result;
}

static int32_t no_element(struct machine *machine, int32_t index,
                          int32_t count) {
  machine_fail(machine, NO_SPAN, "index %d, but the array has %d element%s",
               index, count, count == 1 ? "" : "s");
  return 0;
}

#define BINARY(expression)                                                     \
  {                                                                            \
    const int32_t b = last;                                                    \
    const int32_t a = *--top;                                                  \
    last = (int32_t)(expression);                                              \
    break;                                                                     \
  }

#define PUSH(value)                                                            \
  {                                                                            \
    *top++ = last;                                                             \
    last = (value);                                                            \
    break;                                                                     \
  }

/* Takes the element at `last` if there is one. */
#define ELEMENT(base, kind, width)                                             \
  {                                                                            \
    if ((uint32_t)last >= code->small)                                         \
      return no_element(machine, last, code->small);                           \
    last = cell_load((base) + value + (size_t)last * (width), (kind));         \
    break;                                                                     \
  }

/* Goes on behind a chain of && or || whose value is known, or with its next
 * operand.
 */
#define SKIP_IF(condition, result)                                             \
  if (condition) {                                                             \
    last = (result);                                                           \
    code += value - 1;                                                         \
  } else {                                                                     \
    last = *--top;                                                             \
  }                                                                            \
  break;

/* A table more than a function: one case an instruction.  The value pushed last
 * is kept apart from the others, where it can be in a register; what is pushed
 * below the first one means nothing.
 * NOLINTNEXTLINE(readability-function-size) */
int32_t machine_eval(struct machine *machine, const struct insn *code) {
  const uint8_t *globals = machine->state + machine->program->globals;
  const uint8_t *locals = machine->frame;
  int32_t *top = machine->stack; /* the next free entry */
  int32_t last = 0;
  for (;; code++) {
    const int32_t value = code->value;
    switch ((enum opcode)code->op) {
    case OP_END:
      return last;
    case OP_CONST:
      PUSH(value)
    case OP_GLOBAL_U8:
      PUSH(globals[value])
    case OP_GLOBAL_U16:
      PUSH(cell_load(globals + value, CELL_U16))
    case OP_GLOBAL_S16:
      PUSH(cell_load(globals + value, CELL_S16))
    case OP_GLOBAL_S32:
      PUSH(cell_load(globals + value, CELL_S32))
    case OP_LOCAL_U8:
      PUSH(locals[value])
    case OP_LOCAL_U16:
      PUSH(cell_load(locals + value, CELL_U16))
    case OP_LOCAL_S16:
      PUSH(cell_load(locals + value, CELL_S16))
    case OP_LOCAL_S32:
      PUSH(cell_load(locals + value, CELL_S32))
    case OP_OUTSIDE_U8:
      PUSH(machine->outside[value])
    case OP_OUTSIDE_U16:
      PUSH(cell_load(machine->outside + value, CELL_U16))
    case OP_OUTSIDE_S16:
      PUSH(cell_load(machine->outside + value, CELL_S16))
    case OP_OUTSIDE_S32:
      PUSH(cell_load(machine->outside + value, CELL_S32))
    case OP_GLOBAL_AT:
      last = cell_load(globals + value + last, code->small);
      break;
    case OP_LOCAL_AT:
      last = cell_load(locals + value + last, code->small);
      break;
    case OP_OUTSIDE_AT:
      last = cell_load(machine->outside + value + last, code->small);
      break;
    case OP_INDEX:
      if ((uint32_t)last >= (uint32_t)value)
        return no_element(machine, last, value);
      break;
    case OP_GLOBAL_U8_IN:
      ELEMENT(globals, CELL_U8, sizeof(uint8_t))
    case OP_GLOBAL_S32_IN:
      ELEMENT(globals, CELL_S32, sizeof(int32_t))
    case OP_LOCAL_U8_IN:
      ELEMENT(locals, CELL_U8, sizeof(uint8_t))
    case OP_LOCAL_S32_IN:
      ELEMENT(locals, CELL_S32, sizeof(int32_t))
    case OP_GLOBAL_U8_OF_PID:
      if (machine->pid >= code->small)
        return no_element(machine, (int32_t)machine->pid, code->small);
      PUSH(globals[(uint32_t)value + machine->pid])
    case OP_OFFSET:
      last *= value;
      break;
    case OP_NEGATE:
      last = (int32_t)(0 - (uint32_t)last);
      break;
    case OP_NOT:
      last = !last;
      break;
    case OP_COMPLEMENT:
      last = ~last;
      break;
    case OP_ADD:
      BINARY(add(machine, a, b))
    case OP_SUB:
      BINARY(subtract(machine, a, b))
    case OP_MUL:
      BINARY(multiply(machine, a, b))
    case OP_DIV:
      BINARY(divide(machine, a, b, false))
    case OP_MOD:
      BINARY(divide(machine, a, b, true))
    case OP_BIT_AND:
      BINARY(a & b)
    case OP_BIT_OR:
      BINARY(a | b)
    case OP_BIT_XOR:
      BINARY(a ^ b)
    case OP_SHIFT_LEFT:
      BINARY(shift(machine, a, b, true))
    case OP_SHIFT_RIGHT:
      BINARY(shift(machine, a, b, false))
    case OP_LT:
      BINARY(a < b)
    case OP_LE:
      BINARY(a <= b)
    case OP_GT:
      BINARY(a > b)
    case OP_GE:
      BINARY(a >= b)
    case OP_EQ:
      BINARY(a == b)
    case OP_NE:
      BINARY(a != b)
    case OP_ADD_C:
      last = add(machine, last, value);
      break;
    case OP_SUB_C:
      last = subtract(machine, last, value);
      break;
    case OP_BIT_AND_C:
      last &= value;
      break;
    case OP_LT_C:
      last = last < value;
      break;
    case OP_LE_C:
      last = last <= value;
      break;
    case OP_GT_C:
      last = last > value;
      break;
    case OP_GE_C:
      last = last >= value;
      break;
    case OP_EQ_C:
      last = last == value;
      break;
    case OP_NE_C:
      last = last != value;
      break;
    case OP_TRUTH:
      last = last != 0;
      break;
    case OP_AND_SKIP:
      SKIP_IF(last == 0, 0)
    case OP_OR_SKIP:
      SKIP_IF(last != 0, 1)
    case OP_EQ_C_AND:
      SKIP_IF(last != code->small, 0)
    case OP_NE_C_AND:
      SKIP_IF(last == code->small, 0)
    case OP_EQ_C_OR:
      SKIP_IF(last == code->small, 1)
    case OP_NE_C_OR:
      SKIP_IF(last != code->small, 1)
    case OP_JUMP_IF_ZERO: {
      const bool is_zero = last == 0;
      last = *--top;
      code += is_zero ? value - 1 : 0;
      break;
    }
    case OP_JUMP:
      code += value - 1;
      break;
    case OP_PID:
      PUSH((int32_t)machine->pid)
    case OP_NR_PR:
      PUSH((int32_t)machine_process_count(machine))
    case OP_LAST:
      PUSH(machine->state[STATE_HEADER])
    case OP_PRIORITY:
      PUSH(machine->frame[FRAME_PRIORITY - FRAME_HEADER])
    case OP_TIMEOUT:
      PUSH(machine->timeout)
    case OP_LEN:
    case OP_FULL:
    case OP_NFULL:
    case OP_EMPTY:
    case OP_NEMPTY:
      last = channel_test(machine, (enum opcode)code->op, last);
      break;
    case OP_DETAIL:
      *top++ = last;
      last = eval_above(machine, machine->program->details[value], top);
      globals = machine->state + machine->program->globals;
      locals = machine->frame;
      break;
    }
  }
}
