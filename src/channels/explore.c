/* Depth-first search with a look back from each new state.
 *
 * Statements are executed one at a time, also inside an atomic, so that the
 * states in which a channel is longest are met and a run is a list of moves.
 * Stored with a state is the process that must go on.
 *
 * A step that fills a free channel leads out of what is searched: a full
 * channel blocks its senders, and `else` and `timeout` notice.  So all that is
 * seen would be seen with no capacity, and if no such step was met, all that
 * there is.
 *
 * A state counts as visited when it is put on the path, not before, which makes
 * the order a true depth-first one.  Its ancestors with the same rest, shorter
 * or equal channels and contents that begin its own are asked, youngest first,
 * whether what led from there to here repeats (repeat.c).  The work on such
 * questions is kept in proportion to the search.
 */
#include "channels/explore.h"

#include "base/seconds.h"
#include "base/vec.h"
#include "channels/ancestors.h"

#include <string.h>

enum {
  OWNER_BYTES = 8,          /* behind a state: a whole word, for the store */
  TICK = 256,               /* expansions between two looks at the clock */
  MOST_SEEN = 1 << 12,      /* ancestors of the same rest seen for one state */
  MOST_LOADED = 64,         /* and looked at */
  FREE_QUESTIONS = 1 << 14, /* steps for questions before they are rationed */
};
static const double PROGRESS_SECONDS = 0.25;

enum { UNVISITED, VISITED }; /* colours */

struct search {
  const struct explore_job *job;
  struct explored *out;
  struct engine *engine;
  struct store *store;
  struct ancestors ancestors;
  struct player_stop due; /* for questions */
  VEC(state_ref) children;
  VEC(uint8_t) bytes, other; /* loaded states */
  VEC(uint8_t) made;         /* a successor and its owner */
  struct split split;        /* of the state at the top of the path */
  struct split other_split;
  struct split made_split;
  struct channel_traffic traffic;
  uint64_t expanded, asked; /* steps of the search, of questions */
  double reported;
  bool stopped, cut, repeats;
};

double explore_clock(void) {
  return seconds_on(CLOCK_MONOTONIC);
}

static void stop(struct search *self, enum search_end why) {
  if (!self->stopped)
    self->out->cut = why;
  self->stopped = self->cut = true;
}

/* ---- limits ---- */

static size_t stack_bytes(const struct search *self) {
  return ancestors_bytes(&self->ancestors) +
         self->children.capacity * sizeof *self->children.items;
}

static void note_figures(struct search *self) {
  struct search_figures *figures = &self->out->figures;
  struct store_figures store;
  store_figures(self->store, &store);
  figures->transitions = figures->states + figures->matched;
  figures->store_bytes = store.bytes;
  figures->state_bytes = store_longest(self->store);
  if (stack_bytes(self) > figures->stack_bytes)
    figures->stack_bytes = stack_bytes(self);
  figures->seconds = explore_clock() - self->job->started;
}

static bool is_interrupted(const struct search *self) {
  const struct search_config *limits = &self->job->config->limits;
  return limits->interrupt && *limits->interrupt;
}

static bool is_late(const struct search *self) {
  const double most = self->job->config->limits.max_seconds;
  return most > 0 && explore_clock() - self->job->started >= most;
}

/* Questions end, too, when the time has come. */
static bool is_due(const void *context) {
  return is_interrupted(context) || is_late(context);
}

static void check_limits(struct search *self) {
  const struct channels_config *config = self->job->config;
  const struct search_config *limits = &config->limits;
  const struct search_figures *figures = &self->out->figures;
  note_figures(self);
  if (is_interrupted(self))
    stop(self, search_end_at_interrupt(limits));
  if (limits->max_bytes > 0 &&
      figures->store_bytes + stack_bytes(self) > limits->max_bytes)
    stop(self, SEARCH_MEMORY);
  if (is_late(self))
    stop(self, SEARCH_TIME);
  if (!config->observer.progress ||
      figures->seconds - self->reported < PROGRESS_SECONDS)
    return;
  self->reported = figures->seconds;
  config->observer.progress(config->observer.context, figures);
}

/* ---- states with their owners ---- */

static void append_owner(struct search *self, const uint8_t *state,
                         size_t length, int32_t owner) {
  self->made.count = length + OWNER_BYTES;
  vec_reserve(&self->made, self->made.count);
  memcpy(self->made.items, state, length);
  memset(self->made.items + length, 0, OWNER_BYTES);
  self->made.items[length] = (uint8_t)(owner + 1);
}

