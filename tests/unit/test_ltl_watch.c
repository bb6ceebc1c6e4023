/* ltl/watch: automata that watch whether a run is good. */
#include "ltl/watch.h"

#include "ltl_kit.h"
#include "random_automaton.h"
#include "tap.h"

enum verdict { GOOD, BAD };

static const struct automaton_edge *follow(const struct automaton *watch,
                                           uint32_t state, uint64_t letter) {
  for (uint32_t e = watch->first_edge[state]; e < watch->first_edge[state + 1];
       e++)
    if (automaton_enabled(watch, &watch->edges[e], letter))
      return &watch->edges[e];
  return NULL;
}

/* What the watching automaton says of a word: it follows in one way only, so
 * long enough a walk goes round its cycle.
 */
static enum verdict judge(const struct automaton *watch,
                          const struct lasso *lasso) {
  const size_t settled = lasso->length * (watch->state_count + 1);
  uint32_t state = watch->initial[0];
  bool met = false;
  for (size_t step = 0, at = 0; step < 2 * settled; step++) {
    const struct automaton_edge *edge =
        follow(watch, state, letter_for(watch, lasso->letters[at]));
    if (!edge)
      return GOOD;
    met |= step >= settled && watch->state_marks[state];
    state = edge->to;
    at = at + 1 < lasso->length ? at + 1 : lasso->loop;
  }
  return met ? GOOD : BAD;
}

static bool agrees_on_words(const struct automaton *automaton,
                            const struct automaton *watch, struct rng *rng,
                            unsigned *bad) {
  for (int i = 0; i < 20; i++) {
    uint64_t letters[LONGEST_LASSO];
    const struct lasso lasso = random_lasso(rng, letters);
    const bool accepted = automaton_accepts(automaton, &lasso);
    *bad += !accepted;
    if (accepted != (judge(watch, &lasso) == GOOD))
      return false;
  }
  return true;
}

TEST(the_words_it_finds_bad_are_those_that_are_not_accepted) {
  unsigned bad = 0;
  for (uint64_t seed = 1; seed <= 2000; seed++) {
    struct rng rng;
    rng_seed(&rng, seed);
    struct automaton *automaton = random_deterministic(&rng);
    struct automaton *watch = automaton_watch(automaton);
    const bool agrees = watch && agrees_on_words(automaton, watch, &rng, &bad);
    if (!agrees)
      printf("# seed %d\n", (int)seed);
    CHECK(agrees);
    automaton_close(watch);
    automaton_close(automaton);
  }
  CHECK(bad > 10000 && bad < 30000);
}

static bool has_watch(const char *text) {
  struct ltl_kit kit;
  const struct automaton_options options = {.deterministic = true};
  struct automaton *automaton = NULL, *watch = NULL;
  if (kit_parse(&kit, text) == STATUS_OK &&
      automaton_from_formula(kit.parsed.formula, &options, kit.diag,
                             &automaton) == STATUS_OK)
    watch = automaton_watch(automaton);
  const bool found = watch != NULL;
  automaton_close(watch);
  automaton_close(automaton);
  kit_clear(&kit);
  return found;
}

TEST(recurrence_properties_have_one) {
  CHECK(has_watch("[]p"));
  CHECK(has_watch("<>p"));
  CHECK(has_watch("[]<>p"));
  CHECK(has_watch("[](p -> <>q)"));
  CHECK(has_watch("p U q"));
  CHECK(has_watch("[](p -> X q) && []<>r"));
  CHECK(has_watch("[]<>p && []<>q"));
}

TEST(persistence_properties_have_none) {
  CHECK(!has_watch("<>[]p"));
  CHECK(!has_watch("[]<>p -> []<>q"));
}

/* Nothing is left to watch once p was seen, or when nothing can go wrong. */
TEST(it_stops_where_every_word_is_good) {
  struct automaton *automaton = automaton_of("<>p", false);
  struct automaton *watch = automaton_watch(automaton);
  CHECK(watch && follow(watch, watch->initial[0], 1) == NULL);
  CHECK(watch && follow(watch, watch->initial[0], 0) != NULL);
  automaton_close(watch);
  automaton_close(automaton);
  automaton = automaton_of("p || !p", false);
  watch = automaton_watch(automaton);
  CHECK(watch && follow(watch, watch->initial[0], 0) == NULL);
  automaton_close(watch);
  automaton_close(automaton);
}

TEST(it_refuses_what_no_good_word_begins_with) {
  struct automaton *automaton = automaton_of("[]p", false);
  struct automaton *watch = automaton_watch(automaton);
  const struct automaton_edge *edge =
      watch ? follow(watch, watch->initial[0], 0) : NULL;
  CHECK(edge && edge->to + 1 == watch->state_count);
  automaton_close(watch);
  automaton_close(automaton);
  automaton = automaton_of("p && !p", false);
  watch = automaton_watch(automaton);
  edge = watch ? follow(watch, watch->initial[0], 0) : NULL;
  CHECK(edge && edge->to + 1 == watch->state_count);
  automaton_close(watch);
  automaton_close(automaton);
}

RUN_TESTS(RUN(the_words_it_finds_bad_are_those_that_are_not_accepted),
          RUN(recurrence_properties_have_one),
          RUN(persistence_properties_have_none),
          RUN(it_stops_where_every_word_is_good),
          RUN(it_refuses_what_no_good_word_begins_with))
