/* lts/compare, lts/on_the_fly: the fast ways agree with the definitions and
 * with each other, and every explanation is true.
 */
#include "lts/compare.h"

#include "lts/on_the_fly.h"
#include "lts/partition.h"
#include "lts/rounds.h"
#include "lts_kit.h"
#include "tap.h"

/* Two graphs, and both in one. */
struct couple {
  struct lts *left, *right, *joint;
  uint32_t from, to; /* the initial states in the joint one */
};

static struct couple couple_of(struct lts *left, struct lts *right) {
  return (struct couple){left, right, lts_join(left, right), left->initial,
                         left->state_count + right->initial};
}

static void couple_clear(struct couple *couple) {
  lts_close(couple->left);
  lts_close(couple->right);
  lts_close(couple->joint);
}

/* Half of them are equivalent by construction; some are deterministic. */
static struct couple random_couple(struct rng *rng, uint32_t number) {
  const uint32_t states = 1 + (uint32_t)rng_below(rng, 7);
  const uint32_t edges = (uint32_t)rng_below(rng, 3 * states + 1);
  struct lts *left = number % 4 < 2 ? kit_random(rng, states, edges, 3)
                                    : kit_random_deterministic(rng, states);
  struct lts *right = number % 2 == 0  ? kit_split(rng, left)
                      : number % 8 < 4 ? kit_random(rng, states, edges, 3)
                                       : kit_random_deterministic(rng, states);
  return couple_of(left, right);
}

static void compare_with(const struct couple *couple,
                         const struct on_the_fly_config *config,
                         struct lts_comparison *out) {
  const struct lts_view left = lts_view_of(couple->joint, couple->from);
  const struct lts_view right = lts_view_of(couple->joint, couple->to);
  on_the_fly_compare(&left, &right, config, out);
  lts_comparison_check(out, &left, &right);
}

static void compare_on_the_fly(const struct couple *couple,
                               struct lts_comparison *out) {
  const struct on_the_fly_config config = {.limits = &kit_no_limits};
  compare_with(couple, &config, out);
}

TEST(on_the_fly_and_refinement_agree_on_ten_thousand_pairs) {
  struct rng rng;
  uint32_t equivalent = 0, repeated = 0;
  rng_seed(&rng, 1990);
  for (uint32_t i = 0; i < 10000; i++) {
    struct couple couple = random_couple(&rng, i);
    struct lts_comparison refined, found;
    lts_compare(couple.joint, couple.from, couple.to, LTS_STRONG,
                &kit_no_limits, &refined);
    compare_on_the_fly(&couple, &found);
    CHECK(refined.answer == found.answer);
    CHECK(i % 2 == 1 || refined.answer == LTS_EQUIVALENT);
    if (refined.answer == LTS_DIFFERENT) {
      CHECK(kit_explains(couple.joint, couple.from, couple.to, &refined));
      CHECK(kit_explains(couple.joint, couple.from, couple.to, &found));
      CHECK(kit_replays(couple.joint, couple.from, couple.to, &refined));
      CHECK(kit_replays(couple.joint, couple.from, couple.to, &found));
    }
    equivalent += refined.answer == LTS_EQUIVALENT;
    repeated += found.searches > 1;
    lts_comparison_clear(&refined);
    lts_comparison_clear(&found);
    couple_clear(&couple);
  }
  CHECK(equivalent >= 5000 && equivalent < 9000);
  CHECK(repeated > 0);
}

/* ---- bounded memory ---- */

/* Forgetting costs time and nothing else: with room for some of the pairs the
 * answer is the same, or there is none because the path alone needs more.
 */
