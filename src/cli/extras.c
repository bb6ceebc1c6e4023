/* See extras.h.  A formula becomes an ltl block in which #line makes errors
 * point into the option's own text; an automaton becomes a never claim.
 */
#include "cli/extras.h"

#include "base/text.h"
#include "cli/cli.h"
#include "ltl/draw.h"
#include "ltl/hoa.h"
#include "report/diag.h"
#include "report/properties.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static void add_text(struct extras *extras, const char *name,
                     const char *text) {
  vec_push(&extras->texts, ((struct preprocess_extra){name, text}));
}

static void add_formulas(struct extras *extras, const char *name,
                         const char *block, const struct string_list *list) {
  for (size_t i = 0; i < list->count; i++) {
    const char *number =
        i == 0 ? "" : arena_printf(extras->arena, "_%zu", i + 1);
    add_text(extras, name,
             arena_printf(extras->arena, "ltl %s%s {\n#line 1 \"%s\"\n%s\n}\n",
                          block, number, name, list->items[i]));
  }
}

static bool read_file(const char *path, struct text *text) {
  const enum status status = text_read(path, text);
  if (status == STATUS_OK)
    return true;
  fprintf(stderr, "lariat: cannot read %s: %s\n", path,
          status == STATUS_IO ? strerror(errno) : status_text(status));
  return false;
}

static bool add_never(struct extras *extras, const char *path) {
  struct text text = {0};
  if (!read_file(path, &text))
    return false;
  add_text(extras, path, arena_copy(extras->arena, text.bytes, text.length));
  vec_push(&extras->only_from, path);
  text_free(&text);
  return true;
}

/* The never claim of an automaton whose propositions are Promela expressions.
 */
static const char *claim_text(struct extras *extras, const struct hoa *hoa) {
  const struct automaton_options options = {0};
  struct automaton *automaton = automaton_reduce(hoa->automaton, &options);
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

static bool add_automaton(struct extras *extras, const struct options *options,
                          const char *path) {
  struct text text = {0};
  if (!read_file(path, &text))
    return false;
  struct sources *sources = sources_open();
  struct diag *diag = diag_open(sources);
  struct hoa hoa = {0};
  const char *claim = NULL;
  if (hoa_read(path, text.bytes, text.length, extras->arena, diag, &hoa) ==
      STATUS_OK)
    claim = claim_text(extras, &hoa);
  const struct paper paper = paper_stderr(options);
  diag_print(&paper, diag);
  if (!claim && diag_errors(diag) == 0)
    fprintf(stderr, "lariat: the automaton in %s is too large\n", path);
  if (claim) {
    add_text(extras, path, claim);
    vec_push(&extras->only_from, path);
  }
  automaton_close(hoa.automaton);
  diag_close(diag);
  sources_close(sources);
  text_free(&text);
  return claim != NULL;
}

bool extras_init(struct extras *extras, const struct options *options) {
  *extras = (struct extras){.arena = arena_open()};
  add_formulas(extras, EXTRA_FORMULA, "formula", &options->formulas);
  add_formulas(extras, EXTRA_ASSUMPTION, "assumption", &options->assumptions);
  if (options->formulas.count > 0)
    vec_push(&extras->only_from, EXTRA_FORMULA);
  for (size_t i = 0; i < options->nevers.count; i++)
    if (!add_never(extras, options->nevers.items[i]))
      return false;
  for (size_t i = 0; i < options->automata.count; i++)
    if (!add_automaton(extras, options, options->automata.items[i]))
      return false;
  return true;
}

void extras_clear(struct extras *extras) {
  vec_free(&extras->texts);
  vec_free(&extras->only_from);
  arena_close(extras->arena);
}
