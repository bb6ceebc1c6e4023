/* Verdicts, figures and runs as text.
 *
 * A run is printed while it is executed, so a long one needs no memory.  Each
 * step has one line: number, process, place, statement, and behind it what
 * changed; what does not fit goes below.
 */
#include "report/text.h"
#include "base/buffer.h"
#include "base/text.h"
#include "report/explain.h"
#include "report/folds.h"
#include "report/properties.h"
#include "report/symbolic_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
  LONG_RUN = 200,      /* steps; of a longer run the middle is left out */
  SHOWN_AT_START = 50, /* steps of a long run */
  SHOWN_AT_END = 100,
  MOST_UNREACHED = 10,
  MOST_NAMES = 8,        /* of variables in a line */
  MOST_ALTERNATIVES = 4, /* statements a process may wait for */
  WIDEST_NAME = 20,      /* columns grow with the names up to this */
  WIDEST_PLACE = 40,
  STATEMENT_WIDTH = 28,
  FILE_WIDTH = 110,     /* of a line, where there is no terminal */
  NARROWEST_WIDTH = 60, /* of a terminal that is narrower all the same */
  VALUE_INDENT = 9,
};

/* ---- verdicts and figures ---- */

/* The place in an inline, if there is one. */
static void print_inlined(const struct paper *paper, const char *before,
                          const struct inlined *inlined,
                          const char *file_of_call) {
  struct buffer text = {0};
  inlined_add(&text, before, inlined, file_of_call);
  fputs(buffer_text(&text), paper->out);
  buffer_free(&text);
}

static void print_place(const struct paper *paper, const struct loaded *loaded,
                        struct span where) {
  if (where.source == 0)
    return;
  struct position position = sources_position(loaded->sources, where);
  fprintf(paper->out, " (%s:%" PRIu32, position.file, position.line);
  const struct inlined inlined = inlined_at(loaded->sources, where);
  print_inlined(paper, ", in ", &inlined, position.file);
  fputc(')', paper->out);
}

void text_violation(const struct paper *paper, const struct loaded *loaded,
                    const struct violation *violation) {
  fputs(violation->message, paper->out);
  print_place(paper, loaded, violation->where);
}

void text_verdict(const struct paper *paper, const struct loaded *loaded,
                  const struct verified *verified) {
  static const enum ink inks[] = {
      [VERDICT_HOLDS] = INK_GOOD,
      [VERDICT_VIOLATED] = INK_BAD,
      [VERDICT_UNKNOWN] = INK_DOUBT,
  };
  paper_print(paper, INK_BOLD, "%s", verified->name);
  fputs(": ", paper->out);
  paper_print(paper, inks[verified->verdict], "%s",
              verdict_name(verified->verdict));
  if (verified->finding_count > 0) {
    fputs(": ", paper->out);
    text_violation(paper, loaded, &verified->findings[0].violation);
    if (verified->finding_count > 1)
      fprintf(paper->out, ", and %zu more", verified->finding_count - 1);
  } else if (verified->reason) {
    fprintf(paper->out, ": %s", verified->reason);
  } else if (verified->vacuous) {
    fprintf(paper->out, ", but vacuously: %s", verified->vacuous);
  }
  fputc('\n', paper->out);
}

/* unused: 2 variables (a, P:b) */
static void print_names(const struct paper *paper, const char *title,
                        const struct names *names, const char *behind) {
  const size_t shown =
      names->count <= MOST_NAMES + 1 ? names->count : (size_t)MOST_NAMES;
  fprintf(paper->out, "%s: %zu variable%s%s (", title, names->count,
          names->count == 1 ? "" : "s", behind);
  for (size_t i = 0; i < shown; i++)
    fprintf(paper->out, "%s%s", i > 0 ? ", " : "", names->items[i]);
  if (shown < names->count)
    fprintf(paper->out, " and %zu more", names->count - shown);
  fputs(")\n", paper->out);
}

static void print_covered(const struct paper *paper,
                          const struct covered *covered) {
  char times[24] = "never";
  if (covered->count > 0)
    snprintf(times, sizeof times, "%" PRIu64, covered->count);
  else if (covered->reached)
    snprintf(times, sizeof times, "inside");
  fprintf(paper->out, "  %10s  %s:%" PRIu32 "  ", times, covered->where.file,
          covered->where.line);
  paper_print(paper, covered->reached ? INK_PLAIN : INK_DOUBT, "%s",
              covered->statement);
  print_inlined(paper, "  in ", &covered->inlined, covered->where.file);
  fputc('\n', paper->out);
}

