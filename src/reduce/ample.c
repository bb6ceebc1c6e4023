/* Persistent sets by processes, and steps that are joined.
 *
 * In a state it is enough to follow a set of processes, if nothing that the
 * others can do from here on, in whatever order, depends on what the set can do
 * now: then whatever else happens can as well happen afterwards.  Such a set is
 * closed under "the present statements of a member conflict with the future of
 * another process", and found by closing the set of one process (Overman 1981;
 * Godefroid 1996).  It is used when it can move at all, when the property does
 * not notice its steps, and when no member is at a sticky place (facts.c).
 * Nothing of this depends on the search: each state always gets the same
 * successors, so every search and every store can be used.
 *
 * Sticky places keep anything from being put off for ever.  A search may see to
 * that itself, and sets need not mind them then: it expands a state as a whole
 * when none of the successors is one that will be expanded later.  From a state
 * that was reduced, a path of states, each expanded after the one before, leads
 * to one that was not; what was put off is possible there, since nothing on the
 * way depends on it.  That is enough for deadlocks, assertions and run-time
 * errors, and reduces more.
 *
 * Which sets there are depends on the places of the processes and on a few
 * values, the key of the state: variables that select an element of an array or
 * a channel, and whether channels are empty or full.  The sets are worked out
 * once for each key and kept (struct plan).
 *
 * Joining: when a new state has a reduced expansion with one successor, it is
 * of no interest by itself, and the successor is given out in its place, and so
 * on, but not for ever: a few times only.
 *
 * Cost: for each state its key and one look-up.
 */
#include "reduce/ample.h"

#include "base/vec.h"
#include "engine/wrapper.h"

#include <assert.h>
#include <string.h>

enum {
  MOST_PROCESSES = 256,
  MASK_WORDS = MOST_PROCESSES / 64,
  MOST_SETS = 16,        /* tried in one state */
  FIRST_PLANS = 1 << 10, /* places of the table */
  MOST_PLANS = 1 << 15,
  MOST_JOINED = 64, /* transitions */
};

struct process_mask {
  uint64_t words[MASK_WORDS];
};

/* The sets of processes worth trying in states of one key. */
struct plan {
  uint64_t hash;
  uint32_t key_count;
  const uint32_t *key;
  uint32_t set_count;
  const struct process_mask *sets;
};

/* A process of the state a plan is made for. */
struct member {
  const struct place_facts *facts;
  struct tracks now, future;
  bool has_next;            /* is the following known? */
  struct process_mask next; /* those whose future conflicts with `now` */
};

/* A successor that waits to be looked at. */
struct waiting {
  size_t state, length; /* in the bytes */
  size_t steps, step_count;
};

struct ample {
  struct wrapper wrapper;
  struct facts facts;
  bool trusting;       /* the search expands states as a whole where it must */
  struct arena *arena; /* of the plans */
  struct plan **plans; /* by hash */
  size_t plan_room, plan_count;

  /* of the expansion under way */
  const struct engine_visitor *visitor;
  unsigned options;
  bool moved;   /* something was done */
  bool broke;   /* by a run-time error */
  bool stopped; /* the visitor had enough */
  VEC(uint8_t) bytes;
  VEC(struct step) steps;
  VEC(struct waiting) queue;
  VEC(uint32_t) key;
  struct process_view views[MOST_PROCESSES];
  struct member *members; /* room for all processes */

  /* of the joining under way */
  VEC(uint8_t) next;
  size_t next_count;
  bool failed; /* a violation was met */
};

/* ---- masks ---- */

static void mask_add(struct process_mask *mask, uint32_t pid) {
  mask->words[pid / 64] |= UINT64_C(1) << (pid % 64);
}

static bool mask_has(const struct process_mask *mask, uint32_t pid) {
  return mask->words[pid / 64] >> (pid % 64) & 1;
}

static uint32_t mask_count(const struct process_mask *mask) {
  uint32_t count = 0;
  for (unsigned i = 0; i < MASK_WORDS; i++)
    count += (uint32_t)__builtin_popcountll(mask->words[i]);
  return count;
}

