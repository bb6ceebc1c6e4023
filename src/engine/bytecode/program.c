/* Makes the program of a model: see program.h. */
#include "engine/bytecode/program.h"

#include "base/vec.h"
#include "engine/bytecode/compile.h"
#include "model/layout.h"

#include <string.h>

static uint32_t whole_words(uint32_t bytes) {
  return (bytes + STATE_WORD - 1) / STATE_WORD * STATE_WORD;
}

/* A channel type with the capacity that it has in this program. */
static const struct channel_type *
channel_type(struct program *program, const struct channel_type *declared) {
  const struct engine_config *config = program->config;
  for (size_t i = 0; i < config->room_count && declared->capacity > 0; i++)
    if (config->rooms[i].type == declared) {
      struct channel_type *type =
          ARENA_NEW(program->arena, struct channel_type);
      *type = *declared;
      type->capacity = config->rooms[i].capacity;
      return type;
    }
  return declared;
}

static const struct channel_layout *
channel_layout(struct program *program, const struct channel_type *declared) {
  const struct channel_type *type = channel_type(program, declared);
  struct channel_layout *layout =
      ARENA_NEW(program->arena, struct channel_layout);
  layout->type = type;
  layout->cells = ARENA_ARRAY(program->arena, struct cell, type->field_count);
  layout->offsets = ARENA_ARRAY(program->arena, uint32_t, type->field_count);
  for (uint32_t i = 0; i < type->field_count; i++) {
    layout->cells[i] = program_cell(&type->fields[i], false);
    layout->offsets[i] = layout->message_bytes;
    layout->message_bytes += layout_width(&type->fields[i]);
  }
  if (type->capacity > 0)
    layout->bytes =
        whole_words(CHANNEL_HEADER + type->capacity * layout->message_bytes);
  if (type->field_count > program->most_fields)
    program->most_fields = type->field_count;
  return layout;
}

static const struct channel_part *
channel_parts(struct program *program, const struct channel_slot *slots,
              uint32_t count, uint32_t *bytes) {
  struct channel_part *parts =
      ARENA_ARRAY(program->arena, struct channel_part, count);
  for (uint32_t i = 0; i < count; i++) {
    const bool same = i > 0 && slots[i].type == slots[i - 1].type;
    parts[i].slot = &slots[i];
    parts[i].layout =
        same ? parts[i - 1].layout : channel_layout(program, slots[i].type);
    *bytes += parts[i].layout->bytes;
  }
  return parts;
}

/* ---- commands ---- */

static bool starts_process(const struct expr *expr) {
  if (!expr)
    return false;
  return expr->kind == EXPR_RUN || starts_process(expr->a) ||
         starts_process(expr->b) || starts_process(expr->c);
}

/* The number of a channel that a global scalar names for ever, or 0. */
static int32_t constant_channel(const struct model *model,
                                const struct expr *channel) {
  if (!channel || channel->kind != EXPR_REF)
    return 0;
  const struct ref *ref = channel->ref;
  if (ref->field || ref->index || ref->var->is_array || !ref->var->channel ||
      ref->var->scope != SCOPE_GLOBAL || ref->var->is_written)
    return 0;
  for (uint32_t i = 0; i < model->channel_count; i++)
    if (model->channels[i].var == ref->var)
      return (int32_t)i + 1;
  return 0;
}

/* Does the expression name a channel with capacity in every state?  A variable
 * that is never written has the channels it was declared with.
 */
static bool is_buffered(const struct expr *channel) {
  if (!channel || channel->kind != EXPR_REF || channel->ref->field)
    return false;
  const struct var *var = channel->ref->var;
  return var->channel && !var->is_written && var->channel->capacity > 0;
}

static void compile_init(struct program *program, const struct action *action,
                         struct command *command) {
  struct ref ref = {.var = action->var, .where = action->where};
  command->place = compile_place(program, &ref);
  command->arg_count = action->var->init_count;
  command->args =
      compile_args(program, action->var->inits, action->var->init_count);
}

