/* Persistent sets by processes, worked out with bit masks.
 *
 * In a state it is enough to follow a set of processes, if nothing that the
 * others can do from here on, in whatever order, depends on what the set can do
 * now: then whatever else happens can as well happen afterwards.  Such a set is
 * closed under "the present statements of a member conflict with the future of
 * another process", and found by closing the set of one process (Overman 1981;
 * Godefroid 1996).
 *
 * What a process does now, and what it may do later, depends on its number, its
 * place and a few values, its keys: variables that select an element of an
 * array or a channel, and whether channels are empty or full.  Each combination
 * that occurs is a stance, worked out once and kept.  Equal futures get the
 * same number.  The futures of all processes together are the cast; it seldom
 * changes from one state to the next.  A stance remembers for a few casts which
 * processes conflict with it, so that a set is closed by joining masks.
 *
 * Invariant: whatever is remembered is a function of stance and cast alone, so
 * forgetting it changes nothing but the time.
 *
 * Cost: for each process of a state one look-up of its stance, with a hash only
 * where the place has keys, and a few operations on masks.
 */
#include "reduce/sets.h"

#include "base/vec.h"

#include <string.h>

enum {
  FIRST_SLOTS = 1 << 8,   /* of the table of stances with keys */
  MOST_STANCES = 1 << 16, /* then all are forgotten */
  MOST_FUTURES = 1 << 12,
  MOST_CASTS = 1 << 14,
  CAST_SLOTS = 2 * MOST_CASTS,
  CASTS_KEPT = 2, /* by a stance, which then fits a line of the cache */
};

/* Conflicts of a stance with the futures of a cast. */
struct conflicts {
  uint32_t cast; /* 0: none */
  bool beyond;   /* with one that has no bit */
  process_mask with;
};

struct stance {
  uint64_t lot; /* chosen for this process and future: see cast_of() */
  uint16_t future;
  bool useless; /* what is not so by other processes: see is_useless() */
  bool ends, single;
  struct conflicts conflicts[CASTS_KEPT];

  /* what it is known by, where the place has keys */
  uint64_t hash;
  uint32_t pid, place;
  uint32_t value_count;
  const uint32_t *values;
  struct tracks now;
};

struct cast {
  uint64_t lots;
  uint32_t count;
  const uint16_t *futures; /* by process */
};

struct sets {
  struct facts facts;
  bool sticky;
  uint32_t place_count;
  uint32_t *first_place; /* by proctype */

  /* all that is remembered */
  struct arena *arena;
  struct stance **plain[MOST_PROCESSES]; /* without keys: by place */
  struct stance **keyed;                 /* by hash */
  size_t slot_count, keyed_count, stance_count;
  VEC(struct tracks) futures;
  VEC(struct cast) casts; /* the first is none */
  uint32_t *cast_slots;

  /* of the state at hand */
  uint32_t count;
  struct process_view views[MOST_PROCESSES];
  struct stance *stances[MOST_PROCESSES];
  uint16_t cast_futures[MOST_PROCESSES];
  uint32_t cast;
  VEC(uint32_t) values;
  process_mask closures[MOST_PROCESSES];
  struct process_set found[MOST_SETS];
  uint32_t ranks[MOST_SETS];
};

/* ---- what is remembered ---- */

static void forget_all(struct sets *self) {
  if (self->arena)
    arena_close(self->arena);
  self->arena = arena_open();
  for (uint32_t pid = 0; pid < MOST_PROCESSES; pid++)
    self->plain[pid] = NULL;
  memory_free(self->keyed);
  self->slot_count = FIRST_SLOTS;
  self->keyed = memory_alloc(self->slot_count * sizeof(struct stance *));
  self->keyed_count = self->stance_count = 0;
  self->futures.count = 0;
  self->casts.count = 0;
  vec_push(&self->casts, ((struct cast){0}));
  memset(self->cast_slots, 0, CAST_SLOTS * sizeof *self->cast_slots);
  self->cast = 0;
}

