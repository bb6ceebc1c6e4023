/* Learns a plan: see plan.h.
 *
 * Each word needs as many bits as its numbers in the sample do.  If the key has
 * room for all words, that is the plan.  If not, parts are joined, two at a
 * time: words, or groups joined before, until the rest fits.  The best two are
 * those that save most bits: whose values depend on each other, so that few
 * combinations were seen.  A joined part has the children of both, as long as
 * they fit into the sum of one group; else it has the two parts as children.
 *
 * When nothing more can be saved by that, or what was seen is too little to
 * tell, parts are joined in their order to groups of half of all bits, or as
 * many as fit, and their numbers get all the bits there may be.
 *
 * Then words become their own numbers, which spares looking them up, as far as
 * there is room: that takes a bit for each bit that varies, and those words
 * that need the fewest more come first.  The rest is for values to come
 * (packed.c).
 *
 * With r rows and v parts that vary the cost is O(v^2 r); if there are more
 * than FEW parts, only neighbours are joined, in O(v r).
 */
#include "store/plan.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

enum {
  ROWS = 2048, /* looked at to count combinations */
  FEW = 32,
  SPARE_BITS = 3,   /* of a joined part, for combinations to come */
  WORDS_SPARE = 6,  /* bits of the key left over by the words alone */
  KEY_SPARE = 16,   /* bits of the key left over by joining */
  ROOM_LEFT = 12,   /* bits of a sum, when words become their own numbers */
  ROOM_TO_GROW = 8, /* more bits for each such word that may grow */
};

#define NONE UINT32_MAX

/* A word, or a group of parts. */
struct part {
  uint32_t parent; /* NONE: of the key */
  uint32_t bits;
  uint64_t own;      /* bits of a word that are its number; 0: none */
  uint32_t distinct; /* combinations of values in the rows */
  uint32_t *ids;     /* which of them, by row; NULL: not known */
  bool is_gone;      /* its children were given to another part */
};

struct learner {
  const struct plan_sample *sample;
  uint32_t key_bits;
  uint32_t rows;
  VEC(struct part) parts; /* words, then groups in order of making */
  VEC(uint32_t) open;     /* parts of the key that vary, in order */
  VEC(uint32_t) slots;    /* of the open parts, in `savings` */
  uint8_t *savings;       /* by two slots: bits, plus one; 0: not known */
  size_t slot_count;
  uint64_t *table; /* to count combinations, with their ids */
  uint32_t *table_ids;
  size_t mask; /* of the table: its size less one */
};

/* Bits for the numbers 0 to most. */
static uint32_t bits_for(uint32_t most) {
  return most == 0 ? 0 : 32 - (uint32_t)__builtin_clz(most);
}

static uint32_t least(uint32_t a, uint32_t b) {
  return a < b ? a : b;
}

/* ---- combinations ---- */

/* Counts the combinations of two parts in the rows, and names them in ids
 * unless that is NULL.
 */
static uint32_t combine(struct learner *learner, const struct part *a,
                        const struct part *b, uint32_t *ids) {
  uint32_t distinct = 0;
  memset(learner->table, 0, (learner->mask + 1) * sizeof *learner->table);
  for (uint32_t row = 0; row < learner->rows; row++) {
    const uint64_t pair =
        ((uint64_t)a->ids[row] << 32 | b->ids[row]) + 1; /* 0: a free place */
    size_t i = (pair * UINT64_C(0x9e3779b97f4a7c15)) >> 40 & learner->mask;
    while (learner->table[i] != 0 && learner->table[i] != pair)
      i = (i + 1) & learner->mask;
    if (learner->table[i] == 0) {
      learner->table[i] = pair;
      learner->table_ids[i] = distinct++;
    }
    if (ids)
      ids[row] = learner->table_ids[i];
  }
  return distinct;
}

/* Bits for the number of a joined part. */
static uint32_t joined_bits(const struct learner *learner, const struct part *a,
                            const struct part *b, uint32_t distinct) {
  const uint32_t apart = a->bits + b->bits;
  if (distinct > learner->rows / 2)
    return apart; /* there will be many more */
  return least(bits_for(distinct - 1) + SPARE_BITS, apart);
}

/* ---- joining ---- */

