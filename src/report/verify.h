/* Checking a model: from properties asked for to verdicts.
 *
 * The command and the library both stand on this.
 */
#ifndef LARIAT_REPORT_VERIFY_H
#define LARIAT_REPORT_VERIFY_H

#include "base/arena.h"
#include "report/inlined.h"
#include "report/load.h"
#include "search/finite_claim.h"
#include "search/liveness.h"
#include "search/search.h"

struct symbolic_finding;
struct symbolic_wish;
struct symbolic_report;
struct checkpoint_wish;
struct slices;

enum verdict { VERDICT_HOLDS, VERDICT_VIOLATED, VERDICT_UNKNOWN };
const char *verdict_name(enum verdict verdict); /* "holds", ... */

/* How the model is executed: interpreted; compiled, with the interpreter at
 * work as long as that pays; compiled from the start.
 */
enum engine_choice {
  ENGINE_CHOICE_BYTECODE,
  ENGINE_CHOICE_AUTO,
  ENGINE_CHOICE_NATIVE,
};

/* Whether equivalent interleavings are left out where that is sound: never; if
 * it costs nothing else; even if a counterexample is not the shortest then.
 */
enum reduce_choice { REDUCE_NEVER, REDUCE_FREELY, REDUCE_ALWAYS };

/* Whether a cache notes on disk what it forgets: unless states sleep; always;
 * never.  The words of --archive, in their order.
 */
enum archive_choice { ARCHIVE_AUTO, ARCHIVE_DISK, ARCHIVE_NONE };

struct verify_config {
  const char *const *properties; /* names; none: all the model has */
  size_t property_count;
  const char *const *only_from; /* only what is declared in texts of these
                                   names, unless properties are named */
  size_t only_from_count;
  struct engine_config engine;
  enum engine_choice execution;
  struct search_config search; /* max_bytes 0: nearly all of the machine's */
  struct store_config store;   /* memory and tails are set where it is opened */
  double accept_loss; /* of a store that is not exact: `holds` is said when the
                         probability of a missed state is at most that */
  unsigned repeat;    /* searches, with other hash functions; 0: one */
  enum liveness_kind liveness; /* the search for infinite runs */
  bool choose_search;          /* another one where that is cheaper */
  bool by_components;          /* not that one, but search/two_pass_scc.h */
  bool classic;                /* no hybrid storage for them */
  enum fairness fairness;
  bool deadlock_free;           /* runs that stop do not count */
  const char *const *good_from; /* never claims in texts of these names describe
                                   the good runs */
  size_t good_from_count;
  enum reduce_choice reduce;
  bool no_sleep; /* no sleep sets with a store that forgets */
  enum archive_choice archive;
  bool slice;      /* leave out what the property does not see: see slices.h */
  bool coverage;   /* count how often each statement is executed */
  bool no_vacuity; /* do not ask why a formula holds */
  const struct symbolic_wish
      *symbolic;                   /* sets of states, see
                                      symbolic_check.h; NULL: single ones */
  enum finite_reading finite_runs; /* which words of runs must be accepted */
  bool
      only_progress; /* look for non-progress cycles, nothing else by default */
  const struct checkpoint_wish *checkpoint; /* see resume.h, or NULL */
  void *progress_context;
  void (*progress)(void *context, const struct search_figures *figures);
};

/* One violation and the run that shows it. */
struct finding {
  struct violation violation;
  struct trail trail;
  const struct symbolic_finding *symbolic; /* see symbolic_check.h, or NULL */
};

/* A list of texts, of variables for instance. */
struct names {
  const char **items;
  size_t count;
};

/* A statement of a process, and how often a search has executed it. */
struct covered {
  const char *process;
  struct position where;
  struct inlined inlined;
  const char *statement;
  bool reached;
  uint64_t count; /* 0 inside a d_step: executed, but nobody has counted it */
};

struct coverage {
  struct covered *items; /* by process, in the order of the text */
  size_t count, capacity;
};

