/* lariat ltl: the automaton of a formula, as text. */
#include "base/memory.h"
#include "base/text.h"
#include "cli/cli.h"
#include "ltl/draw.h"
#include "ltl/finite.h"
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

/* The automaton over finite runs as one that can be printed. */
static enum status finite_automaton(const struct formula *formula,
                                    const struct limit *limit,
                                    struct diag *diag, struct automaton **out) {
  struct finite *finite;
  const enum status status = finite_from_formula(formula, limit, diag, &finite);
  if (status != STATUS_OK)
    return status;
  *out = finite_to_automaton(finite, limit);
  finite_close(finite);
  if (*out)
    return STATUS_OK;
  if (!limit->goes_on(limit->context))
    return STATUS_STOPPED;
  diag_error(diag, formula->where, "the automaton is too large to print");
  return STATUS_TOO_LARGE;
}

static bool is_not_interrupted(void *context) {
  (void)context;
  return !*interrupt_flag();
}

static enum status translate(const struct options *options,
                             const struct text *text, struct arena *arena,
                             struct diag *diag) {
  const struct limit limit = {is_not_interrupted, NULL};
  struct automaton_options how = {.generalized = options->generalized,
                                  .limit = &limit};
  struct parsed_formula parsed;
  struct automaton *automaton = NULL;
  enum status status =
      ltl_parse("formula", text->bytes, text->length, arena, diag, &parsed);
  if (status != STATUS_OK)
    return status;
  if (options->finite)
    status = finite_automaton(parsed.formula, &limit, diag, &automaton);
  else
    status = automaton_from_formula(parsed.formula, &how, diag, &automaton);
  if (status == STATUS_OK)
    print_automaton(options, automaton, &parsed, arena);
  automaton_close(automaton);
  return status;
}

/* A limit is no mistake of the formula. */
static enum exit_status exit_status_of(enum status status) {
  if (status == STATUS_OK)
    return EXIT_HOLDS;
  return status == STATUS_STOPPED || status == STATUS_TOO_LARGE ? EXIT_UNKNOWN
                                                                : EXIT_USAGE;
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

/* Why the options do not go together, or NULL. */
static const char *contradiction(const struct options *options) {
  const bool never = options->ltl_format == LTL_FORMAT_WORD_NEVER;
  if (options->generalized && never)
    return "a never claim cannot be --generalized";
  if (options->finite && never)
    return "a never claim reads infinite runs: not with --finite";
  if (options->finite && options->generalized)
    return "--finite and --generalized exclude each other";
  return NULL;
}

enum exit_status ltl_command(const struct options *options) {
  const char *problem = contradiction(options);
  if (problem) {
    fprintf(stderr, "lariat: %s\n", problem);
    return EXIT_USAGE;
  }
  struct arena *arena = arena_open();
  struct sources *sources = sources_open();
  struct diag *diag = diag_open(sources);
  struct text text = {0};
  enum status status = STATUS_IO;
  if (read_formula(options->operands.items[0], &text))
    status = translate(options, &text, arena, diag);
  struct paper paper = paper_stderr(options);
  diag_print(&paper, diag);
  text_free(&text);
  diag_close(diag);
  sources_close(sources);
  arena_close(arena);
  if (status == STATUS_STOPPED)
    fprintf(stderr, "lariat: %s\n",
            *interrupt_flag() == INTERRUPT_MEMORY ? "out of memory"
                                                  : "interrupted");
  return exit_status_of(status);
}
