/* lariat compare: are two systems equivalent? */
#include "report/compare.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/labels.h"
#include "report/compare_run.h"
#include "report/diag.h"
#include "report/trace.h"

#include <errno.h>
#include <string.h>

/* Are pairs forgotten when there is no room for more? */
static bool replaces(const struct options *options) {
  return options->pair_store == PAIR_STORE_WORD_CACHE ||
         options->most_pairs > 0;
}

static void print_result(const struct options *options,
                         const struct compared *compared) {
  if (options->json) {
    struct buffer out = {0};
    compare_json(&out, compared);
    print_buffer(&out);
  } else {
    const struct paper paper = paper_stdout(options);
    compare_print(&paper, compared, options->quiet);
  }
}

/* ---- the runs that show a difference ---- */

static const char *base_name(const char *path) {
  return strcmp(path, "-") == 0 ? "stdin" : text_file_name(path);
}

/* A file of its own for each side, also when both have one name. */
static const char *trace_path(const struct compared *compared, int side,
                              struct arena *arena) {
  const char *name = base_name(compared->sides[side].path);
  const bool is_taken =
      side == 1 && strcmp(name, base_name(compared->sides[0].path)) == 0;
  return arena_printf(arena, "%s%s.trace.json", name, is_taken ? ".2" : "");
}

/* Saves the run of a side; false when the model does not repeat it. */
static bool save_run(const struct options *options, struct compared *compared,
                     int side, struct engine *engine, struct arena *arena) {
  const struct loaded *loaded = compared->sides[side].loaded;
  const char *path = trace_path(compared, side, arena);
  const struct trace_header header = {
      .model = compared->sides[side].path,
      .property = arena_printf(arena, "compare with %s",
                               compared->sides[1 - side].path),
      .preprocess = preprocess_options(options),
      .engine = engine_options(options)};
  struct trail trail;
  const bool repeats = compared_trail(compared, side, engine, &trail);
  const enum status status =
      repeats ? trace_write(path, &header, loaded, engine, &trail) : STATUS_OK;
  if (status != STATUS_OK)
    fprintf(stderr, "lariat: warning: cannot save the trace to %s: %s\n", path,
            status == STATUS_IO ? strerror(errno) : status_text(status));
  else if (repeats)
    compared->traces[side] = path;
  memory_free(trail.moves);
  return repeats;
}

static bool save_runs(const struct options *options, struct compared *compared,
                      struct arena *arena) {
  bool repeat = true;
  for (int side = 0; side < 2; side++) {
    struct engine *engine = NULL;
    const struct engine_config config = engine_options(options);
    if (!compared_has_run(compared, side) ||
        loaded_engine(compared->sides[side].loaded, &config, &engine) !=
            STATUS_OK)
      continue;
    repeat = save_run(options, compared, side, engine, arena) && repeat;
    engine_close(engine);
  }
  return repeat;
}

/* ---- the answer ---- */

static enum exit_status exit_of(const struct compared *compared) {
  static const enum exit_status statuses[] = {[LTS_EQUIVALENT] = EXIT_HOLDS,
                                              [LTS_DIFFERENT] = EXIT_VIOLATED,
                                              [LTS_UNKNOWN] = EXIT_UNKNOWN};
  if (!compared->comparison.failed)
    return statuses[compared->comparison.answer];
  fputs("lariat: internal error: what tells them apart is not true\n", stderr);
  return EXIT_INTERNAL;
}

static enum exit_status exit_of_formula(const struct formula_compared *found) {
  if (!found->known[0] || !found->known[1])
    return EXIT_UNKNOWN;
  return found->holds[0] == found->holds[1] ? EXIT_HOLDS : EXIT_VIOLATED;
}

