/* Strong bisimilarity by refinement of blocks.
 *
 * The signature of a state is the set of its pairs (label, block of the
 * target).  Strongly bisimilar states have equal signatures, so a block whose
 * states differ in them is divided.  That is repeated, but only marked states
 * are looked at again (lts/blocks.h; Jacobs and Wissmann: Fast coalgebraic
 * bisimilarity minimization, 2023).
 *
 * Invariant: the states of a block that are not marked have one signature with
 * regard to the blocks as they are.
 *
 * Each state changes its block at most log n times, so with degrees below k it
 * takes O(k m log n) time; it takes 12 bytes an edge and 16 a state besides the
 * graph.
 */
#include "lts/partition.h"

#include "lts/blocks.h"
#include "lts/set_pool.h"
#include "lts/transform.h"

#include <string.h>

struct refinement {
  struct blocks blocks;
  struct set_pool signatures;
  uint32_t *class; /* of the marked states of the block at hand */
  VEC(uint32_t) states, sorted, sizes, starts, numbers;
};

/* ---- signatures ---- */

static uint32_t signature_of(struct refinement *r, uint32_t state) {
  const struct lts *lts = r->blocks.lts;
  for (uint32_t e = lts->first_edge[state]; e < lts->first_edge[state + 1]; e++)
    set_pool_add(&r->signatures, (uint64_t)lts->labels[e] << 32 |
                                     r->blocks.block_of[lts->targets[e]]);
  return set_pool_finish(&r->signatures);
}

/* Adds a state to those of its class, which are numbered from 0. */
static void count_state(struct refinement *r, uint32_t class, uint32_t count) {
  if (class == r->sizes.count)
    vec_push(&r->sizes, 0);
  r->sizes.items[class] += count;
}

/* The classes of all marked states; if there are others, theirs is number 0.
 * sizes[] says how many states of the block are in each.
 */
static void find_classes(struct refinement *r, const struct block *block) {
  const uint32_t unmarked = block_size(block) - block->marked;
  set_pool_empty(&r->signatures);
  r->sizes.count = r->states.count = 0;
  if (unmarked > 0)
    count_state(r,
                signature_of(r, r->blocks.order[block->begin + block->marked]),
                unmarked);
  for (uint32_t i = 0; i < block->marked; i++) {
    const uint32_t state = r->blocks.order[block->begin + i];
    r->class[state] = signature_of(r, state);
    count_state(r, r->class[state], 1);
    vec_push(&r->states, state);
  }
}

/* ---- dividing ---- */

/* The states of all classes but 0, by class. */
static void sort_states(struct refinement *r) {
  const size_t classes = r->sizes.count;
  uint32_t at = 0;
  r->starts.count = r->sorted.count = r->numbers.count = 0;
  vec_reserve(&r->starts, classes);
  vec_reserve(&r->sorted, r->states.count);
  vec_reserve(&r->numbers, classes);
  for (size_t i = 1; i < classes; at += r->sizes.items[i], i++)
    r->starts.items[i] = at;
  for (size_t i = 0; i < r->states.count; i++) {
    const uint32_t state = r->states.items[i];
    if (r->class[state] > 0)
      r->sorted.items[r->starts.items[r->class[state]]++] = state;
  }
}

static void split(void *context, uint32_t number) {
  struct refinement *r = context;
  const struct block block = r->blocks.items.items[number];
  find_classes(r, &block);
  blocks_unmark(&r->blocks, number);
  if (r->sizes.count == 1)
    return;
  sort_states(r);
  blocks_divide(&r->blocks, number, r->sorted.items, r->sizes.items + 1,
                (uint32_t)r->sizes.count - 1, r->numbers.items);
}

/* ---- the whole ---- */

static size_t own_bytes(const void *context) {
  const struct refinement *r = context;
  return r->blocks.lts->state_count * sizeof *r->class +
         set_pool_bytes(&r->signatures) +
         (r->states.capacity + r->sorted.capacity + r->sizes.capacity +
          r->starts.capacity + r->numbers.capacity) *
             sizeof(uint32_t);
}

static void end(struct refinement *r) {
  blocks_clear(&r->blocks);
  memory_free(r->class);
  set_pool_clear(&r->signatures);
  vec_free(&r->states);
  vec_free(&r->sorted);
  vec_free(&r->sizes);
  vec_free(&r->starts);
  vec_free(&r->numbers);
}

bool partition_strong(const struct lts *lts, const struct lts_limits *limits,
                      struct partition *out) {
  struct refinement r = {.class =
                             memory_alloc(lts->state_count * sizeof *r.class)};
  blocks_init(&r.blocks, lts, LTS_NO_LABEL);
  const struct splitter splitter = {
      .context = &r, .split = split, .own_bytes = own_bytes};
  const bool done = blocks_refine(&r.blocks, limits, &splitter);
  *out = (struct partition){r.blocks.block_of, (uint32_t)r.blocks.items.count};
  end(&r);
  if (!done)
    partition_clear(out);
  return done;
}

void partition_clear(struct partition *partition) {
  memory_free(partition->block_of);
  *partition = (struct partition){0};
}
