/* promela/preprocess: texts in, tokens and messages out. */
#include "base/buffer.h"
#include "promela/preprocess.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A text that was read, with all that belongs to it. */
struct reading {
  struct sources *sources;
  struct diag *diag;
  struct intern *intern;
  struct tokens tokens;
  enum status status;
};

static void begin(struct reading *reading) {
  *reading = (struct reading){0};
  reading->sources = sources_open();
  reading->diag = diag_open(reading->sources);
  reading->intern = intern_open();
}

static void read_bytes(struct reading *reading, const char *text, size_t length,
                       const struct preprocess_config *config) {
  begin(reading);
  reading->status =
      preprocess_text("model.pml", text, length, config, reading->intern,
                      reading->diag, &reading->tokens);
}

static void read_text(struct reading *reading, const char *text) {
  read_bytes(reading, text, strlen(text), &(struct preprocess_config){0});
}

static void end(struct reading *reading) {
  tokens_free(&reading->tokens);
  diag_close(reading->diag);
  intern_close(reading->intern);
  sources_close(reading->sources);
}

/* The tokens, with a space between them or, at the start of a line, a bar. */
static void spell(const struct reading *reading, bool show_lines,
                  struct buffer *out) {
  for (size_t i = 0; i < reading->tokens.count; i++) {
    const struct token *token = &reading->tokens.items[i];
    if (token->kind == TOKEN_END)
      return;
    if (i > 0)
      buffer_puts(out, show_lines && token->line_start ? " | " : " ");
    buffer_puts(out, token->text);
  }
}

static bool matches(const struct reading *reading, bool show_lines,
                    const char *expected) {
  struct buffer text = {0};
  spell(reading, show_lines, &text);
  bool same = strcmp(buffer_text(&text), expected) == 0;
  if (!same)
    printf("# got '%s'\n# not '%s'\n", buffer_text(&text), expected);
  buffer_free(&text);
  return same;
}

/* Does the text come to these tokens, without any error? */
static bool gives(const char *text, const char *expected) {
  struct reading reading;
  read_text(&reading, text);
  bool ok = matches(&reading, false, expected) && reading.status == STATUS_OK &&
            diag_errors(reading.diag) == 0;
  end(&reading);
  return ok;
}

/* The same, and where lines start. */
static bool gives_lines(const char *text, const char *expected) {
  struct reading reading;
  read_text(&reading, text);
  bool ok = matches(&reading, true, expected) && reading.status == STATUS_OK;
  end(&reading);
  return ok;
}

static const struct message *first_message(const struct reading *reading,
                                           enum diag_level level) {
  for (size_t i = 0; i < diag_count(reading->diag); i++)
    if (diag_message(reading->diag, i)->level == level)
      return diag_message(reading->diag, i);
  return NULL;
}

/* Is there a message at this place that contains this phrase, and no other of
 * its level?
 */
static bool reports(const struct reading *reading, enum diag_level level,
                    uint32_t line, uint32_t column, const char *phrase) {
  const struct message *message = first_message(reading, level);
  if (!message) {
    printf("# no message with '%s'\n", phrase);
    return false;
  }
  struct position at = sources_position(reading->sources, message->where);
  bool ok = at.line == line && at.column == column &&
            strstr(message->text, phrase) &&
            (level != DIAG_ERROR || diag_errors(reading->diag) == 1);
  if (!ok)
    printf("# got %u:%u: %s\n", at.line, at.column, message->text);
  return ok;
}

static bool complains(const char *text, uint32_t line, uint32_t column,
                      const char *phrase) {
  struct reading reading;
  read_text(&reading, text);
  bool ok = reports(&reading, DIAG_ERROR, line, column, phrase) &&
            reading.status == STATUS_BAD_INPUT;
  end(&reading);
  return ok;
}

