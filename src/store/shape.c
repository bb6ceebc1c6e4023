/* Learns a shape: see shape.h.
 *
 * A pair is stored once for each combination of values below it, so the slots
 * below a node are best shared out between its two sides so that few
 * combinations were seen on either.  From the root down: the slots that vary in
 * the sample are first cut in two, in their order, at the best place; then each
 * slot in turn goes to the other side where that is better, until none is or
 * ROUNDS are over.  Better means a smaller sum of the squares of the two
 * numbers: the larger one matters most, it is the one that grows.  The slots
 * that do not vary fill up what is left of each side.
 *
 * The combinations of a side are counted by a hash for each row, the sum of a
 * hash for each slot, so that a slot is taken in or out at little cost.  With r
 * rows and v varying slots a node costs O(v r).
 */
#include "store/shape.h"

#include <assert.h>
#include <string.h>

enum { ROUNDS = 3, MOST_MOVED = 96 }; /* more slots than that stay in order */

/* Slots still to be placed below one node. */
struct share {
  uint32_t *varying; /* reordered: left ones first */
  uint32_t varying_count;
  const uint32_t *idle;
  uint32_t idle_count;
};

/* How many of the varying slots may go left. */
struct bounds {
  uint32_t least, most;
};

struct learner {
  struct shape *shape;
  const struct shape_sample *sample;
  uint64_t *hashes[2]; /* of the rows, for the slots on either side */
  uint64_t *table;     /* to count them */
  size_t mask;         /* of it: its size less one */
};

void shape_add_row(struct shape_sample *sample, const uint32_t *slots) {
  for (uint32_t i = 0; i < sample->leaves; i++)
    vec_push(&sample->slots, slots[i]);
  sample->rows++;
}

static uint32_t value_at(const struct shape_sample *sample, uint32_t row,
                         uint32_t slot) {
  return sample->slots.items[(size_t)row * sample->leaves + slot];
}

static uint64_t hash_slot(uint32_t slot, uint32_t value) {
  uint64_t hash = ((uint64_t)slot << 32 | value) * UINT64_C(0x9e3779b97f4a7c15);
  hash = (hash ^ (hash >> 32)) * UINT64_C(0xd6e8feb86659fd93);
  return hash ^ (hash >> 29);
}

/* Moves a slot from one side to the other in the hashes of all rows. */
static void move_slot(struct learner *learner, uint32_t slot, unsigned to) {
  const struct shape_sample *sample = learner->sample;
  for (uint32_t row = 0; row < sample->rows; row++) {
    const uint64_t hash = hash_slot(slot, value_at(sample, row, slot));
    learner->hashes[to][row] += hash;
    learner->hashes[!to][row] -= hash;
  }
}

/* How many combinations of its slots a side has: distinct hashes, counted in a
 * table at most half full.
 */
static uint64_t combinations(struct learner *learner, unsigned side) {
  uint64_t distinct = 0;
  memset(learner->table, 0, (learner->mask + 1) * sizeof *learner->table);
  for (uint32_t row = 0; row < learner->sample->rows; row++) {
    const uint64_t hash = learner->hashes[side][row] | 1; /* 0: a free place */
    size_t i = (hash >> 32) & learner->mask;
    while (learner->table[i] != 0 && learner->table[i] != hash)
      i = (i + 1) & learner->mask;
    distinct += learner->table[i] == 0;
    learner->table[i] = hash;
  }
  return distinct;
}

static uint64_t cost(struct learner *learner) {
  const uint64_t left = combinations(learner, 0);
  const uint64_t right = combinations(learner, 1);
  return left * left + right * right;
}

