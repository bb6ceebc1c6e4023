/* What came out of a comparison, for people and as JSON. */
#include "report/compare.h"

#include "report/json_writer.h"
#include "report/text.h"

#include <inttypes.h>

enum { LONGEST_RUN = 60, LONGEST_FORMULA = 4000 }; /* steps, characters */

static const struct {
  const char *name, *adjective;
} relations[] = {
    [LTS_STRONG] = {"strong", "strongly bisimilar"},
    [LTS_BRANCHING] = {"branching", "branching bisimilar"},
    [LTS_WEAK] = {"weak", "weakly bisimilar"},
    [LTS_TRACE] = {"trace", "trace equivalent"},
    [LTS_SIMULATION] = {"simulation", "simulation equivalent"},
};

static const char *method_name(const struct compared *compared) {
  return compared->on_the_fly ? "on-the-fly" : "refinement";
}

/* ---- for people ---- */

static void print_run(const struct paper *paper,
                      const struct compared *compared, const uint32_t *labels,
                      size_t length) {
  const char *const *names = compared_names(compared);
  for (size_t i = 0; i < length; i++) {
    if (length > LONGEST_RUN && i == LONGEST_RUN / 2) {
      fprintf(paper->out, "  ... %zu steps ...\n", length - LONGEST_RUN);
      i = length - LONGEST_RUN / 2;
    }
    fprintf(paper->out, "  %5zu  %s\n", i + 1, names[labels[i]]);
  }
}

static void print_formula(const struct paper *paper,
                          const struct compared *compared) {
  struct buffer text = {0};
  compared_formula(&text, compared);
  if (text.length <= LONGEST_FORMULA)
    fprintf(paper->out, "  %s\n", buffer_text(&text));
  else
    fprintf(paper->out, "  (a formula of %zu characters: see --json)\n",
            text.length);
  buffer_free(&text);
}

/* The labels of a run that count for the relation, numbers of them freed with
 * memory_free().
 */
static uint32_t *run_labels(const struct compared *compared, int side,
                            size_t *length) {
  const struct duel_run *run = &compared->comparison.duel.runs[side];
  const char *const *names = compared_names(compared);
  const bool all = compared->comparison.formula.mode == HML_STRONG;
  uint32_t *labels = memory_alloc((run->steps.count + 1) * sizeof *labels);
  *length = 0;
  for (size_t i = 0; i < run->steps.count; i++) {
    const uint32_t label = run->steps.items[i].label;
    if (all || !lts_is_hidden(names[label]))
      labels[(*length)++] = label;
  }
  return labels;
}

/* What both can do, and what only one of them can do then. */
static void print_duel(const struct paper *paper,
                       const struct compared *compared) {
  const int winner = compared->comparison.duel.winner;
  size_t length;
  uint32_t *labels = run_labels(compared, winner, &length);
  const char *last = compared_names(compared)[labels[length - 1]];
  if (length > 1)
    fputs("  one way to see it: both do this,\n", paper->out);
  print_run(paper, compared, labels, length - 1);
  fprintf(paper->out, "  %s%s can do %s and %s cannot\n",
          length > 1 ? "and then " : "one way to see it: ",
          compared->sides[winner].path, last, compared->sides[1 - winner].path);
  memory_free(labels);
}

static void print_traces(const struct paper *paper,
                         const struct compared *compared) {
  for (int i = 0; i < 2; i++)
    if (compared->traces[i])
      text_saved(paper, compared->sides[i].path, compared->traces[i]);
}

static void print_explanation(const struct paper *paper,
                              const struct compared *compared) {
  const struct lts_comparison *comparison = &compared->comparison;
  const char *has = compared->sides[comparison->of_left ? 0 : 1].path;
  const char *lacks = compared->sides[comparison->of_left ? 1 : 0].path;
  size_t length;
  if (!comparison->has_formula) {
    fputs("  what tells them apart is too large to show\n", paper->out);
    return;
  }
  uint32_t *labels = hml_run(&comparison->formula, &length);
  if (labels) {
    fprintf(paper->out, "  a run of %s that %s does not have:\n", has, lacks);
    print_run(paper, compared, labels, length);
  } else {
    fprintf(paper->out, "  %s has a property that %s does not have:\n", has,
            lacks);
    print_formula(paper, compared);
    if (comparison->has_duel)
      print_duel(paper, compared);
  }
  print_traces(paper, compared);
  memory_free(labels);
}

static void print_figures(const struct paper *paper,
                          const struct compared *compared) {
  const struct compared_side *sides = compared->sides;
  fprintf(paper->out,
          "  %" PRIu64 " and %" PRIu64 " states, %" PRIu64 " and %" PRIu64
          " transitions",
          sides[0].states, sides[1].states, sides[0].edges, sides[1].edges);
  if (compared->comparison.pairs > 0)
    fprintf(paper->out, ", %" PRIu64 " %s", compared->comparison.pairs,
            compared->comparison.pairs == 1 ? "pair" : "pairs");
  if (compared->on_the_fly)
    fprintf(paper->out, " in %" PRIu32 " %s", compared->comparison.searches,
            compared->comparison.searches == 1 ? "search" : "searches");
  if (compared->comparison.forgotten > 0)
    fprintf(paper->out, ", %" PRIu64 " forgotten",
            compared->comparison.forgotten);
  fprintf(paper->out, ", %s, %.3f s\n", method_name(compared),
          compared->seconds);
}

