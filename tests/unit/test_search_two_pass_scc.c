/* search/two_pass_scc: on random graphs and formulas it agrees with the
 * searches for cycles, and what it finds is a run that satisfies the formula.
 */
#include "search/two_pass_scc.h"

#include "engine/graph/graph.h"
#include "ltl_kit.h"
#include "search/formula_claim.h"
#include "search/liveness.h"
#include "tap.h"

enum { LABELS = 4, ATOMS = 3, ROUNDS = 3000, MOST_STATES = 7, LARGEST = 9 };

static const char *const names[LABELS] = {"a", "b", "c", "i"};

/* A graph, a formula over its labels, and the runs that are looked for. */
struct question {
  struct ltl_kit kit;
  struct lts *lts;
  struct model *model;
  struct engine *engine;
  const struct formula *formula;
  struct automaton *generalized, *plain;
  bool stutters;
};

struct answer {
  bool found, is_run;
  const struct question *question;
  enum search_end end;
};

static struct lts *random_graph(struct rng *rng) {
  struct lts_builder *builder = lts_builder_open();
  const uint32_t states = 1 + (uint32_t)rng_below(rng, MOST_STATES);
  for (uint32_t i = 0; i < LABELS; i++)
    (void)lts_builder_label(builder, names[i], 1);
  for (uint64_t edges = rng_below(rng, 2 * states + 2); edges > 0; edges--)
    lts_builder_edge(builder, (uint32_t)rng_below(rng, states),
                     (uint32_t)rng_below(rng, LABELS),
                     (uint32_t)rng_below(rng, states));
  struct lts *lts =
      lts_builder_finish(builder, states, (uint32_t)rng_below(rng, states));
  lts_builder_close(builder);
  return lts;
}

/* The formula over the model's atoms; its own are numbers of labels. */
static const struct formula *over_model(struct question *q,
                                        const struct formula *formula) {
  if (!formula)
    return NULL;
  if (formula->kind == FORMULA_ATOM)
    return formula_atom(
        q->kit.arena, graph_model_atom(q->model, q->lts, names[formula->atom]));
  return formula_new(q->kit.arena, formula->kind, over_model(q, formula->left),
                     over_model(q, formula->right));
}

/* Some ask for several labels again and again: these have several sets. */
static const struct formula *draw_formula(struct arena *arena,
                                          struct rng *rng) {
  const struct formula *formula =
      random_formula(arena, rng, 1 + rng_below(rng, LARGEST), ATOMS);
  if (rng_below(rng, 4) > 0)
    return formula;
  for (uint32_t atom = 0; atom < ATOMS; atom++) {
    if (rng_below(rng, 3) == 0)
      continue;
    const struct formula *often =
        formula_new(arena, FORMULA_EVENTUALLY, formula_atom(arena, atom), NULL);
    often = formula_new(arena, FORMULA_ALWAYS, often, NULL);
    formula = formula_new(arena, FORMULA_AND, often, formula);
  }
  return formula;
}

static void ask(struct question *q, struct rng *rng) {
  (void)kit_parse(&q->kit, "true");
  q->lts = random_graph(rng);
  q->model = graph_model_open(q->lts, "random.aut", q->kit.sources);
  engine_open_graph(q->model, q->lts, &q->engine);
  q->formula = draw_formula(q->kit.arena, rng);
  const struct formula *formula = over_model(q, q->formula);
  q->generalized = kit_translate(&q->kit, formula, false, true);
  q->plain = kit_translate(&q->kit, formula, false, false);
  q->stutters = rng_below(rng, 3) > 0;
}

static void question_clear(struct question *q) {
  automaton_close(q->generalized);
  automaton_close(q->plain);
  engine_close(q->engine);
  model_close(q->model);
  lts_close(q->lts);
  kit_clear(&q->kit);
}

/* Does the word of the run satisfy the formula? */
static bool satisfies(const struct question *q, const struct trail *trail) {
  VEC(uint64_t) letters = {0};
  for (size_t i = 0; i < trail->move_count; i++) {
    const struct move next_move = trail_move(trail, i);
    const struct move *move = &next_move;
    const uint32_t label =
        q->lts->labels[q->lts->first_edge[move->from] + move->transition];
    vec_push(&letters, UINT64_C(1) << label);
  }
  if (trail->loop_start == trail->move_count)
    vec_push(&letters, 0); /* nothing happens any more */
  const struct lasso word = {letters.items, letters.count, trail->loop_start};
  const bool satisfied = lasso_satisfies(&word, q->formula);
  vec_free(&letters);
  return satisfied;
}

