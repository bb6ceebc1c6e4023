/* See dump.h.
 *
 * Reading enters everything anew.  Numbers are given in order of arrival, so
 * values get the numbers they had, and keys stay what they were: references in
 * the rest of the snapshot are still good.
 *
 * A table that was read is safe to use when every number in it is one that was
 * given: numbers of words in the sums of groups and keys, numbers of groups in
 * those of others.  That is checked once here, so that nothing has to be
 * checked when states are read.
 *
 * The cost is that of as many insertions.
 */
#include "store/dump.h"

#include <string.h>

enum { WORD_BITS = 64 };

/* ---- values ---- */

void dump_nodes(const struct nodes *nodes, struct snapshot_writer *out) {
  snapshot_put(out, nodes->count);
  if (nodes->count > 0)
    snapshot_put_words(out, nodes_values(nodes) + 1, nodes->count);
}

bool undump_nodes(struct nodes *nodes, struct budget *budget,
                  struct snapshot_reader *in) {
  const size_t count = snapshot_get_count(in, sizeof(uint64_t));
  for (size_t i = 1; i <= count; i++) {
    const uint64_t value = snapshot_get(in);
    const uint32_t number = nodes_intern(nodes, budget, value, MOST_NODES);
    if (number == NO_NODE)
      return false;
    if (number != i) {
      snapshot_fail(in); /* it was there before, or there are too many */
      return false;
    }
  }
  return !snapshot_failed(in);
}

/* ---- shapes ---- */

static size_t cells_of(const struct packed *packed) {
  return (size_t)packed->words + packed->groups;
}

/* The extra bits of all children, sum by sum, in the order they were given: the
 * lowest spare bit first.
 */
static void dump_extras(const struct packed *packed,
                        struct snapshot_writer *out) {
  for (size_t sum = 0; sum <= packed->groups; sum++) {
    const size_t first = sum * WORD_BITS;
    uint64_t given = 0;
    for (size_t cell = 0; cell < cells_of(packed); cell++)
      if (packed->cells[cell].field.parent == sum)
        given |= packed->cells[cell].mask;
    snapshot_put(out, given);
    for (; given != 0; given &= given - 1) {
      const size_t place = first + (size_t)__builtin_ctzll(given);
      snapshot_put(out, packed->child_at[place]);
      snapshot_put(out, packed->extras[place].from);
    }
  }
}

/* Gives one child its extra bit; false when it cannot have been given it. */
static bool undump_extra(struct packed *packed, uint32_t sum, unsigned to,
                         struct snapshot_reader *in) {
  const uint32_t cell = (uint32_t)snapshot_get_up_to(in, cells_of(packed) - 1);
  const uint32_t from = (uint32_t)snapshot_get_up_to(in, WORD_BITS - 1);
  if (snapshot_failed(in) || packed->cells[cell].field.parent != sum ||
      packed->spare[sum] == 0 ||
      (unsigned)__builtin_ctzll(packed->spare[sum]) != to)
    return false;
  const struct packed_cell *grown = &packed->cells[cell];
  const uint64_t bits = packed->cells[cell].field.bits;
  const bool is_next = bits != 0 ? (bits >> from & 1) == 0
                                 : grown->limit < MOST_NODES &&
                                       grown->limit == UINT64_C(1) << from;
  return is_next && packed_extend(packed, cell, from);
}

static bool undump_extras(struct packed *packed, struct snapshot_reader *in) {
  for (uint32_t sum = 0; sum <= packed->groups; sum++)
    for (uint64_t given = snapshot_get(in); given != 0 && !snapshot_failed(in);
         given &= given - 1)
      if (!undump_extra(packed, sum, (unsigned)__builtin_ctzll(given), in))
        snapshot_fail(in);
  return !snapshot_failed(in);
}

