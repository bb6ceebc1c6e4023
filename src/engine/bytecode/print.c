/* What a model prints. */
#include "engine/bytecode/print.h"

static void print_mtype(struct machine *machine, const char *subtype,
                        int32_t value) {
  const char *name = model_mtype_name(machine->program->model, subtype, value);
  if (name)
    buffer_puts(machine->print, name);
  else
    buffer_printf(machine->print, "%d", value);
}

/* The mtype an expression has: that of its variable or constant. */
static const char *subtype_of(const struct expr *expr) {
  if (expr->kind == EXPR_CONST)
    return expr->mtype_subtype;
  if (expr->kind != EXPR_REF)
    return NULL;
  const struct ref *ref = expr->ref;
  while (ref->field)
    ref = ref->field;
  return ref->var->type.subtype;
}

static void print_value(struct machine *machine, char conversion,
                        const struct expr *expr, int32_t value) {
  switch (conversion) {
  case 'c':
    buffer_putc(machine->print, (char)value);
    break;
  case 'e':
    print_mtype(machine, subtype_of(expr), value);
    break;
  case 'o':
    buffer_printf(machine->print, "%o", (unsigned)value);
    break;
  case 'u':
    buffer_printf(machine->print, "%u", (unsigned)value);
    break;
  case 'x':
    buffer_printf(machine->print, "%x", (unsigned)value);
    break;
  default:
    buffer_printf(machine->print, "%d", value);
    break;
  }
}

static void print_formatted(struct machine *machine,
                            const struct command *command) {
  uint32_t next = 0;
  for (const char *c = command->action->format; *c; c++) {
    if (c[0] != '%' || !c[1]) {
      buffer_putc(machine->print, *c);
      continue;
    }
    c++;
    if (*c == '%' || next >= command->arg_count) {
      buffer_putc(machine->print, *c);
      continue;
    }
    const int32_t value = machine_eval(machine, command->args[next]);
    print_value(machine, *c, command->action->args[next], value);
    next++;
  }
}

void bytecode_print(struct machine *machine, const struct command *command) {
  if (!machine->print) {
    if (command->value)
      (void)machine_eval(machine, command->value);
    for (uint32_t i = 0; i < command->arg_count; i++)
      (void)machine_eval(machine, command->args[i]);
    return;
  }
  if (command->kind == ACTION_PRINTF)
    print_formatted(machine, command);
  else
    print_mtype(machine, subtype_of(command->action->value),
                machine_eval(machine, command->value));
}
