/* The index of the path finds what a scan of the whole path finds. */
#include "base/rng.h"
#include "channels/ancestors.h"
#include "tap.h"

static uint32_t scan(const struct ancestors *ancestors, size_t below,
                     uint64_t hash) {
  for (size_t i = below; i-- > 0;)
    if (ancestors->path.items[i].hash == hash)
      return (uint32_t)i;
  return NO_ANCESTOR;
}

static bool agrees(const struct ancestors *ancestors, uint64_t hash) {
  return ancestors_find(ancestors, hash) ==
         scan(ancestors, ancestors->path.count, hash);
}

/* Hashes that collide in the table are as frequent as equal ones. */
TEST(the_index_agrees_with_a_scan) {
  struct rng rng;
  rng_seed(&rng, 7);
  struct ancestors ancestors;
  ancestors_init(&ancestors);
  bool all = true;
  for (int i = 0; i < 40000; i++) {
    const uint64_t hash =
        rng_below(&rng, 40) + (rng_below(&rng, 60) << 10) * 1024;
    all = all && agrees(&ancestors, hash);
    if (rng_below(&rng, 100) < (i < 20000 ? 60u : 45u))
      ancestors_push(&ancestors, (struct ancestor){.hash = hash});
    else if (ancestors.path.count > 0)
      ancestors_pop(&ancestors);
    if (ancestors.path.count > 0) {
      const struct ancestor *top = vec_last(&ancestors.path);
      all = all &&
            top->older == scan(&ancestors, ancestors.path.count - 1, top->hash);
    }
  }
  CHECK(all);
  while (ancestors.path.count > 0)
    ancestors_pop(&ancestors);
  CHECK(ancestors.used == 0);
  ancestors_clear(&ancestors);
}

RUN_TESTS(RUN(the_index_agrees_with_a_scan))
