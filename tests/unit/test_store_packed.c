/* Keys of packed states: they say all about a state, and stay what they are
 * while words and groups grow.
 */
#include "base/rng.h"
#include "store/gather.h"
#include "store/packed.h"
#include "tap.h"

#include <string.h>

enum { WORDS = 6, LENGTH = 8 * WORDS - 3, STATES = 6000, KEY_BITS = 54 };
enum { NONE_AT = 35 };

TEST(gathering_is_the_same_with_and_without_the_instruction) {
  const bool built_in = gather_is_built_in();
  struct rng rng;
  rng_seed(&rng, 1);
  for (int i = 0; i < 100000; i++) {
    const uint64_t word = rng_next(&rng);
    uint64_t places = rng_next(&rng);
    for (int sparse = i % 4; sparse > 0; sparse--)
      places &= rng_next(&rng);
    const uint64_t gathered = gather_slowly(word, places);
    CHECK(gather(built_in, word, places) == gathered);
    CHECK(scatter_slowly(gathered, places) == (word & places));
    CHECK(scatter(built_in, gathered, places) == (word & places));
  }
  CHECK(gather_slowly(UINT64_MAX, UINT64_MAX) == UINT64_MAX);
  CHECK(scatter_slowly(UINT64_MAX, UINT64_MAX) == UINT64_MAX);
  CHECK(gather_slowly(UINT64_MAX, 0) == 0);
}

/* A state of a model: flags, small numbers, one of which may be none, two that
 * depend on each other, and a counter; they take more values as time goes by.
 */
static void make_state(struct rng *rng, uint32_t time, uint8_t state[LENGTH]) {
  const uint32_t most = 2 + time / 500;
  memset(state, 0, LENGTH);
  state[3] = (uint8_t)(rng_next(rng) % 2);
  state[9] = (uint8_t)(rng_next(rng) % most);
  state[12] = (uint8_t)(3 * state[9]);
  state[18] = (uint8_t)(rng_next(rng) % 4);
  state[28] = (uint8_t)(time / 8);
  state[NONE_AT] = (uint8_t)(rng_next(rng) % most - 1);
  state[LENGTH - 1] = (uint8_t)(rng_next(rng) % most);
}

/* A plan for what the first states were like; with groups, if they are to be
 * wide.
 */
static void learn(struct plan *plan, struct word_values *values,
                  struct budget *budget, uint32_t key_bits) {
  struct plan_sample sample = {.words = WORDS};
  struct rng rng;
  rng_seed(&rng, 2);
  for (uint32_t row = 0; row < 300; row++, sample.rows++) {
    uint8_t state[LENGTH];
    make_state(&rng, row, state);
    for (uint32_t word = 0; word < WORDS; word++)
      vec_push(&sample.numbers,
               nodes_intern(&values[word].nodes, budget,
                            packed_word(state, LENGTH, word), MOST_NODES));
  }
  for (uint32_t word = 0; word < WORDS; word++)
    values[word].has_grown = word % 2 == 1;
  packed_note_varying(values, &sample);
  plan_learn(plan, &sample, key_bits);
  vec_free(&sample.numbers);
  vec_free(&sample.turns);
  vec_free(&sample.varying);
  vec_free(&sample.growing);
}

/* Writes states, twice, and reads them. */
static void write_and_read(bool *tap_ok, uint32_t key_bits, bool built_in,
                           uint64_t keys[STATES]) {
  struct budget budget = {.limit = SIZE_MAX};
  struct word_values values[WORDS] = {0};
  struct plan plan = {0};
  struct packed packed = {0};
  struct rng rng;
  uint32_t packed_count = 0;
  learn(&plan, values, &budget, key_bits);
  CHECK(packed_open(&packed, &budget, &plan, LENGTH, values));
  packed.gathers = built_in;
  for (int round = 0; round < 2; round++) {
    rng_seed(&rng, 3);
    for (uint32_t time = 0; time < STATES; time++) {
      uint8_t state[LENGTH];
      uint64_t key = 0;
      make_state(&rng, time, state);
      const bool fits =
          packed_write(&packed, &budget, state, UINT64_MAX, &key) == PACKED;
      CHECK(round == 0 || (fits ? key : UINT64_MAX) == keys[time]);
      keys[time] = fits ? key : UINT64_MAX;
      packed_count += fits;
      if (!fits)
        continue;
      CHECK(key >> key_bits == 0);
      packed_read(&packed, key);
      CHECK(memcmp(packed.state, state, LENGTH) == 0);
    }
  }
  CHECK(key_bits < KEY_BITS || packed_count > STATES);
  packed_close(&packed, &budget);
  plan_free(&plan);
  for (uint32_t word = 0; word < WORDS; word++)
    nodes_release(&values[word].nodes, &budget);
  CHECK(budget.used == 0);
}

TEST(a_key_is_read_as_the_state_it_was_written_for_and_stays) {
  static uint64_t fast[STATES], slow[STATES];
  for (uint32_t key_bits = 16; key_bits <= KEY_BITS; key_bits += 2) {
    write_and_read(tap_ok, key_bits, gather_is_built_in(), fast);
    write_and_read(tap_ok, key_bits, false, slow);
    CHECK(memcmp(fast, slow, sizeof fast) == 0);
  }
}

TEST(states_that_differ_have_different_keys) {
  static uint64_t keys[STATES];
  static uint8_t states[STATES][LENGTH];
  struct rng rng;
  write_and_read(tap_ok, KEY_BITS, gather_is_built_in(), keys);
  rng_seed(&rng, 3);
  for (uint32_t time = 0; time < STATES; time++)
    make_state(&rng, time, states[time]);
  for (uint32_t i = 0; i < STATES; i += 7)
    for (uint32_t j = 0; j < STATES; j++)
      CHECK((keys[i] == keys[j]) ==
                (memcmp(states[i], states[j], LENGTH) == 0) ||
            keys[i] == UINT64_MAX);
}

TEST(a_byte_that_may_be_none_is_turned) {
  struct budget budget = {.limit = SIZE_MAX};
  struct word_values values[WORDS] = {0};
  struct plan plan = {0};
  learn(&plan, values, &budget, KEY_BITS);
  const struct field *field = &plan.fields.items[NONE_AT / 8];
  CHECK(field->turn == UINT64_C(1) << 8 * (NONE_AT % 8));
  CHECK(field->bits == UINT64_C(1) << 8 * (NONE_AT % 8));
  plan_free(&plan);
  for (uint32_t word = 0; word < WORDS; word++)
    nodes_release(&values[word].nodes, &budget);
}

RUN_TESTS(RUN(gathering_is_the_same_with_and_without_the_instruction),
          RUN(a_key_is_read_as_the_state_it_was_written_for_and_stays),
          RUN(states_that_differ_have_different_keys),
          RUN(a_byte_that_may_be_none_is_turned))
