/* See extras.h.  A formula becomes an ltl block in which #line makes errors
 * point into the option's own text; an automaton becomes a never claim.  To a
 * graph formulas are added as they are.
 */
#include "cli/extras.h"

#include "base/text.h"
#include "cli/cli.h"
#include "ltl/draw.h"
#include "ltl/hoa.h"
#include "ltl/watch.h"
#include "report/diag.h"
#include "report/properties.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void add_text(struct extras *extras, const char *name,
                     const char *text) {
  vec_push(&extras->texts, ((struct preprocess_extra){name, text}));
}

/* Is this argument of --assume the name of a file?  A formula can only look
 * like one when it is no more than a field with that name.
 */
static bool is_automaton_path(const char *argument) {
  static const char ending[] = ".hoa";
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "abcdefghijklmnopqrstuvwxyz0123456789_./-";
  const size_t length = strlen(argument), end = strlen(ending);
  return length > end && strcmp(argument + length - end, ending) == 0 &&
         (strspn(argument, letters) == length || access(argument, R_OK) == 0);
}

static void add_formulas(struct extras *extras, const char *name,
                         const char *block, const struct string_list *list) {
  const bool has_files = strcmp(name, EXTRA_ASSUMPTION) == 0;
  for (size_t i = 0; i < list->count; i++) {
    if (has_files && is_automaton_path(list->items[i]))
      continue;
    if (extras->for_graph) {
      add_text(extras, name, list->items[i]);
      continue;
    }
    const char *number =
        i == 0 ? "" : arena_printf(extras->arena, "_%zu", i + 1);
    add_text(extras, name,
             arena_printf(extras->arena,
                          "ltl %s%s {\n#line 1 \"%s\"\n%s\n"
                          "#line 1 \"\"\n}\n",
                          block, number, name, list->items[i]));
  }
}

static void refuse(const struct options *options, const char *message) {
  (void)fail(options, options->operands.items[0], EXIT_USAGE, message);
}

static bool read_file(struct extras *extras, const struct options *options,
                      const char *path, struct text *text) {
  const enum status status = text_read(path, text);
  if (status == STATUS_OK)
    return true;
  refuse(options, arena_printf(extras->arena, "cannot read %s: %s", path,
                               status == STATUS_IO ? strerror(errno)
                                                   : status_text(status)));
  return false;
}

static bool add_never(struct extras *extras, const struct options *options,
                      const char *path) {
  struct text text = {0};
  if (!read_file(extras, options, path, &text))
    return false;
  add_text(extras, path, arena_copy(extras->arena, text.bytes, text.length));
  vec_push(&extras->only_from, path);
  text_free(&text);
  return true;
}

/* The never claim of an automaton whose propositions are Promela expressions.
 */
static const char *claim_text(struct extras *extras, const struct hoa *hoa,
                              bool good) {
  const struct limit limit = patience_limit(extras->patience);
  const struct automaton_options options = {.limit = &limit};
  struct automaton *automaton =
      good ? automaton_watch(hoa->automaton)
           : automaton_reduce(hoa->automaton, &options);
  if (!automaton)
    return NULL;
  const char **names =
      ARENA_ARRAY(extras->arena, const char *, automaton->atom_count + 1);
  for (uint32_t i = 0; i < automaton->atom_count; i++)
    names[i] =
        arena_printf(extras->arena, "(%s)", hoa->names[automaton->atoms[i]]);
  struct buffer claim = {0};
  automaton_write_never(&claim, automaton, names, NULL);
  const char *text =
      arena_copy(extras->arena, buffer_text(&claim), claim.length);
  buffer_free(&claim);
  automaton_close(automaton);
  return text;
}

/* The never claim of the automaton in a file; NULL after a message.  `good`: it
 * must be deterministic.
 */