/* Loads a state and takes it apart. */
#define LOAD(self, ref, bytes, split)                                          \
  (vec_reserve(&(self)->bytes, store_longest((self)->store)),                  \
   (self)->bytes.count =                                                       \
       store_load((self)->store, (ref), (self)->bytes.items) - OWNER_BYTES,    \
   split_init(&(self)->split, (self)->engine, (self)->job->free,               \
              (self)->bytes.items, (self)->bytes.count,                        \
              (int32_t)(self)->bytes.items[(self)->bytes.count] - 1))

static void load_top(struct search *self, state_ref ref) {
  LOAD(self, ref, bytes, split);
}

static void load_other(struct search *self, state_ref ref) {
  LOAD(self, ref, other, other_split);
}

/* ---- successors ---- */

/* Notes how long free channels became; true when one became full. */
static bool note_lengths(struct search *self, const struct split *split) {
  bool is_full = false;
  for (uint32_t i = 0; i < split->count; i++) {
    struct free_slot *slot = split->slots[i];
    const uint32_t length = self->traffic.longest[i];
    if (!slot || length == 0)
      continue;
    if (length > slot->longest)
      slot->longest = length;
    if (length >= slot->channel->capacity)
      is_full = slot->channel->was_full = true;
  }
  return is_full;
}

static bool take_successor(void *context, const struct successor *successor) {
  struct search *self = context;
  if (self->traffic.some) {
    split_init(&self->made_split, self->engine, self->job->free,
               successor->state, successor->length, successor->owner);
    const bool is_full = note_lengths(self, &self->made_split);
    self->traffic = (struct channel_traffic){0};
    if (is_full)
      return true;
  }
  append_owner(self, successor->state, successor->length, successor->owner);
  state_ref ref;
  const enum store_answer answer =
      store_insert(self->store, self->made.items, self->made.count, &ref);
  if (answer == STORE_FULL) {
    stop(self, SEARCH_MEMORY);
    return false;
  }
  self->out->figures.matched += answer == STORE_SEEN;
  if (answer == STORE_NEW || store_colour(self->store, ref, 0) == UNVISITED)
    vec_push(&self->children, ref);
  return true;
}

/* An error ends its path, with or without capacities.  One in a d_step may come
 * of a channel that the d_step itself has filled.
 */
static bool take_violation(void *context, const struct violation *violation,
                           const struct step *steps, size_t step_count) {
  struct search *self = context;
  (void)violation, (void)steps, (void)step_count;
  self->out->figures.errors++;
  if (self->traffic.some)
    (void)note_lengths(self, &self->split);
  return true;
}

static void reverse(state_ref *first, size_t count) {
  for (size_t i = 0; i < count / 2; i++) {
    const state_ref ref = first[i];
    first[i] = first[count - 1 - i];
    first[count - 1 - i] = ref;
  }
}

static void expand(struct search *self, size_t first_child) {
  const struct engine_visitor visitor = {.context = self,
                                         .successor = take_successor,
                                         .violation = take_violation};
  self->traffic = (struct channel_traffic){0};
  (void)engine_expand(self->engine, self->bytes.items, self->bytes.count,
                      self->split.owner, ENGINE_SINGLE_STEPS, &visitor);
  reverse(self->children.items + first_child,
          self->children.count - first_child);
  if (++self->expanded % TICK == 0)
    check_limits(self);
}

/* ---- looking back ---- */

typedef VEC(struct move) move_list;

/* The statements along the path, from the initial state to its top. */
static bool collect_moves(struct search *self, move_list *moves) {
  struct player *player = memory_alloc(sizeof *player);
  player_init(player, self->engine, self->job->free, &self->due);
  bool goes = player_start(player);
  for (size_t i = 1; i < self->ancestors.path.count && goes; i++) {
    load_other(self, self->ancestors.path.items[i].ref);
    goes = player_move_to(player, self->other.items, self->other.count,
                          self->other_split.owner);
    vec_push(moves, player->move);
  }
  self->asked += player->steps;
  player_clear(player);
  memory_free(player);
  return goes;
}

static uint64_t questions_left(const struct search *self) {
  const uint64_t ration = FREE_QUESTIONS + self->expanded;
  return self->asked < ration ? ration - self->asked : 0;
}

/* Does what led from this ancestor to the top repeat? */
static void ask(struct search *self, uint32_t ancestor) {
  const struct explore_job *job = self->job;
  move_list moves = {0};
  if (collect_moves(self, &moves)) {
    const struct repeat_question question = {.model = job->model,
                                             .config = &job->config->engine,
                                             .free = job->free,
                                             .moves = moves.items,
                                             .count = moves.count,
                                             .loop_start = ancestor,
                                             .most_steps = FREE_QUESTIONS +
                                                           questions_left(self),
                                             .stop = &self->due};
    const enum repeat_answer answer = repeat_prove(
        &question, job->arena, &self->out->repetition, &self->asked);
    self->repeats = answer == REPEATS;
    self->out->undecided |= answer == REPEATS_PERHAPS;
  }
  vec_free(&moves);
  engine_note_traffic(self->engine, &self->traffic);
  if (!self->repeats)
    check_limits(self);
}

