/* A long sequence of 64-bit words, and of bits, that grows at its end.
 *
 * It lies in blocks of a fixed size, so growing copies nothing; blocks that are
 * left behind, at the end or at the front, are given back, but for one spare.
 * A stack is used at its top only: what lies deep in it may be put into a file
 * and comes back when the top gets there.
 */
#ifndef LARIAT_SEARCH_WORDS_H
#define LARIAT_SEARCH_WORDS_H

#include "search/word_pool.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
  WORDS_SHIFT = BLOCK_SHIFT,
  WORDS_IN_BLOCK = BLOCK_WORDS,
  WORDS_RESIDENT =
      8, /* blocks at the top of a stack stay in memory, at least */
  WORD_BITS = 64
};

struct words {
  struct word_pool pool;
  VEC(uint64_t *) blocks; /* NULL: dropped */
  uint64_t *spare;
  uint64_t dropped; /* blocks given back at the front */
  uint64_t count;   /* dropped ones included: indices stay */
  FILE *file;       /* of the blocks below `spilled`, or NULL */
  uint64_t spilled;
  uint64_t resident;           /* blocks at the top of a stack stay in memory */
  uint64_t try_again;          /* after a failure, with so many blocks */
  struct words_window *window; /* one of them, to be read */
};

struct words_window {
  uint64_t block; /* UINT64_MAX: none */
  uint64_t words[WORDS_IN_BLOCK];
};

void words_init(struct words *words, struct budget *budget);
void words_clear(struct words *words);

/* The slow halves of words_push and words_pop. */
bool words_add_block(struct words *words);
void words_leave_block(struct words *words);

/* Gives back the blocks that lie before this index altogether. */
void words_drop_before(struct words *words, uint64_t index);

/* Puts blocks that lie deep below this index into a file, where there is one to
 * be had.  Words in them can then be read, but not written until the top is
 * back.
 */
void words_spill_deep(struct words *words, uint64_t index);
static inline void words_spill(struct words *words, uint64_t index) {
  if (index >> WORDS_SHIFT >= words->spilled + 2 * words->resident)
    words_spill_deep(words, index);
}

/* The same for a sequence that is seldom popped: hardly anything stays. */
void words_spill_most(struct words *words);

/* A block from the file, until the next call; what is read changes nothing but
 * the window.
 */
uint64_t *words_look(const struct words *words, uint64_t block);

static inline uint64_t *words_at(const struct words *words, uint64_t index) {
  const uint64_t block = index >> WORDS_SHIFT;
  assert(index < words->count && block >= words->dropped);
  uint64_t *items = block < words->spilled ? words_look(words, block)
                                           : words->blocks.items[block];
  return &items[index & (WORDS_IN_BLOCK - 1)];
}

/* The last one, which is always in memory. */
static inline uint64_t *words_top(const struct words *words) {
  const uint64_t index = words->count - 1;
  assert(words->count > 0 && index >> WORDS_SHIFT >= words->spilled);
  return &words->blocks
              .items[index >> WORDS_SHIFT][index & (WORDS_IN_BLOCK - 1)];
}

/* False when the budget does not allow it. */
static inline bool words_push(struct words *words, uint64_t word) {
  if ((words->count & (WORDS_IN_BLOCK - 1)) == 0 && !words_add_block(words))
    return false;
  words->count++;
  *words_at(words, words->count - 1) = word;
  return true;
}

/* Where so many can be written at the end, and count then; NULL where they do
 * not fit into the last block.
 */
static inline uint64_t *words_room(struct words *words, size_t count) {
  const uint64_t used = words->count & (WORDS_IN_BLOCK - 1);
  if (used == 0 || used + count >= WORDS_IN_BLOCK)
    return NULL;
  uint64_t *end = words->blocks.items[words->count >> WORDS_SHIFT] + used;
  words->count += count;
  return end;
}

/* Several; false, and nothing is changed, when the budget does not allow it. */
bool words_push_each(struct words *words, const uint64_t *values, size_t count);

static inline uint64_t words_pop(struct words *words) {
  const uint64_t word = *words_at(words, words->count - 1);
  words->count--;
  if ((words->count & (WORDS_IN_BLOCK - 1)) == 0)
    words_leave_block(words);
  return word;
}

static inline void words_pop_all(struct words *words, size_t count) {
  if (count >= (words->count & (WORDS_IN_BLOCK - 1)))
    for (; count > 0; count--)
      (void)words_pop(words);
  words->count -= count;
}

/* A sequence that counts against no budget, because hardly any of it is in
 * memory.
 */
struct long_list {
  struct budget budget;
  struct words words;
};

void long_list_init(struct long_list *list);
static inline void long_list_clear(struct long_list *list) {
  words_clear(&list->words);
}
void long_list_push(struct long_list *list, uint64_t word);
static inline bool long_list_is_empty(const struct long_list *list) {
  return list->words.count == 0;
}
static inline uint64_t long_list_pop(struct long_list *list) {
  return words_pop(&list->words);
}

struct bits {
  struct words words; /* bits from `count` on are zero */
  uint64_t count;
};

static inline void bits_init(struct bits *bits, struct budget *budget) {
  words_init(&bits->words, budget);
  bits->count = 0;
}

static inline void bits_clear(struct bits *bits) {
  words_clear(&bits->words);
}

static inline bool bits_get(const struct bits *bits, uint64_t index) {
  return *words_at(&bits->words, index / WORD_BITS) >> (index % WORD_BITS) & 1;
}

static inline void bits_set(struct bits *bits, uint64_t index) {
  *words_at(&bits->words, index / WORD_BITS) |= UINT64_C(1)
                                                << (index % WORD_BITS);
}

static inline bool bits_push(struct bits *bits, bool bit) {
  if (bits->count % WORD_BITS == 0 && !words_push(&bits->words, 0))
    return false;
  bits->count++;
  if (bit)
    bits_set(bits, bits->count - 1);
  return true;
}

static inline void bits_pop(struct bits *bits) {
  bits->count--;
  if (bits->count % WORD_BITS == 0)
    (void)words_pop(&bits->words);
  else
    *words_at(&bits->words, bits->count / WORD_BITS) &=
        ~(UINT64_C(1) << (bits->count % WORD_BITS));
}

#endif
