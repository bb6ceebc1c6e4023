/* The tree of a state, updated along the paths that change.
 *
 * A state is cut into slots of 32 bits, padded with zeros; its length in bytes
 * is one slot more.  With n slots in all, the tree is a heap of n leaves: the
 * inner nodes are 1 to n - 1, the leaves n to 2n - 1, the children of i are 2i
 * and 2i + 1.  So it is balanced for any n and has n - 1 pairs.  An inner node
 * other than the root holds the number of the pair of its children's values;
 * equal subtrees have equal numbers, and a subtree of zeros has the number 0.
 *
 * The leaves lie in two rows.  The lower row begins at `deep`, a power of two,
 * and holds the start of the state; the leaves n to deep - 1 of the row above
 * hold its end, and the length, in leaf deep - 1, is always at the right end of
 * that row: it is found from the root without knowing n.
 *
 * The root is not interned.  The numbers of its two children and the depth of
 * that row are the key of the state.  Two states have the same key only if they
 * are equal: equal depths and equal values on the way to the right lead to
 * equal lengths, so to equal trees, and pairs are interned exactly.
 *
 * Both directions follow a bitmap of inner nodes.  Writing takes the highest
 * marked node first, so children before parents; reading the lowest first, and
 * stops at values that are as before.  Only what differs costs anything, except
 * for one comparison and one copy of the bytes.
 *
 * After Laarman, van de Pol, Weber: Parallel Recursive State Compression for
 * Free (SPIN 2011); the shape of the tree and the key are not theirs.
 */
#include "store/frame.h"

#include <assert.h>
#include <string.h>

enum { SLOT_BYTES = 4, FEWEST_LEAVES = 4, WORD_BITS = 64 };

/* Parts of a key: depth, left number, right number. */
enum { DEPTH_SHIFT = 2 * NODE_BITS };

/* So that 2n fits 32 bits. */
static const size_t LONGEST = (size_t)1 << 30;

uint32_t frame_leaves(size_t length) {
  if (length > LONGEST)
    return 0;
  const uint32_t leaves =
      (uint32_t)((length + SLOT_BYTES - 1) / SLOT_BYTES) + 1;
  return leaves < FEWEST_LEAVES ? FEWEST_LEAVES : leaves;
}

/* The parts of the one block of a frame of so many leaves. */
static size_t dirty_bytes(uint32_t leaves) {
  return ((size_t)leaves / WORD_BITS + 1) * sizeof(uint64_t);
}

static size_t changes_bytes(uint32_t leaves) {
  return 2 * (size_t)leaves * sizeof(struct change);
}

static size_t values_bytes(uint32_t leaves) {
  return 2 * (size_t)leaves * sizeof(uint32_t);
}

static size_t slots_bytes(uint32_t leaves) {
  return (size_t)leaves * sizeof(uint32_t);
}

static size_t block_bytes(uint32_t leaves) {
  return dirty_bytes(leaves) + changes_bytes(leaves) + values_bytes(leaves) +
         slots_bytes(leaves);
}

static bool enlarge(struct frame *frame, struct budget *budget,
                    uint32_t leaves) {
  unsigned char *block = budget_alloc(budget, block_bytes(leaves));
  if (!block)
    return false;
  frame_clear(frame, budget);
  frame->capacity = leaves;
  frame->dirty = (uint64_t *)block;
  block += dirty_bytes(leaves);
  frame->changes = (struct change *)block;
  block += changes_bytes(leaves);
  frame->values = (uint32_t *)block;
  block += values_bytes(leaves);
  frame->slots = (uint32_t *)block;
  return true;
}

bool frame_reset(struct frame *frame, struct budget *budget, uint32_t leaves) {
  assert(leaves >= FEWEST_LEAVES);
  if (leaves > frame->capacity && !enlarge(frame, budget, leaves))
    return false;
  memset(frame->values, 0, values_bytes(leaves));
  memset(frame->slots, 0, slots_bytes(leaves));
  frame->leaves = leaves;
  frame->deep = UINT32_C(2) << (31 - __builtin_clz(leaves));
  frame->change_count = 0;
  return true;
}

