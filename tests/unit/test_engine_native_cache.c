#include "tap.h"

#include "engine/native/cache.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A folder of caches for one test, and the path of something inside it. */
struct home {
  char path[64];
};

static const char *inside(const struct home *home, const char *name) {
  static char path[160];
  snprintf(path, sizeof path, "%s/%s", home->path, name);
  return path;
}

static void open_home(struct home *home) {
  strcpy(home->path, "/tmp/lariat-test-XXXXXX");
  if (!mkdtemp(home->path) || setenv("XDG_CACHE_HOME", home->path, 1) != 0)
    abort();
}

static void close_home(struct home *home) {
  char command[160];
  snprintf(command, sizeof command, "rm -rf %s", home->path);
  if (system(command) != 0)
    abort();
}

static bool put(const struct cache *cache, const char *key, const char *text) {
  struct workplace workplace;
  const bool kept = cache_begin(cache, &workplace) &&
                    cache_write(&workplace, "x", text, strlen(text)) &&
                    cache_keep(cache, &workplace, "x", key);
  cache_end(cache, &workplace);
  return kept;
}

static bool has(const struct cache *cache, const char *key) {
  const int file = cache_find(cache, key);
  if (file >= 0)
    close(file);
  return file >= 0;
}

TEST(what_is_kept_is_found_by_its_key) {
  struct home home;
  struct cache cache;
  char text[8] = "";
  open_home(&home);
  CHECK(cache_open(&cache) && !cache.temporary);
  CHECK(!has(&cache, "a"));
  CHECK(put(&cache, "a", "first") && put(&cache, "b", "other"));
  CHECK(put(&cache, "a", "second"));
  const int file = cache_find(&cache, "a");
  CHECK(read(file, text, sizeof text - 1) == 6 && strcmp(text, "second") == 0);
  close(file);
  cache_close(&cache);
  CHECK(cache_open(&cache) && has(&cache, "b")); /* for good */
  cache_close(&cache);
  close_home(&home);
}

TEST(the_folder_is_closed_to_others) {
  struct home home;
  struct cache cache;
  struct stat stat_of;
  open_home(&home);
  umask(0);
  CHECK(cache_open(&cache) && put(&cache, "a", "text"));
  CHECK(stat(inside(&home, "lariat"), &stat_of) == 0 &&
        (stat_of.st_mode & 0777) == 0700);
  CHECK(stat(inside(&home, "lariat/a.so"), &stat_of) == 0 &&
        (stat_of.st_mode & 077) == 0);
  cache_close(&cache);
  close_home(&home);
}

TEST(an_object_that_is_not_ours_alone_is_not_there) {
  struct home home;
  struct cache cache;
  open_home(&home);
  CHECK(cache_open(&cache) && put(&cache, "a", "text"));
  CHECK(chmod(inside(&home, "lariat/a.so"), 0770) == 0 && !has(&cache, "a"));
  CHECK(chmod(inside(&home, "lariat/a.so"), 0700) == 0 && has(&cache, "a"));
  CHECK(symlink("a.so", inside(&home, "lariat/link.so")) == 0);
  CHECK(!has(&cache, "link"));
  CHECK(mkdir(inside(&home, "lariat/folder.so"), 0700) == 0);
  CHECK(!has(&cache, "folder"));
  cache_close(&cache);
  close_home(&home);
}

TEST(a_folder_open_to_others_is_passed_over) {
  struct home home;
  struct cache cache;
  open_home(&home);
  CHECK(mkdir(inside(&home, "lariat"), 0700) == 0 &&
        chmod(inside(&home, "lariat"), 0750) == 0);
  CHECK(cache_open(&cache) && cache.temporary);
  char path[160];
  snprintf(path, sizeof path, "%s", cache.temporary);
  CHECK(put(&cache, "a", "text") && has(&cache, "a"));
  cache_close(&cache);
  CHECK(access(path, F_OK) != 0); /* nothing is left behind */
  close_home(&home);
}

TEST(a_link_in_the_place_of_the_folder_is_passed_over) {
  struct home home;
  struct cache cache;
  open_home(&home);
  CHECK(mkdir(inside(&home, "elsewhere"), 0700) == 0);
  CHECK(symlink("elsewhere", inside(&home, "lariat")) == 0);
  CHECK(cache_open(&cache) && cache.temporary);
  cache_close(&cache);
  close_home(&home);
}

TEST(what_was_used_longest_ago_goes_first) {
  enum { COUNT = 9, BYTES = 8 << 20 };
  struct home home;
  struct cache cache;
  open_home(&home);
  CHECK(cache_open(&cache));
  for (int i = 0; i < COUNT; i++) {
    char key[16], name[32];
    snprintf(key, sizeof key, "k%d", i);
    snprintf(name, sizeof name, "lariat/k%d.so", i);
    const struct timespec times[2] = {{.tv_sec = 1000 + i},
                                      {.tv_sec = 1000 + i}};
    CHECK(put(&cache, key, "x") && truncate(inside(&home, name), BYTES) == 0);
    CHECK(utimensat(AT_FDCWD, inside(&home, name), times, 0) == 0);
  }
  CHECK(has(&cache, "k0")); /* and so is the one used last */
  cache_prune(&cache);
  CHECK(has(&cache, "k0") && !has(&cache, "k1") && has(&cache, "k2"));
  cache_close(&cache);
  close_home(&home);
}

TEST(a_forgotten_workplace_is_removed) {
  const struct timespec long_ago[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
  struct home home;
  struct cache cache;
  struct workplace old, new;
  open_home(&home);
  CHECK(cache_open(&cache));
  CHECK(cache_begin(&cache, &old) && cache_write(&old, "x", "y", 1));
  CHECK(cache_begin(&cache, &new));
  CHECK(utimensat(cache.folder, old.name, long_ago, 0) == 0);
  cache_prune(&cache);
  CHECK(faccessat(cache.folder, old.name, F_OK, 0) != 0);
  CHECK(faccessat(cache.folder, new.name, F_OK, 0) == 0);
  cache_end(&cache, &new);
  cache_end(&cache, &old);
  cache_close(&cache);
  close_home(&home);
}

RUN_TESTS(RUN(what_is_kept_is_found_by_its_key),
          RUN(the_folder_is_closed_to_others),
          RUN(an_object_that_is_not_ours_alone_is_not_there),
          RUN(a_folder_open_to_others_is_passed_over),
          RUN(a_link_in_the_place_of_the_folder_is_passed_over),
          RUN(what_was_used_longest_ago_goes_first),
          RUN(a_forgotten_workplace_is_removed))
