/* Executes each pair of moves once for all values of what they touch.
 *
 * What two moves do depends on the variables of their processes and on the
 * variables and channels of their footprints, and on nothing else.  These
 * values are the key under which the answer is kept, in a table of fixed size
 * in which a new answer takes the place of an old one.  Moves that touch
 * something else, or too much for a key, are not asked about.
 *
 * Moves with several outcomes, and those that go wrong, do not commute.
 *
 * Invariant: credit is what asking has saved so far and may still be spent on
 * finding out.  Where values hardly ever come back, it is soon used up.
 *
 * Cost: a look-up; four expansions of one process each when the answer is not
 * known.
 *
 * Independence that depends on the state is enough for sleep sets: Godefroid
 * and Pirottin, Refining Dependencies Improves Partial-Order Verification
 * Methods (CAV 1993).
 */
#include "reduce/commute.h"

#include "base/memory.h"
#include "base/vec.h"

#include <assert.h>
#include <string.h>

enum {
  KEY_BYTES = 72,  /* at most; whole words */
  MOST_ROOMS = 32, /* that a statement touches */
  ANSWERS = 1 << 14,
  FIRST_CREDIT = 1 << 17,
  MOST_CREDIT = 1 << 20,
  TRIAL_COST = 8,
};

struct key {
  uint8_t bytes[KEY_BYTES]; /* zero behind the last */
  uint32_t length;          /* 0: none */
};

struct answer {
  struct key key;
  bool commutes;
};

struct commute {
  const struct universe *universe;
  struct state_room *rooms; /* by object; NULL: not known yet */
  struct answer *answers;
  uint32_t credit;
  VEC(uint8_t) outcomes[4];
};

/* ---- what a move depends on ---- */

struct commute *commute_open(const struct universe *universe) {
  struct commute *self = memory_alloc(sizeof *self);
  self->universe = universe;
  self->credit = FIRST_CREDIT;
  self->answers = memory_alloc(ANSWERS * sizeof *self->answers);
  return self;
}

void commute_close(struct commute *self) {
  for (unsigned i = 0; i < 4; i++)
    vec_free(&self->outcomes[i]);
  memory_free(self->rooms);
  memory_free(self->answers);
  memory_free(self);
}

static void find_rooms(struct commute *self, const struct engine *engine) {
  const uint32_t count = self->universe->object_count;
  self->rooms = memory_alloc(count * sizeof *self->rooms);
  for (uint32_t i = 0; i < count; i++)
    self->rooms[i] = universe_find_room(self->universe, engine, i);
}

/* Is it among these already?  A channel is, by its other end. */
static bool has_room(const struct state_room *rooms, uint32_t count,
                     const struct state_room *room) {
  bool found = false;
  for (uint32_t i = 0; i < count; i++)
    found |= rooms[i].offset == room->offset;
  return found;
}

struct touched commute_touched(struct commute *self,
                               const struct engine *engine,
                               const struct tracks *tracks,
                               struct arena *arena) {
  struct state_room found[MOST_ROOMS] = {{0}};
  uint32_t count = 0;
  if (!self->rooms)
    find_rooms(self, engine);
  for (uint32_t i = 0; i < self->universe->object_count; i++) {
    if (!objects_have(&tracks->reads, i) && !objects_have(&tracks->writes, i))
      continue;
    if (self->rooms[i].bytes == 0 || count == MOST_ROOMS)
      return (struct touched){0};
    if (!has_room(found, count, &self->rooms[i]))
      found[count++] = self->rooms[i];
  }
  struct state_room *rooms = ARENA_ARRAY(arena, struct state_room, count + 1);
  memcpy(rooms, found, count * sizeof *rooms);
  return (struct touched){rooms, count, true};
}

/* ---- keys ---- */

static bool add_bytes(struct key *key, const uint8_t *bytes, size_t length) {
  if (key->length + length > sizeof key->bytes)
    return false;
  memcpy(key->bytes + key->length, bytes, length);
  key->length += (uint32_t)length;
  return true;
}

/* Adds what a move depends on, but for what the other one has added. */
static bool add_values(struct key *key, const struct model *model,
                       const uint8_t *state, const struct move *move,
                       const struct touched *added) {
  const uint8_t who[] = {(uint8_t)move->pid, (uint8_t)move->transition};
  const struct proctype *proctype = model->proctypes[move->place >> 16];
  bool fits =
      add_bytes(key, who, sizeof who) &&
      add_bytes(key, (const uint8_t *)&move->place, sizeof move->place) &&
      add_bytes(key, move->frame, proctype->frame_bytes);
  for (uint32_t i = 0; i < move->touched->count && fits; i++) {
    const struct state_room *room = &move->touched->rooms[i];
    if (!has_room(added->rooms, added->count, room))
      fits = add_bytes(key, state + room->offset, room->bytes);
  }
  return fits;
}

