/* Messages with the line they are about.
 *
 * A token that came out of a macro is shown where the macro is used; each
 * expansion on the way adds a note that names the place in the definition.
 */
#include "report/diag.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
  MOST_EXPANSIONS = 8, /* notes for one message */
  WIDEST_LINE = 160,   /* longer source lines are shown around the span */
};

static const struct {
  const char *name;
  enum ink ink;
} levels[] = {
    [DIAG_NOTE] = {"note", INK_BOLD},
    [DIAG_WARNING] = {"warning", INK_DOUBT},
    [DIAG_ERROR] = {"error", INK_BAD},
};

const char *diag_level_name(enum diag_level level) {
  return levels[level].name;
}

static void print_head(const struct paper *paper, const struct sources *sources,
                       struct span where, enum diag_level level) {
  if (where.source != 0) {
    struct position position = sources_position(sources, where);
    paper_print(paper, INK_BOLD, "%s:%" PRIu32 ":%" PRIu32 ": ", position.file,
                position.line, position.column);
  } else {
    paper_print(paper, INK_BOLD, "lariat: ");
  }
  paper_print(paper, levels[level].ink, "%s: ", levels[level].name);
}

/* Bytes a terminal would act upon are shown as blanks, tabs as one blank, so
 * that a column is a character.
 */
static void print_piece(const struct paper *paper, const char *text,
                        size_t length) {
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)text[i];
    fputc(c < 0x20 || c == 0x7F ? ' ' : c, paper->out);
  }
}

static bool continues_character(char c) {
  return ((unsigned char)c & 0xC0) == 0x80;
}

/* How many characters of UTF-8 the bytes are. */
static size_t characters(const char *text, size_t length) {
  size_t count = 0;
  for (size_t i = 0; i < length; i++)
    count += !continues_character(text[i]);
  return count;
}

static void print_source(const struct paper *paper,
                         const struct sources *sources, struct span where) {
  if (where.source == 0)
    return;
  size_t length, offset;
  const char *line = sources_line(sources, where, &length, &offset);
  size_t from = 0;
  if (offset > WIDEST_LINE / 2)
    from = offset - WIDEST_LINE / 2;
  while (from > 0 && continues_character(line[from]))
    from--;
  size_t shown = length - from < WIDEST_LINE ? length - from : WIDEST_LINE;
  if (offset > from + shown)
    offset = from + shown;
  size_t marked = where.length < from + shown - offset ? where.length
                                                       : from + shown - offset;

  fputs("  ", paper->out);
  print_piece(paper, line + from, shown);
  fputs("\n  ", paper->out);
  paper_blanks(paper, (int)characters(line + from, offset - from));
  paper_print(paper, INK_GOOD, "^");
  for (size_t i = 1; i < characters(line + offset, marked); i++)
    paper_print(paper, INK_GOOD, "~");
  fputc('\n', paper->out);
}

static void print_expansions(const struct paper *paper,
                             const struct sources *sources, struct span where) {
  uint32_t via = where.via;
  for (int i = 0; via != 0 && i < MOST_EXPANSIONS; i++) {
    const struct expansion *expansion = sources_expansion(sources, via);
    print_head(paper, sources, expansion->use, DIAG_NOTE);
    fprintf(paper->out, "in expansion of %s %s",
            expansion->is_inline ? "inline" : "macro", expansion->name);
    if (expansion->definition.source != 0) {
      struct position at = sources_position(sources, expansion->definition);
      fprintf(paper->out, ", defined at %s:%" PRIu32 ":%" PRIu32, at.file,
              at.line, at.column);
    }
    fputc('\n', paper->out);
    via = expansion->use.via;
  }
}

void diag_print(const struct paper *paper, const struct diag *diag) {
  const struct sources *sources = diag_sources(diag);
  for (size_t i = 0; i < diag_count(diag); i++) {
    const struct message *message = diag_message(diag, i);
    print_head(paper, sources, message->where, message->level);
    paper_print(paper, INK_BOLD, "%s\n", message->text);
    print_source(paper, sources, message->where);
    print_expansions(paper, sources, message->where);
  }
}