/* ---- plans ---- */

static const struct place_facts *facts_of(const struct ample *self,
                                          uint32_t place) {
  return &self->facts.places[place >> 16][place & 0xffff];
}

/* Another process at the same place, where nothing depends on the process. */
static const struct member *find_twin(const struct member *members,
                                      uint32_t count,
                                      const struct member *member) {
  for (uint32_t pid = 0; pid < count && member->facts->now.access_count == 0;
       pid++)
    if (members[pid].facts == member->facts && members[pid].has_next)
      return &members[pid];
  return NULL;
}

static void find_next(struct member *members, uint32_t count,
                      struct member *member) {
  const struct member *twin = find_twin(members, count, member);
  member->has_next = true;
  if (twin) {
    member->next = twin->next;
    return;
  }
  member->next = (struct process_mask){{0}};
  for (uint32_t pid = 0; pid < count; pid++)
    if (tracks_conflict(&member->now, &members[pid].future))
      mask_add(&member->next, pid);
}

/* Adds every process whose future conflicts with a member of the set; false
 * when the set is of no use, like every set with one of the useless ones.
 */
static bool close_set(struct member *members, uint32_t count,
                      const struct process_mask *useless,
                      struct process_mask *set, uint32_t start, bool *sticky) {
  uint32_t queue[MOST_PROCESSES], size = 0;
  queue[size++] = start;
  mask_add(set, start);
  for (uint32_t i = 0; i < size; i++) {
    struct member *member = &members[queue[i]];
    const bool waits_to_end = member->facts->ends && queue[i] + 1 < count;
    if (member->facts->apart || waits_to_end || mask_has(useless, queue[i]))
      return false;
    *sticky |= member->facts->sticky;
    if (!member->has_next)
      find_next(members, count, member);
    for (uint32_t word = 0; word < MASK_WORDS; word++)
      for (uint64_t left = member->next.words[word] & ~set->words[word]; left;
           left &= left - 1) {
        const uint32_t pid = 64 * word + (uint32_t)__builtin_ctzll(left);
        mask_add(set, pid);
        queue[size++] = pid;
      }
  }
  return size < count || count == 1; /* one alone: its steps can be joined */
}

/* Small sets first, and of these the ones that cannot branch. */
static uint32_t rank_of(const struct process_mask *set,
                        const struct member *start) {
  return 2 * mask_count(set) - start->facts->single;
}

static bool has_set(const struct process_mask *sets, uint32_t count,
                    const struct process_mask *set) {
  for (uint32_t i = 0; i < count; i++)
    if (memcmp(&sets[i], set, sizeof *set) == 0)
      return true;
  return false;
}

static uint32_t find_sets(struct member *members, uint32_t count, bool trusting,
                          struct process_mask *sets) {
  uint32_t ranks[MOST_SETS], found = 0;
  struct process_mask useless = {{0}};
  for (uint32_t pid = count; pid-- > 0;) {
    struct process_mask set = {{0}};
    bool sticky = false;
    if (!close_set(members, count, &useless, &set, pid, &sticky) ||
        (sticky && !trusting)) {
      mask_add(&useless, pid);
      continue;
    }
    if (has_set(sets, found, &set))
      continue;
    const uint32_t rank = rank_of(&set, &members[pid]);
    uint32_t at = found;
    while (at > 0 && ranks[at - 1] > rank)
      at--;
    if (at == MOST_SETS)
      continue;
    found += found < MOST_SETS;
    for (uint32_t i = found - 1; i > at; i--) {
      sets[i] = sets[i - 1];
      ranks[i] = ranks[i - 1];
    }
    sets[at] = set;
    ranks[at] = rank;
  }
  return found;
}

static void find_members(struct ample *self, struct situation *situation,
                         uint32_t count) {
  for (uint32_t pid = 0; pid < count; pid++) {
    struct member *member = &self->members[pid];
    situation->pid = pid;
    situation->frame = self->views[pid].frame;
    member->facts = facts_of(self, self->views[pid].place);
    member->now = footprint_resolve(&self->facts.universe, &member->facts->now,
                                    situation);
    member->future = footprint_resolve(&self->facts.universe,
                                       &member->facts->future, situation);
    member->has_next = false;
  }
}