static uint32_t bits_of_children(const struct learner *learner, uint32_t part) {
  uint32_t bits = 0;
  for (size_t i = 0; i < learner->parts.count; i++)
    if (learner->parts.items[i].parent == part &&
        !learner->parts.items[i].is_gone)
      bits += learner->parts.items[i].bits;
  return bits;
}

static bool is_group(const struct learner *learner, uint32_t part) {
  return part >= learner->sample->words;
}

/* Puts a part, or what it consists of, into a group. */
static void put_into(struct learner *learner, uint32_t part, uint32_t group,
                     bool flat) {
  if (!flat || !is_group(learner, part)) {
    learner->parts.items[part].parent = group;
    return;
  }
  for (size_t i = 0; i < learner->parts.count; i++)
    if (learner->parts.items[i].parent == part)
      learner->parts.items[i].parent = group;
  learner->parts.items[part].is_gone = true;
}

static uint32_t flat_bits(const struct learner *learner, uint32_t part) {
  return is_group(learner, part) ? bits_of_children(learner, part)
                                 : learner->parts.items[part].bits;
}

static uint32_t add_group(struct learner *learner) {
  vec_push(&learner->parts, ((struct part){.parent = NONE}));
  return (uint32_t)learner->parts.count - 1;
}

static uint8_t *saving_at(const struct learner *learner, size_t a, size_t b) {
  return &learner->savings[a * learner->slot_count + b];
}

static void forget_savings(struct learner *learner, size_t slot) {
  for (size_t other = 0; other < learner->slot_count; other++)
    *saving_at(learner, slot, other) = *saving_at(learner, other, slot) = 0;
}

/* Joins two of the open parts, which are replaced. */
static void join(struct learner *learner, size_t first, size_t second) {
  const uint32_t a = learner->open.items[first];
  const uint32_t b = learner->open.items[second];
  const bool flat =
      flat_bits(learner, a) + flat_bits(learner, b) <= PLAN_GROUP_BITS;
  const uint32_t joined = add_group(learner);
  struct part *part = &learner->parts.items[joined];
  const struct part *left = &learner->parts.items[a];
  const struct part *right = &learner->parts.items[b];
  part->ids = memory_alloc(learner->rows * sizeof *part->ids);
  part->distinct = combine(learner, left, right, part->ids);
  part->bits = joined_bits(learner, left, right, part->distinct);
  put_into(learner, a, joined, flat);
  put_into(learner, b, joined, flat);
  learner->open.items[first] = joined;
  forget_savings(learner, learner->slots.items[first]);
  for (size_t i = second; i + 1 < learner->open.count; i++) {
    learner->open.items[i] = learner->open.items[i + 1];
    learner->slots.items[i] = learner->slots.items[i + 1];
  }
  learner->open.count--;
}

static uint32_t open_bits(const struct learner *learner) {
  uint32_t bits = 0;
  for (size_t i = 0; i < learner->open.count; i++)
    bits += learner->parts.items[learner->open.items[i]].bits;
  return bits;
}

/* Bits saved by joining two of the open parts; 0 when they cannot be. */
static uint32_t compute_saving(struct learner *learner, size_t first,
                               size_t second) {
  const struct part *a = &learner->parts.items[learner->open.items[first]];
  const struct part *b = &learner->parts.items[learner->open.items[second]];
  const uint32_t apart = a->bits + b->bits;
  if (apart > PLAN_GROUP_BITS)
    return 0;
  const uint32_t distinct = combine(learner, a, b, NULL);
  return apart - joined_bits(learner, a, b, distinct);
}

static uint32_t saving(struct learner *learner, size_t first, size_t second) {
  uint8_t *known = saving_at(learner, learner->slots.items[first],
                             learner->slots.items[second]);
  if (*known == 0)
    *known = (uint8_t)(compute_saving(learner, first, second) + 1);
  return *known - UINT32_C(1);
}

/* Joins the two open parts that save most; false when nothing is saved. */
static bool join_best(struct learner *learner) {
  const size_t count = learner->open.count;
  const size_t reach = count > FEW ? 1 : count;
  size_t first = 0, second = 0;
  uint32_t most = 0;
  for (size_t i = 0; i < count; i++)
    for (size_t j = i + 1; j < count && j <= i + reach; j++) {
      const uint32_t saved = saving(learner, i, j);
      if (saved > most) {
        most = saved;
        first = i;
        second = j;
      }
    }
  if (most == 0)
    return false;
  join(learner, first, second);
  return true;
}

