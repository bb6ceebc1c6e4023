/* A search under way: what depth-first and breadth-first have in common.
 * Included inside src/search/ only.
 */
#ifndef LARIAT_SEARCH_RUN_H
#define LARIAT_SEARCH_RUN_H

#include "search/findings.h"
#include "search/path.h"
#include "search/search.h"
#include "search/told.h"
#include "store/budget.h"

enum {
  RUN_BATCH = 32,         /* successors announced to the store, then settled */
  RUN_LONGEST_TICK = 256, /* expansions between two looks at the clock */
};

/* What an order of searching adds. */
struct strategy {
  /* Is this successor, of the state in run->state, of interest?  NULL: each is,
   * and steps are not looked at.
   */
  bool (*admits)(void *searcher, const struct successor *successor);
  /* The state in run->state is about to be expanded: gives what becomes
   * `only` of the visitor.  NULL: nothing does.
   */
  const uint64_t *(*choose)(void *searcher);
  /* A successor of the state at run->origin, in the engine's order; states come
   * in the order they were expanded in.  False when there is no memory to note
   * it.
   */
  bool (*settled)(void *searcher, state_ref ref, bool is_new);
  /* In place of all that: visitors of successors, whose context is the run.
   * They count in run->ticket_count those that wait, to be settled, all of
   * them, by the other one, when they are RUN_BATCH (run_take_more()) or
   * earlier.
   */
  bool (*take)(void *run, const struct successor *successor);
  bool (*take_known)(void *run, const struct known_steps *steps);
  void (*settle)(void *searcher);
  /* Leads a path from the initial state to this place. */
  bool (*lead)(void *searcher, uint64_t place, struct path *path);
  /* Adds what it knows to a snapshot; NULL: the search cannot be saved. */
  void (*save)(void *searcher, struct snapshot_writer *out);
};

struct run {
  const struct search_config *config;
  struct engine *engine;
  struct store *store; /* NULL: the states are kept elsewhere */
  const struct observer *observer;
  const struct strategy *strategy;
  void *searcher;
  struct engine_limit limit;   /* of an expansion: this run's */
  unsigned options;            /* of the engine */
  uint64_t level, step, notes; /* told to the engine: see engine_visitor */

  struct budget budget; /* for the stack or queue */
  struct findings findings;
  struct path path; /* to the one reported last */
  struct trail_stops stops;
  uint8_t *state;      /* the one under expansion */
  size_t length, room; /* of it */
  uint64_t place;      /* of it */
  struct store_ticket tickets[RUN_BATCH];
  uint64_t places[RUN_BATCH]; /* of the states that the tickets come from */
  unsigned ticket_count;
  uint64_t origin; /* of the successor that is being settled */
  /* In place of tickets, if the store names none. */
  struct state_hash hashes[RUN_BATCH];
  VEC(uint8_t) copies;       /* of the states, one after the other */
  size_t lengths[RUN_BATCH]; /* of them */

  bool stopped;
  bool goes_on;       /* the expansion found something to expand later */
  bool holds_back;    /* a violation does not end the expansion it is met in */
  unsigned tick;      /* expansions between two looks at the clock */
  unsigned countdown; /* to the next */
  double checked, reported, saved; /* last look, progress, snapshot; seconds */
  bool save_due;                   /* as soon as nothing is half done */
  bool stop_due;                   /* after that */
  double due_since;
  enum search_end end_due; /* for this reason */
  struct told told;        /* if it is to be saved: violations reported */
  double earlier_seconds,
      earlier_cpu_seconds; /* before it was taken up again */
  double wall_start, cpu_start;
  struct search_result *result;
};

void run_open(struct run *run, const struct search_config *config,
              struct engine *engine, struct store *store,
              const struct observer *observer, struct search_result *result);

/* Stores the initial state; false when the search is over already. */
bool run_begin(struct run *run, state_ref *initial);

/* Expands a stored state: each successor is settled, then violations wait to be
 * reported.  Callers go on unless run->stopped.
 */
void run_expand(struct run *run, state_ref ref, uint64_t place);

/* The two halves of run_expand: the successors of several states, expanded one
 * after the other, may be settled together.
 */
void run_begin_expansion(struct run *run, state_ref ref, uint64_t place);
/* The first one in two steps: loads a state into run->state, and expands what
 * is there.
 */
void run_load(struct run *run, state_ref ref);
void run_begin_expansion_here(struct run *run, uint64_t place);
/* Room in run->state for any state that the store was asked about. */
void run_make_room(struct run *run);
/* Settles a batch that is full; false when the expansion shall end. */
bool run_take_more(struct run *run);
void run_settle_tickets(struct run *run);
static inline void run_note_stack(struct run *run) {
  if (run->budget.used > run->result->figures.stack_bytes)
    run->result->figures.stack_bytes = run->budget.used;
}
static inline void run_settle(struct run *run) {
  if (run->ticket_count > 0)
    run_settle_tickets(run);
  run_note_stack(run);
}

/* Reports the violations that wait; without `all` only those of a state itself,
 * which no step of its expansion led to.  Stops the run when they are enough.
 */
void run_report_waiting(struct run *run, bool all);
static inline void run_report(struct run *run, bool all) {
  if (run->findings.waiting.count > 0)
    run_report_waiting(run, all);
}

/* Tells of a run if the engine repeats it, and stops. */
void run_tell(struct run *run, const struct trail *trail);

/* Looks at clock and memory every few calls, and at the interrupt. */
void run_check_limits(struct run *run);
static inline bool run_is_interrupted(const struct run *run) {
  return run->config->interrupt && *run->config->interrupt;
}
static inline void run_tick(struct run *run) {
  if (run->countdown <= 1 || run_is_interrupted(run))
    run_check_limits(run);
  else
    run->countdown--;
}

/* Saves the search, and stops it then if that is due. */
void run_save(struct run *run);

/* The first reason to stop counts. */
void run_stop(struct run *run, enum search_end end);
/* The reason is want of memory, and who has taken it. */
void run_stop_full(struct run *run);

/* May the search go on?  Saves it first if it is time to: to be asked when
 * nothing is half done.
 */
static inline bool run_goes_on(struct run *run) {
  if (run->save_due)
    run_save(run);
  return !run->stopped;
}

/* Before an expansion at this depth; may its successors be searched, too? */
static inline bool run_note_depth(struct run *run, uint64_t depth) {
  const uint64_t max_depth = run->config->max_depth;
  if (depth > run->result->figures.depth)
    run->result->figures.depth = depth;
  return max_depth == 0 || depth < max_depth;
}

/* Completes the result. */
void run_close(struct run *run);

/* Makes an empty store ready for a depth-first search.  One that is not exact
 * is left without names for states: order is worth less there than speed.
 */
void search_prepare_depth_first(struct store *store);

/* A search from the initial state on, up to run->stopped or the end. */
void search_depth_first(struct run *run, state_ref initial);
void search_breadth_first(struct run *run, state_ref initial);
/* Depth-first, in a store that names no states. */
void search_unnamed(struct run *run, state_ref initial);
/* Depth-first, in a store that replaces states. */
void search_with_replacement(struct run *run, state_ref initial);

#endif
