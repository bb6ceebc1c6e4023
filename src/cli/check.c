/* lariat check: verify a model, tell the answer, save the counterexamples. */
#include "base/text.h"
#include "base/vec.h"
#include "channels/declared.h"
#include "cli/cli.h"
#include "cli/extras.h"
#include "cli/identity.h"
#include "report/json.h"
#include "report/machine_memory.h"
#include "report/progress.h"
#include "report/properties.h"
#include "report/resume.h"
#include "report/slices.h"
#include "report/swarm.h"
#include "report/symbolic_check.h"
#include "report/symbolic_text.h"
#include "report/trace.h"
#include "store/bit_line.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* One check, from the options to the exit status. */
struct task {
  const struct options *options;
  const char *path;
  struct loaded loaded;
  struct verification verification;
  struct arena *arena;      /* names of trace files */
  VEC(const char *) traces; /* one for each finding; NULL: not saved */
  struct extras extras;     /* formulas and claims given apart */
  enum exit_status swept;   /* what a sweep came to */
};

static struct preprocess_config preprocessing(const struct task *task) {
  struct preprocess_config config = preprocess_options(task->options);
  config.extras = task->extras.texts.items;
  config.extra_count = task->extras.texts.count;
  return config;
}

static enum reduce_choice reduce_choice(const struct options *options) {
  if (options->no_reduce || options->spin_counts)
    return REDUCE_NEVER;
  return options->reduce ? REDUCE_ALWAYS : REDUCE_FREELY;
}

/* The search for infinite runs goes with the word for the search, but strong
 * fairness needs its own.
 */
static enum liveness_kind liveness_search(const struct options *options) {
  if (options->fair == FAIR_WORD_STRONG)
    return LIVENESS_STRONG;
  switch (options->search) {
  case SEARCH_WORD_NESTED_A:
    return LIVENESS_NESTED_A;
  case SEARCH_WORD_NESTED_B:
    return LIVENESS_NESTED_B;
  case SEARCH_WORD_BUCHI_DET:
    return LIVENESS_BUCHI_DET;
  default:
    return LIVENESS_MAGIC;
  }
}

static enum engine_choice engine_choice(const struct options *options) {
  switch (options->engine) {
  case ENGINE_WORD_BYTECODE:
    return ENGINE_CHOICE_BYTECODE;
  case ENGINE_WORD_NATIVE:
    return ENGINE_CHOICE_NATIVE;
  default:
    return ENGINE_CHOICE_AUTO;
  }
}

static enum store_choice store_choice(const struct options *options) {
  switch (options->store) {
  case STORE_WORD_PLAIN:
    return STORE_CHOICE_PLAIN;
  case STORE_WORD_COMPACT:
    return STORE_CHOICE_COMPACT;
  case STORE_WORD_BITSTATE:
    return STORE_CHOICE_BITSTATE;
  case STORE_WORD_CACHE:
    return STORE_CHOICE_CACHE;
  default: /* a cache is exact as long as its states fit */
    return options->when_full == WHEN_FULL_WORD_CACHE ? STORE_CHOICE_CACHE
                                                      : STORE_CHOICE_TREE;
  }
}

static struct store_config store_options(const struct options *options) {
  enum { USUAL_BITS = 1 << 28 }; /* in bytes */
  return (struct store_config){
      .choice = store_choice(options),
      .seed = options->seed >= 0 ? (uint64_t)options->seed : 0,
      .fingerprint_bits = (uint32_t)options->fingerprint_bits,
      .array_bytes = options->bit_memory > 0 ? (size_t)options->bit_memory
                     : options->memory > 0   ? 0
                                             : USUAL_BITS,
      .hash_functions = (uint32_t)options->hash_functions,
      .bit_layout = (enum bit_layout)options->bits,
      .replacement = (enum replacement)options->replace,
      .most_states = (uint64_t)options->cache_states,
      .then_bits = options->when_full == WHEN_FULL_WORD_BITSTATE};
}

