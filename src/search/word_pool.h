/* Blocks of words, all of one size, for what grows and shrinks block by block.
 *
 * The first ones lie on the heap.  When there are many, more come from a huge
 * page at a time: to touch it costs one fault instead of hundreds.  Such a page
 * is given back when none of its blocks is in use.
 *
 * Cost: to find a block takes a look at each page there is; a block holds
 * thousands of words.
 */
#ifndef LARIAT_SEARCH_WORD_POOL_H
#define LARIAT_SEARCH_WORD_POOL_H

#include "base/vec.h"
#include "store/budget.h"

#include <stdint.h>

enum {
  BLOCK_SHIFT = 13,
  BLOCK_WORDS = 1 << BLOCK_SHIFT,
  BLOCK_BYTES = BLOCK_WORDS * sizeof(uint64_t),
};

struct word_pool {
  struct budget *budget;
  uint64_t singles; /* blocks on the heap */
  VEC(struct word_page {
    uint64_t *base;
    uint32_t taken; /* of its blocks, a bit each */
  })
  pages;
};

static inline void word_pool_init(struct word_pool *pool,
                                  struct budget *budget) {
  *pool = (struct word_pool){.budget = budget};
}

/* All must have been given back. */
void word_pool_clear(struct word_pool *pool);

/* What is in it may be anything; NULL when the budget does not allow it. */
uint64_t *word_pool_take(struct word_pool *pool);
void word_pool_give_back(struct word_pool *pool, uint64_t *block);

#endif