static bool warns(const char *text, uint32_t line, uint32_t column,
                  const char *phrase) {
  struct reading reading;
  read_text(&reading, text);
  bool ok = reports(&reading, DIAG_WARNING, line, column, phrase) &&
            reading.status == STATUS_OK;
  end(&reading);
  return ok;
}

static int64_t value_of(const char *text) {
  struct reading reading;
  read_text(&reading, text);
  int64_t value =
      reading.tokens.count == 2 ? reading.tokens.items[0].value : INT64_MIN;
  end(&reading);
  return value;
}

/* A name defined twice as long as the one before, many times over. */
static char *doubling_macros(int count) {
  struct buffer text = {0};
  for (int i = 0; i < count; i++)
    buffer_printf(&text, "#define a%d a%d a%d\n", i, i + 1, i + 1);
  buffer_puts(&text, "a0\n");
  return text.text;
}

static char *repeated(const char *before, const char *part, size_t count,
                      const char *between, const char *after, size_t closings) {
  struct buffer text = {0};
  buffer_puts(&text, before);
  for (size_t i = 0; i < count; i++)
    buffer_puts(&text, part);
  buffer_puts(&text, between);
  for (size_t i = 0; i < closings; i++)
    buffer_puts(&text, after);
  return text.text;
}

TEST(the_longest_punctuator_is_taken) {
  CHECK(gives("a<-b<->c->d--e", "a < - b <-> c -> d -- e"));
  CHECK(gives("q!!x q??y !=z", "q !! x q ?? y != z"));
  CHECK(gives("q?<x>;q??[y]", "q ? < x > ; q ?? [ y ]"));
  CHECK(gives("[]<>p[ ]", "[] <> p [ ]"));
  CHECK(gives("::a:b x<<=1", ":: a : b x << = 1"));
  CHECK(gives("p@l a/\\b \\/c", "p @ l a /\\ b \\/ c"));
}

TEST(words_become_keywords_only_when_they_are_alone) {
  struct reading reading;
  read_text(&reading, "do doit D_proctype in c_code2");
  CHECK(reading.tokens.items[0].kind == TOKEN_KW_DO);
  CHECK(reading.tokens.items[1].kind == TOKEN_NAME);
  CHECK(reading.tokens.items[2].kind == TOKEN_KW_D_PROCTYPE);
  CHECK(reading.tokens.items[3].kind == TOKEN_KW_IN);
  CHECK(reading.tokens.items[4].kind == TOKEN_NAME);
  CHECK(reading.tokens.items[5].kind == TOKEN_END);
  end(&reading);
}

/* SPIN reads digits in base ten and knows four escapes. */
TEST(numbers_and_characters_have_the_values_of_spin) {
  CHECK(value_of("0") == 0);
  CHECK(value_of("010") == 10);
  CHECK(value_of("2147483647") == 2147483647);
  CHECK(value_of("2147483648") == -2147483647 - 1);
  CHECK(value_of("4294967297") == 1);
  CHECK(value_of("'a'") == 'a');
  CHECK(value_of("'\\n'") == '\n');
  CHECK(value_of("'\\''") == '\'');
  CHECK(value_of("'\\\\'") == '\\');
  CHECK(value_of("'\\0'") == '0');
  CHECK(value_of("'\xE9'") == 0xE9);
  CHECK(gives("1..4 a[1].b 12abc", "1 .. 4 a [ 1 ] . b 12 abc"));
  CHECK(warns("x = 99999999999", 1, 5, "32 bits"));
  CHECK(complains("x = 0x1F", 1, 5, "write 31"));
  CHECK(complains("'ab'", 1, 1, "one character"));
}

TEST(comments_count_as_a_space) {
  CHECK(gives("a/* b */c // d\ne", "a c e"));
  CHECK(gives("a /*/ b */ c", "a c"));
  CHECK(gives("a // b \\\n c\nd", "a d"));
  CHECK(gives("\"/* a */\" '/'", "\"/* a */\" '/'"));
  CHECK(complains("a\n /* b", 2, 2, "no end"));
}