TEST(replacement_keeps_the_answer) {
  struct rng rng;
  uint32_t known = 0, forgot = 0;
  rng_seed(&rng, 1991);
  for (uint32_t i = 0; i < 4000; i++) {
    struct couple couple = random_couple(&rng, i);
    struct lts_comparison all, few;
    compare_on_the_fly(&couple, &all);
    const struct on_the_fly_config config = {.limits = &kit_no_limits,
                                             .max_pairs = all.most * 3 / 4 + 1,
                                             .replaces = true};
    compare_with(&couple, &config, &few);
    CHECK(few.answer == all.answer || few.answer == LTS_UNKNOWN);
    CHECK(few.most <= config.max_pairs);
    if (few.answer == LTS_DIFFERENT)
      CHECK(kit_explains(couple.joint, couple.from, couple.to, &few));
    known += few.answer != LTS_UNKNOWN;
    forgot += few.answer != LTS_UNKNOWN && few.forgotten > 0;
    lts_comparison_clear(&all);
    lts_comparison_clear(&few);
    couple_clear(&couple);
  }
  CHECK(known > 2000);
  CHECK(forgot > 100);
}

TEST(without_replacement_a_full_table_gives_no_answer) {
  struct rng rng;
  rng_seed(&rng, 4);
  struct lts *left = kit_random_deterministic(&rng, 30);
  struct couple couple = couple_of(left, kit_split(&rng, left));
  const struct on_the_fly_config config = {.limits = &kit_no_limits,
                                           .max_pairs = 5};
  struct lts_comparison found;
  compare_with(&couple, &config, &found);
  CHECK(found.answer == LTS_UNKNOWN);
  lts_comparison_clear(&found);
  couple_clear(&couple);
}

/* One of them deterministic: one search must do. */
TEST(a_deterministic_graph_needs_one_search) {
  struct rng rng;
  rng_seed(&rng, 7);
  for (uint32_t i = 0; i < 2000; i++) {
    struct lts *left = kit_random_deterministic(&rng, 6);
    struct couple couple = couple_of(left, i % 2 ? kit_split(&rng, left)
                                                 : kit_random(&rng, 6, 12, 3));
    struct lts_comparison found;
    compare_on_the_fly(&couple, &found);
    CHECK(found.searches == 1);
    lts_comparison_clear(&found);
    couple_clear(&couple);
  }
}

static enum lts_answer by_definition(const struct couple *couple,
                                     enum lts_relation relation) {
  struct kit_relation r;
  bool equal;
  if (relation == LTS_TRACE) {
    equal = kit_same_traces(couple->joint, kit_bit(couple->from),
                            kit_bit(couple->to), 9);
  } else {
    kit_fixpoint(couple->joint, relation, &r);
    equal = r.has[couple->from][couple->to] && r.has[couple->to][couple->from];
  }
  return equal ? LTS_EQUIVALENT : LTS_DIFFERENT;
}

/* Related on either side: hidden steps more, branches fewer. */
static struct couple small_couple(struct rng *rng, uint32_t number) {
  const uint32_t states = 2 + (uint32_t)rng_below(rng, 4);
  const uint32_t edges = (uint32_t)rng_below(rng, 2 * states + 3);
  const uint32_t labels = 2 + number % 2;
  struct lts *left = kit_random(rng, states, edges, labels);
  return couple_of(left, number % 3 ? kit_random(rng, states, edges, labels)
                                    : kit_split(rng, left));
}

static void check_relation(enum lts_relation relation, uint32_t count,
                           bool *tap_ok) {
  struct rng rng;
  uint32_t equivalent = 0;
  rng_seed(&rng, 42 + (uint64_t)relation);
  for (uint32_t i = 0; i < count; i++) {
    struct couple couple = small_couple(&rng, i);
    struct lts_comparison found;
    lts_compare(couple.joint, couple.from, couple.to, relation, &kit_no_limits,
                &found);
    CHECK(found.answer == by_definition(&couple, relation));
    CHECK(!found.failed);
    if (found.answer == LTS_DIFFERENT) {
      CHECK(kit_explains(couple.joint, couple.from, couple.to, &found));
      CHECK(kit_replays(couple.joint, couple.from, couple.to, &found));
    }
    equivalent += found.answer == LTS_EQUIVALENT;
    lts_comparison_clear(&found);
    couple_clear(&couple);
  }
  CHECK(equivalent > count / 3 && equivalent < count);
}

TEST(strong_bisimilarity_is_as_defined) {
  check_relation(LTS_STRONG, 3000, tap_ok);
}

TEST(branching_bisimilarity_is_as_defined) {
  check_relation(LTS_BRANCHING, 3000, tap_ok);
}