static void on_violation(void *context, const struct violation *violation,
                         const struct trail *trail) {
  struct answer *answer = context;
  answer->found = true;
  answer->is_run =
      violation->kind == VIOLATION_CLAIM || satisfies(answer->question, trail);
}

static const struct violation cycle = {
    .kind = VIOLATION_ACCEPTANCE_CYCLE, .message = "cycle", .pid = NO_PROCESS};

static struct answer by_components(const struct question *q) {
  struct answer answer = {.question = q};
  const struct observer observer = {&answer, NULL, on_violation};
  const struct two_pass_config config = {.lts = q->lts,
                                         .model = q->model,
                                         .automaton = q->generalized,
                                         .stutters = q->stutters,
                                         .violation = cycle};
  struct search_result result;
  two_pass_scc(&config, q->engine, &observer, &result);
  answer.end = result.end;
  return answer;
}

static struct answer by_cycles(const struct question *q,
                               enum liveness_kind kind) {
  struct answer answer = {.question = q};
  const struct observer observer = {&answer, NULL, on_violation};
  struct claim *claim = claim_from_automaton(q->plain);
  claim->stutters = q->stutters;
  for (uint32_t i = 0; i < claim->state_count; i++)
    claim->states[i].final = claim->states[i].final && q->stutters;
  const struct liveness_config config = {
      .kind = kind, .claim = claim, .violation = cycle};
  struct search_result result;
  (void)liveness_run(&config, q->engine, &observer, &result);
  answer.end = result.end;
  claim_close(claim);
  return answer;
}

static bool is_sound(struct answer answer) {
  return answer.end == (answer.found ? SEARCH_ENOUGH : SEARCH_COMPLETE) &&
         (!answer.found || answer.is_run);
}

TEST(it_agrees_with_the_searches_for_cycles) {
  struct rng rng;
  rng_seed(&rng, 20);
  unsigned found = 0, with_sets = 0;
  for (int round = 0; round < ROUNDS; round++) {
    struct question q;
    ask(&q, &rng);
    const struct answer answer = by_components(&q);
    CHECK(is_sound(answer));
    for (enum liveness_kind kind = LIVENESS_MAGIC; kind <= LIVENESS_NESTED_B;
         kind++) {
      const struct answer other = by_cycles(&q, kind);
      CHECK(is_sound(other));
      CHECK(other.found == answer.found);
    }
    found += answer.found;
    with_sets += q.generalized->set_count > 1;
    question_clear(&q);
  }
  CHECK(found > ROUNDS / 5 && found < ROUNDS * 4 / 5);
  CHECK(with_sets > ROUNDS / 50);
}

/* A graph of many states in one component, and a limit that they pass. */
TEST(limits_end_it_without_a_verdict) {
  enum { RING = 100000 };
  struct lts_builder *builder = lts_builder_open();
  const uint32_t a = lts_builder_label(builder, "a", 1);
  for (uint32_t i = 0; i < RING; i++)
    lts_builder_edge(builder, i, a, (i + 1) % RING);
  struct question q = {.stutters = true};
  (void)kit_parse(&q.kit, "<> b");
  q.lts = lts_builder_finish(builder, RING, 0);
  lts_builder_close(builder);
  q.model = graph_model_open(q.lts, "ring.aut", q.kit.sources);
  engine_open_graph(q.model, q.lts, &q.engine);
  const struct formula *formula =
      formula_atom(q.kit.arena, graph_model_atom(q.model, q.lts, "b"));
  formula = formula_new(q.kit.arena, FORMULA_EVENTUALLY, formula, NULL);
  struct two_pass_config config = {
      .lts = q.lts,
      .model = q.model,
      .automaton = kit_translate(&q.kit, formula, false, true),
      .violation = cycle};
  const struct observer observer = {0};
  struct search_result result;
  two_pass_scc(&config, q.engine, &observer, &result);
  CHECK(result.end == SEARCH_COMPLETE && result.figures.states == RING);
  config.limits.max_depth = 10;
  two_pass_scc(&config, q.engine, &observer, &result);
  CHECK(result.end == SEARCH_DEPTH);
  config.limits = (struct search_config){.max_bytes = 1 << 16};
  two_pass_scc(&config, q.engine, &observer, &result);
  CHECK(result.end == SEARCH_MEMORY);
  automaton_close((struct automaton *)(uintptr_t)config.automaton);
  question_clear(&q);
}

RUN_TESTS(RUN(it_agrees_with_the_searches_for_cycles),
          RUN(limits_end_it_without_a_verdict))
