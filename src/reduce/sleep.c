/* Which statements are independent, by what they touch in the state at hand.
 *
 * A statement is independent of another one if neither writes what the other
 * reads or writes, and what makes it possible counts as read (footprint.h).  So
 * neither makes the other possible or impossible, and both orders lead to the
 * same state.  Others are, too, where that is so in the state at hand: they are
 * tried (commute.h).  Some statements are taken to depend on all others:
 * handshakes, which move two processes, and what they rule out; the end of a
 * process, which only the youngest can come to; those that may touch anything,
 * and those that wait for a timeout.
 *
 * What a process can do depends on its number, its place and a few values, the
 * keys of its statements.  Each combination that occurs is an actor, worked out
 * once and kept.  Which statements of one actor are independent of a statement
 * of another is kept as well, in a table that forgets.
 *
 * Cost: for each process with statements asleep, a look-up of its actor in each
 * state, and one in the table for each step.
 */
#include "reduce/sleep.h"

#include "base/memory.h"
#include "base/vec.h"
#include "reduce/commute.h"
#include "reduce/facts.h"

#include <assert.h>
#include <string.h>

enum {
  SET_BITS = 64,
  WIDEST_FIELD = 16,
  FIRST_SLOTS = 1 << 8,
  MOST_ACTORS = 1 << 16, /* then all are forgotten */
  PAIR_SLOTS = 1 << 14,
};

/* A statement of a place. */
struct statement {
  struct place_facts facts;
  bool sleeps;
};

/* A place of a proctype. */
struct stage {
  uint32_t number;
  uint32_t all;   /* statements */
  uint32_t count; /* those that have a bit */
  bool has_keys;
  struct statement *statements; /* NULL: not met yet */
};

struct actor {
  uint64_t hash; /* of what follows */
  uint32_t pid, place;
  uint32_t value_count;
  const uint32_t *values;

  uint32_t number;               /* from 1 on */
  uint32_t count;                /* statements that have a bit */
  const struct tracks *tracks;   /* of each */
  const struct touched *touched; /* by each */
};

/* Which statements of an actor do not mind a statement of another. */
struct pair {
  uint32_t actor, mover; /* their numbers; 0: none */
  uint16_t statement;    /* of the mover */
  uint16_t independent;
};

struct sleep {
  const struct model *model;
  struct facts facts;
  struct commute *commute;
  uint32_t width, fields; /* bits of a field; how many fields */
  struct stage **stages;  /* by proctype and location */
  uint32_t stage_count;

  /* all that is remembered */
  struct arena *arena;
  struct actor **plain[SET_BITS]; /* without keys: by process and place */
  struct actor **slots;           /* the others, by hash */
  size_t slot_count, keyed_count, actor_count;
  struct pair *pairs;

  /* of the state at hand */
  struct situation situation;
  unsigned options;
  bool seen; /* it has been looked at */
  uint32_t count;
  struct process_view views[256];
  const struct actor *actors[SET_BITS]; /* NULL: not known yet */
  VEC(uint32_t) values;
};

/* ---- statements ---- */

static void make_statements(const struct sleep *self,
                            const struct proctype *proctype, uint32_t location,
                            struct stage *stage) {
  const struct location *at = &proctype->locations[location];
  stage->statements = ARENA_ARRAY(self->facts.universe.arena, struct statement,
                                  at->transition_count + 1);
  stage->all = at->transition_count;
  stage->count =
      at->transition_count < self->width ? at->transition_count : self->width;
  for (uint32_t t = 0; t < at->transition_count; t++) {
    struct statement *made = &stage->statements[t];
    const struct place_facts *facts = &made->facts;
    facts_of_statement(&self->facts, proctype, location, t, &made->facts);
    stage->has_keys |= facts->key_count > 0;
    made->sleeps = !facts->apart && !facts->ends && !facts->now.everything;
  }
}

static const struct stage *stage_of(struct sleep *self, uint32_t place) {
  struct stage *stage = &self->stages[place >> 16][place & 0xffff];
  if (!stage->statements)
    make_statements(self, self->model->proctypes[place >> 16], place & 0xffff,
                    stage);
  return stage;
}

