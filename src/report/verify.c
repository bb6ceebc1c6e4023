/* Checking a model: one search for its safety properties, one for each other.
 *
 * A verdict is `holds` only when the search covered everything in an exact
 * store; whatever cut it short leaves `unknown` with the reason.  Violations
 * arrive re-executed, and their trails are copied because a search's own die
 * with the call.
 *
 * Properties over infinite runs are checked one after the other (temporal.c).
 */
#include "report/verify.h"
#include "base/seconds.h"
#include "base/vec.h"
#include "reduce/facts.h"
#include "report/coverage.h"
#include "report/finite_check.h"
#include "report/machine_memory.h"
#include "report/properties.h"
#include "report/reduction.h"
#include "report/resume.h"
#include "report/slices.h"
#include "report/symbolic_check.h"
#include "report/temporal.h"
#include "report/unreached.h"
#include "report/vacuity.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *verdict_name(enum verdict verdict) {
  static const char *const names[] = {
      [VERDICT_HOLDS] = "holds",
      [VERDICT_VIOLATED] = "violated",
      [VERDICT_UNKNOWN] = "unknown",
  };
  return names[verdict];
}

uint64_t errors_wanted(uint64_t limit, bool keep_going) {
  return limit == 0 && !keep_going ? 1 : limit;
}

/* ---- what the search tells ---- */

struct listener {
  const struct verify_config *config;
  struct verification *out;
  struct verified *verified;
  double since; /* the search began then */
};

static void on_progress(void *context, const struct search_figures *figures) {
  const struct listener *listener = context;
  if (listener->config->progress)
    listener->config->progress(listener->config->progress_context, figures);
}

void verified_add(struct verified *verified, struct finding finding) {
  if (verified->finding_count == verified->finding_capacity)
    verified->findings =
        vec_grow(verified->findings, &verified->finding_capacity,
                 verified->finding_count + 1, sizeof *verified->findings);
  verified->findings[verified->finding_count++] = finding;
}

/* What ends the repetition of a run in the whole model also ends the search. */
static bool bears_step(void *context, size_t bytes) {
  const struct listener *listener = context;
  const struct search_config *search = &listener->config->search;
  enum search_end *end = &listener->verified->unconfirmed;
  (void)bytes;
  if (*end == SEARCH_COMPLETE)
    *end = search_end_now(search, listener->since);
  return *end == SEARCH_COMPLETE;
}

/* Of the part that was searched: also of the whole?  *knows: is there an
 * answer?
 */
static bool is_founded(struct listener *listener, const struct trail *trail,
                       bool *knows) {
  const struct engine_limit limit = {bears_step, listener};
  const bool is_run = !listener->out->slices ||
                      is_run_of_whole(listener->out->engine, trail, &limit);
  *knows = is_run || listener->verified->unconfirmed == SEARCH_COMPLETE;
  return is_run;
}

static void on_violation(void *context, const struct violation *violation,
                         const struct trail *trail) {
  struct listener *listener = context;
  bool knows;
  const bool is_real = is_founded(listener, trail, &knows);
  if (!knows)
    return;
  listener->out->unfounded |= !is_real;
  struct finding finding = {.violation = *violation,
                            .trail = trail_copy(trail, &listener->out->moves)};
  finding.violation.message = arena_copy(
      listener->out->arena, violation->message, strlen(violation->message));
  finding.trail.violation = finding.violation;
  finding.trail.has_violation = true;
  verified_add(listener->verified, finding);
}

/* ---- safety ---- */

double verified_coverage(const struct verified *verified) {
  const double states = (double)verified->figures.states;
  return states > 0 ? states / (states + verified->omissions) : 1;
}

/* Not 1 less the coverage: that is 0 where only the rest is too small. */
static double missed_share(const struct verified *verified) {
  const double states = (double)verified->figures.states;
  return verified->omissions > 0
             ? verified->omissions / (states + verified->omissions)
             : 0;
}

double verified_loss(const struct verified *verified) {
  return verified->omissions < 1 ? verified->omissions : 1;
}

