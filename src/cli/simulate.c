/* lariat simulate: run a model at random, or as the user chooses. */
#include "base/rng.h"
#include "cli/cli.h"
#include "report/simulation.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct session {
  const struct options *options;
  const struct loaded *loaded;
  struct engine *engine;
  struct simulation *simulation;
  struct paper paper;
  struct rng rng;
  bool met_violation;
};

static void take(struct session *session, size_t choice) {
  const struct readable_step *step =
      simulation_take(session->simulation, choice);
  if (session->options->quiet)
    fputs(step->printed, stdout);
  else
    text_step(&session->paper, session->loaded,
              simulation_steps(session->simulation), step);
}

static void take_any(struct session *session) {
  take(session, (size_t)rng_below(&session->rng,
                                  simulation_choices(session->simulation)));
}

/* Says what is wrong here, if anything is. */
static void tell_violation(struct session *session) {
  const struct violation *violation = simulation_violation(session->simulation);
  if (!violation)
    return;
  session->met_violation = true;
  paper_print(&session->paper, INK_BAD, "violated");
  fputs(": ", stdout);
  text_violation(&session->paper, session->loaded, violation);
  fputc('\n', stdout);
}

static void tell_processes(const struct session *session) {
  size_t length;
  const uint8_t *state = simulation_last_good(session->simulation, &length);
  if (state)
    text_processes(&session->paper, session->loaded, session->engine, state,
                   length);
}

/* ---- at random ---- */

static bool may_go_on(const struct session *session) {
  return simulation_choices(session->simulation) > 0 &&
         !simulation_violation(session->simulation) &&
         simulation_steps(session->simulation) <
             (size_t)session->options->steps &&
         !*interrupt_flag();
}

/* Is there a step, as far as is known? */
static bool can_go_on(const struct session *session) {
  return simulation_choices(session->simulation) > 0 ||
         simulation_is_cut(session->simulation);
}

static void run_at_random(struct session *session) {
  while (may_go_on(session))
    take_any(session);
  tell_violation(session);
  if (session->options->quiet)
    return;
  size_t steps = simulation_steps(session->simulation);
  printf("%zu step%s", steps, steps == 1 ? "" : "s");
  if (!simulation_violation(session->simulation))
    fputs(can_go_on(session) ? "; stopped, the run could go on"
                             : "; the run has ended",
          stdout);
  fputc('\n', stdout);
  tell_processes(session);
}

/* ---- by hand ---- */

static void print_menu(const struct session *session) {
  size_t count = simulation_choices(session->simulation);
  if (count == 0)
    puts("no step is possible");
  for (size_t i = 0; i < count; i++)
    text_step(&session->paper, session->loaded, i + 1,
              simulation_peek(session->simulation, i));
}

static void print_commands(void) {
  puts("  NUMBER  take this step\n"
       "  r       take any step\n"
       "  b       take the last step back\n"
       "  s       show the state\n"
       "  h       show this help\n"
       "  q       quit");
}

static void choose(struct session *session, const char *line) {
  char *end;
  unsigned long number = strtoul(line, &end, 10);
  if (end == line || *end || number == 0 ||
      number > simulation_choices(session->simulation)) {
    printf("no such choice: %s (h shows help)\n", line);
    return;
  }
  take(session, number - 1);
  tell_violation(session);
}

static void obey(struct session *session, const char *line) {
  if (strcmp(line, "h") == 0) {
    print_commands();
  } else if (strcmp(line, "s") == 0) {
    text_values(&session->paper, simulation_reader(session->simulation));
    tell_processes(session);
  } else if (strcmp(line, "b") == 0) {
    if (!simulation_back(session->simulation))
      puts("this is the start");
  } else if (strcmp(line, "r") == 0) {
    if (simulation_choices(session->simulation) > 0) {
      take_any(session);
      tell_violation(session);
    }
  } else if (line[0]) {
    choose(session, line);
  }
}

static void run_by_hand(struct session *session) {
  char *line = NULL;
  size_t room = 0;
  tell_violation(session);
  while (!*interrupt_flag()) {
    print_menu(session);
    printf("step %zu> ", simulation_steps(session->simulation));
    fflush(stdout);
    ssize_t length = getline(&line, &room, stdin);
    if (length < 0)
      break;
    line[strcspn(line, " \t\r\n")] = '\0';
    if (strcmp(line, "q") == 0)
      break;
    obey(session, line);
  }
  free(line);
}

/* ---- the command ---- */

static void seed(struct session *session) {
  uint64_t start = (uint64_t)session->options->seed;
  if (session->options->seed < 0) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    start = (uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 20;
    start &= 0xFFFFFFFF; /* short enough to type again */
  }
  if (!session->options->quiet && !session->options->interactive)
    printf("seed %" PRIu64 "\n", start);
  rng_seed(&session->rng, start);
}

static enum exit_status simulate(const struct options *options,
                                 const struct loaded *loaded) {
  struct session session = {
      .options = options,
      .loaded = loaded,
      .paper = paper_stdout(options),
  };
  struct engine_config config = engine_options(options);
  if (loaded_engine(loaded, &config, &session.engine) != STATUS_OK)
    return EXIT_INTERNAL;
  bool was_cut;
  const struct engine_limit limit = interrupt_limit(&was_cut);
  engine_set_limit(session.engine, &limit);
  session.simulation = simulation_open(session.engine, loaded);
  seed(&session);
  if (options->interactive)
    run_by_hand(&session);
  else
    run_at_random(&session);
  const bool is_cut = *interrupt_flag() && can_go_on(&session);
  simulation_close(session.simulation);
  engine_close(session.engine);
  return session.met_violation ? EXIT_VIOLATED
         : is_cut              ? EXIT_UNKNOWN
                               : EXIT_HOLDS;
}

enum exit_status simulate_command(const struct options *options) {
  const char *path = options->operands.items[0];
  if (options->interactive && strcmp(path, "-") == 0) {
    fputs("lariat: --interactive reads standard input, so the model cannot\n",
          stderr);
    return EXIT_USAGE;
  }
  struct preprocess_config preprocess = preprocess_options(options);
  struct loaded loaded;
  enum exit_status status = EXIT_USAGE;
  if (load_model(options, path, &preprocess, &loaded))
    status = simulate(options, &loaded);
  loaded_clear(&loaded);
  return status;
}