static struct plan *make_plan(struct ample *self, uint32_t count,
                              uint64_t hash) {
  struct process_mask sets[MOST_SETS];
  struct plan *plan = ARENA_NEW(self->arena, struct plan);
  const uint32_t set_count =
      find_sets(self->members, count, self->trusting, sets);
  uint32_t *key = ARENA_ARRAY(self->arena, uint32_t, self->key.count);
  struct process_mask *own_sets =
      ARENA_ARRAY(self->arena, struct process_mask, set_count);
  memcpy(key, self->key.items, self->key.count * sizeof *key);
  memcpy(own_sets, sets, set_count * sizeof *sets);
  *plan = (struct plan){.hash = hash,
                        .key_count = (uint32_t)self->key.count,
                        .key = key,
                        .set_count = set_count,
                        .sets = own_sets};
  return plan;
}

static void forget_plans(struct ample *self) {
  arena_close(self->arena);
  self->arena = arena_open();
  memory_free(self->plans);
  self->plan_room = FIRST_PLANS;
  self->plan_count = 0;
  self->plans = memory_alloc(self->plan_room * sizeof *self->plans);
}

static size_t plan_slot(const struct ample *self, uint64_t hash,
                        const uint32_t *key, size_t count) {
  size_t i = hash & (self->plan_room - 1);
  for (; self->plans[i]; i = (i + 1) & (self->plan_room - 1)) {
    const struct plan *plan = self->plans[i];
    if (plan->hash == hash && plan->key_count == count &&
        memcmp(plan->key, key, count * sizeof *key) == 0)
      break;
  }
  return i;
}

static void grow_plans(struct ample *self) {
  struct plan **old = self->plans;
  const size_t room = self->plan_room;
  self->plan_room *= 2;
  self->plans = memory_alloc(self->plan_room * sizeof *self->plans);
  for (size_t i = 0; i < room; i++)
    if (old[i])
      self->plans[plan_slot(self, old[i]->hash, old[i]->key,
                            old[i]->key_count)] = old[i];
  memory_free(old);
}

static void add_to_key(struct ample *self, const struct place_facts *facts,
                       const struct situation *situation) {
  for (uint32_t i = 0; i < facts->key_count; i++) {
    const struct access *access = facts->keys[i];
    const uint32_t value =
        access->when != 0
            ? access_fill(&self->facts.universe, access, situation)
            : access_value(access, situation);
    vec_push(&self->key, value);
  }
}

static uint64_t make_key(struct ample *self, struct situation *situation,
                         uint32_t count) {
  self->key.count = 0;
  for (uint32_t pid = 0; pid < count; pid++) {
    const struct process_view *view = &self->views[pid];
    const struct place_facts *facts = facts_of(self, view->place);
    vec_push(&self->key, view->place);
    if (facts->key_count == 0)
      continue;
    situation->pid = pid;
    situation->frame = view->frame;
    add_to_key(self, facts, situation);
  }
  uint64_t hash = count;
  for (size_t i = 0; i < self->key.count; i++)
    hash = (hash ^ self->key.items[i]) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ hash >> 32;
}

static const struct plan *plan_for(struct ample *self, const uint8_t *state,
                                   size_t length) {
  struct situation situation = {
      .engine = self->wrapper.inner, .state = state, .length = length};
  const uint32_t count =
      engine_view(self->wrapper.inner, state, length, self->views);
  const uint64_t hash = make_key(self, &situation, count);
  size_t slot = plan_slot(self, hash, self->key.items, self->key.count);
  if (self->plans[slot])
    return self->plans[slot];
  if (self->plan_count >= MOST_PLANS)
    forget_plans(self);
  else if (self->plan_count > self->plan_room / 2)
    grow_plans(self);
  slot = plan_slot(self, hash, self->key.items, self->key.count);
  self->plan_count++;
  find_members(self, &situation, count);
  return self->plans[slot] = make_plan(self, count, hash);
}

