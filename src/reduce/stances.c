/* Stances of processes, each worked out once.
 *
 * What a process does now, and what it may do later, depends on its number, its
 * place and a few values, its keys: variables that select an element of an
 * array or a channel, and whether channels are empty or full.  Each combination
 * that occurs is a stance, worked out once and kept.  Equal futures get the
 * same number, so a stance can remember with which of them it conflicts.
 *
 * Invariant: whatever is remembered is a function of the model alone, so
 * forgetting it changes nothing but the time.
 *
 * Cost: for each process of a state one look-up by number and place.  Where the
 * place has keys, these are compared with those of the last time; only when
 * they differ, a hash is needed.
 */
#include "reduce/stances.h"

#include "base/vec.h"

#define XXH_INLINE_ALL
#include <string.h>
#include <xxhash.h>

enum {
  FIRST_SLOTS = 1 << 8,   /* of the table of stances with keys */
  MOST_STANCES = 1 << 16, /* then all are forgotten */
  FUTURE_SLOTS = 2 * MOST_FUTURES,
};

/* Where a key of a process at a place is read. */
struct probe {
  enum {
    PROBE_BYTE,      /* of the process */
    PROBE_FILL,      /* of one channel */
    PROBE_HANDSHAKE, /* the same, of a channel that is always empty */
    PROBE_OTHER,     /* see access_key() */
  } kind;
  uint32_t offset;
  uint16_t full;     /* so many messages, 0: not known */
  uint16_t not_full; /* nor fewer */
  const struct access *key;
};

struct stances {
  struct facts facts;
  bool sticky;
  uint32_t place_count;
  uint32_t *first_place; /* by proctype */

  /* all that is remembered */
  struct arena *arena;
  struct stance **latest[MOST_PROCESSES]; /* by place: the last one there */
  struct stance **keyed;                  /* those with keys, by hash */
  size_t slot_count, keyed_count, stance_count;
  VEC(struct tracks) futures;
  uint16_t *future_slots; /* numbers plus one, by hash */

  /* of the state at hand */
  struct process_view views[MOST_PROCESSES];
  VEC(uint32_t) values;
};

/* ---- what is remembered ---- */

static void forget_all(struct stances *self) {
  if (self->arena)
    arena_close(self->arena);
  self->arena = arena_open();
  for (uint32_t pid = 0; pid < MOST_PROCESSES; pid++)
    self->latest[pid] = NULL;
  memory_free(self->keyed);
  self->slot_count = FIRST_SLOTS;
  self->keyed = memory_alloc(self->slot_count * sizeof(struct stance *));
  self->keyed_count = self->stance_count = 0;
  self->futures.count = 0;
  memset(self->future_slots, 0, FUTURE_SLOTS * sizeof *self->future_slots);
}

bool stances_make_room(struct stances *self) {
  if (self->stance_count + MOST_PROCESSES <= MOST_STANCES &&
      self->futures.count + MOST_PROCESSES <= MOST_FUTURES)
    return false;
  forget_all(self);
  return true;
}

static uint64_t mix(uint64_t hash) {
  hash *= UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ hash >> 32;
}

/* ---- futures ---- */

static uint16_t future_number(struct stances *self,
                              const struct tracks *future) {
  size_t i = XXH3_64bits(future, sizeof *future) & (FUTURE_SLOTS - 1);
  for (; self->future_slots[i]; i = (i + 1) & (FUTURE_SLOTS - 1)) {
    const uint16_t number = self->future_slots[i] - 1;
    if (memcmp(&self->futures.items[number], future, sizeof *future) == 0)
      return number;
  }
  vec_push(&self->futures, *future);
  self->future_slots[i] = (uint16_t)self->futures.count;
  return (uint16_t)(self->futures.count - 1);
}

uint32_t stances_future_words(const struct stances *self) {
  return (uint32_t)(self->futures.count + 63) / 64;
}

static void widen(struct stances *self, struct stance *stance) {
  const uint32_t words = stances_future_words(self);
  if (words <= stance->conflict_words)
    return;
  const uint32_t wider =
      words > 2 * stance->conflict_words ? words : 2 * stance->conflict_words;
  uint64_t *conflicting = ARENA_ARRAY(self->arena, uint64_t, wider);
  if (stance->conflict_words > 0)
    memcpy(conflicting, stance->conflicting,
           stance->conflict_words * sizeof *conflicting);
  stance->conflicting = conflicting;
  stance->conflict_words = wider;
}

/* Compares a stance with the futures that are new to it. */
static void judge(struct stances *self, struct stance *stance) {
  widen(self, stance);
  for (; stance->judged < self->futures.count; stance->judged++)
    if (tracks_conflict(&stance->now, &self->futures.items[stance->judged]))
      stance->conflicting[stance->judged / 64] |= UINT64_C(1)
                                                  << stance->judged % 64;
}