void dump_packed(const struct packed *packed, struct snapshot_writer *out) {
  snapshot_put(out, packed->length);
  snapshot_put(out, packed->groups);
  for (size_t i = 0; i < cells_of(packed); i++) {
    snapshot_put(out, packed->cells[i].field.parent);
    snapshot_put(out, packed->cells[i].field.most);
    snapshot_put(out, packed->cells[i].field.bits);
    snapshot_put(out, packed->cells[i].field.turn);
    snapshot_put(out, packed->cells[i].field.shift);
  }
  dump_extras(packed, out);
  for (uint32_t group = 0; group < packed->groups; group++)
    dump_nodes(&packed->nodes[group], out);
}

/* Are the numbers of the field all that go into so many bits, and are they
 * those of its own bits, if it has any?
 */
static bool has_sound_width(const struct field *field, bool is_group) {
  const unsigned width = (unsigned)__builtin_popcountll(field->most);
  if ((field->most & (field->most + 1)) != 0)
    return false;
  return field->bits == 0
             ? field->most < MOST_NODES
             : !is_group &&
                   (unsigned)__builtin_popcountll(field->bits) == width;
}

/* The bits of its parent's sum that a field takes. */
static uint64_t mask_of(const struct field *field) {
  return field->most << field->shift;
}

/* Does each field lie in the sum of a later group, or in the key, and none
 * where another does?
 */
static bool fields_make_sense(const struct plan *plan) {
  uint64_t *taken = memory_alloc(((size_t)plan->groups + 1) * sizeof *taken);
  bool sense = true;
  for (size_t i = 0; i < plan->fields.count && sense; i++) {
    const struct field *field = &plan->fields.items[i];
    const bool is_group = i >= plan->words;
    sense = field->parent <= plan->groups &&
            (!is_group || field->parent > i - plan->words) &&
            has_sound_width(field, is_group) && field->shift < WORD_BITS;
    if (!sense)
      break;
    const uint64_t mask = mask_of(field);
    sense = mask >> field->shift == field->most &&
            (taken[field->parent] & mask) == 0 &&
            (field->parent < plan->groups || mask >> plan->key_bits == 0);
    taken[field->parent] |= mask;
  }
  memory_free(taken);
  return sense;
}

/* Reads length and fields; false when they make no sense. */
static bool read_plan(struct plan *plan, size_t *length, uint32_t word_count,
                      uint32_t key_bits, struct snapshot_reader *in) {
  *length = (size_t)snapshot_get_up_to(in, (uint64_t)word_count * 8);
  plan->key_bits = key_bits;
  plan->words = packed_words(*length);
  plan->groups = (uint32_t)snapshot_get_up_to(in, UINT32_MAX / WORD_BITS);
  const size_t cells = (size_t)plan->words + plan->groups;
  for (size_t i = 0; i < cells && !snapshot_failed(in); i++) {
    struct field field;
    field.parent = (uint32_t)snapshot_get_up_to(in, UINT32_MAX);
    field.most = snapshot_get(in);
    field.bits = snapshot_get(in);
    field.turn = snapshot_get(in);
    field.shift = (uint32_t)snapshot_get_up_to(in, UINT32_MAX);
    vec_push(&plan->fields, field);
  }
  if (!snapshot_failed(in) && !fields_make_sense(plan))
    snapshot_fail(in);
  return !snapshot_failed(in);
}

/* Does this sum of a group, or of the key, hold numbers that were given? */
static bool sum_is_sound(const struct packed *packed, uint32_t group,
                         uint64_t sum) {
  const uint32_t *children = &packed->child_at[(size_t)group * WORD_BITS];
  uint64_t rest = sum;
  while (rest != 0) {
    const unsigned bit = (unsigned)__builtin_ctzll(rest);
    const uint32_t cell = children[bit];
    const struct field *field = &packed->cells[cell].field;
    const struct nodes *nodes = cell < packed->words
                                    ? &packed->values_of[cell].nodes
                                    : &packed->nodes[cell - packed->words];
    const uint64_t mask = mask_of(field) | packed->cells[cell].mask;
    if (field->parent != group || (mask >> bit & 1) == 0 ||
        (field->bits == 0 && packed_number(packed, cell, sum) > nodes->count))
      return false; /* a bit of no child, or a number that nothing has */
    rest &= ~mask;
  }
  return true;
}

