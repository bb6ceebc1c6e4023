/* A state as numbers of its words, packed.
 *
 * A state is cut into words of 64 bits.  A word of a model has few values, as
 * seen over all states: each gets a small number (nodes.c), and the numbers,
 * each in a field of as many bits as were learned to be enough (plan.c), are
 * put together to the key.  Where that makes too many bits, some numbers are
 * put together to a group, which has few values again, whose number stands for
 * them; groups may be parts of groups.  What remains is the key: the last sum.
 *
 * Numbers never change, and the width of a field never does.  So a state either
 * always has a key, and the key says all about it, or never: when a word or a
 * group has a value whose number does not fit its field.  Such a misfit is
 * stored in another way (tree.c).
 *
 * A successor differs from the base in few words.  Its key is that of the base
 * with the differences of the numbers put in: one look-up in a small table for
 * each word that changed, and one for each group that such a word is in.
 * Nothing of the base is overwritten, so nothing has to be restored.  Reading
 * goes the other way and follows the bits in which keys differ.
 *
 * Invariant: sums[g] holds, for each child of g, its number at its shift; the
 * children of a group come before it, the root is the last sum.
 *
 * The numbers for parts of a state are those of collapse compression (Holzmann:
 * State Compression in SPIN, 1997), here for parts that are learned.
 */
#include "store/packed.h"

#include <assert.h>
#include <string.h>

enum { WORD_BYTES = 8, WORD_BITS = 64 };

uint32_t packed_words(size_t length) {
  return (uint32_t)((length + WORD_BYTES - 1) / WORD_BYTES);
}

uint64_t packed_word(const uint8_t *state, size_t length, uint32_t word) {
  const size_t offset = (size_t)word * WORD_BYTES;
  uint64_t value = 0;
  if (offset + WORD_BYTES <= length)
    memcpy(&value, state + offset, WORD_BYTES);
  else
    for (size_t i = offset; i < length; i++)
      value |= (uint64_t)state[i] << (8 * (i - offset));
  return value;
}

/* ---- opening and closing ---- */

static size_t touched_words(const struct packed *packed) {
  return (size_t)packed->groups / WORD_BITS + 1;
}

/* Takes so many items of a size from the block; at first, with no block yet,
 * only counts.
 */
static void *carve(struct packed *packed, size_t *used, size_t count,
                   size_t item_bytes) {
  void *part = packed->block ? (unsigned char *)packed->block + *used : NULL;
  *used += (count * item_bytes + WORD_BYTES - 1) / WORD_BYTES * WORD_BYTES;
  return part;
}

static size_t carve_all(struct packed *packed) {
  const size_t cells = (size_t)packed->words + packed->groups;
  const size_t sums = (size_t)packed->groups + 1;
  size_t used = 0;
  packed->fields = carve(packed, &used, cells, sizeof *packed->fields);
  packed->state = carve(packed, &used, packed->words, sizeof *packed->state);
  packed->numbers = carve(packed, &used, cells, sizeof *packed->numbers);
  packed->sums = carve(packed, &used, sums, sizeof *packed->sums);
  packed->pending =
      carve(packed, &used, packed->groups, sizeof *packed->pending);
  packed->touched =
      carve(packed, &used, touched_words(packed), sizeof *packed->touched);
  packed->child_at =
      carve(packed, &used, sums * WORD_BITS, sizeof *packed->child_at);
  packed->nodes = carve(packed, &used, packed->groups, sizeof *packed->nodes);
  return used;
}

static void list_children(struct packed *packed) {
  for (uint32_t cell = 0; cell < packed->words + packed->groups; cell++) {
    const struct field *field = &packed->fields[cell];
    uint32_t *children = &packed->child_at[(size_t)field->parent * WORD_BITS];
    for (uint32_t bit = 0; UINT64_C(1) << bit < field->limit; bit++)
      children[field->shift + bit] = cell;
  }
}

