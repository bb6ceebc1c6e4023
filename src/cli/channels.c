/* lariat channels: is a channel unbounded when no capacity limits it? */
#include "report/channels.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/rooms.h"
#include "report/json.h"
#include "report/machine_memory.h"
#include "report/progress.h"
#include "report/trace.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

struct task {
  const struct options *options;
  const char *path;
  struct loaded loaded;
  struct arena *arena;
  struct declared_channels declared;
  const struct declared_channel **chosen;
  size_t chosen_count;
  struct channels_result result;
  const char *trace; /* the file the run was saved in, or NULL */
};

/* ---- the run ---- */

/* The rooms of the run, as a trace file has them. */
static const char *const *room_texts(const struct task *task) {
  const struct repetition *repetition = &task->result.repetition;
  const char **texts =
      ARENA_ARRAY(task->arena, const char *, repetition->room_count + 1);
  for (size_t i = 0; i < repetition->room_count; i++)
    for (size_t d = 0; d < task->declared.count; d++)
      if (task->declared.items[d].var->channel == repetition->rooms[i].type)
        texts[i] =
            arena_printf(task->arena, "%s=%u", task->declared.items[d].name,
                         repetition->rooms[i].capacity);
  return texts;
}

static const char *trace_path(const struct task *task) {
  const char *base = text_file_name(task->path);
  if (task->options->trace_file)
    return task->options->trace_file;
  return arena_printf(task->arena, "%s.trace.json",
                      strcmp(base, "-") == 0 ? "stdin" : base);
}

static void save_run(struct task *task, const struct trace_header *header,
                     struct engine *engine, const struct trail *trail) {
  const char *path = trace_path(task);
  const enum status status =
      trace_write(path, header, &task->loaded, engine, trail);
  if (status == STATUS_OK)
    task->trace = path;
  else
    fprintf(stderr, "lariat: warning: cannot save the trace to %s: %s\n", path,
            status == STATUS_IO ? strerror(errno) : status_text(status));
}

static void print_run(const struct task *task, struct engine *engine,
                      const struct trail *trail) {
  struct paper paper = paper_stdout(task->options);
  if (trace_option(task->options) != TRACE_OFF) {
    fputc('\n', stdout);
    text_run(&paper, &task->loaded, engine, trail, trace_option(task->options));
  }
  if (task->trace)
    text_saved(&paper, task->path, task->trace);
}

/* Saves and prints the run that repeats. */
static enum status show_run(struct task *task) {
  const struct options *options = task->options;
  const struct repetition *repetition = &task->result.repetition;
  struct trace_header header = {.model = task->path,
                                .property = "channels",
                                .preprocess = preprocess_options(options),
                                .engine = engine_options(options),
                                .capacities = room_texts(task),
                                .capacity_count = repetition->room_count};
  header.engine.rooms = repetition->rooms;
  header.engine.room_count = repetition->room_count;
  struct engine *engine = NULL;
  const enum status status =
      engine_open_bytecode(task->loaded.model, &header.engine, &engine);
  if (status != STATUS_OK)
    return status;
  const struct violation violation =
      channels_violation(&task->result, task->arena);
  const struct trail trail = channels_trail(&task->result, &violation);
  if (trace_option(options) != TRACE_OFF || options->trace_file)
    save_run(task, &header, engine, &trail);
  if (!options->json && !options->quiet)
    print_run(task, engine, &trail);
  engine_close(engine);
  return STATUS_OK;
}

/* ---- the answer ---- */

static void print_json(const struct task *task) {
  struct buffer out = {0};
  json_channels(&out, &task->loaded, task->path, &task->result, task->trace);
  print_buffer(&out);
}

static void suggest(const struct task *task) {
  struct paper paper = paper_stdout(task->options);
  if (!task->options->suggest || task->options->json)
    return;
  if (task->result.verdict == CHANNELS_BOUNDED)
    text_suggestions(&paper, &task->declared, &task->result);
  else
    fputs("lariat: no capacities to suggest: the bounds are not known\n",
          stderr);
}

static enum exit_status answer(struct task *task) {
  static const enum exit_status statuses[] = {
      [CHANNELS_BOUNDED] = EXIT_HOLDS,
      [CHANNELS_UNBOUNDED] = EXIT_VIOLATED,
      [CHANNELS_UNKNOWN] = EXIT_UNKNOWN,
  };
  struct paper paper = paper_stdout(task->options);
  if (!task->options->json)
    text_channels(&paper, &task->loaded, &task->result, task->options->quiet);
  if (task->result.verdict == CHANNELS_UNBOUNDED && show_run(task) != STATUS_OK)
    return EXIT_INTERNAL;
  if (task->options->json)
    print_json(task);
  suggest(task);
  return statuses[task->result.verdict];
}

static enum exit_status test(struct task *task) {
  const struct options *options = task->options;
  struct progress progress = {.out = stderr};
  struct channels_config config = {
      .engine = engine_options(options),
      .named = task->chosen,
      .named_count = task->chosen_count,
      .most_capacity = (uint32_t)options->max_capacity,
      .limits = {.max_depth = (uint64_t)options->depth,
                 .max_seconds = options->time,
                 .max_bytes = search_memory((size_t)options->memory),
                 .interrupt = interrupt_flag()},
  };
  if (!options->quiet && isatty(STDERR_FILENO))
    config.observer =
        (struct observer){.context = &progress, .progress = progress_show};
  channels_test(&config, task->loaded.model, &task->declared, task->arena,
                &task->result);
  progress_erase(&progress);
  return answer(task);
}

/* Finds the channels that are named. */
static enum exit_status choose(struct task *task) {
  if (task->loaded.graph)
    return fail(task->options, task->path, EXIT_USAGE,
                "a graph has no channels");
  task->declared = declared_list(task->loaded.model, task->arena);
  struct buffer error = {0};
  const enum exit_status status =
      rooms_choose(task->options, &task->declared, task->arena, &task->chosen,
                   &task->chosen_count, &error)
          ? test(task)
          : fail(task->options, task->path, EXIT_USAGE, buffer_text(&error));
  buffer_free(&error);
  return status;
}

enum exit_status channels_command(const struct options *options) {
  struct task task = {.options = options,
                      .path = options->operands.items[0],
                      .arena = arena_open()};
  const struct preprocess_config preprocess = preprocess_options(options);
  const enum exit_status status =
      load_model(options, task.path, &preprocess, &task.loaded)
          ? choose(&task)
          : fail_by_errors(options, task.path, task.loaded.diag);
  loaded_clear(&task.loaded);
  arena_close(task.arena);
  return status;
}
