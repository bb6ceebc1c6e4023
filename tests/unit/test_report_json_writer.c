#include "report/json_writer.h"
#include "tap.h"

#include <string.h>

static bool writes(const char *text, const char *expected) {
  struct buffer out = {0};
  struct json_writer writer = {.out = &out};
  json_begin_array(&writer, NULL, true);
  json_string(&writer, NULL, text);
  json_end_array(&writer);
  bool same = strcmp(buffer_text(&out), expected) == 0;
  if (!same)
    printf("# %s", buffer_text(&out));
  buffer_free(&out);
  return same;
}

TEST(strings_are_escaped) {
  CHECK(writes("plain", "[\"plain\"]\n"));
  CHECK(writes("a\"b\\c", "[\"a\\\"b\\\\c\"]\n"));
  CHECK(writes("\n\t\r\x01", "[\"\\n\\t\\u000d\\u0001\"]\n"));
  CHECK(writes("", "[\"\"]\n"));
  CHECK(writes(NULL, "[null]\n"));
}

/* Source text may hold any bytes; a document of ours is UTF-8 all the same. */
TEST(bytes_that_are_not_utf8_are_replaced) {
  CHECK(writes("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80",
               "[\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"]\n"));
  CHECK(writes("\xFF", "[\"\\ufffd\"]\n"));
  CHECK(writes("\xC3", "[\"\\ufffd\"]\n"));
  CHECK(writes("\xC0\xAF", "[\"\\ufffd\\ufffd\"]\n"));
  CHECK(writes("\xED\xA0\x80", "[\"\\ufffd\\ufffd\\ufffd\"]\n"));
  CHECK(writes("\xE2\x82", "[\"\\ufffd\\ufffd\"]\n"));
}

TEST(objects_and_arrays_nest) {
  struct buffer out = {0};
  struct json_writer writer = {.out = &out};
  json_begin_object(&writer, NULL, false);
  json_count(&writer, "n", UINT64_MAX);
  json_integer(&writer, "i", INT64_MIN);
  json_real(&writer, "r", 0.25, 2);
  json_begin_array(&writer, "list", false);
  json_begin_object(&writer, NULL, true);
  json_flag(&writer, "a", true);
  json_begin_array(&writer, "b", true);
  json_end_array(&writer);
  json_end_object(&writer);
  json_nothing(&writer, NULL);
  json_end_array(&writer);
  json_begin_array(&writer, "none", false);
  json_end_array(&writer);
  json_end_object(&writer);
  CHECK(strcmp(buffer_text(&out), "{\n"
                                  "  \"n\": 18446744073709551615,\n"
                                  "  \"i\": -9223372036854775808,\n"
                                  "  \"r\": 0.25,\n"
                                  "  \"list\": [\n"
                                  "    {\"a\": true, \"b\": []},\n"
                                  "    null\n"
                                  "  ],\n"
                                  "  \"none\": []\n"
                                  "}\n") == 0);
  buffer_free(&out);
}

RUN_TESTS(RUN(strings_are_escaped), RUN(bytes_that_are_not_utf8_are_replaced),
          RUN(objects_and_arrays_nest))
