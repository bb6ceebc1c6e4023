/* The command `lariat`: finds the subcommand and runs it. */
#include "base/memory.h"
#include "cli/cli.h"
#include "cli/written.h"
#include "report/machine_memory.h"
#include "search/search.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

const struct command commands[] = {
    {"check", IN_CHECK, "MODEL", 1, "verify all that a model states",
     "Searches every reachable state of the model for failed assertions, "
     "invalid end states, run-time errors and violated event orders. Prints "
     "one verdict for each property, and for each violation the run that leads "
     "to it, which is also saved for lariat replay.",
     check_command},
    {"simulate", IN_SIMULATE, "MODEL", 1, "run a model at random or by hand",
     "Executes the model from its initial state, choosing each step at random "
     "or, with --interactive, from a menu. Ends with status 1 at a violation, "
     "with 3 when it is interrupted, and with 0 otherwise, also after the last "
     "of --steps. Never claims and ltl formulas are not looked at.",
     simulate_command},
    {"replay", IN_REPLAY, "MODEL TRACE", 2, "show a saved counterexample again",
     "Executes a trace saved by lariat check step by step and prints it. The "
     "macros given when it was saved are defined again unless -D is given.",
     replay_command},
    {"graph", IN_GRAPH, "MODEL", 1, "draw process automata or reachable states",
     "Prints the automaton of each process, or with --states the graph of "
     "reachable states.",
     graph_command},
    {"compare", IN_COMPARE, "A B", 2, "tell whether two systems are equivalent",
     "Compares the behaviour of two systems, each a model or a graph in a file "
     "whose name ends in .aut. If they differ, prints a run or a formula of "
     "Hennessy and Milner that one of them has and the other has not.",
     compare_command},
    {"ltl", IN_LTL, "FORMULA", 1, "print the automaton of a formula",
     "Translates a formula of linear temporal logic into a small Buchi "
     "automaton. Operators are those of SPIN: [] <> U W V X ! && || -> <->, "
     "and the words always, eventually, until, weakuntil, release, next, "
     "implies, equivalent; also G, F and R. Propositions are names, or any "
     "text in double quotes. A FORMULA of - is standard input.",
     ltl_command},
    {"channels", IN_CHANNELS, "MODEL", 1, "tell whether a channel is unbounded",
     "Takes the capacities of buffered channels away and looks for a sequence "
     "of statements that can be repeated for ever and leaves more messages in "
     "a channel each time. Without one, tells the greatest length of each "
     "channel, if the search comes to an end.",
     channels_command},
};
const size_t command_count = sizeof commands / sizeof commands[0];

/* The one writable variable of the program: a signal handler has no other way
 * to reach a search, nor has the want of memory.
 */
static volatile sig_atomic_t interrupted;

const volatile sig_atomic_t *interrupt_flag(void) {
  return &interrupted;
}

static void interrupt(int signal) {
  (void)signal;
  interrupted = INTERRUPT_ASKED;
}

static void memory_is_low(void) {
  interrupted = INTERRUPT_MEMORY;
}

