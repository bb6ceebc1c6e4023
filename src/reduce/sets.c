/* Persistent sets by processes, worked out with bit masks.
 *
 * In a state it is enough to follow a set of processes, if nothing that the
 * others can do from here on, in whatever order, depends on what the set can do
 * now: then whatever else happens can as well happen afterwards.  Such a set is
 * closed under "the present statements of a member conflict with the future of
 * another process", and found by closing the set of one process (Overman 1981;
 * Godefroid 1996).
 *
 * The sets of a state depend on the stances of its processes (stances.c), and
 * on nothing else.  All of these together are a scene.  Most models have far
 * fewer scenes than states, and follow a few of them for a while, so sets are
 * kept with their scene and seldom worked out.
 *
 * Invariant: what is kept of a scene is a function of its stances alone, so
 * forgetting it changes nothing but the time.
 *
 * Cost: the stances of a state and one look-up.  When the scene is not known, a
 * few operations on masks for each process besides.
 */
#include "reduce/sets.h"

#include "base/vec.h"

#include <string.h>

enum { SCENES = 1 << 11 }; /* that are kept */

struct scene {
  uint64_t lots; /* the sum of those of its stances */
  uint32_t count, set_count;
  uint32_t room, set_room;
  struct stance **stances;
  struct process_set *sets;
};

struct sets {
  struct stances *remembered;
  bool sticky;
  struct scene *scenes; /* by lots */

  /* of the state at hand */
  uint32_t count;
  struct stance *stances[MOST_PROCESSES];
  uint64_t futures[FUTURE_WORDS]; /* that some process has */
  uint64_t beyond[FUTURE_WORDS];  /* that one without a bit has */
  process_mask holders[MOST_FUTURES];
  process_mask conflicts[MASK_BITS];
  uint32_t judged_count; /* the stances that conflicts[] is of */
  const struct stance *judged[MASK_BITS];
  bool renewed;                     /* conflicts[] is not as it was before */
  process_mask usable;              /* not useless by themselves */
  process_mask useful;              /* nor anything in their sets */
  process_mask closures[MASK_BITS]; /* the sets of these */
  struct process_set found[MOST_SETS];
  uint32_t ranks[MOST_SETS];
};

/* All processes that have a bit. */
static process_mask all_of(const struct sets *self) {
  return self->count < MASK_BITS ? bit_of(self->count) - 1 : UINT64_MAX;
}

/* ---- who conflicts with whom ---- */

/* Finds out who has which future. */
static void note_futures(struct sets *self) {
  const size_t bytes =
      stances_future_words(self->remembered) * sizeof(uint64_t);
  memset(self->futures, 0, bytes);
  memset(self->beyond, 0, bytes);
  for (uint32_t pid = 0; pid < self->count; pid++) {
    const uint16_t future = self->stances[pid]->future;
    const uint64_t bit = UINT64_C(1) << future % 64;
    if (!(self->futures[future / 64] & bit))
      self->holders[future] = 0;
    self->holders[future] |= bit_of(pid);
    self->futures[future / 64] |= bit;
    if (pid >= MASK_BITS)
      self->beyond[future / 64] |= bit;
  }
}

/* Finds those whose future conflicts with what a process does now; false when
 * one of them has no bit.
 */
static bool find_conflicts(struct sets *self, uint32_t pid) {
  const uint64_t *futures =
      stances_conflicts(self->remembered, self->stances[pid]);
  const uint32_t words = stances_future_words(self->remembered);
  process_mask with = 0;
  for (uint32_t i = 0; i < words; i++) {
    if (futures[i] & self->beyond[i])
      return false;
    for (uint64_t left = futures[i] & self->futures[i]; left; left &= left - 1)
      with |= self->holders[64 * i + (uint32_t)__builtin_ctzll(left)];
  }
  self->conflicts[pid] = with;
  return true;
}

/* The same where all have bits and conflicts[] is of a state before: for the
 * processes that have another stance now, and for the others as far as it is
 * with those.
 */
