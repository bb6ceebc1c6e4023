/* One expansion after the other: successors, violations, limits, figures.
 *
 * The engine hands over successors one at a time.  Each is announced to the
 * store at once, while its bytes are there, and a batch is settled together, so
 * the store's memory is on its way to the cache while the engine works.  A
 * batch may hold the successors of several states.
 *
 * A store that names no states gets to know hashes alone, and copies wait until
 * it is known which are to be named.  A strategy may do without names, and
 * takes successors itself then.
 *
 * The engine must not be called while it expands, so a violation waits in the
 * findings until the expansion has ended.  Then the order of searching leads a
 * path to the expanded state, the steps of the violation are added, the whole
 * is executed again, and only then it is told.
 *
 * Clock and memory are looked at every few hundredths of a second at least, and
 * after RUN_LONGEST_TICK expansions or batches at most.  The memory limit holds
 * for store and stack together: neither takes more than the other had left at
 * the last tick, and what has grown since is noticed at the next.
 */
#include "search/run.h"
#include "base/seconds.h"
#include "search/checkpoint.h"
#include "search/difference.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

/* Of the way to a violation, what is kept for the next one: of its states, and
 * of the moves between them.
 */
enum {
  PATH_SHARE = 128, /* of the memory, for either, */
  MOST_PATH_BYTES = 1 << 26,
};

static const double PROGRESS_SECONDS = 0.25;
/* A tick of less is too short, a tick of more too long. */
static const double SHORT_TICK_SECONDS = 0.005, LONG_TICK_SECONDS = 0.02;
static const double GRACE_SECONDS = 1;

void run_stop(struct run *run, enum search_end end) {
  if (!run->stopped)
    run->result->end = end;
  run->stopped = true;
}

void run_stop_full(struct run *run) {
  const size_t limit = run->config->max_bytes;
  const size_t stack = run->budget.used;
  run_stop(run, limit > 0 && stack > limit / 2 ? SEARCH_STACK : SEARCH_MEMORY);
}

static struct store_figures figures_of_store(const struct run *run) {
  struct store_figures store = {0};
  if (run->store)
    store_figures(run->store, &store);
  return store;
}

/* A search of a product counts its states at the end. */
static void note_switch(struct run *run, const struct store_figures *store) {
  uint64_t *switched = &run->result->figures.switched;
  const uint64_t states = run->result->figures.states;
  if (*switched == 0 && store->replaced > 0)
    *switched = states > 0 ? states : store->states;
  else if (*switched == 0)
    *switched = store->switched;
}

static void complete_figures(struct run *run) {
  struct search_figures *figures = &run->result->figures;
  figures->transitions = figures->states + figures->matched;
  const struct store_figures store = figures_of_store(run);
  note_switch(run, &store);
  figures->store_bytes = store.bytes - store.idle;
  figures->omissions = store.omissions;
  figures->replaced = store.replaced;
  figures->archived = store.archived;
  figures->disk_bytes = store.disk_bytes + figures->log_bytes;
  figures->archive_problem = store.archive_problem;
  figures->state_bytes = run->store ? store_longest(run->store) : 0;
  figures->seconds =
      run->earlier_seconds + seconds_on(CLOCK_MONOTONIC) - run->wall_start;
  figures->cpu_seconds = run->earlier_cpu_seconds +
                         seconds_on(CLOCK_PROCESS_CPUTIME_ID) - run->cpu_start;
}

/* For store and stack; what the engine has learned, and what its last expansion
 * took, is not theirs.
 */
static size_t memory_left(const struct run *run) {
  const size_t limit = run->config->max_bytes;
  const size_t taken = engine_memory(run->engine);
  return taken < limit ? limit - taken : 0;
}

/* What one of store and stack has taken, the other cannot have. */
static void share_memory(struct run *run) {
  const size_t limit = memory_left(run);
  const struct store_figures store = figures_of_store(run);
  note_switch(run, &store);
  if (run->config->max_bytes == 0)
    return;
  const size_t stack = run->budget.used;
  run->budget.limit = store.bytes < limit ? limit - store.bytes : 0;
  if (run->store)
    store_set_limit(run->store, stack < limit ? limit - stack : 0);
}

/* Is there so much besides the stack?  What the store keeps for later is of
 * more use here.
 */
static bool finds_room(struct run *run, size_t bytes) {
  while (run->budget.used + bytes > run->budget.limit) {
    if (!run->store || !store_yield(run->store))
      return false;
    share_memory(run);
  }
  return true;
}

static void check_memory(struct run *run) {
  share_memory(run);
  if (run->config->max_bytes > 0 && !finds_room(run, 0))
    run_stop_full(run);
}