TEST(a_backslash_joins_lines_anywhere) {
  CHECK(gives("ab\\\ncd -\\\n> \"e\\\nf\"", "abcd -> \"ef\""));
  CHECK(gives("ab\\\r\ncd e\\  \nf", "abcd ef"));
  CHECK(gives("#define a b \\\n c\na", "b c"));
  CHECK(gives("/\\\n* a *\\\n/ b", "b"));
}

TEST(a_byte_order_mark_and_carriage_returns_are_no_text) {
  CHECK(gives("\xEF\xBB\xBF#define a b\r\na\r\nc", "b c"));
}

TEST(what_is_not_promela_is_reported_once_and_left_out) {
  CHECK(complains("a ` b", 1, 3, "'`'"));
  CHECK(complains("a \xC3\xA9 b", 1, 3, "'\xC3\xA9'"));
  CHECK(complains("a \\ b", 1, 3, "'\\'"));
  CHECK(complains("a # b", 1, 3, "'#'"));
  CHECK(complains("a\n  \"b c\nd", 2, 3, "closing \""));
  CHECK(complains("don't", 1, 4, "closing '"));
  struct reading reading;
  read_bytes(&reading, "a \0 b", 5, &(struct preprocess_config){0});
  CHECK(matches(&reading, false, "a b"));
  CHECK(reports(&reading, DIAG_ERROR, 1, 3, "byte of value 0"));
  end(&reading);
}

TEST(object_like_macros_are_replaced) {
  CHECK(gives("#define N 3\nx = N; NN", "x = 3 ; NN"));
  CHECK(gives("#define a b\n#define b c\na", "c"));
  CHECK(gives("#define E\nE x E", "x"));
  CHECK(gives("#define a 1\n#undef a\na", "a"));
  CHECK(gives("#define if fi\nif", "fi"));
  CHECK(gives("#define r 1..N\n#define N 4\nr", "1 .. 4"));
}

TEST(a_macro_is_not_expanded_inside_itself) {
  CHECK(gives("#define a a b\na", "a b"));
  CHECK(gives("#define a b\n#define b a\na b", "a b"));
  CHECK(gives("#define foo foo a bar\n#define bar foo b\nfoo bar",
              "foo a foo b foo a bar b"));
  CHECK(gives("#define f(x) x f\nf(1)(2)(3)", "1 f ( 2 ) ( 3 )"));
}

TEST(function_like_macros_take_arguments) {
  CHECK(gives("#define f(x,y) y-x\nf(1,(2,3))", "( 2 , 3 ) - 1"));
  CHECK(gives("#define f(x) [x ]\nf() f( a\n b )", "[ ] [ a b ]"));
  CHECK(gives("#define f() 1\nf( )", "1"));
  CHECK(gives("#define f(x) x\nf f\n(1) f;", "f 1 f ;"));
  CHECK(gives("#define f (x)\nf(1)", "( x ) ( 1 )"));
  CHECK(gives("#define f(x) x+x\nf(f(1))", "1 + 1 + 1 + 1"));
  CHECK(gives("#define f(x) <x>\n#define L (\nf L 1)", "f ( 1 )"));
}

/* The example of C11, 6.10.3.5. */
TEST(rescanning_follows_the_standard) {
  const char *text = "#define x 3\n"
                     "#define f(a) f(x * (a))\n"
                     "#undef x\n"
                     "#define x 2\n"
                     "#define g f\n"
                     "#define z z[0]\n"
                     "#define h g(~\n"
                     "#define m(a) a(w)\n"
                     "#define w 0,1\n"
                     "#define t(a) a\n"
                     "f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);\n"
                     "g(x+(3,4)-w) | h 5) & m\n(f)^m(m);\n";
  CHECK(gives(text, "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) "
                    "% f ( 2 * ( 0 ) ) + t ( 1 ) ; "
                    "f ( 2 * ( 2 + ( 3 , 4 ) - 0 , 1 ) ) | "
                    "f ( 2 * ( ~ 5 ) ) & f ( 2 * ( 0 , 1 ) ) ^ m ( 0 , 1 ) ;"));
}

