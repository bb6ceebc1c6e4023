/* Test programs that need a file of their own. */
#ifndef LARIAT_TESTS_TEST_FILE_H
#define LARIAT_TESTS_TEST_FILE_H

#include "tap.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { TEST_PATH_ROOM = 64 };

/* Runs the tests with a path to which nobody else writes; what is there in the
 * end goes away.
 */
static inline int run_tests_with_file(const struct tap_test *tests,
                                      size_t count, char path[TEST_PATH_ROOM]) {
  char folder[] = "/tmp/lariat-test-XXXXXX";
  if (!mkdtemp(folder))
    return 1;
  (void)snprintf(path, TEST_PATH_ROOM, "%s/file", folder);
  const int status = tap_main(tests, count);
  (void)unlink(path);
  (void)rmdir(folder);
  return status;
}

#define RUN_TESTS_WITH_FILE(path, ...)                                         \
  int main(void) {                                                             \
    static const struct tap_test tests[] = {__VA_ARGS__};                      \
    return run_tests_with_file(tests, sizeof tests / sizeof tests[0], path);   \
  }

#endif
