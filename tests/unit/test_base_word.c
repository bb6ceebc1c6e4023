#include "base/word.h"
#include "tap.h"

TEST(words_are_read_where_they_lie) {
  uint8_t bytes[20] = {0};
  bytes[8] = 5;
  CHECK(word_at(bytes, 0) == 0);
  CHECK(word_at(bytes, 1) == word_padded_at(bytes, 20, 1));
  CHECK(word_at(bytes, 1) != 0);
}

TEST(what_is_changed_twice_is_as_before) {
  uint8_t bytes[16] = {[9] = 7, [15] = 1};
  const uint64_t before = word_at(bytes, 1);
  word_change(bytes, 1, 0xff00ff);
  CHECK(word_at(bytes, 1) == (before ^ 0xff00ff) && word_at(bytes, 0) == 0);
  word_change(bytes, 1, 0xff00ff);
  CHECK(word_at(bytes, 1) == before);
}

TEST(words_change_where_a_mask_says) {
  uint8_t bytes[24] = {0};
  const uint64_t words[3] = {1, 2, 3};
  CHECK(words_change(bytes, 5, words) == words + 2);
  CHECK(word_at(bytes, 0) == 1 && word_at(bytes, 1) == 0);
  CHECK(word_at(bytes, 2) == 2);
}

TEST(zeros_follow_the_last_byte) {
  const uint8_t bytes[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  const uint8_t padded[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  CHECK(word_padded_at(bytes, 10, 1) == word_at(padded, 1));
  CHECK(word_padded_at(bytes, 8, 1) == 0 && word_padded_at(bytes, 10, 5) == 0);
}

RUN_TESTS(RUN(words_are_read_where_they_lie),
          RUN(what_is_changed_twice_is_as_before),
          RUN(words_change_where_a_mask_says), RUN(zeros_follow_the_last_byte))
