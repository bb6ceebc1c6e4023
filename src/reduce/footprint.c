/* Collects footprints: see footprint.h.
 *
 * A channel is known by its slot, the place where it was declared; which slots
 * a channel variable can name is found without regard to the order of
 * statements: its own channels, and all that is assigned or passed to it.  What
 * is received in a message can be any channel.
 *
 * A buffered channel has two ends.  A send and a receive on it commute when
 * both are possible, so they write different ends; each waits for the other's
 * end when it is not possible.  In a handshake the two ends are one object.
 */
#include "reduce/footprint.h"

#include <string.h>

enum {
  MOST_ELEMENTS = 64,  /* of an array whose elements are told apart */
  MOST_ACCESSES = 256, /* that are kept as they are */
};

/* The objects of a variable. */
struct shared {
  uint32_t first, count;
};

/* Channels by slot. */
struct slots {
  struct objects set;
  bool any;
  bool moves;     /* assigned, so element i need not be slot first + i */
  uint32_t first; /* of the variable's own channels */
  uint32_t count;
};

static void objects_add(struct objects *objects, uint32_t object) {
  const uint32_t bit = object % OBJECT_BITS;
  objects->words[bit / 64] |= UINT64_C(1) << (bit % 64);
}

static struct objects all_objects(void) {
  struct objects all;
  memset(&all, 0xff, sizeof all);
  return all;
}

bool objects_join(struct objects *into, const struct objects *from) {
  uint64_t added = 0;
  for (unsigned i = 0; i < OBJECT_WORDS; i++) {
    added |= from->words[i] & ~into->words[i];
    into->words[i] |= from->words[i];
  }
  return added != 0;
}

/* ---- variables ---- */

static void share(struct universe *universe, const struct var *var,
                  bool has_elements) {
  if (map_get(&universe->variables, var))
    return;
  struct shared *shared = ARENA_NEW(universe->arena, struct shared);
  shared->first = universe->object_count;
  shared->count = has_elements && var->count <= MOST_ELEMENTS ? var->count : 1;
  universe->object_count += shared->count;
  map_put(&universe->variables, var, shared);
}

static struct objects *side(struct footprint *footprint, bool writes) {
  return writes ? &footprint->writes : &footprint->reads;
}

static bool same_access(const struct access *a, const struct access *b) {
  return a->target == b->target && a->index == b->index && a->var == b->var &&
         a->number == b->number && a->first == b->first &&
         a->count == b->count && a->writes == b->writes && a->when == b->when;
}

static void add_all_of(const struct universe *universe,
                       const struct access *access, struct tracks *tracks);

/* Whichever object it turns out to be. */
static void add_access_flat(const struct universe *universe,
                            struct footprint *footprint,
                            const struct access *access) {
  struct tracks tracks = {0};
  add_all_of(universe, access, &tracks);
  (void)objects_join(&footprint->reads, &tracks.reads);
  (void)objects_join(&footprint->writes, &tracks.writes);
}

/* That there is a limit keeps what is found in time proportional to the model;
 * it is the same whatever the order in which accesses are added.
 */
static void flatten(const struct universe *universe,
                    struct footprint *footprint) {
  for (uint32_t i = 0; i < footprint->access_count; i++)
    add_access_flat(universe, footprint, &footprint->accesses[i]);
  footprint->access_count = footprint->access_capacity = 0;
  footprint->flat = true;
}

static void add_access(const struct universe *universe,
                       struct footprint *footprint,
                       const struct access *access) {
  for (uint32_t i = 0; i < footprint->access_count; i++)
    if (same_access(&footprint->accesses[i], access))
      return;
  if (footprint->access_count == MOST_ACCESSES)
    flatten(universe, footprint);
  if (footprint->flat) {
    add_access_flat(universe, footprint, access);
    return;
  }
  if (footprint->access_count == footprint->access_capacity) {
    const uint32_t capacity = 2 * footprint->access_capacity + 4;
    struct access *accesses =
        ARENA_ARRAY(universe->arena, struct access, capacity);
    if (footprint->access_count > 0)
      memcpy(accesses, footprint->accesses,
             footprint->access_count * sizeof *accesses);
    footprint->accesses = accesses;
    footprint->access_capacity = capacity;
  }
  footprint->accesses[footprint->access_count++] = *access;
}

/* A simple variable of the process, whose value can be used. */
static const struct var *usable_local(const struct universe *universe,
                                      const struct expr *expr,
                                      enum moment moment) {
  if (!expr || expr->kind != EXPR_REF || expr->ref->field || expr->ref->index)
    return NULL;
  const struct var *var = expr->ref->var;
  if (var->scope != SCOPE_LOCAL || var->is_array || var->outside ||
      var->type.kind == TYPE_RECORD)
    return NULL;
  return moment == MOMENT_NOW || !map_get(&universe->changing, var) ? var
                                                                    : NULL;
}

