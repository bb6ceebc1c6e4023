/* Products of claims, and what is told of their shape, against words.
 *
 * Random claims read random words that end in a loop.  Whether one accepts a
 * word is found by following all of its runs over the word's places; an end or
 * a failed assertion accepts whatever follows.  A product must accept the words
 * that both of its sides do, and the other functions must not change what is
 * accepted.
 */
#include "search/claim_product.h"

#include "base/memory.h"
#include "base/rng.h"
#include "search/claim_shape.h"
#include "tap.h"

#include <string.h>

enum { MODEL_ATOMS = 4, ATOMS = 3, MOST_LETTERS = 6, MOST_PLACES = 1 << 12 };

static const uint64_t PAIRS = 3000, WORDS = 12;

/* ---- what a claim accepts ---- */

struct word {
  uint32_t letters[MOST_LETTERS]; /* bits are atoms of the model */
  uint32_t length, loop;
};

struct reading {
  const struct claim *claim;
  const struct word *word;
  bool ends; /* it has come to an end or failed */
};

static uint64_t values_of(const struct claim *claim, uint32_t letter) {
  uint64_t values = 0;
  for (uint32_t i = 0; i < claim->atom_count; i++)
    values |= (uint64_t)(letter >> claim->atoms[i] & 1) << i;
  return values;
}

static bool edge_reads(const struct claim_edge *edge, uint64_t values) {
  for (uint32_t i = 0; i < edge->cube_count; i++)
    if ((edge->cubes[i].yes & ~values) == 0 &&
        (edge->cubes[i].no & values) == 0)
      return true;
  return false;
}

/* Marks what can be reached from a state at a place, not itself at first. */
static void reach(struct reading *reading, uint32_t place, uint32_t state,
                  bool *seen) {
  const struct claim *claim = reading->claim;
  const struct word *word = reading->word;
  const uint64_t values = values_of(claim, word->letters[place]);
  const uint32_t next = place + 1 < word->length ? place + 1 : word->loop;
  for (uint32_t i = 0; i < claim->states[state].edge_count; i++) {
    const struct claim_edge *edge = &claim->states[state].edges[i];
    const uint32_t to = next * claim->state_count + edge->target;
    if (!edge_reads(edge, values))
      continue;
    reading->ends |= claim->states[edge->target].final ||
                     (edge->assertion >= 0 && !(values >> edge->assertion & 1));
    if (seen[to])
      continue;
    seen[to] = true;
    reach(reading, next, edge->target, seen);
  }
}

static bool has_cycle(struct reading *reading, uint32_t place, uint32_t state) {
  bool seen[MOST_PLACES] = {false};
  reach(reading, place, state, seen);
  return seen[place * reading->claim->state_count + state];
}

static bool accepts(const struct claim *claim, const struct word *word) {
  struct reading reading = {claim, word, false};
  bool seen[MOST_PLACES] = {false};
  bool accepted = false;
  for (uint32_t i = 0; i < claim->initial_count; i++) {
    seen[claim->initial[i]] = true;
    reach(&reading, 0, claim->initial[i], seen);
  }
  for (uint32_t place = word->loop; place < word->length; place++)
    for (uint32_t state = 0; state < claim->state_count; state++)
      if (seen[place * claim->state_count + state] &&
          claim->states[state].accepting && !accepted)
        accepted = has_cycle(&reading, place, state);
  return accepted || reading.ends;
}

/* ---- random ones ---- */

static struct word random_word(struct rng *rng) {
  struct word word = {.length = 1 + (uint32_t)rng_below(rng, MOST_LETTERS)};
  word.loop = (uint32_t)rng_below(rng, word.length);
  for (uint32_t i = 0; i < word.length; i++)
    word.letters[i] = (uint32_t)rng_below(rng, 1 << MODEL_ATOMS);
  return word;
}

static struct claim_cube random_cube(struct rng *rng) {
  struct claim_cube cube = {0, 0};
  for (uint32_t atom = 0; atom < ATOMS; atom++) {
    const uint64_t choice = rng_below(rng, 6);
    cube.yes |= (uint64_t)(choice == 0) << atom;
    cube.no |= (uint64_t)(choice == 1) << atom;
  }
  return cube;
}

static void add_random_edges(struct rng *rng, struct claim *claim,
                             uint32_t state, bool has_assertions) {
  for (uint64_t e = rng_below(rng, 4); e > 0; e--) {
    const struct claim_cube cubes[] = {random_cube(rng), random_cube(rng)};
    struct claim_edge *edge = claim_add_edge(
        claim, state, (uint32_t)rng_below(rng, claim->state_count), cubes,
        1 + (uint32_t)rng_below(rng, 2));
    if (has_assertions && rng_below(rng, 6) == 0)
      edge->assertion = (int32_t)rng_below(rng, ATOMS);
  }
}

