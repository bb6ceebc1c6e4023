/* Names of words: the same word has the same name, and no name is lost. */
#include "store/word_names.h"

#include "base/rng.h"
#include "tap.h"

enum { AMPLE = 1 << 20 };

TEST(a_word_keeps_its_name) {
  struct budget budget = {.limit = AMPLE};
  struct word_names names;
  word_names_init(&names, &budget);
  struct rng rng;
  rng_seed(&rng, 1);
  for (int i = 0; i < 5000; i++) {
    const uint64_t word = rng_below(&rng, 1000);
    const uint16_t name = word_names_give(&names, word);
    CHECK(word_names_read(&names, name) == word);
    CHECK(word_names_give(&names, word) == name);
  }
  CHECK(word_names_give(&names, 0) == 0);
  word_names_clear(&names);
  CHECK(budget.used == 0);
}

/* All ones stand for "any statement may have been left out". */
TEST(too_many_words_become_all_ones) {
  struct budget budget = {.limit = AMPLE};
  struct word_names names;
  word_names_init(&names, &budget);
  for (uint64_t word = 1; word < 100000; word++) {
    const uint64_t read =
        word_names_read(&names, word_names_give(&names, word));
    CHECK(read == word || read == UINT64_MAX);
  }
  CHECK(word_names_read(&names, word_names_give(&names, 7)) == 7);
  word_names_clear(&names);
  CHECK(budget.used == 0);
}

TEST(without_memory_every_word_is_all_ones) {
  struct budget budget = {.limit = 10};
  struct word_names names;
  word_names_init(&names, &budget);
  CHECK(word_names_read(&names, word_names_give(&names, 5)) == UINT64_MAX);
  CHECK(word_names_read(&names, word_names_give(&names, 0)) == 0);
  word_names_clear(&names);
  CHECK(budget.used == 0);
}

RUN_TESTS(RUN(a_word_keeps_its_name), RUN(too_many_words_become_all_ones),
          RUN(without_memory_every_word_is_all_ones))
