/* report/held_states: what is held stays, and nothing else. */
#include "report/held_states.h"

#include "base/rng.h"
#include "tap.h"

static uint32_t find(struct held_states *held, uint64_t value) {
  return held_states_find(held, (const uint8_t *)&value, sizeof value);
}

TEST(equal_states_have_one_number) {
  struct held_states held;
  held_states_init(&held);
  const uint32_t first = find(&held, 7);
  CHECK(find(&held, 8) != first);
  CHECK(find(&held, 7) == first);
  held_states_clear(&held);
}

TEST(a_sweep_forgets_what_nobody_holds) {
  struct held_states held;
  held_states_init(&held);
  const uint32_t kept = find(&held, 1);
  (void)find(&held, 2);
  held_states_hold(&held, kept);
  held_states_sweep(&held);
  CHECK(held.count == 1);
  CHECK(find(&held, 1) == kept);
  held_states_drop(&held, kept);
  held_states_sweep(&held);
  CHECK(held.count == 0);
  held_states_clear(&held);
}

/* Against a table of what must be there. */
TEST(holders_are_counted) {
  enum { VALUES = 40, TURNS = 20000 };
  uint32_t holders[VALUES] = {0}, numbers[VALUES] = {0};
  struct held_states held;
  struct rng rng;
  rng_seed(&rng, 9);
  held_states_init(&held);
  for (int i = 0; i < TURNS; i++) {
    const uint64_t value = rng_below(&rng, VALUES);
    if (rng_below(&rng, 10) == 0)
      held_states_sweep(&held);
    if (holders[value] > 0 && rng_below(&rng, 2) == 0) {
      held_states_drop(&held, numbers[value]);
      holders[value]--;
      continue;
    }
    const uint32_t number = find(&held, value);
    CHECK(holders[value] == 0 || number == numbers[value]);
    held_states_hold(&held, number);
    numbers[value] = number;
    holders[value]++;
  }
  uint32_t count = 0;
  for (int i = 0; i < VALUES; i++)
    count += holders[i] > 0;
  held_states_sweep(&held);
  CHECK(held.count == count);
  held_states_clear(&held);
}

RUN_TESTS(RUN(equal_states_have_one_number),
          RUN(a_sweep_forgets_what_nobody_holds), RUN(holders_are_counted))
