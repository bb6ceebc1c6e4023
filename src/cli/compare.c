/* lariat compare: are two systems equivalent? */
#include "report/compare.h"
#include "cli/cli.h"
#include "cli/labels.h"
#include "report/diag.h"

static void print_result(const struct options *options,
                         const struct compared *compared) {
  if (options->json) {
    struct buffer out = {0};
    compare_json(&out, compared);
    fwrite(buffer_text(&out), 1, out.length, stdout);
    buffer_free(&out);
  } else {
    const struct paper paper = paper_stdout(options);
    compare_print(&paper, compared);
  }
}

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
  diag_close(diag);
  sources_close(sources);
  return status;
}

static enum exit_status compare(const struct options *options,
                                const struct compared_side sides[2],
                                const struct labelling *labelling) {
  const struct lts_limits limits = limit_options(options);
  const struct compare_config config = {
      .relation = (enum lts_relation)options->relation,
      .method = (enum compare_method)options->method,
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
  print_result(options, &compared);
  const enum exit_status status = exit_of(&compared);
  compared_clear(&compared);
  return status;
}

enum exit_status compare_command(const struct options *options) {
  const struct preprocess_config preprocess = preprocess_options(options);
  struct labelling labelling;
  struct loaded loaded[2] = {{0}};
  enum exit_status status = EXIT_USAGE;
  if (options->method == METHOD_WORD_ON_THE_FLY &&
      options->relation != LTS_STRONG) {
    fputs("lariat: --method on-the-fly decides --relation strong only\n",
          stderr);
    return EXIT_USAGE;
  }
  if (!labelling_options(options, LABEL_SEND | LABEL_RECEIVE, &labelling))
    return EXIT_USAGE;
  const char *const *paths = options->operands.items;
  if (load_model(options, paths[0], &preprocess, &loaded[0]) &&
      load_model(options, paths[1], &preprocess, &loaded[1])) {
    const struct compared_side sides[2] = {
        {.path = paths[0], .loaded = &loaded[0]},
        {.path = paths[1], .loaded = &loaded[1]}};
    status = compare(options, sides, &labelling);
  }
  loaded_clear(&loaded[0]);
  loaded_clear(&loaded[1]);
  return status;
}