/* Joins open parts in their order to groups of at most so many bits. */
static void join_in_order(struct learner *learner, uint32_t most_bits) {
  uint32_t group = NONE, filled = 0;
  size_t count = 0;
  for (size_t i = 0; i < learner->open.count; i++) {
    const uint32_t part = learner->open.items[i];
    const uint32_t bits = learner->parts.items[part].bits;
    if (group == NONE || filled + bits > most_bits) {
      group = add_group(learner);
      filled = 0;
      learner->open.items[count++] = group;
    }
    filled += bits;
    learner->parts.items[part].parent = group;
    learner->parts.items[group].bits =
        least(filled, least(learner->key_bits, PLAN_NUMBER_BITS));
  }
  learner->open.count = count;
}

/* Two groups of more than half of the bits each hold all of them. */
static uint32_t bits_of_a_half(const struct learner *learner, uint32_t total) {
  uint32_t widest = 0;
  for (size_t i = 0; i < learner->open.count; i++) {
    const uint32_t bits = learner->parts.items[learner->open.items[i]].bits;
    widest = bits > widest ? bits : widest;
  }
  return least(total / 2 + widest, PLAN_GROUP_BITS);
}

static void join_until_it_fits(struct learner *learner) {
  learner->slot_count = learner->open.count;
  learner->savings = memory_alloc(learner->slot_count * learner->slot_count);
  for (uint32_t slot = 0; slot < learner->slot_count; slot++)
    vec_push(&learner->slots, slot);
  if (open_bits(learner) <= learner->key_bits - WORDS_SPARE)
    return;
  for (size_t i = 0; i < learner->open.count; i++) {
    struct part *part = &learner->parts.items[learner->open.items[i]];
    part->bits = least(part->bits + 1, PLAN_NUMBER_BITS);
  }
  while (open_bits(learner) > learner->key_bits - KEY_SPARE &&
         join_best(learner))
    continue;
  uint32_t total;
  while ((total = open_bits(learner)) > learner->key_bits)
    join_in_order(learner, bits_of_a_half(learner, total));
}

/* ---- the parts of a sample ---- */

static uint32_t *column(const struct learner *learner, uint32_t word) {
  uint32_t *ids = memory_alloc(learner->rows * sizeof *ids);
  const struct plan_sample *sample = learner->sample;
  for (uint32_t row = 0; row < learner->rows; row++)
    ids[row] = sample->numbers.items[(size_t)row * sample->words + word];
  return ids;
}

static uint32_t most_in_column(const struct plan_sample *sample,
                               uint32_t word) {
  uint32_t most = 0;
  for (uint32_t row = 0; row < sample->rows; row++) {
    const uint32_t number =
        sample->numbers.items[(size_t)row * sample->words + word];
    most = number > most ? number : most;
  }
  return most;
}

static void list_words(struct learner *learner) {
  for (uint32_t word = 0; word < learner->sample->words; word++) {
    const uint32_t most = most_in_column(learner->sample, word);
    struct part part = {.parent = NONE};
    if (most > 0) {
      part.bits = least(bits_for(most), PLAN_NUMBER_BITS);
      part.ids = column(learner, word);
      vec_push(&learner->open, word);
    }
    vec_push(&learner->parts, part);
  }
}

/* ---- from parts to fields ---- */

static uint32_t count_bits(uint64_t bits) {
  return (uint32_t)__builtin_popcountll(bits);
}

static bool is_child(const struct part *part, uint32_t parent) {
  return part->parent == parent && !part->is_gone;
}

/* Is it a child that varies and has numbers given to it? */
static bool is_numbered(const struct part *part, uint32_t parent) {
  return is_child(part, parent) && part->bits > 0 && part->own == 0;
}

static uint32_t room_of(const struct learner *learner, uint32_t parent) {
  return (parent == NONE ? learner->key_bits : PLAN_GROUP_BITS) -
         bits_of_children(learner, parent);
}

/* The child that needs the fewest bits more to be its own number, and how many
 * they are; NONE when there is no such word left.
 */
