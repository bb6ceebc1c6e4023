/* Runs a search over a graph and remembers what it tells. */
#ifndef LARIAT_TESTS_SEARCH_KIT_H
#define LARIAT_TESTS_SEARCH_KIT_H

#include "graph_engine.h"
#include "search/search.h"

struct told {
  struct violation violation;
  size_t moves;
  bool repeats;
};

struct searched {
  struct search_result result;
  VEC(struct told) told;
  struct engine *graph;
  uint64_t progress_calls;
  volatile sig_atomic_t interrupt;
  bool interrupts; /* on progress */
};

static inline void note_violation(void *context,
                                  const struct violation *violation,
                                  const struct trail *trail) {
  struct searched *searched = context;
  const struct told told = {.violation = *violation,
                            .moves = trail->move_count,
                            .repeats = trail_repeats(searched->graph, trail)};
  vec_push(&searched->told, told);
}

static inline void note_progress(void *context,
                                 const struct search_figures *figures) {
  struct searched *searched = context;
  searched->progress_calls++;
  (void)figures;
  if (searched->interrupts)
    searched->interrupt = 1;
}

/* The caller zeroes *searched, and releases searched->told. */
static inline void search_graph(struct engine *graph,
                                const struct search_config *config,
                                size_t store_bytes, struct searched *searched) {
  struct store *store = graph_store(store_bytes);
  const struct observer observer = {.context = searched,
                                    .progress = note_progress,
                                    .violation = note_violation};
  struct search_config with_interrupt = *config;
  with_interrupt.interrupt = &searched->interrupt;
  searched->graph = graph;
  if (search_run(&with_interrupt, graph, store, &observer, &searched->result) !=
      STATUS_OK)
    abort();
  store_close(store);
}

static const size_t AMPLE = (size_t)1 << 30;

#endif
