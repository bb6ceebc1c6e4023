/* A search from its configuration to its result. */
#include "search/search.h"

#include "base/seconds.h"
#include "search/checkpoint.h"
#include "search/run.h"

/* From the initial state on, or from where the search was saved. */
static bool begin(struct run *run, state_ref *initial, enum status *status) {
  *status = STATUS_OK;
  if (!checkpoint_resumes(run))
    return run_begin(run, initial);
  *status = checkpoint_get_run(run);
  return *status == STATUS_OK;
}

enum status search_run(const struct search_config *config,
                       struct engine *engine, struct store *store,
                       const struct observer *observer,
                       struct search_result *out) {
  struct run run;
  state_ref initial = {0};
  run_open(&run, config, engine, store, observer, out);
  const bool replaces = store_replaces(store);
  if (config->kind == SEARCH_DFS && !replaces)
    search_prepare_depth_first(store);
  enum status status;
  if (begin(&run, &initial, &status)) {
    if (replaces)
      search_with_replacement(&run, initial);
    else if (config->kind == SEARCH_BFS)
      search_breadth_first(&run, initial);
    else if (store_names_none(store))
      search_unnamed(&run, initial);
    else
      search_depth_first(&run, initial);
  }
  if (checkpoint_resumes(&run) && snapshot_failed(config->checkpoints->resume))
    status = STATUS_BAD_INPUT;
  run_close(&run);
  return status;
}

enum search_end search_end_now(const struct search_config *config,
                               double start) {
  if (config->interrupt && *config->interrupt)
    return search_end_at_interrupt(config);
  if (config->max_seconds > 0 &&
      seconds_on(CLOCK_MONOTONIC) - start >= config->max_seconds)
    return SEARCH_TIME;
  return SEARCH_COMPLETE;
}

const char *search_end_text(enum search_end end) {
  static const char *const texts[] = {
      [SEARCH_COMPLETE] = "complete",
      [SEARCH_ENOUGH] = "stopped at a violation",
      [SEARCH_MEMORY] = "memory limit",
      [SEARCH_STACK] = "the path of the search alone takes all the memory; "
                       "more --memory, room for files in TMPDIR, or a limit on "
                       "--depth may help",
      [SEARCH_TIME] = "time limit",
      [SEARCH_DEPTH] = "depth limit",
      [SEARCH_REPEATS] = "too many states were searched again",
      [SEARCH_ARCHIVE] = "the archive could not be written",
      [SEARCH_INTERRUPTED] = "interrupted",
      [SEARCH_FAILED] = "a counterexample could not be repeated",
  };
  return texts[end];
}
