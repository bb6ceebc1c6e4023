/* Tests of store/turn.h. */
#include "store/turn.h"

#include "base/rng.h"

#include "tap.h"

#include <stddef.h>

TEST(bytes_are_added_without_carry) {
  CHECK(
      turn_forth(UINT64_C(0x00ff80017f000102), UINT64_C(0x0101810101000301)) ==
      UINT64_C(0x0100010280000403));
  CHECK(turn_back(UINT64_C(0x0100010280000403), UINT64_C(0x0101810101000301)) ==
        UINT64_C(0x00ff80017f000102));
}

TEST(what_is_turned_can_be_turned_back) {
  struct rng rng;
  rng_seed(&rng, 5);
  for (int i = 0; i < 10000; i++) {
    const uint64_t word = rng_next(&rng);
    const uint64_t turn = i % 10 == 0 ? 0 : rng_next(&rng);
    CHECK(turn_back(turn_forth(word, turn), turn) == word);
    for (unsigned b = 0; b < TURN_BYTES; b++)
      if ((uint8_t)(turn_forth(word, turn) >> 8 * b) !=
          (uint8_t)((word >> 8 * b) + (turn >> 8 * b)))
        CHECK(false);
  }
}

/* The bits that vary among words after a turn. */
static uint64_t varying(const uint64_t *words, size_t count, uint64_t turn) {
  uint64_t bits = 0;
  for (size_t i = 0; i < count; i++)
    bits |= turn_forth(words[i], turn) ^ turn_forth(words[0], turn);
  return bits;
}

static uint64_t find(const uint64_t *words, size_t count) {
  struct turn_sample sample = {0};
  for (size_t i = 0; i < count; i++)
    turn_note(&sample, words[i]);
  return turn_find(&sample);
}

TEST(values_on_both_sides_of_nothing_come_together) {
  static const uint64_t words[] = {0xfe00, 0xff01, 0x0002, 0x0103};
  const uint64_t turn = find(words, 4);
  CHECK(turn == 0x0200);
  CHECK(varying(words, 4, turn) == 0x0303);
}

TEST(bytes_that_gain_nothing_stay) {
  static const uint64_t words[] = {0x0010, 0x0011, 0x8012, 0x8013};
  CHECK(find(words, 4) == 0);
  CHECK(find(words, 1) == 0);
}

TEST(no_more_bits_vary_than_without_a_turn) {
  struct rng rng;
  rng_seed(&rng, 6);
  for (int i = 0; i < 2000; i++) {
    uint64_t words[20];
    const uint64_t kept = rng_next(&rng) & rng_next(&rng);
    for (size_t j = 0; j < 20; j++)
      words[j] = (rng_next(&rng) & kept) - (uint64_t)(i % 3);
    const uint64_t turn = find(words, 20);
    CHECK(__builtin_popcountll(varying(words, 20, turn)) <=
          __builtin_popcountll(varying(words, 20, 0)));
  }
}

RUN_TESTS(RUN(bytes_are_added_without_carry),
          RUN(what_is_turned_can_be_turned_back),
          RUN(values_on_both_sides_of_nothing_come_together),
          RUN(bytes_that_gain_nothing_stay),
          RUN(no_more_bits_vary_than_without_a_turn))
