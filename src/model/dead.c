/* Live variables, by going backwards through the automata.
 *
 * A variable of a process is live at a location if some way on from there reads
 * it before it is written as a whole:
 *
 *   live(l) = reads(t) joined with live(target of t) without writes(t), for
 *             every transition t of l,
 *
 * and dead otherwise: then two states that differ in it alone cannot be told
 * apart.  The least solution is found by repetition (Aho, Sethi and Ullman
 * 1986, section 10.6), one strong component after the other: what it leads to
 * is known by then.
 *
 * The sets have MOST_WORDS words in all.  Of a process with so many locations
 * and variables that this is not enough, only the first variables are looked
 * at; the others count as live.
 *
 * Not looked at are variables that others can read, hidden ones, and channels:
 * a channel is found by the variable that names it.  Before a d_step what is
 * live at its first location is live: its own transitions lead on to what comes
 * after it.  A receive writes what it binds, as far as every channel of the
 * model has that many fields.
 */
#include "model/dead.h"

#include "base/map.h"
#include "base/memory.h"
#include "model/flow.h"

#include <string.h>

enum {
  MOST_WORDS = 1 << 21,
  LONGEST_PIECE = 64, /* of several variables */
};

struct search {
  const struct model *model;
  struct map exposed;     /* variables that are not looked at */
  uint32_t fewest_fields; /* of all channels */
  const struct proctype *proctype;
  struct map bits; /* of its variables that are looked at; each plus one */
  uint32_t variable_count;
  uint32_t words;   /* of a set of variables */
  uint64_t *live;   /* by location */
  uint64_t *mortal; /* variables that can be dead at all */
  uint64_t *set;    /* the one under way */
  uint64_t *reads;  /* of the transition under way */
};

/* ---- what is not looked at ---- */

static void expose(void *context, struct expr *expr) {
  struct search *self = context;
  if (expr->kind == EXPR_REMOTE)
    map_put(&self->exposed, expr->ref->var, expr);
}

static void expose_all(void *context, struct expr *expr) {
  struct search *self = context;
  if (expr->kind == EXPR_REF)
    map_put(&self->exposed, expr->ref->var, expr);
}

static void find_exposed(struct search *self) {
  const struct model *model = self->model;
  for (uint32_t i = 0; i < model->action_count; i++)
    action_walk(model->actions[i], expose, self);
  model_walk_process_atoms(model, expose, self);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    expr_walk(model->proctypes[i]->provided, expose_all, self);
}

static void count_fields(struct search *self,
                         const struct channel_slot *channels, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (channels[i].type->field_count < self->fewest_fields)
      self->fewest_fields = channels[i].type->field_count;
}

static void find_fewest_fields(struct search *self) {
  const struct model *model = self->model;
  self->fewest_fields = UINT32_MAX;
  count_fields(self, model->channels, model->channel_count);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    count_fields(self, model->proctypes[i]->channels,
                 model->proctypes[i]->channel_count);
}

/* ---- sets of variables ---- */

static void set_bit(uint64_t *set, uint32_t bit, bool value) {
  const uint64_t mask = UINT64_C(1) << (bit % 64);
  set[bit / 64] = value ? set[bit / 64] | mask : set[bit / 64] & ~mask;
}

static uint64_t *live_at(const struct search *self, uint32_t location) {
  return self->live + (size_t)location * self->words;
}

static void mark(const struct search *self, uint64_t *set,
                 const struct var *var, bool value) {
  const uintptr_t bit = (uintptr_t)map_get(&self->bits, var);
  if (bit > 0)
    set_bit(set, (uint32_t)bit - 1, value);
}

/* ---- one transition ---- */

static void add_read(void *context, struct expr *expr) {
  const struct search *self = context;
  if (expr->kind == EXPR_REF)
    mark(self, self->reads, expr->ref->var, true);
}

static void write_ref(const struct search *self, const struct ref *ref) {
  if (!ref->index && !ref->field && !ref->var->is_array)
    mark(self, self->set, ref->var, false);
}

static void take_writes(const struct search *self,
                        const struct action *action) {
  if (action->kind == ACTION_ASSIGN)
    write_ref(self, action->ref);
  if (action->kind == ACTION_INIT)
    mark(self, self->set, action->var, false);
  if (action->kind != ACTION_RECEIVE)
    return;
  for (uint32_t i = 0; i < action->pattern_count && i < self->fewest_fields;
       i++)
    if (action->patterns[i].kind == PATTERN_BIND)
      write_ref(self, action->patterns[i].ref);
}

static void join(const struct search *self, uint64_t *into,
                 const uint64_t *from) {
  for (uint32_t i = 0; i < self->words; i++)
    into[i] |= from[i];
}

/* Its own transitions lead to where it is left. */
static void add_d_step(const struct search *self,
                       const struct transition *transition, uint64_t *into) {
  const struct action *action = transition->action;
  join(self, into, live_at(self, action->enter));
  if (transition->target != action->leave)
    join(self, into, live_at(self, transition->target));
}