/* Makes room for what one state can add. */
static void keep_within_limits(struct sets *self) {
  if (self->stance_count + MOST_PROCESSES > MOST_STANCES ||
      self->futures.count + MOST_PROCESSES > MOST_FUTURES ||
      self->casts.count + 1 > MOST_CASTS)
    forget_all(self);
}

static uint64_t mix(uint64_t hash) {
  hash *= UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ hash >> 32;
}

static uint16_t future_number(struct sets *self, const struct tracks *future) {
  for (size_t i = 0; i < self->futures.count; i++)
    if (memcmp(&self->futures.items[i], future, sizeof *future) == 0)
      return (uint16_t)i;
  vec_push(&self->futures, *future);
  return (uint16_t)(self->futures.count - 1);
}

static struct stance *make_stance(struct sets *self,
                                  const struct place_facts *facts,
                                  const struct situation *situation,
                                  uint32_t place) {
  const struct universe *universe = &self->facts.universe;
  struct stance *stance = ARENA_NEW(self->arena, struct stance);
  const struct tracks future =
      footprint_resolve(universe, &facts->future, situation);
  *stance = (struct stance){
      .future = future_number(self, &future),
      .useless = facts->apart || (facts->sticky && self->sticky),
      .ends = facts->ends,
      .single = facts->single,
      .pid = situation->pid,
      .place = place,
      .now = footprint_resolve(universe, &facts->now, situation)};
  stance->lot = mix(mix((uint64_t)stance->future << 8 | situation->pid) + 1);
  self->stance_count++;
  return stance;
}

/* ---- stances ---- */

static void read_values(struct sets *self, const struct place_facts *facts,
                        const struct situation *situation) {
  self->values.count = 0;
  for (uint32_t i = 0; i < facts->key_count; i++)
    vec_push(&self->values,
             access_key(&self->facts.universe, facts->keys[i], situation));
}

static bool is_stance(const struct stance *stance, uint64_t hash, uint32_t pid,
                      uint32_t place, const uint32_t *values) {
  return stance->hash == hash && stance->pid == pid && stance->place == place &&
         memcmp(stance->values, values, stance->value_count * sizeof *values) ==
             0;
}

static size_t keyed_slot(const struct sets *self, uint64_t hash, uint32_t pid,
                         uint32_t place, const uint32_t *values) {
  size_t i = hash & (self->slot_count - 1);
  while (self->keyed[i] && !is_stance(self->keyed[i], hash, pid, place, values))
    i = (i + 1) & (self->slot_count - 1);
  return i;
}

