/* See symbolic_text.h. */
#include "report/symbolic_text.h"

#include "report/folds.h"

#include <inttypes.h>
#include <string.h>

static void print_shown(const struct paper *paper,
                        const struct symbolic_report *report) {
  const char *where = NULL;
  for (size_t i = 0; i < report->shown_count; i++) {
    const struct symbolic_shown *shown = &report->shown[i];
    if (!where || strcmp(where, shown->where) != 0)
      paper_print(paper, INK_BOLD, "  %s\n", shown->where);
    where = shown->where;
    fputs("    ", paper->out);
    if (shown->values[0])
      paper_print(paper, INK_DIM, "%s: ", shown->values);
    fprintf(paper->out, "%s\n", shown->set);
  }
}

void symbolic_text(const struct paper *paper,
                   const struct symbolic_report *report) {
  const struct symbolic_figures *figures = &report->figures;
  fprintf(paper->out,
          "  symbolic: %s; %" PRIu64 " step%s, %" PRIu64 " set%s, %" PRIu64
          " meta-transition%s, ",
          report->variables, figures->steps, figures->steps == 1 ? "" : "s",
          figures->sets, figures->sets == 1 ? "" : "s",
          figures->meta_transitions, figures->meta_transitions == 1 ? "" : "s");
  if (report->states)
    fprintf(paper->out, "%s state%s, ", report->states,
            strcmp(report->states, "1") == 0 ? "" : "s");
  if (report->inside && strcmp(report->inside, "0") != 0)
    fprintf(paper->out, "%s more inside atomics, ", report->inside);
  fprintf(paper->out, "%.3f s%s\n", figures->seconds,
          report->proved ? "; proved backwards from what is bad" : "");
  print_shown(paper, report);
}

static void print_part(const struct paper *paper,
                       const struct symbolic_part *part) {
  const size_t last = part->first + part->count * part->times;
  paper_blanks(paper, 7);
  fprintf(paper->out,
          "steps %zu to %zu: a loop of %zu step%s, \u00d7%" PRIu64 "\n",
          part->first + 1, last, part->count, part->count == 1 ? "" : "s",
          part->times);
}

/* Of a long run the folds tell the same. */
static bool is_long(const struct symbolic_finding *finding) {
  const struct symbolic_part *last = &finding->parts[finding->part_count - 1];
  return last->first + last->count * last->times > FOLDS_SHORT_RUN;
}

void symbolic_text_finding(const struct paper *paper,
                           const struct symbolic_finding *finding) {
  for (size_t i = 0; i < finding->parameter_count; i++)
    fprintf(paper->out, "%s%s", i == 0 ? "       with " : ", ",
            finding->parameters[i]);
  if (finding->parameter_count > 0)
    fputc('\n', paper->out);
  for (size_t i = 0; i < finding->part_count && !is_long(finding); i++)
    print_part(paper, &finding->parts[i]);
}

/* Few points are listed, each with the values of all variables in order. */
static void json_points(struct json_writer *writer,
                        const struct symbolic_shown *shown) {
  if (!shown->points)
    return;
  json_begin_array(writer, "variables", true);
  for (uint32_t i = 0; i < shown->dims; i++)
    json_string(writer, NULL, shown->names[i]);
  json_end_array(writer);
  json_begin_array(writer, "points", true);
  for (size_t i = 0; i < shown->point_count; i++) {
    json_begin_array(writer, NULL, true);
    for (uint32_t k = 0; k < shown->dims; k++)
      json_integer(writer, NULL, shown->points[i * shown->dims + k]);
    json_end_array(writer);
  }
  json_end_array(writer);
}

void symbolic_json(struct json_writer *writer,
                   const struct symbolic_report *report) {
  const struct symbolic_figures *figures = &report->figures;
  json_begin_object(writer, "symbolic", false);
  json_string(writer, "variables", report->variables);
  json_string(writer, "states", report->states);
  json_string(writer, "states_inside_atomics", report->inside);
  json_count(writer, "steps", figures->steps);
  json_count(writer, "sets", figures->sets);
  json_count(writer, "meta_transitions", figures->meta_transitions);
  json_count(writer, "control_states", figures->places);
  json_flag(writer, "reduced", report->reduced);
  json_flag(writer, "complete", report->complete);
  json_flag(writer, "proved_backwards", report->proved);
  json_flag(writer, "holds_for_unbounded_integers_only",
            report->holds_at_first);
  json_real(writer, "seconds", figures->seconds, 6);
  json_begin_array(writer, "shown", false);
  for (size_t i = 0; i < report->shown_count; i++) {
    json_begin_object(writer, NULL, true);
    json_string(writer, "where", report->shown[i].where);
    json_string(writer, "values", report->shown[i].values);
    json_string(writer, "set", report->shown[i].set);
    json_points(writer, &report->shown[i]);
    json_end_object(writer);
  }
  json_end_array(writer);
  json_end_object(writer);
}
