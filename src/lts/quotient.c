/* The graph of the blocks of a partition: see partition.h.
 *
 * The states are put in order of their blocks, the edges of each block are
 * gathered, sorted and given out once.
 */
#include "lts/partition.h"

#include "base/vec.h"
#include "lts/set_pool.h"

#include <string.h>

/* The states by block, and where each block begins. */
static uint32_t *by_block(const struct partition *partition, uint32_t states,
                          uint32_t **starts) {
  const uint32_t *block_of = partition->block_of;
  uint32_t *order = memory_alloc(states * sizeof *order);
  *starts = memory_alloc(((size_t)partition->count + 2) * sizeof **starts);
  uint32_t *next = *starts + 1;
  for (uint32_t s = 0; s < states; s++)
    next[block_of[s] + 1]++;
  for (uint32_t b = 0; b < partition->count; b++)
    next[b + 1] += next[b];
  for (uint32_t s = 0; s < states; s++)
    order[next[block_of[s]]++] = s;
  return order;
}

struct gathering {
  const struct lts *lts;
  const uint32_t *block_of;
  uint32_t hidden;
  struct set_pool steps;
};

static void gather(struct gathering *g, uint32_t state) {
  const struct lts *lts = g->lts;
  for (uint32_t e = lts->first_edge[state]; e < lts->first_edge[state + 1];
       e++) {
    const uint32_t block = g->block_of[lts->targets[e]];
    if (lts->labels[e] != g->hidden || block != g->block_of[state])
      set_pool_add(&g->steps, (uint64_t)lts->labels[e] << 32 | block);
  }
}

static void give_out(struct gathering *g, struct lts_builder *builder,
                     uint32_t block) {
  const uint32_t set = set_pool_finish(&g->steps);
  const uint64_t *steps = set_pool_items(&g->steps, set);
  for (size_t i = 0; i < set_pool_size(&g->steps, set); i++)
    (void)lts_builder_edge(builder, block, (uint32_t)(steps[i] >> 32),
                           (uint32_t)steps[i]);
  set_pool_empty(&g->steps);
}

struct lts *partition_quotient(const struct lts *lts,
                               const struct partition *partition,
                               uint32_t hidden) {
  struct gathering g = {
      .lts = lts, .block_of = partition->block_of, .hidden = hidden};
  struct lts_builder *builder = lts_builder_open();
  uint32_t *starts, *order = by_block(partition, lts->state_count, &starts);
  for (uint32_t i = 0; i < lts->label_count; i++)
    (void)lts_builder_label(builder, lts->names[i], strlen(lts->names[i]));
  for (uint32_t b = 0; b < partition->count; b++) {
    for (uint32_t i = starts[b]; i < starts[b + 1]; i++)
      gather(&g, order[i]);
    give_out(&g, builder, b);
  }
  struct lts *quotient = lts_builder_finish(builder, partition->count,
                                            partition->block_of[lts->initial]);
  lts_builder_close(builder);
  memory_free(starts);
  memory_free(order);
  set_pool_clear(&g.steps);
  return quotient;
}
