/* Blocks of the sequences in words.h.
 *
 * Invariant: the blocks dropped .. blocks.count - 1 exist, and word i lies in
 * block i / WORDS_IN_BLOCK.  Pushing and popping around the border of a block
 * costs nothing but for the first time, because the block left last is kept.
 * The list of blocks itself is a ten-thousandth of what it lists and is not
 * counted.
 */
#include "search/words.h"

static const size_t BLOCK_BYTES = WORDS_IN_BLOCK * sizeof(uint64_t);

void words_init(struct words *words, struct budget *budget) {
  *words = (struct words){.budget = budget};
}

static void give_back(struct words *words, uint64_t *block) {
  if (words->spare)
    budget_free(words->budget, block, BLOCK_BYTES);
  else
    words->spare = block;
}

void words_clear(struct words *words) {
  for (size_t i = words->dropped; i < words->blocks.count; i++)
    budget_free(words->budget, words->blocks.items[i], BLOCK_BYTES);
  budget_free(words->budget, words->spare, BLOCK_BYTES);
  vec_free(&words->blocks);
  words_init(words, words->budget);
}

bool words_add_block(struct words *words) {
  uint64_t *block = words->spare;
  if (block)
    words->spare = NULL;
  else
    block = budget_alloc(words->budget, BLOCK_BYTES);
  if (!block)
    return false;
  vec_push(&words->blocks, block);
  return true;
}

void words_leave_block(struct words *words) {
  give_back(words, vec_pop(&words->blocks));
}

void words_drop_before(struct words *words, uint64_t index) {
  for (; words->dropped < index >> WORDS_SHIFT; words->dropped++) {
    give_back(words, words->blocks.items[words->dropped]);
    words->blocks.items[words->dropped] = NULL;
  }
}
