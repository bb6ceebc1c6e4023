/* base/vec: arrays that grow. */
#include "base/vec.h"

#include "tap.h"

TEST(pushed_items_come_back_in_order) {
  VEC(int) numbers = {0};
  for (int i = 0; i < 10000; i++)
    vec_push(&numbers, i * i);
  CHECK(numbers.count == 10000);
  for (int i = 0; i < 10000; i++)
    CHECK(numbers.items[i] == i * i);
  CHECK(*vec_last(&numbers) == 9999 * 9999);
  CHECK(vec_pop(&numbers) == 9999 * 9999);
  CHECK(numbers.count == 9999);
  vec_free(&numbers);
  CHECK(numbers.items == NULL && numbers.count == 0 && numbers.capacity == 0);
}

TEST(reserving_at_least_doubles_and_never_shrinks) {
  VEC(char) bytes = {0};
  vec_reserve(&bytes, 100);
  size_t first = bytes.capacity;
  CHECK(first >= 100);
  vec_reserve(&bytes, first + 1);
  CHECK(bytes.capacity >= 2 * first);
  size_t second = bytes.capacity;
  vec_reserve(&bytes, 1);
  CHECK(bytes.capacity == second && bytes.count == 0);
  vec_free(&bytes);
}

/* The item may be read from the array that is about to move. */
TEST(an_item_of_the_array_itself_can_be_pushed) {
  VEC(int) numbers = {0};
  vec_push(&numbers, 5);
  for (int i = 0; i < 1000; i++)
    vec_push(&numbers, numbers.items[numbers.count - 1] + 1);
  CHECK(*vec_last(&numbers) == 1005);
  vec_free(&numbers);
}

RUN_TESTS(RUN(pushed_items_come_back_in_order),
          RUN(reserving_at_least_doubles_and_never_shrinks),
          RUN(an_item_of_the_array_itself_can_be_pushed))
