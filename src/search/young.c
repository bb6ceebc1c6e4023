/* See young.h.  The place given back last is taken next, so when a stack goes
 * up and down a little, the places in use stay in a near cache.  A place that
 * is free holds the next free one, as `free` does.
 *
 * Memory is taken as the stack grows, up to MOST_BYTES or a share of what there
 * is, and is not given back before the end.
 */
#include "search/young.h"

#include <assert.h>
#include <string.h>

enum { SHARE = 8 }; /* of the memory, at most */

static const size_t FIRST_BYTES = 1 << 15;
static const size_t MOST_BYTES = 1 << 27;

void young_init(struct young *young, struct budget *budget) {
  *young = (struct young){.budget = budget, .place_bytes = sizeof(size_t)};
}

void young_clear(struct young *young) {
  region_release(&young->region, young->budget);
  young_init(young, young->budget);
}

static void use_all(struct young *young) {
  young->capacity = (uint32_t)(young->region.bytes / young->place_bytes);
}

void young_resize(struct young *young, size_t longest) {
  assert(young->count == 0);
  const size_t whole = sizeof(size_t) + longest + sizeof(size_t) - 1;
  young->place_bytes = whole / sizeof(size_t) * sizeof(size_t);
  young->touched = young->free = 0;
  use_all(young);
}

static size_t at_most(const struct young *young) {
  const size_t share = young->budget->limit / SHARE;
  return share < MOST_BYTES ? share : MOST_BYTES;
}

static bool grow(struct young *young) {
  const size_t bytes =
      young->region.bytes > 0 ? 2 * young->region.bytes : FIRST_BYTES;
  if (bytes > at_most(young) ||
      !region_grow(&young->region, young->budget, bytes))
    return false;
  use_all(young);
  return young->touched < young->capacity;
}

static bool take_place(struct young *young, uint32_t *place) {
  if (young->free > 0) {
    *place = young->free - 1;
    memcpy(&young->free, young_place_at(young, *place), sizeof young->free);
    return true;
  }
  if (young->touched == young->capacity && !grow(young))
    return false;
  *place = young->touched++;
  return true;
}

bool young_keep(struct young *young, const uint8_t *state, size_t length,
                uint32_t *place) {
  assert(length <= young_longest(young));
  if (!take_place(young, place))
    return false;
  uint8_t *at = young_place_at(young, *place);
  memcpy(at, &length, sizeof length);
  if (length > 0)
    memcpy(at + sizeof length, state, length);
  young->count++;
  return true;
}

const uint8_t *young_at(const struct young *young, uint32_t place,
                        size_t *length) {
  const uint8_t *at = young_place_at(young, place);
  memcpy(length, at, sizeof *length);
  return at + sizeof *length;
}

void young_give_back(struct young *young, uint32_t place) {
  memcpy(young_place_at(young, place), &young->free, sizeof young->free);
  young->free = place + 1;
  young->count--;
}
