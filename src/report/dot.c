/* Graphviz text.
 *
 * Automata: a cluster for each process; end locations have two rings, progress
 * and acceptance are named, the inside of an atomic is grey.  States: numbered,
 * with their values as a tooltip; red where something is violated.
 */
#include "base/buffer.h"
#include "lts/aut.h"
#include "report/graph.h"
#include "report/properties.h"
#include "report/steps.h"

#include <inttypes.h>
#include <string.h>

static void print_quoted(FILE *out, const char *text) {
  struct buffer quoted = {0};
  aut_quote(&quoted, text); /* Graphviz escapes the same */
  fprintf(out, "\"%s\"", buffer_text(&quoted));
  buffer_free(&quoted);
}

/* ---- automata ---- */

static void print_location(FILE *out, const struct loaded *loaded,
                           const struct proctype *proctype, uint32_t number) {
  const struct location *location = &proctype->locations[number];
  struct position at = sources_position(loaded->sources, location->where);
  fprintf(out, "    p%" PRIu32 "_%" PRIu32 " [label=\"%" PRIu32 "%s%s\"",
          proctype->index, number, at.line,
          location->is_progress ? "\\nprogress" : "",
          location->is_accept ? "\\naccept" : "");
  if (location->is_end)
    fputs(", peripheries=2", out);
  if (location->in_atomic)
    fputs(", style=filled, fillcolor=gray90", out);
  fputs("];\n", out);
}

static void print_edges(FILE *out, const struct proctype *proctype,
                        uint32_t number) {
  const struct location *location = &proctype->locations[number];
  for (uint32_t t = 0; t < location->transition_count; t++) {
    const struct transition *transition = &location->transitions[t];
    if (transition->action->kind == ACTION_END)
      continue;
    fprintf(out,
            "    p%" PRIu32 "_%" PRIu32 " -> p%" PRIu32 "_%" PRIu32 " [label=",
            proctype->index, number, proctype->index, transition->target);
    print_quoted(out, transition->action->text ? transition->action->text : "");
    fputs(transition->escape ? ", style=dashed];\n" : "];\n", out);
  }
}

static void print_automaton(FILE *out, const struct loaded *loaded,
                            const struct proctype *proctype) {
  uint8_t *reached = graph_reached(proctype);
  fprintf(out, "  subgraph cluster_%" PRIu32 " {\n    label=", proctype->index);
  print_quoted(out, process_name(loaded->model, proctype->name));
  fprintf(out,
          ";\n    start_%" PRIu32 " [shape=point];\n    start_%" PRIu32
          " -> p%" PRIu32 "_%" PRIu32 ";\n",
          proctype->index, proctype->index, proctype->index, proctype->initial);
  for (uint32_t l = 1; l < proctype->location_count; l++)
    if (reached[l]) {
      print_location(out, loaded, proctype, l);
      print_edges(out, proctype, l);
    }
  fputs("  }\n", out);
  memory_free(reached);
}

static void print_head(FILE *out, const struct loaded *loaded) {
  fputs("digraph ", out);
  print_quoted(out, loaded->model->path);
  fputs(" {\n  node [shape=circle];\n", out);
}

void dot_automata(FILE *out, const struct loaded *loaded,
                  const struct proctype *only) {
  print_head(out, loaded);
  for (uint32_t i = 0; i < loaded->model->proctype_count; i++) {
    const struct proctype *proctype = loaded->model->proctypes[i];
    if (!only || proctype == only)
      print_automaton(out, loaded, proctype);
  }
  fputs("}\n", out);
}

/* ---- states ---- */

struct drawing {
  FILE *out;
  struct step_reader *reader;
  bool of_graph; /* there is only one process */
  struct buffer text;
};

static void add_value(void *context, const char *name, const char *value) {
  struct buffer *out = context;
  buffer_printf(out, "%s%s = %s", out->length > 0 ? ", " : "", name, value);
}

static void on_state(void *context, uint64_t number, const uint8_t *state,
                     size_t length) {
  struct drawing *drawing = context;
  step_reader_stand(drawing->reader, state, length);
  buffer_clear(&drawing->text);
  step_reader_values(drawing->reader, add_value, &drawing->text);
  fprintf(drawing->out, "  %" PRIu64 " [tooltip=", number);
  print_quoted(drawing->out, buffer_text(&drawing->text));
  fputs("];\n", drawing->out);
}

static void on_edge(void *context, uint64_t from, uint64_t to,
                    const struct successor *successor) {
  struct drawing *drawing = context;
  buffer_clear(&drawing->text);
  if (!drawing->of_graph)
    buffer_printf(&drawing->text, "%" PRId32 ": ", successor->steps[0].pid);
  graph_label(&drawing->text, successor->steps, successor->step_count);
  fprintf(drawing->out, "  %" PRIu64 " -> %" PRIu64 " [label=", from, to);
  print_quoted(drawing->out, buffer_text(&drawing->text));
  fputs("];\n", drawing->out);
}

static void on_violation(void *context, uint64_t number,
                         const struct violation *violation) {
  struct drawing *drawing = context;
  fprintf(drawing->out, "  %" PRIu64 " [color=red, xlabel=", number);
  print_quoted(drawing->out, violation->message);
  fputs("];\n", drawing->out);
}

enum reachable_end dot_states(FILE *out, const struct loaded *loaded,
                              struct engine *engine,
                              const struct reachable_config *config) {
  struct drawing drawing = {.out = out,
                            .reader = step_reader_open(engine, loaded),
                            .of_graph = loaded->graph != NULL};
  const struct graph_visitor visitor = {&drawing, on_state, on_edge,
                                        on_violation};
  print_head(out, loaded);
  enum reachable_end end = reachable_visit(engine, config, &visitor);
  fputs("}\n", out);
  step_reader_close(drawing.reader);
  buffer_free(&drawing.text);
  return end;
}

/* ---- a graph ---- */

void dot_lts(FILE *out, const struct loaded *loaded, const struct lts *lts) {
  print_head(out, loaded);
  for (uint32_t s = 0; s < lts->state_count; s++) {
    fprintf(out, "  %" PRIu32 ";\n", s);
    for (uint32_t e = lts->first_edge[s]; e < lts->first_edge[s + 1]; e++) {
      fprintf(out, "  %" PRIu32 " -> %" PRIu32 " [label=", s, lts->targets[e]);
      print_quoted(out, lts->names[lts->labels[e]]);
      fputs("];\n", out);
    }
  }
  fputs("}\n", out);
}