TEST(hash_makes_a_string_of_what_was_written) {
  CHECK(gives("#define s(x) #x\n#define N 1\ns(N)  s( a  +b )",
              "\"N\" \"a +b\""));
  CHECK(
      gives("#define s(x) #x\ns(\"a\\n\" '\"')", "\"\\\"a\\\\n\\\" '\\\"'\""));
  CHECK(gives("#define s(x) #x\n#define t(x) s(x)\n#define N 1\nt(N) s()",
              "\"1\" \"\""));
  CHECK(complains("#define s(x) # y\n", 1, 14, "parameter"));
}

TEST(two_hashes_join_tokens) {
  CHECK(gives("#define c(x,y) x##y\nc(a,1) c(,b) c(a,) c(,) c(1,2)",
              "a1 b a 12"));
  CHECK(gives("#define c(x,y) x ## y\n#define ab 7\nc(a,b) c(-,>) c(!,!)",
              "7 -> !!"));
  CHECK(gives("#define t(x,y,z) x##y##z\nt(1,2,3) t(,,4) t(5,,) t(6,,7)",
              "123 4 5 67"));
  CHECK(gives("#define a x ## y\n#define xy z\na", "z"));
  CHECK(complains("#define c(x,y) x##y\nc(a,+)", 2, 1, "joined"));
  CHECK(complains("#define c ## a\n", 1, 11, "'##'"));
}

TEST(variadic_macros_take_what_is_left) {
  CHECK(gives("#define p(...) q(__VA_ARGS__)\np(1,2,3) p()",
              "q ( 1 , 2 , 3 ) q ( )"));
  CHECK(gives("#define p(f,...) q(f,##__VA_ARGS__)\np(1) p(1,2) p(1,2,3)",
              "q ( 1 ) q ( 1 , 2 ) q ( 1 , 2 , 3 )"));
  CHECK(gives("#define p(f,a...) f a\np(1,2,3) p(1)", "1 2 , 3 1"));
}

TEST(wrong_calls_are_reported_at_the_call) {
  CHECK(complains("#define f(x) x\n  f(1,2)", 2, 3, "1 argument "));
  CHECK(complains("#define f(x,y) x\nf(1)", 2, 1, "2 arguments"));
  CHECK(complains("#define f(x) x\nf(1", 2, 1, "no closing"));
  CHECK(complains("#define f(x,x) x\n", 1, 13, "named 'x'"));
  CHECK(complains("#define f(x\n", 1, 9, "')' is missing"));
  CHECK(complains("#define 1 x\n", 1, 9, "name of a macro"));
  CHECK(complains("#define defined x\n", 1, 9, "cannot be"));
}

TEST(a_different_definition_is_warned_of) {
  CHECK(gives("#define a 1 2\n#define a 1  2\na", "1 2"));
  CHECK(warns("#define a 1\n#define a 2\na", 2, 9, "again"));
  CHECK(warns("#define a don't\nb", 1, 14, "closing '"));
}

TEST(built_in_macros_tell_the_place) {
  CHECK(gives("\n__LINE__ __FILE__", "2 \"model.pml\""));
  CHECK(gives("#define at __LINE__\n\nat", "3"));
  CHECK(gives("#line 50 \"x.pml\"\n__LINE__ __FILE__\n__LINE__",
              "50 \"x.pml\" 51"));
  CHECK(gives("# 7 \"y.pml\" 2\n__LINE__ __FILE__", "7 \"y.pml\""));
  CHECK(gives("__COUNTER__ __COUNTER__", "0 1"));
}