/* When the store may have missed something: is that accepted? */
static void judge_loss(const struct verify_config *config, struct arena *arena,
                       struct verified *verified) {
  const double loss = verified_loss(verified);
  /* a chance that is too small for a number is not none */
  if (config->accept_loss > 0 && loss <= config->accept_loss) {
    verified->verdict = VERDICT_HOLDS;
    return;
  }
  verified->verdict = VERDICT_UNKNOWN;
  verified->reason = arena_printf(
      arena, "no violation found, but a state was missed with probability %.2g",
      loss);
}

static void judge(const struct verify_config *config, struct arena *arena,
                  struct verified *verified, enum search_end end) {
  if (verified->unconfirmed != SEARCH_COMPLETE)
    end = verified->unconfirmed;
  verified->complete = end == SEARCH_COMPLETE;
  verified->cut = end == SEARCH_INTERRUPTED || end == SEARCH_TIME ||
                  end == SEARCH_MEMORY || end == SEARCH_STACK;
  if (verified->finding_count > 0) {
    verified->verdict = VERDICT_VIOLATED;
  } else if (!verified->complete) {
    verified->verdict = VERDICT_UNKNOWN;
    verified->reason = search_end_text(end);
  } else if (!verified->exact) {
    judge_loss(config, arena, verified);
  } else {
    verified->verdict = VERDICT_HOLDS;
  }
}

static void measure(struct verified *verified,
                    const struct search_result *result) {
  const struct search_figures *figures = &result->figures;
  verified->searched = true;
  verified->exact = result->exact;
  verified->omissions = figures->omissions;
  verified->figures = *figures;
  verified->memory_bytes = peak_memory();
  verified->bytes_per_state =
      figures->states > 0
          ? (double)figures->store_bytes / (double)figures->states
          : 0;
}

static const char *store_word(const struct verify_config *config,
                              const char *exact) {
  switch (config->store.choice) {
  case STORE_CHOICE_TREE:
    break;
  case STORE_CHOICE_PLAIN:
    return "plain";
  case STORE_CHOICE_COMPACT:
    return "compact";
  case STORE_CHOICE_BITSTATE:
    return "bitstate";
  case STORE_CHOICE_CACHE:
    return "cache";
  }
  return exact;
}

static void note_reduction(struct verified *verified,
                           struct reduction *reduction) {
  verified->reduced = reduction->reduced != NULL;
  verified->not_reduced = reduction->hindrance;
  reduction_clear(reduction);
}

/* Sleep sets go with a store that forgets; reduction, which leaves out more,
 * takes their place.
 */
static bool may_sleep(const struct verify_config *config) {
  return config->store.choice == STORE_CHOICE_CACHE && !config->no_sleep &&
         config->reduce == REDUCE_NEVER;
}

static const char *sleep_hindrance(const struct loaded *loaded) {
  const struct watched nothing = {0};
  return loaded->graph ? "a graph has no processes"
                       : facts_hindrance(loaded->model, &nothing);
}

static struct sleep *open_sleep(const struct verify_config *config,
                                const struct loaded *loaded,
                                struct verified *verified) {
  if (!may_sleep(config) || config->archive == ARCHIVE_DISK)
    return NULL;
  verified->not_asleep = sleep_hindrance(loaded);
  verified->sleeps = !verified->not_asleep;
  return verified->sleeps ? sleep_open(loaded->model) : NULL;
}

/* What a store that forgets gets for an archive: a share of the memory, or as
 * much again of what the states take when their number is given.
 */
static size_t memory_of_archive(const struct store_config *store) {
  enum { STATE_BYTES = 10, SHARE = 8, FEWEST_BYTES = 1 << 20 };
  const size_t most = store->memory_bytes / SHARE;
  if (store->most_states == 0 || store->most_states > most / STATE_BYTES)
    return most;
  const size_t asked = store->most_states * STATE_BYTES / SHARE;
  const size_t wanted = asked > FEWEST_BYTES ? asked : FEWEST_BYTES;
  return wanted < most ? wanted : most;
}

/* A store that replaces states would fill all the memory and leave none to the
 * stack.
 */
static size_t memory_of_store(const struct store_config *config, size_t all) {
  enum { STACK_SHARE = 4, STACK_BYTES = 1 << 22 };
  const size_t stack =
      all / STACK_SHARE < STACK_BYTES ? all / STACK_SHARE : STACK_BYTES;
  return config->choice == STORE_CHOICE_CACHE ? all - stack : all;
}