/* All statements, process by process. */
static void print_coverage(const struct paper *paper,
                           const struct coverage *coverage) {
  const char *process = NULL;
  for (size_t i = 0; i < coverage->count; i++) {
    const struct covered *covered = &coverage->items[i];
    if (!process || strcmp(process, covered->process) != 0)
      fprintf(paper->out, "  executed in %s:\n", covered->process);
    process = covered->process;
    print_covered(paper, covered);
  }
}

/* What a store that is not exact may have missed.  Of a search that was not
 * completed, this is about what it came to.
 */
static void print_loss(const struct paper *paper,
                       const struct verified *verified) {
  const double share = 100 * verified_coverage(verified);
  fprintf(paper->out,
          share > 99.99 && share < 100 ? "  %s: %.8g %%" : "  %s: %.4g %%",
          verified->store, share);
  fprintf(paper->out,
          " of the states %s, as far as can be expected; probability of a "
          "missed one %.2g\n",
          verified->complete ? "visited" : "that were met were also visited",
          verified_loss(verified));
}

static void print_archive_problem(const struct paper *paper,
                                  const struct verified *verified) {
  if (verified->figures.archive_problem == 0)
    return;
  fprintf(paper->out, "  warning: the archive was given up: %s; ",
          strerror(verified->figures.archive_problem));
  if (verified->archive_lost_at > 0)
    fprintf(paper->out, "begun anew with sleep sets after %" PRIu64 " states\n",
            verified->archive_lost_at);
  else
    fputs("what is forgotten from there on is searched again\n", paper->out);
}

static void print_forgotten(const struct paper *paper,
                            const struct verified *verified) {
  const struct search_figures *figures = &verified->figures;
  const bool all_archived =
      figures->archived > 0 && figures->archive_problem == 0;
  if (figures->archived > 0)
    fprintf(paper->out, "  %" PRIu64 " state%s archived, %.1f MB on disk\n",
            figures->archived, figures->archived == 1 ? "" : "s",
            (double)figures->disk_bytes / 1e6);
  print_archive_problem(paper, verified);
  if (figures->replaced > 0 && !all_archived)
    fprintf(paper->out,
            "  %" PRIu64 " time%s a state was forgotten to make room; states "
            "met again later are counted again\n",
            figures->replaced, figures->replaced == 1 ? "" : "s");
}

/* What may help where the memory was too small for an exact search. */
static void print_way_on(const struct paper *paper,
                         const struct verified *verified) {
  const struct search_figures *figures = &verified->figures;
  if (verified->verdict == VERDICT_UNKNOWN && verified->exact &&
      figures->switched == 0 && strcmp(verified->search, "bfs") != 0 &&
      verified->reason &&
      strcmp(verified->reason, search_end_text(SEARCH_MEMORY)) == 0)
    fputs("  to get further: more --memory, or --when-full cache, which "
          "forgets states and takes longer\n",
          paper->out);
}

