#include "base/snapshot.h"
#include "tap.h"
#include "test_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MANY = 20000 };

static char path[TEST_PATH_ROOM];

static void write_sample(void) {
  struct snapshot_writer *writer;
  if (snapshot_create(path, &writer) != STATUS_OK)
    abort();
  for (uint64_t i = 0; i < MANY; i++)
    snapshot_put(writer, i * i);
  snapshot_put_text(writer, "a text");
  snapshot_put_text(writer, NULL);
  snapshot_put_real(writer, 0.25);
  snapshot_put_bytes(writer, "123456789", 9);
  if (snapshot_commit(writer) != STATUS_OK)
    abort();
}

TEST(what_is_written_is_read) {
  struct snapshot_reader *reader;
  struct arena *arena = arena_open();
  char bytes[9];
  write_sample();
  CHECK(snapshot_open(path, &reader) == SNAPSHOT_SOUND);
  for (uint64_t i = 0; i < MANY; i++)
    CHECK(snapshot_get(reader) == i * i);
  CHECK(strcmp(snapshot_get_text(reader, arena), "a text") == 0);
  CHECK(snapshot_get_text(reader, arena) == NULL);
  CHECK(snapshot_get_real(reader) == 0.25);
  snapshot_get_bytes(reader, bytes, sizeof bytes);
  CHECK(memcmp(bytes, "123456789", 9) == 0);
  CHECK(snapshot_at_end(reader) && !snapshot_failed(reader));
  CHECK(snapshot_get(reader) == 0 && snapshot_failed(reader));
  snapshot_close(reader);
  arena_close(arena);
}

/* No byte of a file can be changed without notice, nor can its end be lost. */
TEST(a_damaged_file_is_recognised) {
  struct snapshot_reader *reader;
  write_sample();
  const int file = open(path, O_RDWR);
  const off_t length = lseek(file, 0, SEEK_END);
  for (off_t at = 0; at < length; at += at < 64 ? 1 : 9973) {
    char byte;
    CHECK(pread(file, &byte, 1, at) == 1);
    byte ^= 4;
    CHECK(pwrite(file, &byte, 1, at) == 1);
    const enum snapshot_flaw flaw = snapshot_open(path, &reader);
    CHECK(flaw == (at < 16 ? SNAPSHOT_FOREIGN : SNAPSHOT_DAMAGED) && !reader);
    byte ^= 4;
    CHECK(pwrite(file, &byte, 1, at) == 1);
  }
  CHECK(snapshot_open(path, &reader) == SNAPSHOT_SOUND);
  snapshot_close(reader);
  CHECK(ftruncate(file, length - 8) == 0);
  CHECK(snapshot_open(path, &reader) == SNAPSHOT_DAMAGED);
  CHECK(ftruncate(file, 0) == 0);
  CHECK(snapshot_open(path, &reader) == SNAPSHOT_FOREIGN);
  close(file);
}

TEST(an_abandoned_file_leaves_the_old_one) {
  struct snapshot_reader *reader;
  struct snapshot_writer *writer;
  write_sample();
  CHECK(snapshot_create(path, &writer) == STATUS_OK);
  snapshot_put(writer, 1);
  snapshot_abandon(writer);
  CHECK(snapshot_open(path, &reader) == SNAPSHOT_SOUND);
  snapshot_close(reader);
  CHECK(snapshot_open("/nowhere/at/all", &reader) == SNAPSHOT_ABSENT);
  CHECK(snapshot_create("/nowhere/at/all", &writer) == STATUS_IO);
}

static bool is_link_to(const char *name, const char *target) {
  char link[TEST_PATH_ROOM];
  const ssize_t length = readlink(name, link, sizeof link);
  return length >= 0 && (size_t)length == strlen(target) &&
         memcmp(link, target, (size_t)length) == 0;
}

/* A link that is replaced is lost, and the disk it led to stays empty. */
TEST(a_link_stands_for_its_target) {
  struct snapshot_reader *reader;
  struct snapshot_writer *writer;
  char target[TEST_PATH_ROOM + 8];
  snprintf(target, sizeof target, "%s.target", path);
  const char *name = strrchr(target, '/') + 1;
  (void)unlink(path);
  CHECK(symlink(name, path) == 0);
  for (unsigned i = 0; i < 2; i++) { /* absent at first, then there */
    write_sample();
    CHECK(is_link_to(path, name));
    CHECK(snapshot_open(target, &reader) == SNAPSHOT_SOUND);
    snapshot_close(reader);
  }
  CHECK(unlink(target) == 0 && symlink(path, target) == 0);
  CHECK(snapshot_create(path, &writer) == STATUS_IO && errno == ELOOP);
  CHECK(unlink(target) == 0 && unlink(path) == 0);
}

TEST(what_is_no_file_is_left_alone) {
  struct snapshot_writer *writer;
  CHECK(mkfifo(path, 0600) == 0);
  CHECK(snapshot_create(path, &writer) == STATUS_IO && errno == ENOTSUP);
  CHECK(unlink(path) == 0 && mkdir(path, 0700) == 0);
  CHECK(snapshot_create(path, &writer) == STATUS_IO && errno == EISDIR);
  CHECK(rmdir(path) == 0);
}

TEST(counts_are_never_larger_than_the_file) {
  const uint64_t words[] = {UINT64_MAX, 3, 1, 2, 3};
  struct snapshot_reader *reader = snapshot_open_bytes(words, sizeof words);
  CHECK(snapshot_get_count(reader, 1) == 0 && snapshot_failed(reader));
  snapshot_close(reader);
  reader = snapshot_open_bytes(words + 1, sizeof words - sizeof words[0]);
  CHECK(snapshot_get_count(reader, 8) == 3 && !snapshot_failed(reader));
  CHECK(snapshot_get_up_to(reader, 0) == 0 && snapshot_failed(reader));
  snapshot_close(reader);
}

RUN_TESTS_WITH_FILE(path, RUN(what_is_written_is_read),
                    RUN(a_damaged_file_is_recognised),
                    RUN(an_abandoned_file_leaves_the_old_one),
                    RUN(a_link_stands_for_its_target),
                    RUN(what_is_no_file_is_left_alone),
                    RUN(counts_are_never_larger_than_the_file))