static void add_slot(const struct universe *universe, struct objects *objects,
                     uint32_t slot, enum access_target target);

static void add_object(const struct universe *universe,
                       struct footprint *footprint, const struct access *access,
                       uint32_t index) {
  struct objects *objects = side(footprint, access->writes);
  if (access->target == TARGET_CELL)
    objects_add(objects, access->first + index);
  else
    add_slot(universe, objects, access->first + index, access->target);
}

static const struct expr_known any_process = {0};

/* Adds one of several objects, told by a subscript. */
static void add_element(const struct universe *universe,
                        struct footprint *footprint, struct access access,
                        const struct expr *index, enum moment moment) {
  if (access.count == 1 || !index) {
    access.count = 1;
    if (access.when == 0)
      add_object(universe, footprint, &access, 0);
    else
      add_access(universe, footprint, &access);
    return;
  }
  int32_t value;
  access.var = usable_local(universe, index, moment);
  if (index->kind != EXPR_CONST && expr_number(index, &any_process, &value)) {
    access.index = INDEX_NUMBER;
    access.number = index;
  } else if (access.var)
    access.index = INDEX_VARIABLE;
  if (access.index != INDEX_NONE) {
    add_access(universe, footprint, &access);
  } else if (index->kind == EXPR_CONST &&
             (uint32_t)index->value < access.count) {
    access.first += (uint32_t)index->value;
    add_element(universe, footprint, access, NULL, moment);
  } else {
    for (uint32_t i = 0; i < access.count; i++)
      add_object(universe, footprint, &access, i);
  }
}

static void add_ref(const struct universe *universe,
                    struct footprint *footprint, const struct ref *ref,
                    bool writes, enum moment moment) {
  const struct shared *shared = map_get(&universe->variables, ref->var);
  if (!shared)
    return;
  const struct access access = {.target = TARGET_CELL,
                                .first = shared->first,
                                .count = shared->count,
                                .writes = writes};
  add_element(universe, footprint, access, ref->index, moment);
}

/* ---- channels ---- */

static const struct ref *leaf_of(const struct expr *expr) {
  if (!expr || expr->kind != EXPR_REF || expr->ref->field)
    return NULL;
  return expr->ref;
}

/* In a handshake both ends act at once: they are one object. */
static uint32_t end_of_slot(const struct universe *universe, uint32_t slot,
                            enum access_target end) {
  const bool one_end =
      end == TARGET_SENDER || universe->slots[slot]->type->capacity == 0;
  return (one_end ? universe->first_sender : universe->first_receiver) + slot;
}

static void add_slot(const struct universe *universe, struct objects *objects,
                     uint32_t slot, enum access_target target) {
  const struct objects *watched =
      target == TARGET_SENT ? &universe->sent : &universe->received;
  if (target == TARGET_SENDER || target == TARGET_RECEIVER)
    objects_add(objects, end_of_slot(universe, slot, target));
  else if (objects_have(watched, slot))
    objects_add(objects, universe->trace);
}

/* All channels that are not the model's own. */
static void add_unknown_ends(const struct universe *universe,
                             struct objects *objects,
                             enum access_target target) {
  if (target == TARGET_SENDER || target == TARGET_RECEIVER) {
    (void)objects_join(objects, &universe->unknown_ends[target]);
    return;
  }
  for (uint32_t slot = universe->model->channel_count;
       slot < universe->slot_count; slot++)
    add_slot(universe, objects, slot, target);
}

/* Is a channel among those?  NULL: any may be. */
static bool has_slot(const struct slots *slots, uint32_t slot) {
  return !slots || slots->any || objects_have(&slots->set, slot);
}

/* What the slots of a set stand for; a slot is told by its bit alone. */
static void join_by_bits(const struct objects *slots,
                         const struct objects *by_bit, struct objects *out) {
  for (unsigned i = 0; i < OBJECT_WORDS; i++)
    for (uint64_t rest = slots->words[i]; rest != 0; rest &= rest - 1)
      (void)objects_join(out,
                         &by_bit[64 * i + (unsigned)__builtin_ctzll(rest)]);
}

static void add_slots_of(const struct universe *universe,
                         struct footprint *footprint,
                         const struct access *access,
                         const struct slots *slots) {
  struct objects *objects = side(footprint, access->writes);
  const struct objects all = all_objects();
  const struct objects *set = !slots || slots->any ? &all : &slots->set;
  if (access->target == TARGET_SENDER || access->target == TARGET_RECEIVER) {
    join_by_bits(set, universe->ends_by_bit[access->target], objects);
    return;
  }
  for (uint32_t slot = 0; slot < universe->slot_count; slot++)
    if (has_slot(slots, slot))
      add_slot(universe, objects, slot, access->target);
}

