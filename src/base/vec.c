/* Growing arrays: capacities double, so n pushes copy fewer than 2n items.
 *
 * A size that does not fit size_t is asked for as SIZE_MAX bytes, which no
 * allocator has: overflow ends in the handler of base/memory.h.
 */
#include "base/vec.h"

#include <stdint.h>

enum { SMALLEST = 8 };

void *vec_grow(void *items, size_t *capacity, size_t wanted,
               size_t item_bytes) {
  size_t room = *capacity < SMALLEST ? SMALLEST : *capacity;
  while (room < wanted)
    room = room > SIZE_MAX / 2 ? SIZE_MAX : room * 2;
  size_t bytes = room > SIZE_MAX / item_bytes ? SIZE_MAX : room * item_bytes;
  items = memory_resize(items, bytes);
  *capacity = room;
  return items;
}