static uint32_t cheapest_word(const struct learner *learner, uint32_t parent,
                              bool growing, uint32_t *cost) {
  uint32_t found = NONE;
  for (uint32_t i = 0; i < learner->sample->words; i++) {
    const struct part *part = &learner->parts.items[i];
    const uint32_t bits = count_bits(learner->sample->varying.items[i]);
    const uint32_t more = bits > part->bits ? bits - part->bits : 0;
    if (is_numbered(part, parent) && bits > 0 &&
        learner->sample->growing.items[i] == growing &&
        (found == NONE || more < *cost)) {
      found = i;
      *cost = more;
    }
  }
  return found;
}

/* Makes words their own numbers as long as enough room is left: the more, the
 * more of them may grow.
 */
static void free_words_that(struct learner *learner, uint32_t parent,
                            bool growing) {
  uint32_t left = ROOM_LEFT + (growing ? ROOM_TO_GROW : 0);
  uint32_t cost = 0, word;
  while ((word = cheapest_word(learner, parent, growing, &cost)) != NONE &&
         cost + left <= room_of(learner, parent)) {
    struct part *part = &learner->parts.items[word];
    part->own = learner->sample->varying.items[word];
    part->bits = count_bits(part->own);
    left += growing ? ROOM_TO_GROW : 0;
  }
}

static void free_words(struct learner *learner, uint32_t parent) {
  free_words_that(learner, parent, false);
  free_words_that(learner, parent, true);
}

/* Numbers of the groups that are left, in order of making. */
static uint32_t number_groups(const struct learner *learner,
                              uint32_t *group_of_part) {
  uint32_t groups = 0;
  for (uint32_t i = learner->sample->words; i < learner->parts.count; i++)
    if (!learner->parts.items[i].is_gone)
      group_of_part[i] = groups++;
  return groups;
}

static void make_fields(struct learner *learner, struct plan *plan) {
  uint32_t *group_of_part =
      memory_alloc(learner->parts.count * sizeof *group_of_part);
  plan->key_bits = learner->key_bits;
  plan->words = learner->sample->words;
  plan->groups = number_groups(learner, group_of_part);
  uint32_t *filled = memory_alloc((plan->groups + 1) * sizeof *filled);
  for (size_t i = 0; i < learner->parts.count; i++) {
    const struct part *part = &learner->parts.items[i];
    if (part->is_gone)
      continue;
    struct field field = {
        .parent =
            part->parent == NONE ? plan->groups : group_of_part[part->parent],
        .bits = part->own,
        .turn = part->own ? learner->sample->turns.items[i] : 0,
        .most = (UINT64_C(1) << part->bits) - 1};
    field.shift = part->bits > 0 ? filled[field.parent] : 0;
    filled[field.parent] += part->bits;
    vec_push(&plan->fields, field);
  }
  memory_free(group_of_part);
  memory_free(filled);
}

static size_t table_size(uint32_t rows) {
  size_t size = 16;
  while (size < 2 * (size_t)rows)
    size *= 2;
  return size;
}

void plan_learn(struct plan *plan, const struct plan_sample *sample,
                uint32_t key_bits) {
  struct learner learner = {.sample = sample,
                            .key_bits = key_bits,
                            .rows = least(sample->rows, ROWS)};
  const size_t size = table_size(learner.rows);
  learner.mask = size - 1;
  learner.table = memory_alloc(size * sizeof *learner.table);
  learner.table_ids = memory_alloc(size * sizeof *learner.table_ids);
  list_words(&learner);
  join_until_it_fits(&learner);
  free_words(&learner, NONE);
  for (uint32_t i = sample->words; i < learner.parts.count; i++)
    if (!learner.parts.items[i].is_gone)
      free_words(&learner, i);
  make_fields(&learner, plan);
  for (size_t i = 0; i < learner.parts.count; i++)
    memory_free(learner.parts.items[i].ids);
  vec_free(&learner.parts);
  vec_free(&learner.open);
  vec_free(&learner.slots);
  memory_free(learner.savings);
  memory_free(learner.table);
  memory_free(learner.table_ids);
}

void plan_free(struct plan *plan) {
  vec_free(&plan->fields);
}