static void print_faults(const struct paper *paper,
                         const struct compared *compared) {
  for (int i = 0; i < 2; i++)
    if (compared->sides[i].faulty)
      fprintf(paper->out,
              "  %s has steps that fail, which lead nowhere here: lariat check "
              "tells which\n",
              compared->sides[i].path);
}

void compare_print(const struct paper *paper, const struct compared *compared,
                   bool quiet) {
  static const struct {
    enum ink ink;
    const char *word;
  } words[] = {[LTS_EQUIVALENT] = {INK_GOOD, "equivalent"},
               [LTS_DIFFERENT] = {INK_BAD, "different"},
               [LTS_UNKNOWN] = {INK_DOUBT, "unknown"}};
  const enum lts_answer answer = compared->comparison.answer;
  const char *adjective = relations[compared->relation].adjective;
  paper_print(paper, words[answer].ink, "%s", words[answer].word);
  if (answer == LTS_UNKNOWN)
    fprintf(paper->out, ": %s\n", compared_reason(compared));
  else
    fprintf(paper->out, ": %s and %s are %s%s\n", compared->sides[0].path,
            compared->sides[1].path, answer == LTS_DIFFERENT ? "not " : "",
            adjective);
  if (quiet)
    return;
  print_figures(paper, compared);
  print_faults(paper, compared);
  if (answer == LTS_DIFFERENT)
    print_explanation(paper, compared);
}

/* ---- as JSON ---- */

static void json_side(struct json_writer *writer, const char *key,
                      const struct compared_side *side) {
  json_begin_object(writer, key, true);
  json_string(writer, "path", side->path);
  json_count(writer, "states", side->states);
  json_count(writer, "transitions", side->edges);
  json_flag(writer, "faulty", side->faulty);
  json_end_object(writer);
}

/* A run as it is, hidden steps and all. */
static void json_run(struct json_writer *writer, const char *key,
                     const struct compared *compared, int side) {
  const struct duel_run *run = &compared->comparison.duel.runs[side];
  json_begin_array(writer, key, true);
  for (size_t i = 0; i < run->steps.count; i++)
    json_string(writer, NULL,
                compared_names(compared)[run->steps.items[i].label]);
  json_end_array(writer);
}

/* The runs of both, and who does the last step. */
static void json_duel(struct json_writer *writer,
                      const struct compared *compared) {
  static const char *const sides[] = {"left", "right"};
  static const char *const runs[] = {"left_run", "right_run"};
  static const char *const traces[] = {"left_trace", "right_trace"};
  json_string(writer, "last_step_of", sides[compared->comparison.duel.winner]);
  for (int i = 0; i < 2; i++)
    json_run(writer, runs[i], compared, i);
  for (int i = 0; i < 2; i++)
    if (compared->traces[i])
      json_string(writer, traces[i], compared->traces[i]);
}

static void json_explanation(struct json_writer *writer,
                             const struct compared *compared) {
  const struct lts_comparison *comparison = &compared->comparison;
  struct buffer text = {0};
  size_t length;
  uint32_t *labels = hml_run(&comparison->formula, &length);
  json_begin_object(writer, "explanation", false);
  json_string(writer, "holds_for", comparison->of_left ? "left" : "right");
  if (labels) {
    json_begin_array(writer, "run", true);
    for (size_t i = 0; i < length; i++)
      json_string(writer, NULL, compared_names(compared)[labels[i]]);
    json_end_array(writer);
  } else {
    compared_formula(&text, compared);
    json_string(writer, "formula", buffer_text(&text));
  }
  if (comparison->has_duel)
    json_duel(writer, compared);
  json_end_object(writer);
  memory_free(labels);
  buffer_free(&text);
}

void compare_json(struct buffer *out, const struct compared *compared) {
  static const char *const words[] = {[LTS_EQUIVALENT] = "equivalent",
                                      [LTS_DIFFERENT] = "different",
                                      [LTS_UNKNOWN] = "unknown"};
  const struct lts_comparison *comparison = &compared->comparison;
  struct json_writer writer = {.out = out};
  json_begin_object(&writer, NULL, false);
  json_string(&writer, "tool", "lariat");
  json_string(&writer, "version", LARIAT_VERSION);
  json_string(&writer, "relation", relations[compared->relation].name);
  json_string(&writer, "status", words[comparison->answer]);
  if (comparison->answer == LTS_UNKNOWN)
    json_string(&writer, "reason", compared_reason(compared));
  json_side(&writer, "left", &compared->sides[0]);
  json_side(&writer, "right", &compared->sides[1]);
  json_string(&writer, "method", method_name(compared));
  json_count(&writer, "pairs", comparison->pairs);
  json_count(&writer, "searches", comparison->searches);
  json_count(&writer, "forgotten", comparison->forgotten);
  if (comparison->has_formula)
    json_explanation(&writer, compared);
  json_real(&writer, "seconds", compared->seconds, 6);
  json_end_object(&writer);
}
