/* Learns a shape: see shape.h.
 *
 * The weight of a slot is the logarithm of the number of values it had in the
 * sample: about the bits it carries.  From the root down, the slots that vary
 * are cut, in their order, where both sides weigh nearly the same, and the
 * slots that do not vary fill up what is left of each side.
 */
#include "store/shape.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct weighed {
  uint32_t slot;
  double weight;
};

/* Slots still to be placed below one node. */
struct share {
  const struct weighed *varying;
  uint32_t varying_count;
  const uint32_t *idle;
  uint32_t idle_count;
};

void shape_add_row(struct shape_sample *sample, const uint32_t *slots) {
  for (uint32_t i = 0; i < sample->leaves; i++)
    vec_push(&sample->slots, slots[i]);
  sample->rows++;
}

static int compare_values(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* How many values the slot has in the sample; column has room for all rows. */
static uint32_t distinct_values(const struct shape_sample *sample,
                                uint32_t slot, uint32_t *column) {
  for (uint32_t row = 0; row < sample->rows; row++)
    column[row] = sample->slots.items[(size_t)row * sample->leaves + slot];
  qsort(column, sample->rows, sizeof *column, compare_values);
  uint32_t distinct = 1;
  for (uint32_t row = 1; row < sample->rows; row++)
    distinct += column[row] != column[row - 1];
  return distinct;
}

/* Leaves below a node of a heap of n leaves. */
static uint32_t leaves_below(uint32_t n, uint64_t node) {
  uint32_t count = 0;
  for (uint64_t first = node, last = node; first < 2 * (uint64_t)n;
       first = 2 * first, last = 2 * last + 1) {
    const uint64_t from = first < n ? n : first;
    const uint64_t to = last >= 2 * (uint64_t)n ? 2 * (uint64_t)n - 1 : last;
    if (to >= from)
      count += (uint32_t)(to - from + 1);
  }
  return count;
}

/* Where to cut the varying slots: at least `least`, at most `most` go left. */
static uint32_t best_cut(const struct share *share, uint32_t least,
                         uint32_t most) {
  double total = 0, left = 0, best_gap = INFINITY;
  for (uint32_t i = 0; i < share->varying_count; i++)
    total += share->varying[i].weight;
  uint32_t best = least;
  for (uint32_t cut = 0; cut <= most; cut++) {
    const double gap = fabs(total - 2 * left);
    if (cut >= least && gap < best_gap) {
      best = cut;
      best_gap = gap;
    }
    if (cut < share->varying_count)
      left += share->varying[cut].weight;
  }
  return best;
}

static void place(struct shape *shape, uint32_t leaf, uint32_t slot) {
  shape->leaf_of_slot[slot] = leaf;
  shape->slot_of_leaf[leaf - shape->leaves] = slot;
}

/* Gives the leaves below a node to the slots of the share.  On the right edge
 * the last varying slot, the length, stays last.
 */
static void assign(struct shape *shape, uint32_t node, struct share share,
                   bool right_edge) {
  if (node >= shape->leaves) {
    assert(share.varying_count + share.idle_count == 1);
    place(shape, node,
          share.varying_count ? share.varying[0].slot : share.idle[0]);
    return;
  }
  const uint32_t left_room = leaves_below(shape->leaves, 2 * (uint64_t)node);
  const uint32_t right_room =
      share.varying_count + share.idle_count - left_room;
  const uint32_t least =
      share.varying_count > right_room ? share.varying_count - right_room : 0;
  uint32_t most = share.varying_count - right_edge;
  if (most > left_room)
    most = left_room;
  const uint32_t cut = best_cut(&share, least, most);
  const uint32_t idle_left = left_room - cut;
  /* with too few idle ones, more of the varying ones go left */
  const uint32_t lacking =
      idle_left > share.idle_count ? idle_left - share.idle_count : 0;
  const uint32_t taken = cut + lacking;
  const struct share left = {share.varying, taken, share.idle,
                             left_room - taken};
  const struct share right = {
      share.varying + taken, share.varying_count - taken,
      share.idle + left.idle_count, share.idle_count - left.idle_count};
  assign(shape, 2 * node, left, false);
  assign(shape, 2 * node + 1, right, right_edge);
}

void shape_learn(struct shape *shape, const struct shape_sample *sample) {
  const uint32_t n = sample->leaves;
  shape->leaves = n;
  shape->leaf_of_slot = memory_alloc(n * sizeof(uint32_t));
  shape->slot_of_leaf = memory_alloc(n * sizeof(uint32_t));
  struct weighed *varying = memory_alloc(n * sizeof *varying);
  uint32_t *idle = memory_alloc(n * sizeof *idle);
  uint32_t *column = memory_alloc((size_t)sample->rows * sizeof *column);
  uint32_t varying_count = 0, idle_count = 0;
  for (uint32_t slot = 0; slot < n; slot++) {
    const uint32_t values = distinct_values(sample, slot, column);
    if (values > 1 || slot == n - 1)
      varying[varying_count++] = (struct weighed){slot, log2(values)};
    else
      idle[idle_count++] = slot;
  }
  const struct share all = {varying, varying_count, idle, idle_count};
  assign(shape, 1, all, true);
  memory_free(varying);
  memory_free(idle);
  memory_free(column);
}

void shape_free(struct shape *shape) {
  memory_free(shape->leaf_of_slot);
  memory_free(shape->slot_of_leaf);
  *shape = (struct shape){0};
}