static const struct command *compile_command(struct program *program,
                                             const struct action *action) {
  struct command *command = ARENA_NEW(program->arena, struct command);
  command->kind = action->kind;
  command->action = action;
  command->value = compile_expr(program, action->value);
  command->runs = starts_process(action->value);
  if (action->ref)
    command->place = compile_place(program, action->ref);
  command->channel = compile_expr(program, action->channel);
  command->constant_channel = constant_channel(program->model, action->channel);
  command->is_buffered = is_buffered(action->channel);
  command->args = compile_args(program, action->args, action->arg_count);
  command->arg_count = action->arg_count;
  command->patterns =
      compile_patterns(program, action->patterns, action->pattern_count);
  command->pattern_count = action->pattern_count;
  command->enter = action->enter;
  if (action->kind == ACTION_INIT)
    compile_init(program, action, command);
  if (action->arg_count > program->most_fields)
    program->most_fields = action->arg_count;
  return command;
}

static uint16_t listens(const struct command *command) {
  if (command->kind == ACTION_D_STEP)
    return LISTENS_TO_ANY;
  if (command->kind != ACTION_RECEIVE || command->action->copy)
    return LISTENS_TO_NONE;
  return command->constant_channel > 0 ? (uint16_t)command->constant_channel
                                       : LISTENS_TO_ANY;
}

static const struct command_location *
compile_locations(struct program *program, const struct proctype *proctype,
                  const struct command **commands) {
  struct command_location *out = ARENA_ARRAY(
      program->arena, struct command_location, proctype->location_count);
  for (uint32_t l = 1; l < proctype->location_count; l++) {
    const struct location *location = &proctype->locations[l];
    struct command_transition *transitions = ARENA_ARRAY(
        program->arena, struct command_transition, location->transition_count);
    for (uint32_t t = 0; t < location->transition_count; t++) {
      const struct transition *transition = &location->transitions[t];
      const uint32_t number = transition->action->number;
      if (!commands[number])
        commands[number] = compile_command(program, transition->action);
      transitions[t] =
          (struct command_transition){.command = commands[number],
                                      .transition = transition,
                                      .target = transition->target,
                                      .escape = transition->escape,
                                      .atomic = transition->atomic,
                                      .listens = listens(commands[number])};
    }
    out[l] = (struct command_location){.transitions = transitions,
                                       .count = location->transition_count,
                                       .is_end = location->is_end,
                                       .inside = location->in_d_step};
  }
  return out;
}

/* ---- initial values ---- */

typedef VEC(struct value_init) init_list;

/* Lists the values a variable gets when its process (or the model) starts; base
 * is where the record around it lies.
 */
static void list_inits(struct program *program, const struct var *var,
                       enum area area, uint32_t base, init_list *inits) {
  const bool is_record = var->type.kind == TYPE_RECORD;
  if (var->channel || var->is_parameter ||
      (!is_record && (var->init_count == 0 || var->init_is_step)))
    return;
  for (uint32_t e = 0; e < var->count; e++) {
    const uint32_t offset = base + var->offset + e * var->stride;
    if (is_record) {
      const struct record *record = var->type.record;
      for (uint32_t f = 0; f < record->field_count; f++)
        list_inits(program, record->fields[f], area, offset, inits);
      continue;
    }
    const uint32_t from = var->init_count > 1 ? e : 0;
    struct value_init init = {
        .place = {.area = area,
                  .cell = program_cell(&var->type, var->is_array),
                  .offset = offset,
                  .var = var}};
    if (from < var->init_count)
      init.value = compile_expr(program, var->inits[from]);
    vec_push(inits, init);
  }
}

static const struct value_init *compile_inits(struct program *program,
                                              struct var *const *vars,
                                              uint32_t count,
                                              uint32_t *out_count) {
  init_list inits = {0};
  for (uint32_t i = 0; i < count; i++)
    list_inits(program, vars[i], compile_area(vars[i]), 0, &inits);
  struct value_init *out =
      ARENA_ARRAY(program->arena, struct value_init, inits.count);
  for (size_t i = 0; i < inits.count; i++)
    out[i] = inits.items[i];
  *out_count = (uint32_t)inits.count;
  vec_free(&inits);
  return out;
}

typedef VEC(struct place) place_list;

/* The scalars of a parameter: a record counts as all of its fields. */
static void list_leaves(const struct var *var, uint32_t base,
                        place_list *leaves) {
  for (uint32_t e = 0; e < var->count; e++) {
    const uint32_t offset = base + var->offset + e * var->stride;
    if (var->type.kind == TYPE_RECORD) {
      const struct record *record = var->type.record;
      for (uint32_t f = 0; f < record->field_count; f++)
        list_leaves(record->fields[f], offset, leaves);
      continue;
    }
    vec_push(leaves,
             ((struct place){.area = var->outside ? AREA_OUTSIDE : AREA_LOCAL,
                             .cell = program_cell(&var->type, var->is_array),
                             .offset = offset,
                             .var = var}));
  }
}

