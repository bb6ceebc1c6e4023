/* A state as numbers of its words, packed.
 *
 * A state is cut into words of 64 bits.  Most bits of a word are the same in
 * all states.  If the others are few they are the number of the word.  If not,
 * the word still has few values: each gets a small number (nodes.c).  The
 * numbers, each in a field of as many bits as were learned to be enough
 * (plan.c), are put together to the key.  Where that makes too many bits, some
 * numbers are put together to a group, which has few values again, whose number
 * stands for them; groups may be parts of groups.  What remains is the key: the
 * last sum.
 *
 * Numbers never change, and neither do the bits of the key that they go to.  A
 * field that becomes too narrow, or a word that varies in one bit more, gets
 * one of the bits that are not used yet: in the keys made so far it is zero, as
 * it should be.  So a state either always has a key, and the key says all about
 * it, or never: when no bit was left for a value of it.  Such a misfit is
 * stored in another way (tree.c).
 *
 * A successor differs from the base in few words.  Its key is that of the base
 * with the differences of the numbers put in: one look-up in a small table for
 * each word that changed and is not its own number, and one for each group that
 * such a word is in.
 * Nothing of the base is overwritten, so nothing has to be restored.  Reading
 * goes the other way and follows the bits in which keys differ.
 *
 * Invariant: sums[g] holds, for each child of g, its number, where its field
 * and its extra bits are; the children of a group come before it, the root is
 * the last sum.
 *
 * The numbers for parts of a state are those of collapse compression (Holzmann:
 * State Compression in SPIN, 1997), here for parts that are learned.
 */
#include "store/packed.h"

#include "store/gather.h"
#include "store/turn.h"

#include <assert.h>
#include <string.h>

enum {
  WORD_BYTES = 8,
  WORD_BITS = 64,
  MOST_LIMIT = MOST_NODES / 2, /* of numbers, if it is to be doubled */
};

uint32_t packed_words(size_t length) {
  return (uint32_t)((length + WORD_BYTES - 1) / WORD_BYTES);
}

static uint64_t find_turn(const struct word_values *values) {
  struct turn_sample sample = {0};
  turn_note(&sample, values->reference);
  for (uint32_t number = 1; number <= values->nodes.count; number++)
    turn_note(&sample, nodes_value(&values->nodes, number) ^ values->reference);
  return turn_find(&sample);
}

/* The bits of a word that were seen to vary after a turn. */
static uint64_t varying_bits(const struct word_values *values, uint64_t turn) {
  const uint64_t reference = turn_forth(values->reference, turn);
  uint64_t bits = 0;
  for (uint32_t number = 1; number <= values->nodes.count; number++) {
    const uint64_t value =
        nodes_value(&values->nodes, number) ^ values->reference;
    bits |= turn_forth(value, turn) ^ reference;
  }
  return bits;
}

void packed_note_varying(const struct word_values *values,
                         struct plan_sample *sample) {
  for (uint32_t word = 0; word < sample->words; word++) {
    const uint64_t turn = find_turn(&values[word]);
    vec_push(&sample->turns, turn);
    vec_push(&sample->varying, varying_bits(&values[word], turn));
    vec_push(&sample->growing, values[word].has_grown);
  }
}

uint64_t packed_word(const uint8_t *state, size_t length, uint32_t word) {
  const size_t offset = (size_t)word * WORD_BYTES;
  uint64_t value = 0;
  if (offset + WORD_BYTES <= length) {
    memcpy(&value, state + offset, WORD_BYTES);
  } else if (length >= WORD_BYTES) {
    memcpy(&value, state + length - WORD_BYTES, WORD_BYTES);
    value >>= 8 * (offset + WORD_BYTES - length);
  } else {
    for (size_t i = offset; i < length; i++)
      value |= (uint64_t)state[i] << (8 * (i - offset));
  }
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
  size_t used = -(uintptr_t)packed->block % PACKED_LINE;
  packed->cells = carve(packed, &used, cells, sizeof *packed->cells);
  packed->state = carve(packed, &used, packed->words, sizeof *packed->state);
  packed->sums = carve(packed, &used, sums, sizeof *packed->sums);
  packed->spare = carve(packed, &used, sums, sizeof *packed->spare);
  packed->pending =
      carve(packed, &used, packed->groups, sizeof *packed->pending);
  packed->touched =
      carve(packed, &used, touched_words(packed), sizeof *packed->touched);
  packed->child_at =
      carve(packed, &used, sums * WORD_BITS, sizeof *packed->child_at);
  packed->extras =
      carve(packed, &used, sums * WORD_BITS, sizeof *packed->extras);
  packed->nodes = carve(packed, &used, packed->groups, sizeof *packed->nodes);
  return used;
}

