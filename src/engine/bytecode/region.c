/* See region.h.  Memory is kept from one expansion to the next.
 *
 * Most sequences have a choice or two: so a state is compared byte by byte with
 * the few on the path, and only those whose owner stands at the same place come
 * into question.  Hashing begins when there are many.
 */
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

static bool equals(const struct region *region, const struct region_item *item,
                   const struct region_state *state) {
  return item->state.place == state->place &&
         item->state.owner == state->owner &&
         item->state.heard == state->heard &&
         item->state.length == state->length &&
         memcmp(region->bytes.items + item->offset, state->bytes,
                state->length) == 0;
}

/* Those remembered can be found faster, and left out: see meet(). */
static bool on_path(const struct region *region,
                    const struct region_state *state, bool all) {
  for (size_t i = region->items.count; i > 0; i--) {
    const struct region_item *item = &region->items.items[i - 1];
    if (item->entered && (all || !item->remembered) &&
        equals(region, item, state))
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
static bool remember(struct region *region, const struct region_state *state) {
  const uint64_t hash =
      XXH3_64bits_withSeed(state->bytes, state->length, state->heard);
  if (2 * region->seen_count >= region->seen.count)
    grow_table(region);
  const size_t mask = region->seen.count - 1;
  size_t slot = hash & mask;
  for (; region->seen.items[slot].length > 0; slot = (slot + 1) & mask) {
    const struct region_seen *seen = &region->seen.items[slot];
    if (seen->hash == hash && seen->owner == state->owner &&
        seen->heard == state->heard && seen->length == state->length &&
        memcmp(region->seen_bytes.items + seen->offset, state->bytes,
               state->length) == 0)
      return true;
  }
  const size_t offset =
      append_bytes(&region->seen_bytes.items, &region->seen_bytes.count,
                   &region->seen_bytes.capacity, state->bytes, state->length);
  region->seen.items[slot] = (struct region_seen){.hash = hash,
                                                  .heard = state->heard,
                                                  .offset = offset,
                                                  .length = state->length,
                                                  .owner = state->owner};
  region->seen_count++;
  return false;
}

enum meeting { NEW, MET, ON_PATH };

/* The first few states are compared with those of the path alone. */
static enum meeting meet(struct region *region,
                         const struct region_state *state, bool all_paths) {
  if (on_path(region, state, all_paths))
    return ON_PATH;
  region->met++;
  if (all_paths || region->met <= REMEMBER_FROM || !remember(region, state))
    return NEW;
  return on_path(region, state, true) ? ON_PATH : MET;
}

/* Puts it on the stack, without steps yet. */
static struct region_item *add_item(struct region *region,
                                    const struct region_state *state) {
  const size_t offset =
      append_bytes(&region->bytes.items, &region->bytes.count,
                   &region->bytes.capacity, state->bytes, state->length);
  vec_reserve(&region->items, region->items.count + 1);
  struct region_item *item = &region->items.items[region->items.count++];
  *item = (struct region_item){.state = *state,
                               .offset = offset,
                               .remembered = region->met > REMEMBER_FROM,
                               .first_step = region->steps.count};
  return item;
}

bool region_push(struct region *region, const struct region_state *state,
                 size_t first_step, bool all_paths) {
  const enum meeting meeting = meet(region, state, all_paths);
  if (meeting != NEW)
    return meeting != ON_PATH;
  add_item(region, state)->step_count = region->path.count - first_step;
  for (size_t i = first_step; i < region->path.count; i++) {
    struct step step = region->path.items[i];
    step.values = NULL; /* overwritten by later steps */
    step.value_count = 0;
    vec_push(&region->steps, step);
  }
  return true;
}

bool region_push_untold(struct region *region, const struct region_state *state,
                        const void *untold, bool all_paths) {
  const enum meeting meeting = meet(region, state, all_paths);
  if (meeting == NEW)
    add_item(region, state)->untold = untold;
  return meeting != ON_PATH;
}

bool region_passes(const struct region *region) {
  for (size_t i = 0; i < region->items.count; i++)
    if (!region->items.items[i].entered || region->items.items[i].state.once)
      return false;
  return true;
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