static void renew_conflicts(struct sets *self, process_mask changed) {
  const process_mask all = all_of(self);
  for (uint32_t pid = 0; pid < self->count; pid++) {
    const uint64_t *futures =
        stances_conflicts(self->remembered, self->stances[pid]);
    process_mask asked = changed & bit_of(pid) ? all : changed & all;
    process_mask with = self->conflicts[pid] & all & ~asked;
    for (; asked; asked &= asked - 1) {
      const uint32_t other = (uint32_t)__builtin_ctzll(asked);
      const uint16_t future = self->stances[other]->future;
      with |= (futures[future / 64] >> future % 64 & 1) << other;
    }
    self->renewed |= self->conflicts[pid] != with;
    self->conflicts[pid] = with;
  }
}

static process_mask find_changed(struct sets *self) {
  process_mask changed = self->judged_count == self->count ? 0 : UINT64_MAX;
  for (uint32_t pid = 0; pid < self->count; pid++) {
    if (self->judged[pid] != self->stances[pid])
      changed |= bit_of(pid);
    self->judged[pid] = self->stances[pid];
  }
  self->judged_count = self->count;
  return changed;
}

/* Finds all conflicts; gives the processes that conflict with one without a
 * bit.
 */
static process_mask find_all_conflicts(struct sets *self) {
  process_mask too_far = 0;
  self->renewed = self->count > MASK_BITS;
  if (self->count <= MASK_BITS) {
    renew_conflicts(self, find_changed(self));
    return 0;
  }
  note_futures(self);
  self->judged_count = 0;
  for (uint32_t pid = 0; pid < MASK_BITS; pid++)
    if (!find_conflicts(self, pid))
      too_far |= bit_of(pid);
  return too_far;
}

/* Has a process come to its end, and must wait for younger ones? */
static bool is_over(const struct sets *self, uint32_t pid) {
  return self->stances[pid]->ends && pid + 1 < self->count;
}

/* The processes that may be part of a set, whatever else is in it. */
static process_mask find_usable(const struct sets *self) {
  process_mask usable = 0;
  for (uint32_t pid = 0; pid < self->count && pid < MASK_BITS; pid++)
    if (!self->stances[pid]->useless && !is_over(self, pid))
      usable |= bit_of(pid);
  return usable;
}

/* Those of them whose sets have no others. */
static process_mask find_useful(const struct sets *self) {
  process_mask useful = self->usable, before;
  do {
    before = useful;
    for (process_mask left = useful; left; left &= left - 1) {
      const uint32_t pid = (uint32_t)__builtin_ctzll(left);
      if (self->conflicts[pid] & ~useful)
        useful &= ~bit_of(pid);
    }
  } while (useful != before);
  return useful;
}

/* Closes the set of one process under conflict.  Those of younger processes are
 * known already; a younger one whose set has this process has the same set.
 */
static process_mask close_set(const struct sets *self, uint32_t start) {
  process_mask set = bit_of(start), open = set;
  while (open) {
    const uint32_t pid = MASK_BITS - 1 - (uint32_t)__builtin_clzll(open);
    if (pid > start) { /* it is closed */
      if (self->closures[pid] & bit_of(start))
        return self->closures[pid];
      set |= self->closures[pid];
      open &= ~self->closures[pid];
      continue;
    }
    open = (open | (self->conflicts[pid] & ~set)) & ~bit_of(pid);
    set |= self->conflicts[pid];
  }
  return set;
}

/* Closes the sets of all processes whose sets are of use.  Often nothing has
 * changed since the last time.
 */
static void close_sets(struct sets *self) {
  const process_mask too_far = find_all_conflicts(self);
  const process_mask usable = find_usable(self) & ~too_far;
  if (!self->renewed && usable == self->usable)
    return;
  self->usable = usable;
  self->useful = find_useful(self);
  for (process_mask left = self->useful; left;) {
    const uint32_t pid = MASK_BITS - 1 - (uint32_t)__builtin_clzll(left);
    left &= ~bit_of(pid);
    self->closures[pid] = close_set(self, pid);
  }
}

/* ---- sets ---- */