void text_figures(const struct paper *paper, const struct verified *verified) {
  const struct search_figures *figures = &verified->figures;
  if (verified->symbolic)
    symbolic_text(paper, verified->symbolic);
  if (!verified->searched)
    return;
  fprintf(paper->out,
          "  %" PRIu64 " state%s, %" PRIu64 " transition%s, depth %" PRIu64
          ", %.3f s, %.1f MB",
          figures->states, figures->states == 1 ? "" : "s",
          figures->transitions, figures->transitions == 1 ? "" : "s",
          figures->depth, figures->seconds,
          (double)verified->memory_bytes / 1e6);
  if (figures->heads > 0)
    fprintf(paper->out, ", %" PRIu64 " packet%s", figures->heads,
            figures->heads == 1 ? "" : "s");
  if (figures->states >= 1000)
    fprintf(paper->out, ", %.1f bytes a state", verified->bytes_per_state);
  if (!verified->complete)
    fputs(verified->verdict == VERDICT_VIOLATED && !verified->cut
              ? "; stopped at the violation"
              : "; incomplete",
          paper->out);
  fputc('\n', paper->out);
  print_way_on(paper, verified);
  if (verified->swarm.searches > 0)
    fprintf(paper->out,
            "  the largest of %u searches; %" PRIu64 " states in all of them\n",
            verified->swarm.searches, verified->swarm.states);
  if (figures->resumed_states > 0)
    fprintf(paper->out, "  taken up again at %" PRIu64 " states\n",
            figures->resumed_states);
  if (figures->switched > 0)
    fprintf(paper->out, "  the memory was full at %" PRIu64 " states; %s\n",
            figures->switched,
            !verified->exact        ? "the rest is known by a few bits each"
            : figures->archived > 0 ? "from there on states went to disk"
                                    : "from there on states were forgotten");
  if (verified->given_up_at > 0)
    fprintf(paper->out,
            "  begun anew with an archive after %" PRIu64
            " states with sleep sets, which had too little room\n",
            verified->given_up_at);
  print_forgotten(paper, verified);
  if (!verified->exact)
    print_loss(paper, verified);
  if (verified->not_reduced)
    fprintf(paper->out, "  all interleavings are explored: %s\n",
            verified->not_reduced);
  if (verified->not_asleep)
    fprintf(paper->out, "  no sleep sets: %s\n", verified->not_asleep);
  if (verified->unseen.count > 0)
    print_names(paper, "  sliced", &verified->unseen,
                " that the property does not see");
  print_coverage(paper, &verified->coverage);
}

void text_static_help(const struct paper *paper,
                      const struct verification *verification) {
  const struct static_help *help = &verification->help;
  if (help->unused.count > 0)
    print_names(paper, "unused", &help->unused, "");
  if (help->write_only.count > 0)
    print_names(paper, "write-only", &help->write_only, "");
  if (help->constants.count > 0)
    print_names(paper, "constant", &help->constants, "");
}

void text_unreached(const struct paper *paper,
                    const struct verification *verification) {
  size_t count = verification->unreached_count;
  if (count == 0)
    return;
  size_t shown = count < MOST_UNREACHED ? count : MOST_UNREACHED;
  fprintf(paper->out, "never executed:\n");
  for (size_t i = 0; i < shown; i++) {
    const struct unreached *at = &verification->unreached[i];
    fprintf(paper->out, "  %s:%" PRIu32 "  %s  %s", at->where.file,
            at->where.line, at->process, at->statement);
    print_inlined(paper, "  in ", &at->inlined, at->where.file);
    fputc('\n', paper->out);
  }
  if (shown < count)
    fprintf(paper->out, "  and %zu more\n", count - shown);
}

/* ---- steps ---- */

static int at_most(size_t value, int limit) {
  return value < (size_t)limit ? (int)value : limit;
}

/* Room for a process with its number: P(1) */
static int name_width(const struct model *model) {
  size_t widest = 0;
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    const struct proctype *proctype = model->proctypes[i];
    size_t length = strlen(process_name(model, proctype->name));
    if (proctype->kind == PROC_PLAIN || proctype->kind == PROC_INIT)
      widest = length > widest ? length : widest;
  }
  return at_most(widest + 3, WIDEST_NAME);
}

/* Room for a place: m.pml:123.  Steps name files without their folders, those
 * of a graph name none; verdicts have the whole path.
 */
static int place_width(const struct loaded *loaded) {
  return loaded->graph
             ? 0
             : at_most(strlen(text_file_name(loaded->model->path)) + 4,
                       WIDEST_PLACE);
}

/* "  x: 0 -> 1" for each change.  A variable that begins with a process is
 * named only when it does not begin as zero; one that ends with it never is.
 */
static void add_changes(struct buffer *out, const struct readable_step *step) {
  for (size_t i = 0; i < step->change_count; i++) {
    const struct change *change = &step->changes[i];
    if (change->before && change->after)
      buffer_printf(out, "  %s: %s -> %s", change->name, change->before,
                    change->after);
    else if (change->after && strcmp(change->after, "0") != 0 &&
             strcmp(change->after, "[]") != 0)
      buffer_printf(out, "  %s = %s", change->name, change->after);
  }
}

static void add_values(struct buffer *out, const struct readable_step *step) {
  for (size_t i = 0; i < step->value_count; i++)
    buffer_printf(out, "%s%s", i > 0 ? "," : "", step->values[i]);
}

/* What is sent or received, as the statement has it: behind its operator. */
static const char *spelled_message(const char *statement) {
  const char *found = statement;
  for (const char *at = statement; *at; at++)
    if (*at == '!' || *at == '?')
      found = at + 1;
  return found;
}

