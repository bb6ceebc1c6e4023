/* lariat graph: process automata or reachable states, as text for tools. */
#include "report/graph.h"
#include "cli/cli.h"
#include "cli/labels.h"
#include "lts/aut.h"
#include "lts/compare.h"
#include "report/machine_memory.h"
#include "report/model_graph.h"
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

/* What to say, and the status, of a graph that came to this end. */
static enum exit_status status_of(enum reachable_end end) {
  if (end == REACHABLE_ALL)
    return EXIT_HOLDS;
  fputs(end == REACHABLE_CUT
            ? "lariat: the graph is cut: there are more states\n"
            : "lariat: the model has no initial state: an initialiser fails\n",
        stderr);
  return end == REACHABLE_CUT ? EXIT_UNKNOWN : EXIT_VIOLATED;
}

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
  return status_of(end);
}

/* ---- reachable states with labels of one's own ---- */

static void print_lts(const struct options *options,
                      const struct loaded *loaded, const struct lts *lts) {
  if (options->format == FORMAT_WORD_AUT)
    (void)aut_write(stdout, lts); /* main looks at the state of the file */
  else
    dot_lts(stdout, loaded, lts);
}

static bool wants_labels(const struct options *options) {
  return options->label || options->hide.count > 0 || options->show.count > 0 ||
         options->minimize >= 0;
}

/* The smallest graph; a cut one has none. */
static enum exit_status print_minimal(const struct options *options,
                                      const struct loaded *loaded,
                                      const struct lts *lts,
                                      const struct lts_limits *limits) {
  struct lts *small =
      lts_minimize(lts, (enum lts_relation)options->minimize, limits);
  if (!small) {
    fputs("lariat: a limit was reached: there is no minimal graph\n", stderr);
    return EXIT_UNKNOWN;
  }
  print_lts(options, loaded, small);
  lts_close(small);
  return EXIT_HOLDS;
}

static enum exit_status draw_labelled(const struct options *options,
                                      const struct loaded *loaded) {
  const struct lts_limits limits = limit_options(options);
  struct model_graph_config config = {
      .engine = engine_options(options),
      .max_states = (uint64_t)options->max_states,
      .max_bytes = limits.max_bytes,
      .limits = &limits,
  };
  struct lts *lts;
  bool faulty;
  if (!labelling_options(options, LABEL_STATEMENT, &config.labelling))
    return EXIT_USAGE;
  const enum reachable_end end =
      model_graph_whole(loaded, &config, &lts, &faulty);
  enum exit_status status = status_of(end);
  if (options->minimize < 0 && lts)
    print_lts(options, loaded, lts);
  else if (end == REACHABLE_ALL)
    status = print_minimal(options, loaded, lts, &limits);
  lts_close(lts);
  return status;
}

/* ---- code ---- */

static enum exit_status print_code(const struct options *options,
                                   const struct loaded *loaded) {
  const struct engine_config config = engine_options(options);
  struct buffer text = {0};
  const char *hindrance = NULL;
  if (options->states || options->process || loaded->graph)
    hindrance = "--format c is for a whole model";
  else if (!engine_native_text(loaded->model, &config, &text))
    hindrance = "a model with priorities is interpreted: there is no C code";
  if (hindrance)
    fprintf(stderr, "lariat: %s\n", hindrance);
  else
    fputs(buffer_text(&text), stdout);
  buffer_free(&text);
  return hindrance ? EXIT_USAGE : EXIT_HOLDS;
}

static enum exit_status print_graph(const struct options *options,
                                    const struct loaded *loaded) {
  if (options->format == FORMAT_WORD_C)
    return print_code(options, loaded);
  if (wants_labels(options))
    return draw_labelled(options, loaded);
  return options->states || loaded->graph ? draw_states(options, loaded)
                                          : draw_automata(options, loaded);
}

enum exit_status graph_command(const struct options *options) {
  struct preprocess_config preprocess = preprocess_options(options);
  struct loaded loaded;
  enum exit_status status = EXIT_USAGE;
  if (load_model(options, options->operands.items[0], &preprocess, &loaded))
    status = print_graph(options, &loaded);
  loaded_clear(&loaded);
  return status;
}