/* Gives each field its bits; the others are spare. */
static void lay_out_fields(struct packed *packed) {
  for (uint32_t sum = 0; sum < packed->groups; sum++)
    packed->spare[sum] = UINT64_MAX;
  packed->spare[packed->groups] = gather_ones(packed->key_bits);
  for (uint32_t cell = 0; cell < packed->words + packed->groups; cell++) {
    const struct field *field = &packed->cells[cell].field;
    uint32_t *children = &packed->child_at[(size_t)field->parent * WORD_BITS];
    for (uint32_t bit = 0; field->most >> bit != 0; bit++)
      children[field->shift + bit] = cell;
    packed->cells[cell].limit = field->bits == 0 ? field->most + 1 : 0;
    packed->cells[cell].width = (uint32_t)__builtin_popcountll(field->most);
    packed->cells[cell].taken = field->most << field->shift;
    packed->spare[field->parent] &= ~packed->cells[cell].taken;
  }
}

bool packed_extend(struct packed *packed, uint32_t cell, uint32_t from) {
  const uint32_t sum = packed->cells[cell].field.parent;
  if (packed->spare[sum] == 0)
    return false;
  const uint32_t to = (uint32_t)__builtin_ctzll(packed->spare[sum]);
  const uint32_t place = sum * WORD_BITS + to;
  struct packed_cell *grown = &packed->cells[cell];
  packed->extras[place] = (struct extra){
      .next = grown->first, .from = (uint8_t)from, .to = (uint8_t)to};
  packed->child_at[place] = cell;
  packed->spare[sum] &= packed->spare[sum] - 1;
  grown->first = place + 1;
  grown->mask |= UINT64_C(1) << to;
  grown->taken |= grown->mask;
  grown->limit *= 2;
  return true;
}

bool packed_open(struct packed *packed, struct budget *budget,
                 const struct plan *plan, size_t length,
                 struct word_values *values) {
  assert(plan->words == packed_words(length));
  *packed = (struct packed){.length = length,
                            .key_bits = plan->key_bits,
                            .words = plan->words,
                            .groups = plan->groups,
                            .all = plan->words < WORD_BITS
                                       ? (UINT64_C(1) << plan->words) - 1
                                       : UINT64_MAX,
                            .gathers = gather_is_built_in(),
                            .values_of = values};
  packed->block_bytes = carve_all(packed) + PACKED_LINE;
  packed->block = budget_alloc(budget, packed->block_bytes);
  if (!packed->block)
    return false;
  carve_all(packed);
  for (size_t cell = 0; cell < plan->fields.count; cell++)
    packed->cells[cell].field = plan->fields.items[cell];
  for (uint32_t word = 0; word < packed->words; word++)
    packed->state[word] = values[word].reference;
  lay_out_fields(packed);
  return true;
}

