/* Reads graphs in Aldebaran's format: see aut.h.
 *
 * Nothing in the file is believed before it is seen.  The numbers of the head
 * bound what may follow, but memory grows only with the transitions that were
 * read: a head that promises more states than its transitions could ever touch
 * is refused in the end, and no line longer than LONGEST_LINE is taken in.  So
 * a file of n bytes takes memory in proportion to n, plus SPARE_STATES.
 *
 * The file is read in pieces; a line that does not lie in one piece is put
 * together in a buffer.  For a message the line at hand becomes a source of its
 * own, under the file's name and with the line's number.
 */
#include "lts/aut.h"

#include "base/memory.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
  PIECE = 1 << 16,
  LONGEST_LINE = 1 << 20,
  SPARE_STATES = 1 << 20, /* states that no transition names */
};

struct reader {
  FILE *file;
  const char *name;
  struct diag *diag;
  char *piece;
  size_t at, end;        /* what is left of the piece */
  struct buffer pending; /* the beginning of a line from earlier pieces */

  const char *line; /* the one at hand */
  size_t length, column;
  uint32_t number; /* of it, from 1 */
  bool failed;

  struct lts_builder *builder;
  struct buffer label;
  uint64_t initial, edges, states; /* as the head says */
  struct span head;                /* place of the numbers of the head */
};

/* ---- messages ---- */

/* A place in the line at hand. */
static struct span span_here(struct reader *r, size_t column, size_t length) {
  struct sources *sources = diag_sources(r->diag);
  const uint32_t source = sources_add(sources, r->name, r->line, r->length);
  sources_renumber(sources, source, 0, r->name, r->number);
  return (struct span){source, (uint32_t)column, (uint32_t)length, 0};
}

static void fail(struct reader *r, size_t column, size_t length,
                 const char *message) {
  if (!r->failed)
    diag_error(r->diag, span_here(r, column, length), "%s", message);
  r->failed = true;
}

static void fail_expected(struct reader *r, const char *expected) {
  if (r->failed)
    return;
  const struct span where =
      span_here(r, r->column, r->column < r->length ? 1 : 0);
  if (r->column == r->length)
    diag_error(r->diag, where, "the line ends where %s is missing", expected);
  else
    diag_error(r->diag, where, "expected %s", expected);
  r->failed = true;
}

/* ---- lines ---- */

static bool read_piece(struct reader *r) {
  r->at = 0;
  r->end = fread(r->piece, 1, PIECE, r->file);
  return r->end > 0;
}

static void set_line(struct reader *r, const char *bytes, size_t length) {
  if (length > 0 && bytes[length - 1] == '\r')
    length--;
  r->line = bytes;
  r->length = length;
  r->column = 0;
  r->number++;
}

/* Keeps the rest of the piece, which has no end of line. */
static bool keep_rest(struct reader *r) {
  buffer_add(&r->pending, r->piece + r->at, r->end - r->at);
  r->at = r->end;
  if (r->pending.length <= LONGEST_LINE)
    return true;
  set_line(r, r->pending.text, 40); /* enough to recognise it */
  fail(r, 0, 1, "the line is too long for a transition");
  return false;
}

/* Takes the next line; false at the end of the file, or after a failure. */
static bool next_line(struct reader *r) {
  buffer_clear(&r->pending);
  for (;;) {
    if (r->at == r->end && !read_piece(r)) {
      if (r->pending.length == 0)
        return false;
      set_line(r, r->pending.text, r->pending.length);
      return true;
    }
    const char *start = r->piece + r->at;
    const char *newline = memchr(start, '\n', r->end - r->at);
    if (!newline) {
      if (!keep_rest(r))
        return false;
      continue;
    }
    const size_t length = (size_t)(newline - start);
    r->at += length + 1;
    if (r->pending.length == 0) {
      set_line(r, start, length);
    } else {
      buffer_add(&r->pending, start, length);
      set_line(r, r->pending.text, r->pending.length);
    }
    return true;
  }
}

static bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

static void skip_blanks(struct reader *r) {
  while (r->column < r->length && is_blank(r->line[r->column]))
    r->column++;
}

/* The next line that has anything on it. */
static bool next_full_line(struct reader *r) {
  while (next_line(r)) {
    skip_blanks(r);
    if (r->column < r->length)
      return true;
  }
  return false;
}

/* ---- parts of a line ---- */

static void take(struct reader *r, char c, const char *what) {
  skip_blanks(r);
  if (r->column < r->length && r->line[r->column] == c)
    r->column++;
  else
    fail_expected(r, what);
}

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/* A number up to `most`, which `limit` introduces when it is larger. */
static uint64_t take_number(struct reader *r, uint64_t most,
                            const char *limit) {
  skip_blanks(r);
  const size_t start = r->column;
  uint64_t value = 0;
  while (r->column < r->length && is_digit(r->line[r->column])) {
    if (value <= most)
      value = 10 * value + (uint64_t)(r->line[r->column] - '0');
    r->column++;
  }
  if (r->column == start) {
    fail_expected(r, "a number");
  } else if (value > most && !r->failed) {
    diag_error(r->diag, span_here(r, start, r->column - start),
               "the number is too large: %s %" PRIu64, limit, most);
    r->failed = true;
  }
  return value;
}

