/* See word_pool.h. */
#include "search/word_pool.h"

#include <assert.h>

enum {
  IN_PAGE = BUDGET_HUGE_PAGE / BLOCK_BYTES,
  MOST_SINGLES = 4,
  PAGE_SHARE = 64, /* of the budget: what a page may take of it */
};

static_assert(IN_PAGE == 32, "a page has a bit for each of its blocks");

static const uint32_t ALL_TAKEN = UINT32_MAX;

void word_pool_clear(struct word_pool *pool) {
  assert(pool->singles == 0);
  assert(pool->pages.count == 0);
  vec_free(&pool->pages);
}

static uint64_t *take_single(struct word_pool *pool) {
  uint64_t *block = budget_alloc(pool->budget, BLOCK_BYTES);
  pool->singles += block != NULL;
  return block;
}

/* The lowest that is free. */
static uint64_t *take_from(struct word_page *page) {
  const unsigned number = (unsigned)__builtin_ctz(~page->taken);
  page->taken |= UINT32_C(1) << number;
  return page->base + (size_t)number * BLOCK_WORDS;
}

static bool add_page(struct word_pool *pool) {
  if (pool->budget->limit / PAGE_SHARE < BUDGET_HUGE_PAGE)
    return false;
  uint64_t *base = budget_alloc_page(pool->budget);
  if (base)
    vec_push(&pool->pages, ((struct word_page){.base = base}));
  return base != NULL;
}

uint64_t *word_pool_take(struct word_pool *pool) {
  if (pool->singles < MOST_SINGLES && pool->pages.count == 0)
    return take_single(pool);
  for (size_t i = pool->pages.count; i-- > 0;)
    if (pool->pages.items[i].taken != ALL_TAKEN)
      return take_from(&pool->pages.items[i]);
  return add_page(pool) ? take_from(vec_last(&pool->pages)) : take_single(pool);
}

static void drop_page(struct word_pool *pool, size_t number) {
  budget_free_page(pool->budget, pool->pages.items[number].base);
  pool->pages.items[number] = vec_pop(&pool->pages);
}

void word_pool_give_back(struct word_pool *pool, uint64_t *block) {
  for (size_t i = 0; i < pool->pages.count; i++) {
    struct word_page *page = &pool->pages.items[i];
    const uintptr_t at = (uintptr_t)block - (uintptr_t)page->base;
    if (at >= BUDGET_HUGE_PAGE)
      continue;
    page->taken &= ~(UINT32_C(1) << (at / BLOCK_BYTES));
    if (page->taken == 0)
      drop_page(pool, i);
    return;
  }
  pool->singles--;
  budget_free(pool->budget, block, BLOCK_BYTES);
}
