/* Reads formulas of Hennessy and Milner: see hml.h.
 *
 * Recursive descent over the text.  What lies between < and > tells whether a
 * formula is strong, weak or with until; all steps of one formula must be of
 * the same kind.  Definitions come before they are used, so a formula is built
 * as it is read.
 */
#include "lts/hml.h"

#include "lts/transform.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 2000 }; /* formulas within formulas */

struct reader {
  const char *text, *at;
  uint32_t source;
  struct diag *diag;
  struct lts_builder *labels;
  struct hml *hml;
  VEC(hml_ref) definitions; /* F1, F2, ... */
  bool has_mode, failed;
  uint32_t depth;
};

/* ---- characters ---- */

static void fail(struct reader *r, const char *message) {
  if (r->failed)
    return;
  const struct span where = {r->source, (uint32_t)(r->at - r->text),
                             *r->at ? 1 : 0, 0};
  diag_error(r->diag, where, "%s", message);
  r->failed = true;
}

static void skip_blanks(struct reader *r) {
  while (*r->at == ' ' || *r->at == '\n' || *r->at == '\t')
    r->at++;
}

/* Takes these characters if they come next. */
static bool take(struct reader *r, const char *token) {
  skip_blanks(r);
  const size_t length = strlen(token);
  if (strncmp(r->at, token, length) != 0)
    return false;
  r->at += length;
  return true;
}

static void expect(struct reader *r, const char *token, const char *message) {
  if (!take(r, token))
    fail(r, message);
}

/* A word alone: no plain character follows. */
static bool take_word(struct reader *r, const char *word) {
  skip_blanks(r);
  const size_t length = strlen(word);
  return strspn(r->at, HML_PLAIN) == length && take(r, word);
}

/* ---- steps ---- */

static void set_mode(struct reader *r, enum hml_mode mode) {
  if (r->has_mode && r->hml->mode != mode)
    fail(r, "a step of another kind than those before: <a>, <i* a i*> and "
            "<i* a> do not mix");
  r->has_mode = true;
  r->hml->mode = mode;
}

/* The hidden step has two names, `i` and `tau`, and one number. */
static uint32_t label_of(struct reader *r, const char *name, size_t length) {
  const bool is_tau = length == 3 && memcmp(name, "tau", 3) == 0;
  return is_tau ? lts_builder_label(r->labels, "i", 1)
                : lts_builder_label(r->labels, name, length);
}

static uint32_t read_quoted(struct reader *r) {
  struct buffer name = {0};
  for (r->at++; *r->at && *r->at != '"'; r->at++) {
    if (*r->at == '\\' && (r->at[1] == '"' || r->at[1] == '\\'))
      r->at++;
    buffer_add(&name, r->at, 1);
  }
  expect(r, "\"", "the label's closing quote is missing");
  const uint32_t label = label_of(r, buffer_text(&name), name.length);
  buffer_free(&name);
  return label;
}

static uint32_t read_label(struct reader *r) {
  skip_blanks(r);
  if (*r->at == '"')
    return read_quoted(r);
  const char *start = r->at;
  const size_t length = strspn(start, HML_PLAIN);
  if (length == 0)
    fail(r, "expected a label");
  r->at += length;
  return label_of(r, start, length);
}

static hml_ref read_part(struct reader *r);

/* After `i*` or `(G i)*`: what follows the hidden steps. */
static uint32_t read_end_of_step(struct reader *r) {
  if (take_word(r, "i?")) {
    set_mode(r, HML_UNTIL);
    return lts_builder_label(r->labels, "i", 1);
  }
  const uint32_t label = read_label(r);
  set_mode(r, take(r, "i*") ? HML_WEAK : HML_UNTIL);
  return label;
}

static hml_ref read_can(struct reader *r) {
  hml_ref along = hml_true();
  uint32_t label;
  if (take(r, "(")) {
    along = read_part(r);
    expect(r, "i)*", "expected `i)*`");
    label = read_end_of_step(r);
    set_mode(r, HML_UNTIL);
  } else if (!take(r, "i*")) {
    label = read_label(r);
    set_mode(r, HML_STRONG);
  } else if (skip_blanks(r), *r->at == '>') {
    set_mode(r, HML_WEAK);
    label = lts_builder_label(r->labels, "i", 1);
  } else {
    label = read_end_of_step(r);
  }
  expect(r, ">", "expected `>` at the end of the step");
  const hml_ref after = read_part(r);
  return hml_can(r->hml, label, along, after);
}

/* ---- formulas ---- */

/* (F && G && ...) or (F || G || ...) */
static hml_ref read_list(struct reader *r) {
  VEC(hml_ref) parts = {0};
  hml_ref part = read_part(r);
  vec_push(&parts, part);
  skip_blanks(r);
  const char *between = *r->at == '|' ? "||" : "&&";
  while (!r->failed && take(r, between)) {
    part = read_part(r);
    vec_push(&parts, part);
  }
  expect(r, ")", "expected `)`");
  const hml_ref list = *between == '|'
                           ? hml_or(r->hml, parts.items, parts.count)
                           : hml_and(r->hml, parts.items, parts.count);
  vec_free(&parts);
  return list;
}

/* The number after an F. */
static hml_ref read_name(struct reader *r) {
  char *end;
  const unsigned long number = strtoul(r->at, &end, 10);
  if (end == r->at || number == 0 || number > r->definitions.count) {
    fail(r, "this F is not defined before");
    return hml_true();
  }
  r->at = end;
  return r->definitions.items[number - 1];
}

static hml_ref read_part(struct reader *r) {
  hml_ref part = hml_true();
  if (r->failed)
    return part;
  if (r->depth++ == DEEPEST)
    fail(r, "formulas lie too deep within each other");
  else if (take(r, "!"))
    part = hml_not(r->hml, read_part(r));
  else if (take(r, "("))
    part = read_list(r);
  else if (take(r, "<"))
    part = read_can(r);
  else if (take(r, "F"))
    part = read_name(r);
  else if (take(r, "false"))
    part = hml_not(r->hml, part);
  else if (!take(r, "true"))
    fail(r, "expected a formula: true, !F, (F && G), (F || G) or <a>F");
  r->depth--;
  return part;
}

/* `F1 =`, if that comes next and 1 is the next number. */
static bool take_definition(struct reader *r) {
  const char *start = r->at;
  if (take(r, "F") &&
      strtoul(r->at, (char **)&r->at, 10) == r->definitions.count + 1 &&
      take(r, "="))
    return true;
  r->at = start;
  return false;
}

static void read_all(struct reader *r) {
  while (!r->failed && take_definition(r)) {
    const hml_ref part = read_part(r);
    vec_push(&r->definitions, part);
    expect(r, ";", "expected `;` after the definition");
  }
  r->hml->root = read_part(r);
  skip_blanks(r);
  if (*r->at)
    fail(r, "expected the end of the formula");
}

enum status hml_read(const char *name, const char *text,
                     struct lts_builder *labels, struct diag *diag,
                     struct hml *out) {
  struct reader r = {
      .text = text,
      .at = text,
      .source = sources_add(diag_sources(diag), name, text, strlen(text)),
      .diag = diag,
      .labels = labels,
      .hml = out};
  hml_init(out, HML_STRONG);
  read_all(&r);
  vec_free(&r.definitions);
  if (!r.failed)
    return STATUS_OK;
  hml_clear(out);
  return STATUS_BAD_INPUT;
}