static struct claim *random_claim(struct rng *rng, bool has_assertions) {
  struct claim *claim = claim_open(1 + (uint32_t)rng_below(rng, 5));
  const bool has_ends = rng_below(rng, 3) == 0;
  const uint64_t odds = 1 + rng_below(rng, 4);
  const uint32_t first = (uint32_t)rng_below(rng, MODEL_ATOMS);
  for (uint32_t i = 0; i < ATOMS; i++)
    (void)claim_atom(claim, (first + i) % MODEL_ATOMS);
  for (uint32_t i = 0; i < claim->state_count; i++) {
    claim->states[i].accepting = rng_below(rng, odds) == 0;
    claim->states[i].final = has_ends && rng_below(rng, 4) == 0;
    add_random_edges(rng, claim, i, has_assertions && has_ends);
  }
  for (uint64_t i = 1 + rng_below(rng, 2); i > 0; i--)
    claim_add_initial(claim, (uint32_t)rng_below(rng, claim->state_count));
  claim->stutters = rng_below(rng, 2) == 0;
  return claim;
}

/* ---- products ---- */

static bool product_is_right(struct rng *rng, const struct claim *a,
                             const struct claim *b, unsigned *accepted) {
  const char *problem;
  struct claim *both = claim_product(a, b, &problem);
  bool right = both && both->stutters == (a->stutters && b->stutters);
  for (uint64_t i = 0; i < WORDS && right; i++) {
    const struct word word = random_word(rng);
    const bool expected = accepts(a, &word) && accepts(b, &word);
    right = accepts(both, &word) == expected;
    *accepted += expected;
  }
  claim_close(both);
  return right;
}

/* Both answers must come up often, or the comparison says little. */
TEST(a_product_accepts_what_both_sides_accept) {
  unsigned accepted = 0;
  bool right = true;
  for (uint64_t seed = 1; seed <= PAIRS && right; seed++) {
    struct rng rng;
    rng_seed(&rng, seed);
    struct claim *a = random_claim(&rng, true);
    struct claim *b = random_claim(&rng, false);
    right = product_is_right(&rng, a, b, &accepted);
    if (!right)
      printf("# seed %d\n", (int)seed);
    claim_close(a);
    claim_close(b);
  }
  CHECK(right);
  CHECK(accepted > PAIRS * WORDS / 50);
}

/* A violation must not be seen before the run is known to be assumed. */
TEST(a_product_ends_only_where_the_assumption_accepts_all) {
  const struct claim_cube always = {0, 0}, p = {1, 0};
  struct claim *ends = claim_open(2);
  struct claim *assumption = claim_open(1); /* always p */
  const char *problem;
  (void)claim_atom(assumption, 0);
  claim_add_edge(ends, 0, 1, &always, 1);
  ends->states[1].final = true;
  claim_add_initial(ends, 0);
  claim_add_edge(assumption, 0, 0, &p, 1);
  assumption->states[0].accepting = true;
  claim_add_initial(assumption, 0);
  struct claim *anything = claim_for_anything();
  struct claim *waits = claim_product(ends, assumption, &problem);
  struct claim *still_ends = claim_product(ends, anything, &problem);
  bool waits_ends = false, ends_still = false;
  for (uint32_t i = 0; i < waits->state_count; i++)
    waits_ends |= waits->states[i].final;
  for (uint32_t i = 0; i < still_ends->state_count; i++)
    ends_still |= still_ends->states[i].final;
  CHECK(!waits_ends);
  CHECK(ends_still);
  claim_close(waits);
  claim_close(still_ends);
  claim_close(anything);
  claim_close(assumption);
  claim_close(ends);
}

/* Again and again p, as a claim over one atom of the model. */
static struct claim *again_and_again(uint32_t atom) {
  struct claim *claim = claim_open(2);
  (void)claim_atom(claim, atom);
  for (uint32_t from = 0; from < 2; from++) {
    claim_add_edge(claim, from, 0, &(struct claim_cube){0, 1}, 1);
    claim_add_edge(claim, from, 1, &(struct claim_cube){1, 0}, 1);
  }
  claim->states[1].accepting = true;
  claim_add_initial(claim, 0);
  return claim;
}

TEST(only_two_sides_that_are_mixed_cost_copies) {
  const char *problem;
  struct claim *p = again_and_again(0), *q = again_and_again(1);
  struct claim *anything = claim_for_anything();
  struct claim *both = claim_product(p, q, &problem);
  struct claim *one = claim_product(p, anything, &problem);
  CHECK(both->state_count > 4 && both->state_count <= 8);
  CHECK(!both->weak);
  CHECK(one->state_count == 2);
  claim_close(one);
  claim_close(both);
  claim_close(anything);
  claim_close(p);
  claim_close(q);
}