TEST(conditions_choose_one_group) {
  CHECK(gives("#if 1\na\n#elif 1\nb\n#else\nc\n#endif\nd", "a d"));
  CHECK(gives("#if 0\na\n#elif 1\nb\n#else\nc\n#endif\nd", "b d"));
  CHECK(gives("#if 0\na\n#elif 0\nb\n#else\nc\n#endif\nd", "c d"));
  CHECK(gives("#ifdef a\n1\n#else\n2\n#endif\n#define a\n#ifndef a\n3\n#else\n"
              "4\n#endif",
              "2 4"));
  CHECK(gives("#if 0\n#if 1\na\n#else\nb\n#endif\n#else\nc\n#endif", "c"));
  CHECK(gives("#if 1\na\n#elif 1/0\nb\n#endif", "a"));
}

TEST(inactive_groups_are_skipped_without_complaint) {
  CHECK(gives("#if 0\ndon't \" ` #foo\n#foo\n#error x\n#include y\n/*\n#endif\n"
              "*/\n#endif\na",
              "a"));
}

TEST(conditions_compute_as_c_does) {
  static const char *const true_ones[] = {
      "1 + 2 * 3 == 7",
      "(1 + 2) * 3 == 9",
      "10 - 3 - 2 == 5",
      "-1 < 0",
      "~0 == -1",
      "!!5 == 1",
      "!0 && !!1",
      "1 || 1/0",
      "!(0 && 1/0)",
      "1 ? 2 : 3",
      "(0 ? 1 : 0 ? 2 : 3) == 3",
      "1 ? 0 ? 0 : 5 : 0",
      "7 % 4 == 3",
      "(1 << 4 | 3) == 19",
      "(6 ^ 3) == 5",
      "(6 & 3) == 2",
      "-8 >> 1 == -4",
      "0x10 == 16",
      "010 == 8",
      "'a' == 97",
      "'\\n' == 10",
      "'\\0' == 0",
      "10uL == 10",
      "undefined == 0",
      "defined D",
      "defined(D) && D",
      "!defined U",
      "F(3) == 4",
      "HAS",
      "2 > 1 == 1",
      "1 < 2 && 2 <= 2 && 3 >= 3 && 1 != 2",
      "-9223372036854775807 - 1 < 0",
  };
  for (size_t i = 0; i < sizeof true_ones / sizeof true_ones[0]; i++) {
    struct buffer text = {0};
    buffer_printf(&text,
                  "#define D 1\n#define F(x) (x + 1)\n"
                  "#define HAS defined(D) && !defined(U)\n"
                  "#if %s\nyes\n#else\nno\n#endif\n",
                  true_ones[i]);
    CHECK(gives(text.text, "yes"));
    buffer_free(&text);
  }
}

TEST(bad_conditions_are_reported) {
  CHECK(complains("#if\n#endif", 1, 2, "not complete"));
  CHECK(complains("#if 1 +\n#endif", 1, 2, "not complete"));
  CHECK(complains("#if (1\n#endif", 1, 2, "not complete"));
  CHECK(complains("#if 1)\n#endif", 1, 6, "no place"));
  CHECK(complains("#if 1 ? 2\n#endif", 1, 2, "not complete"));
  CHECK(complains("#if 1 : 2\n#endif", 1, 7, "no place"));
  CHECK(complains("#if 1 2\n#endif", 1, 7, "no place"));
  CHECK(complains("#if 1x\n#endif", 1, 5, "no place"));
  CHECK(complains("#if 1 / 0\n#endif", 1, 2, "divides by zero"));
  CHECK(complains("#if defined 1\n#endif", 1, 5, "'defined'"));
}

TEST(unbalanced_conditions_are_reported) {
  CHECK(complains("a\n#if 1\nb", 2, 2, "no #endif"));
  CHECK(complains("a\n#endif\nb", 2, 2, "no #if"));
  CHECK(complains("#else\n", 1, 2, "no #if"));
  CHECK(complains("#if 1\n#else\n#else\n#endif", 3, 2, "after the #else"));
  CHECK(complains("#if 1\n#else\n#elif 1\n#endif", 3, 2, "after the #else"));
}