const uint64_t *stances_conflicts(struct stances *self, struct stance *stance) {
  if (stance->judged < self->futures.count)
    judge(self, stance);
  return stance->conflicting;
}

/* ---- stances ---- */

static struct stance *make_stance(struct stances *self,
                                  const struct place_facts *facts,
                                  const struct situation *situation,
                                  uint32_t place) {
  const struct universe *universe = &self->facts.universe;
  struct stance *stance = ARENA_NEW(self->arena, struct stance);
  const struct tracks future =
      footprint_resolve(universe, &facts->future, situation);
  *stance = (struct stance){
      .lot = mix(mix(++self->stance_count) + 1),
      .future = future_number(self, &future),
      .useless = facts->apart || (facts->sticky && self->sticky),
      .ends = facts->ends,
      .single = facts->single,
      .pid = situation->pid,
      .place = place,
      .now = footprint_resolve(universe, &facts->now, situation)};
  return stance;
}

/* ---- keys ---- */

static struct probe make_probe(const struct stances *self,
                               const struct access *key,
                               const struct situation *situation) {
  struct probe probe = {.kind = PROBE_OTHER, .key = key};
  const bool varies =
      key->index == INDEX_VARIABLE || key->index == INDEX_CHANNEL;
  uint32_t slot;
  if (key->when == 0 && varies && key->var->width == 1) {
    probe.kind = PROBE_BYTE;
    probe.offset = key->var->offset;
  } else if (key->when != 0 && !varies &&
             access_slot(&self->facts.universe, key, situation, &slot)) {
    const struct state_room room = engine_room(situation->engine, slot + 1);
    probe.kind = room.bytes > 0    ? PROBE_FILL
                 : room.offset > 0 ? PROBE_HANDSHAKE
                                   : PROBE_OTHER;
    probe.offset = room.offset;
  }
  return probe;
}

static uint32_t ask(const struct stances *self, const struct probe *probe,
                    const struct situation *situation) {
  return access_key(&self->facts.universe, probe->key, situation);
}

/* How many messages make a channel full is found out by asking. */
static uint32_t read_fill(const struct stances *self, struct probe *probe,
                          const struct situation *situation) {
  uint16_t messages;
  memcpy(&messages, situation->state + probe->offset, sizeof messages);
  if (messages == 0)
    return CHANNEL_EMPTY;
  if (messages <= probe->not_full)
    return 0;
  if (messages == probe->full)
    return CHANNEL_FULL;
  const uint32_t fill = ask(self, probe, situation);
  *(fill == CHANNEL_FULL ? &probe->full : &probe->not_full) = messages;
  return fill;
}

static uint32_t read_key(const struct stances *self, struct probe *probe,
                         const struct situation *situation) {
  switch (probe->kind) {
  case PROBE_BYTE:
    return situation->frame[probe->offset];
  case PROBE_FILL:
    return read_fill(self, probe, situation);
  case PROBE_HANDSHAKE:
    return CHANNEL_EMPTY;
  default:
    return ask(self, probe, situation);
  }
}

static bool has_values(const struct stances *self, const struct stance *stance,
                       const struct situation *situation) {
  for (uint32_t i = 0; i < stance->value_count; i++)
    if (stance->values[i] != read_key(self, &stance->probes[i], situation))
      return false;
  return true;
}

static struct probe *make_probes(const struct stances *self,
                                 const struct place_facts *facts,
                                 const struct situation *situation) {
  struct probe *probes =
      ARENA_ARRAY(self->arena, struct probe, facts->key_count);
  for (uint32_t i = 0; i < facts->key_count; i++)
    probes[i] = make_probe(self, facts->keys[i], situation);
  return probes;
}

/* ---- stances with keys ---- */

static bool is_stance(const struct stance *stance, uint64_t hash, uint32_t pid,
                      uint32_t place, const uint32_t *values) {
  return stance->hash == hash && stance->pid == pid && stance->place == place &&
         memcmp(stance->values, values, stance->value_count * sizeof *values) ==
             0;
}

static size_t keyed_slot(const struct stances *self, uint64_t hash,
                         uint32_t pid, uint32_t place, const uint32_t *values) {
  size_t i = hash & (self->slot_count - 1);
  while (self->keyed[i] && !is_stance(self->keyed[i], hash, pid, place, values))
    i = (i + 1) & (self->slot_count - 1);
  return i;
}