static void look_back(struct search *self) {
  const struct ancestor top = *vec_last(&self->ancestors.path);
  unsigned seen = 0, loaded = 0;
  for (uint32_t at = top.older;
       at != NO_ANCESTOR && !self->repeats && !self->stopped &&
       seen < MOST_SEEN && loaded < MOST_LOADED;
       at = self->ancestors.path.items[at].older, seen++) {
    const struct ancestor *ancestor = &self->ancestors.path.items[at];
    if (!lengths_extend(ancestor->lengths, top.lengths))
      continue;
    loaded++;
    load_other(self, ancestor->ref);
    if (!split_same_rest(&self->other_split, &self->split) ||
        !split_extends(&self->other_split, &self->split))
      continue;
    if (repeat_is_looked_into(&self->other_split, &self->split) ||
        questions_left(self) < 2 * self->ancestors.path.count)
      self->out->undecided = true;
    else
      ask(self, at);
  }
}

/* ---- the search ---- */

static void enter(struct search *self, state_ref ref) {
  struct search_figures *figures = &self->out->figures;
  store_paint(self->store, ref, 0, VISITED);
  load_top(self, ref);
  figures->states++;
  ancestors_push(&self->ancestors,
                 (struct ancestor){.ref = ref,
                                   .hash = split_hash(&self->split),
                                   .lengths = split_lengths(&self->split),
                                   .first_child = self->children.count});
  const size_t depth = self->ancestors.path.count - 1;
  const uint64_t limit = self->job->config->limits.max_depth;
  figures->depth = depth > figures->depth ? depth : figures->depth;
  look_back(self);
  if (limit > 0 && depth >= limit) {
    self->cut = true;
    self->out->cut = SEARCH_DEPTH;
  } else if (!self->repeats) {
    expand(self, self->children.count);
  }
}

static void run(struct search *self, state_ref initial) {
  enter(self, initial);
  while (self->ancestors.path.count > 0 && !self->stopped && !self->repeats) {
    if (self->children.count > vec_last(&self->ancestors.path)->first_child) {
      const state_ref child = vec_pop(&self->children);
      if (store_colour(self->store, child, 0) == UNVISITED)
        enter(self, child);
    } else {
      ancestors_pop(&self->ancestors);
    }
  }
}

static void begin(struct search *self) {
  const uint8_t *state;
  size_t length;
  struct violation violation;
  state_ref initial;
  self->out->starts = engine_initial(self->engine, &state, &length, &violation);
  if (!self->out->starts) {
    self->cut = true;
    return;
  }
  append_owner(self, state, length, NO_PROCESS);
  if (store_insert(self->store, self->made.items, self->made.count, &initial) ==
      STORE_FULL)
    stop(self, SEARCH_MEMORY);
  else
    run(self, initial);
}

static void clear(struct search *self) {
  ancestors_clear(&self->ancestors);
  vec_free(&self->children);
  vec_free(&self->bytes);
  vec_free(&self->other);
  vec_free(&self->made);
  engine_close(self->engine);
  store_close(self->store);
}

static enum status open(struct search *self) {
  const struct explore_job *job = self->job;
  const struct channels_config *config = job->config;
  const struct store_config store = {.memory_bytes = config->limits.max_bytes,
                                     .tails = 1};
  const enum status status = config->open_store
                                 ? config->open_store(&store, &self->store)
                                 : store_open_tree(&store, &self->store);
  return status == STATUS_OK ? free_open_engine(job->free, job->model,
                                                &config->engine, &self->engine)
                             : status;
}

enum explore_end explore(const struct explore_job *job, struct explored *out) {
  struct search *self = memory_alloc(sizeof *self);
  *out = (struct explored){.cut = SEARCH_COMPLETE};
  self->job = job;
  self->out = out;
  self->due = (struct player_stop){.is_due = is_due, .context = self};
  ancestors_init(&self->ancestors);
  enum explore_end end = EXPLORE_NO_STORE;
  if (open(self) == STATUS_OK) {
    engine_note_traffic(self->engine, &self->traffic);
    begin(self);
    note_figures(self);
    out->exact = store_is_exact(self->store);
    end = self->repeats ? EXPLORE_REPEATS
          : self->cut   ? EXPLORE_CUT
                        : EXPLORE_DONE;
  }
  clear(self);
  memory_free(self);
  return end;
}
