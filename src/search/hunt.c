/* From a claim to a verdict: opens store and product, runs the search, turns
 * what it finds into a run of the model that is executed again.
 *
 * Under fairness the number of copies must be known beforehand.  It starts at
 * the number of processes the model begins with; when a state has more, the
 * search starts again with twice as many.
 */
#include "search/hunt.h"

#include <string.h>

enum { MOST_FAIR = 255 };

/* ---- steps ---- */

/* The end of a claim of good runs says nothing of itself, and the automaton of
 * a formula has no places.
 */
struct violation hunt_end(const struct hunt *hunt) {
  struct violation violation = hunt->product.violation;
  if (hunt->product.unreadable)
    return violation;
  if (hunt->config->claim->finite)
    return hunt->config->violation;
  if (hunt->config->kind == LIVENESS_BUCHI_DET) {
    violation.where = hunt->config->violation.where;
    violation.message = "no good run begins like this";
  } else if (violation.where.source == 0) {
    violation.where = hunt->config->violation.where;
  }
  return violation;
}

/* The list of successors stays as long as the longest one was. */
static void count_successors(struct hunt *hunt,
                             const struct product_stack *stack) {
  const size_t kept =
      stack->successors.capacity * sizeof *stack->successors.items;
  hunt->run.budget.used += kept - hunt->kept;
  hunt->kept = kept;
}

static bool take_answer(struct hunt *hunt, const struct product_stack *stack,
                        enum product_answer answer) {
  struct run *run = &hunt->run;
  struct search_figures *figures = &run->result->figures;
  const size_t depth = hunt->lead_depth + stack_depth(stack);
  if (depth > figures->depth)
    figures->depth = depth;
  count_successors(hunt, stack);
  if (run->budget.used > figures->stack_bytes)
    figures->stack_bytes = run->budget.used;
  switch (answer) {
  case PRODUCT_OK:
    break;
  case PRODUCT_FULL:
    run_stop_full(run);
    break;
  case PRODUCT_PINNED:
    run_stop(run, SEARCH_STACK);
    break;
  case PRODUCT_CROWDED:
    hunt->crowded = true;
    run_stop(run, SEARCH_FAILED);
    break;
  case PRODUCT_VIOLATED: {
    const struct violation violation = hunt_end(hunt);
    hunt_report_stack(hunt, stack, NULL, &violation);
    break;
  }
  }
  run_tick(run);
  return !run->stopped;
}

bool hunt_push(struct hunt *hunt, struct product_stack *stack,
               struct pair pair) {
  const uint64_t max_depth = hunt->config->limits.max_depth;
  if (max_depth > 0 && hunt->lead_depth + stack_depth(stack) > max_depth) {
    run_stop(&hunt->run, SEARCH_DEPTH);
    return false;
  }
  return take_answer(hunt, stack, stack_push(stack, pair));
}

bool hunt_retry(struct hunt *hunt, struct product_stack *stack) {
  return take_answer(hunt, stack, stack_retry(stack));
}

bool hunt_mark(struct hunt *hunt, struct pair pair, unsigned bit) {
  const unsigned marks = product_colour(&hunt->product, pair);
  if (marks & bit)
    return false;
  product_paint(&hunt->product, pair, marks | bit);
  return true;
}

/* ---- runs ---- */

static size_t copy_state(struct hunt *hunt, struct pair pair,
                         struct buffer *out) {
  const size_t length = product_load(&hunt->product, pair);
  buffer_clear(out);
  buffer_add(out, (const char *)hunt->product.state, length);
  return length;
}

bool hunt_same(struct hunt *hunt, struct pair a, struct pair b) {
  if (a.tail != b.tail)
    return false;
  if (a.head.index == b.head.index)
    return true;
  struct buffer first = {0};
  const size_t length = copy_state(hunt, a, &first);
  const bool same = product_load(&hunt->product, b) == length &&
                    memcmp(first.text, hunt->product.state, length) == 0;
  buffer_free(&first);
  return same;
}

/* Goes on from the model state of one pair to that of the next.  A stutter
 * makes no move.
 */