static void take_end(struct reader *r) {
  take(r, ')', "`)`");
  skip_blanks(r);
  if (r->column < r->length)
    fail_expected(r, "the end of the line");
}

/* ---- labels ---- */

static void add_to_label(struct reader *r, size_t column) {
  const char c = r->line[column];
  if ((unsigned char)c < 0x20 && c != '\t')
    fail(r, column, 1, "a control character in a label");
  buffer_add(&r->label, c == '\t' ? " " : &c, 1);
}

static void take_quoted(struct reader *r) {
  const size_t start = r->column++;
  while (r->column < r->length && r->line[r->column] != '"' && !r->failed) {
    const bool escaped =
        r->line[r->column] == '\\' && r->column + 1 < r->length &&
        (r->line[r->column + 1] == '"' || r->line[r->column + 1] == '\\');
    r->column += escaped;
    add_to_label(r, r->column++);
  }
  if (r->column < r->length)
    r->column++;
  else
    fail(r, start, 1, "the label's closing quote is missing");
}

static size_t last_comma(const struct reader *r) {
  size_t comma = r->length;
  while (comma > r->column && r->line[comma - 1] != ',')
    comma--;
  return comma > r->column ? comma - 1 : r->length;
}

static void take_unquoted(struct reader *r) {
  size_t end = last_comma(r);
  const size_t comma = end;
  if (comma == r->length)
    r->column = r->length;
  while (end > r->column && is_blank(r->line[end - 1]))
    end--;
  if (end == r->column)
    fail_expected(r, "a label");
  while (r->column < end && !r->failed)
    add_to_label(r, r->column++);
  r->column = comma;
}

static uint32_t take_label(struct reader *r) {
  skip_blanks(r);
  buffer_clear(&r->label);
  if (r->column < r->length && r->line[r->column] == '"')
    take_quoted(r);
  else
    take_unquoted(r);
  return r->failed ? 0
                   : lts_builder_label(r->builder, buffer_text(&r->label),
                                       r->label.length);
}

/* ---- head and transitions ---- */

static void read_head(struct reader *r) {
  static const char *const no_head =
      "expected `des (INITIAL, TRANSITIONS, STATES)` on the first line";
  if (!next_full_line(r)) {
    if (r->failed)
      return;
    set_line(r, "", 0);
    fail(r, 0, 0, no_head);
    return;
  }
  const size_t start = r->column;
  if (r->length - start < 3 || memcmp(r->line + start, "des", 3) != 0) {
    fail(r, start, 1, no_head);
    return;
  }
  r->column += 3;
  take(r, '(', "`(`");
  r->initial = take_number(r, LTS_MOST - 1, "the last state can be");
  take(r, ',', "`,`");
  r->edges = take_number(r, LTS_MOST, "transitions are at most");
  take(r, ',', "`,`");
  r->states = take_number(r, LTS_MOST, "states are at most");
  take_end(r);
  if (r->failed)
    return;
  r->head = span_here(r, start, r->length - start);
  if (r->initial >= r->states)
    fail(r, start, r->length - start,
         "the initial state is none of the states");
}

static uint32_t take_state(struct reader *r) {
  return (uint32_t)take_number(r, r->states - 1,
                               "by the head the last state is");
}

static void read_edge(struct reader *r) {
  take(r, '(', "`(`");
  const uint32_t from = take_state(r);
  take(r, ',', "`,`");
  if (r->failed)
    return;
  const uint32_t label = take_label(r);
  take(r, ',', "`,`");
  const uint32_t to = take_state(r);
  take_end(r);
  if (r->failed)
    return;
  if (lts_builder_edges(r->builder) == r->edges) {
    diag_error(r->diag, span_here(r, 0, r->length),
               "a transition too many: the head promises %" PRIu64, r->edges);
    r->failed = true;
    return;
  }
  (void)lts_builder_edge(r->builder, from, label, to);
}

/* Does the head tell the truth? */
static void check_counts(struct reader *r) {
  const uint64_t edges = lts_builder_edges(r->builder);
  if (edges != r->edges)
    diag_error(r->diag, r->head,
               "the head promises %" PRIu64
               " transitions, the file has %" PRIu64,
               r->edges, edges);
  else if (r->states > 2 * edges + SPARE_STATES)
    diag_error(r->diag, r->head,
               "the head promises %" PRIu64 " states, %" PRIu64
               " transitions cannot name so many",
               r->states, edges);
  else
    return;
  r->failed = true;
}

static void read_graph(struct reader *r) {
  read_head(r);
  while (!r->failed && next_full_line(r))
    read_edge(r);
  if (!r->failed && !ferror(r->file))
    check_counts(r);
}

enum status aut_read(FILE *file, const char *name, struct diag *diag,
                     struct lts **out) {
  struct reader r = {.file = file,
                     .name = name,
                     .diag = diag,
                     .piece = memory_alloc(PIECE),
                     .builder = lts_builder_open()};
  *out = NULL;
  read_graph(&r);
  const bool broken = ferror(file) != 0;
  if (!r.failed && !broken)
    *out =
        lts_builder_finish(r.builder, (uint32_t)r.states, (uint32_t)r.initial);
  lts_builder_close(r.builder);
  buffer_free(&r.pending);
  buffer_free(&r.label);
  memory_free(r.piece);
  if (*out)
    return STATUS_OK;
  return broken && !r.failed ? STATUS_IO : STATUS_BAD_INPUT;
}