/* The statement; a message whose values the statement does not spell out; the
 * receiver of a rendezvous.
 */
static void add_statement(struct buffer *out,
                          const struct readable_step *step) {
  buffer_puts(out, step->actor.statement);
  if (step->channel) {
    struct buffer values = {0};
    add_values(&values, step);
    if (strcmp(spelled_message(step->actor.statement), buffer_text(&values)) !=
        0)
      buffer_printf(out, "  [%s]", buffer_text(&values));
    buffer_free(&values);
  }
  inlined_add(out, "  in ", &step->actor.inlined, step->actor.where.file);
  if (step->partner.pid == NO_PROCESS)
    return;
  buffer_printf(out, "  to %s(%d) %s:%" PRIu32 " %s", step->partner.process,
                step->partner.pid, text_file_name(step->partner.where.file),
                step->partner.where.line, step->partner.statement);
  inlined_add(out, "  in ", &step->partner.inlined, step->partner.where.file);
}

static size_t line_width(const struct paper *paper) {
  const int columns = paper->columns > 0 ? paper->columns : FILE_WIDTH;
  return columns > NARROWEST_WIDTH ? (size_t)columns : NARROWEST_WIDTH;
}

/* What the step printed, each line behind a bar. */
static void print_printed(const struct paper *paper, int indent,
                          const char *printed) {
  const char *line = printed;
  while (*line) {
    size_t length = strcspn(line, "\n");
    paper_blanks(paper, indent);
    paper_print(paper, INK_DIM, "| ");
    fprintf(paper->out, "%.*s\n", (int)length, line);
    line += length + (line[length] == '\n');
  }
}

void text_step(const struct paper *paper, const struct loaded *loaded,
               size_t number, const struct readable_step *step) {
  struct buffer process = {0}, place = {0}, statement = {0}, changes = {0};
  buffer_printf(&process, "%s(%d)", step->actor.process, step->actor.pid);
  if (!loaded->graph)
    buffer_printf(&place, "%s:%" PRIu32, text_file_name(step->actor.where.file),
                  step->actor.where.line);
  add_statement(&statement, step);
  add_changes(&changes, step);

  int indent = 8 + name_width(loaded->model) + place_width(loaded) + 2;
  paper_print(paper, INK_DIM, "%5zu", number);
  fprintf(paper->out, "  %-*s  %-*s  ", name_width(loaded->model),
          buffer_text(&process), place_width(loaded), buffer_text(&place));
  paper_print(paper, INK_BOLD, "%s", buffer_text(&statement));
  if (changes.length > 0) {
    size_t width =
        statement.length > STATEMENT_WIDTH ? statement.length : STATEMENT_WIDTH;
    if ((size_t)indent + width + changes.length <= line_width(paper)) {
      paper_blanks(paper, (int)(width - statement.length));
    } else {
      fputc('\n', paper->out);
      paper_blanks(paper, indent);
    }
    paper_print(paper, INK_NEW, "%s", changes.text);
  }
  fputc('\n', paper->out);
  print_printed(paper, indent, step->printed);
  buffer_free(&process);
  buffer_free(&place);
  buffer_free(&statement);
  buffer_free(&changes);
}

/* Values in lines that are as full as they can be. */
struct filling {
  const struct paper *paper;
  struct buffer item;
  size_t column; /* 0: nothing is on the line yet */
};

static void print_value(void *context, const char *name, const char *value) {
  struct filling *filling = context;
  FILE *out = filling->paper->out;
  buffer_clear(&filling->item);
  buffer_printf(&filling->item, "%s = %s", name, value);
  const size_t length = filling->item.length + strlen(",");
  if (filling->column > 0 &&
      filling->column + 1 + length > line_width(filling->paper)) {
    fputs(",\n", out);
    filling->column = 0;
  }
  if (filling->column > 0)
    fputs(", ", out);
  else
    paper_blanks(filling->paper, VALUE_INDENT);
  filling->column += (filling->column > 0 ? 1 : VALUE_INDENT) + length;
  fputs(buffer_text(&filling->item), out);
}

void text_values(const struct paper *paper, const struct step_reader *reader) {
  struct filling filling = {.paper = paper};
  step_reader_values(reader, print_value, &filling);
  if (filling.column > 0)
    fputc('\n', paper->out);
  buffer_free(&filling.item);
}