TEST(weak_bisimilarity_is_as_defined) {
  check_relation(LTS_WEAK, 3000, tap_ok);
}

TEST(traces_are_as_defined) {
  check_relation(LTS_TRACE, 1500, tap_ok);
}

TEST(simulation_is_as_defined) {
  check_relation(LTS_SIMULATION, 3000, tap_ok);
}

/* ---- the smallest graph ---- */

TEST(a_minimal_graph_is_equivalent_and_minimal) {
  struct rng rng;
  rng_seed(&rng, 3);
  for (uint32_t i = 0; i < 1500; i++) {
    struct lts *lts = kit_random(&rng, 6, (uint32_t)rng_below(&rng, 16), 3);
    for (int r = LTS_STRONG; r <= LTS_SIMULATION; r++) {
      const enum lts_relation relation = (enum lts_relation)r;
      struct lts *small = lts_minimize(lts, relation, &kit_no_limits);
      struct couple couple = {.left = lts,
                              .right = small,
                              .joint = lts_join(lts, small),
                              .to = lts->state_count};
      struct lts *again = lts_minimize(small, relation, &kit_no_limits);
      CHECK(by_definition(&couple, relation) == LTS_EQUIVALENT);
      CHECK(again->state_count == small->state_count);
      CHECK(again->edge_count == small->edge_count);
      lts_close(couple.joint);
      lts_close(small);
      lts_close(again);
    }
    lts_close(lts);
  }
}

/* ---- all states at once ---- */

/* The same blocks, whatever their numbers. */
static bool same_blocks(const struct partition *one,
                        const struct partition *two, uint32_t states) {
  uint32_t *twin = memory_alloc(((size_t)one->count + 1) * sizeof *twin);
  bool same = one->count == two->count;
  for (uint32_t s = 0; same && s < states; s++) {
    if (twin[one->block_of[s]] == 0)
      twin[one->block_of[s]] = two->block_of[s] + 1;
    same = twin[one->block_of[s]] == two->block_of[s] + 1;
  }
  memory_free(twin);
  return same;
}

/* Larger graphs than the definitions can judge, by rounds. */
static bool agrees_with_rounds(const struct lts *lts, enum round_kind kind,
                               const struct partition *partition) {
  const size_t bytes = lts->state_count * sizeof(uint32_t);
  uint32_t *map, *blocks, *next, before = 0, now = 1;
  struct lts *ordered = lts_collapse(lts, lts_hidden_label(lts), &map);
  struct rounds rounds;
  blocks = memory_alloc(bytes);
  next = memory_alloc(bytes);
  const struct lts *used = kind == ROUND_STRONG ? lts : ordered;
  rounds_init(&rounds, used, kind);
  while (now > before) {
    before = now;
    now = rounds_next(&rounds, &kit_no_limits, blocks, next);
    memcpy(blocks, next, used->state_count * sizeof *blocks);
  }
  for (uint32_t s = 0; s < lts->state_count; s++)
    next[s] = blocks[kind == ROUND_STRONG ? s : map[s]];
  const bool agree =
      same_blocks(&(struct partition){next, now}, partition, lts->state_count);
  rounds_clear(&rounds);
  memory_free(blocks);
  memory_free(next);
  memory_free(map);
  lts_close(ordered);
  return agree;
}

/* Weak bisimilarity is strong bisimilarity of the saturated graph. */
static bool agrees_with_saturation(const struct lts *lts,
                                   const struct partition *partition) {
  struct lts *saturated = kit_saturate(lts);
  struct partition strong;
  (void)partition_strong(saturated, &kit_no_limits, &strong);
  const bool same = same_blocks(&strong, partition, lts->state_count);
  partition_clear(&strong);
  lts_close(saturated);
  return same;
}