static struct verify_config configure(const struct options *options,
                                      struct progress *progress) {
  struct verify_config config = {
      .properties = options->properties.items,
      .property_count = options->properties.count,
      .engine = engine_options(options),
      .execution = engine_choice(options),
      .search =
          {
              .kind =
                  options->search == SEARCH_WORD_BFS ? SEARCH_BFS : SEARCH_DFS,
              .all_paths = options->spin_counts,
              .max_depth = (uint64_t)options->depth,
              .max_errors = errors_wanted((uint64_t)options->max_errors,
                                          options->keep_going),
              .max_seconds = options->time,
              .max_bytes = (size_t)options->memory,
              .interrupt = interrupt_flag(),
          },
      .store = store_options(options),
      .accept_loss = options->accept_loss,
      .repeat = (unsigned)options->repeat,
      .liveness = liveness_search(options),
      .choose_search = options->search == SEARCH_WORD_DFS ||
                       options->search == SEARCH_WORD_BFS,
      .by_components = options->search == SEARCH_WORD_SCC,
      .classic = options->store == STORE_WORD_EXACT,
      .fairness = options->fair == FAIR_WORD_WEAK     ? FAIRNESS_WEAK
                  : options->fair == FAIR_WORD_LABELS ? FAIRNESS_LABELS
                                                      : FAIRNESS_NONE,
      .deadlock_free = options->deadlock_free,
      .reduce = reduce_choice(options),
      .no_sleep = options->no_sleep,
      .archive = (enum archive_choice)options->archive,
      .slice = !options->no_slice && !options->spin_counts,
      .coverage = options->coverage,
      .no_vacuity = options->no_vacuity,
      .finite_runs = options->finite_runs == FINITE_RUNS_WORD_TERMINATED
                         ? FINITE_TERMINATED
                         : FINITE_PREFIX,
      .only_progress = options->progress,
  };
  config.engine.merge = !options->no_merge && !options->spin_counts &&
                        config.search.kind == SEARCH_DFS;
  if (!options->quiet && isatty(STDERR_FILENO)) {
    config.progress = progress_show;
    config.progress_context = progress;
  }
  return config;
}

/* ---- traces ---- */

/* t.json, then t.2.json: the number stands before the ending. */
static const char *numbered(const struct task *task, const char *path,
                            size_t number) {
  const char *base = text_file_name(path);
  const char *dot = strrchr(base, '.');
  if (number == 1)
    return path;
  if (!dot || dot == base)
    dot = base + strlen(base);
  return arena_printf(task->arena, "%.*s.%zu%s", (int)(dot - path), path,
                      number, dot);
}

/* m.pml.trace.json in the current folder, then m.pml.2.trace.json ... */
static const char *trace_path(const struct task *task, size_t number) {
  const char *base = text_file_name(task->path);
  const char *file = task->options->trace_file;
  if (strcmp(base, "-") == 0)
    base = "stdin";
  if (file)
    return numbered(task, file, number);
  return number == 1
             ? arena_printf(task->arena, "%s.trace.json", base)
             : arena_printf(task->arena, "%s.%zu.trace.json", base, number);
}

/* A run with values for parameters has its own engine. */
static struct engine *engine_for(const struct task *task,
                                 const struct finding *finding) {
  return finding->symbolic ? finding->symbolic->engine
                           : task->verification.engine;
}

/* A trace that cannot be saved is worth a word, not a failure. */
static const char *save_trace(const struct task *task, const char *property,
                              const struct finding *finding) {
  const char *path = trace_path(task, task->traces.count + 1);
  struct trace_header header = {
      .model = task->path,
      .property = property,
      .preprocess = preprocessing(task),
      .engine = engine_options(task->options),
      .capacities = task->options->capacities.items,
      .capacity_count = task->options->capacities.count,
  };
  if (finding->symbolic) {
    header.parameters = finding->symbolic->parameters;
    header.parameter_count = finding->symbolic->parameter_count;
  }
  enum status status = trace_write(path, &header, &task->loaded,
                                   engine_for(task, finding), &finding->trail);
  if (status == STATUS_OK)
    return path;
  fprintf(stderr, "lariat: warning: cannot save the trace to %s: %s\n", path,
          status == STATUS_IO ? strerror(errno) : status_text(status));
  return NULL;
}