struct verified {
  const char *name, *kind; /* of the property */
  enum verdict verdict;
  const char *reason;  /* why it is unknown, or NULL */
  const char *vacuous; /* why it holds for no good reason, or NULL */
  struct finding *findings;
  size_t finding_count, finding_capacity;
  /* the search: all zero when there was none */
  bool searched, complete, exact;
  bool cut; /* by a limit or an interrupt: it could go on */
  /* not SEARCH_COMPLETE: a violation was found in a part of the model, and this
   * came before it was seen in the whole */
  enum search_end unconfirmed;
  double omissions; /* expected, of all searches together */
  struct search_figures figures;
  uint64_t memory_bytes; /* peak of the process */
  double bytes_per_state;
  const char *engine, *search, *store;
  bool reduced;             /* equivalent interleavings were left out */
  const char *not_reduced;  /* why they were not though asked for, or NULL */
  bool sleeps;              /* sleep sets left arrivals at states out */
  const char *not_asleep;   /* why not, though the store forgets, or NULL */
  uint64_t given_up_at;     /* states, with sleep sets, when it was begun anew
                               with an archive; 0: it was not */
  uint64_t archive_lost_at; /* states when it was begun anew without; 0 */
  struct names unseen;      /* variables that the property does not see */
  struct coverage coverage; /* empty unless asked for */
  const struct symbolic_report *symbolic; /* see symbolic_check.h, or NULL */
  struct {
    unsigned searches;
    uint64_t states; /* of all of them */
  } swarm;           /* see swarm.h; all zero: one search */
};

/* A statement that no run executes. */
struct unreached {
  const char *process;
  struct position where;
  struct inlined inlined;
  const char *statement;
};

/* What is known about the variables of a model without a search, apart from
 * channels.  None of them takes room in a state.
 */
struct static_help {
  struct names unused;     /* neither read nor set */
  struct names write_only; /* never read */
  struct names constants;  /* never set: "N = 4" */
};

struct verification {
  struct arena *arena;
  const char *problem;      /* why a check was not taken up again, or NULL */
  unsigned failed_searches; /* of a swarm: that left no result */
  struct engine *engine;    /* for walking the trails */
  bool unfounded;           /* a run of a part is none of the whole: a bug */
  struct slices *slices;   /* what is searched instead of the whole model; NULL:
                              the whole, with that engine */
  struct static_help help; /* empty unless slicing is asked for */
  struct verified *properties;
  size_t count, capacity;
  struct move_log moves;       /* of what was found */
  struct unreached *unreached; /* empty unless the search was complete */
  size_t unreached_count, unreached_capacity;
};

enum verify_end {
  VERIFY_DONE,
  VERIFY_NO_PROPERTY, /* a name is unknown: nothing was done */
  VERIFY_NO_RESUMING, /* out->problem says why a checkpoint is of no use */
  VERIFY_BUG,         /* a counterexample could not be repeated */
};

/* The model must outlive the verification; clear it whatever the answer. */
enum verify_end verify(const struct verify_config *config,
                       const struct loaded *loaded, struct verification *out);
/* What is asked for, each property with a reason why nothing is known of it
 * yet; false: a name is unknown.
 */
bool verification_list(const struct verify_config *config,
                       const struct loaded *loaded, const char *reason,
                       struct verification *out);
void verification_clear(struct verification *verification);

/* Adds a finding to a verdict, and a verdict to the others. */
void verified_add(struct verified *verified, struct finding finding);
void verification_add(struct verification *out, struct verified verified);

/* Violated if anything is; holds only if everything does. */
enum verdict verification_verdict(const struct verification *verification);

/* Of the states, what share was visited, as far as can be expected; and a bound
 * on the probability that at least one was not: their expected number.
 */
double verified_coverage(const struct verified *verified);
double verified_loss(const struct verified *verified);

/* An engine to search with, as `execution` has it. */
enum status open_search_engine(enum engine_choice execution,
                               const struct engine_config *config,
                               const struct loaded *loaded,
                               struct engine **out);

/* search.max_errors for a limit (0: not given) and the wish to go on. */
uint64_t errors_wanted(uint64_t limit, bool keep_going);

#endif