TEST(refinement_of_what_changed_agrees_with_rounds) {
  struct rng rng;
  rng_seed(&rng, 11);
  for (uint32_t i = 0; i < 300; i++) {
    const uint32_t states = 200 + (uint32_t)rng_below(&rng, 300);
    struct lts *lts =
        kit_random(&rng, states, states + states * (i % 10) / 8, 2 + i % 2);
    struct partition partition;
    CHECK(partition_strong(lts, &kit_no_limits, &partition));
    CHECK(agrees_with_rounds(lts, ROUND_STRONG, &partition));
    partition_clear(&partition);
    CHECK(partition_branching(lts, &kit_no_limits, &partition));
    CHECK(agrees_with_rounds(lts, ROUND_BRANCHING, &partition));
    partition_clear(&partition);
    CHECK(partition_weak(lts, &kit_no_limits, &partition));
    CHECK(agrees_with_saturation(lts, &partition));
    partition_clear(&partition);
    lts_close(lts);
  }
}

/* ---- shapes that take many rounds ---- */

/* s_k does a hidden step to s_(k-1) and an a to t_k, which does a b to s_(k-1):
 * all are different, and each is told from the others by the one before it.
 */
static struct lts *entangled(uint32_t length) {
  struct lts_builder *builder = kit_builder();
  for (uint32_t k = 0; k < length; k++) {
    (void)lts_builder_edge(builder, k, 1, length + k);
    if (k == 0)
      continue;
    (void)lts_builder_edge(builder, k, 0, k - 1);
    (void)lts_builder_edge(builder, length + k, 2, k - 1);
  }
  return kit_finish(builder, 2 * length, length - 1);
}

/* With a round for each of them this would take hours. */
TEST(long_chains_take_no_squares) {
  enum { LENGTH = 150000 };
  struct lts *lts = entangled(LENGTH);
  struct partition partition;
  CHECK(partition_branching(lts, &kit_no_limits, &partition));
  CHECK(partition.count == 2 * LENGTH);
  partition_clear(&partition);
  CHECK(partition_strong(lts, &kit_no_limits, &partition));
  CHECK(partition.count == 2 * LENGTH);
  partition_clear(&partition);
  lts_close(lts);
}

/* All of it is told apart, most of it late: weak refinement goes back over the
 * chain for each state of it, which is a square, but not a cube.
 */
TEST(weak_bisimilarity_of_a_long_chain) {
  enum { LENGTH = 1500 };
  struct lts *lts = entangled(LENGTH);
  struct partition partition;
  CHECK(partition_weak(lts, &kit_no_limits, &partition));
  CHECK(partition.count == 2 * LENGTH);
  partition_clear(&partition);
  lts_close(lts);
}

/* A formula hundreds of rounds deep is found, checked and shown by runs. */
TEST(long_chains_are_told_apart_weakly) {
  struct couple couple = couple_of(entangled(300), entangled(301));
  struct lts_comparison found;
  lts_compare(couple.joint, couple.from, couple.to, LTS_WEAK, &kit_no_limits,
              &found);
  CHECK(found.answer == LTS_DIFFERENT);
  CHECK(found.has_formula && found.has_duel && !found.failed);
  lts_comparison_clear(&found);
  couple_clear(&couple);
}

/* ---- limits ---- */

TEST(refinement_keeps_to_its_memory) {
  const struct lts_limits little = {.max_bytes = 100000};
  struct lts *lts = entangled(20000);
  struct partition partition;
  CHECK(!partition_strong(lts, &little, &partition));
  CHECK(!partition_branching(lts, &little, &partition));
  CHECK(!partition_weak(lts, &little, &partition));
  lts_close(lts);
}

TEST(a_limit_gives_no_answer) {
  const sig_atomic_t yes = 1;
  const struct lts_limits now = {.interrupt = &yes};
  struct rng rng;
  rng_seed(&rng, 5);
  struct lts *left = kit_random(&rng, 50, 120, 3);
  struct couple couple = couple_of(left, kit_split(&rng, left));
  for (int r = LTS_STRONG; r <= LTS_SIMULATION; r++) {
    struct lts_comparison found;
    lts_compare(couple.joint, couple.from, couple.to, (enum lts_relation)r,
                &now, &found);
    CHECK(found.answer == LTS_UNKNOWN);
    CHECK(!lts_minimize(left, (enum lts_relation)r, &now));
  }
  const struct on_the_fly_config few = {.limits = &kit_no_limits,
                                        .max_pairs = 3};
  const struct lts_view from = lts_view_of(couple.joint, couple.from);
  const struct lts_view to = lts_view_of(couple.joint, couple.to);
  struct lts_comparison found;
  on_the_fly_compare(&from, &to, &few, &found);
  CHECK(found.answer == LTS_UNKNOWN);
  couple_clear(&couple);
}