/* With sleep sets: when states are expanded more often, an archive is better.
 */
static const double MOST_REPEATS = 2;

static enum status search_safety(const struct verify_config *config,
                                 const struct loaded *loaded,
                                 struct verification *out,
                                 struct verified *verified,
                                 enum search_end *end) {
  struct search_config search = config->search;
  search.max_bytes = search_memory(search.max_bytes);
  struct store *store = NULL;
  struct store_config store_config = config->store;
  store_config.memory_bytes = memory_of_store(&store_config, search.max_bytes);
  const struct part part = part_for(out, loaded, NULL, 0);
  search.sleep = open_sleep(config, &part.loaded, verified);
  store_config.notes_sleep = search.sleep != NULL;
  if (search.sleep && config->archive == ARCHIVE_AUTO)
    search.max_repeats = MOST_REPEATS;
  if (store_config.choice == STORE_CHOICE_CACHE && !search.sleep &&
      config->archive != ARCHIVE_NONE)
    store_config.archive_bytes = memory_of_archive(&store_config);
  search.needs_archive = store_config.archive_bytes > 0 && may_sleep(config) &&
                         !sleep_hindrance(&part.loaded);
  enum status status = store_open(&store_config, &store);
  if (status != STATUS_OK) {
    sleep_close(search.sleep);
    return status;
  }

  struct listener listener = {config, out, verified,
                              seconds_on(CLOCK_MONOTONIC)};
  struct observer observer = {&listener, on_progress, on_violation};
  struct search_result result = {0};
  struct reduction reduction;
  reduction_for_safety(config, &part.loaded, part.engine, &reduction);
  struct coverage_count count;
  struct engine *counting =
      coverage_begin(&count, config, loaded->model, reduction.engine);
  status = search_run(&search, counting, store, &observer, &result);
  coverage_end(&count, loaded, part.engine, &verified->coverage);
  note_reduction(verified, &reduction);
  sleep_close(search.sleep);
  verified->unseen = part.unseen;
  *end = result.end;
  measure(verified, &result);
  store_close(store);
  return status;
}

static bool is_over(const struct verify_config *config, double seconds) {
  return config->search.max_seconds > 0 &&
         seconds >= config->search.max_seconds;
}

/* With the time that another search has left; 0 would be no limit. */
static struct verify_config after(const struct verify_config *config,
                                  double seconds) {
  const double least = 1e-3;
  struct verify_config left = *config;
  if (config->search.max_seconds > 0) {
    const double rest = config->search.max_seconds - seconds;
    left.search.max_seconds = rest > least ? rest : least;
  }
  return left;
}

/* Begins anew, with an archive or without. */
static enum status
search_anew(const struct verify_config *config, enum archive_choice archive,
            const struct loaded *loaded, struct verification *out,
            struct verified *verified, enum search_end *end) {
  const struct search_figures before = verified->figures;
  struct verify_config own = after(config, before.seconds);
  own.archive = archive;
  verified->finding_count = 0;
  memory_free(verified->coverage.items);
  verified->coverage = (struct coverage){0};
  verified->sleeps = false;
  const enum status status = search_safety(&own, loaded, out, verified, end);
  verified->figures.seconds += before.seconds;
  verified->figures.cpu_seconds += before.cpu_seconds;
  if (before.archive_problem != 0)
    verified->figures.archive_problem = before.archive_problem;
  return status;
}

/* Has a search with sleep sets failed that may do with an archive? */
static bool asks_for_archive(const struct verify_config *config,
                             const struct verified *verified,
                             enum search_end end) {
  const bool is_full = end == SEARCH_MEMORY || end == SEARCH_STACK;
  return end == SEARCH_REPEATS ||
         (is_full && verified->sleeps && config->archive == ARCHIVE_AUTO);
}

/* Sleep sets keep most searches short.  Where they do not, or take too much
 * memory beside the path, all begins anew with an archive: nothing that was
 * found so far is of use, for in states that were visited statements are still
 * asleep.  If the archive fails, all begins anew with sleep sets, which are
 * better than neither.
 */