/* ---- actors ---- */

static void forget_all(struct sleep *self) {
  if (self->arena)
    arena_close(self->arena);
  self->arena = arena_open();
  memory_free(self->slots);
  memset(self->plain, 0, sizeof self->plain);
  self->slot_count = FIRST_SLOTS;
  self->slots = memory_alloc(self->slot_count * sizeof(struct actor *));
  self->actor_count = self->keyed_count = 0;
  memset(self->pairs, 0, PAIR_SLOTS * sizeof *self->pairs);
}

static uint64_t mix(uint64_t hash) {
  hash *= UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ hash >> 32;
}

static bool is_actor(const struct sleep *self, const struct actor *actor,
                     uint64_t hash, uint32_t pid, uint32_t place) {
  return actor->hash == hash && actor->pid == pid && actor->place == place &&
         (actor->value_count == 0 ||
          memcmp(actor->values, self->values.items,
                 actor->value_count * sizeof *actor->values) == 0);
}

static void grow_slots(struct sleep *self) {
  struct actor **old = self->slots;
  const size_t count = self->slot_count;
  self->slot_count *= 2;
  self->slots = memory_alloc(self->slot_count * sizeof(struct actor *));
  for (size_t i = 0; i < count; i++) {
    if (!old[i])
      continue;
    size_t slot = old[i]->hash & (self->slot_count - 1);
    while (self->slots[slot])
      slot = (slot + 1) & (self->slot_count - 1);
    self->slots[slot] = old[i];
  }
  memory_free(old);
}

static struct actor *make_actor(struct sleep *self, uint32_t place,
                                uint64_t hash) {
  const struct stage *stage = stage_of(self, place);
  struct actor *actor = ARENA_NEW(self->arena, struct actor);
  uint32_t *values = ARENA_ARRAY(self->arena, uint32_t, self->values.count);
  struct tracks *tracks = ARENA_ARRAY(self->arena, struct tracks, stage->count);
  struct touched *touched =
      ARENA_ARRAY(self->arena, struct touched, stage->count);
  if (self->values.count > 0)
    memcpy(values, self->values.items, self->values.count * sizeof *values);
  *actor = (struct actor){.hash = hash,
                          .pid = self->situation.pid,
                          .place = place,
                          .value_count = (uint32_t)self->values.count,
                          .values = values,
                          .number = (uint32_t)++self->actor_count,
                          .count = stage->count,
                          .tracks = tracks,
                          .touched = touched};
  for (uint32_t t = 0; t < stage->count; t++) {
    tracks[t] =
        footprint_resolve(&self->facts.universe,
                          &stage->statements[t].facts.now, &self->situation);
    touched[t] = commute_touched(self->commute, self->situation.engine,
                                 &tracks[t], self->arena);
  }
  return actor;
}

static void read_values(struct sleep *self, const struct stage *stage) {
  self->values.count = 0;
  for (uint32_t t = 0; t < stage->count; t++) {
    const struct place_facts *facts = &stage->statements[t].facts;
    for (uint32_t i = 0; i < facts->key_count; i++)
      vec_push(&self->values, access_key(&self->facts.universe, facts->keys[i],
                                         &self->situation));
  }
}

static const struct actor *
find_keyed(struct sleep *self, const struct stage *stage, uint32_t place) {
  const uint32_t pid = self->situation.pid;
  read_values(self, stage);
  uint64_t hash = mix((uint64_t)place << 8 | pid);
  for (size_t i = 0; i < self->values.count; i++)
    hash = mix(hash ^ self->values.items[i]);
  size_t slot = hash & (self->slot_count - 1);
  for (; self->slots[slot]; slot = (slot + 1) & (self->slot_count - 1))
    if (is_actor(self, self->slots[slot], hash, pid, place))
      return self->slots[slot];
  struct actor *actor = make_actor(self, place, hash);
  self->slots[slot] = actor;
  if (++self->keyed_count > self->slot_count / 2)
    grow_slots(self);
  return actor;
}

