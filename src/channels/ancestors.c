/* The table over the path: see ancestors.h. */
#include "channels/ancestors.h"

#include "base/memory.h"

#include <assert.h>

enum { FIRST_SIZE = 1024 };

void ancestors_init(struct ancestors *ancestors) {
  *ancestors = (struct ancestors){.table_size = FIRST_SIZE};
  ancestors->table = memory_alloc(FIRST_SIZE * sizeof *ancestors->table);
}

void ancestors_clear(struct ancestors *ancestors) {
  vec_free(&ancestors->path);
  memory_free(ancestors->table);
  *ancestors = (struct ancestors){0};
}

/* The entry of a hash, or the free one where it would go. */
static uint32_t *entry(const struct ancestors *ancestors, uint64_t hash) {
  const size_t mask = ancestors->table_size - 1;
  size_t at = hash & mask;
  while (ancestors->table[at] > 0 &&
         ancestors->path.items[ancestors->table[at] - 1].hash != hash)
    at = (at + 1) & mask;
  return &ancestors->table[at];
}

uint32_t ancestors_find(const struct ancestors *ancestors, uint64_t hash) {
  const uint32_t found = *entry(ancestors, hash);
  return found > 0 ? found - 1 : NO_ANCESTOR;
}

/* Enters the path anew, oldest first: the invariant holds again. */
static void grow(struct ancestors *ancestors) {
  memory_free(ancestors->table);
  ancestors->table_size *= 2;
  ancestors->table =
      memory_alloc(ancestors->table_size * sizeof *ancestors->table);
  for (size_t i = 0; i < ancestors->path.count; i++)
    *entry(ancestors, ancestors->path.items[i].hash) = (uint32_t)i + 1;
}

void ancestors_push(struct ancestors *ancestors, struct ancestor ancestor) {
  if (2 * (ancestors->used + 1) > ancestors->table_size)
    grow(ancestors);
  uint32_t *at = entry(ancestors, ancestor.hash);
  ancestor.older = *at > 0 ? *at - 1 : NO_ANCESTOR;
  ancestors->used += *at == 0;
  vec_push(&ancestors->path, ancestor);
  *at = (uint32_t)ancestors->path.count;
}

void ancestors_pop(struct ancestors *ancestors) {
  const struct ancestor *top = vec_last(&ancestors->path);
  uint32_t *at = entry(ancestors, top->hash);
  assert(*at == ancestors->path.count);
  *at = top->older == NO_ANCESTOR ? 0 : top->older + 1;
  ancestors->used -= *at == 0;
  ancestors->path.count--;
}

size_t ancestors_bytes(const struct ancestors *ancestors) {
  return ancestors->path.capacity * sizeof *ancestors->path.items +
         ancestors->table_size * sizeof *ancestors->table;
}