static void compile_parameters(struct program *program,
                               const struct proctype *proctype,
                               struct process_type *type) {
  place_list leaves = {0};
  for (uint32_t i = 0; i < proctype->parameter_count; i++)
    list_leaves(proctype->variables[i], 0, &leaves);
  struct place *parameters =
      ARENA_ARRAY(program->arena, struct place, leaves.count);
  for (size_t i = 0; i < leaves.count; i++)
    parameters[i] = leaves.items[i];
  type->parameters = parameters;
  type->parameter_count = (uint32_t)leaves.count;
  vec_free(&leaves);
}

/* Room for all processes that one step may start, a d_step with a loop too; in
 * a model with enormous frames, for a few.
 */
static size_t headroom(const struct program *program) {
  enum { FEW = 4, MOST_BYTES = 1 << 26 };
  size_t widest = 0;
  for (uint32_t i = 0; i < program->model->proctype_count; i++)
    if (program->types[i].total_bytes > widest)
      widest = program->types[i].total_bytes;
  const size_t all = MOST_PROCESSES * widest, few = FEW * widest;
  return all < MOST_BYTES ? all : few > MOST_BYTES ? few : MOST_BYTES;
}

static void compile_type(struct program *program,
                         const struct proctype *proctype,
                         const struct command **commands,
                         struct process_type *type) {
  type->proctype = proctype;
  type->initial = proctype->initial;
  type->frame_bytes = whole_words(FRAME_HEADER + proctype->frame_bytes);
  type->total_bytes = type->frame_bytes;
  type->channels = channel_parts(program, proctype->channels,
                                 proctype->channel_count, &type->total_bytes);
  type->channel_count = proctype->channel_count;
  compile_parameters(program, proctype, type);
  type->inits = compile_inits(program, proctype->variables,
                              proctype->variable_count, &type->init_count);
  type->provided = compile_expr(program, proctype->provided);
  type->locations = compile_locations(program, proctype, commands);
}

static const uint32_t *channel_offsets(const struct program *program) {
  uint32_t *offsets =
      ARENA_ARRAY(program->arena, uint32_t, program->channel_count);
  uint32_t offset = program->first_channel;
  for (uint32_t i = 0; i < program->channel_count; i++) {
    offsets[i] = offset;
    offset += program->channels[i].layout->bytes;
  }
  return offsets;
}

struct program *program_compile(const struct model *model,
                                const struct engine_config *config) {
  struct arena *arena = arena_open();
  struct program *program = ARENA_NEW(arena, struct program);
  program->arena = arena;
  program->model = model;
  program->config = config;
  program->globals = STATE_HEADER + (model->features.last ? 4 : 0);
  program->first_channel = whole_words(program->globals + model->global_bytes);
  program->fixed_bytes = program->first_channel;
  program->channels = channel_parts(
      program, model->channels, model->channel_count, &program->fixed_bytes);
  program->channel_count = model->channel_count;
  program->channel_offsets = channel_offsets(program);
  program->inits = compile_inits(program, model->globals, model->global_count,
                                 &program->init_count);
  const struct command **commands =
      ARENA_ARRAY(arena, const struct command *, model->action_count);
  program->types =
      ARENA_ARRAY(arena, struct process_type, model->proctype_count);
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    const struct proctype *proctype = model->proctypes[i];
    compile_type(program, proctype, commands, &program->types[i]);
    if (proctype->kind == PROC_TRACE || proctype->kind == PROC_NOTRACE)
      program->trace = &program->types[i];
  }
  program->headroom = headroom(program);
  program->atoms = ARENA_ARRAY(arena, const struct insn *, model->atom_count);
  for (uint32_t i = 0; i < model->atom_count; i++)
    program->atoms[i] = compile_expr(program, model->atoms[i]);
  program->dead = dead_find(model, arena);
  program->config = NULL;
  program_glance(program);
  if (config->merge)
    program_merge(program);
  return program;
}

void program_close(struct program *program) {
  if (program)
    arena_close(program->arena);
}
