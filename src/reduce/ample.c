/* Partial-order reduction: expansions by persistent sets, and steps that are
 * joined.
 *
 * A state is expanded by the first of its sets (sets.c) that can move at all.
 * The sets have no process whose step the property may notice, and none at a
 * sticky place (facts.c).  Nothing of this depends on the search: each state
 * always gets the same successors, so every search and every store can be used.
 *
 * Sticky places keep anything from being put off for ever.  A search may see to
 * that itself, and sets need not mind them then: it has the rest of a state
 * expanded, too, when none of the successors is one that will be expanded
 * later, or from which all has been explored already (search/dfs.c).  So from a
 * state that was reduced, a path leads to one that was not; what was put off is
 * possible there, since nothing on the way depends on it.  That is enough for
 * deadlocks, assertions and run-time errors, and reduces more.
 *
 * Where no set can move, and the search is trusted, a stubborn set (stubborn.c)
 * may still leave something out.
 *
 * Joining: when a new state has a reduced expansion with one successor, it is
 * of no interest by itself, and the successor is given out in its place, and so
 * on, but not for ever: a few times only.  Where the search is trusted, no
 * property looks at the states in between, so one whose full expansion has one
 * successor can be left out just as well.
 *
 * None of this is necessary, so where the search is trusted, it is tried less
 * and less where it seldom succeeds: joining by place; stubborn sets; reduced
 * expansions as a whole, when a sample says that what they leave out could
 * seldom have moved anyway.  Stubborn sets rest for a while, and then longer
 * and longer, when a sample says that most of the states that they leave out
 * come all the same.  To leave a state out costs an attempt each time it
 * is met, and saves it once, so joining ends too when a sample says that it
 * meets the same states again and again.  A state that was given out lately
 * (recall.c) is stored, so there is nothing to save, and it is given out again
 * as it is.
 *
 * Ways that were gone lately need not be gone again (shortcuts.c).
 *
 * Where nothing pays, most expansions are not looked at: they cost what they
 * would without reduction.
 *
 * So the successors of a state may change as the search goes on: whoever looks
 * for one that was given out before asks for all states on the way
 * (ENGINE_UNJOINED), and for what was left out.
 *
 * Cost: sets for each state, and for its successors, as long as that pays; one
 * expansion for each attempt to join.
 */
#include "reduce/ample.h"

#include "base/vec.h"
#include "engine/walk.h"
#include "engine/wrapper.h"
#include "reduce/recall.h"
#include "reduce/sets.h"
#include "reduce/shortcuts.h"
#include "reduce/stubborn.h"

#include <string.h>

enum {
  MOST_JOINED = 64,  /* transitions */
  TRIED_MOST = 8192, /* times, then older ones count half */
  GAINED_MOST = TRIED_MOST * MOST_JOINED,
  TRIED_LEAST = 2048,   /* before it counts how many succeeded */
  TRIED_STILL = 64,     /* one in so many is still made, then, */
  TRIED_SELDOM = 1024,  /* and fewer as time goes on */
  PATIENCE = 256,       /* such intervals between two changes */
  FIRST_DOZE = 8,       /* where nothing pays, it is tried in one expansion of
                           so many, and so many count then; */
  LONGEST_DOZE = 64,    /* of more and more, as long as that lasts */
  SAMPLE = 8,           /* one in so many reduced expansions is looked into */
  FIRST_REST = 1 << 16, /* expansions */
  LONGEST_REST = 1 << 30,
  /* so many of those left out may come all the same */
  RETURNS_MOST = 2,
  RETURNS_OF = 3,
  MOST_WAITING = 1 << 22, /* bytes of successors, and of their steps */
};

/* One in so many attempts must succeed.  A step of a set costs little, and
 * joining it saves a state; an expansion in full costs as much as it can save.
 * A stubborn set costs more than an expansion: there it is successors that are
 * counted, and those left out.
 */
enum worth {
  WORTH_JOINING = 32,
  WORTH_REDUCING = 8,
  WORTH_CHAINING = 2,
  WORTH_BEING_STUBBORN = 4,
  /* and leave out a state that was never left out before */
  WORTH_JOINING_NEW = 16,
  WORTH_CHAINING_NEW = 8,
};

/* How often something was tried, and to what purpose. */
struct yield {
  uint32_t tried, gained, passed_over;
};

/* A successor that waits to be looked at. */
struct waiting {
  size_t state, length; /* in the bytes */
  size_t steps, step_count;
  size_t sets; /* in the sets */
  uint32_t set_count;
  bool known; /* it was given out before */
  uint64_t changed, hash;
};