/* The channels an expression can name; NULL: any. */
static const struct slots *slots_named(const struct universe *universe,
                                       const struct expr *channel) {
  const struct ref *ref = leaf_of(channel);
  return ref ? map_get(&universe->channels, ref->var) : NULL;
}

/* Is element i of the variable always the channel in slot first + i? */
static bool is_fixed(const struct slots *slots, const struct ref *ref) {
  return slots && !slots->any && !slots->moves && slots->count > 0 &&
         ref->var->scope == SCOPE_GLOBAL;
}

/* Can an expression name the channel in this slot? */
static bool can_name(const struct universe *universe,
                     const struct expr *channel, uint32_t slot) {
  const struct slots *slots = slots_named(universe, channel);
  const struct ref *ref = leaf_of(channel);
  if (is_fixed(slots, ref) && ref->index && ref->index->kind == EXPR_CONST)
    return slot == slots->first + (uint32_t)ref->index->value;
  return has_slot(slots, slot);
}

struct objects handshakes_of(const struct universe *universe,
                             const struct action *action) {
  struct objects found = {{0}};
  if (action->kind != ACTION_SEND && action->kind != ACTION_RECEIVE)
    return found;
  const struct slots *slots = slots_named(universe, action->channel);
  const struct ref *ref = leaf_of(action->channel);
  if (is_fixed(slots, ref) && ref->index && ref->index->kind == EXPR_CONST) {
    const uint32_t slot = slots->first + (uint32_t)ref->index->value;
    if (slot < universe->slot_count &&
        universe->slots[slot]->type->capacity == 0)
      objects_add(&found, end_of_slot(universe, slot, TARGET_SENDER));
    return found;
  }
  const struct objects all = all_objects();
  join_by_bits(!slots || slots->any ? &all : &slots->set,
               universe->shakes_by_bit, &found);
  return found;
}

/* Adds one end of a channel. */
static void add_end(const struct universe *universe,
                    struct footprint *footprint, const struct expr *channel,
                    struct access access, enum moment moment) {
  const struct ref *ref = leaf_of(channel);
  const struct slots *slots = slots_named(universe, channel);
  if (moment != MOMENT_NOW)
    access.when = 0;
  access.var = usable_local(universe, channel, moment);
  if (access.var) {
    access.index = INDEX_CHANNEL;
    add_access(universe, footprint, &access);
  } else if (is_fixed(slots, ref)) {
    access.first = slots->first;
    access.count = slots->count;
    add_element(universe, footprint, access, ref->index, moment);
  } else {
    add_slots_of(universe, footprint, &access, slots);
  }
}

static void add_both_ends(const struct universe *universe,
                          struct footprint *footprint,
                          const struct expr *channel, enum moment moment) {
  const struct access sender = {.target = TARGET_SENDER},
                      receiver = {.target = TARGET_RECEIVER};
  add_end(universe, footprint, channel, sender, moment);
  add_end(universe, footprint, channel, receiver, moment);
}

/* Whether a channel is full depends on who sends, and on who receives only if
 * it is; whether it is empty, the other way round.
 */
static void add_fill(const struct universe *universe,
                     struct footprint *footprint, const struct expr *channel,
                     unsigned fill, enum moment moment) {
  const bool full = fill == CHANNEL_FULL;
  const struct access leads = {.target =
                                   full ? TARGET_SENDER : TARGET_RECEIVER},
                      ends = {.target = full ? TARGET_RECEIVER : TARGET_SENDER,
                              .when = fill};
  add_end(universe, footprint, channel, leads, moment);
  add_end(universe, footprint, channel, ends, moment);
}

/* ---- expressions ---- */

struct gathering {
  const struct universe *universe;
  struct footprint *footprint;
  enum moment moment;
};

static void add_place(const struct universe *universe,
                      struct footprint *footprint,
                      const struct proctype *proctype, bool writes) {
  const struct shared *place = map_get(&universe->places, proctype);
  if (place)
    objects_add(side(footprint, writes), place->first);
}

/* The channels of processes: they come and go with those of this proctype.
 * Nobody can notice where only the process and its descendants know them: they
 * are younger, and have ended before it.
 */
static void add_own_channels(const struct universe *universe,
                             const struct proctype *proctype,
                             struct objects *objects) {
  if (proctype->channel_count == 0 || !universe->channels_leak)
    return;
  add_unknown_ends(universe, objects, TARGET_SENDER);
  add_unknown_ends(universe, objects, TARGET_RECEIVER);
}

