/* Simulation as a game on pairs: see simulation.h.
 *
 * The pair (p, q) stands for the claim that q simulates p.  It makes a demand
 * for each step of p, to p' with label a: one of the pairs (p', q'), where q
 * has a step to q' with label a, must be true.  Pairs are made as they are
 * needed.  A demand counts those of its pairs not known to be false; when none
 * is left the pair that made it is false, with these pairs as the reason, and
 * the demands that wait for it count one less.  What is not false in the end is
 * true: that is the largest simulation (Henzinger, Henzinger and Kopke 1995,
 * turned local in the manner of Liu and Smolka 1998).
 *
 * Time and memory are linear in the edges of the product that is visited.
 */
#include "lts/simulation.h"

#include "base/map.h"
#include "lts/refutation.h"

enum { STOP_EVERY = 1 << 10 }; /* pairs */
#define NONE UINT32_MAX

struct claim {
  uint32_t simulated, by;
  uint32_t first_wait; /* of the demands that wait for it, or NONE */
  uint32_t refuted;    /* its number among the false ones, or NONE */
};

struct demand {
  uint32_t claim; /* that made it */
  uint32_t edge;  /* of the simulated state */
  uint32_t open;  /* pairs not known to be false */
};

struct wait {
  uint32_t demand, next;
};

struct game {
  const struct lts *lts;
  VEC(struct claim) claims;
  struct map numbers; /* of the claims, plus one */
  VEC(struct demand) demands;
  VEC(struct wait) waits;
  VEC(uint32_t) falling; /* false, and not passed on yet */
  struct refutation refutation;
};

static void *as_pointer(uint64_t number) {
  /* NOLINTNEXTLINE(performance-no-int-to-ptr) */
  return (void *)(uintptr_t)number;
}

static uint32_t claim_number(struct game *g, uint32_t simulated, uint32_t by) {
  const void *key = as_pointer(((uint64_t)simulated << 32 | by) + 1);
  const uintptr_t known = (uintptr_t)map_get(&g->numbers, key);
  if (known)
    return (uint32_t)(known - 1);
  vec_push(&g->claims, ((struct claim){simulated, by, NONE, NONE}));
  map_put(&g->numbers, key, as_pointer(g->claims.count));
  return (uint32_t)g->claims.count - 1;
}

static bool is_false(const struct game *g, uint32_t claim) {
  return g->claims.items[claim].refuted != NONE;
}

/* ---- false claims ---- */

/* All pairs of the demand are false: so is the claim that made it. */
static void refute(struct game *g, const struct demand *demand) {
  const struct lts *lts = g->lts;
  const struct claim claim = g->claims.items[demand->claim];
  const uint32_t label = lts->labels[demand->edge];
  const uint32_t target = lts->targets[demand->edge];
  for (uint32_t e = lts->first_edge[claim.by];
       e < lts->first_edge[claim.by + 1]; e++)
    if (lts->labels[e] == label) {
      const uint32_t reason = claim_number(g, target, lts->targets[e]);
      vec_push(&g->refutation.because, g->claims.items[reason].refuted);
    }
  g->claims.items[demand->claim].refuted =
      refutation_add(&g->refutation, false, label);
  vec_push(&g->falling, demand->claim);
}

/* A demand has lost one of its pairs, or has none from the start. */
static void check_demand(struct game *g, uint32_t number) {
  const struct demand demand = g->demands.items[number];
  if (demand.open == 0 && !is_false(g, demand.claim))
    refute(g, &demand);
}

static void pass_on(struct game *g) {
  while (g->falling.count > 0) {
    const uint32_t claim = vec_pop(&g->falling);
    for (uint32_t w = g->claims.items[claim].first_wait; w != NONE;
         w = g->waits.items[w].next) {
      g->demands.items[g->waits.items[w].demand].open--;
      check_demand(g, g->waits.items[w].demand);
    }
  }
}

/* ---- demands ---- */

static void wait_for(struct game *g, uint32_t demand, uint32_t claim) {
  const struct wait wait = {demand, g->claims.items[claim].first_wait};
  g->claims.items[claim].first_wait = (uint32_t)g->waits.count;
  vec_push(&g->waits, wait);
  g->demands.items[demand].open++;
}

static void make_demand(struct game *g, uint32_t number, uint32_t edge) {
  const struct lts *lts = g->lts;
  const uint32_t by = g->claims.items[number].by;
  const uint32_t demand = (uint32_t)g->demands.count;
  vec_push(&g->demands, ((struct demand){number, edge, 0}));
  for (uint32_t e = lts->first_edge[by]; e < lts->first_edge[by + 1]; e++) {
    if (lts->labels[e] != lts->labels[edge])
      continue;
    if (lts->targets[e] == lts->targets[edge]) {
      g->demands.items[demand].open++; /* true for ever */
      continue;
    }
    const uint32_t claim = claim_number(g, lts->targets[edge], lts->targets[e]);
    if (!is_false(g, claim))
      wait_for(g, demand, claim);
  }
  check_demand(g, demand);
}

