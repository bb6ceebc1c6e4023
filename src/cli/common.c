/* What the commands share: reading a model, and where output goes. */
#include "cli/cli.h"
#include "report/diag.h"
#include "report/json.h"

static bool goes_on(void *context, size_t bytes) {
  bool *was_cut = context;
  (void)bytes;
  *was_cut |= *interrupt_flag() != 0;
  return !*was_cut;
}

struct engine_limit interrupt_limit(bool *was_cut) {
  *was_cut = false;
  return (struct engine_limit){goes_on, was_cut};
}

struct paper paper_stdout(const struct options *options) {
  return (struct paper){stdout, !options->no_color && paper_may_color(stdout),
                        paper_columns(stdout)};
}

struct paper paper_stderr(const struct options *options) {
  return (struct paper){stderr, !options->no_color && paper_may_color(stderr),
                        paper_columns(stderr)};
}

struct preprocess_config preprocess_options(const struct options *options) {
  return (struct preprocess_config){
      .defines = options->defines.items,
      .define_count = options->defines.count,
      .include_dirs = options->include_dirs.items,
      .include_dir_count = options->include_dirs.count,
  };
}

struct engine_config engine_options(const struct options *options) {
  return (struct engine_config){
      .strict_ends = options->strict_ends,
      .check_overflow = options->check_overflow,
      .memory_bytes = (size_t)options->memory,
  };
}

enum trace_mode trace_option(const struct options *options) {
  static const enum trace_mode modes[] = {
      [TRACE_WORD_FULL] = TRACE_FULL,
      [TRACE_WORD_DIFF] = TRACE_DIFF,
      [TRACE_WORD_OFF] = TRACE_OFF,
  };
  return modes[options->trace];
}

void print_buffer(struct buffer *buffer) {
  fwrite(buffer_text(buffer), 1, buffer->length, stdout);
  buffer_free(buffer);
}

enum exit_status fail(const struct options *options, const char *path,
                      enum exit_status status, const char *message) {
  struct buffer out = {0};
  fprintf(stderr, "lariat: %s\n", message);
  if (options->json)
    json_failure(&out, path, status == EXIT_UNKNOWN, message);
  print_buffer(&out);
  return status;
}

enum exit_status fail_by_errors(const struct options *options, const char *path,
                                const struct diag *diag) {
  struct buffer out = {0};
  if (options->json)
    json_model_errors(&out, path, diag);
  print_buffer(&out);
  return EXIT_USAGE;
}

bool load_model(const struct options *options, const char *path,
                const struct preprocess_config *preprocess,
                struct loaded *loaded) {
  loaded_init(loaded, path, preprocess);
  struct paper paper = paper_stderr(options);
  if (!loaded->model || !options->quiet)
    diag_print(&paper, loaded->diag);
  return loaded->model != NULL;
}
