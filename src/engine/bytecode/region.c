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

enum {
  REMEMBER_FROM = 64,
  FIRST_TABLE = 256,
  ASKED_EACH = 1 << 10, /* states: is a limit reached? */
  KEPT_BYTES = 1 << 20, /* for the next expansion */
};

size_t region_memory(const struct region *region) {
  return region->items.capacity * sizeof *region->items.items +
         region->bytes.capacity +
         region->steps.capacity * sizeof *region->steps.items +
         region->path.capacity * sizeof *region->path.items +
         region->seen.capacity * sizeof *region->seen.items +
         region->seen_bytes.capacity + region->on_path.capacity;
}

void region_clear(struct region *region) {
  if (region->met > ASKED_EACH && region_memory(region) > KEPT_BYTES)
    region_free(region);
  region->items.count = 0;
  region->bytes.count = 0;
  region->steps.count = 0;
  region->path.count = 0;
  region->met = 0;
  region->is_over = false;
  if (region->seen_count > 0) {
    vec_free(&region->seen);
    region->seen_count = 0;
    region->seen_bytes.count = 0;
    region->on_path.count = 0;
  }
}

void region_free(struct region *region) {
  vec_free(&region->items);
  vec_free(&region->bytes);
  vec_free(&region->steps);
  vec_free(&region->path);
  vec_free(&region->seen);
  vec_free(&region->seen_bytes);
  vec_free(&region->on_path);
  region->seen_count = 0;
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

/* Is it on the path, among the first few, which are not remembered?  These lie
 * below all others.
 */
static bool is_among_first(const struct region *region,
                           const struct region_state *state) {
  for (size_t i = 0; i < region->items.count; i++) {
    const struct region_item *item = &region->items.items[i];
    if (item->seen != 0)
      return false;
    if (item->entered && equals(region, item, state))
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

/* Remembers the state; its number, which is the last one if it is new. */
static size_t remember(struct region *region,
                       const struct region_state *state) {
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
      return seen->number;
  }
  const size_t offset =
      append_bytes(&region->seen_bytes.items, &region->seen_bytes.count,
                   &region->seen_bytes.capacity, state->bytes, state->length);
  region->seen.items[slot] =
      (struct region_seen){.hash = hash,
                           .heard = state->heard,
                           .offset = offset,
                           .length = state->length,
                           .number = ++region->seen_count,
                           .owner = state->owner};
  vec_reserve(&region->on_path, region->seen_count + 1);
  region->on_path.items[region->seen_count] = false;
  return region->seen_count;
}

enum meeting { NEW, MET, ON_PATH };

/* The first few states are compared with those of the path alone. */
static enum meeting meet(struct region *region,
                         const struct region_state *state, bool all_paths,
                         size_t *seen) {
  const size_t count = region->seen_count;
  *seen = 0;
  if (is_among_first(region, state))
    return ON_PATH;
  if (++region->met <= REMEMBER_FROM)
    return NEW;
  *seen = remember(region, state);
  if (*seen > count)
    return NEW;
  if (region->on_path.items[*seen])
    return ON_PATH;
  return all_paths ? NEW : MET;
}

/* Puts it on the stack, without steps yet. */
static struct region_item *
add_item(struct region *region, const struct region_state *state, size_t seen) {
  const size_t offset =
      append_bytes(&region->bytes.items, &region->bytes.count,
                   &region->bytes.capacity, state->bytes, state->length);
  vec_reserve(&region->items, region->items.count + 1);
  struct region_item *item = &region->items.items[region->items.count++];
  *item = (struct region_item){.state = *state,
                               .offset = offset,
                               .seen = seen,
                               .first_step = region->steps.count};
  return item;
}

bool region_push(struct region *region, const struct region_state *state,
                 size_t first_step, bool all_paths) {
  size_t seen;
  const enum meeting meeting = meet(region, state, all_paths, &seen);
  if (meeting != NEW)
    return meeting != ON_PATH;
  add_item(region, state, seen)->step_count = region->path.count - first_step;
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
  size_t seen;
  const enum meeting meeting = meet(region, state, all_paths, &seen);
  if (meeting == NEW)
    add_item(region, state, seen)->untold = untold;
  return meeting != ON_PATH;
}

bool region_passes(const struct region *region) {
  for (size_t i = 0; i < region->items.count; i++)
    if (!region->items.items[i].entered || region->items.items[i].state.once)
      return false;
  return true;
}

/* Or leaves. */
static void enter(struct region *region, struct region_item *item,
                  bool enters) {
  item->entered = enters;
  if (item->seen != 0)
    region->on_path.items[item->seen] = enters;
}

static bool is_over(struct region *region) {
  const struct engine_limit *limit = region->limit;
  region->entered = 0;
  return limit && region->is_limited &&
         !limit->goes_on(limit->context, region_memory(region));
}

const struct region_item *region_next(struct region *region) {
  if (++region->entered >= ASKED_EACH && is_over(region)) {
    region->is_over = true;
    return NULL;
  }
  while (region->items.count > 0) {
    struct region_item *item = vec_last(&region->items);
    if (!item->entered) {
      enter(region, item, true);
      for (size_t i = 0; i < item->step_count; i++)
        vec_push(&region->path, region->steps.items[item->first_step + i]);
      return item;
    }
    enter(region, item, false);
    region->bytes.count = item->offset;
    region->steps.count = item->first_step;
    region->path.count -= item->step_count;
    region->items.count--;
  }
  return NULL;
}