static void gather(void *context, struct expr *expr) {
  const struct gathering *self = context;
  struct footprint *footprint = self->footprint;
  switch (expr->kind) {
  case EXPR_REF:
  case EXPR_REMOTE:
    add_ref(self->universe, footprint, expr->ref, false, self->moment);
    if (expr->kind == EXPR_REMOTE) /* it may end */
      objects_add(&footprint->reads, self->universe->number);
    break;
  case EXPR_AT:
    add_place(self->universe, footprint, expr->proctype, false);
    objects_add(&footprint->reads, self->universe->number);
    break;
  case EXPR_NR_PR:
    objects_add(&footprint->reads, self->universe->number);
    break;
  case EXPR_RUN:
    objects_add(&footprint->writes, self->universe->running);
    objects_add(&footprint->writes, self->universe->number);
    add_own_channels(self->universe, expr->proctype, &footprint->writes);
    break;
  case EXPR_FULL:
  case EXPR_NFULL:
    add_fill(self->universe, footprint, expr->a, CHANNEL_FULL, self->moment);
    break;
  case EXPR_EMPTY:
  case EXPR_NEMPTY:
    add_fill(self->universe, footprint, expr->a, CHANNEL_EMPTY, self->moment);
    break;
  case EXPR_LEN:
  case EXPR_POLL:
    add_both_ends(self->universe, footprint, expr->a, self->moment);
    break;
  case EXPR_PID:
  case EXPR_TIMEOUT: /* false as long as anything can be done */
  case EXPR_NP:      /* of these a property takes note by places */
  case EXPR_ACCEPTING:
    break;
  default:
    footprint->everything |= expr->kind > EXPR_COND;
    break;
  }
}

void footprint_add_expr(const struct universe *universe,
                        struct footprint *footprint, struct expr *expr,
                        enum moment moment) {
  struct gathering self = {universe, footprint, moment};
  expr_walk(expr, gather, &self);
}

/* ---- statements ---- */

static void add_written(const struct universe *universe,
                        struct footprint *footprint, struct ref *ref,
                        enum moment moment) {
  struct gathering self = {universe, footprint, moment};
  expr_walk_ref(ref, gather, &self);
  add_ref(universe, footprint, ref, true, moment);
}

/* A `trace` moves with the events it speaks of. */
static void add_event(const struct universe *universe,
                      struct footprint *footprint, const struct expr *channel,
                      enum access_target target, enum moment moment) {
  const struct access moves = {.target = target, .writes = true};
  if (!universe->model->features.trace)
    return;
  add_end(universe, footprint, channel, moves, moment);
  (void)objects_join(&footprint->reads, &universe->trace_reads);
}

static void add_send(const struct universe *universe,
                     struct footprint *footprint, const struct action *action,
                     enum moment moment) {
  const struct access sends = {.target = TARGET_SENDER, .writes = true},
                      overtakes = {.target = TARGET_RECEIVER, .writes = true},
                      waits = {.target = TARGET_RECEIVER, .when = CHANNEL_FULL};
  for (uint32_t i = 0; i < action->arg_count; i++)
    footprint_add_expr(universe, footprint, action->args[i], moment);
  add_end(universe, footprint, action->channel, sends, moment);
  add_event(universe, footprint, action->channel, TARGET_SENT, moment);
  if (moment != MOMENT_LATER)
    add_end(universe, footprint, action->channel, waits, moment);
  if (action->sorted)
    add_end(universe, footprint, action->channel, overtakes, moment);
}

static void add_receive(const struct universe *universe,
                        struct footprint *footprint,
                        const struct action *action, enum moment moment) {
  const struct access receives = {.target = TARGET_RECEIVER,
                                  .writes = !action->copy},
                      waits = {.target = TARGET_SENDER,
                               .when = action->random ? 0 : CHANNEL_EMPTY};
  for (uint32_t i = 0; i < action->pattern_count; i++) {
    const struct pattern *pattern = &action->patterns[i];
    footprint_add_expr(universe, footprint, pattern->value, moment);
    if (pattern->kind == PATTERN_BIND) /* a subscript may just be received */
      add_written(universe, footprint, pattern->ref, MOMENT_LATER);
  }
  add_end(universe, footprint, action->channel, receives, moment);
  add_event(universe, footprint, action->channel, TARGET_RECEIVED, moment);
  if (moment != MOMENT_LATER)
    add_end(universe, footprint, action->channel, waits, moment);
}

static void add_declaration(const struct universe *universe,
                            struct footprint *footprint,
                            const struct action *action, enum moment moment) {
  const struct ref ref = {.var = action->var};
  for (uint32_t i = 0; i < action->var->init_count; i++)
    footprint_add_expr(universe, footprint, action->var->inits[i], moment);
  add_ref(universe, footprint, &ref, true, moment);
}