/* A successor that a stubborn set may leave out. */
struct candidate {
  size_t state, length; /* in the bytes */
  size_t steps, step_count;
  uint64_t changed;
  process_mask by; /* who took part */
};

struct bytes {
  uint8_t *items;
  size_t count, capacity;
};

struct ample {
  struct wrapper wrapper;
  struct sets *sets;       /* NULL: steps are joined, and nothing else */
  bool trusting;           /* the search expands the rest where it must */
  process_mask rest;       /* what the last expansion left out */
  struct yield expansions; /* do reduced ones leave anything out? */
  uint32_t unsampled;      /* so many were not looked into */
  struct yield successors; /* have they sets, and are they joined by them? */
  struct yield chains;     /* has a state one successor? */
  struct yield *joined;    /* by place: are steps from there joined? */
  uint32_t place_count;
  struct sample left_out_joined; /* states that joining left out */
  struct sample left_out_chained;
  struct recall given;        /* states given out lately */
  struct shortcuts shortcuts; /* where joining led lately */
  struct stubborn *stubborn;  /* NULL: not asked for yet, or not to be had */
  bool too_large;             /* for that one */
  uint32_t spared; /* successors that the last stubborn set left out */
  struct yield stubborn_sets; /* how many successors do they leave out? */
  struct returns returns;     /* and how many of these come all the same? */
  uint32_t resting;           /* for so many expansions */
  uint32_t rest_next;         /* and the next time */
  uint32_t dozing;            /* nothing is tried in so many expansions */
  uint32_t doze_next;         /* and the next time */
  struct walk *walk;          /* meanwhile; NULL: there is none */

  /* of the expansion under way */
  const struct engine_visitor *visitor;
  unsigned options;
  uint32_t stands_for; /* so many */
  bool recalls;        /* states that were given are recognised */
  bool shortens; /* and those that were left out, when nobody asks for steps */
  bool watches;  /* whether what stubborn sets leave out comes all the same */
  bool moved;    /* something was done */
  bool broke;    /* by a run-time error */
  bool stopped;  /* the visitor had enough */
  struct bytes bytes;
  VEC(struct step) steps;
  VEC(struct process_set) queue_sets;
  VEC(struct waiting) queue;
  VEC(struct candidate) candidates;
  struct engine_limit own_limit;
  const struct engine_limit *limit; /* asked by it */
  process_mask movers;
  bool faulty;    /* there was a violation */
  bool overflows; /* there were too many */

  /* of the joining under way */
  struct bytes here, next; /* where it has come to, and may come to */
  uint64_t next_changed;
  size_t next_count;
  bool failed; /* a violation was met */
};

/* ---- yields ---- */

static bool pays(const struct yield *yield, enum worth worth) {
  return yield->tried < TRIED_LEAST || yield->gained * worth >= yield->tried;
}

/* Does somebody look for a way that was gone before?  Nothing is learned from
 * that: how the search goes on must not depend on how often, or from where, it
 * is looked for.
 */
static bool is_retracing(const struct ample *self) {
  return self->options & ENGINE_UNJOINED;
}

/* Are all attempts to be made? */
static bool is_tireless(const struct ample *self) {
  return !self->trusting || is_retracing(self);
}

/* Passes an attempt over, unless it is the one in so many that is made. */
static bool is_one_in(const struct ample *self, struct yield *yield,
                      uint32_t so_many) {
  const uint32_t before = yield->passed_over / so_many;
  yield->passed_over += self->stands_for;
  return yield->passed_over / so_many != before;
}

/* One that does not pay is still made now and then. */
static bool is_due(const struct ample *self, struct yield *yield) {
  return is_one_in(self, yield, TRIED_STILL);
}

/* One that can save a state at a time, and no more, less and less. */
static bool is_seldom_due(const struct ample *self, struct yield *yield) {
  uint32_t still = TRIED_STILL;
  while (still < TRIED_SELDOM && yield->passed_over >= PATIENCE * still)
    still *= 4;
  return is_one_in(self, yield, still);
}

/* Is another attempt worth while? */
static bool is_promising(const struct ample *self, struct yield *yield,
                         enum worth worth) {
  return is_tireless(self) || pays(yield, worth) || is_due(self, yield);
}

/* The same where an attempt costs more: less and less. */
static bool is_still_promising(const struct ample *self, struct yield *yield,
                               enum worth worth) {
  return is_tireless(self) || pays(yield, worth) || is_seldom_due(self, yield);
}

/* To leave a state out costs the same each time it is met, and saves something
 * once.
 */
static bool leaving_out_pays(const struct yield *yield,
                             const struct sample *left_out, enum worth worth) {
  return sample_is_fresh(left_out, yield->tried,
                         (uint64_t)yield->gained * worth);
}

