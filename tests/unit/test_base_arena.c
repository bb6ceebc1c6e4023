/* base/arena: pieces are zeroed, aligned, apart from each other, and stay. */
#include "base/arena.h"

#include "tap.h"

#include <stdint.h>
#include <string.h>

static bool all_zero(const char *bytes, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (bytes[i])
      return false;
  return true;
}

TEST(pieces_of_every_size_are_zeroed_and_aligned) {
  struct arena *arena = arena_open();
  for (size_t size = 0; size < 5000; size += 7) {
    char *piece = arena_alloc(arena, size);
    CHECK((uintptr_t)piece % _Alignof(max_align_t) == 0);
    CHECK(all_zero(piece, size));
    memset(piece, 0xAA, size);
  }
  arena_close(arena);
}

TEST(pieces_keep_what_was_written_while_the_arena_grows) {
  enum { COUNT = 20000 };
  static uint32_t *pieces[COUNT];
  struct arena *arena = arena_open();
  for (uint32_t i = 0; i < COUNT; i++) {
    pieces[i] = ARENA_ARRAY(arena, uint32_t, 1 + i % 50);
    pieces[i][0] = pieces[i][i % 50] = i;
  }
  for (uint32_t i = 0; i < COUNT; i++)
    CHECK(pieces[i][0] == i && pieces[i][i % 50] == i);
  arena_close(arena);
}

/* A large piece must not throw away the room left in the current block. */
TEST(small_pieces_go_on_where_they_were_after_a_large_one) {
  struct arena *arena = arena_open();
  char *before = arena_alloc(arena, 16);
  char *large = arena_alloc(arena, (size_t)3 << 20);
  char *after = arena_alloc(arena, 16);
  CHECK(all_zero(large, (size_t)3 << 20));
  CHECK(after == before + 16);
  arena_close(arena);
}

TEST(copies_are_terminated_and_keep_zero_bytes) {
  struct arena *arena = arena_open();
  const char *copy = arena_copy(arena, "a\0bc", 3);
  CHECK(memcmp(copy, "a\0b", 4) == 0);
  CHECK(strcmp(arena_copy(arena, NULL, 0), "") == 0);
  arena_close(arena);
}

TEST(printf_takes_texts_longer_than_a_block) {
  struct arena *arena = arena_open();
  const char *text = arena_printf(arena, "%d %100000s|", 42, "x");
  CHECK(strlen(text) == 3 + 100000 + 1);
  CHECK(strncmp(text, "42 ", 3) == 0 && text[100003] == '|');
  arena_close(arena);
}

TEST(closing_nothing_does_nothing) {
  arena_close(NULL);
  CHECK(true);
}

RUN_TESTS(RUN(pieces_of_every_size_are_zeroed_and_aligned),
          RUN(pieces_keep_what_was_written_while_the_arena_grows),
          RUN(small_pieces_go_on_where_they_were_after_a_large_one),
          RUN(copies_are_terminated_and_keep_zero_bytes),
          RUN(printf_takes_texts_longer_than_a_block),
          RUN(closing_nothing_does_nothing))