static bool go_on(struct hunt *hunt, struct path *path, struct pair from,
                  struct pair to, const struct process_set *movers) {
  size_t number;
  if (!product_find_step(&hunt->product, from, to, movers, &number))
    return false;
  return hunt->product.stuttered || path_go_to_nth(path, number);
}

/* Ends at the last of the pairs, or with a step that goes wrong there. */
static bool end_path(struct hunt *hunt, struct path *path,
                     const struct words *pairs) {
  const size_t count = pairs_count(pairs);
  const size_t last = count > 0 ? hunt->product.violating_step : NO_STEP;
  if (last != NO_STEP)
    product_aim(&hunt->product, pairs_at(pairs, count - 1));
  return last == NO_STEP || path_go_to_nth(path, last);
}

static bool build_path(struct hunt *hunt, struct path *path,
                       const struct words *pairs,
                       const struct process_set *const *movers, size_t loop,
                       size_t *loop_start) {
  const size_t count = pairs_count(pairs);
  for (size_t i = 0; i < count; i++) {
    if (i > 0 && !go_on(hunt, path, pairs_at(pairs, i - 1), pairs_at(pairs, i),
                        movers ? movers[i - 1] : NULL))
      return false;
    if (i == loop)
      *loop_start = path->moves.count;
  }
  if (loop == NO_LOOP) {
    const bool found = end_path(hunt, path, pairs);
    *loop_start = path->moves.count;
    return found;
  }
  return go_on(hunt, path, pairs_at(pairs, count - 1), pairs_at(pairs, loop),
               movers ? movers[count - 1] : NULL);
}

void hunt_report(struct hunt *hunt, const struct words *pairs, size_t loop,
                 const struct violation *violation) {
  hunt_report_moves(hunt, pairs, NULL, loop, violation);
}

/* Goes round the cycle once more before it begins. */
static void add_turn(struct path *path, struct trail *trail) {
  const size_t end = path->moves.count;
  for (size_t i = trail->loop_start; i < end; i++)
    path_add_move(path, move_log_at(&path->moves, i));
  trail->loop_start = end;
  trail->move_count = path->moves.count;
}

void hunt_report_moves(struct hunt *hunt, const struct words *pairs,
                       const struct process_set *const *movers, size_t loop,
                       const struct violation *violation) {
  struct run *run = &hunt->run;
  struct path path;
  size_t loop_start = 0;
  path_init(&path, run->engine, 0, 0);
  const bool found = build_path(hunt, &path, pairs, movers, loop, &loop_start);
  struct trail trail = path_trail(&path);
  trail.loop_start = loop_start;
  trail.has_violation = true;
  trail.violation = *violation;
  /* values that do not matter are the same only after a turn (model/dead.h) */
  if (found && loop != NO_LOOP && !trail_repeats(run->engine, &trail))
    add_turn(&path, &trail);
  if (found)
    run_tell(run, &trail);
  else
    run_stop(run, SEARCH_FAILED);
  path_clear(&path);
}

/* The number of the first frame of this pair, or NO_LOOP. */
static size_t find_in_stack(struct hunt *hunt,
                            const struct product_stack *stack,
                            struct pair pair) {
  for (size_t i = 0; i < stack_depth(stack); i++)
    if (hunt_same(hunt, stack_pair(stack, i), pair))
      return i;
  return NO_LOOP;
}

void hunt_report_stack(struct hunt *hunt, const struct product_stack *stack,
                       const struct pair *back,
                       const struct violation *violation) {
  const size_t loop = back ? find_in_stack(hunt, stack, *back) : NO_LOOP;
  if (back && loop == NO_LOOP && !store_is_exact(hunt->product.store)) {
    hunt->run.result->figures.matched++; /* it was taken for another one */
    return;
  }
  struct long_list path;
  long_list_init(&path);
  if (hunt->lead_in && !hunt->lead_in(hunt, &path)) {
    run_stop(&hunt->run, SEARCH_FAILED);
  } else {
    const size_t lead = pairs_count(&path.words);
    stack_copy(stack, 0, &path);
    hunt_report(hunt, &path.words, loop == NO_LOOP ? NO_LOOP : lead + loop,
                violation);
  }
  long_list_clear(&path);
}

