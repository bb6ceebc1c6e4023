/* Reduced expansions: what they depend on. */
#include "reduce/ample.h"

#include "base/rng.h"
#include "stage_kit.h"
#include "tap.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { EXPANSIONS = 20000 };

/* Hardly anything commutes, and something now and then. */
static const char model[] =
    "byte a, b; chan q = [2] of { byte };\n"
    "active [3] proctype P() { byte i;\n"
    "  do :: a < 9 -> a++; b = a :: a > 0 -> a = a - 1 :: q!i -> i = 0\n"
    "     :: i < 3 -> i++ :: q?i :: b = i od }\n";

/* Goes through a model at random, by reduced expansions. */
struct walker {
  struct stage stage;
  struct engine *engine;
  struct rng rng;
  uint64_t seen; /* a hash of all successors so far */
  uint32_t successors;
  uint8_t next[sizeof((struct stage *)0)->state];
  size_t next_length;
};

static void open_walker(struct walker *walker) {
  static const struct watched nothing;
  *walker = (struct walker){0};
  stage_open(&walker->stage, model);
  walker->engine = engine_open_ample(
      walker->stage.engine, walker->stage.loaded.model, &nothing, true);
  rng_seed(&walker->rng, 1);
}

static void close_walker(struct walker *walker) {
  engine_close(walker->engine);
  stage_close(&walker->stage);
}

/* Each successor comes next with the same chance. */
static bool meet(void *context, const struct successor *successor) {
  struct walker *walker = context;
  walker->seen =
      XXH3_64bits_withSeed(successor->state, successor->length, walker->seen);
  if (rng_below(&walker->rng, ++walker->successors) == 0) {
    memcpy(walker->next, successor->state, successor->length);
    walker->next_length = successor->length;
  }
  return true;
}

static bool pass(void *context, const struct successor *successor) {
  (void)context, (void)successor;
  return true;
}

static void expand(struct walker *walker, unsigned options,
                   bool (*take)(void *context, const struct successor *)) {
  const struct engine_visitor visitor = {
      .context = walker, .successor = take, .violation = stage_pass};
  (void)engine_expand(walker->engine, walker->stage.state, walker->stage.length,
                      NO_PROCESS, options, &visitor);
}

/* As the way to a violation is looked for. */
static void retrace(struct walker *walker) {
  expand(walker, ENGINE_UNJOINED, pass);
  if (engine_left_out(walker->engine))
    expand(walker, ENGINE_UNJOINED | ENGINE_REST, pass);
}

static void go_on(struct walker *walker) {
  walker->successors = 0;
  expand(walker, ENGINE_NO_STEPS, meet);
  if (walker->successors == 0)
    abort(); /* the model does not end */
  memcpy(walker->stage.state, walker->next, walker->next_length);
  walker->stage.length = walker->next_length;
}

TEST(ways_that_are_looked_for_again_teach_nothing) {
  struct walker plain, disturbed;
  open_walker(&plain);
  open_walker(&disturbed);
  bool is_same = true;
  for (unsigned i = 0; i < EXPANSIONS && is_same; i++) {
    for (uint32_t left = i % 7 == 0 ? i % 5 : 0; left > 0; left--)
      retrace(&disturbed);
    go_on(&plain);
    go_on(&disturbed);
    is_same = plain.seen == disturbed.seen;
  }
  CHECK(is_same);
  close_walker(&plain);
  close_walker(&disturbed);
}

RUN_TESTS(RUN(ways_that_are_looked_for_again_teach_nothing))
