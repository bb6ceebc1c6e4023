/* Files and directives.
 *
 * The files being read form a stack: #include pushes one, its end pops it.
 * read_files() gives the tokens between the directives, one after the other
 * and over the ends of files; the expander reads from it and the finisher from
 * the expander, so that a directive takes effect exactly where it stands, even
 * between the arguments of a macro.
 *
 * Invariant: a group of an #if is active only when the group around it is;
 * each file closes the groups it opens.  The tokens of an inactive group are
 * read, because comments and quotes hide directives, but never looked at.
 *
 * Definitions of the command line are read as lines of #define, each from a
 * text of its own.  Cost: linear in the tokens read and made (see
 * macros_spend).
 */
#include "promela/preprocess.h"
#include "base/buffer.h"
#include "base/text.h"
#include "promela/condition.h"
#include "promela/expand.h"
#include "promela/finish.h"
#include "promela/include.h"
#include "promela/lex.h"
#include "promela/macro.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
  DEEPEST_INCLUDE = 200,
  WORK_OF_FILE = 100,
};

struct input {
  struct lexer lexer;
  struct included *file;
  size_t conditionals; /* open when its reading began */
};

/* An #if that waits for its #endif. */
struct conditional {
  struct span where;
  bool active; /* the group being read now is part of the text */
  bool chosen; /* a group of it was active, or the #if itself is in none */
  bool saw_else;
};

struct preprocessor {
  struct intern *intern;
  struct diag *diag;
  struct macros macros;
  struct includes includes;
  VEC(struct input) inputs;
  VEC(struct conditional) conditionals;
  struct tokens line; /* what stands after the name of the directive */
};

static struct input *current_input(struct preprocessor *self) {
  return vec_last(&self->inputs);
}

static bool is_active(const struct preprocessor *self) {
  return self->conditionals.count == 0 || vec_last(&self->conditionals)->active;
}

static void read_line(struct preprocessor *self) {
  struct lexer *lexer = &current_input(self)->lexer;
  self->line.count = 0;
  for (;;) {
    struct token token = lex_next_in_line(lexer);
    if (token.kind == TOKEN_END)
      break;
    vec_push(&self->line, token);
  }
}

/* The part of the line from this index on is not used. */
static void expect_end(struct preprocessor *self, size_t index) {
  if (index < self->line.count)
    diag_warning(self->diag, self->line.items[index].span,
                 "the rest of this line is ignored");
}

static void expand_rest(struct preprocessor *self, bool in_condition) {
  struct tokens expanded = {0};
  expand_line(&self->macros, self->line.items, self->line.count, in_condition,
              &expanded);
  vec_free(&self->line);
  self->line = expanded;
}

/* The one name on the line; NULL, after an error, when there is none. */
static const char *line_name(struct preprocessor *self, struct span where) {
  const struct token *name =
      macros_expect_name(&self->macros, where, &self->line);
  expect_end(self, 1);
  return name ? name->text : NULL;
}

/* Macros */

static void run_define(struct preprocessor *self, struct span where) {
  macros_define(&self->macros, where, &self->line);
}

static void run_undef(struct preprocessor *self, struct span where) {
  const char *name = line_name(self, where);
  if (name)
    macros_undefine(&self->macros, name);
}

/* Conditions */

static void open_conditional(struct preprocessor *self, struct span where,
                             bool holds) {
  struct conditional conditional = {
      .where = where,
      .active = is_active(self) && holds,
      .chosen = !is_active(self) || holds,
  };
  vec_push(&self->conditionals, conditional);
}

static bool line_holds(struct preprocessor *self, struct span where) {
  expand_rest(self, true);
  return !self->macros.stopped &&
         condition_holds(&self->line, where, self->diag);
}

static void run_if(struct preprocessor *self, struct span where) {
  open_conditional(self, where, is_active(self) && line_holds(self, where));
}

static bool line_is_defined(struct preprocessor *self, struct span where) {
  const char *name = line_name(self, where);
  return name && macros_find(&self->macros, name);
}

static void run_ifdef(struct preprocessor *self, struct span where) {
  open_conditional(self, where,
                   is_active(self) && line_is_defined(self, where));
}

static void run_ifndef(struct preprocessor *self, struct span where) {
  open_conditional(self, where,
                   is_active(self) && !line_is_defined(self, where));
}