void footprint_add_action(const struct universe *universe,
                          struct footprint *footprint,
                          const struct proctype *proctype,
                          const struct action *action, enum moment moment) {
  footprint_add_expr(universe, footprint, action->value, moment);
  footprint_add_expr(universe, footprint, action->channel, moment);
  add_place(universe, footprint, proctype, true);
  switch (action->kind) {
  case ACTION_ASSIGN:
    add_written(universe, footprint, action->ref, moment);
    break;
  case ACTION_INIT:
    add_declaration(universe, footprint, action, moment);
    break;
  case ACTION_SEND:
    add_send(universe, footprint, action, moment);
    break;
  case ACTION_RECEIVE:
    add_receive(universe, footprint, action, moment);
    break;
  case ACTION_PRINTF:
    for (uint32_t i = 0; i < action->arg_count; i++)
      footprint_add_expr(universe, footprint, action->args[i], moment);
    break;
  case ACTION_SET_PRIORITY:
    footprint->everything = true;
    break;
  case ACTION_END:
    if (universe->numbers_matter)
      objects_add(&footprint->reads, universe->running);
    add_own_channels(universe, proctype, &footprint->writes);
    if (universe->counts_processes)
      objects_add(&footprint->writes, universe->number);
    break;
  default:
    break;
  }
}

void footprint_join(const struct universe *universe, struct footprint *into,
                    const struct footprint *from) {
  (void)objects_join(&into->reads, &from->reads);
  (void)objects_join(&into->writes, &from->writes);
  into->everything |= from->everything;
  if (from->flat && !into->flat)
    flatten(universe, into);
  if (into->access_count == 0 && !into->flat) { /* shared until one is added */
    into->accesses = from->accesses;
    into->access_count = into->access_capacity = from->access_count;
    return;
  }
  for (uint32_t i = 0; i < from->access_count; i++)
    add_access(universe, into, &from->accesses[i]);
}

/* ---- of processes ---- */

uint32_t access_value(const struct access *access,
                      const struct situation *situation) {
  if (access->index == INDEX_NONE)
    return 0;
  int32_t number = 0;
  if (access->index == INDEX_NUMBER)
    return expr_number(access->number,
                       &(struct expr_known){.pid = situation->pid}, &number)
               ? (uint32_t)number
               : UINT32_MAX;
  const uint8_t *at = situation->frame + access->var->offset;
  uint32_t value = 0;
  memcpy(&value, at, access->var->width);
  return value;
}

bool access_slot(const struct universe *universe, const struct access *access,
                 const struct situation *situation, uint32_t *slot) {
  const uint32_t value = access_value(access, situation);
  const bool named = access->index == INDEX_CHANNEL;
  *slot = named ? value - 1 : access->first + value;
  return *slot < universe->model->channel_count &&
         (named || value < access->count);
}

unsigned access_fill(const struct universe *universe,
                     const struct access *access,
                     const struct situation *situation) {
  uint32_t slot;
  if (!access_slot(universe, access, situation, &slot))
    return CHANNEL_EMPTY | CHANNEL_FULL;
  return engine_channel_fill(situation->engine, situation->state,
                             situation->length, slot + 1);
}

uint32_t access_key(const struct universe *universe,
                    const struct access *access,
                    const struct situation *situation) {
  return access->when != 0 ? access_fill(universe, access, situation)
                           : access_value(access, situation);
}

static void resolve(const struct universe *universe,
                    const struct access *access,
                    const struct situation *situation, struct tracks *tracks) {
  struct objects *objects = access->writes ? &tracks->writes : &tracks->reads;
  if (access->when != 0 &&
      !(access_fill(universe, access, situation) & access->when))
    return;
  uint32_t slot;
  if (access->target != TARGET_CELL) {
    if (access_slot(universe, access, situation, &slot))
      add_slot(universe, objects, slot, access->target);
    else
      add_unknown_ends(universe, objects, access->target);
    return;
  }
  const uint32_t value = access_value(access, situation);
  if (value < access->count) /* otherwise a run-time error */
    objects_add(objects, access->first + value);
}

static struct tracks all_tracks(void) {
  struct tracks all;
  memset(&all, 0xff, sizeof all);
  return all;
}

struct tracks footprint_resolve(const struct universe *universe,
                                const struct footprint *footprint,
                                const struct situation *situation) {
  if (footprint->everything)
    return all_tracks();
  struct tracks tracks = {footprint->reads, footprint->writes};
  for (uint32_t i = 0; i < footprint->access_count; i++)
    resolve(universe, &footprint->accesses[i], situation, &tracks);
  return tracks;
}

