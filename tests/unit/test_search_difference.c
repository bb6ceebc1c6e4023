/* A difference leads from a state to another and back. */
#include "search/difference.h"

#include "base/rng.h"
#include "tap.h"

#include <string.h>

enum { LONGEST = 1100, WORD = WORD_SIZE, MOST = 200 };

static size_t random_length(struct rng *rng) {
  const size_t length =
      (size_t)rng_below(rng, rng_below(rng, 2) > 0 ? 100 : LONGEST - WORD);
  return rng_below(rng, 3) > 0 ? length / WORD * WORD : length;
}

static void change(uint8_t *state, size_t length, struct rng *rng) {
  for (uint64_t left = rng_below(rng, 5); left > 0 && length > 0; left--)
    state[rng_below(rng, length)] = (uint8_t)rng_below(rng, 256);
}

static bool is_same(const uint8_t *a, size_t a_length, const uint8_t *b,
                    size_t b_length) {
  return a_length == b_length && memcmp(a, b, a_length) == 0;
}

/* What lies behind the end of a state is anything. */
static void spoil_end(uint8_t *state, size_t length, struct rng *rng) {
  for (size_t i = length; i < LONGEST; i++)
    state[i] = (uint8_t)rng_below(rng, 256);
}

static bool leads_there_and_back(const uint64_t *head, const uint8_t *from,
                                 size_t from_length, const uint8_t *to,
                                 size_t to_length, struct rng *rng) {
  uint8_t state[LONGEST];
  size_t length = from_length;
  memcpy(state, from, LONGEST);
  spoil_end(state, length, rng);
  difference_apply(head, state, &length);
  const bool leads_there = is_same(state, length, to, to_length);
  spoil_end(state, length, rng);
  difference_apply(head, state, &length);
  return leads_there && is_same(state, length, from, from_length);
}

TEST(long_ones_lead_between_states_of_any_lengths) {
  struct rng rng;
  rng_seed(&rng, 1);
  bool all = true;
  for (unsigned i = 0; i < 2000; i++) {
    uint8_t from[LONGEST] = {0}, to[LONGEST] = {0};
    uint64_t words[MOST];
    const size_t from_length = random_length(&rng);
    const size_t to_length =
        rng_below(&rng, 2) > 0 ? from_length : random_length(&rng);
    change(from, from_length, &rng);
    memcpy(to, from, from_length < to_length ? from_length : to_length);
    change(to, to_length, &rng);
    const uint64_t head =
        difference_write_long(from, from_length, to, to_length, words);
    const size_t count = difference_words(head);
    uint64_t *last = &words[count + DIFFERENCE_TAIL - 1];
    *last = head;
    all = all && count <= difference_long_room(from_length, to_length) &&
          leads_there_and_back(last, from, from_length, to, to_length, &rng);
  }
  CHECK(all);
}

TEST(short_ones_tell_which_words_differ) {
  struct rng rng;
  rng_seed(&rng, 2);
  bool all = true;
  for (unsigned i = 0; i < 2000; i++) {
    uint8_t from[LONGEST] = {0}, to[LONGEST];
    uint64_t words[DIFFERENCE_WORDS + DIFFERENCE_TAIL];
    const size_t length =
        (size_t)(1 + rng_below(&rng, DIFFERENCE_WORDS)) * WORD;
    change(from, length, &rng);
    memcpy(to, from, sizeof to);
    change(to, length, &rng);
    const uint64_t changed = difference_find(from, to, length);
    size_t count = 0;
    for (size_t place = 0; place < DIFFERENCE_WORDS; place++)
      if (changed >> place & 1)
        words[count++] = word_at(from, place) ^ word_at(to, place);
    uint64_t *head = &words[count + DIFFERENCE_TAIL - 1];
    head[-1] = i;
    head[-2] = i + 1;
    *head = difference_head(changed, count) | (i % 2 ? DIFFERENCE_MARK : 0);
    all = all && (changed & ~difference_mask(length)) == 0 &&
          difference_words(*head) == count && difference_note(head) == i &&
          difference_step(head) == i + 1 &&
          leads_there_and_back(head, from, length, to, length, &rng);
  }
  CHECK(all);
}

TEST(only_states_of_few_whole_words_have_a_mask) {
  CHECK(difference_mask(0) == 0);
  CHECK(difference_mask(8) == 1);
  CHECK(difference_mask(12) == 0);
  CHECK(difference_mask(DIFFERENCE_WORDS * WORD) == DIFFERENCE_MASK);
  CHECK(difference_mask((DIFFERENCE_WORDS + 1) * WORD) == 0);
}

RUN_TESTS(RUN(long_ones_lead_between_states_of_any_lengths),
          RUN(short_ones_tell_which_words_differ),
          RUN(only_states_of_few_whole_words_have_a_mask))