/* False when it would be too long. */
static bool make_key(const struct commute *self, const struct state_at_hand *at,
                     const struct move *a, const struct move *b,
                     struct key *out) {
  static const struct touched nothing = {0};
  const struct model *model = self->universe->model;
  memset(out, 0, sizeof *out);
  return add_values(out, model, at->state, a, &nothing) &&
         add_values(out, model, at->state, b, a->touched);
}

static struct answer *place_of(const struct commute *self,
                               const struct key *key) {
  uint64_t hash = 0, word;
  for (size_t i = 0; i < key->length; i += sizeof word) {
    memcpy(&word, key->bytes + i, sizeof word);
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 32;
  }
  return &self->answers[hash & (ANSWERS - 1)];
}

static bool same_key(const struct key *a, const struct key *b) {
  return a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0;
}

/* ---- trials ---- */

struct trial {
  const struct move *move;
  struct commute *self;
  unsigned outcome; /* where it goes */
  unsigned count;
  bool wrong;
};

static bool take_successor(void *context, const struct successor *successor) {
  struct trial *trial = context;
  const struct step *step = &successor->steps[0];
  if (step->transition != trial->move->transition ||
      step->from != (trial->move->place & 0xffff))
    return true;
  trial->count++;
  trial->wrong |= step->partner != NO_PROCESS;
  vec_reserve(&trial->self->outcomes[trial->outcome], successor->length + 1);
  trial->self->outcomes[trial->outcome].count = successor->length;
  memcpy(trial->self->outcomes[trial->outcome].items, successor->state,
         successor->length);
  return trial->count < 2 && !trial->wrong;
}

static bool take_violation(void *context, const struct violation *violation,
                           const struct step *steps, size_t step_count) {
  struct trial *trial = context;
  (void)violation, (void)steps, (void)step_count;
  trial->wrong = true;
  return false;
}

/* Makes a move; false unless there is exactly one outcome. */
static bool try_move(struct commute *self, const struct state_at_hand *at,
                     const struct move *move, unsigned outcome) {
  struct trial trial = {.move = move, .self = self, .outcome = outcome};
  const uint64_t only[4] = {UINT64_C(1) << move->pid};
  const struct engine_visitor visitor = {.context = &trial,
                                         .successor = take_successor,
                                         .violation = take_violation,
                                         .only = only};
  return engine_expand(at->engine, at->state, at->length, NO_PROCESS,
                       at->options | ENGINE_NO_MESSAGES, &visitor) &&
         trial.count == 1 && !trial.wrong;
}

static bool try_after(struct commute *self, const struct state_at_hand *at,
                      unsigned first, const struct move *move,
                      unsigned outcome) {
  const struct state_at_hand then = {
      .engine = at->engine,
      .options = at->options,
      .state = self->outcomes[first].items,
      .length = self->outcomes[first].count,
  };
  return try_move(self, &then, move, outcome);
}

static bool same_outcome(const struct commute *self, unsigned a, unsigned b) {
  return self->outcomes[a].count == self->outcomes[b].count &&
         memcmp(self->outcomes[a].items, self->outcomes[b].items,
                self->outcomes[a].count) == 0;
}

static bool try_both(struct commute *self, const struct state_at_hand *at,
                     const struct move *a, const struct move *b) {
  return try_move(self, at, a, 0) && try_after(self, at, 0, b, 1) &&
         try_move(self, at, b, 2) && try_after(self, at, 2, a, 3) &&
         same_outcome(self, 1, 3);
}

bool commute_ask(struct commute *self, const struct state_at_hand *at,
                 const struct move *a, const struct move *b) {
  struct key key;
  assert(a->pid != b->pid && a->pid < 64 && b->pid < 64);
  if (!a->touched->complete || !b->touched->complete ||
      !make_key(self, at, a, b, &key))
    return false;
  struct answer *answer = place_of(self, &key);
  if (same_key(&answer->key, &key)) {
    self->credit += self->credit < MOST_CREDIT;
    return answer->commutes;
  }
  if (self->credit < TRIAL_COST)
    return false;
  self->credit -= TRIAL_COST;
  answer->key = key;
  answer->commutes = try_both(self, at, a, b);
  return answer->commutes;
}
