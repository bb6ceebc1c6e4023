/* base/text: whatever a path names is read whole or refused with a reason. */
#include "base/text.h"

#include "tap.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct scratch {
  char path[64];
  int file;
};

static struct scratch scratch_open(void) {
  struct scratch scratch = {.path = "/tmp/lariat-test-XXXXXX"};
  scratch.file = mkstemp(scratch.path);
  return scratch;
}

static void scratch_close(struct scratch *scratch) {
  close(scratch->file);
  unlink(scratch->path);
}

static bool write_all(int file, const char *bytes, size_t length) {
  return write(file, bytes, length) == (ssize_t)length;
}

TEST(a_file_is_read_whole_with_its_zero_bytes) {
  struct scratch scratch = scratch_open();
  CHECK(write_all(scratch.file, "ab\0cd\n", 6));
  struct text text;
  CHECK(text_read(scratch.path, &text) == STATUS_OK);
  CHECK(text.length == 6 && memcmp(text.bytes, "ab\0cd\n", 7) == 0);
  text_free(&text);
  CHECK(text.bytes == NULL && text.length == 0);
  scratch_close(&scratch);
}

TEST(an_empty_file_is_an_empty_text) {
  struct scratch scratch = scratch_open();
  struct text text;
  CHECK(text_read(scratch.path, &text) == STATUS_OK);
  CHECK(text.length == 0 && text.bytes && text.bytes[0] == '\0');
  text_free(&text);
  scratch_close(&scratch);
}

TEST(a_long_file_is_read_whole) {
  enum { BLOCKS = 100, BLOCK = 12345 };
  static char block[BLOCK];
  struct scratch scratch = scratch_open();
  for (int i = 0; i < BLOCKS; i++) {
    memset(block, 'a' + i % 26, BLOCK);
    CHECK(write_all(scratch.file, block, BLOCK));
  }
  struct text text;
  CHECK(text_read(scratch.path, &text) == STATUS_OK);
  CHECK(text.length == (size_t)BLOCKS * BLOCK);
  for (size_t i = 0; i < text.length; i += 100)
    CHECK(text.bytes[i] == (char)('a' + i / BLOCK % 26));
  text_free(&text);
  scratch_close(&scratch);
}

TEST(a_dash_is_standard_input) {
  int ends[2];
  CHECK(pipe(ends) == 0);
  CHECK(write_all(ends[1], "piped", 5));
  close(ends[1]);
  int saved = dup(STDIN_FILENO);
  dup2(ends[0], STDIN_FILENO);
  struct text text;
  CHECK(text_read("-", &text) == STATUS_OK);
  CHECK(text.length == 5 && strcmp(text.bytes, "piped") == 0);
  text_free(&text);
  dup2(saved, STDIN_FILENO);
  close(saved);
  close(ends[0]);
}

TEST(what_cannot_be_read_is_refused_with_its_reason) {
  struct text text;
  CHECK(text_read("/nonexistent/model.pml", &text) == STATUS_IO);
  CHECK(errno == ENOENT && text.bytes == NULL);
  CHECK(text_read("/", &text) == STATUS_IO);
  CHECK(errno == EISDIR && text.bytes == NULL);
  CHECK(text_read("", &text) == STATUS_IO && errno == ENOENT);
}

TEST(an_unreadable_file_is_refused) {
  if (geteuid() == 0) /* may read everything */
    return;
  struct scratch scratch = scratch_open();
  CHECK(fchmod(scratch.file, 0) == 0);
  struct text text;
  CHECK(text_read(scratch.path, &text) == STATUS_IO && errno == EACCES);
  scratch_close(&scratch);
}

/* The file has a hole, so it takes no room on the disk. */
TEST(a_huge_file_is_refused) {
  struct scratch scratch = scratch_open();
  CHECK(ftruncate(scratch.file, (off_t)TEXT_LONGEST + 1) == 0);
  struct text text;
  CHECK(text_read(scratch.path, &text) == STATUS_IO);
  CHECK(errno == EFBIG && text.bytes == NULL);
  scratch_close(&scratch);
}

TEST(a_file_has_a_name_without_its_folders) {
  CHECK(strcmp(text_file_name("models/papers/dekker.pml"), "dekker.pml") == 0);
  CHECK(strcmp(text_file_name("dekker.pml"), "dekker.pml") == 0);
  CHECK(strcmp(text_file_name("-"), "-") == 0);
  CHECK(strcmp(text_file_name("models/"), "") == 0);
}

RUN_TESTS(RUN(a_file_is_read_whole_with_its_zero_bytes),
          RUN(an_empty_file_is_an_empty_text), RUN(a_long_file_is_read_whole),
          RUN(a_dash_is_standard_input),
          RUN(what_cannot_be_read_is_refused_with_its_reason),
          RUN(an_unreadable_file_is_refused), RUN(a_huge_file_is_refused),
          RUN(a_file_has_a_name_without_its_folders))
