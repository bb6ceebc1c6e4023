/* Blocks of the sequences in words.h.
 *
 * Invariant: the blocks dropped .. blocks.count - 1 exist, and word i lies in
 * block i / WORDS_IN_BLOCK.  Pushing and popping around the border of a block
 * costs nothing but for the first time, because the block left last is kept.
 * The list of blocks itself is a ten-thousandth of what it lists and is not
 * counted.
 *
 * Invariant: the blocks below `spilled` are in the file at their own place, and
 * of them the highest is never the last of all: before a pop gets there it is
 * read back.
 */
#include "search/words.h"

#include "base/scratch.h"

enum {
  MOST_RESIDENT = 128,
  STACK_SHARE = 512, /* of the budget: what stays of a stack may take of it */
};

/* What memory there is need not be saved. */
static uint64_t resident_for(const struct budget *budget) {
  const size_t share = budget->limit / STACK_SHARE / BLOCK_BYTES;
  return share < WORDS_RESIDENT  ? WORDS_RESIDENT
         : share > MOST_RESIDENT ? MOST_RESIDENT
                                 : share;
}

void words_init(struct words *words, struct budget *budget) {
  *words = (struct words){.resident = resident_for(budget)};
  word_pool_init(&words->pool, budget);
}

static void give_back(struct words *words, uint64_t *block) {
  if (words->spare)
    word_pool_give_back(&words->pool, block);
  else
    words->spare = block;
}

void words_clear(struct words *words) {
  for (size_t i = words->dropped; i < words->blocks.count; i++)
    if (words->blocks.items[i])
      word_pool_give_back(&words->pool, words->blocks.items[i]);
  memory_free(words->window);
  if (words->file)
    fclose(words->file);
  if (words->spare)
    word_pool_give_back(&words->pool, words->spare);
  vec_free(&words->blocks);
  word_pool_clear(&words->pool);
  words_init(words, words->pool.budget);
}

bool words_add_block(struct words *words) {
  uint64_t *block = words->spare;
  if (block)
    words->spare = NULL;
  else
    block = word_pool_take(&words->pool);
  if (!block)
    return false;
  vec_push(&words->blocks, block);
  return true;
}

bool words_push_each(struct words *words, const uint64_t *values,
                     size_t count) {
  for (size_t pushed = 0; pushed < count; pushed++)
    if (!words_push(words, values[pushed])) {
      words_pop_all(words, pushed);
      return false;
    }
  return true;
}

/* ---- the file ---- */

static void read_block(const struct words *words, uint64_t block,
                       uint64_t *out) {
  if (!scratch_read(words->file, block * BLOCK_BYTES, out, BLOCK_BYTES))
    memory_exhausted(); /* what was written is gone: there is no way on */
}

static bool write_block(struct words *words, uint64_t block) {
  return scratch_write(words->file, block * BLOCK_BYTES,
                       words->blocks.items[block], BLOCK_BYTES);
}

static void open_file(struct words *words) {
  words->file = scratch_file();
  if (!words->file)
    return;
  words->window = memory_alloc(sizeof *words->window);
  words->window->block = UINT64_MAX;
}

/* Leaves so many blocks at the top in memory. */
static void spill(struct words *words, uint64_t index, uint64_t resident) {
  const uint64_t top = index >> WORDS_SHIFT;
  if (top < words->spilled + 2 * resident || top < words->try_again ||
      words->dropped > words->spilled)
    return;
  if (!words->file)
    open_file(words);
  while (words->file && words->spilled + resident < top &&
         write_block(words, words->spilled)) {
    word_pool_give_back(&words->pool, words->blocks.items[words->spilled]);
    words->blocks.items[words->spilled++] = NULL;
  }
  if (words->spilled + resident < top)
    words->try_again = top + resident;
}

void words_spill_deep(struct words *words, uint64_t index) {
  spill(words, index, words->resident);
}

void words_spill_most(struct words *words) {
  spill(words, words->count, 1);
}

uint64_t *words_look(const struct words *words, uint64_t block) {
  struct words_window *window = words->window;
  if (window->block != block)
    read_block(words, block, window->words);
  window->block = block;
  return window->words;
}

/* The last block is about to be one from the file.  It comes into the one that
 * was left.
 */
static void unspill(struct words *words) {
  uint64_t *block = words->spare;
  words->spare = NULL;
  words->spilled--;
  read_block(words, words->spilled, block);
  words->blocks.items[words->spilled] = block;
  words->window->block = UINT64_MAX;
}

void words_leave_block(struct words *words) {
  give_back(words, vec_pop(&words->blocks));
  if (words->spilled > 0 && words->spilled == words->blocks.count)
    unspill(words);
}

void words_drop_before(struct words *words, uint64_t index) {
  for (; words->dropped < index >> WORDS_SHIFT; words->dropped++) {
    give_back(words, words->blocks.items[words->dropped]);
    words->blocks.items[words->dropped] = NULL;
  }
}

/* ---- long lists ---- */

void long_list_init(struct long_list *list) {
  list->budget = (struct budget){.limit = SIZE_MAX};
  words_init(&list->words, &list->budget);
}

void long_list_push(struct long_list *list, uint64_t word) {
  if (!words_push(&list->words, word))
    memory_exhausted();
  words_spill_most(&list->words);
}