/* ---- where the processes are ---- */

/* The statements that leave a location: a or b or c */
static void print_alternatives(const struct paper *paper,
                               const struct location *location) {
  for (uint32_t t = 0; t < location->transition_count; t++) {
    const struct action *action = location->transitions[t].action;
    if (t == MOST_ALTERNATIVES) {
      fputs(" or ...", paper->out);
      return;
    }
    fprintf(paper->out, "%s%s", t > 0 ? " or " : "  ",
            action->text ? action->text : "");
  }
}

static bool has_ended(const struct location *location) {
  return location->transition_count == 0 ||
         (location->transition_count == 1 &&
          location->transitions[0].action->kind == ACTION_END);
}

/* Where a process stands: the call of an inline, or the one statement of it
 * that comes next.
 */
static struct span place_of(const struct sources *sources,
                            const struct location *location) {
  if (location->transition_count != 1)
    return location->where;
  const struct span next = location->transitions[0].action->where;
  return sources_inline(sources, next) ? next : location->where;
}

static void print_process(const struct paper *paper,
                          const struct loaded *loaded,
                          const struct proctype *proctype, uint32_t pid,
                          uint32_t number) {
  const struct location *location = &proctype->locations[number];
  const struct span where = place_of(loaded->sources, location);
  const struct position at = sources_position(loaded->sources, where);
  fprintf(paper->out, "  %s(%" PRIu32 ")",
          process_name(loaded->model, proctype->name), pid);
  if (has_ended(location)) {
    fputs(" has ended\n", paper->out);
    return;
  }
  if (at.line > 0)
    fprintf(paper->out, " at %s:%" PRIu32, text_file_name(at.file), at.line);
  const struct inlined inlined = inlined_at(loaded->sources, where);
  print_inlined(paper, ", in ", &inlined, at.file);
  print_alternatives(paper, location);
  fputs(location->is_end ? "  (may end here)\n" : "\n", paper->out);
}

void text_processes(const struct paper *paper, const struct loaded *loaded,
                    struct engine *engine, const uint8_t *state,
                    size_t length) {
  uint32_t count = engine_process_count(engine, state, length);
  for (uint32_t pid = 0; pid < count; pid++) {
    uint32_t location;
    const struct proctype *proctype =
        engine_process(engine, state, length, pid, &location);
    print_process(paper, loaded, proctype, pid, location);
  }
}

/* ---- runs ---- */

static void print_run_step(const struct paper *paper,
                           const struct loaded *loaded, const struct walk *walk,
                           const struct readable_step *step,
                           enum trace_mode mode) {
  text_step(paper, loaded, walk_position(walk), step);
  if (mode == TRACE_FULL)
    text_values(paper, walk_reader(walk));
}

/* Where the middle of a long run begins, it is passed in silence. */
static void pass_middle(const struct paper *paper, struct walk *walk,
                        enum trace_mode mode) {
  size_t length = walk_length(walk);
  if (mode == TRACE_FULL || length <= LONG_RUN ||
      walk_position(walk) != SHOWN_AT_START)
    return;
  size_t skipped = length - SHOWN_AT_START - SHOWN_AT_END;
  fprintf(paper->out, "       ... %zu steps; --trace full shows them\n",
          skipped);
  for (size_t i = 0; i < skipped && walk_skip(walk); i++)
    continue;
}

/* After the first round of a part that is the same moves again and again, the
 * other rounds are passed in silence.  False: there is none here.
 */
static bool pass_fold(const struct paper *paper, struct walk *walk,
                      const fold_list *folds) {
  const struct fold *fold = folds_after(folds, walk_position(walk));
  if (!fold)
    return false;
  const size_t rounds = fold->length * fold->times;
  paper_blanks(paper, 7);
  fprintf(paper->out, "steps %zu to %zu: %s, \u00d7%zu\n", fold->first + 1,
          fold->first + rounds,
          fold->length == 1 ? "this one" : "these again and again",
          fold->times);
  for (size_t i = fold->length; i < rounds && walk_skip(walk); i++)
    continue;
  return true;
}

/* Folds, when they make a long run short enough to be shown. */
static void find_folds(const struct trail *trail, enum trace_mode mode,
                       fold_list *folds) {
  if (mode == TRACE_FULL)
    return;
  folds_find(trail, FOLDS_SHORT_RUN, LONG_RUN, folds);
}

