/* Blocks that are taken and given back in any order. */
#include "search/word_pool.h"

#include "base/rng.h"
#include "tap.h"

enum { MANY = 500 };

static const size_t ENOUGH = (size_t)1 << 32;

/* Writes what nobody else will. */
static void mark(uint64_t *block, uint64_t mark) {
  block[0] = block[BLOCK_WORDS - 1] = mark;
}

static bool is_marked(const uint64_t *block, uint64_t mark) {
  return block[0] == mark && block[BLOCK_WORDS - 1] == mark;
}

TEST(blocks_do_not_overlap_and_all_is_given_back) {
  struct budget budget = {.limit = ENOUGH};
  struct word_pool pool;
  struct rng rng;
  uint64_t *blocks[MANY] = {NULL};
  word_pool_init(&pool, &budget);
  rng_seed(&rng, 3);
  for (unsigned round = 0; round < 20 * MANY; round++) {
    const uint64_t i = rng_below(&rng, MANY);
    if (blocks[i]) {
      CHECK(is_marked(blocks[i], i));
      word_pool_give_back(&pool, blocks[i]);
      blocks[i] = NULL;
    } else {
      blocks[i] = word_pool_take(&pool);
      CHECK(blocks[i]);
      mark(blocks[i], i);
    }
  }
  for (unsigned i = 0; i < MANY; i++)
    if (blocks[i])
      word_pool_give_back(&pool, blocks[i]);
  CHECK(budget.used == 0);
  word_pool_clear(&pool);
}

TEST(a_stack_of_blocks_gives_its_pages_back) {
  struct budget budget = {.limit = ENOUGH};
  struct word_pool pool;
  uint64_t *blocks[MANY];
  word_pool_init(&pool, &budget);
  for (unsigned i = 0; i < MANY; i++)
    CHECK((blocks[i] = word_pool_take(&pool)) != NULL);
  CHECK(budget.used >= (size_t)MANY * BLOCK_BYTES);
  CHECK(budget.used < (size_t)MANY * BLOCK_BYTES + BUDGET_HUGE_PAGE);
  for (unsigned i = MANY; i-- > MANY / 2;)
    word_pool_give_back(&pool, blocks[i]);
  CHECK(budget.used < (size_t)(MANY / 2) * BLOCK_BYTES + BUDGET_HUGE_PAGE);
  for (unsigned i = 0; i < MANY / 2; i++)
    word_pool_give_back(&pool, blocks[i]);
  CHECK(budget.used == 0);
  word_pool_clear(&pool);
}

TEST(where_a_page_is_much_there_are_single_blocks) {
  struct budget budget = {.limit = BUDGET_HUGE_PAGE};
  struct word_pool pool;
  uint64_t *blocks[MANY];
  unsigned count = 0;
  word_pool_init(&pool, &budget);
  while ((blocks[count] = word_pool_take(&pool)) != NULL)
    count++;
  CHECK(count == BUDGET_HUGE_PAGE / BLOCK_BYTES);
  CHECK(pool.pages.count == 0);
  while (count > 0)
    word_pool_give_back(&pool, blocks[--count]);
  CHECK(budget.used == 0);
  word_pool_clear(&pool);
}

RUN_TESTS(RUN(blocks_do_not_overlap_and_all_is_given_back),
          RUN(a_stack_of_blocks_gives_its_pages_back),
          RUN(where_a_page_is_much_there_are_single_blocks))