TEST(other_directives_do_what_they_say) {
  CHECK(complains("#error no \"luck\"\n", 1, 2, "#error no \"luck\""));
  CHECK(warns("#warning beware\n", 1, 2, "#warning beware"));
  CHECK(complains("#foo\n", 1, 2, "'#foo'"));
  CHECK(gives("#\n#pragma x don't\n #  ident \"x\"\na", "a"));
  CHECK(gives("/* a */ # /* b */ define /* c\n */ x y\nx", "y"));
}

TEST(directives_take_effect_between_arguments) {
  CHECK(gives("#define f(x) x\n#define a 1\nf(a\n#undef a\n#define a 2\na)",
              "2 2"));
  CHECK(gives("#define f(x) [x]\nf(\n#if 0\na\n#else\nb\n#endif\n)", "[ b ]"));
  CHECK(gives("#define f(x) 1\nf\n#undef f\n(2)", "f ( 2 )"));
}

/* What stands on a new line decides where a semicolon may be left out. */
TEST(line_starts_are_those_of_the_text) {
  CHECK(gives_lines("a b\nc", "a b | c"));
  CHECK(gives_lines("#define N 1\na\nN b\nc N", "a | 1 b | c 1"));
  CHECK(gives_lines("#define f(x) x x\na\nf(1) b", "a | 1 1 b"));
  CHECK(gives_lines("#define f(x) x x\na f(1\n) b", "a 1 1 | b"));
  CHECK(gives_lines("#define E\na\nE b", "a | b"));
  CHECK(gives_lines("a /*\n*/ b", "a | b"));
  CHECK(gives_lines("a \\\n b c\\\nd", "a | b cd"));
}

/* A message about a token of a macro must name the line of use first. */
TEST(a_token_of_a_macro_knows_its_use_and_its_definition) {
  struct reading reading;
  read_text(&reading, "#define in(x) 7 x\n#define out in\n  out(y)\n");
  CHECK(matches(&reading, false, "7 y"));

  struct span seven = reading.tokens.items[0].span;
  struct position use = sources_position(reading.sources, seven);
  CHECK(use.line == 3 && use.column == 3);
  CHECK(seven.via != 0);
  const struct expansion *inner = sources_expansion(reading.sources, seven.via);
  struct position spelled =
      sources_position(reading.sources, inner->definition);
  CHECK(strcmp(inner->name, "in") == 0);
  CHECK(spelled.line == 1 && spelled.column == 15);
  CHECK(inner->use.via != 0);
  const struct expansion *outer =
      sources_expansion(reading.sources, inner->use.via);
  CHECK(strcmp(outer->name, "out") == 0 && outer->use.via == 0);
  spelled = sources_position(reading.sources, outer->definition);
  CHECK(spelled.line == 2 && spelled.column == 13);

  struct span argument = reading.tokens.items[1].span;
  struct position written = sources_position(reading.sources, argument);
  CHECK(argument.via == 0 && written.line == 3 && written.column == 7);
  end(&reading);
}

TEST(definitions_of_the_command_line_come_first) {
  static const char *const defines[] = {"A", "B=2 + x", "F(y)=<y>", "C="};
  struct preprocess_config config = {.defines = defines, .define_count = 4};
  struct reading reading;
  const char *text = "A B F(C 1)";
  read_bytes(&reading, text, strlen(text), &config);
  CHECK(matches(&reading, false, "1 2 + x < 1 >"));
  const struct expansion *expansion =
      sources_expansion(reading.sources, reading.tokens.items[0].span.via);
  CHECK(strcmp(sources_position(reading.sources, expansion->definition).file,
               "<command line>") == 0);
  end(&reading);
}