static void save_traces(struct task *task) {
  bool wanted =
      trace_option(task->options) != TRACE_OFF || task->options->trace_file;
  for (size_t i = 0; i < task->verification.count; i++) {
    const struct verified *verified = &task->verification.properties[i];
    for (size_t j = 0; j < verified->finding_count; j++) {
      const char *path =
          wanted ? save_trace(task, verified->name, &verified->findings[j])
                 : NULL;
      vec_push(&task->traces, path);
    }
  }
}

/* ---- the answer ---- */

/* One of several violations: what it is. */
static void print_heading(const struct task *task, const struct paper *paper,
                          const struct verified *verified, size_t index) {
  fprintf(paper->out, "violation %zu of %zu: ", index + 1,
          verified->finding_count);
  text_violation(paper, &task->loaded, &verified->findings[index].violation);
  fputc('\n', paper->out);
}

static void print_run(const struct task *task, const struct paper *paper,
                      const struct finding *finding) {
  if (finding->symbolic)
    symbolic_text_finding(paper, finding->symbolic);
  text_run(paper, &task->loaded, engine_for(task, finding), &finding->trail,
           trace_option(task->options));
}

static void print_finding(const struct task *task, const struct paper *paper,
                          const struct verified *verified, size_t index,
                          const char *trace) {
  const struct finding *finding = &verified->findings[index];
  bool has_run = trace_option(task->options) != TRACE_OFF;
  if (has_run)
    fputc('\n', paper->out);
  if (verified->finding_count > 1)
    print_heading(task, paper, verified, index);
  if (has_run)
    print_run(task, paper, finding);
  if (trace)
    text_saved(paper, task->path, trace);
}

static void print_text(const struct task *task) {
  struct paper paper = paper_stdout(task->options);
  size_t finding = 0;
  for (size_t i = 0; i < task->verification.count; i++) {
    const struct verified *verified = &task->verification.properties[i];
    text_verdict(&paper, &task->loaded, verified);
    if (task->options->quiet)
      continue;
    text_figures(&paper, verified);
    for (size_t j = 0; j < verified->finding_count; j++, finding++)
      print_finding(task, &paper, verified, j, task->traces.items[finding]);
  }
  if (!task->options->quiet)
    text_static_help(&paper, &task->verification);
  if (!task->options->quiet)
    text_unreached(&paper, &task->verification);
}

static void print_json(const struct task *task) {
  struct buffer out = {0};
  json_check(&out, &task->loaded, task->path, &task->verification,
             task->traces.items);
  print_buffer(&out);
}

static enum exit_status answer(struct task *task) {
  static const enum exit_status statuses[] = {
      [VERDICT_HOLDS] = EXIT_HOLDS,
      [VERDICT_VIOLATED] = EXIT_VIOLATED,
      [VERDICT_UNKNOWN] = EXIT_UNKNOWN,
  };
  save_traces(task);
  if (task->options->json)
    print_json(task);
  else
    print_text(task);
  return statuses[verification_verdict(&task->verification)];
}

/* ---- what may go wrong ---- */

static enum exit_status give_up(const struct task *task,
                                enum exit_status status, const char *message) {
  return fail(task->options, task->path, status, message);
}

static enum exit_status unknown_property(const struct task *task) {
  struct properties properties = {0};
  properties_list(task->loaded.model, &properties);
  struct buffer message = {0};
  for (size_t i = 0; i < task->options->properties.count; i++) {
    const char *name = task->options->properties.items[i];
    if (!properties_find(&properties, name) && message.length == 0)
      buffer_printf(&message, "no property %s; the model has ", name);
  }
  for (size_t i = 0; i < properties.count; i++)
    buffer_printf(&message, "%s%s", i > 0 ? ", " : "",
                  properties.items[i].name);
  enum exit_status status = give_up(task, EXIT_USAGE, buffer_text(&message));
  buffer_free(&message);
  vec_free(&properties);
  return status;
}

