/* lariat graph: process automata or reachable states, as text for tools. */
#include "report/graph.h"
#include "cli/cli.h"
#include "report/properties.h"
#include "report/verify.h"

#include <inttypes.h>
#include <string.h>

/* ---- process automata ---- */

static const struct proctype *find_process(const struct model *model,
                                           const char *name) {
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    const struct proctype *proctype = model->proctypes[i];
    if (strcmp(process_name(model, proctype->name), name) == 0 ||
        strcmp(proctype->name, name) == 0)
      return proctype;
  }
  return NULL;
}

static void list_processes(const struct model *model) {
  for (uint32_t i = 0; i < model->proctype_count; i++)
    fprintf(stderr, "%s%s", i > 0 ? ", " : "",
            process_name(model, model->proctypes[i]->name));
  fputc('\n', stderr);
}

static enum exit_status draw_automata(const struct options *options,
                                      const struct loaded *loaded) {
  const struct model *model = loaded->model;
  const struct proctype *only = NULL;
  if (options->process) {
    only = find_process(model, options->process);
    if (!only) {
      fprintf(stderr, "lariat: no process %s; the model has ",
              options->process);
      list_processes(model);
      return EXIT_USAGE;
    }
  }
  if (options->format == FORMAT_WORD_DOT) {
    dot_automata(stdout, loaded, only);
    return EXIT_HOLDS;
  }
  if (!only && model->proctype_count != 1) {
    fputs("lariat: --format aut holds one automaton: choose with --process "
          "among ",
          stderr);
    list_processes(model);
    return EXIT_USAGE;
  }
  aut_automaton(stdout, only ? only : model->proctypes[0]);
  return EXIT_HOLDS;
}

/* ---- reachable states ---- */

static enum exit_status draw_states(const struct options *options,
                                    const struct loaded *loaded) {
  struct engine *engine = NULL;
  struct engine_config config = engine_options(options);
  if (loaded_engine(loaded, &config, &engine) != STATUS_OK)
    return EXIT_INTERNAL;
  struct reachable_config limits = {
      .max_states = (uint64_t)options->max_states,
      .max_bytes = usable_memory(),
      .interrupt = interrupt_flag(),
  };
  enum reachable_end end = options->format == FORMAT_WORD_DOT
                               ? dot_states(stdout, loaded, engine, &limits)
                               : aut_states(stdout, engine, &limits);
  engine_close(engine);
  if (end == REACHABLE_ALL)
    return EXIT_HOLDS;
  fputs(end == REACHABLE_CUT
            ? "lariat: the graph is cut: there are more states\n"
            : "lariat: the model has no initial state: an initialiser fails\n",
        stderr);
  return end == REACHABLE_CUT ? EXIT_UNKNOWN : EXIT_VIOLATED;
}

enum exit_status graph_command(const struct options *options) {
  struct preprocess_config preprocess = preprocess_options(options);
  struct loaded loaded;
  enum exit_status status = EXIT_USAGE;
  if (load_model(options, options->operands.items[0], &preprocess, &loaded))
    status = options->states || loaded.graph
                 ? draw_states(options, &loaded)
                 : draw_automata(options, &loaded);
  loaded_clear(&loaded);
  return status;
}