static enum status search_safety_as_fits(const struct verify_config *config,
                                         const struct loaded *loaded,
                                         struct verification *out,
                                         struct verified *verified,
                                         enum search_end *end) {
  enum status status = search_safety(config, loaded, out, verified, end);
  if (status == STATUS_OK && asks_for_archive(config, verified, *end)) {
    verified->given_up_at = verified->figures.states;
    status = search_anew(config, ARCHIVE_DISK, loaded, out, verified, end);
  }
  if (status == STATUS_OK && *end == SEARCH_ARCHIVE) {
    verified->archive_lost_at = verified->figures.states;
    status = search_anew(config, ARCHIVE_NONE, loaded, out, verified, end);
  }
  return status;
}

static void check_safety(const struct verify_config *config,
                         const struct loaded *loaded, struct verification *out,
                         struct verified *verified, bool *bug) {
  verified->search = config->search.kind == SEARCH_BFS ? "bfs" : "dfs";
  verified->store = store_word(config, "exact");
  enum search_end end = SEARCH_FAILED;
  enum status status =
      search_safety_as_fits(config, loaded, out, verified, &end);
  if (status == STATUS_OK)
    judge(config, out->arena, verified, end);
  else if (status == STATUS_BAD_INPUT)
    out->problem = "cannot resume: the search in the file makes no sense";
  else
    verified->reason = status_text(status);
  *bug = *bug || (status == STATUS_OK && end == SEARCH_FAILED);
  if (verified->complete && verified->exact)
    unreached_list(loaded, verification_marks(out, loaded), out);
}

/* ---- infinite runs ---- */

/* Unless there was a reason not to search. */
static void conclude(const struct verify_config *config, struct arena *arena,
                     struct verified *verified, enum status status,
                     const struct search_result *result, bool *bug) {
  if (status != STATUS_OK)
    verified->reason = status_text(status);
  if (verified->reason)
    return;
  measure(verified, result);
  judge(config, arena, verified, result->end);
  *bug = *bug || result->end == SEARCH_FAILED;
}

static void check_temporal(const struct verify_config *config,
                           const struct loaded *loaded,
                           const struct property *property,
                           struct verification *out, struct verified *verified,
                           bool *bug) {
  static const char *const searches[] = {[LIVENESS_MAGIC] = "magic",
                                         [LIVENESS_NESTED_A] = "nested-a",
                                         [LIVENESS_NESTED_B] = "nested-b",
                                         [LIVENESS_STRONG] = "scc",
                                         [LIVENESS_BUCHI_DET] = "buchi-det"};
  struct listener listener = {config, out, verified,
                              seconds_on(CLOCK_MONOTONIC)};
  struct observer observer = {&listener, on_progress, on_violation};
  struct search_result result = {0};
  struct temporal_use used = {.search = config->liveness};
  verified->store =
      config->by_components
          ? "bits"
          : store_word(config, config->classic ? "exact" : "hybrid");
  const enum status status =
      temporal_check(config, loaded, property, out, &observer, &result, &used,
                     &verified->reason);
  verified->search = config->by_components ? "scc" : searches[used.search];
  verified->reduced = used.reduced;
  verified->not_reduced = used.not_reduced;
  verified->unseen = used.unseen;
  verified->coverage = used.coverage;
  conclude(config, out->arena, verified, status, &result, bug);
  if (verified->verdict == VERDICT_HOLDS && verified->exact &&
      !config->no_vacuity)
    verified->vacuous = vacuity_reason(config, loaded, property, out,
                                       &result.figures, out->arena);
}

/* ---- finite runs ---- */

static void check_finite(const struct verify_config *config,
                         const struct loaded *loaded,
                         const struct property *property,
                         struct verification *out, struct verified *verified,
                         bool *bug) {
  struct listener listener = {config, out, verified,
                              seconds_on(CLOCK_MONOTONIC)};
  struct observer observer = {&listener, on_progress, on_violation};
  struct search_result result = {0};
  verified->search = "dfs";
  verified->store = store_word(config, config->classic ? "exact" : "hybrid");
  if (config->reduce)
    verified->not_reduced = "a formula over finite runs sees every step";
  const enum status status =
      finite_check(config, loaded, property, out, &observer, &result,
                   &verified->unseen, &verified->coverage, &verified->reason);
  conclude(config, out->arena, verified, status, &result, bug);
}

