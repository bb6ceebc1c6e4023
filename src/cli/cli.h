/* What the commands share. */
#ifndef LARIAT_CLI_CLI_H
#define LARIAT_CLI_CLI_H

#include "cli/options.h"
#include "report/load.h"
#include "report/paper.h"
#include "report/text.h"

#include <signal.h>

enum exit_status {
  EXIT_HOLDS = 0,
  EXIT_VIOLATED = 1,
  EXIT_USAGE = 2, /* or a model with errors */
  EXIT_UNKNOWN = 3,
  EXIT_INTERNAL = 4,
};

struct command {
  const char *name;
  unsigned place; /* its bit in the table of options */
  const char *operands;
  size_t operand_count;
  const char *summary; /* one line */
  const char *description;
  enum exit_status (*run)(const struct options *options);
};

extern const struct command commands[];
extern const size_t command_count;

enum exit_status check_command(const struct options *options);
enum exit_status simulate_command(const struct options *options);
enum exit_status replay_command(const struct options *options);
enum exit_status graph_command(const struct options *options);
enum exit_status compare_command(const struct options *options);
enum exit_status ltl_command(const struct options *options);
enum exit_status channels_command(const struct options *options);

/* check --channel-sweep, on a model that was loaded: prints the verdicts and
 * sets *status.  *problem, in the arena: what is wrong with the options.
 */
enum verify_end sweep_command(const struct options *options, const char *path,
                              const struct loaded *loaded,
                              const struct verify_config *verify,
                              const char **problem, struct arena *arena,
                              enum exit_status *status);

/* Help, manual page and completions, made from the tables; to stdout. */
void help_top(void);
void help_command(const struct command *command);
void help_manual(void);
void help_completions(int shell);

/* Set by SIGINT and SIGTERM. */
const volatile sig_atomic_t *interrupt_flag(void);

/* Ends a step that lasts when that is set, for a command whose steps are no
 * search; *was_cut, false before, is true from then on.
 */
struct engine_limit interrupt_limit(bool *was_cut);

/* Standard output and standard error, coloured if that is wanted. */
struct paper paper_stdout(const struct options *options);
struct paper paper_stderr(const struct options *options);

/* Loads the model and prints what there is to say about it on standard error.
 * False when it cannot be used.
 */
bool load_model(const struct options *options, const char *path,
                const struct preprocess_config *preprocess,
                struct loaded *loaded);
/* Writes a text to standard output and frees it. */
void print_buffer(struct buffer *buffer);

/* The end of a command that came to nothing, and its status: says why on
 * standard error and, with --json, in a document.
 */
enum exit_status fail(const struct options *options, const char *path,
                      enum exit_status status, const char *message);
/* The same for errors in a text, which were printed before. */
enum exit_status fail_by_errors(const struct options *options, const char *path,
                                const struct diag *diag);

struct preprocess_config preprocess_options(const struct options *options);
struct engine_config engine_options(const struct options *options);
enum trace_mode trace_option(const struct options *options);

#endif