/* Speed alone is lost, so one line is enough. */
static void tell_problem(const struct task *task) {
  const struct engine *engine = searching_engine(&task->verification);
  const char *problem = engine ? engine_problem(engine) : NULL;
  if (problem && !task->options->quiet)
    fprintf(stderr, "lariat: interpreted: %s\n", problem);
}

/* Capacities other than those declared; NULL, or what is wrong with them. */
static const char *set_rooms(const struct task *task,
                             struct engine_config *engine) {
  const struct string_list *capacities = &task->options->capacities;
  const struct declared_channels declared =
      declared_list(task->loaded.model, task->arena);
  struct channel_room *rooms = NULL;
  struct buffer error = {0};
  const char *problem = NULL;
  if (declared_read_rooms(&declared, capacities->items, capacities->count,
                          task->arena, &rooms, &error))
    engine->rooms = rooms;
  else
    problem = arena_printf(task->arena, "--capacity %s", buffer_text(&error));
  engine->room_count = capacities->count;
  buffer_free(&error);
  return problem;
}

static enum exit_status conclude(struct task *task, enum verify_end end,
                                 enum exit_status (*done)(struct task *task)) {
  switch (end) {
  case VERIFY_DONE:
    return done(task);
  case VERIFY_NO_PROPERTY:
    return unknown_property(task);
  case VERIFY_NO_RESUMING:
    return give_up(task, EXIT_USAGE, task->verification.problem);
  case VERIFY_BUG:
    break;
  }
  return give_up(task, EXIT_INTERNAL,
                 "internal error: a counterexample could not be repeated");
}

static enum exit_status swept(struct task *task) {
  return task->swept;
}

static enum exit_status sweep(struct task *task,
                              const struct verify_config *config,
                              struct progress *progress) {
  const char *problem;
  const enum verify_end end =
      sweep_command(task->options, task->path, &task->loaded, config, &problem,
                    task->arena, &task->swept);
  progress_erase(progress);
  return problem ? give_up(task, EXIT_USAGE, problem)
                 : conclude(task, end, swept);
}

/* ---- symbolic integers ---- */

static struct symbolic_wish symbolic_wish(const struct options *options) {
  return (struct symbolic_wish){.unbounded =
                                    options->integers == INTEGER_WORD_UNBOUNDED,
                                .symbolic_names = options->symbolic_names.items,
                                .symbolic_count = options->symbolic_names.count,
                                .explicit_names = options->explicit_names.items,
                                .explicit_count = options->explicit_names.count,
                                .shown = options->shown.items,
                                .shown_count = options->shown.count};
}

/* Are there all places and variables that the options name? */
static bool knows_names(const struct task *task) {
  const struct options *options = task->options;
  const struct model *model = task->loaded.model;
  struct buffer error = {0};
  bool can = true;
  for (size_t i = 0; i < options->shown.count && can; i++)
    can = symbolic_can_show(model, options->shown.items[i], &error);
  for (size_t i = 0; i < options->symbolic_names.count && can; i++)
    can = symbolic_has_variable(model, "--symbolic-variable",
                                options->symbolic_names.items[i], &error);
  for (size_t i = 0; i < options->explicit_names.count && can; i++)
    can = symbolic_has_variable(model, "--explicit-variable",
                                options->explicit_names.items[i], &error);
  if (!can)
    (void)give_up(task, EXIT_USAGE, buffer_text(&error));
  buffer_free(&error);
  return can;
}

/* ---- checkpoints ---- */

static void warn(void *context, const char *message) {
  (void)context;
  fprintf(stderr, "lariat: warning: %s\n", message);
}

static struct checkpoint_wish checkpoint_wish(const struct task *task,
                                              char *identity) {
  enum { USUAL_SECONDS = 600 };
  const struct options *options = task->options;
  identity_text(options, IN_CHECK, &task->loaded, identity);
  return (struct checkpoint_wish){
      .path = options->checkpoint,
      .resume = options->resume,
      .identity = identity,
      .every_seconds = options->checkpoint_every > 0 ? options->checkpoint_every
                                                     : USUAL_SECONDS,
      .warn = warn};
}