static void adapt_tick(struct run *run, double now) {
  const double passed = now - run->checked;
  run->checked = now;
  if (passed < SHORT_TICK_SECONDS && run->tick < RUN_LONGEST_TICK)
    run->tick *= 2;
  else if (passed > LONG_TICK_SECONDS && run->tick > 1)
    run->tick /= 2;
  run->countdown = run->tick;
}

static bool can_be_saved(const struct run *run) {
  return run->config->checkpoints && run->config->checkpoints->begin &&
         run->strategy && run->strategy->save && store_can_save(run->store);
}

/* Stops when the search has been saved, or at once if it cannot be. */
static void stop_saved(struct run *run, enum search_end end) {
  if (!can_be_saved(run)) {
    run_stop(run, end);
  } else if (!run->stop_due) {
    run->save_due = run->stop_due = true;
    run->due_since = seconds_on(CLOCK_MONOTONIC_COARSE);
    run->end_due = end;
  }
}

static void check_clock(struct run *run) {
  const double now = seconds_on(CLOCK_MONOTONIC_COARSE) - run->wall_start;
  adapt_tick(run, now);
  if (run->config->max_seconds > 0 && now >= run->config->max_seconds)
    stop_saved(run, SEARCH_TIME);
  if (can_be_saved(run) &&
      now - run->saved >= run->config->checkpoints->every_seconds)
    run->save_due = true;
  if (!run->observer->progress || now - run->reported < PROGRESS_SECONDS)
    return;
  run->reported = now;
  complete_figures(run);
  run->observer->progress(run->observer->context, &run->result->figures);
}

/* Without memory there is none for saving either. */
static void stop_at_interrupt(struct run *run) {
  const enum search_end end = search_end_at_interrupt(run->config);
  if (end == SEARCH_MEMORY)
    run_stop(run, end);
  else
    stop_saved(run, end);
}

void run_check_limits(struct run *run) {
  if (run_is_interrupted(run))
    stop_at_interrupt(run);
  check_memory(run);
  check_clock(run);
}

/* In the midst of an expansion nothing can be saved: if it is time to stop, it
 * gets a little more.  Its memory, which the engine tells of, may be needed
 * twice, to grow.
 */
static bool bears_expansion(void *context, size_t bytes) {
  struct run *run = context;
  const size_t limit = run->config->max_bytes;
  run_check_limits(run);
  if (run->stop_due &&
      seconds_on(CLOCK_MONOTONIC_COARSE) - run->due_since > GRACE_SECONDS)
    run_stop(run, run->end_due);
  if (limit > 0 && !finds_room(run, bytes))
    run_stop(run, SEARCH_MEMORY);
  return !run->stopped;
}

void run_open(struct run *run, const struct search_config *config,
              struct engine *engine, struct store *store,
              const struct observer *observer, struct search_result *result) {
  *result = (struct search_result){.end = SEARCH_COMPLETE};
  *run = (struct run){
      .config = config,
      .engine = engine,
      .store = store,
      .observer = observer,
      .limit = {bears_expansion, run},
      .options = config->all_paths ? ENGINE_ALL_PATHS : 0,
      .budget = {.limit = config->max_bytes > 0 ? config->max_bytes : SIZE_MAX},
      .tick = 1,
      .result = result};
  engine_set_limit(engine, &run->limit);
  findings_init(&run->findings);
  told_init(&run->told);
  run->wall_start = seconds_on(CLOCK_MONOTONIC);
  run->cpu_start = seconds_on(CLOCK_PROCESS_CPUTIME_ID);
}

/* Passes on what the store has said of a successor. */
static void pass_on(struct run *run, enum store_answer answer, state_ref ref) {
  struct search_figures *figures = &run->result->figures;
  if (answer == STORE_FULL) {
    run_stop(run, SEARCH_MEMORY);
    return;
  }
  const bool is_new = answer == STORE_NEW;
  figures->states += is_new && !store_replaces(run->store);
  figures->matched += !is_new;
  if (!run->strategy->settled(run->searcher, ref, is_new))
    run_stop_full(run);
}

static void settle_named(struct run *run) {
  for (unsigned i = 0; i < run->ticket_count; i++) {
    const enum store_answer answer = store_settle(run->store, &run->tickets[i]);
    run->origin = run->places[i];
    pass_on(run, answer, run->tickets[i].ref);
  }
}

static void settle_later(struct run *run, const struct successor *successor) {
  const unsigned i = run->ticket_count++;
  run->places[i] = run->place;
  store_announce(run->store, successor->state, successor->length,
                 successor->changed, &run->tickets[i]);
}

