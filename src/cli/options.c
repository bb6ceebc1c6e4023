/* Reading the command line by the table of options.
 *
 * --name value, --name=value, -L value and -Lvalue; `--` ends the options.  An
 * option may stand before or after the operands.
 */
#include "cli/options.h"
#include "base/vec.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the table ---- */

static const struct option_word search_words[] = {
    {"dfs", WORD_LISTED},      {"bfs", WORD_LISTED},
    {"magic", WORD_LISTED},    {"nested-a", WORD_LISTED},
    {"nested-b", WORD_LISTED}, {"buchi-det", WORD_LISTED},
    {"scc", WORD_LISTED},      {NULL, WORD_LATER}};
static const struct option_word store_words[] = {
    {"exact", WORD_LISTED},    {"plain", WORD_UNLISTED},
    {"hybrid", WORD_LISTED},   {"compact", WORD_LISTED},
    {"bitstate", WORD_LISTED}, {"cache", WORD_LISTED},
    {"auto", WORD_LISTED},     {NULL, WORD_LATER}};
static const struct option_word when_full_words[] = {{"stop", WORD_LISTED},
                                                     {"cache", WORD_LISTED},
                                                     {"bitstate", WORD_LISTED},
                                                     {NULL, WORD_LATER}};
static const struct option_word archive_words[] = {{"auto", WORD_LISTED},
                                                   {"disk", WORD_LISTED},
                                                   {"none", WORD_LISTED},
                                                   {NULL, WORD_LATER}};
static const struct option_word replacement_words[] = {
    {"worth", WORD_LISTED},    {"subtree", WORD_LISTED},
    {"arrivals", WORD_LISTED}, {"random", WORD_LISTED},
    {"oldest", WORD_LISTED},   {"depth", WORD_LISTED},
    {NULL, WORD_LATER}};
static const struct option_word bits_words[] = {{"auto", WORD_LISTED},
                                                {"line", WORD_LISTED},
                                                {"spread", WORD_LISTED},
                                                {NULL, WORD_LATER}};
static const struct option_word engine_words[] = {{"auto", WORD_LISTED},
                                                  {"bytecode", WORD_LISTED},
                                                  {"native", WORD_LISTED},
                                                  {NULL, WORD_LATER}};
static const struct option_word fair_words[] = {{"none", WORD_LISTED},
                                                {"weak", WORD_LISTED},
                                                {"strong", WORD_LISTED},
                                                {"labels", WORD_LISTED},
                                                {NULL, WORD_LATER}};
static const struct option_word finite_words[] = {
    {"prefix", WORD_LISTED}, {"terminated", WORD_LISTED}, {NULL, WORD_LATER}};
static const struct option_word integer_words[] = {
    {"wrap", WORD_LISTED}, {"unbounded", WORD_LISTED}, {NULL, WORD_LATER}};
static const struct option_word trace_words[] = {{"full", WORD_LISTED},
                                                 {"diff", WORD_LISTED},
                                                 {"off", WORD_LISTED},
                                                 {NULL, WORD_LATER}};
static const struct option_word format_words[] = {{"dot", WORD_LISTED},
                                                  {"aut", WORD_LISTED},
                                                  {"c", WORD_LISTED},
                                                  {NULL, WORD_LATER}};
static const struct option_word ltl_format_words[] = {{"hoa", WORD_LISTED},
                                                      {"dot", WORD_LISTED},
                                                      {"never", WORD_LISTED},
                                                      {NULL, WORD_LATER}};
/* in the order of enum lts_relation */
static const struct option_word relation_words[] = {
    {"strong", WORD_LISTED}, {"branching", WORD_LISTED},  {"weak", WORD_LISTED},
    {"trace", WORD_LISTED},  {"simulation", WORD_LISTED}, {NULL, WORD_LATER}};
static const struct option_word pair_store_words[] = {
    {"exact", WORD_LISTED}, {"cache", WORD_LISTED}, {NULL, WORD_LATER}};
static const struct option_word saved_words[] = {
    {"save", WORD_LISTED}, {"off", WORD_LISTED}, {NULL, WORD_LATER}};
static const struct option_word method_words[] = {{"auto", WORD_LISTED},
                                                  {"refine", WORD_LISTED},
                                                  {"on-the-fly", WORD_LISTED},
                                                  {NULL, WORD_LATER}};
static const struct option_word shell_words[] = {{"bash", WORD_LISTED},
                                                 {"zsh", WORD_LISTED},
                                                 {"fish", WORD_LISTED},
                                                 {NULL, WORD_LATER}};

#define OFFSET(field) offsetof(struct options, field)

