/* Blocks of states: see blocks.h.  12 bytes an edge, for the edges turned
 * round, and 12 a state; 12 a block.
 */
#include "lts/blocks.h"

enum { STOP_EVERY = 1 << 10 }; /* blocks */

void blocks_init(struct blocks *blocks, const struct lts *lts,
                 uint32_t hidden) {
  const uint32_t count = lts->state_count;
  const size_t bytes = count * sizeof(uint32_t);
  *blocks = (struct blocks){.lts = lts,
                            .hidden = hidden,
                            .order = memory_alloc(bytes),
                            .place = memory_alloc(bytes),
                            .block_of = memory_alloc(bytes)};
  lts_reverse_init(&blocks->reverse, lts);
  for (uint32_t s = 0; s < count; s++)
    blocks->order[s] = blocks->place[s] = s;
  if (count == 0)
    return;
  vec_push(&blocks->items, ((struct block){0, count, count}));
  vec_push(&blocks->waiting, 0);
}

void blocks_clear(struct blocks *blocks) {
  lts_reverse_clear(&blocks->reverse);
  memory_free(blocks->order);
  memory_free(blocks->place);
  vec_free(&blocks->items);
  vec_free(&blocks->waiting);
  vec_free(&blocks->moved);
}

bool blocks_must_stop(const struct blocks *blocks,
                      const struct lts_limits *limits, size_t bytes) {
  const struct lts *lts = blocks->lts;
  bytes += 12 * ((size_t)lts->edge_count + lts->state_count) +
           blocks->items.capacity * sizeof *blocks->items.items +
           (blocks->waiting.capacity + blocks->moved.capacity) *
               sizeof *blocks->moved.items;
  return (limits->max_bytes > 0 && bytes > limits->max_bytes) ||
         lts_must_stop(limits);
}

bool blocks_refine(struct blocks *blocks, const struct lts_limits *limits,
                   const struct splitter *splitter) {
  for (uint32_t turn = 0; blocks->waiting.count > 0; turn++) {
    if (turn % STOP_EVERY == 0 &&
        blocks_must_stop(blocks, limits,
                         splitter->own_bytes(splitter->context)))
      return false;
    splitter->split(splitter->context, vec_pop(&blocks->waiting));
  }
  return true;
}

static void swap_places(struct blocks *blocks, uint32_t i, uint32_t j) {
  const uint32_t a = blocks->order[i], b = blocks->order[j];
  blocks->order[i] = b;
  blocks->order[j] = a;
  blocks->place[a] = j;
  blocks->place[b] = i;
}

/* A block of one state has nothing to divide. */
void blocks_mark(struct blocks *blocks, uint32_t state) {
  struct block *block = &blocks->items.items[blocks->block_of[state]];
  if (block_size(block) == 1 || blocks_is_marked(blocks, state))
    return;
  if (block->marked == 0)
    vec_push(&blocks->waiting, blocks->block_of[state]);
  swap_places(blocks, blocks->place[state], block->begin + block->marked++);
}

void blocks_unmark(struct blocks *blocks, uint32_t block) {
  blocks->items.items[block].marked = 0;
}

/* Brings the states to the front of the block, in this order. */
static void bring_forward(struct blocks *blocks, uint32_t begin,
                          const uint32_t *states, size_t count) {
  for (size_t i = 0; i < count; i++)
    swap_places(blocks, blocks->place[states[i]], begin + (uint32_t)i);
}

static uint32_t largest_part(const uint32_t *sizes, uint32_t parts,
                             uint32_t rest) {
  uint32_t largest = 0, size = rest;
  for (uint32_t p = 1; p <= parts; p++)
    if (sizes[p - 1] > size) {
      largest = p;
      size = sizes[p - 1];
    }
  return largest;
}

/* Makes the part a block of its own, with a new number unless it is to keep the
 * old one.
 */
static uint32_t make_block(struct blocks *blocks, struct block part,
                           uint32_t old, bool keeps) {
  if (keeps) {
    blocks->items.items[old] = part;
    return old;
  }
  const uint32_t number = (uint32_t)blocks->items.count;
  vec_push(&blocks->items, part);
  for (uint32_t p = part.begin; p < part.end; p++) {
    blocks->block_of[blocks->order[p]] = number;
    vec_push(&blocks->moved, blocks->order[p]);
  }
  return number;
}

uint32_t blocks_part_marked(struct blocks *blocks, uint32_t block) {
  const struct block whole = blocks->items.items[block];
  const uint32_t middle = whole.begin + whole.marked;
  const struct block front = {whole.begin, middle, 0};
  const struct block back = {middle, whole.end, 0};
  blocks_unmark(blocks, block);
  if (block_size(&back) == 0)
    return block;
  const bool keeps_front = block_size(&front) > block_size(&back);
  blocks->moved.count = 0;
  blocks->items.items[block] = keeps_front ? front : back;
  return make_block(blocks, keeps_front ? back : front, block, false);
}

/* Marks what leads into a state that has got another block. */
static void mark_sources(struct blocks *blocks, uint32_t state) {
  const struct lts_reverse *reverse = &blocks->reverse;
  for (uint32_t i = reverse->first[state]; i < reverse->first[state + 1]; i++)
    if (!blocks_is_inert(blocks, blocks->lts->labels[reverse->edges[i]],
                         reverse->sources[i], state))
      blocks_mark(blocks, reverse->sources[i]);
}

/* A step that was inside the block and no longer is. */
static bool leads_back(const struct blocks *blocks, uint32_t state,
                       uint32_t old) {
  const struct lts *lts = blocks->lts;
  for (uint32_t e = lts->first_edge[state]; e < lts->first_edge[state + 1]; e++)
    if (lts->labels[e] == blocks->hidden &&
        blocks->block_of[lts->targets[e]] == old)
      return true;
  return false;
}

void blocks_divide(struct blocks *blocks, uint32_t block,
                   const uint32_t *states, const uint32_t *sizes,
                   uint32_t parts, uint32_t *numbers) {
  const struct block whole = blocks->items.items[block];
  uint32_t at = whole.begin, listed = 0;
  for (uint32_t p = 0; p < parts; p++)
    listed += sizes[p];
  bring_forward(blocks, whole.begin, states, listed);
  const uint32_t keeper =
      largest_part(sizes, parts, block_size(&whole) - listed);
  blocks->moved.count = 0;
  for (uint32_t p = 1; p <= parts; at += sizes[p - 1], p++)
    numbers[p] = make_block(blocks, (struct block){at, at + sizes[p - 1], 0},
                            block, p == keeper);
  numbers[0] =
      make_block(blocks, (struct block){at, whole.end, 0}, block, keeper == 0);
  for (size_t i = 0; i < blocks->moved.count; i++) {
    const uint32_t state = blocks->moved.items[i];
    mark_sources(blocks, state);
    if (leads_back(blocks, state, block))
      blocks_mark(blocks, state);
  }
}