/* What cannot be saved, or NULL. */
static const char *checkpoint_misfit(const struct options *options) {
  if (options->checkpoint_every > 0 && !options->checkpoint)
    return "--checkpoint-every goes with --checkpoint";
  if (!options->checkpoint && !options->resume)
    return NULL;
  if (options->symbolic || options->channel_sweep)
    return "--checkpoint and --resume do not go with --symbolic and "
           "--channel-sweep";
  if (options->coverage)
    return "--checkpoint and --resume do not go with --coverage: executions "
           "are not saved";
  if (store_choice(options) != STORE_CHOICE_TREE)
    return "--checkpoint and --resume go with --store auto, exact or hybrid, "
           "and "
           "not with --when-full cache";
  return NULL;
}

/* ---- swarms ---- */

static enum verify_end swarm(struct task *task,
                             const struct verify_config *config) {
  const struct options *options = task->options;
  const struct swarm_wish wish = {
      .searches = (unsigned)options->swarm,
      .jobs = (unsigned)options->jobs,
      .seed = options->seed >= 0 ? (uint64_t)options->seed : 1,
      .warn = warn};
  return swarm_verify(config, &wish, &task->loaded, &task->verification);
}

static const char *swarm_misfit(const struct options *options) {
  if (options->jobs > 0 && options->swarm == 0)
    return "--jobs goes with --swarm";
  if (options->swarm == 0)
    return NULL;
  if (options->store >= 0 && options->store != STORE_WORD_BITSTATE)
    return "--swarm goes with --store bitstate, which it takes by itself";
  if (options->search == SEARCH_WORD_BFS ||
      options->search == SEARCH_WORD_SCC ||
      liveness_needs_exact_store(liveness_search(options)))
    return "--swarm goes with --search dfs, magic and nested-b";
  if (options->symbolic || options->channel_sweep || options->checkpoint ||
      options->resume || options->coverage ||
      options->when_full != WHEN_FULL_WORD_STOP || options->repeat > 0)
    return "--swarm does not go with --symbolic, --channel-sweep, "
           "--checkpoint, --resume, --coverage, --when-full and --repeat";
  return NULL;
}

/* The stack needs room, too. */
static void warn_of_bits(const struct options *options) {
  const size_t most = store_most_bits(search_memory((size_t)options->memory));
  char text[128];
  if (options->bit_memory <= 0 || (size_t)options->bit_memory <= most)
    return;
  snprintf(text, sizeof text,
           "--bit-memory is more than there is room for: %.1f MB are used",
           (double)most / 1e6);
  warn(NULL, text);
}

/* Options about infinite runs, where no property is. */
static void warn_of_runs(const struct task *task) {
  const struct options *options = task->options;
  const struct verification *verification = &task->verification;
  bool has_infinite = false;
  for (size_t i = 0; i < verification->count; i++) {
    const char *kind = verification->properties[i].kind;
    has_infinite |= strcmp(kind, "safety") != 0 && strcmp(kind, "finite") != 0;
  }
  if (has_infinite || options->symbolic || verification->count == 0)
    return;
  if (options->assumptions.count > 0 || options->fair != FAIR_WORD_NONE ||
      options->deadlock_free)
    warn(NULL, "--assume, --fair and --deadlock-free are about infinite runs: "
               "no property that was checked is");
}