const struct option_row option_rows[] = {
#define OPTION_FLAG(field, name, places, initial, help)                        \
  {OPTION_KIND_FLAG,                                                           \
   0,                                                                          \
   name,                                                                       \
   places,                                                                     \
   OFFSET(field),                                                              \
   initial,                                                                    \
   0,                                                                          \
   1,                                                                          \
   NULL,                                                                       \
   NULL,                                                                       \
   help},
#define OPTION_CLEAR(field, name, places, help)                                \
  {OPTION_KIND_CLEAR,                                                          \
   0,                                                                          \
   name,                                                                       \
   places,                                                                     \
   OFFSET(field),                                                              \
   0,                                                                          \
   0,                                                                          \
   1,                                                                          \
   NULL,                                                                       \
   NULL,                                                                       \
   help},
#define OPTION_COUNT(field, name, places, argument, initial, least, most,      \
                     help)                                                     \
  {OPTION_KIND_COUNT,                                                          \
   0,                                                                          \
   name,                                                                       \
   places,                                                                     \
   OFFSET(field),                                                              \
   initial,                                                                    \
   least,                                                                      \
   most,                                                                       \
   NULL,                                                                       \
   argument,                                                                   \
   help},
#define OPTION_SIZE(field, name, places, argument, help)                       \
  {OPTION_KIND_SIZE, 0,    name,     places, OFFSET(field), 0, 1,              \
   INT64_MAX,        NULL, argument, help},
#define OPTION_SECONDS(field, name, places, argument, help)                    \
  {OPTION_KIND_SECONDS,                                                        \
   0,                                                                          \
   name,                                                                       \
   places,                                                                     \
   OFFSET(field),                                                              \
   0,                                                                          \
   0,                                                                          \
   0,                                                                          \
   NULL,                                                                       \
   argument,                                                                   \
   help},
#define OPTION_SHARE(field, name, places, argument, help)                      \
  {OPTION_KIND_SHARE, 0,   name, places, OFFSET(field), 0, 0, 0, NULL,         \
   argument,          help},
#define OPTION_WORD(field, name, places, words, initial, help)                 \
  {OPTION_KIND_WORD,                                                           \
   0,                                                                          \
   name,                                                                       \
   places,                                                                     \
   OFFSET(field),                                                              \
   initial,                                                                    \
   0,                                                                          \
   0,                                                                          \
   words,                                                                      \
   NULL,                                                                       \
   help},
#define OPTION_TEXT(field, name, places, argument, help)                       \
  {OPTION_KIND_TEXT, 0,   name, places, OFFSET(field), 0, 0, 0, NULL,          \
   argument,         help},
#define OPTION_LIST(field, letter, name, places, argument, help)               \
  {OPTION_KIND_LIST, letter, name, places, OFFSET(field), 0, 0, 0, NULL,       \
   argument,         help},
#define OPTION_LATER(name, places, has_argument)                               \
  {                                                                            \
      OPTION_KIND_LATER,                                                       \
      0,                                                                       \
      name,                                                                    \
      (places) | UNLISTED,                                                     \
      0,                                                                       \
      0,                                                                       \
      0,                                                                       \
      0,                                                                       \
      NULL,                                                                    \
      (has_argument) ? "X" : NULL,                                             \
      ""},
#include "cli/options.def"
};

const size_t option_row_count = sizeof option_rows / sizeof option_rows[0];

bool option_is_listed(const struct option_row *row, unsigned place) {
  return (row->places & place) != 0 && (row->places & UNLISTED) == 0;
}

bool option_takes_argument(const struct option_row *row) {
  return row->argument || row->words;
}

static void *field_of(struct options *options, const struct option_row *row) {
  return (char *)options + row->offset;
}

void options_init(struct options *options) {
  memset(options, 0, sizeof *options);
  for (size_t i = 0; i < option_row_count; i++) {
    const struct option_row *row = &option_rows[i];
    if (row->kind == OPTION_KIND_FLAG)
      *(bool *)field_of(options, row) = row->initial != 0;
    else if (row->kind == OPTION_KIND_COUNT)
      *(int64_t *)field_of(options, row) = row->initial;
    else if (row->kind == OPTION_KIND_WORD)
      *(int *)field_of(options, row) = (int)row->initial;
  }
}

void options_clear(struct options *options) {
  for (size_t i = 0; i < option_row_count; i++)
    if (option_rows[i].kind == OPTION_KIND_LIST)
      vec_free((struct string_list *)field_of(options, &option_rows[i]));
  vec_free(&options->operands);
  buffer_free(&options->problem);
}

/* ---- close words ---- */

enum { LONGEST_WORD = 32 };