static const struct actor *
find_plain(struct sleep *self, const struct stage *stage, uint32_t place) {
  struct actor ***plain = &self->plain[self->situation.pid];
  if (!*plain)
    *plain = ARENA_ARRAY(self->arena, struct actor *, self->stage_count);
  struct actor **known = &(*plain)[stage->number];
  if (!*known) {
    self->values.count = 0;
    *known = make_actor(self, place, 0);
  }
  return *known;
}

static uint32_t place_of(struct sleep *self, uint32_t pid) {
  if (!self->seen) {
    const struct situation *at = &self->situation;
    self->count = engine_view(at->engine, at->state, at->length, self->views);
    self->seen = true;
  }
  assert(pid < self->count);
  return self->views[pid].place;
}

static const struct actor *find_actor(struct sleep *self, uint32_t pid) {
  const uint32_t place = place_of(self, pid);
  const struct stage *stage = stage_of(self, place);
  self->situation.pid = pid;
  self->situation.frame = self->views[pid].frame;
  return stage->has_keys ? find_keyed(self, stage, place)
                         : find_plain(self, stage, place);
}

static const struct actor *actor_of(struct sleep *self, uint32_t pid) {
  if (!self->actors[pid])
    self->actors[pid] = find_actor(self, pid);
  return self->actors[pid];
}

/* ---- independence ---- */

static uint16_t find_independent(const struct actor *actor,
                                 const struct tracks *step) {
  uint16_t independent = 0;
  for (uint32_t t = 0; t < actor->count; t++)
    if (!tracks_conflict(&actor->tracks[t], step))
      independent |= (uint16_t)(1u << t);
  return independent;
}

static uint16_t independent_of(struct sleep *self, const struct actor *actor,
                               const struct actor *mover, uint32_t statement) {
  const uint64_t hash = mix((uint64_t)actor->number << 32 ^
                            (uint64_t)mover->number << 5 ^ statement);
  struct pair *pair = &self->pairs[hash & (PAIR_SLOTS - 1)];
  if (pair->actor != actor->number || pair->mover != mover->number ||
      pair->statement != statement)
    *pair = (struct pair){
        .actor = actor->number,
        .mover = mover->number,
        .statement = (uint16_t)statement,
        .independent = find_independent(actor, &mover->tracks[statement])};
  return pair->independent;
}

static struct move move_of(const struct sleep *self, const struct actor *actor,
                           uint32_t statement) {
  return (struct move){.pid = actor->pid,
                       .place = actor->place,
                       .transition = statement,
                       .frame = self->views[actor->pid].frame,
                       .touched = &actor->touched[statement]};
}

/* Which of these statements of an actor do not mind all the same, here? */
static uint16_t commuting_with(struct sleep *self, const struct actor *actor,
                               uint16_t statements, const struct actor *mover,
                               uint32_t statement) {
  const struct situation *situation = &self->situation;
  const struct state_at_hand at = {.engine = situation->engine,
                                   .options = self->options,
                                   .state = situation->state,
                                   .length = situation->length};
  const struct move moves = move_of(self, mover, statement);
  uint16_t commuting = 0;
  for (; statements != 0; statements &= (uint16_t)(statements - 1)) {
    const uint32_t t = (uint32_t)__builtin_ctz(statements);
    const struct move sleeps = move_of(self, actor, t);
    if (commute_ask(self->commute, &at, &sleeps, &moves))
      commuting |= (uint16_t)(1u << t);
  }
  return commuting;
}

/* ---- the interface ---- */

void sleep_look_at(struct sleep *self, struct engine *engine, unsigned options,
                   const uint8_t *state, size_t length) {
  if (self->actor_count + SET_BITS > MOST_ACTORS)
    forget_all(self);
  self->situation =
      (struct situation){.engine = engine, .state = state, .length = length};
  self->options = options;
  self->seen = false;
  memset(self->actors, 0, self->fields * sizeof *self->actors);
}

static sleep_set field_of(const struct sleep *self, uint32_t pid) {
  return ~(sleep_set)0 >> (SET_BITS - self->width) << (pid * self->width);
}

