/* lariat replay: execute a saved counterexample again and print it. */
#include "cli/cli.h"
#include "report/symbolic_check.h"
#include "report/trace.h"

/* What the trace was made with, unless the user says otherwise. */
static struct trace_header header_of(const struct options *options,
                                     const struct trace *trace) {
  struct trace_header header = *trace_header(trace);
  struct preprocess_config given = preprocess_options(options);
  header.model = options->operands.items[0];
  if (given.define_count > 0) {
    header.preprocess.defines = given.defines;
    header.preprocess.define_count = given.define_count;
  }
  if (given.include_dir_count > 0) {
    header.preprocess.include_dirs = given.include_dirs;
    header.preprocess.include_dir_count = given.include_dir_count;
  }
  return header;
}

static void print_json(const struct trace_header *header,
                       const struct loaded *loaded, struct engine *engine,
                       const struct trail *trail, const bool *was_cut) {
  struct buffer out = {0};
  trace_print(&out, header, loaded, engine, trail);
  if (*was_cut)
    buffer_clear(&out);
  print_buffer(&out);
}

static void print_text(const struct options *options,
                       const struct trace_header *header,
                       const struct loaded *loaded, struct engine *engine,
                       const struct trail *trail) {
  struct paper paper = paper_stdout(options);
  paper_print(&paper, INK_BOLD, "%s", header->property);
  fputs(": ", stdout);
  if (trail->has_violation) {
    paper_print(&paper, INK_BAD, "violated");
    fputs(": ", stdout);
    text_violation(&paper, loaded, &trail->violation);
  } else {
    fputs("a run", stdout);
  }
  fputc('\n', stdout);
  if (!options->quiet && trace_option(options) != TRACE_OFF)
    text_run(&paper, loaded, engine, trail, trace_option(options));
}

static enum exit_status misfit(const struct options *options,
                               const char *reason) {
  struct buffer message = {0};
  buffer_printf(&message, "the trace does not fit the model: %s", reason);
  const enum exit_status status = fail(options, options->operands.items[0],
                                       EXIT_USAGE, buffer_text(&message));
  buffer_free(&message);
  return status;
}

static enum exit_status show(const struct options *options, struct trace *trace,
                             const struct trace_header *header,
                             const struct loaded *loaded) {
  struct engine *engine = NULL;
  if (loaded_engine(loaded, &header->engine, &engine) != STATUS_OK)
    return EXIT_INTERNAL;
  bool was_cut;
  const struct engine_limit limit = interrupt_limit(&was_cut);
  engine_set_limit(engine, &limit);
  const struct trail *trail = trace_trail(trace);
  enum exit_status status = trail->has_violation ? EXIT_VIOLATED : EXIT_HOLDS;
  struct buffer error = {0};
  const bool fits = trace_fits(trace, header, loaded, engine, &error);
  if (fits && options->json)
    print_json(header, loaded, engine, trail, &was_cut);
  else if (fits)
    print_text(options, header, loaded, engine, trail);
  if (was_cut)
    status =
        fail(options, options->operands.items[0], EXIT_UNKNOWN, "interrupted");
  else if (!fits)
    status = misfit(options, buffer_text(&error));
  buffer_free(&error);
  engine_close(engine);
  return status;
}

/* The capacities and parameters of the trace become those of the model. */
static enum exit_status show_with_rooms(const struct options *options,
                                        struct trace *trace,
                                        struct trace_header *header,
                                        const struct loaded *loaded) {
  struct arena *arena = arena_open();
  struct buffer error = {0};
  const bool fits = trace_set_rooms(header, loaded, arena, &error) &&
                    parameters_read(header, loaded->model, arena, &error);
  const enum exit_status status = fits ? show(options, trace, header, loaded)
                                       : misfit(options, buffer_text(&error));
  buffer_free(&error);
  arena_close(arena);
  return status;
}

enum exit_status replay_command(const struct options *options) {
  struct trace *trace = NULL;
  struct buffer error = {0};
  enum exit_status status = EXIT_USAGE;
  if (trace_read(options->operands.items[1], &trace, &error) != STATUS_OK) {
    status = fail(options, options->operands.items[0], EXIT_USAGE,
                  buffer_text(&error));
    buffer_free(&error);
    return status;
  }
  struct trace_header header = header_of(options, trace);
  struct loaded loaded;
  status = load_model(options, header.model, &header.preprocess, &loaded)
               ? show_with_rooms(options, trace, &header, &loaded)
               : fail_by_errors(options, header.model, loaded.diag);
  loaded_clear(&loaded);
  trace_close(trace);
  return status;
}