static const char *read_automaton(struct extras *extras,
                                  const struct options *options,
                                  const char *path, bool good) {
  struct text text = {0};
  if (!read_file(extras, options, path, &text))
    return NULL;
  static const char unfit[] =
      "not deterministic, or too large: --search buchi-det needs a "
      "deterministic automaton of the good runs; without it, --automaton means "
      "an automaton of the bad ones";
  struct sources *sources = sources_open();
  struct diag *diag = diag_open(sources);
  struct hoa hoa = {0};
  const char *claim = NULL;
  if (hoa_read(path, text.bytes, text.length, extras->arena, diag, &hoa) ==
      STATUS_OK)
    claim = claim_text(extras, &hoa, good);
  const struct paper paper = paper_stderr(options);
  diag_print(&paper, diag);
  if (!claim && diag_errors(diag) > 0)
    (void)fail_by_errors(options, options->operands.items[0], diag);
  else if (!claim && extras->patience->end != SEARCH_COMPLETE)
    (void)fail(options, options->operands.items[0], EXIT_UNKNOWN,
               search_end_text(extras->patience->end));
  else if (!claim)
    refuse(options, arena_printf(extras->arena, "the automaton in %s is %s",
                                 path, good ? unfit : "too large"));
  automaton_close(hoa.automaton);
  diag_close(diag);
  sources_close(sources);
  text_free(&text);
  return claim;
}

static bool add_automaton(struct extras *extras, const struct options *options,
                          const char *path) {
  const bool good = options->search == SEARCH_WORD_BUCHI_DET;
  const char *claim = read_automaton(extras, options, path, good);
  if (!claim)
    return false;
  add_text(extras, path, claim);
  vec_push(&extras->only_from, path);
  if (good)
    vec_push(&extras->good_from, path);
  return true;
}

/* What is assumed by an automaton is a never claim too, but its name tells that
 * it is no property.
 */
static bool add_assumed_automata(struct extras *extras,
                                 const struct options *options) {
  for (size_t i = 0; i < options->assumptions.count; i++) {
    const char *path = options->assumptions.items[i];
    if (!is_automaton_path(path))
      continue;
    const char *claim = read_automaton(extras, options, path, false);
    if (!claim)
      return false;
    add_text(extras, arena_printf(extras->arena, EXTRA_ASSUMPTION " %s", path),
             claim);
  }
  return true;
}

/* Claims of Promela make no sense of labels. */
static bool fits_graph(const struct options *options) {
  bool fits = options->nevers.count == 0 && options->automata.count == 0;
  for (size_t i = 0; i < options->assumptions.count; i++)
    fits = fits && !is_automaton_path(options->assumptions.items[i]);
  if (fits)
    return true;
  refuse(options, "never claims and automata go with models, not with graphs");
  return false;
}

bool extras_init(struct extras *extras, const struct options *options,
                 struct patience *patience) {
  *extras =
      (struct extras){.arena = arena_open(),
                      .patience = patience,
                      .for_graph = is_graph_path(options->operands.items[0])};
  if (extras->for_graph && !fits_graph(options))
    return false;
  add_formulas(extras, EXTRA_FORMULA, "formula", &options->formulas);
  add_formulas(extras, EXTRA_FINITE, "finite", &options->finite_formulas);
  add_formulas(extras, EXTRA_ASSUMPTION, "assumption", &options->assumptions);
  if (options->finite_formulas.count > 0)
    vec_push(&extras->only_from, EXTRA_FINITE);
  if (options->formulas.count > 0)
    vec_push(&extras->only_from, EXTRA_FORMULA);
  for (size_t i = 0; i < options->nevers.count; i++)
    if (!add_never(extras, options, options->nevers.items[i]))
      return false;
  for (size_t i = 0; i < options->automata.count; i++)
    if (!add_automaton(extras, options, options->automata.items[i]))
      return false;
  return add_assumed_automata(extras, options);
}

void extras_clear(struct extras *extras) {
  vec_free(&extras->texts);
  vec_free(&extras->only_from);
  vec_free(&extras->good_from);
  arena_close(extras->arena);
}