bool packed_key_is_sound(const struct packed *packed, uint64_t key) {
  return sum_is_sound(packed, packed->groups, key);
}

static bool groups_are_sound(const struct packed *packed) {
  for (uint32_t group = 0; group < packed->groups; group++) {
    const struct nodes *nodes = &packed->nodes[group];
    for (uint32_t number = 1; number <= nodes->count; number++)
      if (!sum_is_sound(packed, group, nodes_value(nodes, number)))
        return false;
  }
  return true;
}

static bool undump_groups(struct packed *packed, struct budget *budget,
                          struct snapshot_reader *in) {
  for (uint32_t group = 0; group < packed->groups; group++)
    if (!undump_nodes(&packed->nodes[group], budget, in))
      return false;
  if (!groups_are_sound(packed))
    snapshot_fail(in);
  return !snapshot_failed(in);
}

bool undump_packed(struct packed *packed, struct budget *budget,
                   struct word_values *values, uint32_t word_count,
                   uint32_t key_bits, struct snapshot_reader *in) {
  struct plan plan = {0};
  size_t length;
  const bool opened = read_plan(&plan, &length, word_count, key_bits, in) &&
                      packed_open(packed, budget, &plan, length, values);
  plan_free(&plan);
  if (!opened)
    return false;
  if (undump_extras(packed, in) && undump_groups(packed, budget, in))
    return true;
  packed_close(packed, budget);
  return false;
}

/* ---- keys ---- */

static uint64_t packet_bytes(const struct roots *roots) {
  return roots->numbered ? colours_bytes(roots->used * roots->tails) : 0;
}

void dump_roots(const struct roots *roots, struct snapshot_writer *out) {
  struct root root;
  snapshot_put(out, roots->used);
  for (uint64_t place = 0; roots_next(roots, &place, &root);) {
    snapshot_put(out, root.key);
    snapshot_put_bytes(out, root.extra, roots->extra_bytes);
  }
  snapshot_put_bytes(out, roots->packets.base, packet_bytes(roots));
}

/* Is the number of its packet, if it has one, below this? */
static bool has_packet(const struct roots *roots, const struct root *root,
                       size_t count) {
  uint32_t number;
  memcpy(&number, root->extra, sizeof number);
  return !roots->numbered || number < count;
}

static bool undump_packets(struct roots *roots, struct budget *budget,
                           struct snapshot_reader *in) {
  const uint64_t bytes = packet_bytes(roots);
  if (bytes == 0)
    return true;
  if (!region_grow(&roots->packets, budget, bytes))
    return false;
  snapshot_get_bytes(in, roots->packets.base, bytes);
  return !snapshot_failed(in);
}

bool undump_roots(struct roots *roots, struct budget *budget,
                  bool (*is_key)(void *context, uint64_t key), void *context,
                  struct snapshot_reader *in) {
  const size_t item_bytes = sizeof(uint64_t) + roots->extra_bytes;
  const size_t count = snapshot_get_count(in, item_bytes);
  roots_make_room(roots, budget, count);
  for (size_t i = 0; i < count; i++) {
    struct root root = {.key = snapshot_get(in)};
    snapshot_get_bytes(in, root.extra, roots->extra_bytes);
    if (snapshot_failed(in) || root.key == 0 || roots_hold(roots, root.key) ||
        !has_packet(roots, &root, count) || !is_key(context, root.key)) {
      snapshot_fail(in);
      return false;
    }
    if (!roots_put(roots, budget, &root))
      return false;
  }
  return !snapshot_failed(in) && undump_packets(roots, budget, in);
}