/* A heading where the part that is repeated begins. */
static void print_cycle_start(const struct paper *paper,
                              const struct trail *trail, size_t position) {
  if (!trail_is_cycle(trail) || position != trail->loop_start ||
      position == trail->move_count)
    return;
  paper_blanks(paper, 7);
  paper_print(paper, INK_BOLD, "the cycle\n");
}

static void print_cycle_end(const struct paper *paper,
                            const struct loaded *loaded, struct engine *engine,
                            const struct trail *trail) {
  paper_blanks(paper, 7);
  if (trail->loop_start < trail->move_count)
    fprintf(paper->out, "and again from step %zu\n", trail->loop_start + 1);
  else
    fputs("and nothing moves any more\n", paper->out);
  struct buffer why = {0};
  explain_cycle(&why, loaded, engine, trail);
  if (why.length > 0) {
    paper_blanks(paper, 7);
    fprintf(paper->out, "%s\n", buffer_text(&why));
  }
  buffer_free(&why);
}

/* What the run violates: shown by its last step or state, or found by a claim.
 */
static const struct violation *violation_of(struct walk *walk,
                                            const struct trail *trail) {
  const bool by_claim =
      trail->has_violation &&
      (trail_is_cycle(trail) || trail->violation.kind == VIOLATION_CLAIM);
  return by_claim ? &trail->violation : walk_violation(walk);
}

/* What is wrong at the end of a run, and where everybody stands. */
static void print_end(const struct paper *paper, const struct loaded *loaded,
                      struct engine *engine, struct walk *walk,
                      const struct trail *trail) {
  const struct violation *violation = violation_of(walk, trail);
  if (trail_is_cycle(trail))
    print_cycle_end(paper, loaded, engine, trail);
  if (violation) {
    paper_blanks(paper, 7);
    paper_print(paper, INK_BAD, "violated");
    fputs(": ", paper->out);
    text_violation(paper, loaded, violation);
    fputc('\n', paper->out);
  }
  size_t length;
  const uint8_t *state = walk_last_good(walk, &length);
  if (state)
    text_processes(paper, loaded, engine, state, length);
}

bool text_run(const struct paper *paper, const struct loaded *loaded,
              struct engine *engine, const struct trail *trail,
              enum trace_mode mode) {
  struct walk *walk;
  if (walk_open(engine, loaded, trail, &walk) != STATUS_OK)
    return false;
  if (mode == TRACE_FULL) {
    fputs("    0  initial state\n", paper->out);
    text_values(paper, walk_reader(walk));
  }
  const struct readable_step *step;
  fold_list folds = {0};
  find_folds(trail, mode, &folds);
  print_cycle_start(paper, trail, 0);
  while ((step = walk_next(walk))) {
    print_run_step(paper, loaded, walk, step, mode);
    print_cycle_start(paper, trail, walk_position(walk));
    if (folds.count == 0)
      pass_middle(paper, walk, mode);
    else if (pass_fold(paper, walk, &folds))
      print_cycle_start(paper, trail, walk_position(walk));
  }
  vec_free(&folds);
  bool repeated = !walk_refused(walk);
  if (repeated)
    print_end(paper, loaded, engine, walk, trail);
  walk_close(walk);
  return repeated;
}

/* ---- saved runs ---- */

/* A word for the shell, in quotes unless it needs none. */
static void print_word(const struct paper *paper, const char *word) {
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "abcdefghijklmnopqrstuvwxyz0123456789_./-+,:=@%";
  const size_t length = strlen(word);
  if (length > 0 && strspn(word, plain) == length) {
    fputs(word, paper->out);
    return;
  }
  fputc('\'', paper->out);
  for (; *word; word++)
    if (*word == '\'')
      fputs("'\\''", paper->out);
    else
      fputc(*word, paper->out);
  fputc('\'', paper->out);
}

static bool looks_like_option(const char *word) {
  return word[0] == '-' && word[1] != '\0';
}

void text_saved(const struct paper *paper, const char *model,
                const char *trace) {
  fputs("saved; shown again by: lariat replay ", paper->out);
  if (looks_like_option(model) || looks_like_option(trace))
    fputs("-- ", paper->out);
  print_word(paper, model);
  fputc(' ', paper->out);
  print_word(paper, trace);
  fputc('\n', paper->out);
}