/* Adds to `into` what is live before a transition. */
static void add_transition(struct search *self,
                           const struct transition *transition,
                           uint64_t *into) {
  const struct action *action = transition->action;
  const size_t bytes = self->words * sizeof *self->set;
  if (action->kind == ACTION_D_STEP) {
    add_d_step(self, transition, into);
    return;
  }
  memset(self->reads, 0, bytes);
  memset(self->set, 0, bytes);
  if (transition->target > 0)
    join(self, self->set, live_at(self, transition->target));
  take_writes(self, action);
  action_walk(action, add_read, self);
  join(self, into, self->set);
  join(self, into, self->reads);
}

/* ---- one proctype ---- */

struct pieces {
  struct dead_bytes *items;
  size_t count, capacity;
};

static bool extend(struct search *self, uint32_t location, uint64_t *before) {
  const size_t bytes = self->words * sizeof *before;
  const struct location *at = &self->proctype->locations[location];
  uint64_t *live = live_at(self, location);
  memcpy(before, live, bytes);
  for (uint32_t t = 0; t < at->transition_count; t++)
    add_transition(self, &at->transitions[t], live);
  return memcmp(before, live, bytes) != 0;
}

/* The locations of a component lead to it and to earlier ones. */
static void find_live_in(struct search *self, const struct strong *strong,
                         uint32_t component, uint64_t *before) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (uint32_t i = strong->starts[component];
         i < strong->starts[component + 1]; i++)
      if (strong->nodes[i] > 0)
        changed |= extend(self, strong->nodes[i], before);
  }
}

static void find_live(struct search *self) {
  uint64_t *before = memory_alloc(self->words * sizeof *before);
  struct links links = flow_links(self->proctype);
  struct strong strong;
  strong_find(&links, &strong);
  for (uint32_t c = 0; c < strong.count; c++)
    find_live_in(self, &strong, c, before);
  strong_free(&strong);
  links_free(&links);
  memory_free(before);
}

static bool can_die(const struct search *self, const struct var *var) {
  return !var->outside && var->type.kind != TYPE_CHAN &&
         var->type.kind != TYPE_RECORD && !map_get(&self->exposed, var);
}

/* Short pieces that lie side by side are one. */
static void add_piece(struct pieces *pieces, uint32_t offset, uint32_t length) {
  struct dead_bytes *last = pieces->count > 0 ? vec_last(pieces) : NULL;
  if (last && last->offset + last->length == offset &&
      last->length + length <= LONGEST_PIECE)
    last->length += length;
  else
    vec_push(pieces, ((struct dead_bytes){offset, length}));
}

static struct dead_place list_dead(const struct search *self,
                                   const uint64_t *live, struct pieces *pieces,
                                   struct arena *arena) {
  pieces->count = 0;
  for (uint32_t word = 0; word < self->words; word++)
    for (uint64_t dead = self->mortal[word] & ~live[word]; dead != 0;
         dead &= dead - 1) {
      const unsigned bit = (unsigned)__builtin_ctzll(dead);
      const struct var *var = self->proctype->variables[64 * word + bit];
      add_piece(pieces, var->offset,
                (var->count - 1) * var->stride + var->width);
    }
  struct dead_bytes *kept =
      ARENA_ARRAY(arena, struct dead_bytes, pieces->count);
  if (pieces->count > 0)
    memcpy(kept, pieces->items, pieces->count * sizeof *kept);
  return (struct dead_place){.pieces = kept, .count = (uint32_t)pieces->count};
}

static void choose_variables(struct search *self) {
  const struct proctype *proctype = self->proctype;
  const uint32_t most = MOST_WORDS / (proctype->location_count + 1);
  self->variable_count = proctype->variable_count;
  if (self->variable_count / 64 >= most)
    self->variable_count = 64 * most;
  self->words = self->variable_count / 64 + 1;
  for (uint32_t i = 0; i < self->variable_count; i++)
    map_put(&self->bits, proctype->variables[i], (void *)(uintptr_t)(i + 1));
}

static struct dead_place *find_places(struct search *self,
                                      const struct proctype *proctype,
                                      struct arena *arena) {
  struct dead_place *places =
      ARENA_ARRAY(arena, struct dead_place, proctype->location_count);
  if (proctype->kind != PROC_PLAIN && proctype->kind != PROC_INIT)
    return places;
  struct pieces pieces = {0};
  self->proctype = proctype;
  choose_variables(self);
  const size_t bytes = self->words * sizeof *self->live;
  self->live = memory_alloc(bytes * proctype->location_count);
  self->mortal = memory_alloc(bytes);
  self->set = memory_alloc(bytes);
  self->reads = memory_alloc(bytes);
  find_live(self);
  for (uint32_t i = 0; i < self->variable_count; i++)
    set_bit(self->mortal, i, can_die(self, proctype->variables[i]));
  for (uint32_t l = 1; l < proctype->location_count; l++)
    places[l] = list_dead(self, live_at(self, l), &pieces, arena);
  vec_free(&pieces);
  map_free(&self->bits);
  memory_free(self->live);
  memory_free(self->mortal);
  memory_free(self->set);
  memory_free(self->reads);
  return places;
}

struct dead_place **dead_find(const struct model *model, struct arena *arena) {
  struct search self = {.model = model};
  find_exposed(&self);
  find_fewest_fields(&self);
  struct dead_place **places =
      ARENA_ARRAY(arena, struct dead_place *, model->proctype_count);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    places[i] = find_places(&self, model->proctypes[i], arena);
  map_free(&self.exposed);
  return places;
}
