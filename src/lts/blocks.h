/* A partition of states while it is being refined.
 *
 * The states of a block lie together, the marked ones first.  A state is marked
 * when an edge of it leads to another block than when its block was last looked
 * at.  When a block is divided its largest part keeps the number, and only the
 * states with an edge into another part are marked (Hopcroft 1971).  So a state
 * changes its block at most log n times.
 */
#ifndef LARIAT_LTS_BLOCKS_H
#define LARIAT_LTS_BLOCKS_H

#include "base/vec.h"
#include "lts/limits.h"
#include "lts/lts.h"

struct block {
  uint32_t begin, end; /* in order[] */
  uint32_t marked;     /* the first so many */
};

struct blocks {
  const struct lts *lts;
  uint32_t hidden; /* such steps inside a block mark nothing */
  struct lts_reverse reverse;
  uint32_t *order, *place; /* the states by block, and where each is */
  uint32_t *block_of;
  VEC(struct block) items;
  VEC(uint32_t) waiting; /* blocks with marked states */
  VEC(uint32_t) moved;
};

/* One block of all states, all marked. */
void blocks_init(struct blocks *blocks, const struct lts *lts, uint32_t hidden);
void blocks_clear(struct blocks *blocks); /* but for block_of */

void blocks_mark(struct blocks *blocks, uint32_t state);
void blocks_unmark(struct blocks *blocks, uint32_t block); /* all of it */
static inline bool blocks_is_marked(const struct blocks *blocks,
                                    uint32_t state) {
  const struct block *block = &blocks->items.items[blocks->block_of[state]];
  return blocks->place[state] < block->begin + block->marked;
}

static inline uint32_t block_size(const struct block *block) {
  return block->end - block->begin;
}

/* A hidden step inside a block. */
static inline bool blocks_is_inert(const struct blocks *blocks, uint32_t label,
                                   uint32_t from, uint32_t to) {
  return label == blocks->hidden &&
         blocks->block_of[from] == blocks->block_of[to];
}

/* Divides a block, in which nothing is marked any more then: states[] are those
 * of part 1, then of part 2 and so on, sizes[p - 1] of them each; all others
 * are part 0.  None is empty.  numbers[] gets the numbers of all parts.  Marks
 * what an edge leads from into a part with a new number, or by a hidden step
 * from there to where the number was kept.
 */
void blocks_divide(struct blocks *blocks, uint32_t block,
                   const uint32_t *states, const uint32_t *sizes,
                   uint32_t parts, uint32_t *numbers);

/* Parts the marked states of a block from the others; nothing is marked any
 * more then, and nothing new.  The smaller part gets a new number, which is
 * given; the old one if all are marked.
 */
uint32_t blocks_part_marked(struct blocks *blocks, uint32_t block);

/* Is there no time or no memory left?  `bytes`: of other tables. */
bool blocks_must_stop(const struct blocks *blocks,
                      const struct lts_limits *limits, size_t bytes);

/* Looks at one block after the other that has marked states. */
struct splitter {
  void *context;
  void (*split)(void *context, uint32_t block);
  size_t (*own_bytes)(const void *context); /* of its tables */
};

/* Splits blocks until none waits; false when there is no time or no memory
 * left.
 */
bool blocks_refine(struct blocks *blocks, const struct lts_limits *limits,
                   const struct splitter *splitter);

#endif
