/* A search from its configuration to its result. */
#include "search/search.h"

#include "search/run.h"

enum status search_run(const struct search_config *config,
                       struct engine *engine, struct store *store,
                       const struct observer *observer,
                       struct search_result *out) {
  struct run run;
  state_ref initial;
  run_open(&run, config, engine, store, observer, out);
  if (config->kind == SEARCH_DFS)
    search_prepare_depth_first(store);
  if (run_begin(&run, &initial)) {
    if (config->kind == SEARCH_BFS)
      search_breadth_first(&run, initial);
    else
      search_depth_first(&run, initial);
  }
  run_close(&run);
  return STATUS_OK;
}

const char *search_end_text(enum search_end end) {
  static const char *const texts[] = {
      [SEARCH_COMPLETE] = "complete",
      [SEARCH_ENOUGH] = "stopped at a violation",
      [SEARCH_MEMORY] = "memory limit",
      [SEARCH_TIME] = "time limit",
      [SEARCH_DEPTH] = "depth limit",
      [SEARCH_INTERRUPTED] = "interrupted",
      [SEARCH_FAILED] = "a counterexample could not be repeated",
  };
  return texts[end];
}