static enum exit_status check(struct task *task) {
  struct progress progress = {.out = stderr};
  struct verify_config config = configure(task->options, &progress);
  config.only_from = task->extras.only_from.items;
  config.only_from_count = task->extras.only_from.count;
  config.good_from = task->extras.good_from.items;
  config.good_from_count = task->extras.good_from.count;
  const char *problem = set_rooms(task, &config.engine);
  if (problem)
    return give_up(task, EXIT_USAGE, problem);
  warn_of_bits(task->options);
  if (task->options->channel_sweep)
    return sweep(task, &config, &progress);
  struct symbolic_wish wish = symbolic_wish(task->options);
  if (task->options->symbolic) {
    if (!knows_names(task))
      return EXIT_USAGE;
    config.symbolic = &wish;
    config.execution = ENGINE_CHOICE_BYTECODE;
  }
  char identity[2 * DIGEST_BYTES + 1];
  const struct checkpoint_wish saved = checkpoint_wish(task, identity);
  if (saved.path || saved.resume)
    config.checkpoint = &saved;
  enum verify_end end =
      task->options->swarm > 0
          ? swarm(task, &config)
          : verify(&config, &task->loaded, &task->verification);
  progress_erase(&progress);
  tell_problem(task);
  if (end == VERIFY_DONE)
    warn_of_runs(task);
  return conclude(task, end, answer);
}

/* A store that may miss states does for searches whose stack holds the whole
 * run, and some options are about nothing else.
 */
static const char *store_misfit(const struct options *options) {
  if (options->when_full != WHEN_FULL_WORD_STOP && options->store >= 0 &&
      options->store != STORE_WORD_EXACT &&
      options->store != STORE_WORD_HYBRID && options->store != STORE_WORD_AUTO)
    return "--when-full goes with --store auto, exact and hybrid";
  if (options->bit_memory > 0 && options->bit_memory < BIT_LINE_BYTES)
    return "--bit-memory: too small for a single line of 64 bytes";
  if (store_choice(options) == STORE_CHOICE_CACHE &&
      ((liveness_search(options) != LIVENESS_MAGIC &&
        liveness_search(options) != LIVENESS_BUCHI_DET) ||
       options->search == SEARCH_WORD_BFS ||
       options->search == SEARCH_WORD_SCC))
    return options->store == STORE_WORD_CACHE
               ? "--store cache goes with --search dfs, magic and buchi-det, "
                 "and "
                 "not with --fair strong"
               : "--when-full cache goes with --search dfs, magic and "
                 "buchi-det, and not with --fair strong";
  if (!store_choice_is_exact(store_choice(options)) || options->swarm > 0)
    return options->fair == FAIR_WORD_STRONG
               ? "--fair strong needs --store exact or hybrid"
           : liveness_needs_exact_store(liveness_search(options)) ||
                   options->search == SEARCH_WORD_SCC
               ? "this search needs --store exact or hybrid; use --search dfs, "
                 "bfs, magic or nested-b"
               : NULL;
  if (options->repeat > 0 || (options->accept_loss > 0 &&
                              options->when_full != WHEN_FULL_WORD_BITSTATE))
    return "--repeat and --accept-loss are for --store compact and bitstate";
  return NULL;
}

static const char *search_misfit(const struct options *options) {
  if (options->search == SEARCH_WORD_BUCHI_DET &&
      options->fair != FAIR_WORD_NONE)
    return "--search buchi-det looks at all runs, fair or not; use --search "
           "magic with --fair";
  if (options->search == SEARCH_WORD_SCC &&
      !is_graph_path(options->operands.items[0]))
    return "--search scc follows transitions backwards, so it goes with graphs "
           "(.aut) only";
  return NULL;
}

/* An option that means nothing without another one. */
struct dependence {
  bool is_given, has_other;
  const char *message;
};

