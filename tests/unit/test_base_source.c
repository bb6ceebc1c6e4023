/* base/source: places in texts, as people read them. */
#include "base/source.h"

#include "tap.h"

#include <stdlib.h>
#include <string.h>

static struct span at(uint32_t source, uint32_t offset) {
  return (struct span){.source = source, .offset = offset, .length = 1};
}

static bool is_at(const struct sources *sources, struct span span,
                  const char *file, uint32_t line, uint32_t column) {
  struct position p = sources_position(sources, span);
  return strcmp(p.file, file) == 0 && p.line == line && p.column == column;
}

static bool line_is(const struct sources *sources, struct span span,
                    const char *line, size_t offset) {
  size_t length, place;
  const char *text = sources_line(sources, span, &length, &place);
  return length == strlen(line) && memcmp(text, line, length) == 0 &&
         place == offset;
}

static uint32_t add(struct sources *sources, const char *name,
                    const char *text) {
  return sources_add(sources, name, text, strlen(text));
}

TEST(lines_and_columns_count_from_one) {
  struct sources *sources = sources_open();
  uint32_t s = add(sources, "m.pml", "ab\n\ncd");
  CHECK(is_at(sources, at(s, 0), "m.pml", 1, 1));
  CHECK(is_at(sources, at(s, 1), "m.pml", 1, 2));
  CHECK(is_at(sources, at(s, 2), "m.pml", 1, 3)); /* the newline itself */
  CHECK(is_at(sources, at(s, 3), "m.pml", 2, 1));
  CHECK(is_at(sources, at(s, 5), "m.pml", 3, 2));
  CHECK(is_at(sources, at(s, 6), "m.pml", 3, 3)); /* the end */
  sources_close(sources);
}

TEST(no_place_has_no_name_and_no_text) {
  struct sources *sources = sources_open();
  CHECK(is_at(sources, NO_SPAN, "", 0, 0));
  CHECK(line_is(sources, NO_SPAN, "", 0));
  CHECK(strcmp(sources_text(sources, NO_SPAN), "") == 0);
  sources_close(sources);
  sources_close(NULL);
}

TEST(texts_are_copied_and_keep_apart) {
  struct sources *sources = sources_open();
  char name[] = "a.pml", text[] = "first";
  uint32_t a = add(sources, name, text);
  memset(name, 'x', strlen(name));
  memset(text, 'x', strlen(text));
  uint32_t b = add(sources, "b.pml", "");
  CHECK(a != b && a != 0 && b != 0);
  CHECK(memcmp(sources_text(sources, at(a, 1)), "irst", 4) == 0);
  CHECK(is_at(sources, at(a, 4), "a.pml", 1, 5));
  CHECK(is_at(sources, at(b, 0), "b.pml", 1, 1));
  sources_close(sources);
}

TEST(a_line_is_given_without_its_end) {
  struct sources *sources = sources_open();
  uint32_t s = add(sources, "m.pml", "one\r\n\ntwo\nlast");
  CHECK(line_is(sources, at(s, 1), "one", 1));
  CHECK(line_is(sources, at(s, 4), "one", 4));
  CHECK(line_is(sources, at(s, 5), "", 0));
  CHECK(line_is(sources, at(s, 8), "two", 2));
  CHECK(line_is(sources, at(s, 14), "last", 4));
  sources_close(sources);
}

TEST(renumbering_holds_from_its_place_to_the_next) {
  struct sources *sources = sources_open();
  uint32_t s = add(sources, "m.pml", "a\nb\nc\nd\ne\n");
  sources_renumber(sources, s, 6, "other.pml", 7);
  sources_renumber(sources, s, 2, "first.pml", 100);
  CHECK(is_at(sources, at(s, 0), "m.pml", 1, 1));
  CHECK(is_at(sources, at(s, 2), "first.pml", 100, 1));
  CHECK(is_at(sources, at(s, 4), "first.pml", 101, 1));
  CHECK(is_at(sources, at(s, 6), "other.pml", 7, 1));
  CHECK(is_at(sources, at(s, 8), "other.pml", 8, 1));
  sources_renumber(sources, s, 6, "again.pml", 1);
  CHECK(is_at(sources, at(s, 8), "again.pml", 2, 1));
  sources_close(sources);
}

TEST(expansions_are_kept_and_do_not_move) {
  struct sources *sources = sources_open();
  uint32_t s = add(sources, "m.pml", "M M");
  uint32_t first =
      sources_expand(sources, (struct expansion){.name = "M", .use = at(s, 0)});
  const struct expansion *kept = sources_expansion(sources, first);
  for (uint32_t i = 0; i < 1000; i++)
    sources_expand(sources, (struct expansion){.name = "N", .use = at(s, 2)});
  CHECK(first != 0 && kept == sources_expansion(sources, first));
  CHECK(strcmp(kept->name, "M") == 0 && kept->use.offset == 0);
  CHECK(sources_expansion(sources, first + 1000)->use.offset == 2);
  sources_close(sources);
}

TEST(the_innermost_inline_is_found_through_macros) {
  struct sources *sources = sources_open();
  uint32_t s = add(sources, "m.pml", "M i j");
  struct span span = at(s, 2);
  CHECK(!sources_inline(sources, span));
  span.via = sources_expand(
      sources,
      (struct expansion){.name = "i", .use = at(s, 2), .is_inline = true});
  struct expansion inner = {.name = "j", .use = span, .is_inline = true};
  struct span within = at(s, 4);
  within.via = sources_expand(sources, inner);
  CHECK(strcmp(sources_inline(sources, within)->name, "j") == 0);
  struct expansion macro = {.name = "M", .use = span};
  within.via = sources_expand(sources, macro);
  CHECK(strcmp(sources_inline(sources, within)->name, "i") == 0);
  sources_close(sources);
}

/* Quadratic work here would take minutes. */
TEST(positions_in_a_long_text_are_found_quickly) {
  enum { LINES = 200000, WIDTH = 5 };
  char *text = malloc((size_t)LINES * WIDTH);
  for (size_t i = 0; i < LINES; i++)
    memcpy(text + i * WIDTH, "line\n", WIDTH);
  struct sources *sources = sources_open();
  uint32_t s = sources_add(sources, "long", text, (size_t)LINES * WIDTH);
  free(text);
  for (uint32_t i = 0; i < LINES; i++)
    CHECK(is_at(sources, at(s, i * WIDTH + 3), "long", i + 1, 4));
  sources_close(sources);
}

RUN_TESTS(RUN(lines_and_columns_count_from_one),
          RUN(no_place_has_no_name_and_no_text),
          RUN(texts_are_copied_and_keep_apart),
          RUN(a_line_is_given_without_its_end),
          RUN(renumbering_holds_from_its_place_to_the_next),
          RUN(expansions_are_kept_and_do_not_move),
          RUN(the_innermost_inline_is_found_through_macros),
          RUN(positions_in_a_long_text_are_found_quickly))