/* Small sets first, and of these the ones that cannot branch. */
static void add_set(struct sets *self, uint32_t *count, uint32_t pid,
                    const struct process_set *set) {
  const uint32_t rank = 2 * set->size - self->stances[pid]->single;
  for (uint32_t i = 0; i < *count && set->size > 1; i++)
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

/* The processes that may be able to move, as far as their places tell. */
static uint32_t count_movers(const struct sets *self) {
  uint32_t movers = 0;
  for (uint32_t pid = 0; pid < self->count; pid++)
    movers += !is_over(self, pid);
  return movers;
}

/* Works the sets of the state at hand out.  Some leave nothing out that might
 * move, but their steps can be joined: the set of one process alone, and with
 * sticky places, without which all steps can, any that has not all processes.
 */
static uint32_t find_all(struct sets *self) {
  const uint32_t movers = count_movers(self);
  const uint32_t too_large = self->sticky ? self->count : movers;
  uint32_t found = 0;
  process_mask before = 0;
  close_sets(self);
  for (process_mask left = self->useful; left;) {
    const uint32_t pid = MASK_BITS - 1 - (uint32_t)__builtin_clzll(left);
    const process_mask mask = self->closures[pid];
    const uint32_t size = bit_count(mask);
    const struct process_set set = {mask, size, size == movers,
                                    self->stances[pid]->place};
    left &= ~bit_of(pid);
    if (mask != before && (size < too_large || size == 1))
      add_set(self, &found, pid, &set);
    before = mask;
  }
  return found;
}

/* ---- scenes ---- */

static struct scene *look_at(struct sets *self, struct engine *engine,
                             const uint8_t *state, size_t length,
                             uint64_t *lots) {
  self->count =
      stances_read(self->remembered, engine, state, length, self->stances);
  *lots = 0;
  for (uint32_t pid = 0; pid < self->count; pid++)
    *lots += self->stances[pid]->lot;
  return &self->scenes[*lots & (SCENES - 1)];
}

/* One without processes is never kept. */
static bool is_scene(const struct sets *self, const struct scene *scene,
                     uint64_t lots) {
  return scene->count == self->count && scene->lots == lots &&
         memcmp(scene->stances, self->stances,
                self->count * sizeof(struct stance *)) == 0;
}

static void make_room(struct scene *scene, uint32_t count, uint32_t set_count) {
  if (count > scene->room) {
    scene->room = count;
    scene->stances =
        memory_resize(scene->stances, count * sizeof(struct stance *));
  }
  if (set_count > scene->set_room) {
    scene->set_room = set_count;
    scene->sets = memory_resize(scene->sets, set_count * sizeof *scene->sets);
  }
}

/* Keeps the scene at hand, in the place of another. */
static void keep_scene(struct sets *self, struct scene *scene, uint64_t lots,
                       uint32_t set_count) {
  make_room(scene, self->count, set_count);
  scene->lots = lots;
  scene->count = self->count;
  scene->set_count = set_count;
  for (uint32_t pid = 0; pid < self->count; pid++)
    scene->stances[pid] = self->stances[pid];
  for (uint32_t i = 0; i < set_count; i++)
    scene->sets[i] = self->found[i];
}

static void forget_scenes(struct sets *self) {
  self->judged_count = 0;
  for (uint32_t i = 0; i < SCENES; i++)
    self->scenes[i].count = 0;
}

uint32_t sets_find(struct sets *self, struct engine *engine,
                   const uint8_t *state, size_t length,
                   const struct process_set **found) {
  uint64_t lots;
  if (stances_make_room(self->remembered))
    forget_scenes(self);
  struct scene *scene = look_at(self, engine, state, length, &lots);
  *found = NULL;
  if (self->count == 0)
    return 0;
  if (!is_scene(self, scene, lots))
    keep_scene(self, scene, lots, find_all(self));
  *found = scene->sets;
  return scene->set_count;
}

/* ---- life ---- */

const struct facts *sets_facts(const struct sets *self) {
  return stances_facts(self->remembered);
}

uint32_t sets_places(const struct sets *self) {
  return stances_places(self->remembered);
}

struct sets *sets_open(const struct model *model, const struct watched *watched,
                       bool sticky) {
  struct sets *self = memory_alloc(sizeof *self);
  self->sticky = sticky;
  self->remembered = stances_open(model, watched, sticky);
  self->scenes = memory_alloc(SCENES * sizeof *self->scenes);
  return self;
}

void sets_close(struct sets *self) {
  for (uint32_t i = 0; i < SCENES; i++) {
    memory_free(self->scenes[i].stances);
    memory_free(self->scenes[i].sets);
  }
  stances_close(self->remembered);
  memory_free(self->scenes);
  memory_free(self);
}