bool packed_open(struct packed *packed, struct budget *budget,
                 const struct plan *plan, size_t length,
                 struct word_values *values) {
  assert(plan->words == packed_words(length));
  *packed = (struct packed){.length = length,
                            .words = plan->words,
                            .groups = plan->groups,
                            .all = plan->words < WORD_BITS
                                       ? (UINT64_C(1) << plan->words) - 1
                                       : UINT64_MAX,
                            .values_of = values};
  packed->block_bytes = carve_all(packed);
  packed->block = budget_alloc(budget, packed->block_bytes);
  if (!packed->block)
    return false;
  carve_all(packed);
  memcpy(packed->fields, plan->fields.items,
         ((size_t)plan->words + plan->groups) * sizeof *packed->fields);
  for (uint32_t word = 0; word < packed->words; word++)
    packed->state[word] = values[word].reference;
  list_children(packed);
  return true;
}

void packed_close(struct packed *packed, struct budget *budget) {
  for (uint32_t group = 0; group < packed->groups; group++)
    nodes_release(&packed->nodes[group], budget);
  budget_free(budget, packed->block, packed->block_bytes);
  *packed = (struct packed){0};
}

bool packed_is_crowded(const struct packed *packed) {
  for (uint32_t cell = 0; cell < packed->words + packed->groups; cell++) {
    const struct nodes *nodes = cell < packed->words
                                    ? &packed->values_of[cell].nodes
                                    : &packed->nodes[cell - packed->words];
    const uint32_t limit = packed->fields[cell].limit;
    if (limit > 1 && nodes->count > limit / 4)
      return true;
  }
  return false;
}

/* ---- writing ---- */

/* Which of the 64 words from this one on, or as many as there are, differ from
 * the base; one that is cut off by the end of the state counts as different.
 */
static uint64_t compare_words(const struct packed *packed, const uint8_t *state,
                              uint32_t first) {
  uint64_t differing = 0;
  const uint32_t left = packed->words - first;
  const uint32_t count = left < WORD_BITS ? left : WORD_BITS;
  const uint32_t whole = (uint32_t)(packed->length / WORD_BYTES);
  uint32_t i = 0;
  for (; i < count && first + i < whole; i++) {
    uint64_t value;
    memcpy(&value, state + (size_t)(first + i) * WORD_BYTES, WORD_BYTES);
    differing |= (uint64_t)(value != packed->state[first + i]) << i;
  }
  return i < count ? differing | UINT64_C(1) << i : differing;
}

#ifndef NDEBUG
static bool differs_elsewhere(const struct packed *packed, const uint8_t *state,
                              uint64_t changed) {
  for (uint32_t i = 0; i < packed->words; i++)
    if ((i >= WORD_BITS || !(changed >> i & 1)) &&
        packed_word(state, packed->length, i) != packed->state[i])
      return true;
  return false;
}
#endif

/* Adds to a sum the difference that the number of a child makes. */
static inline void add_to_sum(struct packed *packed, const struct field *field,
                              uint64_t difference) {
  packed->pending[field->parent] ^= difference << field->shift;
  packed->touched[field->parent / WORD_BITS] |= UINT64_C(1)
                                                << (field->parent % WORD_BITS);
}

/* Writes those of the words from `first` on that may differ; returns 0, or why
 * one gets no number.  What it makes of the key is added to *key.
 */
static inline uint32_t write_words(struct packed *packed, struct budget *budget,
                                   const uint8_t *state, uint32_t first,
                                   uint64_t changed, uint64_t *key) {
  for (; changed != 0; changed &= changed - 1) {
    const uint32_t word = first + (uint32_t)__builtin_ctzll(changed);
    const uint64_t value = packed_word(state, packed->length, word);
    if (value == packed->state[word])
      continue;
    const struct field *field = &packed->fields[word];
    struct word_values *values = &packed->values_of[word];
    const uint32_t number = nodes_intern(
        &values->nodes, budget, value ^ values->reference, field->limit);
    if (number >= NODE_TOO_LARGE)
      return number;
    const uint64_t difference = number ^ packed->numbers[word];
    if (field->parent == packed->groups)
      *key ^= difference << field->shift;
    else
      add_to_sum(packed, field, difference);
  }
  return 0;
}