/* ---- formulas as text ---- */

/* A line of n steps a, and a step b at its end. */
static struct lts *line(uint32_t length, uint32_t last) {
  struct lts_builder *builder = kit_builder();
  for (uint32_t i = 0; i < length; i++)
    (void)lts_builder_edge(builder, i, i + 1 == length ? last : 1, i + 1);
  return kit_finish(builder, length + 1, 0);
}

static bool says(const struct couple *couple, enum lts_relation relation,
                 const char *text) {
  struct lts_comparison found;
  struct buffer out = {0};
  lts_compare(couple->joint, couple->from, couple->to, relation, &kit_no_limits,
              &found);
  if (found.has_formula)
    hml_print(&out, &found.formula, couple->joint->names);
  const bool same = strcmp(buffer_text(&out), text) == 0;
  if (!same)
    printf("# %s\n", buffer_text(&out));
  buffer_free(&out);
  lts_comparison_clear(&found);
  return same;
}

TEST(formulas_are_written_as_documented) {
  struct couple couple = couple_of(line(2, 2), line(2, 1));
  CHECK(says(&couple, LTS_STRONG, "<a><b>true"));
  CHECK(says(&couple, LTS_TRACE, "<i* a i*><i* a i*>true"));
  couple_clear(&couple);
  /* a.(b + i) and a.b + a: the choice is made at different times */
  struct lts_builder *one = kit_builder(), *two = kit_builder();
  (void)lts_builder_edge(one, 0, 1, 1);
  (void)lts_builder_edge(one, 1, 2, 2);
  (void)lts_builder_edge(two, 0, 1, 1);
  (void)lts_builder_edge(two, 0, 1, 3);
  (void)lts_builder_edge(two, 1, 2, 2);
  couple = couple_of(kit_finish(one, 3, 0), kit_finish(two, 4, 0));
  CHECK(says(&couple, LTS_STRONG, "<a>!<b>true"));
  CHECK(says(&couple, LTS_WEAK, "<i* a i*>!<i* b i*>true"));
  CHECK(says(&couple, LTS_BRANCHING, "<i* a>!<i* b>true"));
  CHECK(says(&couple, LTS_TRACE, ""));
  couple_clear(&couple);
}

/* What is written is read again: the same text, and the same meaning. */
TEST(formulas_are_read_as_they_are_written) {
  struct rng rng;
  rng_seed(&rng, 17);
  for (uint32_t i = 0; i < 3000; i++) {
    static const enum lts_relation kinds[] = {LTS_STRONG, LTS_BRANCHING,
                                              LTS_WEAK};
    struct couple couple = small_couple(&rng, 3 * i + 1);
    struct lts_comparison found;
    lts_compare(couple.joint, couple.from, couple.to, kinds[i % 3],
                &kit_no_limits, &found);
    if (found.has_formula) {
      struct sources *sources = sources_open();
      struct diag *diag = diag_open(sources);
      struct lts_builder *labels = kit_builder();
      struct buffer once = {0}, twice = {0};
      struct hml hml;
      hml_print(&once, &found.formula, couple.joint->names);
      const enum status status =
          hml_read("test", buffer_text(&once), labels, diag, &hml);
      CHECK(status == STATUS_OK);
      if (status == STATUS_OK) {
        hml_print(&twice, &hml, lts_builder_names(labels));
        CHECK(strcmp(buffer_text(&once), buffer_text(&twice)) == 0);
        CHECK(kit_satisfy(couple.joint, &hml, hml.root) ==
              kit_satisfy(couple.joint, &found.formula, found.formula.root));
        hml_clear(&hml);
      }
      buffer_free(&once);
      buffer_free(&twice);
      lts_builder_close(labels);
      diag_close(diag);
      sources_close(sources);
    }
    lts_comparison_clear(&found);
    couple_clear(&couple);
  }
}