void frame_clear(struct frame *frame, struct budget *budget) {
  if (frame->capacity > 0)
    budget_free(budget, frame->dirty, block_bytes(frame->capacity));
  *frame = (struct frame){0};
}

static uint32_t leaf_of_slot(const struct frame *frame, uint32_t slot) {
  const uint32_t leaf = frame->deep + slot;
  return leaf < 2 * frame->leaves ? leaf : leaf - frame->leaves;
}

static uint32_t slot_of_leaf(const struct frame *frame, uint32_t leaf) {
  const uint32_t slot = leaf - frame->deep;
  return leaf >= frame->deep ? slot : slot + frame->leaves;
}

static void mark(struct frame *frame, uint32_t node) {
  frame->dirty[node / WORD_BITS] |= UINT64_C(1) << (node % WORD_BITS);
}

static void put_logged(struct frame *frame, uint32_t index, uint32_t value) {
  frame->changes[frame->change_count++] =
      (struct change){index, frame->values[index]};
  frame->values[index] = value;
}

static void write_slot(struct frame *frame, uint32_t slot, uint32_t value) {
  if (frame->slots[slot] == value)
    return;
  const uint32_t leaf = leaf_of_slot(frame, slot);
  frame->slots[slot] = value;
  put_logged(frame, leaf, value);
  mark(frame, leaf / 2);
}

/* The slot of a state at this offset, with zeros past its end. */
static uint32_t cut_slot(const uint8_t *state, size_t length, size_t offset) {
  uint32_t value = 0;
  if (offset + SLOT_BYTES <= length)
    memcpy(&value, state + offset, SLOT_BYTES);
  else
    for (size_t i = 0; offset + i < length; i++)
      ((uint8_t *)&value)[i] = state[offset + i];
  return value;
}

static void write_leaves(struct frame *frame, const uint8_t *state,
                         size_t length) {
  uint32_t slot = 0;
  for (size_t offset = 0; offset + 8 <= length; offset += 8, slot += 2) {
    uint32_t now[2];
    memcpy(now, state + offset, sizeof now);
    if (memcmp(now, &frame->slots[slot], sizeof now) == 0)
      continue;
    write_slot(frame, slot, now[0]);
    write_slot(frame, slot + 1, now[1]);
  }
  for (; slot + 1 < frame->leaves; slot++)
    write_slot(frame, slot, cut_slot(state, length, (size_t)slot * SLOT_BYTES));
  write_slot(frame, slot, (uint32_t)length);
}

/* Interns the marked nodes, and the ones above them, from the leaves up. */
static bool write_nodes(struct frame *frame, struct nodes *nodes,
                        struct budget *budget) {
  for (uint32_t word = frame->leaves / WORD_BITS + 1; word-- > 0;) {
    uint64_t *marks = &frame->dirty[word];
    while (*marks != 0) {
      const uint32_t bit = 63 - (uint32_t)__builtin_clzll(*marks);
      const uint32_t node = word * WORD_BITS + bit;
      *marks ^= UINT64_C(1) << bit;
      if (node == 1)
        continue;
      const uint32_t *below = &frame->values[2 * (size_t)node];
      const uint64_t pair = (uint64_t)below[1] << 32 | below[0];
      const uint32_t number = nodes_intern(nodes, budget, pair, MOST_NODES);
      if (number > MOST_NODES)
        return false;
      put_logged(frame, node, number);
      mark(frame, node / 2);
    }
  }
  return true;
}

bool frame_write(struct frame *frame, struct nodes *nodes,
                 struct budget *budget, const uint8_t *state, size_t length) {
  assert(frame->change_count == 0);
  write_leaves(frame, state, length);
  if (write_nodes(frame, nodes, budget))
    return true;
  memset(frame->dirty, 0, dirty_bytes(frame->leaves));
  frame_undo(frame);
  return false;
}