/* ---- joining ---- */

/* Appends steps; their messages do not outlive the expansion. */
static void keep_steps(struct ample *self, const struct step *steps,
                       size_t count) {
  vec_reserve(&self->steps, self->steps.count + count);
  for (size_t i = 0; i < count; i++) {
    struct step *step = &self->steps.items[self->steps.count++];
    *step = steps[i];
    step->values = NULL;
    step->value_count = 0;
  }
}

static bool take_next(void *context, const struct successor *successor) {
  struct ample *self = context;
  if (++self->next_count > 1)
    return false;
  vec_reserve(&self->next, successor->length + 1);
  memcpy(self->next.items, successor->state, successor->length);
  self->next.count = successor->length;
  keep_steps(self, successor->steps, successor->step_count);
  return true;
}

static bool take_failure(void *context, const struct violation *violation,
                         const struct step *steps, size_t step_count) {
  struct ample *self = context;
  (void)violation;
  (void)steps;
  (void)step_count;
  self->failed = true;
  return false;
}

/* Moves the state in `bytes` at waiting->state one step on, when a reduced
 * expansion has one successor.
 */
static bool join_step(struct ample *self, struct waiting *waiting) {
  const struct plan *plan =
      plan_for(self, self->bytes.items + waiting->state, waiting->length);
  struct engine_visitor visitor = {
      .context = self, .successor = take_next, .violation = take_failure};
  const size_t steps = self->steps.count;
  for (uint32_t i = 0; i < plan->set_count; i++) {
    self->next_count = 0;
    self->failed = false;
    visitor.only = plan->sets[i].words;
    (void)engine_expand(self->wrapper.inner, self->bytes.items + waiting->state,
                        waiting->length, NO_PROCESS, self->options, &visitor);
    if (self->next_count == 1 && !self->failed) {
      self->bytes.count = waiting->state;
      vec_reserve(&self->bytes, waiting->state + self->next.count);
      memcpy(self->bytes.items + waiting->state, self->next.items,
             self->next.count);
      waiting->length = self->next.count;
      self->bytes.count += self->next.count;
      return true;
    }
    self->steps.count = steps;
    if (self->next_count > 0 || self->failed)
      return false;
  }
  return false;
}

/* Gives a successor out, or what it leads to. */
static void give_out(struct ample *self, struct waiting waiting) {
  const size_t steps = self->steps.count, bytes = self->bytes.count;
  vec_reserve(&self->bytes, bytes + waiting.length);
  memcpy(self->bytes.items + bytes, self->bytes.items + waiting.state,
         waiting.length);
  vec_reserve(&self->steps, steps + waiting.step_count);
  memcpy(self->steps.items + steps, self->steps.items + waiting.steps,
         waiting.step_count * sizeof *self->steps.items);
  self->steps.count += waiting.step_count;
  self->bytes.count += waiting.length;
  waiting.state = bytes;
  for (unsigned i = 0; i < MOST_JOINED && join_step(self, &waiting); i++) {
  }
  const struct successor successor = {.state =
                                          self->bytes.items + waiting.state,
                                      .length = waiting.length,
                                      .owner = NO_PROCESS,
                                      .steps = self->steps.items + steps,
                                      .step_count = self->steps.count - steps,
                                      .changed = UINT64_MAX};
  if (!self->visitor->successor(self->visitor->context, &successor))
    self->stopped = true;
  self->steps.count = steps;
  self->bytes.count = bytes;
}

/* ---- expansion ---- */

static bool take_successor(void *context, const struct successor *successor) {
  struct ample *self = context;
  self->moved = true;
  if (plan_for(self, successor->state, successor->length)->set_count == 0) {
    self->stopped =
        !self->visitor->successor(self->visitor->context, successor);
    return !self->stopped;
  }
  const struct waiting waiting = {.state = self->bytes.count,
                                  .length = successor->length,
                                  .steps = self->steps.count,
                                  .step_count = successor->step_count};
  vec_reserve(&self->bytes, waiting.state + waiting.length);
  memcpy(self->bytes.items + waiting.state, successor->state, waiting.length);
  self->bytes.count += waiting.length;
  keep_steps(self, successor->steps, successor->step_count);
  vec_push(&self->queue, waiting);
  return true;
}

