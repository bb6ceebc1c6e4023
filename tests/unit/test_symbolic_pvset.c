/* symbolic/pvset: repeated execution against executing again and again. */
#include "symbolic/pvset.h"

#include "base/memory.h"
#include "base/rng.h"
#include "tap.h"

#include <string.h>

enum { DIMS = 3, ROUNDS = 300, TIMES = 40 };

/* A random instruction: a conjunction of comparisons, and a function. */
struct instruction {
  struct pvset *guard;
  struct affine *affine;
};

static int64_t draw(struct rng *rng, int64_t least, int64_t most) {
  return least + (int64_t)rng_below(rng, (uint64_t)(most - least + 1));
}

static struct pvterm *random_term(struct pv *pv, struct rng *rng) {
  struct pvterm *term = pvterm_constant(pv, DIMS, draw(rng, -8, 8));
  for (uint32_t i = 0; i < DIMS; i++) {
    struct pvterm *variable = pvterm_variable(pv, DIMS, i);
    struct pvterm *product = pvterm_scale(variable, draw(rng, -1, 1));
    struct pvterm *sum = pvterm_add(term, product);
    pvterm_free(variable);
    pvterm_free(product);
    pvterm_free(term);
    term = sum;
  }
  if (rng_below(rng, 5) == 0) { /* a division */
    struct pvterm *rest = pvterm_remainder(term, draw(rng, 2, 3));
    pvterm_free(term);
    term = rest;
  }
  return term;
}

static struct pvset *random_guard(struct pv *pv, struct rng *rng) {
  struct pvset *guard = pvset_all(pv, DIMS);
  for (uint64_t i = rng_below(rng, 3); i > 0; i--) {
    struct pvterm *a = random_term(pv, rng), *b = random_term(pv, rng);
    struct pvset *part =
        pvset_compare(a, rng_below(rng, 4) == 0 ? PV_EQ : PV_LE, b);
    pvset_cut(&guard, part);
    pvset_free(part);
    pvterm_free(a);
    pvterm_free(b);
  }
  return guard;
}

/* Each variable becomes a constant, or another one and a constant; now and then
 * a sum.
 */
static struct affine *random_function(struct rng *rng) {
  struct affine *affine = affine_open(DIMS, DIMS);
  for (uint32_t i = 0; i < DIMS; i++) {
    affine->offset[i] = draw(rng, -2, 3);
    if (rng_below(rng, 5) != 0)
      affine->matrix[i * DIMS +
                     (rng_below(rng, 3) == 0 ? rng_below(rng, DIMS) : i)] = 1;
    if (rng_below(rng, 8) == 0)
      affine->matrix[i * DIMS + rng_below(rng, DIMS)] = 1;
  }
  return affine;
}

static bool contains(struct pv *pv, const struct pvset *set,
                     const int64_t *point) {
  struct pvset *single = pvset_of_point(pv, DIMS, point);
  const bool inside = pvset_is_subset(single, set);
  pvset_free(single);
  return inside;
}

/* Executes from the point; each value must be in the set, and the point behind
 * the last must not be, unless it was met before.
 */
static bool agrees(struct pv *pv, const struct instruction *instruction,
                   const struct pvset *reached, const int64_t *start) {
  int64_t here[DIMS], next[DIMS];
  memcpy(here, start, sizeof here);
  struct pvset *met = pvset_none(pv, DIMS);
  bool ended = false, agree = true;
  for (int i = 0; i < TIMES && agree && !ended; i++) {
    ended = !contains(pv, instruction->guard, here);
    if (ended)
      break;
    (void)affine_apply(instruction->affine, here, next);
    agree = contains(pv, reached, next);
    struct pvset *single = pvset_of_point(pv, DIMS, next);
    ended = pvset_is_subset(single, met); /* round a cycle */
    pvset_add(&met, single);
    pvset_free(single);
    memcpy(here, next, sizeof here);
  }
  if (ended)
    agree = agree && pvset_is_subset(reached, met);
  pvset_free(met);
  return agree;
}

/* Formula 2 and what goes beyond it, on random instructions. */
TEST(repeating_is_executing_again_and_again) {
  struct pv *pv = pv_open();
  struct rng rng;
  rng_seed(&rng, 1994);
  int repeated = 0;
  for (int round = 0; round < ROUNDS; round++) {
    const struct instruction instruction = {random_guard(pv, &rng),
                                            random_function(&rng)};
    struct pvmap *map = pvmap_repeat(instruction.guard, instruction.affine);
    for (int i = 0; i < 3 && map; i++) {
      const int64_t start[DIMS] = {draw(&rng, -5, 5), draw(&rng, -5, 5),
                                   draw(&rng, -5, 5)};
      struct pvset *from = pvset_of_point(pv, DIMS, start);
      struct pvset *reached = pvmap_image(map, from);
      CHECK(agrees(pv, &instruction, reached, start));
      pvset_free(from);
      pvset_free(reached);
    }
    repeated += map != NULL;
    pvmap_free(map);
    affine_close(instruction.affine);
    pvset_free(instruction.guard);
  }
  CHECK(repeated > ROUNDS / 2);
  pv_close(pv);
}

TEST(a_swap_has_period_two_and_a_sum_with_itself_none) {
  struct affine *swap = affine_open(2, 2), *doubling = affine_open(1, 1);
  swap->matrix[1] = swap->matrix[2] = 1;
  doubling->matrix[0] = 2;
  CHECK(affine_period(swap, 12) == 2);
  CHECK(affine_period(doubling, 12) == 0);
  affine_close(swap);
  affine_close(doubling);
}