/* The #if of this file that a directive belongs to; NULL, after an error, when
 * there is none or its #else has been.
 */
static struct conditional *open_group(struct preprocessor *self,
                                      struct span where) {
  if (self->conditionals.count == current_input(self)->conditionals) {
    diag_error(self->diag, where, "there is no #if to which this belongs");
    return NULL;
  }
  return vec_last(&self->conditionals);
}

static bool may_alternate(struct preprocessor *self,
                          const struct conditional *conditional,
                          struct span where) {
  if (!conditional || !conditional->saw_else)
    return conditional;
  diag_error(self->diag, where, "this comes after the #else");
  diag_note(self->diag, conditional->where, "of the #if here");
  return false;
}

static void run_elif(struct preprocessor *self, struct span where) {
  struct conditional *conditional = open_group(self, where);
  if (!may_alternate(self, conditional, where))
    return;
  conditional->active = false;
  if (!conditional->chosen && line_holds(self, where))
    conditional->active = conditional->chosen = true;
}

static void run_else(struct preprocessor *self, struct span where) {
  struct conditional *conditional = open_group(self, where);
  if (!may_alternate(self, conditional, where))
    return;
  expect_end(self, 0);
  conditional->saw_else = true;
  conditional->active = !conditional->chosen;
  conditional->chosen = true;
}

static void run_endif(struct preprocessor *self, struct span where) {
  if (!open_group(self, where))
    return;
  expect_end(self, 0);
  self->conditionals.count--;
}

/* Messages and positions */

static char *spell_line(struct preprocessor *self) {
  struct buffer text = {0};
  for (size_t i = 0; i < self->line.count; i++) {
    if (i > 0 && self->line.items[i].space_before)
      buffer_putc(&text, ' ');
    buffer_puts(&text, self->line.items[i].text);
  }
  char *copy = arena_copy(self->macros.arena, buffer_text(&text), text.length);
  buffer_free(&text);
  return copy;
}

static void run_error(struct preprocessor *self, struct span where) {
  diag_error(self->diag, where, "#error %s", spell_line(self));
}

static void run_warning(struct preprocessor *self, struct span where) {
  diag_warning(self->diag, where, "#warning %s", spell_line(self));
}

static void run_pragma(struct preprocessor *self, struct span where) {
  (void)where;
  if (self->line.count == 1 && strcmp(self->line.items[0].text, "once") == 0)
    current_input(self)->file->once = true;
}

static void run_nothing(struct preprocessor *self, struct span where) {
  (void)self;
  (void)where;
}

/* The name between the quotes of a token. */
static const char *unquoted(struct preprocessor *self,
                            const struct token *token) {
  const size_t length = strlen(token->text);
  assert(length >= 2);
  return intern_text(self->intern, token->text + 1, length - 2);
}

/* The line holds a number and perhaps the name of a file; what may follow
 * comes from other preprocessors and has no meaning here.
 */
static void run_line(struct preprocessor *self, struct span where) {
  expand_rest(self, false);
  const struct token *items = self->line.items;
  const size_t count = self->line.count;
  char *end = NULL;
  unsigned long number = 0;
  if (count > 0 && items[0].kind == TOKEN_NUMBER)
    number = strtoul(items[0].text, &end, 10);
  if (!end || *end || number > INT_MAX ||
      (count > 1 && items[1].kind != TOKEN_STRING)) {
    diag_error(self->diag, where,
               "#line wants a number, and the name of a file in quotes if any");
    return;
  }
  struct sources *sources = diag_sources(self->diag);
  const struct lexer *lexer = &current_input(self)->lexer;
  const char *file = count > 1 ? unquoted(self, &items[1])
                               : sources_position(sources, where).file;
  if (lexer->offset < lexer->length)
    sources_renumber(sources, lexer->source, lexer->offset + 1, file,
                     (uint32_t)number);
}

/* Files */

static void enter(struct preprocessor *self, struct included *file) {
  struct input input = {.file = file, .conditionals = self->conditionals.count};
  lex_init(&input.lexer, self->intern, self->diag, file->bytes, file->length,
           file->source);
  vec_push(&self->inputs, input);
}

static void leave(struct preprocessor *self) {
  const size_t outside = current_input(self)->conditionals;
  while (self->conditionals.count > outside)
    diag_error(self->diag, vec_pop(&self->conditionals).where,
               "this has no #endif");
  self->inputs.count--;
}

