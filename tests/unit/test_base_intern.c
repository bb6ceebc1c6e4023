/* base/intern: equal strings, and only they, have equal addresses. */
#include "base/intern.h"

#include "tap.h"

#include <string.h>

TEST(equal_strings_have_one_address) {
  struct intern *intern = intern_open();
  char other[] = "wanted";
  const char *first = intern_string(intern, "wanted");
  CHECK(first == intern_string(intern, other));
  CHECK(first == intern_text(intern, "wanted and more", 6));
  CHECK(first != intern_string(intern, "wante"));
  CHECK(strcmp(first, "wanted") == 0);
  intern_close(intern);
}

TEST(addresses_stay_while_the_table_grows) {
  enum { COUNT = 5000 };
  static const char *kept[COUNT];
  struct intern *intern = intern_open();
  char name[32];
  for (int i = 0; i < COUNT; i++) {
    snprintf(name, sizeof name, "name%d", i);
    kept[i] = intern_string(intern, name);
  }
  for (int i = 0; i < COUNT; i++) {
    snprintf(name, sizeof name, "name%d", i);
    CHECK(kept[i] == intern_string(intern, name));
    CHECK(strcmp(kept[i], name) == 0);
  }
  intern_close(intern);
}

TEST(zero_bytes_and_the_empty_string_are_strings_too) {
  struct intern *intern = intern_open();
  const char *empty = intern_string(intern, "");
  CHECK(empty == intern_text(intern, "abc", 0));
  const char *zeros = intern_text(intern, "a\0b", 3);
  CHECK(zeros != intern_text(intern, "a\0c", 3));
  CHECK(zeros != intern_string(intern, "a"));
  CHECK(zeros == intern_text(intern, "a\0b", 3));
  intern_close(intern);
  intern_close(NULL);
}

RUN_TESTS(RUN(equal_strings_have_one_address),
          RUN(addresses_stay_while_the_table_grows),
          RUN(zero_bytes_and_the_empty_string_are_strings_too))