/* ---- in a store that names none ---- */

static void hash_later(struct run *run, const struct successor *successor) {
  const unsigned i = run->ticket_count++;
  const size_t end = run->copies.count;
  run->places[i] = run->place;
  run->lengths[i] = successor->length;
  run->hashes[i] = store_hash(run->store, successor->state, successor->length);
  store_window_fetch(store_window(run->store), run->hashes[i].first);
  vec_reserve(&run->copies, end + successor->length + 1);
  memcpy(run->copies.items + end, successor->state, successor->length);
  run->copies.count = end + successor->length;
}

/* Names a successor that the store has told of, and passes it on. */
static void pass_on_unnamed(struct run *run, const uint8_t *state,
                            size_t length, bool is_new) {
  state_ref ref = {0};
  if (is_new && !store_refer(run->store, state, length, &ref))
    run_stop(run, SEARCH_MEMORY);
  else
    pass_on(run, is_new ? STORE_NEW : STORE_SEEN, ref);
}

static void settle_unnamed(struct run *run) {
  uint64_t is_new;
  const unsigned taken =
      store_take_hashes(run->store, run->hashes, run->ticket_count, &is_new);
  const uint8_t *copy = run->copies.items;
  for (unsigned i = 0; i < taken; copy += run->lengths[i++]) {
    run->origin = run->places[i];
    pass_on_unnamed(run, copy, run->lengths[i], is_new >> i & 1);
  }
  run->copies.count = 0;
  if (taken < run->ticket_count)
    run_stop(run, SEARCH_MEMORY);
}

/* ---- expanding ---- */

void run_settle_tickets(struct run *run) {
  if (run->strategy->settle)
    run->strategy->settle(run->searcher);
  else if (store_names_none(run->store))
    settle_unnamed(run);
  else
    settle_named(run);
  run->ticket_count = 0;
}

__attribute__((noinline)) bool run_take_more(struct run *run) {
  run_settle(run);
  run_tick(run);
  return !run->stopped;
}

static bool take_unnamed(void *context, const struct successor *successor) {
  struct run *run = context;
  hash_later(run, successor);
  return run->ticket_count < RUN_BATCH || run_take_more(run);
}

static bool take_successor(void *context, const struct successor *successor) {
  struct run *run = context;
  if (run->strategy->admits && !run->strategy->admits(run->searcher, successor))
    return true;
  settle_later(run, successor);
  return run->ticket_count < RUN_BATCH || run_take_more(run);
}

static bool is_enough(const struct run *run, uint64_t violations) {
  return run->config->max_errors > 0 && violations >= run->config->max_errors;
}

static bool take_violation(void *context, const struct violation *violation,
                           const struct step *steps, size_t step_count) {
  struct run *run = context;
  run->result->figures.errors++;
  findings_add(&run->findings, violation, steps, step_count, run->place);
  return run->holds_back ||
         !is_enough(run, run->result->violations + run->findings.waiting.count);
}

void run_make_room(struct run *run) {
  const size_t longest = difference_room(store_longest(run->store));
  if (longest <= run->room)
    return;
  run->state = memory_resize(run->state, longest);
  run->room = longest;
}

void run_save(struct run *run) {
  const struct checkpoints *checkpoints = run->config->checkpoints;
  struct snapshot_writer *writer =
      can_be_saved(run) ? checkpoints->begin(checkpoints->context) : NULL;
  if (writer) {
    complete_figures(run);
    checkpoint_put_run(run, writer);
    checkpoints->end(checkpoints->context, writer);
  }
  run->save_due = false;
  run->saved = seconds_on(CLOCK_MONOTONIC_COARSE) - run->wall_start;
  if (run->stop_due)
    run_stop(run, run->end_due);
}

void run_load(struct run *run, state_ref ref) {
  run_make_room(run);
  run->length = store_load(run->store, ref, run->state);
}

void run_begin_expansion_here(struct run *run, uint64_t place) {
  const size_t length = run->length;
  struct engine_visitor visitor = {.context = run,
                                   .successor = take_successor,
                                   .violation = take_violation,
                                   .level = run->level,
                                   .step = run->step,
                                   .notes = run->notes};
  run->place = place;
  run->goes_on = false;
  if (run->strategy->take) {
    visitor.successor = run->strategy->take;
    visitor.known = run->strategy->take_known;
  } else if (store_names_none(run->store))
    visitor.successor = take_unnamed;
  if (run->strategy->choose)
    visitor.only = run->strategy->choose(run->searcher);
  const unsigned options =
      run->options |
      (run->strategy->admits ? ENGINE_NO_MESSAGES : ENGINE_NO_STEPS);
  (void)engine_expand(run->engine, run->state, length, NO_PROCESS, options,
                      &visitor);
  if (engine_left_out(run->engine)) {
    run_settle(run);
    if (!run->goes_on && !run->stopped)
      (void)engine_expand(run->engine, run->state, length, NO_PROCESS,
                          options | ENGINE_REST, &visitor);
  }
  run_tick(run);
}

