#include "tap.h"

#include "engine/native/runtime.h"

TEST(a_mask_has_the_words_of_a_range) {
  CHECK(native_word(0) == 1 && native_word(7) == 1 && native_word(8) == 2);
  CHECK(native_words(0, 0) == 1 && native_words(3, 9) == 3);
  CHECK(native_words(16, 40) == 0x3c);
  CHECK(native_words(0, 511) == UINT64_MAX &&
        native_words(504, 511) == 1ull << 63);
}

TEST(numbers_are_those_of_the_interpreter) {
  CHECK(native_divide(INT32_MIN, -1) == INT32_MIN &&
        native_divide(7, -2) == -3);
  CHECK(native_modulo(INT32_MIN, -1) == 0 && native_modulo(-7, 3) == -1);
  CHECK(native_shift_left(1, 31) == INT32_MIN);
  CHECK(native_shift_right(-8, 1) == -4 && native_shift_right(8, 3) == 1);
}

TEST(narrow_values_are_cut_and_extended) {
  uint8_t state[8] = {0};
  native_put8(state, 1, 0x1ff);
  CHECK(native_u8(state, 1) == 0xff && state[2] == 0);
  native_put16(state, 2, -2);
  CHECK(native_s16(state, 2) == -2 && native_u16(state, 2) == 0xfffe);
  native_put32(state, 4, INT32_MIN);
  CHECK(native_s32(state, 4) == INT32_MIN);
}

/* Equal contents must be equal bytes, so what is behind is zero. */
TEST(the_messages_behind_the_first_move_up) {
  for (uint32_t capacity = 3; capacity <= 100; capacity += 97) {
    uint8_t state[2 + 200] = {3, 0, 1, 2, 3, 4, 5, 6};
    native_dequeue(state, 0, 3, 2, capacity);
    CHECK(native_u16(state, 0) == 2);
    CHECK(memcmp(state + 2, "\3\4\5\6\0\0", 6) == 0);
    native_dequeue(state, 0, 2, 2, capacity);
    native_dequeue(state, 0, 1, 2, capacity);
    CHECK(memcmp(state + 2, "\0\0\0\0\0\0", 6) == 0 && state[0] == 0);
  }
}

TEST(any_message_can_be_taken_out) {
  for (uint32_t index = 0; index < 3; index++) {
    static const char *const left[] = {"\3\4\5\6", "\1\2\5\6", "\1\2\3\4"};
    uint8_t state[] = {3, 0, 1, 2, 3, 4, 5, 6, 99};
    native_take_out(state, 0, 2 + 2 * index, 3, 2);
    CHECK(native_u16(state, 0) == 2 && memcmp(state + 2, left[index], 4) == 0);
    CHECK(state[6] == 0 && state[7] == 0 && state[8] == 99);
  }
}

TEST(room_is_made_before_a_message) {
  uint8_t state[] = {2, 0, 1, 2, 3, 4, 0, 0, 99};
  native_make_room(state, 4, 2, 2);
  CHECK(memcmp(state + 2, "\1\2", 2) == 0);
  CHECK(state[6] == 3 && state[7] == 4 && state[8] == 99);
}

TEST(what_was_written_is_put_back) {
  uint8_t source[600], state[600];
  size_t length = 48;
  const struct native_run run = {.source = source, .length = &length};
  for (size_t i = 0; i < sizeof source; i++)
    source[i] = state[i] = (uint8_t)i;
  state[9] = state[17] = 255;
  native_back(&run, state, 15);
  CHECK(state[9] == 9 && state[17] == 255);
  state[40] = 255;
  native_undo(&run, state, native_word(17) | native_word(40));
  CHECK(memcmp(source, state, length) == 0);
  length = sizeof state; /* longer than a mask */
  state[590] = 0;
  native_undo(&run, state, 0);
  CHECK(memcmp(source, state, length) == 0);
}

RUN_TESTS(RUN(a_mask_has_the_words_of_a_range),
          RUN(numbers_are_those_of_the_interpreter),
          RUN(narrow_values_are_cut_and_extended),
          RUN(the_messages_behind_the_first_move_up),
          RUN(any_message_can_be_taken_out), RUN(room_is_made_before_a_message),
          RUN(what_was_written_is_put_back))
