/* Searching the reachable states for violations of safety properties.
 *
 * Depth-first (search/dfs.c) and breadth-first (search/bfs.c) over the same
 * three interfaces: engine.h, store.h and observer.h.
 */
#ifndef LARIAT_SEARCH_SEARCH_H
#define LARIAT_SEARCH_SEARCH_H

#include "engine/engine.h"
#include "reduce/sleep.h"
#include "search/observer.h"
#include "store/store.h"

#include <signal.h>

/* How a search is saved while it runs, and taken up again.  At a time that
 * suits it the search asks for a snapshot to be begun, adds what it knows, and
 * hands it back to be ended.  It is also saved before it stops at an interrupt
 * or for want of time.
 */
struct checkpoints {
  double every_seconds;
  void *context;
  struct snapshot_writer *(*begin)(void *context); /* may fail: NULL */
  void (*end)(void *context, struct snapshot_writer *writer);
  struct snapshot_reader *resume; /* stands where the search began to add; NULL:
                                     start at the initial state */
};

enum search_kind { SEARCH_DFS, SEARCH_BFS };

/* What the flag says that stops a search. */
enum search_interrupt {
  INTERRUPT_NONE,
  INTERRUPT_ASKED,  /* by a signal */
  INTERRUPT_MEMORY, /* there is hardly any left */
};

struct search_config {
  enum search_kind kind;
  bool all_paths;          /* ENGINE_ALL_PATHS: counts as SPIN's */
  uint64_t max_depth;      /* transitions; 0: no limit */
  uint64_t ordered_states; /* see search/dfs.c; 0: the default */
  uint64_t order_seed;     /* of a random order of successors in depth-first
                              searches; 0: the engine's */
  uint64_t max_errors;     /* stop after so many distinct ones; 0: never */
  double max_seconds;      /* 0: no limit */
  size_t max_bytes;        /* store and stack together; 0: no limit */
  const volatile sig_atomic_t *interrupt; /* search_interrupt; may be NULL */
  struct sleep *sleep; /* of a search with replacement: statements that need not
                          be tried are left out; NULL: none are */
  double max_repeats;  /* of such a search: stop when states are entered so
                          often on average, or the path takes much of the store,
                          with SEARCH_REPEATS; 0: no limit */
  bool needs_archive;  /* of a search with replacement: stop when the archive
                          has failed, with SEARCH_ARCHIVE */
  const struct checkpoints *checkpoints; /* NULL: never saved */
};

enum search_end {
  SEARCH_COMPLETE, /* every reachable state was visited */
  SEARCH_ENOUGH,   /* max_errors violations were found */
  SEARCH_MEMORY,   /* a limit cut it, from here on */
  SEARCH_STACK,    /* the path alone takes all the memory */
  SEARCH_TIME,
  SEARCH_DEPTH,
  SEARCH_REPEATS, /* states that were forgotten are expanded again too often */
  SEARCH_ARCHIVE, /* it needs an archive, and that has failed */
  SEARCH_INTERRUPTED,
  SEARCH_FAILED, /* a counterexample could not be repeated: our bug */
};

/* How a search ends whose interrupt flag is set. */
static inline enum search_end
search_end_at_interrupt(const struct search_config *config) {
  return *config->interrupt == INTERRUPT_MEMORY ? SEARCH_MEMORY
                                                : SEARCH_INTERRUPTED;
}

/* How work that began then ends now, by an interrupt or by the limit of time;
 * SEARCH_COMPLETE: it may go on.
 */
enum search_end search_end_now(const struct search_config *config,
                               double start);

struct search_result {
  enum search_end end;
  uint64_t violations; /* distinct ones, by kind and place */
  bool exact;          /* the store told all states apart */
  struct search_figures figures;
};

/* The store is empty and has no tails.  One that replaces states can be used
 * with depth-first search only.  STATUS_BAD_INPUT or STATUS_NO_MEMORY when the
 * search cannot be taken up again.
 */
enum status search_run(const struct search_config *config,
                       struct engine *engine, struct store *store,
                       const struct observer *observer,
                       struct search_result *out);

/* "memory limit", "time limit", ... for messages. */
const char *search_end_text(enum search_end end);

#endif