void run_begin_expansion(struct run *run, state_ref ref, uint64_t place) {
  run_load(run, ref);
  run_begin_expansion_here(run, place);
}

void run_expand(struct run *run, state_ref ref, uint64_t place) {
  run_begin_expansion(run, ref, place);
  run_settle(run);
}

/* The whole run that shows a finding; false when the engine does not repeat
 * it.
 */
static bool build_trail(struct run *run, const struct finding *finding,
                        struct trail *out) {
  struct path *path = &run->path;
  if (finding->place > 0 &&
      !run->strategy->lead(run->searcher, finding->place, path))
    return false;
  path_arrive(path);
  for (size_t i = 0; i < finding->move_count; i++)
    path_add_move(path, finding->moves[i]);
  *out = path_trail(path);
  out->has_violation = true;
  out->violation = finding->violation;
  return trail_repeats_from(run->engine, out, &run->stops, path->same_moves);
}

/* The next way may begin as this one does. */
static void begin_path(struct run *run) {
  const size_t limit = run->config->max_bytes / PATH_SHARE;
  const size_t share = is_enough(run, 1) ? 0 /* there is no next one */
                       : limit > 0 && limit < MOST_PATH_BYTES ? limit
                                                              : MOST_PATH_BYTES;
  path_init(&run->path, run->engine, run->options, share);
  run->stops.most_bytes = share;
}

static void report(struct run *run, const struct finding *finding) {
  struct trail trail;
  if (!run->path.engine)
    begin_path(run);
  if (build_trail(run, finding, &trail)) {
    run->result->violations++;
    if (run->config->checkpoints)
      told_add(&run->told, &trail);
    if (run->observer->violation)
      run->observer->violation(run->observer->context, &trail.violation,
                               &trail);
  } else {
    run->stopped = true;
    run->result->end = SEARCH_FAILED;
  }
  path_restart(&run->path);
}

void run_report_waiting(struct run *run, bool all) {
  const struct search_result *result = run->result;
  size_t i = 0;
  while (i < run->findings.waiting.count && result->end != SEARCH_FAILED &&
         !is_enough(run, result->violations)) {
    if (!all && run->findings.waiting.items[i].move_count > 0) {
      i++;
      continue;
    }
    const struct finding finding = findings_take(&run->findings, i);
    report(run, &finding);
    memory_free(finding.moves);
  }
  if (result->end != SEARCH_FAILED && is_enough(run, result->violations)) {
    run->stopped = true;
    run->result->end = SEARCH_ENOUGH;
  }
}

void run_tell(struct run *run, const struct trail *trail) {
  const bool repeats = trail_repeats(run->engine, trail);
  if (repeats && run->observer->violation)
    run->observer->violation(run->observer->context, &trail->violation, trail);
  run->result->violations += repeats;
  run->result->figures.errors += repeats;
  run_stop(run, repeats ? SEARCH_ENOUGH : SEARCH_FAILED);
}

/* A model without an initial state has one violation and nothing else. */
static void fail_at_once(struct run *run, const struct violation *violation) {
  run->result->figures.errors++;
  findings_add(&run->findings, violation, NULL, 0, 0);
  run_report(run, true);
}

bool run_begin(struct run *run, state_ref *initial) {
  const uint8_t *state;
  size_t length;
  struct violation violation;
  run_check_limits(run);
  if (!engine_initial(run->engine, &state, &length, &violation)) {
    fail_at_once(run, &violation);
    return false;
  }
  if (store_insert(run->store, state, length, initial) == STORE_FULL)
    run_stop(run, SEARCH_MEMORY);
  else
    run->result->figures.states = !store_replaces(run->store);
  return !run->stopped;
}

void run_close(struct run *run) {
  engine_set_limit(run->engine, NULL);
  complete_figures(run);
  run->result->exact = !run->store || store_is_exact(run->store);
  findings_clear(&run->findings);
  told_clear(&run->told);
  path_clear(&run->path);
  trail_stops_clear(&run->stops);
  vec_free(&run->copies);
  memory_free(run->state);
  assert(run->budget.used == 0);
}