static void add_all_of(const struct universe *universe,
                       const struct access *access, struct tracks *tracks) {
  struct footprint any = {0};
  if (access->index == INDEX_CHANNEL)
    add_slots_of(universe, &any, access, NULL);
  else
    for (uint32_t i = 0; i < access->count; i++)
      add_object(universe, &any, access, i);
  (void)objects_join(&tracks->reads, &any.reads);
  (void)objects_join(&tracks->writes, &any.writes);
}

struct tracks footprint_of_any(const struct universe *universe,
                               const struct footprint *footprint) {
  if (footprint->everything)
    return all_tracks();
  struct tracks tracks = {footprint->reads, footprint->writes};
  for (uint32_t i = 0; i < footprint->access_count; i++)
    add_all_of(universe, &footprint->accesses[i], &tracks);
  return tracks;
}

/* ---- the objects of a model ---- */

static struct slots *slots_of(struct universe *universe,
                              const struct var *var) {
  struct slots *slots = map_get(&universe->channels, var);
  if (slots)
    return slots;
  slots = ARENA_NEW(universe->arena, struct slots);
  map_put(&universe->channels, var, slots);
  return slots;
}

static void add_slots(struct universe *universe,
                      const struct channel_slot *channels, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    struct slots *slots = slots_of(universe, channels[i].var);
    if (slots->count++ == 0)
      slots->first = universe->slot_count;
    /* records have channels of several variables between each other */
    slots->any |= channels[i].var->scope == SCOPE_FIELD ||
                  slots->first + slots->count - 1 != universe->slot_count;
    objects_add(&slots->set, universe->slot_count);
    universe->slots[universe->slot_count++] = &channels[i];
  }
}

static void find_slots(struct universe *universe) {
  const struct model *model = universe->model;
  uint32_t count = model->channel_count;
  for (uint32_t i = 0; i < model->proctype_count; i++)
    count += model->proctypes[i]->channel_count;
  universe->slots =
      ARENA_ARRAY(universe->arena, const struct channel_slot *, count);
  add_slots(universe, model->channels, model->channel_count);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    add_slots(universe, model->proctypes[i]->channels,
              model->proctypes[i]->channel_count);
}

/* Lets `to` name what the expression can name. */
static bool flow(struct universe *universe, const struct var *to,
                 const struct expr *from) {
  if (to->type.kind != TYPE_CHAN)
    return false;
  struct slots *target = slots_of(universe, to);
  const struct ref *ref = leaf_of(from);
  bool changed = !target->moves;
  target->moves = true;
  if (!ref || ref->var->type.kind != TYPE_CHAN) {
    changed |= !target->any;
    target->any = true;
    return changed;
  }
  const struct slots *source = slots_of(universe, ref->var);
  changed |= source->any && !target->any;
  target->any |= source->any;
  return objects_join(&target->set, &source->set) || changed;
}

struct flowing {
  struct universe *universe;
  bool changed;
};

static void flow_into_process(void *context, struct expr *expr) {
  struct flowing *self = context;
  if (expr->kind != EXPR_RUN)
    return;
  const struct proctype *proctype = expr->proctype;
  if (proctype->parameter_count != expr->arg_count) { /* records */
    for (uint32_t i = 0; i < proctype->parameter_count; i++)
      self->changed |= flow(self->universe, proctype->variables[i], NULL);
    return;
  }
  for (uint32_t i = 0; i < expr->arg_count; i++)
    self->changed |=
        flow(self->universe, proctype->variables[i], expr->args[i]);
}

static const struct var *leaf_var(const struct ref *ref) {
  while (ref->field)
    ref = ref->field;
  return ref->var;
}

static void flow_through(struct flowing *self, const struct action *action) {
  expr_walk(action->value, flow_into_process, self);
  if (action->kind == ACTION_ASSIGN)
    self->changed |= flow(self->universe, leaf_var(action->ref), action->value);
  if (action->kind == ACTION_INIT && !action->var->channel)
    for (uint32_t i = 0; i < action->var->init_count; i++)
      self->changed |= flow(self->universe, action->var, action->var->inits[i]);
  for (uint32_t i = 0; i < action->pattern_count; i++)
    if (action->patterns[i].kind == PATTERN_BIND)
      self->changed |=
          flow(self->universe, leaf_var(action->patterns[i].ref), NULL);
}

static void flow_initial(struct flowing *self, struct var *const *variables,
                         uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    const struct var *var = variables[i];
    for (uint32_t j = 0; j < var->init_count && !var->channel; j++)
      self->changed |= flow(self->universe, var, var->inits[j]);
  }
}

