/* The states on top of a stack against an array of them. */
#include "search/young.h"

#include "base/rng.h"
#include "tap.h"

#include <string.h>

enum { LONGEST = 100, MOST = 4000 };

/* A state of this number: some bytes that tell it, and the rest zeros. */
static size_t make(uint32_t number, uint8_t *state) {
  memset(state, 0, LONGEST);
  memcpy(state, &number, sizeof number);
  return sizeof number + number % (LONGEST - sizeof number);
}

struct pile {
  struct young young;
  uint32_t places[MOST], numbers[MOST];
  uint32_t count;
};

static bool push(struct pile *pile, uint32_t number) {
  uint8_t state[LONGEST];
  const size_t length = make(number, state);
  if (pile->count == MOST ||
      !young_keep(&pile->young, state, length, &pile->places[pile->count]))
    return false;
  pile->numbers[pile->count++] = number;
  return true;
}

static bool is_there(const struct pile *pile, uint32_t i) {
  uint8_t state[LONGEST];
  size_t found;
  const size_t length = make(pile->numbers[i], state);
  const uint8_t *at = young_at(&pile->young, pile->places[i], &found);
  young_expect(&pile->young, pile->places[i]);
  return found == length && memcmp(at, state, length) == 0;
}

static bool all_are_there(const struct pile *pile) {
  bool all = pile->young.count == pile->count;
  for (uint32_t i = 0; i < pile->count; i++)
    all = all && is_there(pile, i);
  return all;
}

/* Gives back any of them. */
static void take_out(struct pile *pile, uint32_t i) {
  young_give_back(&pile->young, pile->places[i]);
  pile->count--;
  pile->places[i] = pile->places[pile->count];
  pile->numbers[i] = pile->numbers[pile->count];
}

TEST(a_state_stays_as_it_is_until_it_is_given_back) {
  struct budget budget = {.limit = SIZE_MAX};
  struct pile pile = {0};
  struct rng rng;
  rng_seed(&rng, 1);
  young_init(&pile.young, &budget);
  young_resize(&pile.young, LONGEST);
  CHECK(young_longest(&pile.young) >= LONGEST);
  for (uint32_t step = 0; step < 60000; step++) {
    if (pile.count < MOST && rng_below(&rng, 1000) < 505)
      CHECK(push(&pile, step));
    else if (pile.count > 0)
      take_out(&pile, (uint32_t)rng_below(&rng, pile.count));
    if (step % 1000 == 0)
      CHECK(all_are_there(&pile));
  }
  young_clear(&pile.young);
  CHECK(budget.used == 0);
}

TEST(there_is_room_again_after_a_state_is_given_back) {
  struct budget budget = {.limit = 1 << 19};
  struct pile pile = {0};
  young_init(&pile.young, &budget);
  young_resize(&pile.young, LONGEST);
  while (push(&pile, pile.count))
    ;
  CHECK(pile.count > 100 && pile.count < MOST && all_are_there(&pile));
  take_out(&pile, 7);
  CHECK(push(&pile, 1) && !push(&pile, 2) && all_are_there(&pile));
  while (pile.count > 0)
    take_out(&pile, 0);
  young_resize(&pile.young, 2 * LONGEST);
  CHECK(push(&pile, 5) && all_are_there(&pile));
  young_clear(&pile.young);
  CHECK(budget.used == 0);
}

TEST(with_hardly_any_memory_there_is_no_room) {
  struct budget budget = {.limit = 1 << 10};
  struct pile pile = {0};
  young_init(&pile.young, &budget);
  young_resize(&pile.young, LONGEST);
  CHECK(!push(&pile, 1));
  young_clear(&pile.young);
}

RUN_TESTS(RUN(a_state_stays_as_it_is_until_it_is_given_back),
          RUN(there_is_room_again_after_a_state_is_given_back),
          RUN(with_hardly_any_memory_there_is_no_room))