void packed_close(struct packed *packed, struct budget *budget) {
  for (uint32_t group = 0; group < packed->groups; group++)
    nodes_release(&packed->nodes[group], budget);
  budget_free(budget, packed->block, packed->block_bytes);
  *packed = (struct packed){0};
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

/* Adds to a sum what a child makes of it. */
static inline void add_to_sum(struct packed *packed, uint32_t sum,
                              uint64_t difference, uint64_t *key) {
  if (sum == packed->groups) {
    *key ^= difference;
    return;
  }
  packed->pending[sum] ^= difference;
  packed->touched[sum / WORD_BITS] |= UINT64_C(1) << (sum % WORD_BITS);
}

static const struct extra *first_extra(const struct packed *packed,
                                       uint32_t cell) {
  const uint32_t place = packed->cells[cell].first;
  return place > 0 ? &packed->extras[place - 1] : NULL;
}

static const struct extra *next_extra(const struct packed *packed,
                                      const struct extra *extra) {
  return extra->next > 0 ? &packed->extras[extra->next - 1] : NULL;
}

/* From extra bits of a word to those of the sum; and back. */
static uint64_t extras_to_sum(const struct packed *packed, uint32_t cell,
                              uint64_t number) {
  uint64_t sum = 0;
  for (const struct extra *extra = first_extra(packed, cell); extra;
       extra = next_extra(packed, extra))
    sum |= (number >> extra->from & 1) << extra->to;
  return sum;
}

static uint64_t extras_of_sum(const struct packed *packed, uint32_t cell,
                              uint64_t sum) {
  uint64_t number = 0;
  for (const struct extra *extra = first_extra(packed, cell); extra;
       extra = next_extra(packed, extra))
    number |= (sum >> extra->to & 1) << extra->from;
  return number;
}

/* A bit that was added above two others, side by side, looks like that of a
 * counter; in smaller fields all bits are soon known.
 */
static bool is_growing(const struct packed *packed, uint32_t word) {
  uint64_t bits = packed->cells[word].field.bits;
  uint64_t added = extras_of_sum(packed, word, UINT64_MAX);
  bits |= added;
  return (added & bits << 1 & bits << 2) != 0;
}

void packed_note_growth(const struct packed *packed) {
  for (uint32_t word = 0; word < packed->words; word++)
    packed->values_of[word].has_grown |=
        packed->cells[word].field.bits != 0 && is_growing(packed, word);
}

/* Extra bits of numbers are given in order, from low to high. */
uint64_t packed_number(const struct packed *packed, uint32_t cell,
                       uint64_t sum) {
  const struct packed_cell *child = &packed->cells[cell];
  return (sum >> child->field.shift & child->field.most) |
         gather(packed->gathers, sum, child->mask) << child->width;
}

/* The other way round. */
static inline uint64_t number_in_sum(const struct packed *packed, uint32_t cell,
                                     uint64_t number) {
  const struct packed_cell *child = &packed->cells[cell];
  return (number & child->field.most) << child->field.shift |
         scatter(packed->gathers, number >> child->width, child->mask);
}

/* Has a number for a value of a word or group, which gets more bits for it if
 * need be; what the number makes of the sum goes to *difference.  0, or why
 * there is none.
 */
static inline uint32_t number_value(struct packed *packed,
                                    struct budget *budget, uint32_t cell,
                                    struct nodes *nodes, uint64_t value,
                                    uint64_t *difference) {
  const struct field *field = &packed->cells[cell].field;
  const struct packed_cell *grown = &packed->cells[cell];
  uint32_t number;
  while ((number = nodes_intern(nodes, budget, value,
                                (uint32_t)grown->limit)) == NODE_TOO_LARGE)
    if (grown->limit > MOST_LIMIT ||
        !packed_extend(packed, cell, (uint32_t)__builtin_ctzll(grown->limit)))
      return NODE_TOO_LARGE;
  if (number == NO_NODE)
    return NO_NODE;
  *difference = number_in_sum(
      packed, cell,
      number ^ packed_number(packed, cell, packed->sums[field->parent]));
  return 0;
}

/* Makes sure that the word can differ in these bits, which are not of its
 * field.
 */
static bool has_extras(struct packed *packed, uint32_t word, uint64_t bits) {
  for (const struct extra *extra = first_extra(packed, word); extra;
       extra = next_extra(packed, extra))
    bits &= ~(UINT64_C(1) << extra->from);
  for (; bits != 0; bits &= bits - 1)
    if (!packed_extend(packed, word, (uint32_t)__builtin_ctzll(bits)))
      return false;
  return true;
}

/* What a word that is its own number makes of the sum when these bits of it,
 * turned, change.  0, or why that cannot be.
 */
static inline uint32_t number_bits(struct packed *packed, uint32_t word,
                                   uint64_t change, uint64_t *difference) {
  const struct field *field = &packed->cells[word].field;
  *difference = gather(packed->gathers, change, field->bits) << field->shift;
  const uint64_t rest = change & ~field->bits;
  if (rest == 0)
    return 0;
  if (!has_extras(packed, word, rest)) {
    packed->values_of[word].has_grown = true;
    return NODE_TOO_LARGE;
  }
  *difference |= extras_to_sum(packed, word, rest);
  return 0;
}

/* The same for a word with another value, which may be of either kind. */
static inline uint32_t number_word(struct packed *packed, struct budget *budget,
                                   uint32_t word, uint64_t value,
                                   uint64_t *difference) {
  struct word_values *values = &packed->values_of[word];
  const struct field *field = &packed->cells[word].field;
  return field->bits != 0
             ? number_bits(packed, word,
                           turn_forth(value, field->turn) ^
                               turn_forth(packed->state[word], field->turn),
                           difference)
             : number_value(packed, budget, word, &values->nodes,
                            value ^ values->reference, difference);
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
    uint64_t difference;
    const uint32_t failure =
        number_word(packed, budget, word, value, &difference);
    if (failure != 0)
      return failure;
    add_to_sum(packed, packed->cells[word].field.parent, difference, key);
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
      uint64_t difference;
      const uint32_t failure = number_value(
          packed, budget, cell, &packed->nodes[group], sum, &difference);
      if (failure != 0)
        return failure;
      add_to_sum(packed, packed->cells[cell].field.parent, difference, key);
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

/* These bits of its sum have changed, some of which are the child's. */
static inline void read_child(struct packed *packed, uint32_t cell,
                              uint64_t sum, uint64_t change) {
  const struct field *field = &packed->cells[cell].field;
  if (field->bits != 0) {
    uint64_t word = turn_forth(packed->state[cell], field->turn);
    word ^= scatter(packed->gathers, change >> field->shift & field->most,
                    field->bits);
    if ((change & packed->cells[cell].mask) != 0)
      word ^= extras_of_sum(packed, cell, change);
    packed->state[cell] = turn_back(word, field->turn);
    return;
  }
  const uint32_t number = (uint32_t)packed_number(packed, cell, sum);
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
    read_child(packed, cell, sum, change);
    change &= ~packed->cells[cell].taken;
  }
}

void packed_read(struct packed *packed, uint64_t key) {
  read_sum(packed, packed->groups, key);
}