static void find_names(struct universe *universe) {
  const struct model *model = universe->model;
  struct flowing self = {universe, true};
  while (self.changed) {
    self.changed = false;
    flow_initial(&self, model->globals, model->global_count);
    for (uint32_t i = 0; i < model->proctype_count; i++)
      flow_initial(&self, model->proctypes[i]->variables,
                   model->proctypes[i]->variable_count);
    for (uint32_t i = 0; i < model->action_count; i++)
      flow_through(&self, model->actions[i]);
  }
}

/* ---- channels that become known to others ---- */

struct leaks {
  struct map harmless; /* expressions */
  bool found;
};

/* Handing a channel to a process that is started is harmless. */
static void allow_arguments(struct leaks *self, const struct expr *run) {
  const struct proctype *child = run->proctype;
  for (uint32_t i = 0; i < run->arg_count; i++)
    if (child->parameter_count == run->arg_count &&
        child->variables[i]->type.kind == TYPE_CHAN)
      map_put(&self->harmless, run->args[i], self);
}

/* Using a channel is harmless; its value, for whatever else, is not. */
static void find_leak(void *context, struct expr *expr) {
  struct leaks *self = context;
  switch (expr->kind) {
  case EXPR_LEN:
  case EXPR_FULL:
  case EXPR_NFULL:
  case EXPR_EMPTY:
  case EXPR_NEMPTY:
  case EXPR_POLL:
    map_put(&self->harmless, expr->a, self);
    break;
  case EXPR_RUN:
    allow_arguments(self, expr);
    break;
  case EXPR_REF:
    self->found |= expr->ref->var->scope == SCOPE_LOCAL &&
                   leaf_var(expr->ref)->type.kind == TYPE_CHAN &&
                   !map_get(&self->harmless, expr);
    break;
  case EXPR_REMOTE:
    self->found |= leaf_var(expr->ref)->type.kind == TYPE_CHAN;
    break;
  default:
    break;
  }
}

static void find_leaks_of(struct leaks *self, const struct proctype *proctype) {
  for (uint32_t i = 0; i < proctype->channel_count; i++)
    self->found |= proctype->channels[i].var->scope == SCOPE_FIELD;
  for (uint32_t i = 0; i < proctype->variable_count; i++)
    for (uint32_t j = 0; j < proctype->variables[i]->init_count; j++)
      expr_walk(proctype->variables[i]->inits[j], find_leak, self);
}

static bool channels_leak(const struct model *model) {
  struct leaks self = {.found = false};
  for (uint32_t i = 0; i < model->action_count; i++) {
    const struct action *action = model->actions[i];
    if (action->channel)
      map_put(&self.harmless, action->channel, &self);
    action_walk(action, find_leak, &self);
  }
  model_walk_process_atoms(model, find_leak, &self);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    find_leaks_of(&self, model->proctypes[i]);
  map_free(&self.harmless);
  return self.found;
}

/* ---- all of them ---- */

/* Locals and places that others look at are objects. */
static void find_exposed(void *context, struct expr *expr) {
  struct universe *universe = context;
  universe->counts_processes |= expr->kind == EXPR_NR_PR ||
                                expr->kind == EXPR_AT ||
                                expr->kind == EXPR_REMOTE;
  if (expr->kind == EXPR_REMOTE)
    share(universe, expr->ref->var, false);
  if (expr->kind == EXPR_AT && !map_get(&universe->places, expr->proctype)) {
    struct shared *place = ARENA_NEW(universe->arena, struct shared);
    *place = (struct shared){universe->object_count++, 1};
    map_put(&universe->places, expr->proctype, place);
  }
}

static void note_change(struct map *changing, const struct var *var) {
  map_put(changing, var, changing);
}

void footprint_add_changes(struct map *changing, const struct action *action) {
  if (action->kind == ACTION_ASSIGN)
    note_change(changing, action->ref->var);
  if (action->kind == ACTION_INIT)
    note_change(changing, action->var);
  for (uint32_t i = 0; i < action->pattern_count; i++)
    if (action->patterns[i].kind == PATTERN_BIND)
      note_change(changing, action->patterns[i].ref->var);
}

/* Variables that keep the value they are born with are not among these. */
static void find_changing(struct universe *universe) {
  const struct model *model = universe->model;
  for (uint32_t i = 0; i < model->action_count; i++)
    footprint_add_changes(&universe->changing, model->actions[i]);
}

static void find_variables(struct universe *universe) {
  const struct model *model = universe->model;
  for (uint32_t i = 0; i < model->global_count; i++)
    share(universe, model->globals[i], model->globals[i]->is_array);
  for (uint32_t i = 0; i < model->action_count; i++)
    action_walk(model->actions[i], find_exposed, universe);
}