TEST(a_product_with_too_many_conditions_says_so) {
  const char *problem = NULL;
  struct claim *a = claim_for_anything(), *b = claim_for_anything();
  for (uint32_t i = 0; i < 40; i++) {
    (void)claim_atom(a, i);
    (void)claim_atom(b, 30 + i);
  }
  CHECK(!claim_product(a, b, &problem));
  CHECK(problem && strstr(problem, "64"));
  claim_close(a);
  claim_close(b);
}

/* ---- shapes ---- */

static bool *find_ways(const struct claim *claim) {
  const uint32_t n = claim->state_count;
  bool *ways = memory_alloc((size_t)n * n * sizeof *ways);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t e = 0; e < claim->states[i].edge_count; e++)
      ways[i * n + claim->states[i].edges[e].target] = true;
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t i = 0; i < n; i++)
      for (uint32_t j = 0; j < n; j++)
        ways[i * n + j] |= ways[i * n + k] && ways[k * n + j];
  return ways;
}

static bool is_initial(const struct claim *claim, uint32_t state) {
  for (uint32_t i = 0; i < claim->initial_count; i++)
    if (claim->initial[i] == state)
      return true;
  return false;
}

static bool is_reached(const struct claim *claim, const bool *ways,
                       uint32_t state) {
  for (uint32_t i = 0; i < claim->initial_count; i++)
    if (ways[claim->initial[i] * claim->state_count + state])
      return true;
  return is_initial(claim, state);
}

/* Do states that lead to one another accept alike? */
static bool looks_weak(const struct claim *claim) {
  const uint32_t n = claim->state_count;
  bool *ways = find_ways(claim);
  bool weak = true;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < n; j++)
      if (is_reached(claim, ways, i) && ways[i * n + j] && ways[j * n + i] &&
          claim->states[i].accepting != claim->states[j].accepting)
        weak = false;
  memory_free(ways);
  return weak;
}

static bool accept_alike(struct rng *rng, const struct claim *a,
                         const struct claim *b) {
  for (uint64_t i = 0; i < WORDS; i++) {
    const struct word word = random_word(rng);
    if (accepts(a, &word) != accepts(b, &word))
      return false;
  }
  return true;
}

static bool has_ends(const struct claim *claim) {
  for (uint32_t i = 0; i < claim->state_count; i++) {
    if (claim->states[i].final)
      return true;
    for (uint32_t e = 0; e < claim->states[i].edge_count; e++)
      if (claim->states[i].edges[e].assertion >= 0)
        return true;
  }
  return false;
}

static bool all_reached(const struct claim *claim) {
  bool *ways = find_ways(claim);
  bool all = true;
  for (uint32_t i = 0; i < claim->state_count; i++)
    all = all && is_reached(claim, ways, i);
  memory_free(ways);
  return all;
}

/* The same claim is made twice, so that one can be changed. */
TEST(shapes_are_told_and_trimmed_without_changing_what_is_accepted) {
  unsigned weak = 0;
  bool right = true;
  for (uint64_t seed = 1; seed <= PAIRS && right; seed++) {
    struct rng rng, again;
    rng_seed(&rng, seed);
    rng_seed(&again, seed);
    struct claim *claim = random_claim(&rng, true);
    struct claim *changed = random_claim(&again, true);
    claim_recognise(changed, true);
    right = changed->weak == looks_weak(claim) &&
            accept_alike(&rng, claim, changed);
    weak += changed->weak;
    claim_trim(changed);
    right = right && changed->state_count <= claim->state_count &&
            all_reached(changed) && accept_alike(&rng, claim, changed);
    if (!right)
      printf("# seed %d\n", (int)seed);
    claim_close(changed);
    claim_close(claim);
  }
  CHECK(right);
  CHECK(weak > PAIRS / 10 && weak < PAIRS * 9 / 10);
}

TEST(without_ends_the_same_infinite_runs_are_accepted) {
  bool right = true;
  for (uint64_t seed = 1; seed <= PAIRS && right; seed++) {
    struct rng rng;
    const char *problem;
    rng_seed(&rng, seed);
    struct claim *claim = random_claim(&rng, true);
    struct claim *endless = claim_without_ends(claim, &problem);
    right = endless && !has_ends(endless) && accept_alike(&rng, claim, endless);
    if (!right)
      printf("# seed %d\n", (int)seed);
    claim_close(endless);
    claim_close(claim);
  }
  CHECK(right);
}

RUN_TESTS(RUN(a_product_accepts_what_both_sides_accept),
          RUN(a_product_ends_only_where_the_assumption_accepts_all),
          RUN(only_two_sides_that_are_mixed_cost_copies),
          RUN(a_product_with_too_many_conditions_says_so),
          RUN(shapes_are_told_and_trimmed_without_changing_what_is_accepted),
          RUN(without_ends_the_same_infinite_runs_are_accepted))