TEST(embedded_c_is_one_token) {
  static const char block[] = "{ if (a) { b = '}'; } /* } */ \"}\" }";
  struct buffer text = {0};
  buffer_printf(&text,
                "c_code [x[0]>1] %s d c_state \"int x\" \"Global\" e "
                "c_expr { a }",
                block);
  struct reading reading;
  read_text(&reading, text.text);
  CHECK(matches(&reading, false,
                "c_code [...] {...} d c_state \"int x\" \"Global\" e c_expr "
                "{...}"));
  CHECK(reading.tokens.items[1].kind == TOKEN_C_TEXT);
  CHECK(reading.tokens.items[2].kind == TOKEN_C_TEXT);
  CHECK(reading.tokens.items[2].span.length == strlen(block));
  CHECK(reading.tokens.items[5].kind == TOKEN_C_TEXT);
  CHECK(reading.status == STATUS_OK);
  end(&reading);
  buffer_free(&text);
  CHECK(gives("#define C c_code { a\nC } b", "c_code {...} b"));
  CHECK(complains("a c_code { b", 1, 10, "no closing"));
}

/* Files to include, in a folder that is removed at the end. */
struct folder {
  char path[32];
  char file[64];
};

static const char *write_file(struct folder *folder, const char *name,
                              const char *text) {
  snprintf(folder->file, sizeof folder->file, "%s/%s", folder->path, name);
  FILE *file = fopen(folder->file, "w");
  if (file) {
    fputs(text, file);
    fclose(file);
  }
  return folder->file;
}

static void remove_file(struct folder *folder, const char *name) {
  snprintf(folder->file, sizeof folder->file, "%s/%s", folder->path, name);
  unlink(folder->file);
}

static bool file_gives(const char *path, const struct preprocess_config *config,
                       const char *expected) {
  struct reading reading;
  begin(&reading);
  reading.status = preprocess_file(path, config, reading.intern, reading.diag,
                                   &reading.tokens);
  bool ok = matches(&reading, false, expected) && reading.status == STATUS_OK;
  end(&reading);
  return ok;
}

TEST(files_are_included_from_their_neighbours_and_the_given_folders) {
  struct folder folder = {.path = "lariat-test-XXXXXX"};
  CHECK(mkdtemp(folder.path));
  write_file(&folder, "once.h", "#pragma once\none\n");
  write_file(&folder, "deep.h", "#include \"once.h\"\nd __FILE__ +");
  const char *dirs[] = {"no-such-folder", folder.path};
  struct preprocess_config config = {.include_dirs = dirs,
                                     .include_dir_count = 2};
  struct preprocess_config none = {0};
  struct buffer expected = {0};
  buffer_printf(&expected, "one d \"%s/deep.h\" + e", folder.path);

  const char *path = write_file(&folder, "m.pml",
                                "#include \"deep.h\"\n#include \"once.h\"\ne");
  CHECK(file_gives(path, &none, expected.text));
  path = write_file(&folder, "m.pml",
                    "#define D <deep.h>\n#include D\n#include <once.h>\ne");
  CHECK(file_gives(path, &config, expected.text));

  struct reading reading;
  const char *text = "#include \"deep.h\"\ne";
  read_bytes(&reading, text, strlen(text), &config);
  CHECK(matches(&reading, false, expected.text));
  end(&reading);

  buffer_free(&expected);
  remove_file(&folder, "m.pml");
  remove_file(&folder, "once.h");
  remove_file(&folder, "deep.h");
  rmdir(folder.path);
}

TEST(files_that_include_themselves_end_with_an_error) {
  struct folder folder = {.path = "lariat-test-XXXXXX"};
  CHECK(mkdtemp(folder.path));
  const char *path = write_file(&folder, "m.pml",
                                "#include \"m.pml\"\n#include \"m.pml\"\nx\n");
  struct reading reading;
  begin(&reading);
  reading.status =
      preprocess_file(path, &(struct preprocess_config){0}, reading.intern,
                      reading.diag, &reading.tokens);
  CHECK(reading.status == STATUS_BAD_INPUT);
  CHECK(reports(&reading, DIAG_ERROR, 1, 2, "too deeply"));
  end(&reading);
  remove_file(&folder, "m.pml");
  rmdir(folder.path);
}

