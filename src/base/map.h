/* A hash map from pointers (interned strings, objects) to pointers. */
#ifndef LARIAT_BASE_MAP_H
#define LARIAT_BASE_MAP_H

#include <stddef.h>

struct map {
  const void **keys;
  void **values;
  size_t count, capacity;
};

/* A zeroed struct map is empty. */
void map_put(struct map *map, const void *key, void *value);
void *map_get(const struct map *map, const void *key); /* NULL when absent */
void map_free(struct map *map);

#endif