/* The name after #include, when macros give it: "name" or < name >. */
static bool expanded_header_name(struct preprocessor *self, struct token *out) {
  expand_rest(self, false);
  if (self->line.count == 0)
    return false;
  *out = self->line.items[0];
  if (out->kind == TOKEN_STRING)
    return true;
  const char *text = spell_line(self);
  out->text = intern_string(self->intern, text);
  return text[0] == '<' && strchr(text, '>') == text + strlen(text) - 1;
}

/* Reads the rest of the line itself: <name> is no token elsewhere. */
static bool read_header_name(struct preprocessor *self, struct token *out) {
  if (!lex_header_name(&current_input(self)->lexer, out)) {
    read_line(self);
    return expanded_header_name(self, out);
  }
  read_line(self);
  expect_end(self, 0);
  return true;
}

static void run_include(struct preprocessor *self, struct span where) {
  struct token name;
  if (!read_header_name(self, &name)) {
    diag_error(self->diag, where, "#include wants \"file\" or <file>");
    return;
  }
  if (self->inputs.count > DEEPEST_INCLUDE) {
    macros_stop(&self->macros, where,
                "files include each other too deeply, or without end");
    return;
  }
  const char *path = unquoted(self, &name);
  struct included *file =
      includes_find(&self->includes, current_input(self)->file->path, path);
  if (!file)
    diag_error(self->diag, name.span, "cannot find or read the file '%s'",
               path);
  else if (!file->once)
    enter(self, file);
  macros_spend(&self->macros, where, WORK_OF_FILE);
}

/* Directives */

struct directive {
  const char *name;
  void (*run)(struct preprocessor *self, struct span where);
  bool is_conditional; /* counts in inactive groups too */
  bool reads_line;     /* by itself */
};

static const struct directive directives[] = {
    {"define", run_define, false, false},
    {"elif", run_elif, true, false},
    {"else", run_else, true, false},
    {"endif", run_endif, true, false},
    {"error", run_error, false, false},
    {"ident", run_nothing, false, false},
    {"if", run_if, true, false},
    {"ifdef", run_ifdef, true, false},
    {"ifndef", run_ifndef, true, false},
    {"include", run_include, false, true},
    {"line", run_line, false, false},
    {"pragma", run_pragma, false, false},
    {"undef", run_undef, false, false},
    {"warning", run_warning, false, false},
};

static const struct directive *find_directive(const char *name) {
  for (size_t i = 0; i < sizeof directives / sizeof directives[0]; i++)
    if (strcmp(directives[i].name, name) == 0)
      return &directives[i];
  return NULL;
}

/* # 12 "file": the number is part of the line. */
static void run_line_marker(struct preprocessor *self, struct token number) {
  vec_push(&self->line, number);
  memmove(self->line.items + 1, self->line.items,
          (self->line.count - 1) * sizeof *self->line.items);
  self->line.items[0] = number;
  run_line(self, number.span);
}

static void run_other(struct preprocessor *self, struct token name) {
  read_line(self);
  if (!is_active(self))
    return;
  if (name.kind == TOKEN_NUMBER)
    run_line_marker(self, name);
  else
    diag_error(self->diag, name.span, "there is no directive '#%s'", name.text);
}

/* What follows a # at the start of a line. */
static void read_directive(struct preprocessor *self) {
  struct token name = lex_next_in_line(&current_input(self)->lexer);
  if (name.kind == TOKEN_END)
    return;
  const struct directive *directive = find_directive(name.text);
  if (!directive) {
    run_other(self, name);
    return;
  }
  const bool runs = is_active(self) || directive->is_conditional;
  if (!runs || !directive->reads_line)
    read_line(self);
  if (runs)
    directive->run(self, name.span);
}

/* A token_reader: the text without directives and inactive groups. */
static struct token read_files(void *from, bool past_directives) {
  struct preprocessor *self = from;
  while (self->inputs.count > 0 && !self->macros.stopped &&
         !diag_is_full(self->diag)) {
    const struct lexer before = current_input(self)->lexer;
    struct token token = lex_next(&current_input(self)->lexer);
    macros_spend(&self->macros, token.span, 1);
    if (token.kind == TOKEN_HASH_LINE && !past_directives) {
      current_input(self)->lexer = before;
      break;
    }
    if (token.kind == TOKEN_END)
      leave(self);
    else if (token.kind == TOKEN_HASH_LINE)
      read_directive(self);
    else if (is_active(self))
      return token;
  }
  return (struct token){.kind = TOKEN_END, .line_start = true};
}