/* ---- symbolic integers ---- */

static void check_symbolic(const struct verify_config *config,
                           const struct loaded *loaded,
                           const struct property *property,
                           struct verification *out, struct verified *verified,
                           bool *bug) {
  struct listener listener = {config, out, verified,
                              seconds_on(CLOCK_MONOTONIC)};
  struct observer observer = {&listener, on_progress, on_violation};
  const double start = seconds_on(CLOCK_MONOTONIC);
  const double cpu_start = seconds_on(CLOCK_PROCESS_CPUTIME_ID);
  symbolic_check(config, loaded, property, &observer, out->arena, verified,
                 bug);
  verified->engine = "bytecode";
  verified->memory_bytes = peak_memory();
  verified->figures.seconds = seconds_on(CLOCK_MONOTONIC) - start;
  verified->figures.cpu_seconds =
      seconds_on(CLOCK_PROCESS_CPUTIME_ID) - cpu_start;
}

/* ---- all properties ---- */

/* Then what is left is not even prepared; but a search that is saved says so
 * itself.
 */
static bool is_interrupted(const struct verify_config *config) {
  const struct search_config *search = &config->search;
  return !config->checkpoint && search->interrupt && *search->interrupt;
}

static struct verified check_once(const struct verify_config *config,
                                  const struct loaded *loaded,
                                  const struct property *property,
                                  struct verification *out, bool *bug) {
  struct verified verified = {
      .name = property->name,
      .kind = property->kind,
      .verdict = VERDICT_UNKNOWN,
  };
  if (is_interrupted(config))
    verified.reason = search_end_text(search_end_at_interrupt(&config->search));
  else if (config->symbolic)
    check_symbolic(config, loaded, property, out, &verified, bug);
  else if (strcmp(property->kind, "safety") == 0)
    check_safety(config, loaded, out, &verified, bug);
  else if (is_finite_property(property))
    check_finite(config, loaded, property, out, &verified, bug);
  else
    check_temporal(config, loaded, property, out, &verified, bug);
  return verified;
}

static bool same_violation(const struct violation *a,
                           const struct violation *b) {
  return a->kind == b->kind && a->where.source == b->where.source &&
         a->where.offset == b->where.offset &&
         strcmp(a->message, b->message) == 0;
}

/* Adds a finding unless there is one of the same kind at the same place. */
static void join_finding(struct verified *verified, struct finding finding) {
  for (size_t i = 0; i < verified->finding_count; i++)
    if (same_violation(&verified->findings[i].violation, &finding.violation))
      return;
  verified_add(verified, finding);
}

/* The figures are those of the largest search, but for the time.  A state is
 * missed when both have missed it.
 */
static void join_figures(struct verified *verified,
                         const struct verified *next) {
  const double missed = missed_share(verified) * missed_share(next);
  struct search_figures *figures = &verified->figures;
  const double seconds = figures->seconds + next->figures.seconds;
  const double cpu_seconds = figures->cpu_seconds + next->figures.cpu_seconds;
  if (next->complete && next->figures.states > figures->states)
    *figures = next->figures;
  figures->seconds = seconds;
  figures->cpu_seconds = cpu_seconds;
  if (next->memory_bytes > verified->memory_bytes)
    verified->memory_bytes = next->memory_bytes;
  if (next->complete)
    verified->omissions = (double)figures->states * missed / (1 - missed);
}

/* Takes in another search with other hash functions.  One that was not
 * completed takes nothing from what those before have shown.
 */
static void join(const struct verify_config *config, struct arena *arena,
                 struct verified *verified, struct verified *next) {
  for (size_t i = 0; i < next->finding_count; i++)
    join_finding(verified, next->findings[i]);
  memory_free(next->findings);
  memory_free(next->coverage.items);
  join_figures(verified, next);
  verified->complete &= next->complete || next->finding_count == 0;
  if (verified->finding_count > 0) {
    verified->verdict = VERDICT_VIOLATED;
    verified->reason = NULL;
  } else {
    verified->reason = NULL;
    judge_loss(config, arena, verified);
  }
}