static bool varies(const struct shape_sample *sample, uint32_t slot) {
  for (uint32_t row = 1; row < sample->rows; row++)
    if (value_at(sample, row, slot) != value_at(sample, 0, slot))
      return true;
  return false;
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

/* Puts all varying slots on the right side. */
static void start_right(struct learner *learner, const struct share *share) {
  const uint32_t rows = learner->sample->rows;
  memset(learner->hashes[0], 0, rows * sizeof(uint64_t));
  memset(learner->hashes[1], 0, rows * sizeof(uint64_t));
  for (uint32_t i = 0; i < share->varying_count; i++)
    move_slot(learner, share->varying[i], 1);
  memset(learner->hashes[0], 0, rows * sizeof(uint64_t));
}

/* The best place to cut the varying slots in their order; the hashes are left
 * at that cut.
 */
static uint32_t cut_in_order(struct learner *learner, const struct share *share,
                             struct bounds bounds, uint64_t *best_cost) {
  uint32_t best = bounds.least;
  *best_cost = UINT64_MAX;
  start_right(learner, share);
  for (uint32_t cut = 0; cut <= bounds.most; cut++) {
    if (cut > 0)
      move_slot(learner, share->varying[cut - 1], 0);
    if (cut < bounds.least)
      continue;
    const uint64_t now = cost(learner);
    if (now < *best_cost) {
      *best_cost = now;
      best = cut;
    }
  }
  for (uint32_t cut = bounds.most; cut > best; cut--)
    move_slot(learner, share->varying[cut - 1], 1);
  return best;
}

/* Exchanges sides slot by slot where that is better.  sides[i] is the side of
 * varying slot i; gives how many are left.
 */
static uint32_t improve(struct learner *learner, const struct share *share,
                        struct bounds bounds, uint8_t *sides, uint32_t left,
                        uint64_t best_cost, uint32_t movable) {
  bool better = true;
  for (unsigned round = 0; better && round < ROUNDS; round++) {
    better = false;
    for (uint32_t i = 0; i < movable; i++) {
      const unsigned to = !sides[i];
      if (to ? left == bounds.least : left == bounds.most)
        continue;
      move_slot(learner, share->varying[i], to);
      const uint64_t now = cost(learner);
      if (now >= best_cost) {
        move_slot(learner, share->varying[i], !to);
        continue;
      }
      best_cost = now;
      sides[i] = (uint8_t)to;
      left = to ? left - 1 : left + 1;
      better = true;
    }
  }
  return left;
}

/* Sorts the varying slots: left ones first, the order kept on either side. */
static void put_left_first(struct share *share, const uint8_t *sides) {
  uint32_t *sorted = memory_alloc(share->varying_count * sizeof *sorted);
  uint32_t next = 0;
  for (unsigned side = 0; side < 2; side++)
    for (uint32_t i = 0; i < share->varying_count; i++)
      if (sides[i] == side)
        sorted[next++] = share->varying[i];
  memcpy(share->varying, sorted, next * sizeof *sorted);
  memory_free(sorted);
}

/* Shares the varying slots out between the sides; gives how many go left.  On
 * the right edge the last one, the length, does not move.
 */
static uint32_t share_out(struct learner *learner, struct share *share,
                          struct bounds bounds, bool right_edge) {
  uint64_t best_cost;
  uint32_t left = cut_in_order(learner, share, bounds, &best_cost);
  if (share->varying_count > MOST_MOVED)
    return left;
  uint8_t sides[MOST_MOVED];
  for (uint32_t i = 0; i < share->varying_count; i++)
    sides[i] = i >= left;
  left = improve(learner, share, bounds, sides, left, best_cost,
                 share->varying_count - right_edge);
  put_left_first(share, sides);
  return left;
}

static void place(struct shape *shape, uint32_t leaf, uint32_t slot) {
  shape->leaf_of_slot[slot] = leaf;
  shape->slot_of_leaf[leaf - shape->leaves] = slot;
}

/* Gives the leaves below a node to the slots of the share.  On the right edge
 * the last varying slot, the length, stays last.
 */
static void assign(struct learner *learner, uint32_t node, struct share share,
                   bool right_edge) {
  const uint32_t leaves = learner->shape->leaves;
  if (node >= leaves) {
    assert(share.varying_count + share.idle_count == 1);
    place(learner->shape, node,
          share.varying_count ? share.varying[0] : share.idle[0]);
    return;
  }
  const uint32_t left_room = leaves_below(leaves, 2 * (uint64_t)node);
  const uint32_t right_room =
      share.varying_count + share.idle_count - left_room;
  struct bounds bounds = {0, share.varying_count - right_edge};
  if (share.varying_count > right_room)
    bounds.least = share.varying_count - right_room;
  if (left_room > share.idle_count + bounds.least)
    bounds.least = left_room - share.idle_count; /* too few idle to fill up */
  if (bounds.most > left_room)
    bounds.most = left_room;
  const uint32_t cut = bounds.least < bounds.most
                           ? share_out(learner, &share, bounds, right_edge)
                           : bounds.most;
  const struct share left = {share.varying, cut, share.idle, left_room - cut};
  const struct share right = {share.varying + cut, share.varying_count - cut,
                              share.idle + left.idle_count,
                              share.idle_count - left.idle_count};
  assign(learner, 2 * node, left, false);
  assign(learner, 2 * node + 1, right, right_edge);
}

static size_t table_size(uint32_t rows) {
  size_t size = 16;
  while (size < 2 * (size_t)rows)
    size *= 2;
  return size;
}

void shape_learn(struct shape *shape, const struct shape_sample *sample) {
  const uint32_t n = sample->leaves;
  shape->leaves = n;
  shape->leaf_of_slot = memory_alloc(n * sizeof(uint32_t));
  shape->slot_of_leaf = memory_alloc(n * sizeof(uint32_t));
  struct learner learner = {
      .shape = shape,
      .sample = sample,
      .hashes = {memory_alloc(sample->rows * sizeof(uint64_t)),
                 memory_alloc(sample->rows * sizeof(uint64_t))},
      .mask = table_size(sample->rows) - 1,
  };
  learner.table = memory_alloc((learner.mask + 1) * sizeof *learner.table);
  uint32_t *varying = memory_alloc(n * sizeof *varying);
  uint32_t *idle = memory_alloc(n * sizeof *idle);
  uint32_t varying_count = 0, idle_count = 0;
  for (uint32_t slot = 0; slot < n; slot++)
    if (slot == n - 1 || varies(sample, slot))
      varying[varying_count++] = slot;
    else
      idle[idle_count++] = slot;
  const struct share all = {varying, varying_count, idle, idle_count};
  assign(&learner, 1, all, true);
  memory_free(learner.hashes[0]);
  memory_free(learner.hashes[1]);
  memory_free(learner.table);
  memory_free(varying);
  memory_free(idle);
}

void shape_free(struct shape *shape) {
  memory_free(shape->leaf_of_slot);
  memory_free(shape->slot_of_leaf);
  *shape = (struct shape){0};
}