static void grow_keyed(struct stances *self) {
  struct stance **old = self->keyed;
  const size_t count = self->slot_count;
  self->slot_count *= 2;
  self->keyed = memory_alloc(self->slot_count * sizeof(struct stance *));
  for (size_t i = 0; i < count; i++)
    if (old[i])
      self->keyed[keyed_slot(self, old[i]->hash, old[i]->pid, old[i]->place,
                             old[i]->values)] = old[i];
  memory_free(old);
}

static struct stance *add_keyed(struct stances *self,
                                const struct place_facts *facts,
                                const struct situation *situation,
                                uint32_t place, uint64_t hash,
                                struct probe *probes) {
  struct stance *stance = make_stance(self, facts, situation, place);
  uint32_t *values = ARENA_ARRAY(self->arena, uint32_t, self->values.count);
  memcpy(values, self->values.items, self->values.count * sizeof *values);
  stance->hash = hash;
  stance->values = values;
  stance->probes = probes;
  stance->value_count = (uint32_t)self->values.count;
  if (++self->keyed_count > self->slot_count / 2)
    grow_keyed(self);
  return self->keyed[keyed_slot(self, hash, situation->pid, place, values)] =
             stance;
}

static struct stance *find_keyed(struct stances *self,
                                 const struct place_facts *facts,
                                 const struct situation *situation,
                                 uint32_t place) {
  const struct stance *latest = self->latest[situation->pid][place];
  struct probe *probes =
      latest ? latest->probes : make_probes(self, facts, situation);
  uint64_t hash = mix((uint64_t)place << 8 | situation->pid);
  self->values.count = 0;
  for (uint32_t i = 0; i < facts->key_count; i++) {
    vec_push(&self->values, read_key(self, &probes[i], situation));
    hash = mix(hash ^ self->values.items[i]);
  }
  struct stance *stance = self->keyed[keyed_slot(self, hash, situation->pid,
                                                 place, self->values.items)];
  return stance ? stance
                : add_keyed(self, facts, situation, place, hash, probes);
}

/* ---- those of a state ---- */

/* The stance of a process that has keys, or of which there is none yet. */
static struct stance *make_or_find(struct stances *self, uint32_t pid,
                                   uint32_t place,
                                   struct situation *situation) {
  const struct process_view *view = &self->views[pid];
  const struct place_facts *facts =
      &self->facts.places[view->place >> 16][view->place & 0xffff];
  struct stance *latest = self->latest[pid][place];
  situation->pid = pid;
  situation->frame = view->frame;
  if (latest && has_values(self, latest, situation))
    return latest;
  return self->latest[pid][place] =
             facts->key_count > 0 ? find_keyed(self, facts, situation, place)
                                  : make_stance(self, facts, situation, place);
}

static struct stance *find_stance(struct stances *self, uint32_t pid,
                                  struct situation *situation) {
  const uint32_t type = self->views[pid].place >> 16,
                 location = self->views[pid].place & 0xffff,
                 place = self->first_place[type] + location;
  if (!self->latest[pid])
    self->latest[pid] =
        ARENA_ARRAY(self->arena, struct stance *, self->place_count);
  struct stance *stance = self->latest[pid][place];
  return stance && stance->value_count == 0
             ? stance
             : make_or_find(self, pid, place, situation);
}

uint32_t stances_read(struct stances *self, struct engine *engine,
                      const uint8_t *state, size_t length,
                      struct stance **out) {
  struct situation situation = {
      .engine = engine, .state = state, .length = length};
  const uint32_t count = engine_view(engine, state, length, self->views);
  for (uint32_t pid = 0; pid < count; pid++)
    out[pid] = find_stance(self, pid, &situation);
  return count;
}

/* ---- life ---- */

const struct facts *stances_facts(const struct stances *self) {
  return &self->facts;
}

uint32_t stances_places(const struct stances *self) {
  return self->place_count;
}

static void number_places(struct stances *self, const struct model *model) {
  self->first_place =
      memory_alloc((model->proctype_count + 1) * sizeof *self->first_place);
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    self->first_place[i] = self->place_count;
    self->place_count += model->proctypes[i]->location_count;
  }
}

struct stances *stances_open(const struct model *model,
                             const struct watched *watched, bool sticky) {
  struct stances *self = memory_alloc(sizeof *self);
  self->sticky = sticky;
  self->future_slots = memory_alloc(FUTURE_SLOTS * sizeof *self->future_slots);
  facts_init(&self->facts, model, watched, ORDERS_ARE_AS_GOOD);
  number_places(self, model);
  forget_all(self);
  return self;
}

void stances_close(struct stances *self) {
  facts_clear(&self->facts);
  arena_close(self->arena);
  memory_free(self->first_place);
  memory_free(self->keyed);
  memory_free(self->future_slots);
  vec_free(&self->futures);
  vec_free(&self->values);
  memory_free(self);
}