static bool is_refused(const char *text, uint32_t column) {
  struct sources *sources = sources_open();
  struct diag *diag = diag_open(sources);
  struct lts_builder *labels = kit_builder();
  struct hml hml;
  const bool refused =
      hml_read("test", text, labels, diag, &hml) == STATUS_BAD_INPUT &&
      diag_errors(diag) == 1 &&
      sources_position(sources, diag_message(diag, 0)->where).column == column;
  lts_builder_close(labels);
  diag_close(diag);
  sources_close(sources);
  return refused;
}

TEST(wrong_formulas_are_refused_with_their_place) {
  CHECK(is_refused("", 1));
  CHECK(is_refused("<a", 3));
  CHECK(is_refused("<a>", 4));
  CHECK(is_refused("<>true", 2));
  CHECK(is_refused("<\"a>true", 9));
  CHECK(is_refused("(true && ", 10));
  CHECK(is_refused("(true", 6));
  CHECK(is_refused("true true", 6));
  CHECK(is_refused("F1", 2));
  CHECK(is_refused("F1 = true <a>F1", 11));
  CHECK(is_refused("<a><i* a>true", 9));
  CHECK(is_refused("<(true)* a>true", 7));
}

static bool is_written_as(const char *text, const char *expected) {
  struct sources *sources = sources_open();
  struct diag *diag = diag_open(sources);
  struct lts_builder *labels = kit_builder();
  struct buffer out = {0};
  struct hml hml;
  const bool is_read = hml_read("test", text, labels, diag, &hml) == STATUS_OK;
  if (is_read) {
    hml_print(&out, &hml, lts_builder_names(labels));
    hml_clear(&hml);
  }
  const bool same = is_read && strcmp(buffer_text(&out), expected) == 0;
  buffer_free(&out);
  lts_builder_close(labels);
  diag_close(diag);
  sources_close(sources);
  return same;
}

TEST(the_hidden_step_has_one_name_when_it_is_written) {
  CHECK(is_written_as("<tau>true", "<i>true"));
  CHECK(is_written_as("<\"tau\">true", "<i>true"));
  CHECK(is_written_as("<\"i\">true", "<i>true"));
}

/* Formulas nest, runs may be longer. */
TEST(a_long_run_tells_long_lines_apart) {
  struct couple couple = couple_of(line(30000, 1), line(30000, 2));
  struct lts_comparison found;
  size_t length = 0;
  lts_compare(couple.joint, couple.from, couple.to, LTS_TRACE, &kit_no_limits,
              &found);
  CHECK(found.answer == LTS_DIFFERENT && found.has_formula);
  memory_free(hml_run(&found.formula, &length));
  CHECK(length == 30000);
  lts_comparison_clear(&found);
  compare_on_the_fly(&couple, &found);
  CHECK(found.answer == LTS_DIFFERENT && found.searches == 1);
  lts_comparison_clear(&found);
  couple_clear(&couple);
}

RUN_TESTS(RUN(on_the_fly_and_refinement_agree_on_ten_thousand_pairs),
          RUN(replacement_keeps_the_answer),
          RUN(without_replacement_a_full_table_gives_no_answer),
          RUN(a_deterministic_graph_needs_one_search),
          RUN(strong_bisimilarity_is_as_defined),
          RUN(branching_bisimilarity_is_as_defined),
          RUN(weak_bisimilarity_is_as_defined), RUN(traces_are_as_defined),
          RUN(simulation_is_as_defined),
          RUN(a_minimal_graph_is_equivalent_and_minimal),
          RUN(refinement_of_what_changed_agrees_with_rounds),
          RUN(long_chains_take_no_squares),
          RUN(weak_bisimilarity_of_a_long_chain),
          RUN(long_chains_are_told_apart_weakly),
          RUN(refinement_keeps_to_its_memory), RUN(a_limit_gives_no_answer),
          RUN(formulas_are_written_as_documented),
          RUN(formulas_are_read_as_they_are_written),
          RUN(wrong_formulas_are_refused_with_their_place),
          RUN(the_hidden_step_has_one_name_when_it_is_written),
          RUN(a_long_run_tells_long_lines_apart))
