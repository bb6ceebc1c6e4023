/* See region.h.  Memory is kept from one expansion to the next. */
#define XXH_INLINE_ALL
#include "engine/bytecode/region.h"

#include <string.h>
#include <xxhash.h>

enum { REMEMBER_FROM = 64, FIRST_TABLE = 256 };

void region_clear(struct region *region) {
  region->items.count = 0;
  region->bytes.count = 0;
  region->steps.count = 0;
  region->path.count = 0;
  region->met = 0;
  if (region->seen_count > 0) {
    vec_free(&region->seen);
    region->seen_count = 0;
    region->seen_bytes.count = 0;
  }
}

void region_free(struct region *region) {
  vec_free(&region->items);
  vec_free(&region->bytes);
  vec_free(&region->steps);
  vec_free(&region->path);
  vec_free(&region->seen);
  vec_free(&region->seen_bytes);
}

static bool on_path(const struct region *region, const uint8_t *state,
                    size_t length, int32_t owner, uint64_t heard,
                    uint64_t hash) {
  for (size_t i = region->items.count; i > 0; i--) {
    const struct region_item *item = &region->items.items[i - 1];
    if (item->entered && item->hash == hash && item->owner == owner &&
        item->heard == heard && item->length == length &&
        memcmp(region->bytes.items + item->offset, state, length) == 0)
      return true;
  }
  return false;
}

static size_t append_bytes(uint8_t **items, size_t *count, size_t *capacity,
                           const uint8_t *state, size_t length) {
  const size_t offset = *count;
  if (offset + length > *capacity)
    *items = vec_grow(*items, capacity, offset + length, 1);
  memcpy(*items + offset, state, length);
  *count = offset + length;
  return offset;
}

static void grow_table(struct region *region) {
  const size_t old_size = region->seen.count;
  struct region_seen *old = region->seen.items;
  const size_t size = old_size ? 2 * old_size : FIRST_TABLE;
  region->seen.items = memory_alloc(size * sizeof *region->seen.items);
  region->seen.count = region->seen.capacity = size;
  for (size_t i = 0; i < old_size; i++) {
    if (old[i].length == 0)
      continue;
    size_t slot = old[i].hash & (size - 1);
    while (region->seen.items[slot].length > 0)
      slot = (slot + 1) & (size - 1);
    region->seen.items[slot] = old[i];
  }
  memory_free(old);
}

/* Remembers the state; true when it was there already. */
static bool remember(struct region *region, const uint8_t *state, size_t length,
                     int32_t owner, uint64_t heard, uint64_t hash) {
  if (2 * region->seen_count >= region->seen.count)
    grow_table(region);
  const size_t mask = region->seen.count - 1;
  size_t slot = hash & mask;
  for (; region->seen.items[slot].length > 0; slot = (slot + 1) & mask) {
    const struct region_seen *seen = &region->seen.items[slot];
    if (seen->hash == hash && seen->owner == owner && seen->heard == heard &&
        seen->length == length &&
        memcmp(region->seen_bytes.items + seen->offset, state, length) == 0)
      return true;
  }
  const size_t offset =
      append_bytes(&region->seen_bytes.items, &region->seen_bytes.count,
                   &region->seen_bytes.capacity, state, length);
  region->seen.items[slot] = (struct region_seen){.hash = hash,
                                                  .heard = heard,
                                                  .offset = offset,
                                                  .length = length,
                                                  .owner = owner};
  region->seen_count++;
  return false;
}

void region_push(struct region *region, const uint8_t *state, size_t length,
                 int32_t owner, uint64_t changed, size_t first_step,
                 bool all_paths) {
  const uint64_t heard = vec_last(&region->path)->heard;
  const uint64_t hash = XXH3_64bits_withSeed(state, length, heard);
  if (on_path(region, state, length, owner, heard, hash))
    return;
  region->met++;
  if (!all_paths && region->met > REMEMBER_FROM &&
      remember(region, state, length, owner, heard, hash))
    return;
  struct region_item item = {.length = length,
                             .hash = hash,
                             .heard = heard,
                             .owner = owner,
                             .changed = changed,
                             .first_step = region->steps.count,
                             .step_count = region->path.count - first_step};
  for (size_t i = first_step; i < region->path.count; i++) {
    struct step step = region->path.items[i];
    step.values = NULL; /* overwritten by later steps */
    step.value_count = 0;
    vec_push(&region->steps, step);
  }
  item.offset = append_bytes(&region->bytes.items, &region->bytes.count,
                             &region->bytes.capacity, state, length);
  vec_push(&region->items, item);
}

const struct region_item *region_next(struct region *region) {
  while (region->items.count > 0) {
    struct region_item *item = vec_last(&region->items);
    if (!item->entered) {
      item->entered = true;
      for (size_t i = 0; i < item->step_count; i++)
        vec_push(&region->path, region->steps.items[item->first_step + i]);
      return item;
    }
    region->bytes.count = item->offset;
    region->steps.count = item->first_step;
    region->path.count -= item->step_count;
    region->items.count--;
  }
  return NULL;
}