static void examine(struct game *g, uint32_t number) {
  const uint32_t state = g->claims.items[number].simulated;
  for (uint32_t e = g->lts->first_edge[state];
       e < g->lts->first_edge[state + 1] && !is_false(g, number); e++)
    make_demand(g, number, e);
  pass_on(g);
}

static size_t game_bytes(const struct game *g) {
  return g->claims.capacity * sizeof *g->claims.items +
         g->demands.capacity * sizeof *g->demands.items +
         g->waits.capacity * sizeof *g->waits.items +
         g->numbers.capacity * 2 * sizeof(void *);
}

/* Plays on until the first `roots` claims are decided; false at a limit. */
static bool play(struct game *g, uint32_t roots,
                 const struct lts_limits *limits) {
  for (uint32_t i = 0; i < g->claims.count; i++) {
    if (roots == 1 && is_false(g, 0))
      return true;
    if (i % STOP_EVERY == 0 &&
        (lts_must_stop(limits) || g->waits.count >= NONE / 2 ||
         (limits->max_bytes > 0 && game_bytes(g) > limits->max_bytes)))
      return false;
    if (!is_false(g, i))
      examine(g, i);
  }
  return true;
}

static void clear(struct game *g) {
  vec_free(&g->claims);
  map_free(&g->numbers);
  vec_free(&g->demands);
  vec_free(&g->waits);
  vec_free(&g->falling);
  refutation_clear(&g->refutation);
}

/* ---- two states ---- */

/* Does `by` simulate the other one?  The formula is what only the other has. */
static void one_way(const struct lts *lts, uint32_t simulated, uint32_t by,
                    const struct lts_limits *limits,
                    struct lts_comparison *out) {
  struct game g = {.lts = lts};
  *out = (struct lts_comparison){0};
  (void)claim_number(&g, simulated, by);
  if (!play(&g, 1, limits)) {
    out->answer = LTS_UNKNOWN;
  } else if (simulated != by && is_false(&g, 0)) {
    out->answer = LTS_DIFFERENT;
    out->has_formula = refutation_formula(
        &g.refutation, g.claims.items[0].refuted, &out->formula, &out->of_left);
    if (!out->has_formula)
      hml_clear(&out->formula);
  }
  out->pairs = g.claims.count;
  out->searches = 1;
  clear(&g);
}

void simulation_compare(const struct lts *lts, uint32_t left, uint32_t right,
                        const struct lts_limits *limits,
                        struct lts_comparison *out) {
  one_way(lts, left, right, limits, out);
  if (out->answer == LTS_DIFFERENT)
    return;
  struct lts_comparison back;
  one_way(lts, right, left, limits, &back);
  back.of_left = false;
  back.pairs += out->pairs;
  back.searches += out->searches;
  if (back.answer == LTS_EQUIVALENT)
    back.answer = out->answer;
  *out = back;
}

/* ---- all states ---- */

/* Does each of two states simulate the other, as the game ended? */
static bool are_similar(struct game *g, uint32_t a, uint32_t b) {
  return !is_false(g, claim_number(g, a, b)) &&
         !is_false(g, claim_number(g, b, a));
}

bool simulation_partition(const struct lts *lts,
                          const struct lts_limits *limits,
                          struct partition *out) {
  struct game g = {.lts = lts};
  VEC(uint32_t) heads = {0}; /* a state of each block */
  const uint32_t count = lts->state_count;
  bool done = (uint64_t)count * count < NONE / 2 &&
              (limits->max_bytes == 0 ||
               (uint64_t)count * count * 64 < limits->max_bytes);
  *out = (struct partition){0};
  for (uint32_t a = 0; done && a < count; a++)
    for (uint32_t b = 0; b < count; b++)
      (void)claim_number(&g, a, b);
  done = done && play(&g, (uint32_t)g.claims.count, limits);
  if (done)
    out->block_of = memory_alloc(count * sizeof *out->block_of);
  for (uint32_t s = 0; done && s < count; s++) {
    uint32_t block = 0;
    while (block < heads.count && !are_similar(&g, s, heads.items[block]))
      block++;
    if (block == heads.count)
      vec_push(&heads, s);
    out->block_of[s] = block;
  }
  out->count = (uint32_t)heads.count;
  vec_free(&heads);
  clear(&g);
  return done;
}