void frame_undo(struct frame *frame) {
  for (uint32_t i = 0; i < frame->change_count; i++) {
    const struct change *change = &frame->changes[i];
    frame->values[change->index] = change->old;
    if (change->index >= frame->leaves)
      frame->slots[slot_of_leaf(frame, change->index)] = change->old;
  }
  frame->change_count = 0;
}

void frame_keep(struct frame *frame) {
  frame->change_count = 0;
}

uint64_t frame_key(const struct frame *frame) {
  const uint64_t depth = 31 - (uint64_t)__builtin_clz(frame->leaves);
  return depth << DEPTH_SHIFT | (uint64_t)frame->values[2] << NODE_BITS |
         frame->values[3];
}

static uint32_t key_left(uint64_t key) {
  return key >> NODE_BITS & ((UINT32_C(1) << NODE_BITS) - 1);
}

static uint32_t key_right(uint64_t key) {
  return key & ((UINT32_C(1) << NODE_BITS) - 1);
}

static void read_value(struct frame *frame, uint32_t index, uint32_t value) {
  if (frame->values[index] == value)
    return;
  frame->values[index] = value;
  if (index >= frame->leaves)
    frame->slots[slot_of_leaf(frame, index)] = value;
  else
    mark(frame, index);
}

void frame_read(struct frame *frame, const struct nodes *nodes, uint64_t key) {
  assert(frame->change_count == 0);
  read_value(frame, 2, key_left(key));
  read_value(frame, 3, key_right(key));
  for (uint32_t word = 0; word <= frame->leaves / WORD_BITS; word++) {
    uint64_t *marks = &frame->dirty[word];
    while (*marks != 0) {
      const uint32_t bit = (uint32_t)__builtin_ctzll(*marks);
      const uint32_t node = word * WORD_BITS + bit;
      *marks ^= UINT64_C(1) << bit;
      const uint64_t pair = nodes_value(nodes, frame->values[node]);
      read_value(frame, 2 * node, (uint32_t)pair);
      read_value(frame, 2 * node + 1, (uint32_t)(pair >> 32));
    }
  }
}

/* Follows the numbers below a node of a tree of so many leaves. */
static bool can_read_below(const struct nodes *nodes, uint32_t leaves,
                           uint32_t index, uint32_t value) {
  if (index >= leaves)
    return true;
  if (value > nodes->count)
    return false;
  const uint64_t pair = nodes_value(nodes, value);
  return can_read_below(nodes, leaves, 2 * index, (uint32_t)pair) &&
         can_read_below(nodes, leaves, 2 * index + 1, (uint32_t)(pair >> 32));
}

bool frame_can_read(const struct nodes *nodes, uint64_t key, size_t longest) {
  const uint64_t depth = key >> DEPTH_SHIFT;
  if (depth < 2 || depth > 30)
    return false;
  uint32_t length = key_right(key);
  for (uint64_t level = 1; level < depth; level++) {
    if (length > nodes->count)
      return false;
    length = (uint32_t)(nodes_value(nodes, length) >> 32);
  }
  const uint32_t leaves = length > longest ? 0 : frame_leaves(length);
  return leaves > 0 && 31 - (uint64_t)__builtin_clz(leaves) == depth &&
         can_read_below(nodes, leaves, 2, key_left(key)) &&
         can_read_below(nodes, leaves, 3, key_right(key));
}

size_t frame_length(const struct frame *frame) {
  return frame->values[frame->deep - 1];
}

size_t frame_length_of(const struct frame *frame, const struct nodes *nodes,
                       uint64_t key) {
  const uint32_t deep = UINT32_C(2) << (key >> DEPTH_SHIFT);
  const bool comparable = frame->leaves > 0 && frame->deep == deep;
  uint32_t value = key_right(key);
  for (uint32_t index = 3; index != deep - 1; index = 2 * index + 1) {
    if (comparable && frame->values[index] == value)
      return frame_length(frame);
    value = (uint32_t)(nodes_value(nodes, value) >> 32);
  }
  return value;
}