TEST(a_file_that_is_not_there_is_reported) {
  CHECK(complains("#include \"no/such/file\"\na", 1, 10, "no/such/file"));
  CHECK(complains("#include x\na", 1, 2, "#include wants"));
  struct reading reading;
  begin(&reading);
  CHECK(preprocess_file("no/such/file", &(struct preprocess_config){0},
                        reading.intern, reading.diag,
                        &reading.tokens) == STATUS_IO);
  CHECK(reading.tokens.count == 1);
  CHECK(reading.tokens.items[0].kind == TOKEN_END);
  end(&reading);
}

/* A small text must not take the memory of the machine. */
TEST(macros_that_multiply_end_with_an_error) {
  char *doubling = doubling_macros(64);
  CHECK(complains(doubling, 65, 1, "without bounds"));
  memory_free(doubling);
  char *joining = repeated("#define c(x) x##x\n#define d(x) c(x)\n", "d(", 40,
                           "a", ")", 40);
  CHECK(complains(joining, 3, 33, "without bounds"));
  memory_free(joining);
}

TEST(no_depth_overflows_the_stack) {
  char *calls = repeated("#define f(x) x\n", "f(", 500, "a", ")", 500);
  CHECK(gives(calls, "a"));
  memory_free(calls);
  calls = repeated("#define f(x) x\n", "f(", 1200, "a", ")", 1200);
  CHECK(complains(calls, 2, 2003, "too deeply"));
  memory_free(calls);
  char *condition = repeated("#if ", "(-", 100000, "1", ")", 100000);
  CHECK(complains(condition, 1, 2, "no #endif"));
  memory_free(condition);
  char *groups = repeated("", "#if 1\n", 100000, "a\n", "#endif\n", 100000);
  CHECK(gives(groups, "a"));
  memory_free(groups);
}

RUN_TESTS(RUN(the_longest_punctuator_is_taken),
          RUN(words_become_keywords_only_when_they_are_alone),
          RUN(numbers_and_characters_have_the_values_of_spin),
          RUN(comments_count_as_a_space), RUN(a_backslash_joins_lines_anywhere),
          RUN(a_byte_order_mark_and_carriage_returns_are_no_text),
          RUN(what_is_not_promela_is_reported_once_and_left_out),
          RUN(object_like_macros_are_replaced),
          RUN(a_macro_is_not_expanded_inside_itself),
          RUN(function_like_macros_take_arguments),
          RUN(rescanning_follows_the_standard),
          RUN(hash_makes_a_string_of_what_was_written),
          RUN(two_hashes_join_tokens), RUN(variadic_macros_take_what_is_left),
          RUN(wrong_calls_are_reported_at_the_call),
          RUN(a_different_definition_is_warned_of),
          RUN(built_in_macros_tell_the_place), RUN(conditions_choose_one_group),
          RUN(inactive_groups_are_skipped_without_complaint),
          RUN(conditions_compute_as_c_does), RUN(bad_conditions_are_reported),
          RUN(unbalanced_conditions_are_reported),
          RUN(other_directives_do_what_they_say),
          RUN(directives_take_effect_between_arguments),
          RUN(line_starts_are_those_of_the_text),
          RUN(a_token_of_a_macro_knows_its_use_and_its_definition),
          RUN(definitions_of_the_command_line_come_first),
          RUN(embedded_c_is_one_token),
          RUN(files_are_included_from_their_neighbours_and_the_given_folders),
          RUN(files_that_include_themselves_end_with_an_error),
          RUN(a_file_that_is_not_there_is_reported),
          RUN(macros_that_multiply_end_with_an_error),
          RUN(no_depth_overflows_the_stack))
