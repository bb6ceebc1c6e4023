/* What the user asked for. */
#ifndef LARIAT_CLI_OPTIONS_H
#define LARIAT_CLI_OPTIONS_H

#include "base/buffer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The commands an option belongs to. */
enum option_place {
  IN_CHECK = 1,
  IN_SIMULATE = 2,
  IN_REPLAY = 4,
  IN_GRAPH = 8,
  IN_ALL = IN_CHECK | IN_SIMULATE | IN_REPLAY | IN_GRAPH,
  IN_TOP = 16,   /* lariat without a command */
  UNLISTED = 32, /* left out of --help and the manual */
  IN_LTL = 64,
  IN_COMPARE = 128,
  IN_CHANNELS = 256,
};

struct string_list {
  const char **items;
  size_t count, capacity;
};

struct options {
#define OPTION_FLAG(field, name, places, initial, help) bool field;
#define OPTION_CLEAR(field, name, places, help)
#define OPTION_COUNT(field, name, places, argument, initial, least, most,      \
                     help)                                                     \
  int64_t field;
#define OPTION_SIZE(field, name, places, argument, help) int64_t field;
#define OPTION_SECONDS(field, name, places, argument, help) double field;
#define OPTION_SHARE(field, name, places, argument, help) double field;
#define OPTION_WORD(field, name, places, words, initial, help) int field;
#define OPTION_TEXT(field, name, places, argument, help) const char *field;
#define OPTION_LIST(field, letter, name, places, argument, help)               \
  struct string_list field;
#define OPTION_LATER(name, places, has_argument)
#include "cli/options.def"
#undef OPTION_FLAG
#undef OPTION_CLEAR
#undef OPTION_COUNT
#undef OPTION_SIZE
#undef OPTION_SECONDS
#undef OPTION_SHARE
#undef OPTION_WORD
#undef OPTION_TEXT
#undef OPTION_LIST
#undef OPTION_LATER
  struct string_list operands; /* what is no option */
  struct buffer problem;       /* with them all */
};

/* A word an option may have; one that is not ready is known but refused. */
struct option_word {
  const char *name; /* NULL ends a list */
  enum { WORD_LISTED, WORD_UNLISTED, WORD_LATER } state;
};

enum option_kind {
  OPTION_KIND_FLAG,
  OPTION_KIND_CLEAR,
  OPTION_KIND_COUNT,
  OPTION_KIND_SIZE,
  OPTION_KIND_SECONDS,
  OPTION_KIND_SHARE,
  OPTION_KIND_WORD,
  OPTION_KIND_TEXT,
  OPTION_KIND_LIST,
  OPTION_KIND_LATER,
};

struct option_row {
  enum option_kind kind;
  char letter;      /* 0: none */
  const char *name; /* NULL: none */
  unsigned places;
  size_t offset; /* of the field in struct options */
  int64_t initial, least, most;
  const struct option_word *words;
  const char *argument; /* NULL: takes none, or a word */
  const char *help;
};

extern const struct option_row option_rows[];
extern const size_t option_row_count;

/* Values of the fields that hold a word: positions in their lists. */
enum {
  SEARCH_WORD_DFS,
  SEARCH_WORD_BFS,
  SEARCH_WORD_MAGIC,
  SEARCH_WORD_NESTED_A,
  SEARCH_WORD_NESTED_B,
  SEARCH_WORD_BUCHI_DET,
  SEARCH_WORD_SCC,
};
enum { ENGINE_WORD_AUTO, ENGINE_WORD_BYTECODE, ENGINE_WORD_NATIVE };
enum {
  STORE_WORD_EXACT,
  STORE_WORD_PLAIN,
  STORE_WORD_HYBRID,
  STORE_WORD_COMPACT,
  STORE_WORD_BITSTATE,
  STORE_WORD_CACHE,
  STORE_WORD_AUTO,
};
enum { WHEN_FULL_WORD_STOP, WHEN_FULL_WORD_CACHE, WHEN_FULL_WORD_BITSTATE };
/* The words of --bits are those of enum bit_layout. */
enum { FINITE_RUNS_WORD_PREFIX, FINITE_RUNS_WORD_TERMINATED };
enum { FAIR_WORD_NONE, FAIR_WORD_WEAK, FAIR_WORD_STRONG, FAIR_WORD_LABELS };
enum { INTEGER_WORD_WRAP, INTEGER_WORD_UNBOUNDED };
enum { TRACE_WORD_FULL, TRACE_WORD_DIFF, TRACE_WORD_OFF };
enum { FORMAT_WORD_DOT, FORMAT_WORD_AUT, FORMAT_WORD_C };
enum { LTL_FORMAT_WORD_HOA, LTL_FORMAT_WORD_DOT, LTL_FORMAT_WORD_NEVER };
enum pair_store_word { PAIR_STORE_WORD_EXACT, PAIR_STORE_WORD_CACHE };
enum saved_word { SAVED_WORD_SAVE, SAVED_WORD_OFF };
enum { METHOD_WORD_AUTO, METHOD_WORD_REFINE, METHOD_WORD_ON_THE_FLY };
enum { SHELL_WORD_BASH, SHELL_WORD_ZSH, SHELL_WORD_FISH };

void options_init(struct options *options);
void options_clear(struct options *options);

/* Reads the arguments of a command (its bit in place).  False if something is
 * wrong with them: the problem tells what.
 */
bool options_parse(struct options *options, unsigned place, int count,
                   char **arguments);

bool option_is_listed(const struct option_row *row, unsigned place);
bool option_takes_argument(const struct option_row *row);

/* The candidate closest to the word, or NULL when none is close. */
const char *closest(const char *word, const char *const *candidates,
                    size_t count);

#endif
