/* base/diag: messages are kept, counted, and end when there are enough. */
#include "base/diag.h"

#include "tap.h"

#include <string.h>

TEST(messages_come_back_in_order) {
  struct sources *sources = sources_open();
  struct diag *diag = diag_open(sources);
  struct span where = {.source = 1, .offset = 3, .length = 2};
  diag_warning(diag, NO_SPAN, "first");
  diag_error(diag, where, "%s has %d", "x", 2);
  diag_note(diag, where, "here");
  CHECK(diag_sources(diag) == sources);
  CHECK(diag_count(diag) == 3 && diag_errors(diag) == 1);
  CHECK(diag_message(diag, 0)->level == DIAG_WARNING);
  CHECK(strcmp(diag_message(diag, 1)->text, "x has 2") == 0);
  CHECK(diag_message(diag, 1)->where.offset == 3);
  CHECK(diag_message(diag, 2)->level == DIAG_NOTE);
  diag_close(diag);
  sources_close(sources);
  diag_close(NULL);
}

TEST(twenty_errors_are_enough_and_warnings_do_not_count) {
  struct sources *sources = sources_open();
  struct diag *diag = diag_open(sources);
  for (int i = 0; i < 19; i++) {
    diag_error(diag, NO_SPAN, "error %d", i);
    diag_warning(diag, NO_SPAN, "warning %d", i);
  }
  CHECK(!diag_is_full(diag));
  diag_error(diag, NO_SPAN, "one more");
  CHECK(diag_is_full(diag) && diag_errors(diag) == 20);
  diag_close(diag);
  sources_close(sources);
}

RUN_TESTS(RUN(messages_come_back_in_order),
          RUN(twenty_errors_are_enough_and_warnings_do_not_count))
