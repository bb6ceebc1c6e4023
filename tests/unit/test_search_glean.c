/* What one search leaves waiting in its stack another one finds, where the way
 * leads that it reads there.
 */
#include "search/glean.h"

#include "base/rng.h"
#include "tap.h"

#include <stdlib.h>

enum { BYTES = 80, DEPTH = 20000, EACH = 3 };

static const size_t AMPLE = (size_t)1 << 28;

/* A search that goes down along the last of EACH differences of every state. */
struct first {
  struct descent descent;
  uint8_t state[BYTES];
  struct rng rng;
};

static void push(struct first *first) {
  uint64_t step[KNOWN_WORDS + 2] = {0};
  const uint64_t place = rng_below(&first->rng, BYTES / WORD_SIZE - 1);
  step[KNOWN_HEAD] = difference_head(UINT64_C(3) << place, 2);
  step[KNOWN_WORDS] = rng_next(&first->rng);
  step[KNOWN_WORDS + 1] = rng_next(&first->rng);
  (void)descent_push(&first->descent, step, 1);
}

static void go_down(struct first *first, unsigned levels) {
  for (unsigned i = 0; i < levels; i++) {
    for (unsigned j = 0; j < EACH; j++)
      push(first);
    uint64_t *top = descent_top(&first->descent);
    *top |= DIFFERENCE_MARK;
    size_t length = BYTES;
    difference_apply(descent_whole(&first->descent, top), first->state,
                     &length);
  }
}

struct found {
  uint64_t waiting, passed;
  uint8_t state[BYTES]; /* where the second stands */
};

static void read_all(struct glean *glean, struct found *found) {
  for (const uint64_t *head; (head = glean_look(glean)) != NULL;) {
    size_t length = BYTES;
    glean->left--;
    if (*head & DIFFERENCE_MARK)
      difference_apply(head, found->state, &length);
    found->passed += (*head & DIFFERENCE_MARK) != 0;
    found->waiting += !(*head & DIFFERENCE_MARK);
  }
}

static struct first *start(struct budget *budget) {
  struct first *first = calloc(1, sizeof *first);
  rng_seed(&first->rng, 5);
  descent_init(&first->descent, budget);
  return first;
}

static void stop(struct first *first, struct glean *glean) {
  glean_clear(glean);
  descent_clear(&first->descent);
  free(first);
}

/* Along the marked differences above the floor. */
static void go_on_to_top(const struct first *first, const struct glean *glean,
                         struct found *found) {
  VEC(uint64_t) places = {0};
  uint64_t end = first->descent.words.count, place;
  while (descent_trace(&first->descent, &end, &place))
    vec_push(&places, place);
  for (size_t i = places.count; i-- > 0;) {
    size_t length = BYTES;
    if (places.items[i] < glean->floor)
      continue;
    found->passed++;
    difference_apply(
        descent_join((struct descent *)&first->descent, places.items[i]),
        found->state, &length);
  }
  vec_free(&places);
}

TEST(the_way_that_is_read_is_that_of_the_first) {
  struct budget budget = {.limit = AMPLE};
  struct first *first = start(&budget);
  struct glean glean = {.from = &first->descent};
  struct found found = {0};
  unsigned rounds = 0;
  go_down(first, DEPTH);
  CHECK(first->descent.words.spilled > 0);
  for (; glean_has_more(&glean) && glean_more(&glean); rounds++)
    read_all(&glean, &found);
  CHECK(rounds > 5 && found.waiting > (EACH - 1) * (DEPTH - DEPTH / 5));
  go_on_to_top(first, &glean, &found);
  CHECK(found.passed == DEPTH);
  CHECK(memcmp(found.state, first->state, BYTES) == 0);
  stop(first, &glean);
}

TEST(a_floor_lies_near_the_beginning_of_a_block_between_two_differences) {
  struct budget budget = {.limit = AMPLE};
  struct first *first = start(&budget);
  struct glean glean = {.from = &first->descent};
  const size_t words = 2 + DIFFERENCE_TAIL;
  bool all = true;
  go_down(first, DEPTH);
  while (glean_has_more(&glean) && glean_more(&glean))
    all = all && glean.floor % words == 0 &&
          (glean.floor & (WORDS_IN_BLOCK - 1)) < words;
  CHECK(all && glean.floor > 0);
  stop(first, &glean);
}

TEST(a_stack_that_is_not_deep_is_left_to_the_first) {
  struct budget budget = {.limit = AMPLE};
  struct first *first = start(&budget);
  struct glean glean = {.from = &first->descent};
  go_down(first, 500);
  CHECK(!glean_has_more(&glean));
  stop(first, &glean);
}

/* What is taken once may be gone in the first, but not below the floor. */
TEST(the_first_may_go_on_above_the_floor) {
  struct budget budget = {.limit = AMPLE};
  struct first *first = start(&budget);
  struct glean glean = {.from = &first->descent};
  struct found found = {0};
  go_down(first, DEPTH);
  CHECK(glean_has_more(&glean) && glean_more(&glean));
  while (first->descent.words.count > glean.floor + WORDS_IN_BLOCK) {
    size_t length = BYTES;
    uint64_t *top = descent_top(&first->descent);
    if (*top & DIFFERENCE_MARK)
      difference_apply(descent_whole(&first->descent, top), first->state,
                       &length);
    descent_pop(&first->descent, difference_words(*top));
  }
  go_down(first, DEPTH);
  read_all(&glean, &found);
  while (glean_has_more(&glean) && glean_more(&glean))
    read_all(&glean, &found);
  go_on_to_top(first, &glean, &found);
  CHECK(memcmp(found.state, first->state, BYTES) == 0);
  stop(first, &glean);
}

TEST(a_bottom_is_a_difference_that_nobody_goes_along) {
  struct budget budget = {.limit = AMPLE};
  struct descent descent;
  descent_init(&descent, &budget);
  CHECK(glean_lay_bottom(&descent));
  CHECK(descent.words.count == GLEAN_BOTTOM + 1);
  CHECK(*descent_top(&descent) & DIFFERENCE_LONG);
  uint64_t end = descent.words.count, place;
  CHECK(!descent_trace(&descent, &end, &place));
  descent_clear(&descent);
}

/* The stack of the second search grows, and the same place in another block is
 * the head of any difference.
 */
TEST(the_bottom_is_in_the_lowest_block_alone) {
  struct budget budget = {.limit = AMPLE};
  struct first *first = start(&budget);
  struct words *words = &first->descent.words;
  CHECK(glean_lay_bottom(&first->descent));
  CHECK(glean_is_bottom(&first->descent, descent_top(&first->descent)));
  go_down(first, WORDS_IN_BLOCK);
  for (uint64_t block = 1; block <= words->count >> WORDS_SHIFT; block++)
    if (block >= words->spilled)
      CHECK(!glean_is_bottom(&first->descent,
                             words->blocks.items[block] + GLEAN_BOTTOM));
  descent_clear(&first->descent);
  free(first);
}

RUN_TESTS(
    RUN(the_way_that_is_read_is_that_of_the_first),
    RUN(a_floor_lies_near_the_beginning_of_a_block_between_two_differences),
    RUN(a_stack_that_is_not_deep_is_left_to_the_first),
    RUN(the_first_may_go_on_above_the_floor),
    RUN(a_bottom_is_a_difference_that_nobody_goes_along),
    RUN(the_bottom_is_in_the_lowest_block_alone))
