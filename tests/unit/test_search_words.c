#include "search/words.h"

#include "base/rng.h"
#include "tap.h"

#include <stdlib.h>

enum { MANY = 5 * WORDS_IN_BLOCK + 17 };
static const uint64_t BLOCK = WORDS_IN_BLOCK;

/* Enough, and too little for whole pages. */
static struct budget ample(void) {
  return (struct budget){.limit = (size_t)1 << 26};
}

TEST(what_is_pushed_last_is_popped_first) {
  struct budget budget = ample();
  struct words words;
  words_init(&words, &budget);
  for (uint64_t i = 0; i < MANY; i++)
    CHECK(words_push(&words, i * i));
  for (uint64_t i = MANY; i-- > 0;)
    CHECK(words_pop(&words) == i * i);
  CHECK(budget.used == BLOCK * sizeof(uint64_t));
  words_clear(&words);
  CHECK(budget.used == 0);
}

TEST(indices_stay_when_the_front_is_dropped) {
  struct budget budget = ample();
  struct words words;
  words_init(&words, &budget);
  for (uint64_t i = 0; i < MANY; i++) {
    CHECK(words_push(&words, i));
    words_drop_before(&words, i < 100 ? 0 : i - 100);
    CHECK(*words_at(&words, i < 50 ? 0 : i - 50) == (i < 50 ? 0 : i - 50));
  }
  CHECK(budget.used <= 3 * BLOCK * sizeof(uint64_t));
  words_clear(&words);
  CHECK(budget.used == 0);
}

TEST(a_budget_is_kept) {
  struct budget budget = {.limit = 2 * BLOCK * sizeof(uint64_t)};
  struct words words;
  words_init(&words, &budget);
  for (uint64_t i = 0; i < 2 * BLOCK; i++)
    CHECK(words_push(&words, i));
  CHECK(!words_push(&words, 0));
  CHECK(words.count == 2 * BLOCK);
  CHECK(words_pop(&words) == 2 * BLOCK - 1);
  CHECK(words_push(&words, 0));
  words_clear(&words);
  CHECK(budget.used == 0);
}

TEST(a_long_list_is_popped_as_it_was_pushed_and_hardly_any_is_in_memory) {
  struct long_list list;
  long_list_init(&list);
  for (uint64_t i = 0; i < MANY; i++) {
    long_list_push(&list, i * i);
    CHECK(list.budget.used <= 3 * BLOCK * sizeof(uint64_t));
  }
  CHECK(*words_at(&list.words, 3) == 9);
  for (uint64_t i = MANY; i-- > 0;)
    CHECK(!long_list_is_empty(&list) && long_list_pop(&list) == i * i);
  CHECK(long_list_is_empty(&list));
  long_list_clear(&list);
}

TEST(bits_are_as_they_were_pushed) {
  struct budget budget = ample();
  struct bits bits;
  struct rng rng;
  bool *plain = malloc(MANY * sizeof *plain);
  size_t count = 0;
  bits_init(&bits, &budget);
  rng_seed(&rng, 5);
  for (unsigned i = 0; i < 4 * MANY; i++) {
    if (count < MANY && rng_below(&rng, 5) < 3) {
      plain[count] = rng_below(&rng, 2);
      CHECK(bits_push(&bits, plain[count]));
      count++;
    } else if (count > 0) {
      bits_pop(&bits);
      count--;
    }
  }
  CHECK(bits.count == count);
  for (size_t i = 0; i < count; i++)
    CHECK(bits_get(&bits, i) == plain[i]);
  bits_clear(&bits);
  CHECK(budget.used == 0);
  free(plain);
}

/* A stack that grows and shrinks, with its depths in a file. */
TEST(what_was_put_into_a_file_comes_back) {
  enum { DEEP = 60 * WORDS_IN_BLOCK };
  struct budget budget = ample();
  struct words words;
  struct rng rng;
  rng_seed(&rng, 7);
  words_init(&words, &budget);
  for (unsigned round = 0; round < 4; round++) {
    while (words.count < DEEP - round) {
      CHECK(words_push(&words, words.count * 3));
      words_spill(&words, words.count - 1);
    }
    CHECK(budget.used < 20 * BLOCK * sizeof(uint64_t));
    for (unsigned i = 0; i < 1000; i++) {
      const uint64_t index = rng_below(&rng, words.count);
      CHECK(*words_at(&words, index) == index * 3);
    }
    const uint64_t keep = rng_below(&rng, DEEP / 2);
    while (words.count > keep)
      CHECK(words_pop(&words) == words.count * 3);
  }
  words_clear(&words);
  CHECK(budget.used == 0);
}

/* The more memory there is, the more of a stack stays in it. */
TEST(a_stack_stays_in_memory_that_there_is) {
  enum { DEEP = 60 * WORDS_IN_BLOCK };
  struct budget budget = {.limit = SIZE_MAX};
  struct words words;
  words_init(&words, &budget);
  while (words.count < DEEP) {
    CHECK(words_push(&words, words.count));
    words_spill(&words, words.count - 1);
  }
  CHECK(words.spilled == 0);
  while (words.count > 0)
    CHECK(words_pop(&words) == words.count);
  words_clear(&words);
  CHECK(budget.used == 0);
}

RUN_TESTS(
    RUN(a_stack_stays_in_memory_that_there_is),
    RUN(what_was_put_into_a_file_comes_back),
    RUN(what_is_pushed_last_is_popped_first),
    RUN(indices_stay_when_the_front_is_dropped), RUN(a_budget_is_kept),
    RUN(a_long_list_is_popped_as_it_was_pushed_and_hardly_any_is_in_memory),
    RUN(bits_are_as_they_were_pushed))