static bool joining_pays(const struct ample *self) {
  return pays(&self->successors, WORTH_JOINING) &&
         leaving_out_pays(&self->successors, &self->left_out_joined,
                          WORTH_JOINING_NEW);
}

static bool chaining_pays(const struct ample *self) {
  return pays(&self->chains, WORTH_CHAINING) &&
         leaving_out_pays(&self->chains, &self->left_out_chained,
                          WORTH_CHAINING_NEW);
}

static void note_attempts(const struct ample *self, struct yield *yield,
                          uint32_t tried, uint32_t gained) {
  if (is_retracing(self))
    return;
  yield->tried += tried;
  yield->gained += gained;
  while (yield->tried >= TRIED_MOST) {
    yield->tried /= 2;
    yield->gained /= 2;
  }
}

static void note_attempt(const struct ample *self, struct yield *yield,
                         unsigned gained) {
  note_attempts(self, yield, 1, gained);
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
  self->next_changed = successor->changed;
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

/* Moves a state by some processes, NULL: by all, to see what comes of it.  True
 * when there is exactly one successor, which is in `next` then.
 */
static bool look_ahead(struct ample *self, const uint8_t *state, size_t length,
                       const uint64_t *only) {
  const struct engine_visitor visitor = {.context = self,
                                         .successor = take_next,
                                         .violation = take_failure,
                                         .only = only};
  self->next_count = 0;
  self->failed = false;
  return engine_expand(self->wrapper.inner, state, length, NO_PROCESS,
                       self->options, &visitor) &&
         self->next_count == 1 && !self->failed;
}

/* Does the state lead back to itself?  Then joining would go round and round.
 */
static bool stays(const struct ample *self, const struct arrival *arrival) {
  return self->next.count == arrival->length &&
         memcmp(self->next.items, arrival->state, arrival->length) == 0;
}

/* Goes to the state in `next`. */
static void move_on(struct ample *self, struct arrival *arrival) {
  const struct bytes left = self->here;
  self->here = self->next;
  self->next = left;
  arrival->state = self->here.items;
  arrival->length = self->here.count;
  arrival->changed |= self->next_changed;
  if (self->recalls || self->watches)
    arrival->hash = recall_hash(arrival->state, arrival->length);
}

/* Goes one step on by one set of processes, NULL: by all of them; true when
 * there is exactly one successor, and it is another state.
 */
static bool try_set(struct ample *self, struct arrival *arrival,
                    const struct process_set *set) {
  const uint64_t only[ENGINE_ONLY_WORDS] = {set ? set->mask : 0};
  struct yield *yield = set ? &self->joined[set->place] : &self->chains;
  const size_t steps = self->steps.count;
  const bool single =
      look_ahead(self, arrival->state, arrival->length, set ? only : NULL) &&
      !stays(self, arrival);
  note_attempt(self, yield, single);
  if (!single) {
    self->steps.count = steps;
    return false;
  }
  if (self->recalls)
    sample_meet(set ? &self->left_out_joined : &self->left_out_chained,
                arrival->hash);
  if (self->shortens)
    shortcuts_leave(&self->shortcuts, arrival, self->next_changed);
  move_on(self, arrival);
  return true;
}

/* May a state without sets, or whose sets cannot move, be joined? */
static bool may_chain(struct ample *self) {
  return self->trusting && (is_tireless(self) || chaining_pays(self) ||
                            is_seldom_due(self, &self->chains));
}

/* Goes one step on by the first set that moves, when that has one successor.
 * `stuck` says whether none does.
 */
static bool join_by_sets(struct ample *self, struct arrival *arrival,
                         const struct process_set *sets, uint32_t count,
                         bool *stuck) {
  process_mask still = 0; /* these cannot move */
  *stuck = false;
  for (uint32_t i = 0; i < count; i++) {
    if (!(sets[i].mask & ~still))
      continue;
    /* not by the next set instead: the way on must always be the same */
    if (!is_promising(self, &self->joined[sets[i].place], WORTH_JOINING))
      return false;
    if (try_set(self, arrival, &sets[i]))
      return true;
    if (self->next_count > 0 || self->failed)
      return false;
    still |= sets[i].mask;
  }
  *stuck = true;
  return false;
}

/* Goes one step on, by a set, or when there is no other way on anyway. */
static bool join_step(struct ample *self, struct arrival *arrival,
                      const struct process_set *sets, uint32_t count) {
  bool stuck;
  const bool joined = join_by_sets(self, arrival, sets, count, &stuck);
  if (count > 0)
    note_attempt(self, &self->successors, joined);
  return joined || (stuck && may_chain(self) && try_set(self, arrival, NULL));
}

/* Gives a state to the visitor. */
static void give(struct ample *self, const struct arrival *arrival,
                 size_t steps) {
  const struct successor successor = {.state = arrival->state,
                                      .length = arrival->length,
                                      .owner = NO_PROCESS,
                                      .steps = self->steps.items + steps,
                                      .step_count = self->steps.count - steps,
                                      .changed = arrival->changed};
  if (!self->visitor->successor(self->visitor->context, &successor))
    self->stopped = true;
}

/* The sets of a state; they are forgotten at the next call. */
static uint32_t find_sets(struct ample *self, const uint8_t *state,
                          size_t length, const struct process_set **sets) {
  *sets = NULL;
  return self->sets
             ? sets_find(self->sets, self->wrapper.inner, state, length, sets)
             : 0;
}

/* The sets of a state, if it may be joined by one of them with what it leads
 * to.
 */
static uint32_t sets_to_join(struct ample *self, const uint8_t *state,
                             size_t length, const struct process_set **sets) {
  *sets = NULL;
  if (!is_tireless(self) && !joining_pays(self) &&
      !is_seldom_due(self, &self->successors))
    return 0;
  const uint32_t count = find_sets(self, state, length, sets);
  if (count == 0)
    note_attempt(self, &self->successors, 0);
  return count;
}

/* Appends the steps of a successor again: those that are joined follow. */
static void repeat_steps(struct ample *self, const struct waiting *waiting) {
  vec_reserve(&self->steps, self->steps.count + waiting->step_count);
  for (size_t i = 0; i < waiting->step_count; i++)
    self->steps.items[self->steps.count++] =
        self->steps.items[waiting->steps + i];
}

/* Remembers a state that is given out. */
static void note_given(struct ample *self, uint64_t hash) {
  if (self->recalls)
    recall_add(&self->given, hash);
  if (self->watches)
    returns_note_given(&self->returns, hash);
}

/* Goes on from a successor as far as joining leads. */
static void join(struct ample *self, const struct waiting *waiting,
                 struct arrival *arrival, size_t steps) {
  const bool gives_all = self->options & ENGINE_UNJOINED;
  const struct process_set *sets = self->queue_sets.items + waiting->sets;
  uint32_t set_count = waiting->set_count;
  for (unsigned joined = 0; joined < MOST_JOINED && !self->stopped; joined++) {
    if ((self->shortens &&
         shortcuts_follow(&self->shortcuts, arrival, MOST_JOINED - joined)) ||
        !join_step(self, arrival, sets, set_count))
      break;
    if (gives_all)
      give(self, arrival, steps);
    if (self->recalls && recall_has(&self->given, arrival->hash))
      break;
    set_count = sets_to_join(self, arrival->state, arrival->length, &sets);
  }
}

/* The same; the way is remembered. */
static void join_shortly(struct ample *self, const struct waiting *waiting,
                         struct arrival *arrival, size_t steps) {
  shortcuts_begin(&self->shortcuts);
  join(self, waiting, arrival, steps);
  shortcuts_end(&self->shortcuts, arrival);
}

/* Gives a successor out, or what it leads to. */
static void give_out(struct ample *self, const struct waiting *waiting) {
  const bool gives_all = self->options & ENGINE_UNJOINED;
  const size_t steps = self->steps.count;
  struct arrival arrival = {.state = self->bytes.items + waiting->state,
                            .length = waiting->length,
                            .changed = waiting->changed,
                            .hash = waiting->hash};
  repeat_steps(self, waiting);
  if (gives_all)
    give(self, &arrival, steps);
  if (!waiting->known) {
    join_shortly(self, waiting, &arrival, steps);
    note_given(self, arrival.hash);
  }
  if (!gives_all)
    give(self, &arrival, steps);
  self->steps.count = steps;
}

/* ---- expansion ---- */

/* Puts a successor in the queue. */
static void queue_add(struct ample *self, const struct successor *successor,
                      struct waiting waiting, const struct process_set *sets) {
  waiting.state = self->bytes.count;
  waiting.length = successor->length;
  waiting.steps = self->steps.count;
  waiting.step_count = successor->step_count;
  waiting.sets = self->queue_sets.count;
  waiting.changed = successor->changed;
  vec_reserve(&self->bytes, waiting.state + waiting.length);
  memcpy(self->bytes.items + waiting.state, successor->state, waiting.length);
  self->bytes.count += waiting.length;
  for (uint32_t i = 0; i < waiting.set_count; i++)
    vec_push(&self->queue_sets, sets[i]);
  keep_steps(self, successor->steps, successor->step_count);
  vec_push(&self->queue, waiting);
}

/* Gives a successor out as it is. */
static bool pass_on(struct ample *self, const struct successor *successor) {
  self->stopped = !self->visitor->successor(self->visitor->context, successor);
  return !self->stopped;
}

/* A state given out before keeps its place among the successors. */
static bool take_known(struct ample *self, const struct successor *successor) {
  if (self->queue.count == 0)
    return pass_on(self, successor);
  queue_add(self, successor, (struct waiting){.known = true}, NULL);
  return true;
}

/* Is there no room for more that waits? */
static bool is_full(const struct ample *self) {
  return self->bytes.count + self->steps.count * sizeof *self->steps.items >
         MOST_WAITING;
}

static bool take_successor(void *context, const struct successor *successor) {
  struct ample *self = context;
  const struct process_set *sets;
  uint64_t hash = 0;
  self->moved = true;
  if (self->recalls || self->watches)
    hash = recall_hash(successor->state, successor->length);
  if (self->recalls && recall_has(&self->given, hash)) {
    note_given(self, hash);
    return take_known(self, successor);
  }
  const uint32_t count = is_full(self) ? 0
                                       : sets_to_join(self, successor->state,
                                                      successor->length, &sets);
  if (count > 0 || (may_chain(self) && !is_full(self))) {
    queue_add(self, successor,
              (struct waiting){.set_count = count, .hash = hash}, sets);
    return true;
  }
  note_given(self, hash);
  return pass_on(self, successor);
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

static void expand_by(struct ample *self, const uint8_t *state, size_t length,
                      process_mask set, bool beyond) {
  const uint64_t others = beyond ? UINT64_MAX : 0;
  const uint64_t only[ENGINE_ONLY_WORDS] = {set, others, others, others};
  const struct engine_visitor own = {.context = self,
                                     .successor = take_successor,
                                     .violation = take_violation,
                                     .only = set == UINT64_MAX ? NULL : only};
  self->stopped |= !engine_expand(self->wrapper.inner, state, length,
                                  NO_PROCESS, self->options, &own);
}

/* Expands by the first set that can move; then by nothing else, unless a
 * run-time error ended the run that was to go on.  True: it was enough.
 */
static bool expand_sets(struct ample *self, const uint8_t *state,
                        size_t length) {
  const struct process_set *found;
  struct process_set sets[MOST_SETS]; /* looking at successors finds others */
  process_mask still = 0;             /* these cannot move */
  const uint32_t count = find_sets(self, state, length, &found);
  for (uint32_t i = 0; i < count; i++)
    sets[i] = found[i];
  for (uint32_t i = 0; i < count && !self->moved; i++) {
    if (sets[i].whole || !(sets[i].mask & ~still))
      continue;
    expand_by(self, state, length, sets[i].mask, false);
    still |= sets[i].mask;
    self->rest = ~sets[i].mask;
  }
  if (self->broke && !self->stopped)
    expand_by(self, state, length, self->rest, true);
  return self->moved;
}

/* Could any of the processes that were left out have moved? */
static bool left_out_moves(struct ample *self, const uint8_t *state,
                           size_t length) {
  const uint64_t only[ENGINE_ONLY_WORDS] = {self->rest, UINT64_MAX, UINT64_MAX,
                                            UINT64_MAX};
  const size_t steps = self->steps.count;
  (void)look_ahead(self, state, length, only);
  self->steps.count = steps;
  return self->next_count > 0 || self->failed;
}

/* Looks into an expansion now and then: did its set save anything? */
static void take_sample(struct ample *self, const uint8_t *state, size_t length,
                        bool reduced) {
  if (!self->trusting || is_retracing(self) || self->stopped ||
      ++self->unsampled < SAMPLE)
    return;
  self->unsampled = 0;
  note_attempt(self, &self->expansions,
               reduced && left_out_moves(self, state, length));
}

/* Expands by a set, if there is one that moves and it is worth looking for. */
static bool reduce(struct ample *self, const uint8_t *state, size_t length) {
  if (!is_still_promising(self, &self->expansions, WORTH_REDUCING))
    return false;
  const bool reduced = expand_sets(self, state, length);
  take_sample(self, state, length, reduced);
  return reduced;
}

/* ---- stubborn sets ---- */

static void add_candidate(struct ample *self,
                          const struct successor *successor) {
  struct candidate candidate = {.state = self->bytes.count,
                                .length = successor->length,
                                .steps = self->steps.count,
                                .step_count = successor->step_count,
                                .changed = successor->changed};
  for (size_t i = 0; i < successor->step_count; i++) {
    const struct step *step = &successor->steps[i];
    candidate.by |=
        bit_of((uint32_t)step->pid) | bit_of((uint32_t)step->partner);
  }
  vec_reserve(&self->bytes, candidate.state + candidate.length);
  memcpy(self->bytes.items + candidate.state, successor->state,
         candidate.length);
  self->bytes.count += candidate.length;
  keep_steps(self, successor->steps, successor->step_count);
  vec_push(&self->candidates, candidate);
  self->movers |= candidate.by;
}

static bool note_fault(void *context, const struct violation *violation,
                       const struct step *steps, size_t step_count) {
  struct ample *self = context;
  self->faulty = true;
  return take_violation(context, violation, steps, step_count);
}

static uint32_t leave_out(struct ample *self,
                          const struct successor *successor) {
  if (self->watches)
    returns_note_left_out(&self->returns,
                          recall_hash(successor->state, successor->length));
  return 1;
}

/* Takes the candidates that processes of a set lead to; without a set, all of
 * them.  Gives how many were left out.
 */
static uint32_t take_candidates(struct ample *self, process_mask set) {
  uint32_t left_out = 0;
  /* those taken are copied: the others must stay where they are */
  vec_reserve(&self->bytes, 2 * self->bytes.count);
  vec_reserve(&self->steps, 2 * self->steps.count);
  for (size_t i = 0; i < self->candidates.count && !self->stopped; i++) {
    const struct candidate *candidate = &self->candidates.items[i];
    const struct successor successor = {
        .state = self->bytes.items + candidate->state,
        .length = candidate->length,
        .owner = NO_PROCESS,
        .steps = self->steps.items + candidate->steps,
        .step_count = candidate->step_count,
        .changed = candidate->changed};
    if (!set || candidate->by & set)
      (void)take_successor(self, &successor);
    else
      left_out += leave_out(self, &successor);
  }
  return left_out;
}

/* When they are too many, they are taken all, and those that follow. */
static bool note_candidate(void *context, const struct successor *successor) {
  struct ample *self = context;
  if (self->overflows)
    return take_successor(self, successor);
  add_candidate(self, successor);
  self->overflows = is_full(self);
  if (self->overflows)
    (void)take_candidates(self, 0);
  return !self->stopped;
}

/* Expands a state in full, and then leaves out what a stubborn set does not
 * need: who can move must be known before there is one.
 */
static void expand_stubbornly(struct ample *self, const uint8_t *state,
                              size_t length) {
  const struct engine_visitor visitor = {
      .context = self, .successor = note_candidate, .violation = note_fault};
  const unsigned options =
      (self->options & ~(unsigned)ENGINE_NO_STEPS) | ENGINE_NO_MESSAGES;
  process_mask set = 0;
  self->candidates.count = 0;
  self->movers = 0;
  self->faulty = self->overflows = false;
  self->stopped |= !engine_expand(self->wrapper.inner, state, length,
                                  NO_PROCESS, options, &visitor);
  if (!self->faulty && !self->overflows && !self->stopped)
    set = stubborn_find(self->stubborn, self->wrapper.inner, state, length,
                        self->movers);
  self->spared = self->overflows ? 0 : take_candidates(self, set);
  note_attempts(self, &self->stubborn_sets, (uint32_t)self->candidates.count,
                self->spared);
  self->rest = ~set;
  self->wrapper.base.left_out = set != 0;
}

/* What was left out is asked for after all: then it was no gain. */
static void take_back_gain(struct ample *self) {
  struct yield *yield = &self->stubborn_sets;
  if (is_retracing(self))
    return;
  yield->gained -= self->spared < yield->gained ? self->spared : yield->gained;
}

/* Do stubborn sets rest?  They begin to when they save too little. */
static bool rests(struct ample *self) {
  if (is_retracing(self))
    return self->resting > 0;
  if (self->resting > 0) {
    self->resting -=
        self->resting < self->stands_for ? self->resting : self->stands_for;
    return true;
  }
  if (returns_are_few(&self->returns, RETURNS_MOST, RETURNS_OF))
    return false;
  self->resting = self->rest_next;
  if (self->rest_next < LONGEST_REST)
    self->rest_next *= 2;
  returns_forget(&self->returns);
  return true;
}

/* Are stubborn sets to be looked for? */
static bool may_be_stubborn(struct ample *self) {
  if (!self->sets || !self->trusting || rests(self) ||
      !is_still_promising(self, &self->stubborn_sets, WORTH_BEING_STUBBORN))
    return false;
  if (!self->stubborn && !self->too_large) {
    self->stubborn = stubborn_open(sets_facts(self->sets));
    self->too_large = !self->stubborn;
  }
  return self->stubborn;
}

/* Of the expansions in which nothing is tried, some were walked through. */
static uint32_t dozing_now(const struct ample *self) {
  return self->dozing - (self->walk ? self->walk->used : 0);
}

static void count_walked(struct ample *self) {
  self->dozing = dozing_now(self);
  self->walk = NULL;
}

/* Is there nothing to look at in this expansion? */
static bool passes_over(struct ample *self, int32_t owner, unsigned options,
                        const struct engine_visitor *visitor) {
  if (owner != NO_PROCESS || visitor->only ||
      (options & (ENGINE_SINGLE_STEPS | ENGINE_ALL_PATHS)))
    return true;
  if (self->dozing == 0 || (options & (ENGINE_UNJOINED | ENGINE_REST)))
    return false;
  self->dozing--;
  return true;
}

/* This expansion stands for others that follow, in which nothing is tried. */
static void doze(struct ample *self) {
  self->stands_for = self->doze_next;
  self->dozing = self->doze_next - 1;
  if (self->doze_next < LONGEST_DOZE)
    self->doze_next *= 2;
}

/* It stands for itself, and the next one that dozes for few. */
static void wake(struct ample *self) {
  self->stands_for = 1;
  self->doze_next = FIRST_DOZE;
}

/* Says of an expansion what it is worth while to look at. */
static void begin(struct ample *self, unsigned options,
                  const struct engine_visitor *visitor) {
  self->visitor = visitor;
  self->options = options;
  const bool tires = !is_tireless(self);
  self->recalls = tires && (joining_pays(self) || chaining_pays(self));
  self->shortens = self->recalls && (options & ENGINE_NO_STEPS);
  self->watches = tires && self->stubborn_sets.tried > 0 &&
                  self->resting == 0 &&
                  pays(&self->stubborn_sets, WORTH_BEING_STUBBORN);
  const bool dozes = tires && !self->recalls && !self->watches &&
                     !(options & ENGINE_REST) &&
                     !pays(&self->expansions, WORTH_REDUCING);
  if (dozes)
    doze(self);
  else if ((options & ENGINE_REST) || is_retracing(self))
    self->stands_for = 1;
  else
    wake(self);
  self->moved = self->broke = self->stopped = false;
  self->bytes.count = self->steps.count = self->queue.count = 0;
  self->queue_sets.count = 0;
}

static bool expand(struct engine *engine, const uint8_t *state, size_t length,
                   int32_t owner, unsigned options,
                   const struct engine_visitor *visitor) {
  struct ample *self = (struct ample *)engine;
  self->wrapper.base.left_out = false;
  count_walked(self);
  if (passes_over(self, owner, options, visitor))
    return engine_expand(self->wrapper.inner, state, length, owner, options,
                         visitor);
  begin(self, options, visitor);
  if (options & ENGINE_REST)
    take_back_gain(self);
  self->spared = 0;
  if (options & ENGINE_REST)
    expand_by(self, state, length, self->rest, true);
  else if (reduce(self, state, length))
    self->wrapper.base.left_out = self->trusting && !self->broke;
  else if (may_be_stubborn(self))
    expand_stubbornly(self, state, length);
  else
    expand_by(self, state, length, UINT64_MAX, true);
  for (size_t i = 0; i < self->queue.count && !self->stopped; i++)
    give_out(self, &self->queue.items[i]);
  return !self->stopped;
}

/* As long as nothing is looked at, what the engine inside knows is enough. */
static struct walk *walk(struct engine *engine) {
  struct ample *self = (struct ample *)engine;
  count_walked(self);
  self->walk = self->dozing > 0 ? engine_walk(self->wrapper.inner) : NULL;
  if (self->walk && self->walk->left > self->dozing)
    self->walk->left = self->dozing;
  return self->walk;
}

/* ---- limits ---- */

/* Counts what waits here, too. */
static bool goes_on(void *context, size_t bytes) {
  const struct ample *self = context;
  bytes += self->bytes.capacity +
           self->steps.capacity * sizeof *self->steps.items +
           self->queue_sets.capacity * sizeof *self->queue_sets.items +
           self->queue.capacity * sizeof *self->queue.items +
           self->candidates.capacity * sizeof *self->candidates.items;
  return self->limit->goes_on(self->limit->context, bytes);
}

static void set_limit(struct engine *engine, const struct engine_limit *limit) {
  struct ample *self = (struct ample *)engine;
  self->limit = limit;
  self->own_limit = (struct engine_limit){goes_on, self};
  engine_set_limit(self->wrapper.inner, limit ? &self->own_limit : NULL);
}

/* ---- snapshots ---- */

static void put_yield(const struct yield *yield, struct snapshot_writer *out) {
  snapshot_put(out, yield->tried);
  snapshot_put(out, yield->gained);
  snapshot_put(out, yield->passed_over);
}

static void get_yield(struct yield *yield, struct snapshot_reader *in) {
  yield->tried = (uint32_t)snapshot_get_up_to(in, TRIED_MOST);
  yield->gained = (uint32_t)snapshot_get_up_to(in, GAINED_MOST);
  yield->passed_over = (uint32_t)snapshot_get_up_to(in, UINT32_MAX);
}

/* What later expansions depend on: every yield, sample and table there is. */
static void save(const struct engine *engine, struct snapshot_writer *out) {
  const struct ample *self = (const struct ample *)engine;
  put_yield(&self->expansions, out);
  snapshot_put(out, self->unsampled);
  put_yield(&self->successors, out);
  put_yield(&self->chains, out);
  put_yield(&self->stubborn_sets, out);
  for (size_t i = 0; i < self->place_count; i++)
    put_yield(&self->joined[i], out);
  sample_save(&self->left_out_joined, out);
  sample_save(&self->left_out_chained, out);
  returns_save(&self->returns, out);
  snapshot_put(out, self->resting);
  snapshot_put(out, self->rest_next);
  snapshot_put(out, dozing_now(self));
  snapshot_put(out, self->doze_next);
  recall_save(&self->given, out);
  shortcuts_save(&self->shortcuts, out);
}

static void restore(struct engine *engine, struct snapshot_reader *in) {
  struct ample *self = (struct ample *)engine;
  get_yield(&self->expansions, in);
  self->unsampled = (uint32_t)snapshot_get_up_to(in, SAMPLE);
  get_yield(&self->successors, in);
  get_yield(&self->chains, in);
  get_yield(&self->stubborn_sets, in);
  for (size_t i = 0; i < self->place_count; i++)
    get_yield(&self->joined[i], in);
  sample_restore(&self->left_out_joined, in);
  sample_restore(&self->left_out_chained, in);
  returns_restore(&self->returns, in);
  self->resting = (uint32_t)snapshot_get_up_to(in, LONGEST_REST);
  self->rest_next = (uint32_t)snapshot_get_up_to(in, LONGEST_REST);
  self->dozing = (uint32_t)snapshot_get_up_to(in, LONGEST_DOZE);
  self->doze_next = (uint32_t)snapshot_get_up_to(in, LONGEST_DOZE);
  recall_restore(&self->given, in);
  shortcuts_restore(&self->shortcuts, in);
}

/* ---- its life ---- */

static void close_ample(struct engine *engine) {
  struct ample *self = (struct ample *)engine;
  stubborn_close(self->stubborn);
  if (self->sets)
    sets_close(self->sets);
  sample_clear(&self->left_out_joined);
  sample_clear(&self->left_out_chained);
  returns_clear(&self->returns);
  recall_clear(&self->given);
  shortcuts_clear(&self->shortcuts);
  memory_free(self->joined);
  vec_free(&self->bytes);
  vec_free(&self->steps);
  vec_free(&self->queue);
  vec_free(&self->queue_sets);
  vec_free(&self->candidates);
  vec_free(&self->here);
  vec_free(&self->next);
  memory_free(self);
}

static const struct engine_kind ample_kind = {
    .name = "ample",
    .close = close_ample,
    .expand = expand,
    .walk = walk,
    .holds = wrapper_holds,
    .save = save,
    .restore = restore,
    .set_limit = set_limit,
    WRAPPER_FUNCTIONS,
};

static struct ample *open_joining(struct engine *inner, bool trusting) {
  struct ample *self = memory_alloc(sizeof *self);
  self->wrapper.base.kind = &ample_kind;
  self->wrapper.inner = inner;
  self->trusting = trusting;
  sample_init(&self->left_out_joined);
  sample_init(&self->left_out_chained);
  returns_init(&self->returns);
  self->rest_next = FIRST_REST;
  wake(self);
  recall_init(&self->given);
  shortcuts_init(&self->shortcuts);
  return self;
}

struct engine *engine_open_ample(struct engine *inner,
                                 const struct model *model,
                                 const struct watched *watched, bool trusting) {
  struct ample *self = open_joining(inner, trusting);
  self->sets = sets_open(model, watched, !trusting);
  self->place_count = sets_places(self->sets);
  self->joined = memory_alloc(self->place_count * sizeof *self->joined);
  return &self->wrapper.base;
}

struct engine *engine_open_joining(struct engine *inner) {
  return &open_joining(inner, true)->wrapper.base;
}
