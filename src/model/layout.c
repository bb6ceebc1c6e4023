/* Assigns offsets: see layout.h. */
#include "model/layout.h"

#include "base/buffer.h"
#include "base/vec.h"

#include <assert.h>

enum { SLOT_BYTES = 4 };

uint8_t layout_width(const struct type *type) {
  switch (type->kind) {
  case TYPE_SHORT:
    return 2;
  case TYPE_INT:
    return 4;
  case TYPE_UNSIGNED:
    return type->bits <= 8 ? 1 : type->bits <= 16 ? 2 : 4;
  default:
    return 1;
  }
}

/* Does the variable have a slot of its own?  Several that vary on their own in
 * one slot would make nearly every value of it, and of all above it in the
 * store's tree, a new one.  Within a process values hang together, so bytes of
 * one frame share slots; shorts and what is global do not.
 */
static bool has_own_slot(const struct var *var, bool is_global) {
  if (var->is_array || var->type.kind == TYPE_RECORD)
    return false;
  const uint8_t width = layout_width(&var->type);
  return width == 2 || (is_global && width == 1 && var->type.kind != TYPE_BIT &&
                        var->type.kind != TYPE_BOOL);
}

/* The alignment class that decides the order within a frame. */
static uint8_t order_width(const struct var *var, bool is_global) {
  if (var->type.kind == TYPE_RECORD || has_own_slot(var, is_global))
    return SLOT_BYTES;
  return layout_width(&var->type);
}

static bool place(struct var *var, bool is_global, uint64_t *end) {
  if (var->type.kind == TYPE_RECORD) {
    var->width = 0;
    var->stride = var->type.record->bytes;
  } else {
    var->width = layout_width(&var->type);
    var->stride = var->width;
  }
  var->offset = (uint32_t)*end;
  *end += has_own_slot(var, is_global) ? SLOT_BYTES
                                       : (uint64_t)var->stride * var->count;
  return *end <= LAYOUT_MAX_BYTES;
}

/* Places all variables of one frame, wide ones first. */
static bool place_all(struct var **vars, uint32_t count, uint64_t *end,
                      bool outside) {
  const bool is_global = count > 0 && vars[0]->scope == SCOPE_GLOBAL;
  for (uint8_t width = SLOT_BYTES; width > 0; width /= 2)
    for (uint32_t i = 0; i < count; i++)
      if (vars[i]->outside == outside &&
          order_width(vars[i], is_global) == width &&
          !place(vars[i], is_global, end))
        return false;
  return true;
}

static uint32_t whole_slots(uint64_t bytes) {
  return (uint32_t)((bytes + SLOT_BYTES - 1) / SLOT_BYTES * SLOT_BYTES);
}

static bool place_record(struct record *record) {
  uint64_t end = 0;
  if (!place_all(record->fields, record->field_count, &end, false))
    return false;
  record->bytes = whole_slots(end);
  return true;
}

/* A hidden variable may stay out of the state when that cannot be noticed:
 * nobody reads it, or nobody writes it.  Others are there because whoever made
 * the model knows as much.
 */
static void decide_outside(struct var **vars, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    vars[i]->outside |= vars[i]->hidden && !vars[i]->channel &&
                        vars[i]->type.kind != TYPE_RECORD &&
                        vars[i]->type.kind != TYPE_CHAN &&
                        !(vars[i]->is_read && vars[i]->is_written);
}

typedef VEC(struct channel_slot) slot_list;

/* Lists the channels inside one variable, records searched. */
static void list_channels(struct model *model, const struct var *var,
                          uint32_t base, const char *prefix, slot_list *slots) {
  if (!var->channel && var->type.kind != TYPE_RECORD)
    return;
  const char *shown = var_shown_name(var);
  for (uint32_t i = 0; i < var->count; i++) {
    const char *name =
        var->is_array ? arena_printf(model->arena, "%s%s[%u]", prefix, shown, i)
                      : arena_printf(model->arena, "%s%s", prefix, shown);
    const uint32_t offset = base + var->offset + i * var->stride;
    if (var->channel) {
      vec_push(slots, ((struct channel_slot){.name = name,
                                             .var = var,
                                             .offset = offset,
                                             .type = var->channel}));
      continue;
    }
    const struct record *record = var->type.record;
    const char *inside = arena_printf(model->arena, "%s.", name);
    for (uint32_t f = 0; f < record->field_count; f++)
      list_channels(model, record->fields[f], offset, inside, slots);
  }
}

static void channels_of(struct model *model, struct var **vars, uint32_t count,
                        struct channel_slot **out, uint32_t *out_count) {
  slot_list slots = {0};
  for (uint32_t i = 0; i < count; i++)
    list_channels(model, vars[i], 0, "", &slots);
  *out = ARENA_ARRAY(model->arena, struct channel_slot, slots.count + 1);
  for (size_t i = 0; i < slots.count; i++)
    (*out)[i] = slots.items[i];
  *out_count = (uint32_t)slots.count;
  vec_free(&slots);
}

static bool place_proctype(struct model *model, struct proctype *proctype,
                           uint64_t *outside) {
  decide_outside(proctype->variables, proctype->variable_count);
  uint64_t end = 0;
  if (!place_all(proctype->variables, proctype->variable_count, &end, false) ||
      !place_all(proctype->variables, proctype->variable_count, outside, true))
    return false;
  proctype->frame_bytes = whole_slots(end);
  channels_of(model, proctype->variables, proctype->variable_count,
              &proctype->channels, &proctype->channel_count);
  return true;
}

bool layout_model(struct model *model) {
  uint64_t end = 0, outside = 0;
  for (uint32_t i = 0; i < model->record_count; i++)
    if (!place_record(model->records[i]))
      return false;
  decide_outside(model->globals, model->global_count);
  if (!place_all(model->globals, model->global_count, &end, false) ||
      !place_all(model->globals, model->global_count, &outside, true))
    return false;
  model->global_bytes = whole_slots(end);
  channels_of(model, model->globals, model->global_count, &model->channels,
              &model->channel_count);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    if (!place_proctype(model, model->proctypes[i], &outside))
      return false;
  model->outside_bytes = whole_slots(outside);
  return true;
}