/* What each set of slots that share a bit stands for. */
static void find_ends(struct universe *universe) {
  static const enum access_target ends[] = {TARGET_SENDER, TARGET_RECEIVER};
  universe->shakes_by_bit =
      ARENA_ARRAY(universe->arena, struct objects, OBJECT_BITS);
  for (unsigned i = 0; i < 2; i++) {
    const enum access_target end = ends[i];
    struct objects *by_bit =
        ARENA_ARRAY(universe->arena, struct objects, OBJECT_BITS);
    for (uint32_t slot = 0; slot < universe->slot_count; slot++) {
      objects_add(&by_bit[slot % OBJECT_BITS],
                  end_of_slot(universe, slot, end));
      if (slot >= universe->model->channel_count)
        objects_add(&universe->unknown_ends[end],
                    end_of_slot(universe, slot, end));
    }
    universe->ends_by_bit[end] = by_bit;
  }
  for (uint32_t slot = 0; slot < universe->slot_count; slot++)
    if (universe->slots[slot]->type->capacity == 0)
      objects_add(&universe->shakes_by_bit[slot % OBJECT_BITS],
                  end_of_slot(universe, slot, TARGET_SENDER));
}

/* What a `trace` speaks of, and what it reads besides. */
static void find_event(struct universe *universe, const struct action *action) {
  const bool sends = action->kind == ACTION_SEND;
  struct objects *slots = sends ? &universe->sent : &universe->received;
  struct footprint reads = {0};
  if (!sends && action->kind != ACTION_RECEIVE)
    return;
  for (uint32_t slot = 0; slot < universe->slot_count; slot++)
    if (can_name(universe, action->channel, slot))
      objects_add(slots, slot);
  footprint_add_expr(universe, &reads, action->channel, MOMENT_LATER);
  for (uint32_t i = 0; i < action->arg_count; i++)
    footprint_add_expr(universe, &reads, action->args[i], MOMENT_LATER);
  for (uint32_t i = 0; i < action->pattern_count; i++)
    footprint_add_expr(universe, &reads, action->patterns[i].value,
                       MOMENT_LATER);
  const struct tracks all = footprint_of_any(universe, &reads);
  (void)objects_join(&universe->trace_reads, &all.reads);
}

static void find_events(struct universe *universe) {
  const struct model *model = universe->model;
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    const struct proctype *proctype = model->proctypes[i];
    if (proctype->kind != PROC_TRACE && proctype->kind != PROC_NOTRACE)
      continue;
    for (uint32_t l = 1; l < proctype->location_count; l++)
      for (uint32_t t = 0; t < proctype->locations[l].transition_count; t++)
        find_event(universe, proctype->locations[l].transitions[t].action);
  }
}

void universe_init(struct universe *universe, const struct model *model) {
  *universe = (struct universe){.model = model, .arena = arena_open()};
  universe->running = universe->object_count++;
  universe->number = universe->object_count++;
  universe->trace = universe->object_count++;
  universe->channels_leak = channels_leak(model);
  find_changing(universe);
  find_variables(universe);
  find_slots(universe);
  universe->first_sender = universe->object_count;
  universe->first_receiver = universe->first_sender + universe->slot_count;
  universe->object_count = universe->first_receiver + universe->slot_count;
  find_ends(universe);
  find_names(universe);
  find_events(universe);
}

void universe_clear(struct universe *universe) {
  map_free(&universe->variables);
  map_free(&universe->channels);
  map_free(&universe->places);
  map_free(&universe->changing);
  arena_close(universe->arena);
}

static struct state_room room_of_variable(const struct universe *universe,
                                          const struct engine *engine,
                                          uint32_t object) {
  const struct model *model = universe->model;
  const struct state_room globals = engine_room(engine, 0);
  for (uint32_t i = 0; i < model->global_count && globals.bytes > 0; i++) {
    const struct var *var = model->globals[i];
    const struct shared *shared = map_get(&universe->variables, var);
    if (!shared || object - shared->first >= shared->count || var->outside)
      continue;
    const uint32_t bytes = var->count / shared->count * var->stride;
    const uint32_t element = object - shared->first;
    return (struct state_room){globals.offset + var->offset + element * bytes,
                               bytes};
  }
  return (struct state_room){0};
}

struct state_room universe_find_room(const struct universe *universe,
                                     const struct engine *engine,
                                     uint32_t object) {
  if (universe->object_count > OBJECT_BITS)
    return (struct state_room){0};
  if (object < universe->first_sender)
    return room_of_variable(universe, engine, object);
  const uint32_t slot =
      (object - universe->first_sender) % universe->slot_count;
  return slot < universe->model->channel_count ? engine_room(engine, slot + 1)
                                               : (struct state_room){0};
}
