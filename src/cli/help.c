/* Help and the manual page, made from the tables of commands and options. */
#include "cli/cli.h"
#include "cli/words.h"

#include <stdio.h>
#include <string.h>

enum { HELP_COLUMN = 26, PAGE_WIDTH = 79 };

static const char *const exit_meanings[] = {
    [EXIT_HOLDS] = "everything asked holds, and the search was complete",
    [EXIT_VIOLATED] = "something is violated",
    [EXIT_USAGE] = "wrong usage, or a model with errors",
    [EXIT_UNKNOWN] = ("no violation was found, but the answer is not a proof: "
                      "a limit was reached, or something was not checked"),
    [EXIT_INTERNAL] = "internal error",
};
enum { EXIT_COUNT = sizeof exit_meanings / sizeof exit_meanings[0] };

/* ---- text in columns ---- */

/* Prints words with blanks between them, broken at the page's width. */
static void print_wrapped(const char *text, int indent, int column) {
  while (*text) {
    int length = (int)strcspn(text, " ");
    if (column > indent && column + 1 + length > PAGE_WIDTH) {
      printf("\n%*s", indent, "");
      column = indent;
    } else if (column > indent) {
      putchar(' ');
      column++;
    }
    printf("%.*s", length, text);
    column += length;
    text += length;
    text += strspn(text, " ");
  }
  putchar('\n');
}

static void print_row(const char *left, const char *right) {
  int width = printf("  %s", left);
  if (width > HELP_COLUMN - 2) {
    putchar('\n');
    width = 0;
  }
  printf("%*s", HELP_COLUMN - width, "");
  print_wrapped(right, HELP_COLUMN, HELP_COLUMN);
}

static void print_options(unsigned place) {
  struct buffer left = {0};
  puts("\nOptions:");
  for (size_t i = 0; i < option_row_count; i++) {
    const struct option_row *row = &option_rows[i];
    if (!option_is_listed(row, place))
      continue;
    buffer_clear(&left);
    option_words_spell(&left, row);
    print_row(buffer_text(&left), row->help);
  }
  buffer_free(&left);
}

void help_top(void) {
  puts("Usage: lariat COMMAND [OPTION...] MODEL\n"
       "       lariat MODEL.pml          short for lariat check MODEL.pml\n"
       "\n"
       "Verifies concurrent programs written in Promela.\n"
       "\n"
       "Commands:");
  for (size_t i = 0; i < command_count; i++)
    print_row(commands[i].name, commands[i].summary);
  print_options(IN_TOP);
  puts("\nlariat COMMAND --help tells more.  A MODEL of - is standard input.");
}

void help_command(const struct command *command) {
  printf("Usage: lariat %s [OPTION...] %s\n\n", command->name,
         command->operands);
  print_wrapped(command->description, 0, 0);
  print_options(command->place);
  puts("\nExit status:");
  for (int i = 0; i < EXIT_COUNT; i++) {
    const char number[] = {(char)('0' + i), '\0'};
    print_row(number, exit_meanings[i]);
  }
}

/* ---- the manual page ---- */

static void print_roff(const char *text) {
  for (; *text; text++) {
    if (*text == '\\')
      fputs("\\e", stdout);
    else if (*text == '-')
      fputs("\\-", stdout);
    else
      putchar(*text);
  }
}

static void roff_item(const char *head, const char *text) {
  fputs(".TP\n\\fB", stdout);
  print_roff(head);
  fputs("\\fR\n", stdout);
  print_roff(text);
  putchar('\n');
}

static void roff_options(unsigned place) {
  struct buffer head = {0};
  for (size_t i = 0; i < option_row_count; i++) {
    const struct option_row *row = &option_rows[i];
    if (!option_is_listed(row, place))
      continue;
    buffer_clear(&head);
    option_words_spell(&head, row);
    roff_item(buffer_text(&head), row->help);
  }
  buffer_free(&head);
}

static void roff_commands(void) {
  for (size_t i = 0; i < command_count; i++) {
    printf(".SS lariat %s [\\fIOPTION\\fR...] %s\n", commands[i].name,
           commands[i].operands);
    print_roff(commands[i].description);
    putchar('\n');
    roff_options(commands[i].place);
  }
}

void help_manual(void) {
  puts(".\\\" Made by lariat --man from the tables of commands and options.\n"
       ".TH LARIAT 1 \"\" \"lariat " LARIAT_VERSION "\" \"User Commands\"\n"
       ".SH NAME\n"
       "lariat \\- verify concurrent programs written in Promela\n"
       ".SH SYNOPSIS\n"
       ".B lariat\n"
       ".I COMMAND\n"
       "[\\fIOPTION\\fR...] \\fIMODEL\\fR\n"
       ".br\n"
       ".B lariat\n"
       "[\\fIOPTION\\fR...] \\fIMODEL\\fR\n"
       ".SH DESCRIPTION\n"
       "Lariat reads a model in Promela, the language of SPIN, and searches\n"
       "its reachable states for violations of what the model states. Without\n"
       "a command it checks the model. A model of \\- is standard input.\n"
       ".SH COMMANDS");
  roff_commands();
  puts(".SH OPTIONS WITHOUT A COMMAND");
  roff_options(IN_TOP);
  puts(".SH EXIT STATUS");
  for (int i = 0; i < EXIT_COUNT; i++) {
    const char number[] = {(char)('0' + i), '\0'};
    roff_item(number, exit_meanings[i]);
  }
  puts(".SH ENVIRONMENT");
  roff_item("NO_COLOR", "when set and not empty, nothing is coloured");
  puts(".SH FILES");
  roff_item("MODEL.trace.json",
            "a counterexample, written to the current folder; further ones of "
            "the same check are MODEL.2.trace.json and so on; after "
            "--trace-file t.json they are t.2.json and so on");
  puts(".SH EXAMPLES");
  roff_item("lariat check model.pml", "verify a model");
  roff_item("lariat check --search bfs -DN=4 model.pml",
            "find a shortest counterexample, with a macro defined");
  roff_item("lariat replay --trace full model.pml model.pml.trace.json",
            "show it again with all values");
  roff_item("lariat simulate --interactive model.pml",
            "walk through the model by hand");
  puts(".SH SEE ALSO\n.BR spin (1)");
}