static void grow_keyed(struct sets *self) {
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

static struct stance *add_keyed(struct sets *self,
                                const struct place_facts *facts,
                                const struct situation *situation,
                                uint32_t place, uint64_t hash) {
  struct stance *stance = make_stance(self, facts, situation, place);
  uint32_t *values = ARENA_ARRAY(self->arena, uint32_t, self->values.count);
  memcpy(values, self->values.items, self->values.count * sizeof *values);
  stance->hash = hash;
  stance->values = values;
  stance->value_count = (uint32_t)self->values.count;
  if (++self->keyed_count > self->slot_count / 2)
    grow_keyed(self);
  return self->keyed[keyed_slot(self, hash, situation->pid, place, values)] =
             stance;
}

static struct stance *find_keyed(struct sets *self,
                                 const struct place_facts *facts,
                                 const struct situation *situation,
                                 uint32_t place) {
  read_values(self, facts, situation);
  uint64_t hash = mix((uint64_t)place << 8 | situation->pid);
  for (size_t i = 0; i < self->values.count; i++)
    hash = mix(hash ^ self->values.items[i]);
  struct stance *stance = self->keyed[keyed_slot(self, hash, situation->pid,
                                                 place, self->values.items)];
  return stance ? stance : add_keyed(self, facts, situation, place, hash);
}

/* The stance of a process that is not among the plain ones yet, or has keys. */
static struct stance *make_or_find(struct sets *self, uint32_t pid,
                                   uint32_t place,
                                   struct situation *situation) {
  const struct process_view *view = &self->views[pid];
  const struct place_facts *facts =
      &self->facts.places[view->place >> 16][view->place & 0xffff];
  situation->pid = pid;
  situation->frame = view->frame;
  if (facts->key_count > 0)
    return find_keyed(self, facts, situation, place);
  return self->plain[pid][place] = make_stance(self, facts, situation, place);
}

static struct stance *find_stance(struct sets *self, uint32_t pid,
                                  struct situation *situation) {
  const uint32_t type = self->views[pid].place >> 16,
                 location = self->views[pid].place & 0xffff,
                 place = self->first_place[type] + location;
  if (!self->plain[pid])
    self->plain[pid] =
        ARENA_ARRAY(self->arena, struct stance *, self->place_count);
  struct stance *stance = self->plain[pid][place];
  return stance ? stance : make_or_find(self, pid, place, situation);
}

/* ---- the cast ---- */

static bool is_cast(const struct sets *self, uint32_t cast, uint64_t lots) {
  const struct cast *it = &self->casts.items[cast];
  return it->lots == lots && it->count == self->count &&
         memcmp(it->futures, self->cast_futures,
                self->count * sizeof *it->futures) == 0;
}

static uint32_t add_cast(struct sets *self, uint64_t lots) {
  uint16_t *futures = ARENA_ARRAY(self->arena, uint16_t, self->count);
  memcpy(futures, self->cast_futures, self->count * sizeof *futures);
  vec_push(&self->casts, ((struct cast){lots, self->count, futures}));
  return (uint32_t)self->casts.count - 1;
}

/* The number of the cast in cast_futures.  Each future of each process has a
 * lot, and the sum of all lots is the hash.
 */
static uint32_t cast_of(struct sets *self, uint64_t lots) {
  if (self->cast != 0 && is_cast(self, self->cast, lots))
    return self->cast;
  size_t i = lots & (CAST_SLOTS - 1);
  while (self->cast_slots[i] && !is_cast(self, self->cast_slots[i], lots))
    i = (i + 1) & (CAST_SLOTS - 1);
  if (!self->cast_slots[i])
    self->cast_slots[i] = add_cast(self, lots);
  return self->cast_slots[i];
}

static process_mask bit_of(uint32_t pid) {
  return pid < MASK_BITS ? UINT64_C(1) << pid : 0;
}

static const struct conflicts *conflicts_of(struct sets *self,
                                            struct stance *stance) {
  struct conflicts *kept = &stance->conflicts[self->cast % CASTS_KEPT];
  if (kept->cast == self->cast)
    return kept;
  *kept = (struct conflicts){.cast = self->cast};
  process_mask with = 0;
  bool conflict = false;
  for (uint32_t pid = 0; pid < self->count && !kept->beyond; pid++) {
    const uint16_t future = self->cast_futures[pid];
    if (pid == 0 || future != self->cast_futures[pid - 1])
      conflict = tracks_conflict(&stance->now, &self->futures.items[future]);
    if (!conflict)
      continue;
    with |= bit_of(pid);
    kept->beyond = pid >= MASK_BITS; /* then nobody asks for the others */
  }
  kept->with = with;
  return kept;
}

/* ---- sets ---- */

/* Is a set with this process of no use, whatever else is in it?  Only the
 * youngest process can end.
 */
static bool is_useless(const struct sets *self, const struct stance *stance,
                       uint32_t pid) {
  return stance->useless || (stance->ends && pid + 1 < self->count);
}

/* Reads the state: stances, cast, and the processes of no use. */
static process_mask look_at(struct sets *self, struct engine *engine,
                            const uint8_t *state, size_t length) {
  struct situation situation = {
      .engine = engine, .state = state, .length = length};
  process_mask useless = 0;
  uint64_t lots = 0;
  self->count = engine_view(engine, state, length, self->views);
  for (uint32_t pid = 0; pid < self->count; pid++) {
    struct stance *stance = find_stance(self, pid, &situation);
    self->stances[pid] = stance;
    self->cast_futures[pid] = stance->future;
    lots += stance->lot;
    if (is_useless(self, stance, pid))
      useless |= bit_of(pid);
  }
  self->cast = cast_of(self, lots);
  return useless;
}

/* Closes the set of one process under conflict; 0 as soon as it has one of the
 * useless ones.  Those of younger processes are known already.
 */
static process_mask close_set(struct sets *self, uint32_t start,
                              process_mask useless) {
  process_mask set = bit_of(start), open = set;
  while (open) {
    const uint32_t pid = (uint32_t)__builtin_ctzll(open);
    process_mask added;
    if (pid > start) { /* it is closed */
      added = self->closures[pid];
      open &= ~added;
      set |= added;
      continue;
    }
    const struct conflicts *conflicts = conflicts_of(self, self->stances[pid]);
    added = conflicts->with & ~set;
    if (conflicts->beyond || (added & useless))
      return 0;
    set |= added;
    open = (open | added) & ~bit_of(pid);
  }
  return set;
}

static uint32_t size_of(process_mask set) {
  uint32_t size = 0;
  for (; set; set &= set - 1)
    size++;
  return size;
}

/* Small sets first, and of these the ones that cannot branch. */
static void add_set(struct sets *self, uint32_t *count, uint32_t pid,
                    const struct process_set *set) {
  const uint32_t rank = 2 * set->size - self->stances[pid]->single;
  for (uint32_t i = 0; i < *count; i++)
    if (self->found[i].mask == set->mask)
      return;
  uint32_t at = *count;
  while (at > 0 && self->ranks[at - 1] > rank)
    at--;
  if (at == MOST_SETS)
    return;
  *count += *count < MOST_SETS;
  for (uint32_t i = *count - 1; i > at; i--) {
    self->found[i] = self->found[i - 1];
    self->ranks[i] = self->ranks[i - 1];
  }
  self->found[at] = *set;
  self->ranks[at] = rank;
}

uint32_t sets_find(struct sets *self, struct engine *engine,
                   const uint8_t *state, size_t length,
                   const struct process_set **found) {
  uint32_t found_count = 0;
  keep_within_limits(self);
  process_mask useless = look_at(self, engine, state, length);
  uint32_t pid = self->count < MASK_BITS ? self->count : MASK_BITS;
  while (pid-- > 0) {
    if (useless & bit_of(pid))
      continue;
    const struct process_set set = {.mask = close_set(self, pid, useless),
                                    .place = self->stances[pid]->place};
    const uint32_t size = size_of(set.mask);
    /* one alone: its steps can be joined */
    if (size == 0 || (size == self->count && size > 1)) {
      useless |= bit_of(pid);
      continue;
    }
    self->closures[pid] = set.mask;
    add_set(self, &found_count, pid,
            &(struct process_set){set.mask, size, set.place});
  }
  *found = self->found;
  return found_count;
}

uint32_t sets_process_count(const struct sets *self) {
  return self->count;
}

/* ---- life ---- */

uint32_t sets_places(const struct sets *self) {
  return self->place_count;
}

static void number_places(struct sets *self, const struct model *model) {
  self->first_place =
      memory_alloc((model->proctype_count + 1) * sizeof *self->first_place);
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    self->first_place[i] = self->place_count;
    self->place_count += model->proctypes[i]->location_count;
  }
}

struct sets *sets_open(const struct model *model, const struct watched *watched,
                       bool sticky) {
  struct sets *self = memory_alloc(sizeof *self);
  self->sticky = sticky;
  self->cast_slots = memory_alloc(CAST_SLOTS * sizeof *self->cast_slots);
  facts_init(&self->facts, model, watched, ORDERS_ARE_AS_GOOD);
  number_places(self, model);
  forget_all(self);
  return self;
}

void sets_close(struct sets *self) {
  facts_clear(&self->facts);
  arena_close(self->arena);
  memory_free(self->first_place);
  memory_free(self->keyed);
  memory_free(self->cast_slots);
  vec_free(&self->futures);
  vec_free(&self->casts);
  vec_free(&self->values);
  memory_free(self);
}