/* How many letters must be added, dropped or replaced (Wagner and Fischer). */
static size_t distance(const char *a, const char *b) {
  size_t row[LONGEST_WORD + 1];
  size_t width = strlen(b);
  if (width > LONGEST_WORD)
    return SIZE_MAX;
  for (size_t j = 0; j <= width; j++)
    row[j] = j;
  for (size_t i = 0; a[i]; i++) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 1; j <= width; j++) {
      size_t best = diagonal + (a[i] != b[j - 1]);
      diagonal = row[j];
      if (row[j] + 1 < best)
        best = row[j] + 1;
      if (row[j - 1] + 1 < best)
        best = row[j - 1] + 1;
      row[j] = best;
    }
  }
  return row[width];
}

const char *closest(const char *word, const char *const *candidates,
                    size_t count) {
  const char *found = NULL;
  size_t best = strlen(word) / 3 + 2; /* farther is not a slip any more */
  for (size_t i = 0; i < count; i++) {
    size_t far = distance(word, candidates[i]);
    if (far < best) {
      best = far;
      found = candidates[i];
    }
  }
  return found;
}

/* ---- one option ---- */

/* As it was given. */
struct given {
  const char *name, *text; /* text: its argument, or NULL */
  struct buffer *problem;  /* what is wrong with it */
};

static bool refuse(const struct given *given, const char *why) {
  buffer_puts(given->problem, given->name);
  if (given->text)
    buffer_printf(given->problem, " %s", given->text);
  buffer_printf(given->problem, ": %s", why);
  return false;
}

static bool set_count(const struct option_row *row, int64_t *field,
                      const struct given *given) {
  char *end;
  errno = 0;
  long long value = strtoll(given->text, &end, 10);
  if (end == given->text || *end || errno != 0)
    return refuse(given, "not a whole number");
  if (value < row->least || value > row->most) {
    (void)refuse(given, "must be at least ");
    buffer_printf(given->problem, "%lld", (long long)row->least);
    if (row->most < INT64_MAX)
      buffer_printf(given->problem, " and at most %lld", (long long)row->most);
    return false;
  }
  *field = value;
  return true;
}

/* 1000, 64k, 1.5G: suffixes are powers of 1024. */
static bool set_size(int64_t *field, const struct given *given) {
  static const char suffixes[] = "kmgt";
  char *end;
  double value = strtod(given->text, &end);
  const char *suffix =
      *end ? strchr(suffixes, *end >= 'A' && *end <= 'Z' ? *end + 32 : *end)
           : NULL;
  if (suffix) {
    value *= (double)(1LL << (10 * (suffix - suffixes + 1)));
    end++;
    if (*end == 'B' || *end == 'b')
      end++;
  }
  if (end == given->text || *end || !(value >= 1 && value < 9e18))
    return refuse(given, "not a size such as 500M or 4G");
  *field = (int64_t)value;
  return true;
}

static bool set_seconds(double *field, const struct given *given) {
  char *end;
  double value = strtod(given->text, &end);
  if (end == given->text || *end || !isfinite(value))
    return refuse(given, "not a number of seconds");
  if (value <= 0)
    return refuse(given, "must be more than 0");
  *field = value;
  return true;
}

static bool set_share(double *field, const struct given *given) {
  char *end;
  double value = strtod(given->text, &end);
  if (end == given->text || *end || !(value >= 0 && value <= 1))
    return refuse(given, "not a number from 0 to 1");
  *field = value;
  return true;
}

static void list_words(const struct option_word *words, struct buffer *out) {
  bool first = true;
  for (const struct option_word *word = words; word->name; word++) {
    if (word->state != WORD_LISTED)
      continue;
    buffer_printf(out, "%s%s", first ? "" : ", ", word->name);
    first = false;
  }
}

static bool set_word(const struct option_row *row, int *field,
                     const struct given *given) {
  assert(row->words);
  for (int i = 0; row->words[i].name; i++) {
    if (strcmp(row->words[i].name, given->text) != 0)
      continue;
    if (row->words[i].state == WORD_LATER)
      return refuse(given, "not supported by this version");
    *field = i;
    return true;
  }
  (void)refuse(given, "must be one of ");
  list_words(row->words, given->problem);
  return false;
}

static bool not_yet(const struct given *given) {
  return refuse(given, "not supported by this version");
}

static bool set_flag(struct options *options, const struct option_row *row,
                     const struct given *given) {
  if (row->kind == OPTION_KIND_LATER)
    return not_yet(given);
  *(bool *)field_of(options, row) = row->kind == OPTION_KIND_FLAG;
  return true;
}