static bool is_worth_repeating(const struct verify_config *config,
                               const struct verified *verified) {
  const uint64_t enough = config->search.max_errors;
  return verified->searched && !verified->exact && verified->complete &&
         (enough == 0 || verified->finding_count < enough);
}

void verification_add(struct verification *out, struct verified verified) {
  if (out->count == out->capacity)
    out->properties = vec_grow(out->properties, &out->capacity, out->count + 1,
                               sizeof *out->properties);
  out->properties[out->count++] = verified;
}

static void check_one(const struct verify_config *config,
                      const struct loaded *loaded,
                      const struct property *property, struct verification *out,
                      bool *bug) {
  const double start = seconds_on(CLOCK_MONOTONIC);
  struct verified verified = check_once(config, loaded, property, out, bug);
  bool goes_on = true;
  for (unsigned i = 1; i < config->repeat && goes_on && !*bug; i++) {
    const double used = seconds_on(CLOCK_MONOTONIC) - start;
    struct verify_config again = after(config, used);
    again.store.seed += i;
    if (!is_worth_repeating(config, &verified) || is_over(config, used))
      break;
    struct verified next = check_once(&again, loaded, property, out, bug);
    goes_on = next.complete;
    join(config, out->arena, &verified, &next);
  }
  verified.engine = engine_name(searching_engine(out)); /* at the end */
  *bug |= out->unfounded;
  verification_add(out, verified);
}

/* Progress is looked at only when asked for: models without progress labels
 * would all fail.
 */
static bool is_wanted_unnamed(const struct verify_config *config,
                              const struct model *model,
                              const struct property *property) {
  for (size_t i = 0; i < config->only_from_count; i++)
    if (declared_in(model, property->where, config->only_from[i]))
      return true;
  return config->only_from_count == 0 && !config->only_progress &&
         strcmp(property->kind, "progress") != 0;
}

static bool is_wanted(const struct verify_config *config,
                      const struct model *model,
                      const struct property *property) {
  const char *name = property->name;
  if (config->only_progress && strcmp(property->kind, "progress") == 0)
    return true;
  if (config->property_count == 0)
    return is_wanted_unnamed(config, model, property);
  for (size_t i = 0; i < config->property_count; i++)
    if (strcmp(config->properties[i], name) == 0)
      return true;
  return false;
}

static bool all_known(const struct verify_config *config,
                      const struct properties *properties) {
  for (size_t i = 0; i < config->property_count; i++)
    if (!properties_find(properties, config->properties[i]))
      return false;
  return true;
}

enum status open_search_engine(enum engine_choice execution,
                               const struct engine_config *config,
                               const struct loaded *loaded,
                               struct engine **out) {
  if (loaded->graph || execution == ENGINE_CHOICE_BYTECODE)
    return loaded_engine(loaded, config, out);
  return engine_open_native(loaded->model, config,
                            execution == ENGINE_CHOICE_NATIVE
                                ? ENGINE_WAIT_THOROUGH
                                : ENGINE_WAIT_NOT,
                            out);
}

/* All that the model has; false: not all that was asked for. */
static bool list_properties(const struct verify_config *config,
                            const struct model *model, struct properties *out) {
  *out = (struct properties){0};
  properties_list(model, out);
  if (config->only_progress)
    properties_add_progress(out);
  if (all_known(config, out))
    return true;
  vec_free(out);
  return false;
}

bool verification_list(const struct verify_config *config,
                       const struct loaded *loaded, const char *reason,
                       struct verification *out) {
  struct properties properties;
  if (!list_properties(config, loaded->model, &properties))
    return false;
  for (size_t i = 0; i < properties.count; i++)
    if (is_wanted(config, loaded->model, &properties.items[i]))
      verification_add(out, (struct verified){.name = properties.items[i].name,
                                              .kind = properties.items[i].kind,
                                              .verdict = VERDICT_UNKNOWN,
                                              .reason = reason});
  vec_free(&properties);
  return true;
}

/* The engine for all properties that are wanted.  Where parts of the model are
 * searched it only repeats runs, one statement at a time.
 */
