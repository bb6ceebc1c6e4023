/* See triples.h: open addressing; a slot holds a number plus one, 0 is free.
 * At most half of the slots are taken.
 */
#include "ltl/triples.h"

enum { FIRST_SLOTS = 64 };

static size_t hash(const struct triple *t) {
  const uint64_t mixed = t->a * UINT64_C(0x9E3779B97F4A7C15) +
                         t->b * UINT64_C(0xC2B2AE3D27D4EB4F) +
                         t->c * UINT64_C(0x165667B19E3779F9);
  return (size_t)(mixed ^ (mixed >> 29) ^ (mixed >> 47));
}

static uint32_t *find_slot(const struct triples *triples,
                           const struct triple *wanted) {
  size_t slot = hash(wanted) & (triples->slot_count - 1);
  for (; triples->slots[slot] > 0;
       slot = (slot + 1) & (triples->slot_count - 1)) {
    const struct triple *t = &triples->items.items[triples->slots[slot] - 1];
    if (t->a == wanted->a && t->b == wanted->b && t->c == wanted->c)
      break;
  }
  return &triples->slots[slot];
}

static void grow(struct triples *triples) {
  memory_free(triples->slots);
  triples->slot_count =
      triples->slot_count > 0 ? 2 * triples->slot_count : FIRST_SLOTS;
  triples->slots = memory_alloc(triples->slot_count * sizeof *triples->slots);
  for (size_t i = 0; i < triples->items.count; i++)
    *find_slot(triples, &triples->items.items[i]) = (uint32_t)i + 1;
}

uint32_t triples_number(struct triples *triples, uint32_t a, uint32_t b,
                        uint32_t c) {
  if (2 * triples->items.count >= triples->slot_count)
    grow(triples);
  const struct triple wanted = {a, b, c};
  uint32_t *slot = find_slot(triples, &wanted);
  if (*slot == 0) {
    vec_push(&triples->items, wanted);
    *slot = (uint32_t)triples->items.count;
  }
  return *slot - 1;
}

void triples_clear(struct triples *triples) {
  vec_free(&triples->items);
  memory_free(triples->slots);
  *triples = (struct triples){0};
}