/* Of --formula: 0 when both have it or both have not. */
static enum exit_status look_at_formula(const struct options *options,
                                        const struct compare_config *config,
                                        const struct compared_side sides[2]) {
  struct sources *sources = sources_open();
  struct diag *diag = diag_open(sources);
  struct formula_compared found;
  enum exit_status status = EXIT_USAGE;
  if (compare_formula(config, sides, options->formula, diag, &found)) {
    const struct paper paper = paper_stdout(options);
    struct buffer out = {0};
    if (options->json)
      formula_compared_json(&out, sides, options->formula, &found);
    else
      formula_compared_print(&paper, sides, &found);
    fputs(buffer_text(&out), stdout);
    buffer_free(&out);
    status = exit_of_formula(&found);
  }
  const struct paper paper = paper_stderr(options);
  diag_print(&paper, diag);
  if (diag_errors(diag) > 0)
    status = fail_by_errors(options, sides[0].path, diag);
  diag_close(diag);
  sources_close(sources);
  return status;
}

static enum exit_status tell(const struct options *options,
                             struct compared *compared) {
  struct arena *arena = arena_open();
  enum exit_status status = EXIT_INTERNAL;
  if (options->saved_runs == SAVED_WORD_OFF ||
      save_runs(options, compared, arena)) {
    print_result(options, compared);
    status = exit_of(compared);
  } else {
    status = fail(options, compared->sides[0].path, EXIT_INTERNAL,
                  "internal error: a run does not repeat");
  }
  arena_close(arena);
  return status;
}

static enum exit_status compare(const struct options *options,
                                const struct compared_side sides[2],
                                const struct labelling *labelling) {
  const struct lts_limits limits = limit_options(options);
  const struct compare_config config = {
      .relation = (enum lts_relation)options->relation,
      .method = replaces(options) ? COMPARE_ON_THE_FLY
                                  : (enum compare_method)options->method,
      .replaces = replaces(options),
      .most_pairs = (uint64_t)options->most_pairs,
      .graph = {.labelling = *labelling,
                .engine = engine_options(options),
                .max_states = (uint64_t)options->max_states,
                .max_bytes = limits.max_bytes,
                .limits = &limits},
  };
  if (options->formula)
    return look_at_formula(options, &config, sides);
  struct compared compared;
  compare_systems(&config, sides, &compared);
  const enum exit_status status = tell(options, &compared);
  compared_clear(&compared);
  return status;
}

/* Options that do not go together, or NULL. */
static const char *misfit(const struct options *options) {
  const bool on_the_fly = options->method == METHOD_WORD_ON_THE_FLY;
  if (on_the_fly && options->relation != LTS_STRONG)
    return "--method on-the-fly decides --relation strong only";
  if (replaces(options) && (options->relation != LTS_STRONG ||
                            options->method == METHOD_WORD_REFINE))
    return "--store cache and --cache-states are for --relation strong, "
           "--method on-the-fly";
  return NULL;
}

static enum exit_status load_and_compare(const struct options *options,
                                         const struct labelling *labelling,
                                         struct loaded loaded[2]) {
  const struct preprocess_config preprocess = preprocess_options(options);
  const char *const *paths = options->operands.items;
  struct compared_side sides[2];
  for (int i = 0; i < 2; i++) {
    if (!load_model(options, paths[i], &preprocess, &loaded[i]))
      return fail_by_errors(options, paths[i], loaded[i].diag);
    sides[i] = (struct compared_side){.path = paths[i], .loaded = &loaded[i]};
  }
  return compare(options, sides, labelling);
}

enum exit_status compare_command(const struct options *options) {
  struct labelling labelling;
  struct loaded loaded[2] = {{0}};
  const char *problem = misfit(options);
  if (problem)
    return fail(options, options->operands.items[0], EXIT_USAGE, problem);
  if (!labelling_options(options, LABEL_SEND | LABEL_RECEIVE, &labelling))
    return EXIT_USAGE;
  const enum exit_status status = load_and_compare(options, &labelling, loaded);
  loaded_clear(&loaded[0]);
  loaded_clear(&loaded[1]);
  return status;
}