/* Writes the groups that changed, parts first. */
static uint32_t write_groups(struct packed *packed, struct budget *budget,
                             uint64_t *key) {
  for (uint32_t i = 0; i <= packed->groups / WORD_BITS; i++) {
    uint64_t *touched = &packed->touched[i];
    while (*touched != 0) {
      const uint32_t group =
          i * WORD_BITS + (uint32_t)__builtin_ctzll(*touched);
      *touched &= *touched - 1;
      const uint64_t sum = packed->sums[group] ^ packed->pending[group];
      packed->pending[group] = 0;
      const uint32_t cell = packed->words + group;
      const struct field *field = &packed->fields[cell];
      const uint32_t number =
          nodes_intern(&packed->nodes[group], budget, sum, field->limit);
      if (number >= NODE_TOO_LARGE)
        return number;
      const uint64_t difference = number ^ packed->numbers[cell];
      if (field->parent == packed->groups)
        *key ^= difference << field->shift;
      else
        add_to_sum(packed, field, difference);
    }
  }
  return 0;
}

static enum packing give_up(struct packed *packed, uint32_t failure) {
  memset(packed->pending, 0, packed->groups * sizeof *packed->pending);
  memset(packed->touched, 0, touched_words(packed) * sizeof *packed->touched);
  return failure == NO_NODE ? PACKED_FULL : PACKED_MISFIT;
}

/* Compares all words, for nobody knows which ones differ. */
static uint32_t write_all_words(struct packed *packed, struct budget *budget,
                                const uint8_t *state, uint64_t *key) {
  uint32_t failure = 0;
  for (uint32_t first = 0; first < packed->words && failure == 0;
       first += WORD_BITS)
    failure = write_words(packed, budget, state, first,
                          compare_words(packed, state, first), key);
  return failure;
}

enum packing packed_write(struct packed *packed, struct budget *budget,
                          const uint8_t *state, uint64_t changed,
                          uint64_t *key) {
  *key = packed->sums[packed->groups];
  assert(changed == UINT64_MAX || !differs_elsewhere(packed, state, changed));
  uint32_t failure =
      changed == UINT64_MAX
          ? write_all_words(packed, budget, state, key)
          : write_words(packed, budget, state, 0, changed & packed->all, key);
  if (failure == 0 && packed->groups > 0)
    failure = write_groups(packed, budget, key);
  return failure == 0 ? PACKED : give_up(packed, failure);
}

/* ---- reading ---- */

static void read_sum(struct packed *packed, uint32_t group, uint64_t sum);

static void read_number(struct packed *packed, uint32_t cell, uint32_t number) {
  packed->numbers[cell] = number;
  if (cell >= packed->words) {
    const uint32_t group = cell - packed->words;
    read_sum(packed, group, nodes_value(&packed->nodes[group], number));
    return;
  }
  const struct word_values *values = &packed->values_of[cell];
  packed->state[cell] = nodes_value(&values->nodes, number) ^ values->reference;
}

/* Goes through the children in which the sum differs from the base. */
static void read_sum(struct packed *packed, uint32_t group, uint64_t sum) {
  const uint32_t *children = &packed->child_at[(size_t)group * WORD_BITS];
  uint64_t change = sum ^ packed->sums[group];
  packed->sums[group] = sum;
  while (change != 0) {
    const uint32_t cell = children[__builtin_ctzll(change)];
    const struct field *field = &packed->fields[cell];
    const uint64_t mask = field->limit - 1;
    change &= ~(mask << field->shift);
    read_number(packed, cell, (uint32_t)(sum >> field->shift & mask));
  }
}

void packed_read(struct packed *packed, uint64_t key) {
  read_sum(packed, packed->groups, key);
}