/* ---- from the configuration to the result ---- */

/* The model has no initial state. */
static void report_at_once(struct hunt *hunt) {
  struct words nothing;
  words_init(&nothing, &hunt->run.budget);
  hunt_report(hunt, &nothing, NO_LOOP, &hunt->product.violation);
}

static void search(struct hunt *hunt) {
  switch (product_initial(&hunt->product, &hunt->initial)) {
  case PRODUCT_OK:
    break;
  case PRODUCT_VIOLATED:
    report_at_once(hunt);
    return;
  default:
    run_stop(&hunt->run, SEARCH_MEMORY);
    return;
  }
  switch (hunt->config->kind) {
  case LIVENESS_MAGIC:
    hunt_magic(hunt);
    break;
  case LIVENESS_NESTED_A:
    hunt_nested_a(hunt);
    break;
  case LIVENESS_NESTED_B:
    hunt_nested_b(hunt);
    break;
  case LIVENESS_STRONG:
    hunt_strong(hunt);
    break;
  case LIVENESS_BUCHI_DET:
    hunt_buchi_det(hunt);
    break;
  }
}

static void take_figures(struct hunt *hunt, struct search_result *out) {
  struct store_figures store;
  store_figures(hunt->product.store, &store);
  out->figures.heads = store.states;
  out->figures.states = store.pairs;
  out->figures.tails =
      product_tails(hunt->config->claim, hunt->product.processes, false);
}

/* One search with so many copies; true when it must be done with more. */
static enum status try_search(const struct liveness_config *config,
                              struct engine *engine,
                              const struct observer *observer,
                              uint32_t processes, struct search_result *out,
                              bool *crowded) {
  struct store_config store_config = config->store;
  store_config.memory_bytes =
      config->limits.max_bytes > 0 ? config->limits.max_bytes : SIZE_MAX;
  store_config.tails = product_tails(config->claim, processes, config->classic);
  struct store *store = NULL;
  const enum status status = store_open(&store_config, &store);
  if (status != STATUS_OK)
    return status;
  struct hunt hunt = {.config = config};
  run_open(&hunt.run, &config->limits, engine, store, observer, out);
  product_open(&hunt.product, engine, store, config->claim, config->fairness,
               processes, config->classic, &hunt.run.budget);
  hunt.product.nameless &= config->kind != LIVENESS_STRONG;
  stack_open(&hunt.stack, &hunt.product, &hunt.run.budget);
  rng_seed(&hunt.order, config->limits.order_seed);
  if (config->limits.order_seed != 0)
    hunt.stack.order = &hunt.order;
  search(&hunt);
  take_figures(&hunt, out);
  *crowded = hunt.crowded;
  stack_close(&hunt.stack);
  hunt.run.budget.used -= hunt.kept;
  vec_free(&hunt.initial);
  product_close(&hunt.product);
  run_close(&hunt.run);
  store_close(store);
  return STATUS_OK;
}

bool liveness_needs_exact_store(enum liveness_kind kind) {
  return kind != LIVENESS_MAGIC && kind != LIVENESS_NESTED_B;
}

static uint32_t first_processes(struct engine *engine) {
  const uint8_t *state;
  size_t length;
  struct violation violation;
  if (!engine_initial(engine, &state, &length, &violation))
    return 1;
  const uint32_t count = engine_process_count(engine, state, length);
  return count > 0 ? count : 1;
}

enum status liveness_run(const struct liveness_config *config,
                         struct engine *engine, const struct observer *observer,
                         struct search_result *out) {
  uint32_t processes =
      config->fairness != FAIRNESS_NONE ? first_processes(engine) : 0;
  for (;;) {
    bool crowded = false;
    const enum status status =
        try_search(config, engine, observer, processes, out, &crowded);
    if (status != STATUS_OK || !crowded)
      return status;
    processes = 2 * processes < MOST_FAIR ? 2 * processes : MOST_FAIR;
  }
}