/* The loop of the paper's figure 1: x <= 1000000 -> x := x + 2, from 0. */
TEST(the_loop_of_figure_1_is_one_set) {
  struct pv *pv = pv_open();
  struct pvterm *x = pvterm_variable(pv, 1, 0);
  struct pvterm *limit = pvterm_constant(pv, 1, 1000000);
  struct pvset *guard = pvset_compare(x, PV_LE, limit);
  struct affine *add_two = affine_open(1, 1);
  add_two->matrix[0] = 1;
  add_two->offset[0] = 2;
  struct pvmap *loop = pvmap_repeat(guard, add_two);
  struct pvset *zero = pvset_of_point(pv, 1, (const int64_t[]){0});
  struct pvset *reached = pvmap_image(loop, zero);
  const char *names[] = {"x"};
  struct buffer text = {0};
  pvset_describe(reached, names, &text);
  CHECK(strcmp(buffer_text(&text), "x in [2, 1000002], (x) % 2 = 0") == 0);
  struct pvset *odd = pvset_of_point(pv, 1, (const int64_t[]){457});
  CHECK(!pvset_is_subset(odd, reached));
  buffer_free(&text);
  pvset_free(odd);
  pvset_free(reached);
  pvset_free(zero);
  pvmap_free(loop);
  affine_close(add_two);
  pvset_free(guard);
  pvterm_free(limit);
  pvterm_free(x);
  pv_close(pv);
}

/* Too little work allowed gives NULL, which says nothing about any set. */
TEST(work_can_be_bounded) {
  struct pv *pv = pv_open();
  pv_allow(pv, 5);
  struct pvset *all = pvset_all(pv, 3);
  struct pvset *none = pvset_not(all);
  for (int i = 0; i < 20; i++) {
    struct pvset *next = pvset_not(none);
    pvset_free(none);
    none = next;
  }
  CHECK(pv_gave_up(pv));
  CHECK(!pvset_is_empty(none));
  pvset_free(all);
  pvset_free(none);
  pv_allow(pv, 0);
  CHECK(!pv_gave_up(pv));
  pv_close(pv);
}

/* x > least -> x := x - 1, again and again */
static struct pvmap *countdown(struct pv *pv, int64_t least) {
  struct affine *affine = affine_open(1, 1);
  affine->matrix[0] = 1;
  affine->offset[0] = -1;
  struct pvterm *x = pvterm_variable(pv, 1, 0);
  struct pvterm *bound = pvterm_constant(pv, 1, least);
  struct pvset *guard = pvset_compare(bound, PV_LT, x);
  struct pvmap *map = pvmap_repeat(guard, affine);
  affine_close(affine);
  pvterm_free(x);
  pvterm_free(bound);
  pvset_free(guard);
  return map;
}

/* A counter that goes down to a bound must end, one that goes up need not. */
TEST(what_goes_down_and_has_a_bound_is_well_founded) {
  struct pv *pv = pv_open();
  struct pvmap *down = countdown(pv, 0);
  CHECK(pvmap_is_well_founded(down));
  struct pvset *fixed = pvmap_fixed(down);
  CHECK(pvset_is_empty(fixed));
  struct pvset *all = pvset_all(pv, 1);
  struct pvmap *same = pvmap_identity(all);
  struct pvset *everything = pvmap_fixed(same);
  CHECK(pvset_is_subset(all, everything));
  struct affine *up = affine_open(1, 1);
  up->matrix[0] = up->offset[0] = 1;
  struct pvmap *endless = pvmap_repeat(all, up);
  CHECK(!pvmap_is_well_founded(endless));
  affine_close(up);
  pvmap_free(endless);
  pvset_free(everything);
  pvmap_free(same);
  pvset_free(all);
  pvset_free(fixed);
  pvmap_free(down);
  pv_close(pv);
}

/* An interrupt ends work in the middle, and leaves everything usable. */
TEST(an_interrupt_ends_the_work_and_no_more) {
  const volatile sig_atomic_t interrupt = 1;
  struct pv *pv = pv_open();
  pv_watch(pv, 0, &interrupt);
  for (int i = 0; i < 1000000 && !pv_gave_up(pv); i++) {
    struct pvmap *map = countdown(pv, 0);
    pvmap_free(map);
  }
  CHECK(pv_gave_up(pv));
  pv_unwatch(pv);
  CHECK(!pv_gave_up(pv));
  struct pvmap *map = countdown(pv, 0);
  CHECK(map && pvmap_is_well_founded(map));
  pvmap_free(map);
  pv_close(pv);
}

TEST(all_points_are_listed_once) {
  struct pv *pv = pv_open();
  struct pvset *set = pvset_of_point(pv, 2, (int64_t[]){1, 2});
  struct pvset *other = pvset_of_point(pv, 2, (int64_t[]){3, 4});
  pvset_add(&set, other);
  pvset_add(&set, other);
  int64_t *points = NULL;
  size_t count = 0;
  CHECK(pvset_points(set, 10, &points, &count));
  CHECK(count == 2);
  memory_free(points);
  CHECK(!pvset_points(set, 1, &points, &count));
  pvset_free(set);
  pvset_free(other);
  pv_close(pv);
}

int main(void) {
  static const struct tap_test tests[] = {
      RUN(repeating_is_executing_again_and_again),
      RUN(a_swap_has_period_two_and_a_sum_with_itself_none),
      RUN(the_loop_of_figure_1_is_one_set),
      RUN(work_can_be_bounded),
      RUN(what_goes_down_and_has_a_bound_is_well_founded),
      RUN(an_interrupt_ends_the_work_and_no_more),
      RUN(all_points_are_listed_once),
  };
  return tap_main(tests, sizeof tests / sizeof *tests);
}
