/* lariat check --channel-sweep: one check for each capacity, and a table. */
#include "report/sweep.h"
#include "cli/cli.h"
#include "cli/rooms.h"

static void print_sweep(const struct options *options, const char *path,
                        const struct loaded *loaded,
                        const struct sweep *sweep) {
  struct paper paper = paper_stdout(options);
  struct buffer out = {0};
  if (!options->json) {
    text_sweep(&paper, sweep);
    return;
  }
  json_sweep(&out, loaded, path, sweep);
  print_buffer(&out);
}

static const char *read_config(const struct options *options,
                               const struct loaded *loaded, struct arena *arena,
                               struct sweep_config *config) {
  const struct declared_channels declared = declared_list(loaded->model, arena);
  const struct declared_channel **channels;
  struct buffer error = {0};
  const char *problem = NULL;
  if (!rooms_read_sweep(options->channel_sweep, &config->first, &config->last))
    problem = arena_printf(
        arena, "--channel-sweep %s: not a range of capacities, like 1..8",
        options->channel_sweep);
  else if (declared.count == 0)
    problem = "--channel-sweep: the model has no channel with a capacity";
  else if (!rooms_choose(options, &declared, arena, &channels,
                         &config->channel_count, &error))
    problem = arena_copy(arena, buffer_text(&error), error.length);
  else
    config->channels = channels;
  buffer_free(&error);
  return problem;
}

enum verify_end sweep_command(const struct options *options, const char *path,
                              const struct loaded *loaded,
                              const struct verify_config *verify,
                              const char **problem, struct arena *arena,
                              enum exit_status *status) {
  static const enum exit_status statuses[] = {
      [VERDICT_HOLDS] = EXIT_HOLDS,
      [VERDICT_VIOLATED] = EXIT_VIOLATED,
      [VERDICT_UNKNOWN] = EXIT_UNKNOWN,
  };
  struct sweep_config config = {.verify = *verify};
  *problem = read_config(options, loaded, arena, &config);
  if (*problem)
    return VERIFY_DONE;
  struct sweep sweep;
  const enum verify_end end = sweep_run(&config, loaded, &sweep);
  if (end == VERIFY_DONE) {
    print_sweep(options, path, loaded, &sweep);
    *status = statuses[sweep_verdict(&sweep)];
  }
  sweep_clear(&sweep);
  return end;
}