/* The process of the lowest bit. */
static uint32_t first_owner(const struct sleep *self, sleep_set set) {
  return (uint32_t)__builtin_ctzll(set) / self->width;
}

bool sleep_find_awake(struct sleep *self, sleep_set asleep,
                      struct sleep_mask *out) {
  uint64_t rest = 0;
  while (asleep != 0) {
    const uint32_t pid = first_owner(self, asleep);
    const struct stage *stage = stage_of(self, place_of(self, pid));
    const sleep_set field = field_of(self, pid);
    if ((uint32_t)__builtin_popcountll(asleep & field) == stage->all)
      rest |= UINT64_C(1) << pid;
    asleep &= ~field;
  }
  *out = (struct sleep_mask){{~rest, UINT64_MAX, UINT64_MAX, UINT64_MAX}};
  return rest != 0;
}

struct sleep_mask sleep_owners(const struct sleep *self, sleep_set set) {
  struct sleep_mask owners = {{0}};
  for (; set != 0; set &= ~field_of(self, first_owner(self, set)))
    owners.words[0] |= UINT64_C(1) << first_owner(self, set);
  return owners;
}

sleep_set sleep_bit(struct sleep *self, const struct step *step) {
  const uint32_t pid = (uint32_t)step->pid;
  if (step->partner != NO_PROCESS || pid >= self->fields ||
      step->transition >= self->width ||
      !stage_of(self, place_of(self, pid))->statements[step->transition].sleeps)
    return 0;
  return (sleep_set)1 << (pid * self->width + step->transition);
}

sleep_set sleep_after(struct sleep *self, sleep_set bit, sleep_set asleep) {
  sleep_set still = 0;
  if (asleep == 0 || bit == 0)
    return 0;
  const uint32_t number = (uint32_t)__builtin_ctzll(bit);
  const uint32_t moves = number / self->width, statement = number % self->width;
  const struct actor *mover = actor_of(self, moves);
  asleep &= ~field_of(self, moves);
  while (asleep != 0) {
    const uint32_t pid = first_owner(self, asleep);
    const struct actor *actor = actor_of(self, pid);
    const uint16_t here =
        (uint16_t)((asleep & field_of(self, pid)) >> (pid * self->width));
    uint16_t kept = here & independent_of(self, actor, mover, statement);
    kept |=
        commuting_with(self, actor, here & (uint16_t)~kept, mover, statement);
    still |= (sleep_set)kept << (pid * self->width);
    asleep &= ~field_of(self, pid);
  }
  return still;
}

/* ---- its life ---- */

static uint32_t widest_choice(const struct model *model) {
  uint32_t widest = 1;
  for (uint32_t i = 0; i < model->proctype_count; i++)
    for (uint32_t l = 1; l < model->proctypes[i]->location_count; l++) {
      const uint32_t count = model->proctypes[i]->locations[l].transition_count;
      widest = count > widest ? count : widest;
    }
  return widest < WIDEST_FIELD ? widest : WIDEST_FIELD;
}

struct sleep *sleep_open(const struct model *model) {
  const struct watched nothing = {0};
  struct sleep *self = memory_alloc(sizeof *self);
  self->model = model;
  self->width = widest_choice(model);
  self->fields = SET_BITS / self->width;
  self->pairs = memory_alloc(PAIR_SLOTS * sizeof *self->pairs);
  facts_init(&self->facts, model, &nothing, ORDERS_AGREE);
  self->commute = commute_open(&self->facts.universe);
  struct arena *arena = self->facts.universe.arena;
  self->stages = ARENA_ARRAY(arena, struct stage *, model->proctype_count);
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    const uint32_t count = model->proctypes[i]->location_count;
    self->stages[i] = ARENA_ARRAY(arena, struct stage, count);
    for (uint32_t l = 0; l < count; l++)
      self->stages[i][l].number = self->stage_count++;
  }
  forget_all(self);
  return self;
}

void sleep_close(struct sleep *self) {
  if (!self)
    return;
  commute_close(self->commute);
  facts_clear(&self->facts);
  arena_close(self->arena);
  memory_free(self->slots);
  memory_free(self->pairs);
  vec_free(&self->values);
  memory_free(self);
}