static bool set_value(struct options *options, const struct option_row *row,
                      const struct given *given) {
  void *field = field_of(options, row);
  switch (row->kind) {
  case OPTION_KIND_COUNT:
    return set_count(row, field, given);
  case OPTION_KIND_SIZE:
    return set_size(field, given);
  case OPTION_KIND_SECONDS:
    return set_seconds(field, given);
  case OPTION_KIND_SHARE:
    return set_share(field, given);
  case OPTION_KIND_WORD:
    return set_word(row, field, given);
  case OPTION_KIND_TEXT:
    *(const char **)field = given->text;
    return true;
  case OPTION_KIND_LIST:
    vec_push((struct string_list *)field, given->text);
    return true;
  case OPTION_KIND_FLAG:
  case OPTION_KIND_CLEAR:
  case OPTION_KIND_LATER:
    break;
  }
  return not_yet(given);
}

/* ---- the command line ---- */

struct cursor {
  char **arguments;
  int count, next;
};

static const struct option_row *find_long(const char *name, size_t length,
                                          unsigned place) {
  for (size_t i = 0; i < option_row_count; i++) {
    const struct option_row *row = &option_rows[i];
    if ((row->places & place) && row->name &&
        strncmp(row->name, name, length) == 0 && row->name[length] == '\0')
      return row;
  }
  return NULL;
}

static const struct option_row *find_letter(char letter, unsigned place) {
  for (size_t i = 0; i < option_row_count; i++)
    if ((option_rows[i].places & place) && option_rows[i].letter == letter)
      return &option_rows[i];
  return NULL;
}

static bool unknown(const char *argument, unsigned place,
                    struct buffer *problem) {
  const char *names[64];
  size_t count = 0;
  for (size_t i = 0; i < option_row_count && count < 64; i++)
    if (option_is_listed(&option_rows[i], place) && option_rows[i].name)
      names[count++] = option_rows[i].name;
  char name[64];
  snprintf(name, sizeof name, "%s", argument + strspn(argument, "-"));
  name[strcspn(name, "=")] = '\0';
  const char *near = closest(name, names, count);
  buffer_printf(problem, "unknown option %s", argument);
  if (near)
    buffer_printf(problem, "; did you mean --%s?", near);
  else
    buffer_puts(problem, "; --help lists those there are");
  return false;
}

/* The argument of an option: what is joined to it, or what comes next. */
static bool apply(struct options *options, const struct option_row *row,
                  const char *name, const char *joined, struct cursor *cursor) {
  struct given given = {.name = name, .problem = &options->problem};
  if (!option_takes_argument(row)) {
    if (joined)
      return refuse(&given, "takes no argument");
    return set_flag(options, row, &given);
  }
  if (!joined) {
    if (cursor->next == cursor->count)
      return refuse(&given, "needs an argument");
    joined = cursor->arguments[cursor->next++];
  }
  given.text = joined;
  return set_value(options, row, &given);
}

static bool parse_long(struct options *options, unsigned place,
                       const char *argument, struct cursor *cursor) {
  size_t length = strcspn(argument + 2, "=");
  const struct option_row *row = find_long(argument + 2, length, place);
  if (!row)
    return unknown(argument, place, &options->problem);
  const char *joined =
      argument[2 + length] == '=' ? argument + 3 + length : NULL;
  char name[LONGEST_WORD + 3];
  snprintf(name, sizeof name, "--%s", row->name);
  return apply(options, row, name, joined, cursor);
}

static bool parse_letter(struct options *options, unsigned place,
                         const char *argument, struct cursor *cursor) {
  const struct option_row *row = find_letter(argument[1], place);
  if (!row)
    return unknown(argument, place, &options->problem);
  const char name[] = {'-', row->letter, '\0'};
  return apply(options, row, name, argument[2] ? argument + 2 : NULL, cursor);
}

/* What comes after something that is wrong counts no more, but for this. */
static void find_json(struct options *options, unsigned place,
                      const struct cursor *cursor) {
  static const char json[] = "json";
  if (!find_long(json, sizeof json - 1, place))
    return;
  for (int i = cursor->next; i < cursor->count; i++)
    if (strncmp(cursor->arguments[i], "--", 2) == 0 &&
        strcmp(cursor->arguments[i] + 2, json) == 0)
      options->json = true;
}

bool options_parse(struct options *options, unsigned place, int count,
                   char **arguments) {
  struct cursor cursor = {arguments, count, 0};
  bool ended = false;
  while (cursor.next < count) {
    const char *argument = arguments[cursor.next++];
    bool ok = true;
    if (ended || argument[0] != '-' || argument[1] == '\0')
      vec_push(&options->operands, argument);
    else if (strcmp(argument, "--") == 0)
      ended = true;
    else if (argument[1] == '-')
      ok = parse_long(options, place, argument, &cursor);
    else
      ok = parse_letter(options, place, argument, &cursor);
    if (!ok) {
      find_json(options, place, &cursor);
      return false;
    }
  }
  return true;
}