static enum status open_common_engine(const struct verify_config *config,
                                      const struct loaded *loaded,
                                      const struct properties *properties,
                                      struct verification *out) {
  struct verify_config own = *config;
  for (size_t i = 0; i < properties->count; i++) {
    const struct property *property = &properties->items[i];
    if (is_wanted(config, loaded->model, property) &&
        counts_steps(config, loaded, property))
      own.engine.merge = false;
  }
  out->slices = slices_open(&own, loaded, out->arena);
  if (!out->slices)
    return open_search_engine(own.execution, &own.engine, loaded, &out->engine);
  own.engine.merge = false;
  return open_search_engine(ENGINE_CHOICE_BYTECODE, &own.engine, loaded,
                            &out->engine);
}

/* Checks what is wanted, but for what has its verdict already. */
static void check_all(const struct verify_config *config,
                      const struct loaded *loaded,
                      const struct properties *properties,
                      struct resumption *resumption, struct verification *out,
                      bool *bug) {
  size_t done = out->count;
  for (size_t i = 0; i < properties->count && !*bug && !out->problem; i++) {
    if (!is_wanted(config, loaded->model, &properties->items[i]))
      continue;
    if (done > 0) {
      done--;
      continue;
    }
    check_one(config, loaded, &properties->items[i], out, bug);
    if (resumption)
      resumption_advance(resumption);
  }
}

/* What the search for safety would have told about verdicts from a file. */
static void list_unreached(const struct loaded *loaded,
                           struct verification *out) {
  for (size_t i = 0; i < out->count; i++) {
    const struct verified *verified = &out->properties[i];
    if (strcmp(verified->kind, "safety") == 0 && verified->complete &&
        verified->exact)
      unreached_list(loaded, verification_marks(out, loaded), out);
  }
}

static void check_resumed(const struct verify_config *config,
                          const struct loaded *loaded,
                          const struct properties *properties,
                          struct verification *out, bool *bug) {
  struct resumption resumption;
  struct verify_config own = *config;
  out->problem = resumption_open(&resumption, config->checkpoint, loaded, out);
  own.search.checkpoints = &resumption.search;
  if (!out->problem) {
    list_unreached(loaded, out);
    check_all(&own, loaded, properties, &resumption, out, bug);
  }
  resumption_close(&resumption);
}

/* A parameter of a symbolic search is no constant. */
static void help(const struct verify_config *config,
                 const struct loaded *loaded, struct verification *out) {
  struct map parameters = {0};
  if (config->symbolic)
    symbolic_parameters(loaded, &parameters);
  out->help = static_help_of(loaded->model, config->engine.check_overflow,
                             &parameters, out->arena);
  map_free(&parameters);
}

enum verify_end verify(const struct verify_config *config,
                       const struct loaded *loaded, struct verification *out) {
  assert(loaded->model);
  *out = (struct verification){.arena = arena_open()};
  struct properties properties;
  if (!list_properties(config, loaded->model, &properties))
    return VERIFY_NO_PROPERTY;
  bool bug = open_common_engine(config, loaded, &properties, out) != STATUS_OK;
  if (config->slice && !loaded->graph)
    help(config, loaded, out);
  if (!bug && config->checkpoint)
    check_resumed(config, loaded, &properties, out, &bug);
  else if (!bug)
    check_all(config, loaded, &properties, NULL, out, &bug);
  vec_free(&properties);
  return bug ? VERIFY_BUG : out->problem ? VERIFY_NO_RESUMING : VERIFY_DONE;
}

void verification_clear(struct verification *verification) {
  for (size_t i = 0; i < verification->count; i++) {
    symbolic_clear(&verification->properties[i]);
    memory_free(verification->properties[i].findings);
    memory_free(verification->properties[i].coverage.items);
  }
  memory_free(verification->properties);
  move_log_clear(&verification->moves);
  memory_free(verification->unreached);
  slices_close(verification->slices);
  engine_close(verification->engine);
  arena_close(verification->arena);
  *verification = (struct verification){0};
}

enum verdict verification_verdict(const struct verification *verification) {
  enum verdict verdict = VERDICT_HOLDS;
  for (size_t i = 0; i < verification->count; i++) {
    if (verification->properties[i].verdict == VERDICT_VIOLATED)
      return VERDICT_VIOLATED;
    if (verification->properties[i].verdict == VERDICT_UNKNOWN)
      verdict = VERDICT_UNKNOWN;
  }
  return verdict;
}