static const char *dependence_misfit(const struct options *options) {
  const enum store_choice store = store_choice(options);
  const bool symbolic = options->symbolic;
  const bool cache = store == STORE_CHOICE_CACHE;
  const bool bits = store == STORE_CHOICE_BITSTATE || options->swarm > 0 ||
                    options->when_full == WHEN_FULL_WORD_BITSTATE;
  const struct dependence all[] = {
      {options->channels.count > 0, options->channel_sweep,
       "--channel goes with --channel-sweep"},
      {options->no_sleep, cache,
       "--no-sleep goes with --store cache and --when-full cache"},
      {options->archive != 0, cache,
       "--archive goes with --store cache and --when-full cache"},
      {options->replace != 0, cache,
       "--replace goes with --store cache and --when-full cache"},
      {options->cache_states > 0, cache,
       "--cache-states goes with --store cache and --when-full cache"},
      {options->fingerprint_bits > 0, store == STORE_CHOICE_COMPACT,
       "--fingerprint-bits goes with --store compact"},
      {options->hash_functions > 0 || options->bits != 0 ||
           options->bit_memory > 0,
       bits,
       "--hash-functions, --bits and --bit-memory go with --store bitstate"},
      {options->integers != INTEGER_WORD_WRAP, symbolic,
       "--integers goes with --symbolic"},
      {options->symbolic_names.count > 0 || options->explicit_names.count > 0,
       symbolic,
       "--symbolic-variable and --explicit-variable go with --symbolic"},
      {options->shown.count > 0, symbolic, "--show goes with --symbolic"},
      {options->finite_runs != FINITE_RUNS_WORD_PREFIX,
       options->finite_formulas.count > 0, "--finite-runs goes with --finite"},
  };
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    if (all[i].is_given && !all[i].has_other)
      return all[i].message;
  return NULL;
}

/* Sets of states have no store, no order and no depth. */
static const char *symbolic_misfit(const struct options *options) {
  if (!options->symbolic)
    return NULL;
  if (options->search != SEARCH_WORD_DFS || options->store >= 0 ||
      options->when_full != WHEN_FULL_WORD_STOP)
    return "--search, --store and --when-full do not go with --symbolic";
  if (options->depth > 0)
    return "--depth does not go with --symbolic";
  if (options->coverage || options->spin_counts)
    return "--coverage and --spin-counts do not go with --symbolic";
  if (options->engine == ENGINE_WORD_NATIVE)
    return "--engine native does not go with --symbolic";
  return NULL;
}

static const char *threads_misfit(const struct options *options) {
  return options->threads > 1
             ? "--threads with more than one: not supported by this version"
             : NULL;
}

/* Options that do not go together, or NULL. */
static const char *misfit(const struct options *options) {
  static const char *(*const tests[])(const struct options *) = {
      dependence_misfit, store_misfit,  checkpoint_misfit, swarm_misfit,
      threads_misfit,    search_misfit, symbolic_misfit};
  for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
    const char *problem = tests[i](options);
    if (problem)
      return problem;
  }
  return NULL;
}

/* Without a limit, what there is. */
static size_t preparing_memory(const struct options *options) {
  return options->memory > 0 ? (size_t)options->memory : usable_memory();
}

static enum exit_status load_and_check(struct task *task,
                                       struct patience *patience) {
  const struct limit limit = patience_limit(patience);
  struct preprocess_config preprocess = preprocessing(task);
  preprocess.limit = &limit;
  if (load_model(task->options, task->path, &preprocess, &task->loaded))
    return check(task);
  if (diag_errors(task->loaded.diag) == 0)
    return fail(task->options, task->path, EXIT_UNKNOWN,
                search_end_text(patience->end));
  return fail_by_errors(task->options, task->path, task->loaded.diag);
}

enum exit_status check_command(const struct options *options) {
  const char *problem = misfit(options);
  if (problem)
    return fail(options, options->operands.items[0], EXIT_USAGE, problem);
  struct task task = {
      .options = options,
      .path = options->operands.items[0],
      .arena = arena_open(),
  };
  const struct search_config limits = {.max_seconds = options->time,
                                       .max_bytes = preparing_memory(options),
                                       .interrupt = interrupt_flag()};
  struct patience patience = patience_begin(&limits);
  enum exit_status status;
  if (extras_init(&task.extras, options, &patience))
    status = load_and_check(&task, &patience);
  else
    status = patience.end == SEARCH_COMPLETE ? EXIT_USAGE : EXIT_UNKNOWN;
  verification_clear(&task.verification);
  loaded_clear(&task.loaded);
  vec_free(&task.traces);
  extras_clear(&task.extras);
  arena_close(task.arena);
  return status;
}