static bool take_violation(void *context, const struct violation *violation,
                           const struct step *steps, size_t step_count) {
  struct ample *self = context;
  self->moved = true;
  self->broke |= violation->kind == VIOLATION_RUNTIME;
  self->stopped = !self->visitor->violation(self->visitor->context, violation,
                                            steps, step_count);
  return !self->stopped;
}

static struct process_mask mask_others(struct process_mask mask) {
  for (unsigned i = 0; i < MASK_WORDS; i++)
    mask.words[i] = ~mask.words[i];
  return mask;
}

/* Expands by the first set that can move; then by nothing else, unless a
 * run-time error ended the run that was to go on.  True: it was enough.
 */
static bool expand_sets(struct ample *self, const struct plan *plan,
                        const uint8_t *state, size_t length,
                        struct engine_visitor *own) {
  const uint32_t count = plan->set_count;
  for (uint32_t i = 0; i < count && !self->moved; i++) {
    struct process_mask set = plan->sets[i]; /* the plan may go */
    own->only = set.words;
    (void)engine_expand(self->wrapper.inner, state, length, NO_PROCESS,
                        self->options, own);
    if (!self->broke || self->stopped)
      continue;
    set = mask_others(set);
    (void)engine_expand(self->wrapper.inner, state, length, NO_PROCESS,
                        self->options, own);
  }
  own->only = NULL;
  return self->moved;
}

static bool expand(struct engine *engine, const uint8_t *state, size_t length,
                   int32_t owner, unsigned options,
                   const struct engine_visitor *visitor) {
  struct ample *self = (struct ample *)engine;
  self->wrapper.base.left_out = false;
  if (owner != NO_PROCESS || visitor->only ||
      (options & (ENGINE_SINGLE_STEPS | ENGINE_ALL_PATHS)))
    return engine_expand(self->wrapper.inner, state, length, owner, options,
                         visitor);
  struct engine_visitor own = {.context = self,
                               .successor = take_successor,
                               .violation = take_violation};
  self->visitor = visitor;
  self->options = options;
  self->moved = self->broke = self->stopped = false;
  self->bytes.count = self->steps.count = self->queue.count = 0;
  const struct plan *plan = plan_for(self, state, length);
  if ((options & ENGINE_WHOLE) || !expand_sets(self, plan, state, length, &own))
    (void)engine_expand(self->wrapper.inner, state, length, owner, options,
                        &own);
  else
    self->wrapper.base.left_out = self->trusting && !self->broke;
  for (size_t i = 0; i < self->queue.count && !self->stopped; i++)
    give_out(self, self->queue.items[i]);
  return !self->stopped;
}

/* ---- its life ---- */

static void close_ample(struct engine *engine) {
  struct ample *self = (struct ample *)engine;
  facts_clear(&self->facts);
  arena_close(self->arena);
  memory_free(self->plans);
  memory_free(self->members);
  vec_free(&self->key);
  vec_free(&self->bytes);
  vec_free(&self->steps);
  vec_free(&self->queue);
  vec_free(&self->next);
  memory_free(self);
}

static const struct engine_kind ample_kind = {
    .name = "ample",
    .close = close_ample,
    .expand = expand,
    .holds = wrapper_holds,
    WRAPPER_FUNCTIONS,
};

struct engine *engine_open_ample(struct engine *inner,
                                 const struct model *model,
                                 const struct watched *watched, bool trusting) {
  struct ample *self = memory_alloc(sizeof *self);
  self->wrapper.base.kind = &ample_kind;
  self->wrapper.inner = inner;
  self->trusting = trusting;
  self->members = memory_alloc(MOST_PROCESSES * sizeof *self->members);
  facts_init(&self->facts, model, watched);
  forget_plans(self);
  return &self->wrapper.base;
}
