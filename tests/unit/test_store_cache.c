/* A store that forgets, as a search with replacement uses it, while it learns
 * to write states in another way and so gives them other names.
 */
#include "base/rng.h"
#include "store/store.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS = 8, LENGTH = WORDS * 8, ROOMY = 1 << 28 };

struct scene {
  struct store *store;
  struct rng rng;
  uint64_t states; /* made so far */
};

static struct scene open_scene(uint64_t seed) {
  struct scene scene = {0};
  const struct store_config config = {.choice = STORE_CHOICE_CACHE,
                                      .memory_bytes = ROOMY};
  if (store_open(&config, &scene.store) != STATUS_OK)
    abort();
  rng_seed(&scene.rng, seed);
  return scene;
}

/* A state that no other is equal to.  One word varies little, and is quickly
 * learned.  Those that are strange differ from all before in every other word
 * as well.
 */
static void make_state(struct scene *scene, bool strange, uint64_t *words) {
  memset(words, 0, LENGTH);
  words[0] = ++scene->states;
  for (unsigned i = 1; strange && i < WORDS; i++)
    words[i] = rng_next(&scene->rng);
}

static enum store_answer meet(struct scene *scene, const uint64_t *words,
                              state_ref *ref) {
  return store_insert(scene->store, (const uint8_t *)words, LENGTH, ref);
}

/* Comes to a new state, expands it and leaves it; is it known from then on? */
static bool visit_once(struct scene *scene, bool strange) {
  uint64_t words[WORDS], loaded[WORDS];
  struct store_visit visit = {0};
  state_ref ref, again;
  make_state(scene, strange, words);
  const bool is_new = meet(scene, words, &ref) == STORE_NEW &&
                      store_enter(scene->store, ref, &visit) == STORE_NEW;
  if (!is_new ||
      store_load(scene->store, ref, (uint8_t *)loaded) != sizeof loaded)
    return false;
  store_leave(scene->store, ref, &visit);
  return memcmp(words, loaded, sizeof words) == 0 &&
         meet(scene, words, &again) == STORE_SEEN;
}

/* Visits states one after the other; how many were not known then? */
static uint64_t visit_many(struct scene *scene, uint64_t count, bool strange) {
  uint64_t unknown = 0;
  for (uint64_t i = 0; i < count; i++)
    unknown += !visit_once(scene, strange);
  return unknown;
}

/* The store learns when too many states were strange: at any time when it reads
 * one, even while it finds out what name one has.
 */
TEST(a_state_is_entered_under_the_name_it_has_then) {
  enum { SEEDS = 16, PLAIN = 3000, STRANGE = 2000 };
  for (uint64_t seed = 0; seed < SEEDS; seed++) {
    struct scene scene = open_scene(seed);
    uint64_t words[WORDS];
    state_ref ref;
    CHECK(visit_many(&scene, PLAIN, false) == 0);
    for (uint64_t i = 0; i < seed; i++) { /* to come to it at another time */
      make_state(&scene, true, words);
      CHECK(meet(&scene, words, &ref) == STORE_NEW);
    }
    CHECK(visit_many(&scene, STRANGE, true) == 0);
    store_close(scene.store);
  }
}

RUN_TESTS(RUN(a_state_is_entered_under_the_name_it_has_then))