/* The first signal asks for a report, the second one ends the program. */
static void catch_signals(void) {
  struct sigaction action = {.sa_handler = interrupt,
                             .sa_flags = (int)SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  signal(SIGXFSZ, SIG_IGN); /* a file too long is a failure to write it */
}

static void out_of_memory(void) {
  static const char message[] = "lariat: out of memory\n";
  if (write(STDERR_FILENO, message, sizeof message - 1) < 0)
    _exit(EXIT_INTERNAL);
  _exit(EXIT_UNKNOWN);
}

/* For the report of a search that has used up all the rest. */
static void lay_memory_aside(void) {
  enum { MOST = 1 << 25 };
  const size_t share = usable_memory() / 16;
  memory_lay_aside(share < MOST ? share : MOST, memory_is_low);
}

static const struct command *find_command(const char *name) {
  for (size_t i = 0; i < command_count; i++)
    if (strcmp(commands[i].name, name) == 0)
      return &commands[i];
  return NULL;
}

static enum exit_status misused(const struct options *options) {
  const struct string_list *operands = &options->operands;
  return fail(options, operands->count > 0 ? operands->items[0] : "",
              EXIT_USAGE, buffer_text(&options->problem));
}

/* Word number `index` of a text that has so many, with a blank between them. */
static void put_word(struct buffer *out, const char *text, size_t index) {
  for (; index > 0; index--)
    text = strchr(text, ' ') + 1;
  buffer_add(out, text, strcspn(text, " "));
}

static enum exit_status wrong_operands(struct options *options,
                                       const struct command *command) {
  const size_t count = options->operands.count;
  const size_t wanted = command->operand_count;
  struct buffer *problem = &options->problem;
  if (count < wanted) {
    put_word(problem, command->operands, count);
    buffer_puts(problem, " is missing");
  } else {
    buffer_printf(problem, "one operand too many: %s",
                  options->operands.items[wanted]);
  }
  buffer_printf(problem, "; usage: lariat %s [OPTION...] %s", command->name,
                command->operands);
  return misused(options);
}

/* Standard input can be read once. */
static bool reads_stdin_twice(const struct options *options) {
  size_t count = 0;
  for (size_t i = 0; i < options->operands.count; i++)
    count += strcmp(options->operands.items[i], "-") == 0;
  return count > 1;
}

static enum exit_status run_on_operands(struct options *options,
                                        const struct command *command) {
  if (options->operands.count != command->operand_count)
    return wrong_operands(options, command);
  if (!reads_stdin_twice(options) &&
      written_files_fit(options, &options->problem))
    return command->run(options);
  if (options->problem.length == 0)
    buffer_puts(&options->problem, "only one operand can be -, standard input");
  return misused(options);
}

/* A word that is neither a command nor a file was meant to be a command. */
static bool is_misspelt(const char *word) {
  return word[0] != '-' && !strpbrk(word, "./") && access(word, F_OK) != 0;
}

static enum exit_status unknown_command(const char *word) {
  const char *names[sizeof commands / sizeof commands[0]];
  for (size_t i = 0; i < command_count; i++)
    names[i] = commands[i].name;
  const char *near = closest(word, names, command_count);
  fprintf(stderr, "lariat: unknown command %s", word);
  if (near)
    fprintf(stderr, "; did you mean %s?", near);
  else
    fputs("; lariat --help lists them", stderr);
  fputc('\n', stderr);
  return EXIT_USAGE;
}

static void print_version(void) {
  puts("lariat " LARIAT_VERSION);
}

static enum exit_status run_command(const struct command *command, int count,
                                    char **arguments) {
  struct options options;
  options_init(&options);
  enum exit_status status = EXIT_HOLDS;
  if (!options_parse(&options, command->place, count, arguments))
    status = misused(&options);
  else if (options.help)
    help_command(command);
  else if (options.version)
    print_version();
  else
    status = run_on_operands(&options, command);
  options_clear(&options);
  return status;
}

static enum exit_status run_top(int count, char **arguments) {
  struct options options;
  options_init(&options);
  enum exit_status status = EXIT_HOLDS;
  if (!options_parse(&options, IN_TOP, count, arguments))
    status = misused(&options);
  else if (options.version)
    print_version();
  else if (options.man)
    help_manual();
  else if (options.completions >= 0)
    help_completions(options.completions);
  else
    help_top();
  options_clear(&options);
  return status;
}

/* Options of `lariat` itself, as opposed to those of the check it is short for.
 */
static bool is_top_option(const char *argument) {
  for (size_t i = 0; i < option_row_count; i++) {
    const struct option_row *row = &option_rows[i];
    if ((row->places & IN_TOP) && strncmp(argument, "--", 2) == 0 &&
        strncmp(argument + 2, row->name, strlen(row->name)) == 0)
      return true;
  }
  return false;
}

static enum exit_status dispatch(int count, char **arguments) {
  if (count == 0) {
    help_top();
    return EXIT_USAGE;
  }
  const struct command *command = find_command(arguments[0]);
  if (command)
    return run_command(command, count - 1, arguments + 1);
  if (is_top_option(arguments[0]))
    return run_top(count, arguments);
  if (is_misspelt(arguments[0]))
    return unknown_command(arguments[0]);
  return run_command(find_command("check"), count, arguments);
}

int main(int argc, char **argv) {
  memory_on_exhaustion(out_of_memory);
  lay_memory_aside();
  catch_signals();
  enum exit_status status = dispatch(argc - 1, argv + 1);
  if (fflush(stdout) != 0 || ferror(stdout)) {
    perror("lariat: cannot write the output");
    return EXIT_INTERNAL;
  }
  return status;
}
