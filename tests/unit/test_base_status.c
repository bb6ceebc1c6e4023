/* base/status: every status has words of its own. */
#include "base/status.h"

#include "tap.h"

#include <string.h>

TEST(every_status_has_its_own_words) {
  for (int a = STATUS_OK; a <= STATUS_BAD_INPUT; a++)
    for (int b = STATUS_OK; b < a; b++)
      CHECK(strcmp(status_text((enum status)a), status_text((enum status)b)));
}

RUN_TESTS(RUN(every_status_has_its_own_words))
