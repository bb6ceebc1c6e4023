/* base/map: pointers to pointers. */
#include "base/map.h"

#include "tap.h"

TEST(an_empty_map_knows_nothing) {
  struct map map = {0};
  CHECK(map_get(&map, "key") == NULL);
  CHECK(map_get(&map, NULL) == NULL);
  map_free(&map);
}

TEST(many_keys_keep_their_values) {
  enum { COUNT = 20000 };
  static char keys[COUNT];
  static int values[COUNT];
  struct map map = {0};
  for (int i = 0; i < COUNT; i += 2)
    map_put(&map, &keys[i], &values[i]);
  CHECK(map.count == COUNT / 2);
  for (int i = 0; i < COUNT; i++)
    CHECK(map_get(&map, &keys[i]) == (i % 2 ? NULL : &values[i]));
  map_free(&map);
  CHECK(map.count == 0 && map_get(&map, &keys[0]) == NULL);
}

TEST(a_second_put_replaces_the_value) {
  struct map map = {0};
  int key = 0, old = 0, new = 0;
  map_put(&map, &key, &old);
  map_put(&map, &key, &new);
  CHECK(map_get(&map, &key) == &new &&map.count == 1);
  map_free(&map);
}

RUN_TESTS(RUN(an_empty_map_knows_nothing), RUN(many_keys_keep_their_values),
          RUN(a_second_put_replaces_the_value))
