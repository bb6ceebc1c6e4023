/* base/buffer: strings under construction. */
#include "base/buffer.h"

#include "tap.h"

#include <string.h>

TEST(an_empty_buffer_reads_as_the_empty_string) {
  struct buffer buffer = {0};
  CHECK(strcmp(buffer_text(&buffer), "") == 0);
  buffer_puts(&buffer, "");
  buffer_add(&buffer, NULL, 0);
  CHECK(strcmp(buffer_text(&buffer), "") == 0 && buffer.length == 0);
  buffer_free(&buffer);
}

TEST(pieces_are_joined_in_order) {
  struct buffer buffer = {0};
  buffer_puts(&buffer, "one");
  buffer_putc(&buffer, ' ');
  buffer_printf(&buffer, "%d-%s", 2, "three");
  buffer_add(&buffer, "\0end", 4);
  CHECK(buffer.length == 15);
  CHECK(memcmp(buffer_text(&buffer), "one 2-three\0end", 16) == 0);
  buffer_free(&buffer);
}

TEST(numbers_are_written_in_decimal) {
  struct buffer buffer = {0};
  buffer_count(&buffer, 0);
  buffer_putc(&buffer, ' ');
  buffer_count(&buffer, 1030);
  buffer_putc(&buffer, ' ');
  buffer_count(&buffer, UINT64_MAX);
  CHECK(strcmp(buffer_text(&buffer), "0 1030 18446744073709551615") == 0);
  buffer_free(&buffer);
}

TEST(long_texts_are_printed_whole) {
  struct buffer buffer = {0};
  for (int i = 0; i < 100; i++)
    buffer_printf(&buffer, "%999d\n", i);
  CHECK(buffer.length == 100 * 1000);
  CHECK(strcmp(buffer_text(&buffer) + buffer.length - 4, " 99\n") == 0);
  buffer_free(&buffer);
}

TEST(clearing_keeps_the_memory_and_loses_the_text) {
  struct buffer buffer = {0};
  buffer_clear(&buffer);
  buffer_puts(&buffer, "something");
  size_t capacity = buffer.capacity;
  buffer_clear(&buffer);
  CHECK(strcmp(buffer_text(&buffer), "") == 0);
  CHECK(buffer.length == 0 && buffer.capacity == capacity);
  buffer_free(&buffer);
  CHECK(buffer.text == NULL && buffer.capacity == 0);
}

RUN_TESTS(RUN(an_empty_buffer_reads_as_the_empty_string),
          RUN(pieces_are_joined_in_order), RUN(numbers_are_written_in_decimal),
          RUN(long_texts_are_printed_whole),
          RUN(clearing_keeps_the_memory_and_loses_the_text))
