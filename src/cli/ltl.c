/* lariat ltl: the automaton of a formula, as text. */
#include "base/memory.h"
#include "base/text.h"
#include "cli/cli.h"
#include "ltl/draw.h"
#include "ltl/hoa.h"
#include "ltl/parse.h"
#include "report/diag.h"

#include <string.h>

/* The names in the order of the automaton's atoms. */
static const char **order_names(const struct parsed_formula *parsed,
                                const struct automaton *automaton,
                                struct arena *arena) {
  const char **names =
      ARENA_ARRAY(arena, const char *, automaton->atom_count + 1);
  for (uint32_t i = 0; i < automaton->atom_count; i++)
    names[i] = parsed->names[automaton->atoms[i]];
  return names;
}

static void print_automaton(const struct options *options,
                            const struct automaton *automaton,
                            const struct parsed_formula *parsed,
                            struct arena *arena) {
  struct buffer title = {0}, out = {0};
  const char *const *names = order_names(parsed, automaton, arena);
  formula_print(&title, parsed->formula, parsed->names);
  if (options->ltl_format == LTL_FORMAT_WORD_DOT)
    automaton_write_dot(&out, automaton, names, buffer_text(&title));
  else if (options->ltl_format == LTL_FORMAT_WORD_NEVER)
    automaton_write_never(&out, automaton, names, buffer_text(&title));
  else
    hoa_write(&out, automaton, names, buffer_text(&title));
  fputs(buffer_text(&out), stdout);
  buffer_free(&title);
  buffer_free(&out);
}

static bool translate(const struct options *options, const struct text *text,
                      struct arena *arena, struct diag *diag) {
  struct automaton_options how = {.generalized = options->generalized};
  struct parsed_formula parsed;
  struct automaton *automaton = NULL;
  if (ltl_parse("formula", text->bytes, text->length, arena, diag, &parsed) !=
          STATUS_OK ||
      automaton_from_formula(parsed.formula, &how, diag, &automaton) !=
          STATUS_OK)
    return false;
  print_automaton(options, automaton, &parsed, arena);
  automaton_close(automaton);
  return true;
}

/* The operand itself, or standard input where it is "-". */
static bool read_formula(const char *operand, struct text *text) {
  if (strcmp(operand, "-") == 0) {
    if (text_read(operand, text) == STATUS_OK)
      return true;
    perror("lariat: cannot read the formula");
    return false;
  }
  text->length = strlen(operand);
  text->bytes = memory_alloc(text->length + 1);
  memcpy(text->bytes, operand, text->length);
  return true;
}

enum exit_status ltl_command(const struct options *options) {
  if (options->generalized && options->ltl_format == LTL_FORMAT_WORD_NEVER) {
    fputs("lariat: a never claim cannot be --generalized\n", stderr);
    return EXIT_USAGE;
  }
  struct arena *arena = arena_open();
  struct sources *sources = sources_open();
  struct diag *diag = diag_open(sources);
  struct text text = {0};
  bool ok = read_formula(options->operands.items[0], &text) &&
            translate(options, &text, arena, diag);
  struct paper paper = paper_stderr(options);
  diag_print(&paper, diag);
  text_free(&text);
  diag_close(diag);
  sources_close(sources);
  arena_close(arena);
  return ok ? EXIT_HOLDS : EXIT_USAGE;
}
