/* Finds the declarations of channels, and which of them are looked into.
 *
 * A statement that looks into a channel names it by an expression.  Where that
 * is a variable that was declared with its channels and is never written, these
 * are meant; otherwise it may be any channel of the model.
 */
#include "channels/declared.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

typedef VEC(struct declared_channel) channel_list;

static void list_vars(struct var *const *vars, uint32_t count,
                      const char *prefix, const struct proctype *proctype,
                      struct arena *arena, channel_list *out) {
  for (uint32_t i = 0; i < count; i++)
    if (vars[i]->channel && vars[i]->channel->capacity > 0)
      vec_push(out,
               ((struct declared_channel){
                   .name = arena_printf(arena, "%s%s", prefix, vars[i]->name),
                   .var = vars[i],
                   .proctype = proctype}));
}

static void list_all(const struct model *model, struct arena *arena,
                     channel_list *out) {
  list_vars(model->globals, model->global_count, "", NULL, arena, out);
  for (uint32_t i = 0; i < model->record_count; i++) {
    const struct record *record = model->records[i];
    list_vars(record->fields, record->field_count,
              arena_printf(arena, "%s.", record->name), NULL, arena, out);
  }
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    const struct proctype *proctype = model->proctypes[i];
    list_vars(proctype->variables, proctype->variable_count,
              arena_printf(arena, "%s:", proctype->name), proctype, arena, out);
  }
}

/* ---- who looks into them ---- */

struct looking {
  struct declared_channels *channels;
  const struct expr *judged; /* a len whose comparison was seen */
};

/* May the expression name this channel? */
static bool may_name(const struct expr *channel,
                     const struct declared_channel *declared) {
  const struct ref *ref =
      channel && channel->kind == EXPR_REF ? channel->ref : NULL;
  const bool is_fixed =
      ref && !ref->field && ref->var->channel && !ref->var->is_written;
  return !is_fixed || declared->var == ref->var;
}

static void mark(struct declared_channels *channels,
                 const struct expr *channel) {
  for (size_t i = 0; i < channels->count; i++)
    if (may_name(channel, &channels->items[i]))
      channels->items[i].looked_into = true;
}

/* A length is compared with a constant. */
static void judge(struct looking *looking, const struct expr *length,
                  int32_t constant) {
  struct declared_channels *channels = looking->channels;
  looking->judged = length;
  for (size_t i = 0; i < channels->count; i++) {
    struct declared_channel *channel = &channels->items[i];
    if (may_name(length->a, channel) && constant > 0 &&
        (uint32_t)constant > channel->threshold)
      channel->threshold = (uint32_t)constant;
  }
}

static void look_by_expr(void *context, struct expr *expr) {
  struct looking *looking = context;
  const bool compares = expr->kind >= EXPR_LT && expr->kind <= EXPR_NE;
  if (compares && expr->a->kind == EXPR_LEN && expr->b->kind == EXPR_CONST)
    judge(looking, expr->a, expr->b->value);
  else if (compares && expr->b->kind == EXPR_LEN && expr->a->kind == EXPR_CONST)
    judge(looking, expr->b, expr->a->value);
  else if ((expr->kind == EXPR_LEN && expr != looking->judged) ||
           (expr->kind == EXPR_POLL && expr->random))
    mark(looking->channels, expr->a);
}

static void walk(struct declared_channels *channels, struct expr *expr) {
  struct looking looking = {.channels = channels};
  if (expr)
    expr_walk(expr, look_by_expr, &looking);
}

static void mark_by_action(struct declared_channels *channels,
                           const struct action *action) {
  if ((action->kind == ACTION_SEND && action->sorted) ||
      (action->kind == ACTION_RECEIVE && action->random))
    mark(channels, action->channel);
  walk(channels, action->value);
  walk(channels, action->channel);
  struct looking looking = {.channels = channels};
  if (action->ref)
    expr_walk_ref(action->ref, look_by_expr, &looking);
  for (uint32_t i = 0; i < action->arg_count; i++)
    walk(channels, action->args[i]);
  expr_walk_patterns(action->patterns, action->pattern_count, look_by_expr,
                     &looking);
  for (uint32_t i = 0; action->var && i < action->var->init_count; i++)
    walk(channels, action->var->inits[i]);
}

static void mark_all(const struct model *model,
                     struct declared_channels *channels) {
  for (uint32_t i = 0; i < model->action_count; i++)
    mark_by_action(channels, model->actions[i]);
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    const struct proctype *proctype = model->proctypes[i];
    walk(channels, proctype->provided);
    for (uint32_t v = 0; v < proctype->variable_count; v++)
      for (uint32_t e = 0; e < proctype->variables[v]->init_count; e++)
        walk(channels, proctype->variables[v]->inits[e]);
  }
}

struct declared_channels declared_list(const struct model *model,
                                       struct arena *arena) {
  channel_list list = {0};
  list_all(model, arena, &list);
  struct declared_channels channels = {
      .items = ARENA_ARRAY(arena, struct declared_channel, list.count + 1),
      .count = list.count};
  for (size_t i = 0; i < list.count; i++)
    channels.items[i] = list.items[i];
  vec_free(&list);
  mark_all(model, &channels);
  return channels;
}

/* ---- names ---- */

const struct declared_channel *
declared_find(const struct declared_channels *channels, const char *name) {
  const struct declared_channel *found = NULL;
  size_t matches = 0;
  for (size_t i = 0; i < channels->count; i++) {
    const struct declared_channel *channel = &channels->items[i];
    if (strcmp(channel->name, name) == 0)
      return channel;
    if (strcmp(channel->var->name, name) == 0) {
      found = channel;
      matches++;
    }
  }
  return matches == 1 ? found : NULL;
}

const struct declared_channel *
declared_of_slot(const struct declared_channels *channels,
                 const struct channel_slot *slot) {
  for (size_t i = 0; i < channels->count; i++)
    if (channels->items[i].var == slot->var)
      return &channels->items[i];
  return NULL;
}

static bool read_room(const struct declared_channels *channels,
                      const char *text, struct arena *arena,
                      struct channel_room *room, struct buffer *error) {
  const char *equals = strrchr(text, '=');
  char *end = NULL;
  const long capacity = equals ? strtol(equals + 1, &end, 10) : 0;
  if (!equals || end == equals + 1 || *end || capacity < 1 ||
      capacity > MOST_CAPACITY) {
    buffer_printf(error, "%s: not a channel and its capacity, 1 to %d", text,
                  MOST_CAPACITY);
    return false;
  }
  const char *name = arena_copy(arena, text, (size_t)(equals - text));
  const struct declared_channel *channel = declared_find(channels, name);
  if (!channel) {
    buffer_printf(error, "%s: the model has no channel %s with a capacity",
                  text, name);
    return false;
  }
  *room = (struct channel_room){.type = channel->var->channel,
                                .capacity = (uint32_t)capacity};
  return true;
}

bool declared_read_rooms(const struct declared_channels *channels,
                         const char *const *texts, size_t count,
                         struct arena *arena, struct channel_room **rooms,
                         struct buffer *error) {
  *rooms = ARENA_ARRAY(arena, struct channel_room, count + 1);
  for (size_t i = 0; i < count; i++)
    if (!read_room(channels, texts[i], arena, &(*rooms)[i], error))
      return false;
  return true;
}