/* -D NAME or -D NAME=VALUE, as the line that it stands for. */
static void run_option(struct preprocessor *self, const char *option) {
  struct buffer line = {0};
  const char *equals = strchr(option, '=');
  buffer_puts(&line, "#define ");
  buffer_puts(&line, option);
  if (equals)
    line.text[line.length - strlen(equals)] = ' ';
  else
    buffer_puts(&line, " 1");
  for (size_t i = 0; i < line.length; i++)
    if (line.text[i] == '\n')
      line.text[i] = ' ';
  enter(self, includes_add(&self->includes, "<command line>", line.text,
                           line.length));
  (void)read_files(self, true);
  buffer_free(&line);
}

static void set_up(struct preprocessor *self,
                   const struct preprocess_config *config,
                   struct intern *intern, struct diag *diag) {
  *self = (struct preprocessor){.intern = intern, .diag = diag};
  macros_init(&self->macros, intern, diag);
  includes_init(&self->includes, intern, diag_sources(diag),
                config->include_dirs, config->include_dir_count);
  for (size_t i = 0; i < config->define_count; i++)
    run_option(self, config->defines[i]);
}

static void tear_down(struct preprocessor *self) {
  vec_free(&self->inputs);
  vec_free(&self->conditionals);
  vec_free(&self->line);
  includes_clear(&self->includes);
  macros_clear(&self->macros);
}

static void read_tokens(struct expander *expander, struct finisher *finisher) {
  for (;;) {
    struct token token = expander_next(expander);
    if (token.kind == TOKEN_END)
      return;
    finisher_take(finisher, token);
  }
}

/* Reads the whole model, and then the extras, which know its macros; *out ends
 * with TOKEN_END whatever happens.
 */
static void read_model(struct preprocessor *self,
                       const struct preprocess_config *config,
                       struct included *file, struct tokens *out) {
  struct token end = {
      .kind = TOKEN_END,
      .line_start = true,
      .span = {.source = file->source, .offset = (uint32_t)file->length},
  };
  struct expander expander = {
      .macros = &self->macros, .read = read_files, .from = self};
  struct finisher finisher;
  finisher_init(&finisher, self->intern, self->diag, out);
  enter(self, file);
  read_tokens(&expander, &finisher);
  for (size_t i = 0; i < config->extra_count; i++) {
    const struct preprocess_extra *extra = &config->extras[i];
    enter(self, includes_add(&self->includes, extra->name, extra->text,
                             strlen(extra->text)));
    read_tokens(&expander, &finisher);
  }
  finisher_take(&finisher, end);
  finisher_clear(&finisher);
  expander_clear(&expander);
}

enum status preprocess_text(const char *name, const char *bytes, size_t length,
                            const struct preprocess_config *config,
                            struct intern *intern, struct diag *diag,
                            struct tokens *out) {
  *out = (struct tokens){0};
  const size_t errors = diag_errors(diag);
  if (length > TEXT_LONGEST) {
    diag_error(diag, NO_SPAN, "%s is too long", name);
    length = 0;
  }
  struct preprocessor self;
  set_up(&self, config, intern, diag);
  read_model(&self, config, includes_add(&self.includes, name, bytes, length),
             out);
  tear_down(&self);
  return diag_errors(diag) > errors ? STATUS_BAD_INPUT : STATUS_OK;
}

enum status preprocess_file(const char *path,
                            const struct preprocess_config *config,
                            struct intern *intern, struct diag *diag,
                            struct tokens *out) {
  struct text text = {0};
  enum status status = text_read(path, &text);
  if (status != STATUS_OK)
    diag_error(diag, NO_SPAN, "cannot read %s: %s", path, strerror(errno));
  const char *name = strcmp(path, "-") == 0 ? "<stdin>" : path;
  enum status outcome = preprocess_text(name, text.bytes ? text.bytes : "",
                                        text.length, config, intern, diag, out);
  text_free(&text);
  return status != STATUS_OK ? status : outcome;
}

void tokens_free(struct tokens *tokens) {
  vec_free(tokens);
}
